"""What the entries found say on a question, as numbers: each of their own questions and their texts, turned as asked."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kb.index.terms import index_terms
from kb.model import Ask, Lang
from query.find.search import Hit
from query.model import Question
from query.read.intent import asked_sign, asserted_sign, is_polar, last_sentence

VOTERS = 8
"""Entries of the digest that are listened to."""
LIKENESS_SCALE, SCORE_SCALE = 0.2, 3.0
"""How much less alike (words and vectors together), or lower in the search, a voice must be to weigh 1/e."""
_DENIES = {
    "en": re.compile(r"\b(no|not|cannot|can't|never|none|neither|nor|without|only|nothing|nobody|unless)\b", re.I),
    "zh": re.compile(r"不(?!是不|过|同|久|少|论|管|仅|只|如|但|断|得不|一样)|没有|无法|未|只能|仅"),
}
_SIGNS = {"yes": 1, "no": -1}
Features = Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """One question of an entry, or its text, and what that says on the question asked."""

    hit: Hit
    ask: Ask | None
    """None for the entry's text."""
    said: int
    """For yes 1, for no -1, turned round where one of the two is put negatively; 0 for "depends"."""
    words: float
    """Share of the words that it has in common with the question, 0..1."""
    near: float
    """Likeness of the two vectors; without an encoder, of the words."""
    share: float
    """Of all that is said by questions, or by texts, 0..1."""


def overlap(one: Collection[str], other: Collection[str]) -> float:
    """How much two bags of words share: twice the common words over all words, 0..1."""
    left, right = set(one), set(other)
    return 2 * len(left & right) / (len(left) + len(right)) if left or right else 0.0


@dataclass(frozen=True, slots=True)
class _Read:
    """An entry's question, read once."""

    polar: bool
    sign: int
    all: frozenset[str]
    asked: frozenset[str]


@lru_cache(maxsize=20_000)
def words_of(text: str) -> frozenset[str]:
    """The terms of a text, each once; remembered, since the same entries are found again and again."""
    return frozenset(index_terms(text))


@lru_cache(maxsize=20_000)
def _read(text: str, lang: Lang) -> _Read:
    every = words_of(text)
    return _Read(is_polar(text, lang), asked_sign(text, lang), every, words_of(last_sentence(text)) or every)


def _like(one: _Read, other: _Read) -> float:
    return 0.5 * overlap(one.all, other.all) + 0.5 * overlap(one.asked, other.asked)


def voices(question: Question, hits: Sequence[Hit]) -> tuple[Voice, ...]:
    """What the digest entries among the hits say, their questions and their texts."""
    lang: Lang = "zh" if question.lang == "zh" else "en"
    asked = _read(question.text, lang)
    told = [h for h in hits if h.entry.asks][:VOTERS]
    asks = [v for hit in told for v in _asks(question.sign, asked, hit, lang)]
    texts = [_text(question.sign, asked, hit, lang) for hit in told]
    return (*_weighed(asks), *_weighed(texts))


def _asks(sign: int, asked: _Read, hit: Hit, lang: Lang) -> list[Voice]:
    found = []
    for number, ask in enumerate(hit.entry.asks):
        if ask.verdict not in ("yes", "no", "depends"):
            continue
        read = _read(ask.zh if lang == "zh" else ask.en, lang)
        if read.polar:
            words = _like(asked, read)
            near = hit.near_asks[number] if number < len(hit.near_asks) else words
            said = _SIGNS.get(ask.verdict, 0) * sign * read.sign
            found.append(Voice(hit=hit, ask=ask, said=said, words=words, near=near, share=0.0))
    return found


def _text(sign: int, asked: _Read, hit: Hit, lang: Lang) -> Voice:
    text = hit.entry.text(lang)
    words = overlap(asked.all, words_of(text))
    near = hit.near_text if hit.near_text is not None else words
    said = sign * asserted_sign(text, lang)
    return Voice(hit=hit, ask=None, said=said, words=words, near=near, share=0.0)


def _weighed(found: Sequence[Voice]) -> list[Voice]:
    if not found:
        return []
    level = np.array([(v.words + v.near) / LIKENESS_SCALE + v.hit.score / SCORE_SCALE for v in found])
    share = np.exp(level - level.max())
    share /= share.sum()
    return [
        Voice(hit=v.hit, ask=v.ask, said=v.said, words=v.words, near=v.near, share=float(s))
        for v, s in zip(found, share, strict=True)
    ]


def yes_features(question: Question, found: Sequence[Voice]) -> Features:
    """What speaks for yes (above 0) and for no (below 0)."""
    lang: Lang = "zh" if question.lang == "zh" else "en"
    total: dict[str, float] = {"sign": float(question.sign)}
    decided = [v for v in found if v.said]
    for kind in ("ask", "text"):
        part = [v for v in decided if (v.ask is None) == (kind == "text")]
        whole = sum(v.share for v in part) or 1.0
        for v in part:
            said = v.said * v.share / whole
            for name, size in (
                ("", 1.0),
                (".words", v.words),
                (".near", v.near),
                (".words2", v.words**2),
                (".near2", v.near**2),
            ):
                total[kind + name] = total.get(kind + name, 0.0) + said * size
            if kind == "text":
                denied = -1 if _DENIES[lang].search(v.hit.entry.text(lang)) else 1
                total["denied"] = total.get("denied", 0.0) + question.sign * denied * v.share / whole
                name = f"kind.{v.hit.entry.rule_kind}"
                total[name] = total.get(name, 0.0) + question.sign * v.share / whole * v.near
    asks = [v for v in decided if v.ask]
    if asks:
        best = max(asks, key=lambda v: v.words + v.near)
        total["best"] = best.said * (best.words + best.near)
    return total


def depends_features(found: Sequence[Voice], doubted: Collection[str]) -> Features:
    """What speaks for "depends": entries' questions that say so, voices that pull apart, sources that disagree.

    `doubted`: ids of the entries that another one contradicts.
    """
    asks = [v for v in found if v.ask]
    if not asks:
        return {"one": 1.0}
    best = max(asks, key=lambda v: v.words + v.near)
    told = {v.hit.entry.id: v.hit.score for v in found}
    first = max(told.values())
    open_asks = [v for v in asks if not v.said]
    said = sum(v.share for v in open_asks)
    leading = sorted(told, key=lambda i: -told[i])[:3]
    return {
        "one": 1.0,
        "said": said,
        "best": 0.0 if best.said else best.words + best.near,
        "near": max((v.near for v in open_asks), default=0.0),
        "apart": 1.0 - abs(sum(v.said * v.share for v in asks)) - said,
        "doubted": sum(float(np.exp((told[i] - first) / SCORE_SCALE)) for i in leading if i in doubted),
        "first doubted": float(leading[0] in doubted),
    }
