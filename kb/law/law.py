"""The law: what the digest of one folder says in a territory on a date, after what editors decided. It decides every case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from kb.digest.load import load_glossary
from kb.errors import BadInput
from kb.law.conditions import nearest_word
from kb.law.decide import Decision, decide
from kb.law.facts import Case, facts_of
from kb.law.precedence import Order, applies_in
from kb.law.ranking import Ranking
from kb.law.rules import FormalRule, formal
from kb.law.vocabulary import VOCABULARY, Term
from kb.model import Rule, Source, Territory, Timing

if TYPE_CHECKING:
    from kb.network import View

Known = tuple[tuple[str, object], ...]
"""Facts in a form that can be looked up: terms with values, as in `kb.law.conditions.Facts`."""
REMEMBERED = 20_000
"""Tables over the parts of a step that a law keeps."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Law:
    """What is in force, and what follows from it. Immutable: another folder, territory, date or decision is another law."""

    sources: Path
    """The folder of the digest."""
    territory: Territory
    as_of: str
    """ISO date, month or year; empty for today."""
    rules: Mapping[str, Rule]
    """Every entry of the digest by id, as decided: rejected ones gone, corrected ones reworded, losing ones outdated."""
    timings: tuple[Timing, ...]
    """In the order of the turn."""
    documents: Mapping[str, Source]
    """Every known document by id: authority, date of issue, what it supersedes."""
    ranking: Ranking = field(default_factory=Ranking)
    """Whose word counts more among them."""
    corrected: frozenset[str] = frozenset()
    """Ids of the entries whose wording editors corrected."""
    vocabulary: ClassVar[Mapping[str, Term]] = VOCABULARY
    """The words of cases and conditions."""

    def rule(self, rule_id: str) -> Rule:
        """The entry of that id. Raises KeyError."""
        return self.rules[rule_id]

    def counts(self, rule: Rule) -> bool:
        """Whether an entry holds in the territory on the date."""
        return applies_in(rule, self.territory, self.as_of)

    def stands(self, rule_id: str) -> bool:
        """Whether an entry holds in the territory on the date, in the wording of the digest."""
        rule = self.rules.get(rule_id)
        return rule is not None and rule_id not in self.corrected and self.counts(rule)

    @cached_property
    def formal(self) -> tuple[FormalRule, ...]:
        """The formal rules in force."""
        return formal((r for r in self.rules.values() if self.counts(r)), self.corrected)

    @cached_property
    def names(self) -> frozenset[str]:
        """English names of the cards that some formal rule is about."""
        return frozenset(name for f in self.formal for name in f.rule.cards)

    def about(self, act: str, within: str = "") -> tuple[FormalRule, ...]:
        """The formal rules in force about an act; `within` a step: only those that are about that step."""
        return self._areas(act, within)

    @cached_property
    def _areas(self) -> Callable[[str, str], tuple[FormalRule, ...]]:
        return lru_cache(maxsize=None)(self._area)

    def _area(self, act: str, within: str) -> tuple[FormalRule, ...]:
        return tuple(f for f in self.formal if act in f.acts and (not within or f.within(within)))

    @cached_property
    def _order(self) -> Order:
        return Order(self.documents, self.around, self.ranking)

    @cached_property
    def graph(self) -> View:
        """Its entries with the terms, timings, places and documents that they name, as `kb.network` names them."""
        from kb.network import build_view, with_places

        rules = tuple(self.rules.values())
        view = build_view(
            concepts=load_glossary(self.sources), timings=self.timings, rules=rules, sources=self.documents.values()
        )
        return with_places(view, rules)

    def parts(self, whole: str) -> tuple[str, ...]:
        """Ids of the timings directly inside a step or phase, in the order in which they come."""
        return tuple(t.id for t in self.timings if t.part_of == whole)

    def around(self, timing: str) -> tuple[str, ...]:
        """The timing and what contains it, from the inside out; empty for one that nobody knows."""
        found: list[str] = []
        at: str | None = timing
        while at is not None and at in self._inside and at not in found:
            found.append(at)
            at = self._inside[at]
        return tuple(found)

    @cached_property
    def _inside(self) -> Mapping[str, str | None]:
        return {t.id: t.part_of for t in self.timings}

    def facts(self, case: Case) -> dict[str, object]:
        """A case as facts, with what its terms assume and where its timing lies.

        Raises BadInput naming every word that is unknown, and the nearest one.
        """
        facts = facts_of(case)
        if "timing" in facts:
            asked = str(facts["timing"])
            if asked not in self._inside:
                raise BadInput(f"case: no timing `{asked[:60]}`{nearest_word(asked, self._inside)}. See sources/timings.toml.")
            facts |= self._at(asked)
        return facts

    def _at(self, timing: str) -> dict[str, object]:
        inside = self.around(timing)
        whole = self.parts(inside[1]) if len(inside) > 1 else ()
        return {"timing": inside, "before": whole[whole.index(timing) + 1 :] if timing in whole else ()}

    def decide(self, case: Case) -> Decision:
        """The case held against all rules in force about its `act`. Raises BadInput where a word of the case is unknown."""
        facts = self.facts(case)
        return decide(self.about(str(facts["act"])), facts, self._order)

    def decide_at_parts(self, step: str, facts: Known, varying: tuple[Known, ...]) -> tuple[Decision, ...]:
        """One decision for each part of a step, in order, on facts already worked out; `varying` has those of each part alone.

        Held against the rules about that step only. What is not among the facts is unknown: nothing is assumed. Remembered
        for as long as the law is.
        """
        return self._tables(step, facts, varying)

    @cached_property
    def _tables(self) -> Callable[[str, Known, tuple[Known, ...]], tuple[Decision, ...]]:
        return lru_cache(maxsize=REMEMBERED)(self._table)

    def _table(self, step: str, facts: Known, varying: tuple[Known, ...]) -> tuple[Decision, ...]:
        base = dict(facts)
        rules = self.about(str(base["act"]), step)
        parts = zip(self.parts(step), varying, strict=True)
        return tuple(decide(rules, {**base, **self._at(part), **dict(own)}, self._order) for part, own in parts)
