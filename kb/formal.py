"""The formal rules of the digest: entries with `when` and `then`, ready to be evaluated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kb.bundled import load_rules, load_timings
from kb.conditions import Condition, compile_when, problems
from kb.model import Finding, Lines, Rule, Timing


@dataclass(frozen=True, slots=True, eq=False)
class FormalRule:
    """A rule and its condition as a function of the facts."""

    rule: Rule
    holds: Condition
    when: Mapping[str, object]


def check_when(rule: Rule) -> list[Finding]:
    """What is wrong with the formal part of an entry; for `load_rules(check_when=…)`."""
    place = Lines(rule.line, rule.line) if rule.line else None
    found = [
        Finding(
            code="R019",
            severity="error",
            message=line,
            hint="The words of `when` are in docs/rules.md.",
            source=rule.file,
            lines=place,
            key=f"{rule.id}.when",
        )
        for line in problems(rule.when or {})
    ]
    if not rule.then:
        found.append(
            Finding(
                code="R020",
                severity="error",
                message="`when` without `then`",
                hint="Say what follows: permitted, forbidden, insufficient or a word of your own.",
                source=rule.file,
                lines=place,
                key=f"{rule.id}.then",
            )
        )
    return found


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
