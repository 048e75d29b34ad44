"""What entries say, compared as data: sides of predicates, each with the facts it holds under (`docs/propositions.md`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.model import Predicate, Rule

Fact = tuple[str, str]
"""A facet and its value."""


@dataclass(frozen=True)
class Propositions:
    """The vocabulary by which what two entries state is held against each other."""

    predicates: Sequence[Predicate]

    @cached_property
    def _of_side(self) -> Mapping[str, str]:
        return {side: p.id for p in self.predicates for side in p.sides}

    def predicates_of(self, rule: Rule) -> frozenset[str]:
        """What an entry states something about."""
        return frozenset(self._of_side.get(s.side, s.side) for s in rule.states)

    def one_question(self, one: Rule, other: Rule) -> bool:
        """Whether two entries answer a question of the same predicate."""
        return bool(self.predicates_of(one) & self.predicates_of(other))

    def opposed(self, one: Rule, other: Rule) -> bool:
        """Whether one entry affirms of a predicate what the other denies, whatever the facts."""
        sides = {s.side for s in other.states}
        taken = {s.side for s in one.states}
        return any(side in taken and against in sides for p in self.predicates for side, against in (p.sides, p.sides[::-1]))


def facts_of(rule: Rule) -> frozenset[Fact]:
    """Every fact under which an entry states something."""
    return frozenset(fact for s in rule.states for fact in s.given.items())


def facts_shared(one: Rule, other: Rule) -> float:
    """Share of the facts of the entry with fewer that the other one names too, 0..1; 0 if either names none."""
    a, b = facts_of(one), facts_of(other)
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0


def stated_by(one: Rule, other: Rule) -> bool:
    """Whether the other entry states every side of this one, under no more facts than this one needs; no if it states none."""
    return bool(one.states) and all(
        any(t.side == s.side and t.given.items() <= s.given.items() for t in other.states) for s in one.states
    )
