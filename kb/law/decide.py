"""Cases decided by the formal rules of the digest: facts in, what follows out, with what it rests on and what is missing.

The words of a case are those of `when` (docs/rules.md). No rule is here: only what holds is compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from kb.errors import BadInput
from kb.law import precedence
from kb.law.conditions import missing, problems
from kb.law.precedence import Beaten
from kb.law.rules import FormalRule, around, parts, rules_about
from kb.law.vocabulary import TERMS, VOCABULARY
from kb.model import Rule, Territory, Verdict

Case = Mapping[str, object]
"""Facts by term, flat (`"card.type"`) or nested; what it does not mention is unknown, or what the term assumes."""

_VERDICTS: dict[str, Verdict] = {"permitted": "yes", "forbidden": "no", "conflict": "depends", "": "unknown"}
_ASSUMED = {t.name: t.assumed for t in TERMS if t.assumed is not None}
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
    """Ids of the rules that hold the conclusion up, the most specific first."""
    beaten: tuple[Beaten, ...] = ()
    no_reason: tuple[str, ...] = ()
    """Ids of the rules that say that something is no reason."""
    missing: tuple[str, ...] = ()
    """Facts that would decide it."""
    possible: tuple[str, ...] = ()
    """What it may come to, once they are known."""


@lru_cache(maxsize=64)
def area(act: str, territory: Territory = "OCG", folder: Path | None = None, as_of: str = "") -> tuple[FormalRule, ...]:
    """The rules about an act that count in a territory on a date. Raises BadSources where our data is wrong."""
    return tuple(f for f in rules_about(act, folder) if precedence.applies_in(f.rule, territory, as_of))


def decide_case(case: Case, *, territory: Territory = "OCG", folder: Path | None = None, as_of: str = "") -> Decision:
    """The case held against all rules of its `act`. Raises BadInput where a word of the case is unknown."""
    facts = facts_of(case, folder)
    return _decide(area(str(facts["act"]), territory, folder, as_of), facts)


def decide(rules: Sequence[FormalRule], case: Case) -> Decision:
    """The case held against these rules, in whatever order they come. Raises BadInput as `decide_case` does."""
    return _decide(rules, facts_of(case))


def facts_of(case: Case, folder: Path | None = None) -> dict[str, object]:
    """A case as facts, with what its terms assume. Raises BadInput naming every word that is unknown, and the nearest one."""
    given = dict(_flat(case))
    if wrong := [line for name, value in given.items() for line in _wrong(name, value)]:
        raise BadInput(f"case: {'; '.join(wrong)}. The words are in docs/rules.md.")
    if not given.get("act"):
        raise BadInput('case: `act` is missing. Say what is asked, for example act = "chain".')
    facts = {**_ASSUMED, **given}
    for name, value in given.items():
        if VOCABULARY[name].kind == "words":
            facts[name] = tuple(value) if isinstance(value, list | tuple) else (value,)
    if "timing" in given:
        inside = around(str(given["timing"]), folder)
        whole = parts(inside[1], folder) if len(inside) > 1 else ()
        facts["timing"] = inside
        facts["before"] = whole[whole.index(inside[0]) + 1 :] if inside[0] in whole else ()
    return facts


def _flat(case: Case, above: str = "") -> Iterator[tuple[str, object]]:
    for key, value in case.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key}.")
        elif value is not None:
            yield f"{above}{key}", value


def _wrong(name: str, value: object) -> list[str]:
    if name in ("any", "all", "none") or name.endswith(("_min", "_max")):
        return [f"`{name}` has no place in a case; give the fact itself"]
    listed = isinstance(value, list | tuple)
    if listed and name in VOCABULARY and VOCABULARY[name].kind != "words":
        return [f"`{name}` takes one value"]
    return problems({name: list(value) if isinstance(value, tuple) else value})


def _decide(rules: Sequence[FormalRule], facts: Mapping[str, object]) -> Decision:
    held = [(f, f.holds(facts)) for f in rules]
    sure = [f.rule for f, is_so in held if is_so]
    open_rules = [f for f, is_so in held if is_so is None]
    best = _weighed(sure)
    turning = [f for f in open_rules if _turns(f, open_rules, sure)]
    if turning:
        outcomes = {_weighed([*sure, *more]).then for more in _combinations(open_rules)}
        return Decision(
            then="",
            verdict="depends",
            fired=best.standing,
            beaten=best.beaten,
            no_reason=_no_reason(sure),
            missing=tuple(sorted({name for f in turning for name in missing(f.when, facts)}, key=list(VOCABULARY).index)),
            possible=tuple(sorted(outcomes - {"", "conflict"})),
        )
    return Decision(
        then=best.then,
        verdict=_VERDICTS.get(best.then, "n/a"),
        value=_value(best.standing, sure),
        fired=best.standing,
        beaten=best.beaten,
        no_reason=_no_reason(sure),
    )


def _weighed(rules: Sequence[Rule]) -> precedence.Decision:
    return precedence.decide(rules, lambda rule: precedence.weight(rule, {}))


def _no_reason(rules: Sequence[Rule]) -> tuple[str, ...]:
    return tuple(r.id for r in rules if r.then == "insufficient")


def _value(standing: Sequence[str], rules: Sequence[Rule]) -> Mapping[str, str]:
    return next((r.value for r in rules if r.id in standing and r.value), {})


def _outcome(rules: Sequence[Rule]) -> tuple[str, tuple[tuple[str, str], ...]]:
    best = _weighed(rules)
    return best.then, tuple(sorted(_value(best.standing, rules).items()))


def _turns(one: FormalRule, open_rules: Sequence[FormalRule], sure: Sequence[Rule]) -> bool:
    """Whether the conclusion may differ by whether this rule holds."""
    others = [f for f in open_rules if f is not one]
    return any(_outcome([*sure, *more, one.rule]) != _outcome([*sure, *more]) for more in _combinations(others))


def _combinations(rules: Sequence[FormalRule]) -> Iterator[list[Rule]]:
    """Which of the undecided rules may hold: every choice of a few, of many none, each alone and all together."""
    if len(rules) <= _MANY:
        for bits in range(1 << len(rules)):
            yield [f.rule for n, f in enumerate(rules) if bits >> n & 1]
        return
    yield []
    yield from ([f.rule] for f in rules)
    yield [f.rule for f in rules]
