"""The verdict that the digest's entries give on a question, each entry by what it says and by the questions it answers.

An entry carries questions with their answers. The one that comes nearest to what was asked gives its answer, turned round
where one of the two is put negatively and the other is not. Where none comes near, the entry's own text speaks: whether it
denies or affirms, and whether it permits or forbids. Entries weigh by how well they fit the question.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.index.terms import index_terms
from kb.model import Ask, Lang, Verdict
from query.model import Question
from query.search import Hit
from query.understand import asked_sign, is_polar, last_sentence

TURNED: Mapping[Verdict, Verdict] = {"yes": "no", "no": "yes"}
TEMPERATURE = 1.2
"""Of the fused scores: a hit this much below the best weighs 1/e."""
VOTERS = 6
NEAREST_BONUS = 0.15
"""What the vectors' choice among an entry's questions counts, in overlap of words."""
TEXT_SHARE, KIND_SHARE = 0.5, 0.2
"""What an entry's text and its kind weigh beside its questions; chosen on questions held out of the digest's own."""
DECISIVE = 0.45
"""From this fit on, an entry's question speaks alone: its text cannot overrule it."""
_DENIES = {
    "en": re.compile(r"\b(no|not|cannot|can't|never|none|neither|nor|without|only|nothing|nobody|unless)\b", re.I),
    "zh": re.compile(r"不(?!是不|过|同|久|少|论|管|仅|只|如|但|断|得不|一样)|没有|无法|未|只能|仅"),
}
_KIND_SIGN = {"prohibition": -1, "permission": 1, "requirement": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """What one entry says on the question."""

    hit: Hit
    ask: Ask | None
    """Its question that comes nearest; None if its text alone speaks."""
    verdict: Verdict
    stance: float
    """For yes above 0, for no below; the size is how sure it is."""
    spoken: float
    """What was said for and against together; more than the stance's size where question and text pull apart."""
    fit: float
    """Share of the words that the two questions have in common, 0..1."""
    weight: float
    """Of this entry among those found, 0..1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What the votes come to."""

    verdict: Verdict
    share: float
    """Of all that was said for or against, what stands behind the verdict, 0..1."""
    votes: tuple[Vote, ...]
    """Those for the verdict first, heaviest first."""


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """How much two bags of words share: twice the common words over all words, 0..1."""
    left, right = set(one), set(other)
    return 2 * len(left & right) / (len(left) + len(right)) if left or right else 0.0


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a question, and those of the part that asks."""

    all: list[str]
    asked: list[str]

    @classmethod
    def of(cls, text: str) -> _Words:
        every = index_terms(text)
        return cls(every, index_terms(last_sentence(text)) or every)

    def like(self, other: _Words) -> float:
        return 0.5 * overlap(self.all, other.all) + 0.5 * overlap(self.asked, other.asked)


def best_ask(question: Question, hit: Hit, words: _Words) -> tuple[Ask, float] | None:
    """The polar question of an entry that comes nearest to the one asked, and how much the two share; None without one."""
    lang: Lang = "zh" if question.lang == "zh" else "en"
    rated: list[tuple[float, float, Ask]] = []
    for ask in hit.entry.asks:
        text = _text(ask, lang)
        if ask.verdict in ("yes", "no", "depends") and is_polar(text, lang):
            fit = words.like(_Words.of(text))
            rated.append((fit + (NEAREST_BONUS if ask == hit.ask else 0.0), fit, ask))
    if not rated:
        return None
    _, fit, ask = max(rated, key=lambda r: r[0])
    return ask, fit


def _text(ask: Ask, lang: Lang) -> str:
    return ask.zh if lang == "zh" else ask.en


def _vote(question: Question, hit: Hit, words: _Words, weight: float) -> Vote:
    lang: Lang = "zh" if question.lang == "zh" else "en"
    chosen = best_ask(question, hit, words)
    parts, fit, ask = [0.0], 0.0, None
    if chosen:
        ask, fit = chosen
        same = asked_sign(_text(ask, lang), lang) == question.sign
        said = TURNED.get(ask.verdict, ask.verdict) if not same else ask.verdict
        parts.append({"yes": 1, "no": -1}.get(said, 0) * (fit if fit >= DECISIVE else fit * fit))
    if text := hit.entry.texts.get(lang):
        denies = -1 if _DENIES[lang].search(text) else 1
        parts.append(TEXT_SHARE * denies * question.sign * overlap(words.all, index_terms(text)))
    parts.append(KIND_SHARE * _KIND_SIGN.get(hit.entry.rule_kind, 0) * question.sign)
    stance = parts[1] if fit >= DECISIVE else sum(parts)
    verdict: Verdict = "depends" if ask and ask.verdict == "depends" else "yes" if stance > 0 else "no"
    return Vote(hit=hit, ask=ask, verdict=verdict, stance=stance, spoken=sum(map(abs, parts)), fit=fit, weight=weight)


def votes_of(question: Question, hits: Sequence[Hit], most: int = VOTERS) -> tuple[Vote, ...]:
    """What each of the best digest entries says on a polar question."""
    words = _Words.of(question.text)
    told = [h for h in hits[:most] if h.entry.asks]
    top = told[0].score if told else 0.0
    return tuple(_vote(question, h, words, math.exp(min(0.0, (h.score - top) / TEMPERATURE))) for h in told)


def rule_on(question: Question, hits: Sequence[Hit]) -> Ruling | None:
    """The verdict with the most behind it; None if no entry speaks on it.

    It depends where the entry that fits best says so of the very question.
    """
    votes = votes_of(question, hits)
    if not votes:
        return None
    first = max(votes, key=lambda v: v.weight * (0.2 + v.fit))
    spread = sum(v.weight * v.spoken for v in votes)
    level = sum(v.weight * v.stance for v in votes)
    verdict: Verdict = "depends" if first.verdict == "depends" else "yes" if level > 0 else "no"
    share = 0.5 + 0.5 * abs(level) / spread if spread else 0.5
    ordered = sorted(votes, key=lambda v: (v.verdict != verdict, -v.weight * (0.2 + v.fit)))
    return Ruling(verdict=verdict, share=share, votes=tuple(ordered))
