"""The effects of a card text with their verdicts at each timing of the Damage Step."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kb.cardtext import CardKind
from kb.law.law import Law
from kb.model import CardText, Effect, Verdict
from query.card.judge import Judgement, judge, with_card
from query.card.word import CALCULATION, Word

MAX_TEXT = 4_000
"""Longest card text, in code points, that is read: twice as long as the longest there is."""
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
    computed: tuple[Judgement, ...]
    """By the law and the text alone."""
    word: Word | None = None
    """What is officially said of it."""

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """As officially said, where it is; else as computed."""
        return self.word.settles(self.computed) if self.word else self.computed

    @property
    def verdict(self) -> Verdict:
        """yes if it may be activated at some timing."""
        return self.over(())

    def over(self, timings: Collection[str]) -> Verdict:
        """The most favourable verdict at these timings; at all of them, if none are given, first what is officially said."""
        said = self.word.verdict if self.word and len(timings) in (0, len(self.computed)) else None
        return said or best(j.verdict for j in self.judgements if not timings or j.timing in timings)

    def at(self, timing: str) -> Verdict:
        """The verdict at one timing; unknown for a timing that is not part of the Damage Step."""
        return next((j.verdict for j in self.judgements if j.timing == timing), "unknown")

    @property
    def only_before_calculation(self) -> bool | None:
        """Whether every timing that allows it comes before damage calculation; None unless some timing does for certain."""
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
