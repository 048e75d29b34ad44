"""What holds in a part of the turn, ordered for a reader: what happens, what may be done, what may not, with exceptions under
their rules; in the Damage Step also which kinds of activation its formal rules let through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.law.law import Law
from kb.model import Rule, Timing
from query.browse.around import Term, around
from query.browse.names import resolve
from query.card.judge import STEP
from query.rule.conflicts import is_settled

GroupName = Literal["happens", "permits", "forbids", "outdated"]
GROUPS: tuple[GroupName, ...] = ("happens", "permits", "forbids", "outdated")
_PERMITS = frozenset({"permitted"})
_FORBIDS = frozenset({"forbidden", "insufficient"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """An entry of the digest that holds then, with the entries that are exceptions to it."""

    rule: Rule
    exceptions: tuple[Rule, ...] = ()
    opposed: tuple[Rule, ...] = ()
    """Entries that state the other position of a disagreement nobody has settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """What a formal rule says of one kind of activation."""

    rule: Rule
    then: Literal["permitted", "forbidden", "insufficient"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPage:
    """A part of the turn."""

    timing: Timing
    within: tuple[Term, ...]
    parts: tuple[Term, ...]
    previous: tuple[Term, ...]
    next: tuple[Term, ...]
    groups: Mapping[GroupName, Sequence[Holding]]
    admissions: tuple[Admission, ...]
    """Permitted first; empty outside the Damage Step."""


def turn_page(name: str, *, law: Law) -> TurnPage:
    """The page of the part that a name means. Raises UnknownName, with the nearest names, if it means none."""
    timings = {t.id: t for t in law.timings}
    found = resolve(name, "timing", timings, law.sources)[0]
    timing = timings[found]
    return TurnPage(
        timing=timing,
        **around(timing, timings),
        groups=_groups(found, law),
        admissions=_admissions(found, law),
    )


def _groups(timing: str, law: Law) -> Mapping[GroupName, Sequence[Holding]]:
    rules = law.rules
    here = [r for r in rules.values() if timing in r.timing]
    under: dict[str, list[Rule]] = {}
    for rule in here:
        for other in rule.overrides:
            if other in rules and timing in rules[other].timing:
                under.setdefault(other, []).append(rule)
    placed = {r.id for found in under.values() for r in found}
    groups: dict[GroupName, list[Holding]] = {name: [] for name in GROUPS}
    for rule in sorted(here, key=lambda r: (bool(r.cards), len(r.timing))):
        if rule.id not in placed:
            groups[_group(rule)].append(_holding(rule, under, rules))
    return groups


def _holding(rule: Rule, under: Mapping[str, Sequence[Rule]], rules: Mapping[str, Rule]) -> Holding:
    exceptions: dict[str, Rule] = {}
    waiting = list(under.get(rule.id, ()))
    while waiting:
        one = waiting.pop(0)
        if one.id not in exceptions and one.id != rule.id:
            exceptions[one.id] = one
            waiting += under.get(one.id, ())
    opposed = () if is_settled(rule, rules) else tuple(rules[c] for c in rule.conflicts if c in rules)
    return Holding(rule=rule, exceptions=tuple(exceptions.values()), opposed=opposed)


def _group(rule: Rule) -> GroupName:
    if rule.until:
        return "outdated"
    if rule.then in _PERMITS or rule.kind == "permission":
        return "permits"
    if rule.then in _FORBIDS or rule.kind == "prohibition":
        return "forbids"
    return "happens"


def _admissions(timing: str, law: Law) -> tuple[Admission, ...]:
    """The general formal rules about activating that may hold at a timing of the Damage Step."""
    if STEP not in law.around(timing):
        return ()
    later = law.parts(STEP) if timing == STEP else law.facts({"act": "activate", "timing": timing})["before"]
    facts: dict[str, object] = {"act": "activate", "timing": law.around(timing), "before": later}
    found = [
        Admission(rule=f.rule, then=f.rule.then)  # type: ignore[arg-type]  # one of the admissions, as filtered
        for f in law.about("activate", STEP)
        if not f.rule.cards and f.holds(facts) is not False and f.rule.then in _PERMITS | _FORBIDS
    ]
    order = ("permitted", "insufficient", "forbidden")
    return tuple(sorted(found, key=lambda a: order.index(a.then)))
