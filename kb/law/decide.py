"""The engine: rules and facts in, what follows out, with what it rests on and what is missing. No rule is in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.law import precedence
from kb.law.conditions import Facts, missing
from kb.law.precedence import Beaten, Order, Outcome
from kb.law.rules import FormalRule
from kb.law.vocabulary import VOCABULARY
from kb.model import Rule, Verdict

_VERDICTS: dict[str, Verdict] = {"permitted": "yes", "forbidden": "no", "conflict": "depends", "": "unknown"}
_PLACES = {name: place for place, name in enumerate(VOCABULARY)}
_MANY = 6
"""Up to so many undecided rules every combination of them is tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the rules say about a case."""

    then: str
    """The conclusion; empty if no rule holds or a missing fact could turn it, "conflict" if opposed rules are left."""
    verdict: Verdict
    """yes or no for what may be done; depends where facts are missing or rules opposed; n/a for other conclusions."""
    value: Mapping[str, str] = field(default_factory=dict)
    """What is to be computed, by name."""
    fired: tuple[str, ...] = ()
    """Ids of the rules that hold the conclusion up; of those, too, that would turn it but for an editor's correction."""
    beaten: tuple[Beaten, ...] = ()
    no_reason: tuple[str, ...] = ()
    """Ids of the rules that say that something is no reason."""
    missing: tuple[str, ...] = ()
    """Facts that would decide it."""
    possible: tuple[str, ...] = ()
    """What it may come to, once they are known."""


def decide(rules: Sequence[FormalRule], facts: Facts, order: Order | None = None) -> Decision:
    """What follows from these rules, in whatever order they come; `order` settles what no rule overrides by name."""
    held = [(f, f.holds(facts)) for f in rules]
    sure = [f.rule for f, is_so in held if is_so]
    undecided = [f for f, is_so in held if is_so is None]
    choices = _Choices(sure, undecided, order)
    best = choices.outcome(0)
    turning = [f for n, f in enumerate(undecided) if choices.turns(n)]
    no_reason = tuple(r.id for r in sure if r.then == "insufficient")
    if not turning:
        return Decision(
            then=best.then,
            verdict=_VERDICTS.get(best.then, "n/a"),
            value=choices.value(0),
            fired=best.standing,
            beaten=best.beaten,
            no_reason=no_reason,
        )
    return Decision(
        then="",
        verdict="depends",
        fired=(*best.standing, *(f.rule.id for f in turning if f.corrected)),
        beaten=best.beaten,
        no_reason=no_reason,
        missing=tuple(sorted({name for f in turning for name in missing(f.when, facts)}, key=_PLACES.__getitem__)),
        possible=choices.possible(),
    )


class _Choices:
    """What it comes to for each choice of those undecided rules that may hold; a choice is a set of bits, worked out once."""

    def __init__(self, sure: Sequence[Rule], undecided: Sequence[FormalRule], order: Order | None) -> None:
        self._sure, self._undecided, self._order = sure, [f.rule for f in undecided], order
        self._known: dict[int, Outcome] = {}

    def outcome(self, chosen: int) -> Outcome:
        found = self._known.get(chosen)
        if found is None:
            found = self._known[chosen] = precedence.decide(self._holding(chosen), self._order)
        return found

    def value(self, chosen: int) -> Mapping[str, str]:
        standing = self.outcome(chosen).standing
        return next((r.value for r in self._holding(chosen) if r.value and r.id in standing), {})

    def turns(self, number: int) -> bool:
        """Whether the conclusion may differ by whether this rule holds."""
        bit = 1 << number
        return any(self._told(c | bit) != self._told(c) for c in self._tried() if not c & bit)

    def possible(self) -> tuple[str, ...]:
        """Every conclusion it may come to."""
        return tuple(sorted({self.outcome(c).then for c in self._tried()} - {"", "conflict"}))

    def _holding(self, chosen: int) -> list[Rule]:
        return [*self._sure, *(r for n, r in enumerate(self._undecided) if chosen >> n & 1)]

    def _told(self, chosen: int) -> tuple[str, tuple[tuple[str, str], ...]]:
        return self.outcome(chosen).then, tuple(sorted(self.value(chosen).items()))

    def _tried(self) -> Iterator[int]:
        """Every choice of a few; of many none, each alone, all, and all but one."""
        count = len(self._undecided)
        everything = (1 << count) - 1
        if count <= _MANY:
            yield from range(everything + 1)
            return
        yield 0
        yield everything
        for number in range(count):
            yield 1 << number
            yield everything & ~(1 << number)
