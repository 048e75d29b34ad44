"""Checked cards as text for a terminal, in the card text's language."""

from __future__ import annotations

from collections.abc import Sequence

from kb.law.law import Law
from kb.model import Lang
from query.answer.entries import cite_rules
from query.card.check import CardCheck, EffectCheck
from query.card.judge import Judgement
from query.card.labels import FIELDS, WORDS, kind_words, traits, value_words
from query.model import Citation

WIDTH = 110
"""Characters of a quoted text that fit on a line."""


def show_checks(checks: Sequence[CardCheck], law: Law) -> None:
    """Prints the verdict of every effect at every timing, the rules they rest on, and where these are established."""
    lang = checks[0].lang
    words = WORDS[lang]
    if len({c.verdict for c in checks}) > 1:
        print(f"{words['depends'].upper()}. {words['kind?']}")
    numbers = number_rules(checks)
    for check in checks:
        kinds = " / ".join(kind_words(k, lang) for k in check.kinds)
        print(f"{check.name} ({kinds})" if check.name else f"{words['as']} {kinds}:")
        show_effects(check, numbers, law)
    show_rules(numbers, lang, law)


def number_rules(checks: Sequence[CardCheck]) -> dict[str, int]:
    """A number for every rule that the checks rest on, from 1."""
    return {rule: n for n, rule in enumerate(dict.fromkeys(i for c in checks for i in c.rule_ids()), 1)}


def show_effects(check: CardCheck, numbers: dict[str, int], law: Law) -> None:
    """Prints the effects with their tables, then what is not activated and what is no effect."""
    words = WORDS[check.lang]
    if check.lore and not check.effects:
        print(words["lore"])
    elif not check.effects:
        print(words["none"])
    for effect in check.effects:
        _show_effect(effect, check, numbers, law)
    if check.lasting:
        print(f"{words['lasting']}:")
        for lasting in check.lasting:
            print(f"  {short(lasting.text)}")
    if check.remarks:
        print(f"{words['remarks']}: " + "; ".join(f"{label} “{short(text, 60)}”" for label, text in check.remarks if text))


def _show_effect(effect: EffectCheck, check: CardCheck, numbers: dict[str, int], law: Law) -> None:
    words, lang = WORDS[check.lang], check.lang
    e = effect.effect
    mark = chr(0x245F + e.number) if 0 < e.number <= 20 else "·"
    label = f"{words['pendulum']}: " if e.pendulum else ""
    print(f"{mark} {label}{', '.join(traits(e.profile, lang))}")
    if e.text.strip():
        print(f"  “{short(e.text)}”")
    if e.profile.confidence < 1:
        print(f"  ! {words['old']}")
    print(
        f"  {words['step']}: {words[effect.verdict(check.timings)].upper()}"
        + (f"  ({words['differs']})" if effect.differs else "")
    )
    _show_word(effect, lang)
    names = {t.id: t.labels[lang] for t in law.timings}
    wide = max(_width(names[t]) for t in check.timings)
    for timing in check.timings:
        cells = effect.at(timing)
        same = len({(j.verdict, j.because) for _, j in cells}) == 1
        shown = [("", cells[0][1])] if same else [(f"{territory} ", j) for territory, j in cells]
        verdicts = "; ".join(territory + _cell(j, words, numbers) for territory, j in shown)
        print(f"    {names[timing]}{' ' * (wide - _width(names[timing]))}  {verdicts}")


def _show_word(effect: EffectCheck, lang: Lang) -> None:
    """Prints what Konami says of the effect, and where that and the reading of the text part."""
    if effect.word is None:
        return
    words = WORDS[lang]
    said = effect.word.damage_step or effect.word.tied[0]
    print(f"  {words['official']}: “{short(said.sentence)}” ({said.statement.date or '?'}, {said.statement.id})")
    for d in effect.differences:
        told = f"{FIELDS[lang][d.field]}: {value_words(d.official, lang)}"
        print(f"  ! {told} “{short(d.tied.sentence, 60)}”; {words['official differs']}: {value_words(d.computed, lang)}")


def _cell(judgement: Judgement, words: dict[str, str], numbers: dict[str, int]) -> str:
    parts = [words[judgement.verdict]]
    parts += [f"[{words['official']}]"] if judgement.official else []
    parts += [f"[{numbers[i]}]" for i in judgement.because if i in numbers]
    beaten = [f"[{numbers[b.rule]}]" for b in judgement.beaten if b.rule in numbers and b.by in judgement.because]
    if beaten:
        parts.append(f"({words['over']} {' '.join(dict.fromkeys(beaten))})")
    despite = [f"[{numbers[i]}]" for i in judgement.no_reason if i in numbers]
    if despite and judgement.verdict != "yes":
        parts.append(f"({words['despite']}: {' '.join(despite)})")
    if judgement.missing:
        parts.append(f"({words['missing']}: {', '.join(judgement.missing)})")
    return " ".join(parts)


def show_rules(numbers: dict[str, int], lang: Lang, law: Law) -> None:
    """Prints the numbered rules with the places where they are established."""
    if numbers:
        print(f"{WORDS[lang]['why']}:")
    for citation in cite_rules(numbers, lang, law):
        show_entry(citation, f"[{numbers[citation.id]}]")


def show_entry(citation: Citation, mark: str, *, places: int = 3) -> None:
    """Prints a digest entry, what it says, and its first places."""
    badge = f" ({citation.territory})" if citation.territory != "both" else ""
    print(f"  {mark} {citation.quote}{badge}  {{{citation.id}}}")
    for place in citation.cites[:places]:
        first, last = place.lines
        further = f"; {place.further}" if place.further else ""
        print(f"      ← {place.source} {place.file}:{first}{f'-{last}' if last != first else ''} {place.section}{further}")


def short(text: str, size: int = WIDTH) -> str:
    """A text on one line, cut with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= size else line[: size - 1].rstrip() + "…"


def _width(text: str) -> int:
    """Columns of a terminal that a text takes."""
    return sum(2 if ord(c) > 0x2E7F else 1 for c in text)
