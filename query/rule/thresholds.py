"""Numbers on which a rule rests: "more than six minutes late" beside "I was four minutes late".

Only what both count is compared, as in `query/rule/limits.py`: the same noun beside the number, the same measure word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.lang.later import later
from kb.lang.numerals import value
from query.rule.limits import EN, UNIT, ZH, counted, plain

_NEGATED = later(r"\b(?:no|not|never)\s*\Z")
_OR_MORE = later(r"\bor (?:more|greater|higher|fewer|less|lower|below)\b")
_BESIDE = 3
"""Words before an English number with no noun after it, among which the noun stands that it counts."""
_NOUN_NEAR = 8
"""Characters between a Chinese noun and its number, at most."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """From where on a rule holds: numbers above `over`, below `under`."""

    over: float
    under: float
    counts: frozenset[str]
    """Stems of English words beside the number, or its Chinese measure word."""
    noun: str = ""
    """Of a Chinese number without measure word, what stands before it."""

    def holds(self, number: int) -> bool:
        """Whether the rule holds for a number."""
        return self.over < number < self.under


def _han(before: str, after: str = "") -> re.Pattern[str]:
    return later(rf"(?P<noun>[\u4e00-\u9fff]{{2,4}})?{before}(?P<n>{ZH})(?P<unit>{UNIT})?{after}")


_EN_KINDS = (
    (later(rf"\b(?:more than|over|above|exceeding|greater than|higher than) (?P<n>{EN})\b", re.I), 0, None),
    (later(rf"\b(?:fewer than|less than|under|below|lower than) (?P<n>{EN})\b", re.I), None, 0),
    (later(rf"\b(?P<n>{EN})(?: [\w-]+)? or (?:more|greater|higher)\b", re.I), -1, None),
    (later(rf"\b(?P<n>{EN})(?: [\w-]+)? or (?:fewer|less|lower|below)\b", re.I), None, 1),
)
_ZH_KINDS = (
    (_han("(?:不足|低于|少于|小于|未满|不到)"), None, 0),
    (_han("(?<!不)(?:高于|多于|大于|超过|超出)"), 0, None),
    (_han("(?:在|是|为)?", "[\u4e00-\u9fff]?(?:或|及)?以上"), -1, None),
    (_han("(?:在|是|为)?", "[\u4e00-\u9fff]?(?:或|及)?以下"), None, 1),
)
"""How a threshold is put, and by how much the numbers differ from the one said above which, and below which, the rule holds."""


def missed(question: str, told: str) -> bool:
    """Whether a question gives a number for which a rule does not hold.

    >>> missed("I was four minutes late. Do I lose?", "Who is more than six minutes late loses.")
    True
    >>> missed("I was eight minutes late. Do I lose?", "Who is more than six minutes late loses.")
    False
    """
    asked, sentence = plain(question), plain(told)
    held = [t.holds(n) for t in (*_english(sentence), *_chinese(sentence)) for n in _numbers(asked, t)]
    return bool(held) and not any(held)


def _english(text: str) -> Iterator[Threshold]:
    for pattern, over, under in _EN_KINDS:
        for m in pattern.finditer(text):
            if not _NEGATED.search(text[: m.start()]):
                yield Threshold(*_ends(value(m["n"]), over, under), _beside(text, m.start(), m.end("n")))


def _chinese(text: str) -> Iterator[Threshold]:
    for pattern, over, under in _ZH_KINDS:
        for m in pattern.finditer(text):
            unit = frozenset({m["unit"]} if m["unit"] else ())
            if unit or m["noun"]:
                yield Threshold(*_ends(value(m["n"]), over, under), unit, "" if unit else m["noun"])


def _ends(number: int, over: int | None, under: int | None) -> tuple[float, float]:
    return (float("-inf") if over is None else number + over, float("inf") if under is None else number + under)


def _numbers(asked: str, threshold: Threshold) -> Iterator[int]:
    """The numbers of a question that count what a threshold counts."""
    if threshold.noun:
        yield from _named(asked, threshold.noun)
        return
    for m in re.finditer(rf"(?<![\w.]){EN}(?![\w.]\w)", asked):
        if _beside(asked, m.start(), m.end()) & threshold.counts:
            yield value(m[0])
    for m in re.finditer(rf"(?P<n>{ZH})(?P<unit>{UNIT})", asked):
        if m["unit"] in threshold.counts:
            yield value(m["n"])


def _named(asked: str, noun: str) -> Iterator[int]:
    """The numbers that stand near a noun, or near its end."""
    names = [noun[n:] for n in range(len(noun) - 1)]
    name = next((name for name in names if name in asked), "")
    for m in re.finditer(r"\d{1,5}", asked) if name else ():
        around = asked[max(0, m.start() - _NOUN_NEAR - len(name)) : m.end() + _NOUN_NEAR]
        if name in around:
            yield int(m[0])


def _beside(text: str, start: int, end: int) -> frozenset[str]:
    """Stems of the words that an English number counts: those after it, else those before it."""
    after = counted(_OR_MORE.sub(" ", text[end : end + 60]), 0)
    before = re.split(r"[^a-z' -]", text[:start])[-1].split()[-_BESIDE:]
    return after or counted(" ".join(before), 0)
