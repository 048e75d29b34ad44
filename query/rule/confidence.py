"""How sure an answer is, and when to say that the sources don't say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kb.index.entry import DIGEST
from kb.index.unanswered import Nearest
from kb.model import Lang
from query.find.search import Hit
from query.model import Question
from query.rule.likeness import matched, nearest_unanswered
from query.rule.phrased import not_in
from query.rule.propositions import Features
from query.rule.verdict import Ruling, chance, load_reading

LOOKED_AT = 5
"""Hits whose words may cover those of the question."""

SAME_QUESTION = 0.9
"""Likeness from which on an entry's question is nearly the one asked."""
BESIDE = 0.2
"""How much nearer to what the digest answers a question may be than to what nothing does, for the latter to count."""
UNANSWERED, OF_THINGS = 0.84, 0.985
"""How near to a question that nothing answers, and nearer than to any other, one lies that is refused: one that wants yes or
no, and one for a thing, of which the digest has fewer, or one that a user's own documents may treat."""
ALONE = 0.11
"""How much nearer to what the digest answers a question on a card may be than to what nothing does, where nothing found names
the card."""
ALONE_BESIDE = 0.05
"""The same by the encoder's vectors."""
TREATED = 0.12
"""How much farther by these vectors what no source answers lies from a question that is treated though it names a topic that is
not."""
FAMILIAR = 0.7
"""How near to what the digest answers such a question must lie: of the bank's answered questions one in thirty lies farther."""
SURE = 0.95
"""From here on a verdict is told as likely as it is: what counts as stated."""
_OF_TERMS = ("definition", "difference")
"""What asks about terms: one that the glossary has is treated, whatever else is asked in such words."""
UNSURE = 0.79
"""As much as is said of any other answer; 0.8 and above is for the sure ones."""


def covered(question: Question, hits: Sequence[Hit]) -> float:
    """Share of the question's words that stand in the best hits, texts and questions, 0..1."""
    lang: Lang = "zh" if question.lang == "zh" else "en"
    wanted = question.reading.words
    left = not_in(wanted, [*_texts_of(hits[:LOOKED_AT], lang)])
    return (len(wanted) - len(left)) / len(wanted) if wanted else 0.0


def _texts_of(hits: Sequence[Hit], lang: Lang) -> Iterator[str]:
    """Their texts in that language, then their questions."""
    for hit in hits:
        yield hit.entry.text(lang)
    for hit in hits:
        for ask in hit.entry.asks:
            if text := ask.zh if lang == "zh" else ask.en:
                yield text


def unknown_features(question: Question, hits: Sequence[Hit], digested: Collection[str]) -> Features:
    """What speaks for and against that nothing found answers the question.

    `digested`: documents that the digest's entries cite. What those do not answer, another among what was found may.
    """
    own = any(hit.entry.kind != DIGEST and hit.entry.source not in digested for hit in hits[:LOOKED_AT])
    lang: Lang = "zh" if question.lang == "zh" else "en"
    asks = [[text for ask in hit.entry.asks if (text := ask.zh if lang == "zh" else ask.en)] for hit in hits]
    answered = max((near for own in asks for near in matched(question.text, own)), default=0.0)
    apart = nearest_unanswered(question.text, question.reading.folder)[0] - answered
    likeness = [h.cosine for h in hits[:LOOKED_AT] if h.cosine is not None]
    known = question.intent in _OF_TERMS and any(u.kind in ("concept", "timing") for u in question.understood)
    return {
        "one": 1.0,
        "cosine": max(likeness, default=0.5),
        "covered": covered(question, hits),
        "length": min(len(question.reading.words) / 20, 2.0),
        "names": min(2.0, len({u.id for u in question.understood if u.kind == "name"})),
        "number": float(question.intent == "number"),
        "score": hits[0].score / 10,
        "answered": answered,
        "unanswered": 0.0 if own or known else max(0.0, apart + BESIDE),
        "words": max((h.searches["bm25"].score for h in hits if "bm25" in h.searches), default=0.0) / 10,
    }


def names_stranger(question: Question, hits: Sequence[Hit]) -> bool:
    """Whether the question names a card that none of the best hits knows, in its texts or its questions."""
    cards = [u for u in question.understood if u.kind == "card"]
    if not cards:
        return False
    told = " ".join(part for hit in hits[:LOOKED_AT] for part in _said(hit)).lower()
    return any(u.label.lower() not in told and u.surface.lower() not in told for u in cards)


def _said(hit: Hit) -> Iterator[str]:
    """The texts of what was found and its questions, in both languages."""
    yield hit.entry.text("en")
    yield hit.entry.text("zh")
    for ask in hit.entry.asks:
        yield ask.en
        yield ask.zh


def apart(hits: Sequence[Hit], unanswered: Nearest) -> float:
    """How much nearer a question lies to one that no source answers than to any that an entry found answers, by vectors."""
    return unanswered.likeness - max((near for hit in hits for near in hit.near_asks), default=0.0)


def is_treated(hits: Sequence[Hit], unanswered: Nearest | None, *, beside: bool = False) -> bool:
    """Whether a question lies so much nearer to what an entry answers that a word of it which names an untreated topic is
    about something else. `beside`: such a word stands only in what is told before the question; then nearer is enough."""
    return unanswered is not None and apart(hits, unanswered) < (0.0 if beside else -TREATED)


def abstains(
    question: Question,
    hits: Sequence[Hit],
    digested: Collection[str],
    unanswered: Nearest | None = None,
    *,
    own: bool = False,
) -> bool:
    """Whether nothing found answers the question. `digested`: documents that the digest's entries cite; `unanswered`: the
    nearest question that no source answers, by vectors; `own`: whether there are passages of a user's own besides."""
    if not hits:
        return True
    if hits[0].cosine is None:
        return not any(u.kind != "name" for u in question.understood)
    features, weights = unknown_features(question, hits, digested), load_reading().unknown
    if unanswered is not None and not own:
        nearer = apart(hits, unanswered)
        if (nearer > 0 and features["unanswered"] > 0) or (nearer > -ALONE_BESIDE and names_stranger(question, hits)):
            return True
        return chance({**features, "unanswered": 0.0}, weights) >= load_reading().least_unknown
    near = UNANSWERED if question.polar and not own else OF_THINGS
    if features["unanswered"] > BESIDE and nearest_unanswered(question.text, question.reading.folder)[0] >= near:
        return True
    strange = features["unanswered"] > BESIDE - ALONE or features["answered"] < FAMILIAR
    if strange and names_stranger(question, hits):
        return True
    return chance(features, weights) >= load_reading().least_unknown


def confidence_of(question: Question, hits: Sequence[Hit], ruling: Ruling | None, digested: Collection[str] = ()) -> float:
    """0..1. Of a verdict: how likely it is, as sure only where an entry answers nearly the same question or nothing speaks
    against it. Of other answers: how likely it is that what was found answers at all, and how much it is about the question."""
    if not hits:
        return 0.0
    if ruling:
        return ruling.likely if ruling.likely >= SURE and ruling.ground == "stated" else min(ruling.likely, UNSURE)
    cosine = hits[0].cosine if hits[0].cosine is not None else 0.5
    missing = chance(unknown_features(question, hits, digested), load_reading().unknown)
    return min((1 - missing) * (0.4 + 0.6 * max(0.0, cosine)), 1.0 if cosine >= SAME_QUESTION else UNSURE)
