"""Which entries answer a question that wants no yes or no: a thing, an order, a number, a difference."""

from __future__ import annotations

from collections.abc import Sequence

from kb.index.terms import index_terms
from kb.model import Lang
from query.find.search import Hit
from query.model import Question
from query.read.reading import Intent
from query.rule.likeness import overlap

SCORE_SCALE = 6.0
"""How much lower in the search an entry must be to lose as much as one without a question in common loses."""
FARTHEST = 1.5
"""As much as an entry loses at most for standing low in the search."""
NEAREST, FITTING_KIND, OF_TEXT = 0.2, 0.2, 0.2
"""What the vectors' choice among its questions, being of the kind that is wanted, and a text like it speak for an entry."""
BEHIND: dict[Intent, float] = {"procedure": 1.2, "consequence": 1.05, "difference": 1.2}
"""Entries that fit this much less than the best are not told beside it; 0.6 for other intents."""
_KINDS: dict[Intent, frozenset[str]] = {
    "definition": frozenset({"definition"}),
    "number": frozenset({"number"}),
    "procedure": frozenset({"procedure"}),
    "difference": frozenset({"definition"}),
}
_MOST: dict[Intent, int] = {"definition": 2, "number": 2, "procedure": 4, "difference": 3}


def telling(question: Question, hits: Sequence[Hit]) -> list[Hit]:
    """The hits that tell what was asked, best first: those whose own questions are most like it, and what stands beside them.

    Without an entry of the digest among them, the best hits as they are.
    """
    lang: Lang = "zh" if question.lang == "zh" else "en"
    own = [h for h in hits if h.entry.asks]
    if not own:
        return list(hits[:2])
    terms = tuple(question.reading.words)
    rated = {id(h): _fit(question, h, terms, lang, own[0].score) for h in own}
    ordered = sorted(own, key=lambda h: -rated[id(h)])
    if question.intent == "difference" and (sides := _definitions(question, ordered)):
        return sides
    first = ordered[0]
    near = [
        h
        for h in ordered[1:]
        if rated[id(h)] > rated[id(first)] - BEHIND.get(question.intent, 0.6) and _belongs(question, first, h)
    ]
    return [first, *near][: _MOST.get(question.intent, 3)]


def _definitions(question: Question, ordered: Sequence[Hit]) -> list[Hit]:
    """Of two things that are compared, the entries that define them, the plainest of each; none if there are more or fewer."""
    if len(question.concepts) != 2:
        return []
    found: dict[str, Hit] = {}
    for concept in question.concepts:
        defining = [h for h in ordered if h.entry.rule_kind == "definition" and h.entry.links.get(concept) == 1.0]
        if plainest := min(defining, key=lambda h: len(h.entry.links), default=None):
            found[plainest.entry.id] = plainest
    return list(found.values()) if len(found) == 2 else []


def _fit(question: Question, hit: Hit, terms: Sequence[str], lang: Lang, top: float) -> float:
    asks = [(n, ask) for n, ask in enumerate(hit.entry.asks) if ask.verdict == "n/a"]
    texts = [ask.zh if lang == "zh" else ask.en for _, ask in asks]
    like = max((overlap(terms, index_terms(text)) for text in texts), default=0.0)
    vectors = max((hit.near_asks[n] for n, _ in asks if n < len(hit.near_asks)), default=0.0)
    nearest = NEAREST if any(hit.ask is ask for _, ask in asks) else 0.0
    kind = FITTING_KIND if hit.entry.rule_kind in _KINDS.get(question.intent, frozenset()) else 0.0
    text = OF_TEXT * (hit.near_text or 0.0)
    return like + vectors + text + nearest + kind - min(FARTHEST, max(0.0, top - hit.score) / SCORE_SCALE)


def _belongs(question: Question, first: Hit, other: Hit) -> bool:
    """Whether an entry is told beside the first: of its topic, or on something the question names and the first does not."""
    if other.entry.topic == first.entry.topic:
        return True
    named = {u.id for u in question.understood}
    return bool((named & set(other.entry.links)) - set(first.entry.links))
