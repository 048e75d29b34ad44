"""The formal rules of the digest: entries with `when` and `then`, ready to be evaluated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kb.digest.check import nearest
from kb.digest.load import load_rules, load_timings
from kb.law.case_terms import OUTCOMES, VALUE
from kb.law.conditions import Condition, compile_when, problems
from kb.law.vocabulary import CONCLUSIONS
from kb.model import Finding, Lines, Rule, Timing


@dataclass(frozen=True, slots=True, eq=False)
class FormalRule:
    """A rule and its condition as a function of the facts."""

    rule: Rule
    holds: Condition
    when: Mapping[str, object]


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


@lru_cache(maxsize=64)
def rules_about(act: str, folder: Path | None = None) -> tuple[FormalRule, ...]:
    """The formal rules about an act other than activating in some step.

    Raises BadSources with every mistake of the sources folder.
    """
    rules = load_rules(folder, check_when=check_when)
    return tuple(FormalRule(r, compile_when(r.when), r.when) for r in rules if r.when and act in _listed(r.when.get("act")))


@lru_cache(maxsize=8)
def formal_rules(act: str, step: str, folder: Path | None = None) -> tuple[FormalRule, ...]:
    """The formal rules about doing `act` in a step: those whose timings all lie in it.

    Raises BadSources with every mistake of the sources folder.
    """
    rules = load_rules(folder, check_when=check_when)
    return tuple(
        FormalRule(r, compile_when(r.when), r.when)
        for r in rules
        if r.when is not None
        and act in _listed(r.when.get("act"))
        and r.timing
        and all(t.split(".")[0] == step for t in r.timing)
    )


def _listed(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


def parts(whole: str, folder: Path | None = None) -> tuple[str, ...]:
    """Ids of the timings directly inside a step or phase, in the order in which they come."""
    return tuple(t.id for t in load_timings(folder) if t.part_of == whole)


def around(timing: str, folder: Path | None = None) -> tuple[str, ...]:
    """The timing and what contains it, from the inside out."""
    entries: dict[str, Timing] = {t.id: t for t in load_timings(folder)}
    found: list[str] = []
    at: str | None = timing
    while at in entries and at not in found:
        found.append(at)
        at = entries[at].part_of
    return tuple(found)
