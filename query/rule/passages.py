"""What a passage of a user's own document says on a question: its sentence and the question held side by side.

A passage speaks where no entry of the digest is about its document: a rule of a house, a club, a publisher. What its sentence
affirms is read as a question's side is (`query/read/sides.py`), and compared with what the question asks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kb.index.entry import DIGEST
from kb.model import Ask, Lang, Verdict
from query.find.search import Hit
from query.model import Question
from query.read.reading import Reading, Sides
from query.read.sides import read_sides
from query.rule.likeness import alike, words_of

FOREMOST = 4
"""Ranks of a search, words or vectors, by which a passage is about the question."""
NEARLY_ASKED, ASKED = 1.2, 1.75
"""Likeness (words and vectors, 0..2) of an entry's question from which on the digest is about the question too; the same
where the passage was found before every entry."""
LEAST, UNSURE, SURE = 0.15, 0.45, 0.5
"""How far the two must agree or disagree for a verdict; how far at most where they hardly speak of the same; how far for a
verdict that is stated."""
_COMMA = re.compile(r"[,，]")
_SENTENCE = re.compile(r"[^.!?;。！？；]+[.!?;。！？；]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A passage that decides, and how."""

    hit: Hit
    ask: Ask
    """Its sentence as a question that it answers with yes."""
    verdict: Verdict
    agrees: float
    """-1 it says the opposite of what is asked .. 1 it says just that."""

    @property
    def stated(self) -> bool:
        """Whether it surely says what was asked, or surely the opposite."""
        return abs(self.agrees) >= SURE


def told_by_passage(question: Question, hits: Sequence[Hit], digested: Collection[str]) -> Told | None:
    """The verdict of the passage that the question is about; None where an entry is, or the passage tells nothing on it.

    `digested`: documents that the digest's entries cite; theirs is the word on those.
    """
    own = [h for h in hits if _may_speak(h, digested)]
    if not own or _digest_asks(question.reading, hits, ASKED if own[0] is hits[0] else NEARLY_ASKED):
        return None
    hit = own[0]
    whole = _nearest(question.reading, hit.entry.text(hit.entry.lang))
    sentence = _clause(question.reading, whole)
    agrees = agreement(question.reading.sides, read_sides(sentence)) * (1 if sentence is whole else UNSURE)
    if abs(agrees) < LEAST:
        return None
    lang: Lang = hit.entry.lang
    ask = Ask(en=sentence if lang == "en" else "", zh=sentence if lang == "zh" else "", verdict="yes")
    return Told(hit=hit, ask=ask, verdict="yes" if agrees > 0 else "no", agrees=agrees)


def _may_speak(hit: Hit, digested: Collection[str]) -> bool:
    if hit.entry.kind == DIGEST or hit.entry.source in digested:
        return False
    places = (hit.searches.get(name) for name in ("bm25", "vectors"))
    return any(place is not None and place.rank <= FOREMOST for place in places)


def _digest_asks(asked: Reading, hits: Sequence[Hit], nearly: float) -> bool:
    """Whether an entry's question is nearly the one asked."""
    for hit in hits:
        for ask, near in zip(hit.entry.asks, hit.near_asks, strict=False):
            if near + alike(asked, ask.zh if asked.lang == "zh" else ask.en) >= nearly:
                return True
    return False


def _nearest(asked: Reading, text: str) -> str:
    """The sentence that shares most with the question; the whole where none shares a word."""
    sentences = [s.strip() for s in _SENTENCE.findall(text) if s.strip()] or [text]
    best: str = max(sentences, key=lambda s: alike(asked, s)) if len(sentences) > 1 else sentences[0]
    return best


def _clause(asked: Reading, sentence: str) -> str:
    """Of a sentence whose clauses say opposite things, the one that fits what is asked best; else all of it."""
    clauses = [c.strip() for c in _COMMA.split(sentence) if words_of(c)]
    lean = [agreement(asked.sides, read_sides(c)) for c in clauses] if len(clauses) == 2 else []
    if not lean or lean[0] * lean[1] >= 0 or min(map(abs, lean)) < LEAST:
        return sentence
    return max(clauses, key=lambda c: _fit(asked, c))


def _fit(asked: Reading, clause: str) -> float:
    """How much of a clause is asked about, words counting twice as much as what it is about."""
    words = words_of(clause)
    return len(asked.words & words) / len(words) + _shared(asked.sides, read_sides(clause)) / 2


def agreement(asked: Sides, told: Sides) -> float:
    """Whether what is told affirms what is asked, -1..1: by the predicates that both may be about, else by their plain sides.

    Where they are hardly about the same predicate, it is never more than UNSURE.
    """
    pairs = list(zip(asked.names[0::2], asked.names[1::2], strict=False))
    same = sum(_lean(asked, *pair) * _lean(told, *pair) for pair in pairs)
    shared = _shared(asked, told)
    return same / shared if shared >= LEAST else UNSURE * asked.plain() * told.plain()


def _shared(asked: Sides, told: Sides) -> float:
    """How likely the two are about the same predicate, 0..1."""
    pairs = zip(asked.names[0::2], asked.names[1::2], strict=False)
    return sum(asked.share(*pair) * told.share(*pair) for pair in pairs)


def _lean(sides: Sides, one: str, other: str) -> float:
    return sides.share(one) - sides.share(other)
