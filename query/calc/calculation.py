"""What a calculator comes to: the steps of its working in both languages, each with the rules it rests on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kb.errors import BadInput
from kb.law.decide import Decision
from kb.law.law import Law
from kb.model import Lang, Verdict
from query.answer.contract import citation_json
from query.answer.entries import cite_rules
from query.model import Citation

MOST = 1_000_000
"""Highest ATK, DEF or amount that is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of the working."""

    text: Mapping[Lang, str]
    rules: tuple[str, ...] = ()
    """Ids of the digest entries it rests on."""
    value: str = ""
    """The value after it, where there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculation:
    """A result and how it was come to."""

    of: str
    """Which calculator: battle, atk, def, chain, again or case."""
    result: Mapping[Lang, str]
    """In one line."""
    outcome: Mapping[str, Any] = field(default_factory=dict)
    """The result for a program."""
    verdict: Verdict = "n/a"
    steps: tuple[Step, ...] = ()
    missing: tuple[str, ...] = ()
    notes: tuple[Mapping[Lang, str], ...] = ()
    """What to read it with care for."""

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of all the entries it rests on, in the order of the working."""
        return tuple(dict.fromkeys(i for step in self.steps for i in step.rules))


def citations(done: Calculation, lang: Lang, law: Law) -> tuple[Citation, ...]:
    """The entries a calculation rests on, as evidence, in the order of `rules`."""
    return cite_rules(done.rules, lang, law)


def calculation_json(done: Calculation, lang: Lang, law: Law) -> dict[str, Any]:
    """A calculation as a JSON object."""
    return {
        "of": done.of,
        "lang": lang,
        "verdict": done.verdict,
        "result": done.result[lang],
        "outcome": dict(done.outcome),
        "steps": [{"text": s.text[lang], "value": s.value, "rules": list(s.rules)} for s in done.steps],
        "missing": list(done.missing),
        "notes": [note[lang] for note in done.notes],
        "citations": [citation_json(c) for c in citations(done, lang, law)],
    }


def rules_of(decision: Decision) -> tuple[str, ...]:
    """Ids of the rules that a decision rests on, those that decide before those that were beaten."""
    return tuple(dict.fromkeys((*decision.fired, *decision.no_reason, *(b.rule for b in decision.beaten))))


def whole_number(text: str, what: str) -> int:
    """The number that a text is. Raises BadInput, which says what it was to be, for anything but 0 to a million."""
    if not re.fullmatch(r"[0-9]{1,7}", text.strip()) or int(text) > MOST:
        raise BadInput(f"{what} {text[:40]!r}: not a whole number from 0 to {MOST}. Give for example 1900.")
    return int(text)
