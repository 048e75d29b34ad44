"""The effects of a card text with their verdicts at each timing of the Damage Step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kb.cardtext import CardKind
from kb.law.law import Law
from kb.model import CardText, Effect, Verdict
from query.card.judge import Judgement, judge, with_card

MAX_TEXT = 4_000
"""Longest card text, in code points, that is read: twice as long as the longest there is."""
CALCULATION = "damage-step.calculation"
_ORDER: tuple[Verdict, ...] = ("yes", "depends", "unknown", "no", "n/a")


def best(verdicts: Iterable[Verdict]) -> Verdict:
    """The most favourable of several verdicts; unknown if there are none.

    >>> best(["no", "yes", "depends"])
    'yes'
    """
    return min(verdicts, key=_ORDER.index, default="unknown")


@dataclass(frozen=True, slots=True)
class CheckedEffect:
    """One effect and its verdict at each timing of the Damage Step."""

    effect: Effect
    judgements: tuple[Judgement, ...]

    @property
    def verdict(self) -> Verdict:
        """yes if it may be activated at some timing."""
        return best(j.verdict for j in self.judgements)

    def at(self, timing: str) -> Verdict:
        """The verdict at one timing; unknown for a timing that is not part of the Damage Step."""
        return next((j.verdict for j in self.judgements if j.timing == timing), "unknown")

    @property
    def only_before_calculation(self) -> bool | None:
        """Whether every timing that allows it comes before damage calculation; None unless some timing does."""
        allowed = [n for n, j in enumerate(self.judgements) if j.verdict == "yes"]
        if not allowed:
            return None
        calculation = next((n for n, j in enumerate(self.judgements) if j.timing == CALCULATION), 0)
        return all(n < calculation for n in allowed)


def check_text(text: CardText, kind: CardKind, *, law: Law, name: str = "") -> tuple[CheckedEffect, ...]:
    """Every effect of a card text that is activated, judged by a law. `name`: the card's English one, where known."""
    return tuple(_checked(e, text, kind, law, name) for e in text.effects if e.profile.starts_chain)


def _checked(effect: Effect, text: CardText, kind: CardKind, law: Law, name: str) -> CheckedEffect:
    others = with_card(text, kind, law=law, name=name) if effect.profile.kind == "activation" else ()
    return CheckedEffect(effect, judge(effect.profile, kind, law=law, name=name, with_card=others))
