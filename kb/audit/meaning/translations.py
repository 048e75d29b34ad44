"""A text and its translation, aligned passage by passage by their vectors: what the one says otherwise than the other.

Nothing but the documents has to be known: a translation tells its matters in the order of the original, so that the passages
that lie nearest each other follow each other on both sides; two pages that only treat the same things do not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus, shared
from kb.index.vectors import unit
from kb.lang.numerals import HAN, WORDS, value
from kb.model import SEARCHED_KINDS, Finding, Lang, Passage

NEAR = 0.25
"""Cosine, each language's mean taken out, from which on two passages may say the same."""
FEWEST, SHARE = 6, 0.4
"""Passages that must follow each other on both sides, and their share of the shorter side, for one to translate the other."""
MOSTLY = 0.5
"""Share of the passages of each side whose nearest of all texts in the other language lies on the other side."""
LOOKED_AT = 8
"""Texts of the other language that are held against one, the nearest as a whole first."""
FACTOR = 2
"""How many times a number the one that stands for it may be: what is farther off counts something else."""
YEARS = range(1990, 2100)
LEAST = {"en": 20, "zh": 8}
"""Code points of a passage whose numbers are compared: a bare cell is too little to tell what it counts."""
_ASIDE = re.compile(r"\[[^\]]*\]|[(（][^)）]*[)）]|\b[A-Z]{1,4}-?\d+(?:[-.]\d+)*|\b\d{4}-\d{1,2}(?:-\d{1,2})?\b|\d{4}\s*年")
"""Footnote marks, asides, ids and days."""
_CLAUSE = re.compile(
    r"^\W*\d+(?:\.\d+)+\s|^\W*\d{1,3}[.、．)）]\s*|第\s*\d+(?:\.\d+)*\s*[条章节项款]|\d{1,2}\s*月\s*\d{1,2}\s*日"
    r"|\b(?:article|section|rule|item|question|no\.)\s*\d+(?:\.\d+)*|\b\d{1,2} (?:[JFMASOND][a-z]{2,8}) \d{4}"
    r"|\d+\.\d+(?:\.\d+)*",
    re.IGNORECASE,
)
"""What a passage is numbered by, or refers to by its number."""
_EN = re.compile(rf"(?<![\w.-])(\d+)(?![\w-]|\.\d)|\b({WORDS}|twice)\b", re.IGNORECASE)
_UNITS = "个张次只枚点名级项条步段人分天周月年轮局场回页份位样种倍票元块小星"
_ZH = re.compile(rf"(?<![\d.])(\d+)(?![\d.]\d)|(?<!第)({HAN})(?<!四(?=周))(?=[{_UNITS}](?!之))")


@dataclass(frozen=True, slots=True, eq=False)
class _Text:
    """The passages of a document in one language, in its order, with their vectors."""

    audited: Audited
    passages: Sequence[Passage]
    vectors: NDArray[np.float32]
    """`(len(passages), dim)` unit rows."""


@check("M323", family="meaning", across=True, severity="warning", says="A text and its translation give different numbers.")
def numbers_differ(corpus: Corpus) -> Iterator[Finding]:
    """Aligned passages with as many numbers, of which one is another; where no vectors are built, none."""
    for chinese, one, english, other in _translated(corpus):
        if differ := _differing(one, other):
            titles = [audited.source.title for audited in (chinese, english)]
            what = f"{titles[0]} says {differ[0]}, {titles[1]} {differ[1]}, where one translates the other."
            places = [chinese.place(one), english.place(other)]
            yield found("M323", places, what, "Look which of the two holds, and correct the other.", confidence=0.8)


@check("M332", family="meaning", across=True, severity="warning", says="A text says at most, its translation at least.")
def bounds_differ(corpus: Corpus) -> Iterator[Finding]:
    """Aligned passages that bound one number from opposite sides; where no vectors are built, none."""
    for chinese, one, english, other in _translated(corpus):
        ours, theirs = bounds(one.text, "zh"), bounds(other.text, "en")
        for number in sorted(ours.keys() & theirs.keys()):
            if ours[number] != theirs[number]:
                said = {"most": "at most", "least": "at least"}
                titles = [audited.source.title for audited in (chinese, english)]
                what = f"{titles[0]} says {said[ours[number]]} {number}, {titles[1]} {said[theirs[number]]} {number}."
                places = [chinese.place(one), english.place(other)]
                yield found("M332", places, what, "Look which of the two holds, and correct the other.", confidence=0.85)
                break


_MOST_EN = r"(?:at most|up to|no more than|not more than|a maximum of)"
_LEAST_EN = r"(?:at least|no fewer than|no less than|not less than|a minimum of)"
_MOST_ZH, _LEAST_ZH = r"(?:至多|最多|不超过|不得超过|不多于|不得多于)", r"(?:至少|最少|不少于|不得少于|不低于)"
_BOUNDS: Mapping[Lang, Sequence[tuple[str, re.Pattern[str]]]] = {
    "en": (
        ("most", re.compile(rf"\b{_MOST_EN} (\d+|{WORDS})\b|\b(\d+|{WORDS}) (?:\w+ )?or (?:fewer|less)\b", re.IGNORECASE)),
        ("least", re.compile(rf"\b{_LEAST_EN} (\d+|{WORDS})\b|\b(\d+|{WORDS}) (?:\w+ )?or more\b", re.IGNORECASE)),
    ),
    "zh": (
        ("most", re.compile(rf"{_MOST_ZH}[^，。；\d]{{0,4}}?(\d+|{HAN})|(\d+|{HAN})\s*[^，。；\d]{{0,2}}(?:以下|以内|及以下)")),
        ("least", re.compile(rf"{_LEAST_ZH}[^，。；\d]{{0,4}}?(\d+|{HAN})|(\d+|{HAN})\s*[^，。；\d]{{0,2}}(?:及?以上)")),
    ),
}
"""How numbers are bounded from above and from below."""


