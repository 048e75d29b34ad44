"""The clause of a card that was judged: its words, its kind, the timings in a row, and what Konami says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.law.law import Law
from kb.model import Lang, Territory, Verdict
from query.card.check import EffectCheck
from query.card.labels import WORDS, traits
from query.card.word import Word
from query.model import Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """An effect that was judged, ready to be shown in one language."""

    number: int
    """As printed or counted; 0 for the activation of a card that prints none."""
    text: str
    traits: tuple[str, ...]
    """Its kind, Spell Speed, whether it targets and the like, in words."""
    timings: tuple[tuple[str, tuple[tuple[Territory, Verdict, tuple[str, ...]], ...]], ...]
    """For each timing its name, and for each territory the verdict and the ids of the rules behind it; one territory where
    they agree."""
    official: str = ""
    """Konami's sentence on it; empty for none."""
    date: str = ""


def clause_of(effect: EffectCheck, timings: Sequence[str], lang: Lang, law: Law) -> Clause:
    """The clause of a judged effect at these timings."""
    names = {t.id: t.labels[lang] for t in law.timings}
    said = effect.word.damage_step if effect.word else None
    return Clause(
        number=effect.effect.number,
        text=" ".join(effect.effect.text.split()),
        traits=tuple(traits(effect.effect.profile, lang)),
        timings=tuple((names[t], _cells(effect, t)) for t in timings),
        official=said.sentence if said else "",
        date=said.statement.date if said else "",
    )


def _cells(effect: EffectCheck, timing: str) -> tuple[tuple[Territory, Verdict, tuple[str, ...]], ...]:
    cells = tuple((t, j.verdict, j.because or j.no_reason) for t, j in effect.at(timing))
    return cells if len({verdict for _, verdict, _ in cells}) > 1 else cells[:1]


def clause_lines(clause: Clause, lang: Lang) -> list[str]:
    """The clause as lines of text: words and kind, then the timings in a row."""
    words = WORDS[lang]
    mark = f"{chr(0x245F + clause.number)} " if 0 < clause.number <= 20 else ""
    text = clause.text.removeprefix(mark.strip()).lstrip(" :：")
    told = f"“{text}” " if text else ""
    kind = ", ".join(clause.traits) if lang == "en" else "，".join(clause.traits)
    lines = [f"{mark}{told}({kind})" if lang == "en" else f"{mark}{told}（{kind}）"]
    lines.append(" · ".join(f"{name}: {_verdicts(cells, words)}" for name, cells in clause.timings))
    if clause.official:
        lines.append(f"{words['official']}: “{clause.official}” ({clause.date or '?'})")
    return lines


def _verdicts(cells: Sequence[tuple[Territory, Verdict, tuple[str, ...]]], words: dict[str, str]) -> str:
    if len(cells) == 1:
        return words[cells[0][1]]
    return ", ".join(f"{territory} {words[verdict]}" for territory, verdict, _ in cells)


def cite_word(word: Word) -> Citation | None:
    """What Konami says of activation in the Damage Step as evidence; None where it says nothing of that."""
    said = word.damage_step
    if said is None:
        return None
    statement = said.statement
    return Citation(
        id=statement.id,
        kind="passage",
        source=statement.source,
        file=statement.file,
        lines=statement.lines,
        heading=(statement.title,) if statement.title else (),
        quote=statement.text,
        lang=statement.lang,
        authority="official-ruling",
        edition=statement.date,
        territory="OCG",
    )
