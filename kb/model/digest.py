"""The digest: rules in our own words, the questions they answer and where they are established."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kb.model.base import Lines, Territory, Verdict

_NO_FACT: Mapping[str, str] = {}
"""One for all: there are tens of thousands of questions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cite:
    """Where a digest entry is established."""

    source: str
    section: str
    lines: Lines
    page: int | None = None
    further: str = ""
    """The reference that the document itself gives there: an official Q&A number, a rulebook page, an archived ruling."""


NO_SIDE = "-"
"""Of a question that asks for no yes or no."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question the entry answers, as players put it, with the verdict it gives (in both languages)."""

    en: str
    zh: str
    verdict: Verdict
    side: str = ""
    """What "yes" affirms: a side of one of the predicates of `predicates.toml`, net of every negation; empty for "n/a"."""
    side_zh: str = ""
    """The same of the Chinese wording where that asks about another predicate."""
    fact: Mapping[str, str] = field(default_factory=lambda: _NO_FACT)
    """For "depends": what it depends on, by language; empty where nobody has written it."""
    options: tuple[Mapping[str, str], ...] = ()
    """For "depends": the ways that fact may lie, each with `en`, `zh` and the `verdict` it leads to."""

    def put(self, lang: str) -> str:
        """The side that "yes" affirms in a language."""
        return self.side_zh if lang == "zh" and self.side_zh else self.side


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What an entry states: a side of a predicate, and the facts under which it holds."""

    side: str
    given: Mapping[str, str] = field(default_factory=dict)
    """Facts by facet (`sources/cues/facts.toml`) without which the answer could be another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicate:
    """What a question or a rule can be about, with its two sides."""

    id: str
    sides: tuple[str, str]
    """The plain side first."""
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One digest entry: one claim a judge can be shown, in our own words."""

    id: str
    topic: str
    kind: str
    en: str
    zh: str
    cites: tuple[Cite, ...]
    concepts: tuple[str, ...] = ()
    timing: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    territory: Territory = "both"
    since: str = ""
    until: str = ""
    overrides: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    """Ids of the entries that state the other position."""
    prevails: str = ""
    """Where documents disagree: why this position would prevail; empty for the one that would yield."""
    prevails_zh: str = ""
    """The same in Chinese; empty where nobody has written it."""
    examples: tuple[dict[str, str], ...] = ()
    """Own words, by language."""
    asks: Sequence[Ask] = ()
    states: tuple[State, ...] = ()
    """The propositions that the entry states."""
    when: dict[str, object] | None = None
    then: str = ""
    value: dict[str, str] | None = None
    """What is to be computed if the rule holds; words in docs/rules.md."""
    file: str = ""
    line: int = 0
