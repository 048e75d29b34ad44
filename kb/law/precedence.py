"""Which of several rules prevails: one pure function, the same whatever order the rules come in.

Filter by territory and date; then what is overridden explicitly; then named card over group over general; then the
authority of what a rule cites; then its date. Positions still opposed after that stay open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from kb.model import AUTHORITIES, Rule, Source, Territory

Weight = tuple[int, int, str]
"""Comparable, higher prevails: specificity (2 named card, 1 exception, 0 general), authority, date."""


@dataclass(frozen=True, slots=True)
class Beaten:
    """A rule that applied and lost."""

    rule: str
    by: str
    why: str
    """overridden, more specific, higher authority, newer."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is left when all has been weighed."""

    then: str
    """The conclusion; empty if no rule applied, "conflict" if opposed positions are left."""
    standing: tuple[str, ...]
    """Ids of the rules that hold it up; for a conflict those of both sides."""
    beaten: tuple[Beaten, ...] = ()


def applies_in(rule: Rule, territory: Territory, as_of: str = "") -> bool:
    """Whether a rule counts in a territory on a date (ISO, or an edition that sorts; empty means today)."""
    if rule.territory != "both" and territory != "both" and rule.territory != territory:
        return False
    if as_of and rule.since and rule.since > as_of:
        return False
    return not (rule.until and (not as_of or rule.until < as_of))


def weight(rule: Rule, sources: Mapping[str, Source]) -> Weight:
    """How much a rule weighs against one that says the opposite."""
    cited = [sources[c.source] for c in rule.cites if c.source in sources]
    rank = max((len(AUTHORITIES) - AUTHORITIES.index(s.authority) for s in cited), default=0)
    specific = 2 if rule.cards else 1 if rule.kind == "exception" else 0
    return specific, rank, max((s.issued for s in cited), default="")


def decide(fired: Iterable[Rule], weigh: Callable[[Rule], Weight] | None = None) -> Decision:
    """What the rules that apply conclude together.

    A rule overridden by one that stands does not count; overriding works through chains, so that a rule is back when what
    overrode it is itself overridden. Rules that conclude "insufficient" only take a reason away.
    """
    rules = {r.id: r for r in sorted(fired, key=lambda r: r.id)}
    beaten = _overridden(rules)
    out = {b.rule for b in beaten}
    left = [r for r in rules.values() if r.id not in out and r.then != "insufficient"]
    conclusions = {r.then for r in left}
    if len(conclusions) > 1 and weigh is not None:
        left, more = _outweighed(left, weigh)
        beaten += more
        conclusions = {r.then for r in left}
    then = "conflict" if len(conclusions) > 1 else next(iter(conclusions), "")
    return Decision(then, tuple(r.id for r in left), tuple(beaten))


def _overridden(rules: Mapping[str, Rule]) -> list[Beaten]:
    over: dict[str, list[str]] = {i: [] for i in rules}
    for rule in rules.values():
        for lower in rule.overrides:
            if lower in over and lower != rule.id:
                over[lower].append(rule.id)
    standing: set[str] = set()
    beaten: dict[str, str] = {}
    while len(standing) + len(beaten) < len(rules):
        open_ids = [i for i in rules if i not in standing and i not in beaten]
        free = [i for i in open_ids if all(o in beaten for o in over[i])]
        standing.update(free or open_ids)
        for rule_id in open_ids:
            winner = next((o for o in over[rule_id] if o in standing), "")
            if winner and rule_id not in standing:
                beaten[rule_id] = winner
    return [Beaten(i, by, "overridden") for i, by in sorted(beaten.items())]


_WHY = ("more specific", "higher authority", "newer")


def _outweighed(left: list[Rule], weigh: Callable[[Rule], Weight]) -> tuple[list[Rule], list[Beaten]]:
    weights = {r.id: weigh(r) for r in left}
    best = max(left, key=lambda r: (weights[r.id], r.id))
    top = [r for r in left if weights[r.id] == weights[best.id]]
    if len({r.then for r in top}) > 1:
        return left, []
    kept = [r for r in left if r.then == best.then]
    lost = [r for r in left if r.then != best.then]
    beaten: list[Beaten] = []
    for rule in lost:
        why = next(w for w, a, b in zip(_WHY, weights[best.id], weights[rule.id], strict=True) if a != b)
        beaten.append(Beaten(rule.id, best.id, why))
    return kept, beaten
