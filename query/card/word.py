"""Konami's word on one effect, and the verdicts at each timing as it settles them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kb.model import Verdict
from kb.official.formulas import Value
from kb.official.ties import Tied, of_field
from query.card.judge import Judgement

CALCULATION = "damage-step.calculation"
_SAID: Mapping[Value, Verdict] = {"no": "no", "yes": "yes", "early": "yes", "through": "yes"}
_LAST = {"early": -1, "through": 0}
"""The last timing at which it may be activated, counted from damage calculation, where a statement names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """What is said of one effect."""

    tied: tuple[Tied, ...]

    @property
    def damage_step(self) -> Tied | None:
        """What decides whether it may be activated in the Damage Step; None where nothing does, or statements disagree."""
        said = of_field(self.tied, "damage_step")
        if len({_SAID[v] for v in said}) != 1:
            return None
        return next((said[v] for v in ("early", "through", "no", "yes") if v in said), None)

    @property
    def verdict(self) -> Verdict | None:
        """yes or no on activation in the Damage Step; None where it is not said."""
        tied = self.damage_step
        return _SAID[tied.value] if tied else None

    def value(self, field: str) -> Tied | None:
        """The one value that is said of a field of the profile; None for none or several."""
        found = list(of_field(self.tied, field).values())
        return found[0] if len(found) == 1 else None

    def settles(self, judgements: Sequence[Judgement]) -> tuple[Judgement, ...]:
        """The judgement at each timing as said; as computed where what is said leaves the timing open and does not differ."""
        said = self.damage_step
        if said is None:
            return tuple(judgements)
        source = said.statement.id
        if said.value in _LAST:
            last = next((n for n, j in enumerate(judgements) if j.timing == CALCULATION), 0) + _LAST[str(said.value)]
            told: list[Verdict] = ["yes" if n <= last else "no" for n in range(len(judgements))]
        elif self.verdict == "no":
            told = ["no"] * len(judgements)
        elif any(j.verdict == "yes" for j in judgements):
            return tuple(replace(j, official=source) if j.verdict == "yes" else j for j in judgements)
        else:
            told = ["unknown"] * len(judgements)
        return tuple(_settled(j, v, source) for j, v in zip(judgements, told, strict=True))


def _settled(computed: Judgement, verdict: Verdict, source: str) -> Judgement:
    if computed.verdict == verdict:
        return replace(computed, official=source)
    return Judgement(computed.timing, verdict, official=source)
