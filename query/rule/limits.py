"""Numbers that a sentence bounds, and numbers that a question puts: "up to nine lamps" beside "can I have ten lamps".

Only what both count is compared: the same noun after the number, the same measure word in Chinese.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kb.index.terms import index_terms
from kb.lang.later import later
from kb.lang.numerals import HAN, WORDS, value
from kb.text import normalise
from query.read.asking import last_sentence

EN = rf"(\d{{1,5}}|{WORDS})"
ZH = rf"(\d{{1,5}}|{HAN})"
UNIT = r"([张次个点枚盏只回份副枝块格]|星|回合)"
_ONCE = {"once": 1, "twice": 2, "thrice": 3}
_TIMES = "times"
NEXT_WORDS = 3
"""Words after an English number among which the noun stands that it counts."""

_BETWEEN = later(rf"\b(?:between|from)?\s*{EN} (?:and|to|or|-) {EN}\b|{ZH}(?:张|个|次)?[~～至到-]{ZH}{UNIT}", re.I)
_MOST = later(
    r"\b(?:up to|at most|no more than|not more than|(?:a )?maximum(?: of| is)?|limited to|cannot exceed|only(?: ever)?)"
    rf" {EN}\b"
    rf"|(?:最多|至多|不超过|不得超过|不能超过|上限[是为]?)[^，。,.]{{0,6}}?{ZH}{UNIT}|{ZH}{UNIT}(?:以内|为止|封顶)",
    re.I,
)
_LEAST = later(rf"\b(?:at least|no fewer than|not fewer than|minimum(?: of| is)?) {EN}\b|(?:最少|至少|不少于){ZH}{UNIT}", re.I)
_RATE = later(
    r"\b(once|twice|thrice)\b(?=[^,.;]{0,20}\b(?:per|each|every|a|in|during|while)\b)|\bonly (once|twice)\b"
    rf"|(?:一(?:个)?回合|一局|每(?:个)?回合|每局|只能?|仅)[^，。,.]{{0,4}}?{ZH}(次)",
    re.I,
)
_EACH = later(
    rf"\b{EN} [a-z' -]{{2,40}}?\b(?:in |during )?(?:each|every|per)(?: \w+)?? (?:turn|round|duel|match|game|phase|chain|step)\b"
    rf"|(?:每(?:个)?(?:回合|局|轮|场)|各)[^，。,.]{{0,6}}?{ZH}([张个点枚盏份副枝块格次])",
    re.I,
)
"""How many there are of something in a stretch of time, no more being meant."""
_PREDICATE = later(
    r"[^a-z' -]|\b(?:can|may|must|is|are|be|was|were|will|would|do|does|did|has|have|in|on|of|from|to|at|for|with)\b"
)
_TOLD_OF = later(r"\b(?:was|were|been|that|which|who)\b[^,.;]{0,20}\Z")
"""Before a number that describes what is spoken of: "a lamp that was put out twice"."""
_NUMBER = later(
    rf"(?<![\w.])(?<!level )(?<!rank )(?<!link )(?<!speed )(?<!chain )(?:{EN}(?![\w.]\w)|(once|twice|thrice))|{ZH}{UNIT}",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Bound:
    """How many there may be of something; None where nothing is said."""

    least: int | None
    most: int | None
    counts: frozenset[str]
    """Stems of the words after the number, or the measure word."""

    def holds(self, number: int) -> bool:
        """Whether as many are within it."""
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


def within(question: str, told: str, sign: int = 1) -> bool | None:
    """Whether yes is the answer by the number that a question puts and that a sentence bounds; None where they bound or count
    other things.

    `sign`: -1 for a question that is put negatively. One that puts a bound itself is right if the two are the same.

    >>> within("Can I have ten lamps?", "The rack holds up to nine lamps.")
    False
    """
    asked = plain(last_sentence(question))
    sentence = plain(told)
    bounds, own = list(bounds_of(sentence)), list(bounds_of(asked))
    named = {(bound.most, bound.counts) for bound in own}
    for number, counts in _numbers(asked):
        for bound in bounds if (number, counts) not in named else ():
            if counts & bound.counts or (_TIMES in bound.counts and number > 1 and _single(sentence, counts)):
                return bound.holds(number) == (sign > 0)
    same = [(one.least, one.most) == (bound.least, bound.most) for one in own for bound in bounds if one.counts & bound.counts]
    return same[0] if same else None


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """A text normalised, in small letters."""
    return str(normalise(text).text).lower()


def bounds_of(text: str) -> Iterator[Bound]:
    """The bounds that a sentence names, those between two numbers first."""
    between = [m.span() for m in _BETWEEN.finditer(text) if (m[1] or m[3])]
    for m in _BETWEEN.finditer(text):
        if m[1] and (m.group().startswith(("between", "from")) or " to " in m.group()):
            yield Bound(value(m[1]), value(m[2]), counted(text, m.end()))
        elif m[3]:
            yield Bound(value(m[3]), value(m[4]), frozenset({m[5]}))
    for pattern, most in ((_MOST, True), (_LEAST, False)):
        for m in pattern.finditer(text):
            if any(start <= m.start() < end for start, end in between):
                continue
            number, unit = _found(m)
            counts = frozenset({unit}) if unit else counted(text, m.end())
            yield Bound(None, number, counts) if most else Bound(number, None, counts)
    for m in _EACH.finditer(text):
        yield Bound(None, value(m[1] or m[2]), frozenset({m[3]}) if m[3] else counted(text, m.end(1)))
    for m in _RATE.finditer(text):
        if _TOLD_OF.search(text[: m.start()]):
            continue
        word = m[1] or m[2]
        yield Bound(None, _ONCE[word] if word else value(m[3]), frozenset({_TIMES} if word else {"次"}))


def _found(match: re.Match[str]) -> tuple[int, str]:
    """The number of a match and its measure word, if it has one."""
    given = [g for g in match.groups() if g]
    return value(given[0]), given[1] if len(given) > 1 else ""


def _numbers(text: str) -> Iterator[tuple[int, frozenset[str]]]:
    for m in _NUMBER.finditer(text):
        if _TOLD_OF.search(text[: m.start()]):
            continue
        if m[2]:
            yield _ONCE[m[2]], frozenset({_TIMES})
        elif m[1]:
            counts = counted(text, m.end())
            yield value(m[1]), counts | ({_TIMES} if "time" in counts else set())
        else:
            yield value(m[3]), frozenset({m[4]})


def _single(text: str, counts: frozenset[str]) -> bool:
    """Whether the sentence speaks of just one of what is counted."""
    return any(counted(text, m.end(), 2) & counts for m in re.finditer(r"\b(?:a|an|one)\b(?= )", text))


def counted(text: str, end: int, most: int = NEXT_WORDS) -> frozenset[str]:
    """Stems of the words that a number counts which ends there."""
    after = re.findall(r"[a-z]+", _PREDICATE.split(text[end : end + 60], maxsplit=1)[0])[:most]
    return frozenset(index_terms(" ".join(after)))
