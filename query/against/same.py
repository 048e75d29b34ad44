"""A question that an official Q&A on the same cards asks in nearly the same words is answered by it; the Q&As on cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kb.cards.record import Card
from kb.digest.load import sources_dir
from kb.lang.later import later
from kb.model import Lang, Span
from kb.official.store import OfficialQa, OfficialStore
from query.against.cues import Cues, load_cues
from query.against.rulings import cite_qa, polarity, qas_on
from query.against.words import say
from query.card.links import CardMention
from query.card.search import CardSearch
from query.model import Answer, Question, Ruling, Step, Trace

ALIKE = 92.0
"""How like the words must be, out of 100, names and who asks left out."""
STATED = 0.92
MOST = 10
"""Q&As that an answer names."""
_WORD = later(r"[a-z0-9']+")
_PERSON = {"i": "you", "my": "your", "me": "you", "mine": "yours", "i'm": "you're", "myself": "yourself"}
_WEIGHTY = frozenset(
    ("not", "no", "cannot", "can't", "never", "without", "only", "before", "after", "own", "opponent", "opponent's")
)
"""Words that turn a question round: both must have the same."""


def cards_named(mentions: Sequence[CardMention], search: CardSearch) -> list[Card]:
    """The cards that a question names for certain, each once."""
    ids = dict.fromkeys(m.card for m in mentions if m.card)
    return [card for i in ids if (card := search.store.get(i))]


def rulings_on(cards: Sequence[Card], store: OfficialStore | None, lang: Lang) -> tuple[Ruling, ...]:
    """The Q&As about all of these cards, newest first, outdated ones last, each with its status; none for no card."""
    return tuple(_ruling(qa) for qa in qas_on(cards, store, lang)[:MOST])


def _ruling(qa: OfficialQa) -> Ruling:
    return Ruling(number=qa.number, date=qa.date, title=qa.title, lang=qa.lang, status=qa.status, citation=cite_qa(qa))


def answer_ruled(
    question: Question,
    mentions: Sequence[CardMention],
    search: CardSearch,
    store: OfficialStore | None,
    *,
    sources: Path | None = None,
) -> Answer | None:
    """The answer of the newest Q&A in force on just these cards that asks nearly the same; None where there is none.

    Only English yes-or-no questions are compared: the Q&As are in English and Japanese.
    """
    cues = load_cues(sources_dir(sources))
    if cues is None or not question.polar or question.lang != "en" or not all(m.card for m in mentions):
        return None
    cards = cards_named(mentions, search)
    same = next((qa for qa in qas_on(cards, store, "en") if _is_same(question, mentions, qa, cards, cues)), None)
    verdict = polarity(" ".join(p.text for p in same.answer), cues) if same else None
    if same is None or verdict is None:
        return None
    cited = cite_qa(same)
    told = f"{cited.quote}{say('official', 'en').format(same.number, same.date or '?')}"
    return Answer(
        question=question,
        verdict=verdict,
        abstained=False,
        text=told,
        steps=(Step(text=told, citation=cited),),
        citations=(cited,),
        confidence=STATED,
        ground="stated",
        trace=Trace(fired=cited.id, edges=(("question", "decidedBy", cited.id),)),
    )


def _is_same(question: Question, mentions: Sequence[CardMention], qa: OfficialQa, cards: Sequence[Card], cues: Cues) -> bool:
    if qa.outdated or qa.lang != "en" or set(qa.cards) != {c.konami for c in cards}:
        return False
    order = {c.id: n for n, c in enumerate(sorted(cards, key=lambda c: c.id))}
    asked = _words(question.text, [(m.span, order[m.card]) for m in mentions])
    texts = (qa.title, " ".join(p.text for p in qa.question))
    return any(_alike(asked, _words(text, _named(text, cards, order))) for text in texts)


def _named(text: str, cards: Sequence[Card], order: dict[str, int]) -> list[tuple[Span, int]]:
    """Where a text has the English names, longest first, none inside another."""
    found: list[tuple[Span, int]] = []
    for card in sorted(cards, key=lambda c: -len(c.names.get("en", ""))):
        for match in re.finditer(re.escape(card.names.get("en", "\0")), text, re.I):
            if not any(s.start < match.end() and match.start() < s.end for s, _ in found):
                found.append((Span(*match.span()), order[card.id]))
    return sorted(found)


def _words(text: str, names: Sequence[tuple[Span, int]]) -> list[str]:
    """The words in small letters, names as tokens, whoever asks the same."""
    for span, number in sorted(names, reverse=True):
        text = f"{text[: span.start]} card{number} {text[span.end :]}"
    return [_PERSON.get(w, w) for w in _WORD.findall(text.lower().replace("’", "'"))]


def _alike(first: Sequence[str], second: Sequence[str]) -> bool:
    from rapidfuzz.fuzz import ratio

    if [w for w in first if w.startswith("card")] != [w for w in second if w.startswith("card")]:
        return False
    if sorted(w for w in first if w in _WEIGHTY) != sorted(w for w in second if w in _WEIGHTY):
        return False
    return ratio(" ".join(first), " ".join(second)) >= ALIKE
