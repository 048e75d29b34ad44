"""The formal rules of the digest: entries with `when` and `then`, checked, and ready to be evaluated."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from kb.digest.check import nearest
from kb.law.conditions import Condition, Facts, compile_when, problems
from kb.law.vocabulary import CONCLUSIONS, OUTCOMES, VALUE
from kb.model import Finding, Lines, Rule, Tri


@dataclass(frozen=True, slots=True, eq=False)
class FormalRule:
    """A rule and its condition as a function of the facts."""

    rule: Rule
    holds: Condition
    when: Mapping[str, object]
    corrected: bool = False
    """An editor corrected its wording: where it would hold it is unknown whether it still does."""

    @property
    def acts(self) -> tuple[object, ...]:
        """What it is about."""
        return _listed(self.when.get("act"))

    def within(self, step: str) -> bool:
        """Whether it is about that step: its timings all lie in it."""
        return bool(self.rule.timing) and all(t.split(".")[0] == step for t in self.rule.timing)


def formal(rules: Iterable[Rule], corrected: Collection[str] = ()) -> tuple[FormalRule, ...]:
    """Those of the entries that have a formal part, ready to be evaluated. `corrected`: ids whose wording editors corrected.

    Raises ValueError for a condition that `check_when` finds fault with.
    """
    return tuple(_formal(r, r.when, r.id in corrected) for r in rules if r.when is not None)


def _formal(rule: Rule, when: Mapping[str, object], corrected: bool) -> FormalRule:
    holds = compile_when(when)
    return FormalRule(rule, _doubted(holds) if corrected else holds, when, corrected)


def _doubted(holds: Condition) -> Condition:
    def test(facts: Facts) -> Tri:
        return None if holds(facts) else holds(facts)

    return test


def check_when(rule: Rule) -> list[Finding]:
    """What is wrong with the formal part of an entry; for `load_rules(check_when=…)`."""
    found = [_finding(rule, "R019", "when", m, "The words of `when` are in docs/rules.md.") for m in problems(rule.when or {})]
    allowed = outcomes(_listed((rule.when or {}).get("act")))
    if not rule.then:
        hint = f"Say what follows: {', '.join(allowed)}."
        found.append(_finding(rule, "R020", "then", "`when` without `then`", hint))
    elif rule.then not in allowed:
        found.append(_finding(rule, "R020", "then", f"`then` does not know `{rule.then}`", nearest(rule.then, allowed)))
    for key, word in (rule.value or {}).items():
        if word not in VALUE.get(key, ()):
            message, hint = f"`value` does not know {key} = `{word}`", nearest(word, VALUE.get(key, tuple(VALUE)))
            found.append(_finding(rule, "R021", "value", message, hint))
    return found


def outcomes(acts: Iterable[object]) -> tuple[str, ...]:
    """The words in which a rule about these acts may conclude."""
    return tuple(dict.fromkeys((*CONCLUSIONS, *(word for act in acts for word in OUTCOMES.get(str(act), ())))))


def _finding(rule: Rule, code: str, key: str, message: str, hint: str) -> Finding:
    return Finding(
        code=code,
        severity="error",
        message=message,
        hint=hint,
        source=rule.file,
        lines=Lines(rule.line, rule.line) if rule.line else None,
        key=f"{rule.id}.{key}",
    )


def _listed(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, list) else (value,)
