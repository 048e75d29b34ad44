"""Which of several rules prevails: one pure function, the same whatever order the rules come in.

First what another rule overrides by name goes. Rules that still conclude otherwise are then held against each other tier by
tier: what supersedes what, named card over group over general, authority, date of issue. A tier is asked only while the
tiers above it leave opposed rules; what is opposed after the last stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kb.law.conditions import names_of
from kb.law.narrower import Around, narrower
from kb.law.ranking import Ranking
from kb.model import Rule, Source, Territory

OVERRIDDEN = "overridden"
Prevails = Callable[[Rule, Rule], bool]
"""Whether the first of two opposed rules prevails over the second."""


@dataclass(frozen=True, slots=True)
class Beaten:
    """A rule that applied and lost."""

    rule: str
    by: str
    why: str
    """The tier: overridden, superseded, more specific, higher authority, newer."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is left when all has been weighed."""

    then: str
    """The conclusion; empty if no rule applied, "conflict" if opposed positions are left."""
    standing: tuple[str, ...]
    """Ids of the rules that hold it up; for a conflict those of both sides."""
    beaten: tuple[Beaten, ...] = ()


@dataclass(frozen=True, eq=False)
class Order:
    """The tiers below the override by name, over the documents that rules cite."""

    documents: Mapping[str, Source]
    around: Around
    """A timing's id and the ids of what contains it."""
    ranking: Ranking = field(default_factory=Ranking)
    """Whose word counts more: the standard order or the user's own."""
    _older: Mapping[str, frozenset[str]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_older", {d: _superseded(d, self.documents) for d in self.documents})

    @property
    def tiers(self) -> tuple[tuple[str, Prevails], ...]:
        """The name of each tier and how it decides, the first first."""
        return (
            ("superseded", self.supersedes),
            ("more specific", self.is_more_specific),
            ("higher authority", self.has_authority_over),
            ("newer", self.is_newer),
        )

    def supersedes(self, one: Rule, other: Rule) -> bool:
        """Whether every document that the other rests on is superseded by one that this rule rests on."""
        return bool(other.cites) and not self._backing(other, one)

    def is_more_specific(self, one: Rule, other: Rule) -> bool:
        """Named cards over an exception, or a condition strictly narrower than the other's, over the general rule.

        A formal rule is about named cards if its condition names them; cards in its text are examples.
        """
        return self._level(one, other) > self._level(other, one)

    def has_authority_over(self, one: Rule, other: Rule) -> bool:
        """Whether the highest authority it rests on is above the other's; what the other side supersedes lends none."""
        return self._rank(one, other) > self._rank(other, one)

    def is_newer(self, one: Rule, other: Rule) -> bool:
        """Whether its newest document was issued after the other's; undated ones are neither newer nor older."""
        mine, theirs = self._issued(one, other), self._issued(other, one)
        shared = min(len(mine), len(theirs))
        return bool(shared) and mine[:shared] > theirs[:shared]

    def _backing(self, rule: Rule, against: Rule) -> set[str]:
        """The documents it rests on, less those that a document of the other side supersedes."""
        older = [self._older.get(c.source, frozenset()) for c in against.cites]
        return {c.source for c in rule.cites}.difference(*older)

    def _level(self, rule: Rule, against: Rule) -> int:
        if rule.cards and (rule.when is None or names_of(rule.when)):
            return 2
        return int(rule.kind == "exception" or narrower(rule.when or {}, against.when or {}, self.around))

    def _rank(self, rule: Rule, against: Rule) -> int:
        known = [self.documents[d] for d in self._backing(rule, against) if d in self.documents]
        return -self.ranking.highest(known)

    def _issued(self, rule: Rule, against: Rule) -> str:
        known = [self.documents[d].issued for d in self._backing(rule, against) if d in self.documents]
        return max(known, default="")


def _superseded(document: str, documents: Mapping[str, Source]) -> frozenset[str]:
    """Everything that a document supersedes, and what that superseded before."""
    found: set[str] = set()
    waiting = [document]
    while waiting:
        known = documents.get(waiting.pop())
        new = set(known.supersedes) - found - {document} if known else set()
        found |= new
        waiting += new
    return frozenset(found)


def applies_in(rule: Rule, territory: Territory, as_of: str = "") -> bool:
    """Whether a rule counts in a territory on a date (ISO, a year or a month too; empty means today).

    A rule that held until an edition, named without a date, counts on no date.
    """
    if rule.territory != "both" and territory != "both" and rule.territory != territory:
        return False
    if not as_of:
        return not rule.until
    if _is_date(rule.since) and rule.since[: len(as_of)] > as_of[: len(rule.since)]:
        return False
    return not rule.until or (_is_date(rule.until) and rule.until[: len(as_of)] >= as_of[: len(rule.until)])


def _is_date(text: str) -> bool:
    return text[:4].isdecimal() and len(text) >= 4


def decide(fired: Iterable[Rule], order: Order | None = None) -> Outcome:
    """What the rules that apply conclude together; without an order only overriding by name counts.

    A rule overridden by one that stands does not count; overriding works through chains, so that a rule is back when what
    overrode it is itself overridden. The same holds within each tier. Rules that conclude "insufficient" only take a reason
    away.
    """
    rules = {r.id: r for r in sorted(fired, key=lambda r: r.id)}
    better: dict[str, list[str]] = {i: [] for i in rules}
    for rule in rules.values():
        for lower in rule.overrides:
            if lower in better and lower != rule.id:
                better[lower].append(rule.id)
    beaten = _lost(better, OVERRIDDEN)
    out = {b.rule for b in beaten}
    left = [r for r in rules.values() if r.id not in out and r.then != "insufficient"]
    for why, prevails in order.tiers if order else ():
        if len({r.then for r in left}) < 2:
            break
        lost = _lost({r.id: [o.id for o in left if o.then != r.then and prevails(o, r)] for r in left}, why)
        beaten += lost
        left = [r for r in left if r.id not in {b.rule for b in lost}]
    conclusions = {r.then for r in left}
    then = "conflict" if len(conclusions) > 1 else next(iter(conclusions), "")
    return Outcome(then, tuple(r.id for r in left), tuple(beaten))


def _lost(better: Mapping[str, Sequence[str]], why: str) -> list[Beaten]:
    """Those that lose to one that stands, given what prevails over each; those that only beat each other all stand."""
    standing: set[str] = set()
    beaten: dict[str, str] = {}
    while len(standing) + len(beaten) < len(better):
        waiting = [i for i in better if i not in standing and i not in beaten]
        free = [i for i in waiting if all(o in beaten for o in better[i])]
        standing.update(free or waiting)
        for rule_id in waiting:
            winner = next((o for o in better[rule_id] if o in standing), "")
            if winner and rule_id not in standing:
                beaten[rule_id] = winner
    return [Beaten(i, by, why) for i, by in sorted(beaten.items())]
