"""An effect with its verdicts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kb.model import Effect, Verdict
from query.card.judge import Judgement

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
