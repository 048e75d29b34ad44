"""Where sources disagree: the two positions, and which prevails and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.model import Lang, Rule
from query.answer.words import say
from query.find.search import Hit
from query.model import Citation, Disagreement

LOOKED_AT = 3
"""Hits whose conflicts are shown: those further down belong to other matters."""


def is_settled(rule: Rule, rules: Mapping[str, Rule]) -> bool:
    """Whether of every position opposed to this one it is known which prevails, is outdated, or belongs to another territory,
    so that no doubt is left.
    """
    return all(_decided(rule, rules[other]) for other in rule.conflicts if other in rules)


def _decided(rule: Rule, other: Rule) -> bool:
    return bool(rule.prevails or other.prevails) or _apart(rule, other)


def _apart(rule: Rule, other: Rule) -> bool:
    elsewhere = "both" not in (rule.territory, other.territory) and rule.territory != other.territory
    return bool(other.until) != bool(rule.until) or elsewhere


def _one(rule: Rule, other: Rule, lang: Lang, citations: Sequence[Citation]) -> Disagreement:
    winner = rule if rule.prevails else other if other.prevails else None
    if winner is None and rule.until != other.until:
        winner = other if rule.until else rule
    reason = (winner.prevails_zh if lang == "zh" else "") or winner.prevails if winner else ""
    if not reason and _apart(rule, other):
        outdated = rule.until or other.until
        reason = say("newer", lang).format(outdated) if outdated else say("elsewhere", lang)
    text = {r.id: r.zh if lang == "zh" else r.en for r in (rule, other)}
    return Disagreement(
        position=text[rule.id],
        other=text[other.id],
        prevails=text[winner.id] if winner else "",
        reason=reason,
        citations=tuple(c for c in citations if c.id in text),
    )


def disagreements_of(
    hits: Sequence[Hit], rules: Mapping[str, Rule], lang: Lang, citations: Sequence[Citation]
) -> tuple[Disagreement, ...]:
    """The disagreements that touch the best hits, each pair once."""
    found: dict[frozenset[str], Disagreement] = {}
    for hit in hits[:LOOKED_AT]:
        rule = rules.get(hit.entry.id)
        for other in rule.conflicts if rule else ():
            if rule and other in rules:
                found.setdefault(frozenset({rule.id, other}), _one(rule, rules[other], lang, citations))
    return tuple(found.values())