def bounds(text: str, lang: Lang) -> Mapping[int, str]:
    """The numbers that a text bounds from one side alone, each with the side: most or least.

    >>> bounds("Draw at most two cards, from 5 or more.", "en"), bounds("最多抽两张卡，至少有5张。", "zh")
    ({2: 'most', 5: 'least'}, {2: 'most', 5: 'least'})
    """
    sides: dict[int, set[str]] = {}
    for side, pattern in _BOUNDS[lang]:
        for shown in pattern.finditer(_ASIDE.sub(" ", text)):
            sides.setdefault(value(next(filter(None, shown.groups()))), set()).add(side)
    return {number: told.pop() for number, told in sides.items() if len(told) == 1}


@shared
def _translated(corpus: Corpus) -> Sequence[tuple[Audited, Passage, Audited, Passage]]:
    """The passages of Chinese texts with those of English ones that say the same, where one translates the other."""
    texts = _texts(corpus)
    return [
        (chinese.audited, one, english.audited, other)
        for chinese in texts["zh"]
        for english in _near_to(chinese, texts["en"])
        if _leads_to(chinese, english, texts["en"]) and _leads_to(english, chinese, texts["zh"])
        for one, other in _aligned(chinese, english)
    ]


def _near_to(text: _Text, others: Sequence[_Text]) -> list[_Text]:
    """The texts that lie nearest as a whole, nearest first."""
    return sorted(others, key=lambda other: -float(text.vectors.mean(axis=0) @ other.vectors.mean(axis=0)))[:LOOKED_AT]


def _leads_to(text: _Text, other: _Text, others: Sequence[_Text]) -> bool:
    """Whether most of what lies nearest to a text's passages stands in that other one."""
    looked_at = [other, *(t for t in _near_to(text, others) if t is not other)]
    near = np.stack([(text.vectors @ t.vectors.T).max(axis=1) for t in looked_at])
    return float((near.argmax(axis=0) == 0).mean()) >= MOSTLY


def _texts(corpus: Corpus) -> Mapping[Lang, Sequence[_Text]]:
    """The texts of each language that are long enough, each language's mean taken out of their vectors."""
    langs = {p.lang for d in corpus.documents for p in d.document.passages}
    vectors = corpus.vectors() if {"en", "zh"} <= langs else {}
    made: dict[Lang, list[_Text]] = {"en": [], "zh": []}
    for lang, texts in made.items():
        some = [(d, [p for p in d.document.passages if p.lang == lang and _counts(p, vectors)]) for d in corpus.documents]
        some = [(audited, passages) for audited, passages in some if len(passages) >= FEWEST]
        if some:
            mean = np.mean([vectors[p.id] for _, passages in some for p in passages], axis=0)
            texts += [_Text(d, passages, unit(np.stack([vectors[p.id] for p in passages]) - mean)) for d, passages in some]
    return made


def _counts(passage: Passage, vectors: Mapping[str, NDArray[np.float32]]) -> bool:
    return passage.kind in SEARCHED_KINDS and passage.id in vectors


def _aligned(one: _Text, other: _Text) -> list[tuple[Passage, Passage]]:
    """Passages of which each is the other's nearest, as far as they follow each other on both sides; none where these are too
    few for a translation."""
    near = one.vectors @ other.vectors.T
    first, back = near.argmax(axis=1), near.argmax(axis=0)
    pairs = [(n, int(m)) for n, m in enumerate(first) if back[m] == n and near[n, m] >= NEAR]
    chain = _rising(pairs)
    if len(chain) < max(FEWEST, SHARE * min(near.shape)):
        return []
    return [(one.passages[n], other.passages[m]) for n, m in chain]


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of pairs with rising first numbers, as many as possible whose second numbers rise too.

    >>> _rising([(0, 1), (1, 0), (2, 2), (3, 5), (4, 3)])
    [(0, 1), (2, 2), (3, 5)]
    """
    longest: list[list[tuple[int, int]]] = []
    for pair in pairs:
        before = max((chain for chain in longest if chain[-1][1] < pair[1]), key=len, default=[])
        longest.append([*before, pair])
    return max(longest, key=len, default=[])


def _differing(one: Passage, other: Passage) -> tuple[int, int] | None:
    """The one number in which two passages differ, if they have as many; ones are left out: they are words too."""
    if any(len(p.text) < LEAST[p.lang] for p in (one, other)):
        return None
    ours, theirs = (Counter(numbers(p.text, p.lang)) for p in (one, other))
    if ours.total() != theirs.total() or len(ours - theirs) != 1 or len(theirs - ours) != 1:
        return None
    mine, its = next(iter(ours - theirs)), next(iter(theirs - ours))
    return (mine, its) if max(mine, its) <= FACTOR * min(mine, its) and not any(n in YEARS for n in (mine, its)) else None


def numbers(text: str, lang: Lang) -> list[int]:
    """What a passage counts, 2 and more, in digits or words: no dates, no ids, no numbers of clauses.

    >>> numbers("6.1 Draw two cards (see R-013), at most 20 in a match.", "en"), numbers("6.1 抽两张卡，一场最多20张。", "zh")
    ([2, 20], [2, 20])
    """
    plain = _CLAUSE.sub(" ", _ASIDE.sub(" ", text))
    told = (shown[0] for shown in (_ZH if lang == "zh" else _EN).finditer(plain))
    return [number for number in (2 if word.lower() == "twice" else value(word) for word in told) if number > 1]
