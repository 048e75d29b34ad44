"""Konami's own word on each effect of a card, beside what is computed from the text, and where the two differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kb.cards.record import Card
from kb.digest.load import sources_dir
from kb.home import home_dir
from kb.model import Effect
from kb.official.formulas import Formula, Value, load_formulas
from kb.official.store import OfficialStore, open_official
from kb.official.ties import Tied, numbered, tie
from kb.store.snapshot import Snapshot, open_current
from query.card.effects import CheckedEffect, best
from query.card.word import Word

PROFILE = ("kind", "targets", "mandatory", "spell_speed")
"""Fields of a profile that are held against what is said."""
_ONE_EFFECT = frozenset(("normal", "quick-play", "ritual", "counter"))
"""Sorts of Spells and Traps whose unnumbered text is what their activation does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Where the reading of a card's text and the official word part."""

    field: str
    official: Value
    computed: Value | None
    tied: Tied


class Official:
    """The official statements of one home, read by the formulas of one sources folder."""

    def __init__(self, store: OfficialStore, formulas: tuple[Formula, ...], snapshot: Snapshot | None = None) -> None:
        self.store = store
        self.formulas = formulas
        self._snapshot = snapshot
        """Held, so that a later build leaves the store's file alone."""

    def tied(self, card: Card) -> tuple[Tied, ...]:
        """All that is said of the effects of a card."""
        if not card.konami:
            return ()
        texts = {False: card.texts.get("ja", ""), True: card.pendulum.get("ja", "")}
        return tuple(tie(self.store.statements(card.konami), texts, self.formulas))

    def words(self, card: Card, effects: Sequence[Effect], *, pendulum: bool = False) -> dict[int, Word]:
        """What is said of these effects, by their place among them; those of which nothing is said are left out.

        `effects`: all of one text of the card, in order.
        """
        tied = [t for t in self.tied(card) if t.statement.pendulum == pendulum and t.subject.whole]
        if not tied:
            return {}
        printed = numbered((card.pendulum if pendulum else card.texts).get("ja", ""))
        found: dict[int, list[Tied]] = {}
        for at, number in _numbers(card, effects, [n for n in printed if n]).items():
            mine = [t for t in tied if number in t.subject.numbers]
            if effects[at].profile.kind == "activation" and not effects[at].text.strip():
                mine = [t for t in tied if t.field == "activation_damage_step"]
            if mine:
                found[at] = mine
        return {at: Word(tied=tuple(_settled(mine))) for at, mine in found.items()}


def _settled(tied: Sequence[Tied]) -> list[Tied]:
    """What is said of the bare activation of a card, as what is said of any."""
    return [replace(t, field="damage_step") if t.field == "activation_damage_step" else t for t in tied]


def _numbers(card: Card, effects: Sequence[Effect], printed: Sequence[int]) -> dict[int, int]:
    """The official number of each effect, by its place: as its own text prints it, else by order where as many are printed."""
    held = [at for at, e in enumerate(effects) if e.text.strip()]
    bare = {at: -1 for at, e in enumerate(effects) if e.profile.kind == "activation" and not e.text.strip()}
    if not printed:
        return {held[0]: 0} if len(held) == 1 and _is_one_effect(card, effects[held[0]]) else {}
    marked = {at: effects[at].number for at in held if _mark(effects[at].number) in effects[at].text}
    if marked:
        return bare | {at: number for at, number in marked.items() if number in printed}
    return bare | dict(zip(held, printed, strict=True)) if len(held) == len(printed) else bare


def _mark(number: int) -> str:
    return chr(0x245F + number) if 0 < number <= 20 else "\0"


def _is_one_effect(card: Card, effect: Effect) -> bool:
    return card.type == "monster" or (card.property in _ONE_EFFECT and effect.profile.kind == "activation")


def differences(word: Word, checked: CheckedEffect) -> tuple[Difference, ...]:
    """Where what is said and what is computed of one effect part."""
    profile = checked.effect.profile
    found = []
    if (said := word.damage_step) and word.verdict != best(j.verdict for j in checked.computed):
        found.append(
            Difference(field="damage_step", official=said.value, computed=best(j.verdict for j in checked.computed), tied=said)
        )
    for field in PROFILE:
        tied, computed = word.value(field), getattr(profile, field)
        if tied and not (field == "mandatory" and profile.kind == "activation") and not _same(field, tied.value, computed):
            found.append(Difference(field=field, official=tied.value, computed=computed, tied=tied))
    return tuple(found)


def _same(field: str, said: Value, computed: Value | None) -> bool:
    if field == "kind":
        return said in (computed, "none", "unclassified") or (said == "trigger" and computed == "flip")
    return said == computed


def open_official_word(home: Path | None = None, *, sources: Path | None = None) -> Official | None:
    """The official word as the current snapshot has it; None where no FAQ or Q&A is built. Raises SnapshotError if damaged."""
    snapshot = open_current(home_dir(home))
    if snapshot is None:
        return None
    store = open_official(snapshot.official_path)
    if store is None:
        snapshot.close()
        return None
    return Official(store, load_formulas(sources_dir(sources)), snapshot)
