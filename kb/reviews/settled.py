"""What editors decided, as the digest and its answers follow it: rejected entries go, corrected ones are reworded, and of a
settled conflict one side speaks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from kb.model import Lang, Rule
from kb.reviews.model import Decision, Review
from kb.text import text_hash

_NOTES = {
    "reject": {"en": "Rejected by {} on {}: {}", "zh": "由{}于{}驳回：{}"},
    "correct": {"en": "Corrected by {} on {}: {}", "zh": "由{}于{}更正：{}"},
    "": {"en": "Settled by {} on {}: {}", "zh": "由{}于{}裁定：{}"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Decisions by the ids of the passages and entries that they concern."""

    rules: Mapping[str, Rule]
    """The digest, with the decisions on its entries applied."""
    dropped: Mapping[str, Decision] = field(default_factory=dict)
    corrected: Mapping[str, Decision] = field(default_factory=dict)
    winning: Mapping[str, Decision] = field(default_factory=dict)
    losing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the losing side, what prevails over it."""
    hashes: Mapping[str, str] = field(default_factory=dict)
    """Of the text that was decided on, by passage."""

    def __bool__(self) -> bool:
        return bool(self.dropped or self.corrected or self.winning)


def settle(reviews: Iterable[Review], rules: Mapping[str, Rule], present: Mapping[str, str] | None = None) -> Settled:
    """The decisions in force on passages and entries, as answers follow them.

    A decision on what was reworded since does not count. `present`: hashes of the passages that are built now.
    """
    dropped: dict[str, Decision] = {}
    corrected: dict[str, Decision] = {}
    winning: dict[str, Decision] = {}
    losing: dict[str, tuple[str, ...]] = {}
    hashes: dict[str, str] = {}
    now = {**(present or {}), **{r.id: text_hash(f"{r.en}\n{r.zh}") for r in rules.values()}}
    for review in reviews:
        made = review.current
        if made is None or review.changed(now):
            continue
        hashes |= {p.passage: p.hash for p in review.places if p.hash}
        first = next((p.passage for p in review.places if p.passage), "")
        if made.decision == "prevails":
            won, lost = _sides(review, made.prevails, rules)
            winning |= dict.fromkeys(won, made)
            losing |= dict.fromkeys(lost, won)
        elif made.decision == "correct" and first:
            corrected[first] = made
        elif made.decision == "reject" and review.about in ("passage", "entry") and first:
            dropped[first] = made
    decided = {n: _decided(r, winning, losing, corrected) for n, r in rules.items() if n not in dropped}
    return Settled(rules=decided, dropped=dropped, corrected=corrected, winning=winning, losing=losing, hashes=hashes)


def _sides(review: Review, prevails: str, rules: Mapping[str, Rule]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Ids of what won and of what lost; of the digest's entries where the conflict is between those, else of passages."""
    pair = [e for e in review.entries if e in rules]
    if len(pair) == 2:
        won = [e for e in pair if e == prevails or (prevails not in pair and prevails in _cited(rules[e]))]
        if len(won) == 1:
            return tuple(won), tuple(e for e in pair if e not in won)
    won = [p.passage for p in review.places if p.source == prevails and p.passage]
    return tuple(won), tuple(p.passage for p in review.places if p.source != prevails and p.passage)


def _cited(rule: Rule) -> Collection[str]:
    return {c.source for c in rule.cites}


def _decided(
    rule: Rule, winning: Mapping[str, Decision], losing: Mapping[str, tuple[str, ...]], corrected: Mapping[str, Decision]
) -> Rule:
    """The entry as decided: the losing side counts as outdated, a correction stands in both languages."""
    if made := corrected.get(rule.id):
        return replace(rule, en=made.corrected, zh=made.corrected, asks=())
    if made := winning.get(rule.id):
        return replace(rule, prevails=settled_note(made, "en"), prevails_zh=settled_note(made, "zh"), until="")
    if rule.id in losing:
        made = winning[losing[rule.id][0]]
        return replace(rule, prevails="", prevails_zh="", until=made.date[:10])
    return rule


def settled_note(made: Decision, lang: Lang) -> str:
    """Who decided, when and why, in a sentence."""
    told = _NOTES.get(made.decision, _NOTES[""])["zh" if lang == "zh" else "en"]
    return told.format(made.by, made.date[:10], made.reason).strip(" :：")
