"""Every number of a question with what it is: Life Points, ATK, DEF, a change, a count, or not said."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from kb.lang.later import later
from query.read.procedure.model import Side
from query.read.procedure.words import Words

_NUMBER = later(r"(?<![\d.])\d{1,6}(?!\d)")
_NOT = later(
    r"(?:\b(?:not|non|isn't|aren't|other than|above|more than|greater than)[ -]{0,2}|不是|不为|不等于|非|大于|高于)\s*$"
)
"""Before a 0 that is not the value."""
_LIST = later(r"\s*(?:、|,|,?\s*and|和|跟|与|及|/|&|\+|,?\s*then)\s*(?:then )?(?:an? |my |one |另一只)?\s*$")
_TAGS = ("zero", "count", "claim", "up", "down", "set", "pair", "atk", "def", "life")
_LEAST = 10
"""Life Points are 0 or at least that much: a smaller number counts cards."""
SAME = frozenset({"atk", "def", "life", "up"})


@dataclass(slots=True)
class Number:
    """A number at its place, with what it is; `tag` empty if the text does not say."""

    value: int
    start: int
    end: int
    tag: str = ""


def numbers_of(words: Words, tags: tuple[str, ...] = _TAGS) -> list[Number]:
    """The numbers of a text in order. A list ("1100, 950 and 1300") is of one kind."""
    every = (m for m in _NUMBER.finditer(words.text) if int(m.group()) or not _NOT.search(words.text[: m.start()]))
    found = [Number(int(m.group()), m.start(), m.end()) for m in every]
    at = {n.start: n for n in found}
    for tag in tags:
        for match in words.cues.all(f"num.{tag}", words.text):
            _mark(match, tag, at)
    for before, after in itertools.pairwise(found):
        between = words.text[before.end : after.start]
        if not after.tag and before.tag in SAME and _LIST.fullmatch(between) and (before.tag != "up" or between.strip() != ","):
            after.tag = before.tag
    return found


def _mark(match: re.Match[str], tag: str, at: dict[int, Number]) -> None:
    if tag == "zero":
        start = match.start() + match.group().rfind("0")
        if start in at and not at[start].tag:
            at[start].tag = tag
        return
    places = [match.start(i) for i in range(1, (match.re.groups or 0) + 1) if match.group(i) is not None]
    if tag == "pair" and len(places) == 2 and all(p in at and not at[p].tag for p in places):
        at[places[0]].tag, at[places[1]].tag = "atk", "def"
        return
    for place in places:
        if place in at and (at[place].value > 99 if tag == "count" else tag == "life" and 0 < at[place].value < _LEAST):
            continue
        if tag != "pair" and place in at and not at[place].tag:
            at[place].tag = tag


def life_of(words: Words, number: Number) -> list[tuple[Side, int]]:
    """Whose Life Points a number is; of both players where it says so."""
    before, after = words.text[max(0, number.start - 24) : number.start], words.text[number.end :]
    if words.cues.has("battle.both-before", before) or words.cues.has("battle.each-after", after):
        return [("own", number.value), ("opp", number.value)]
    return [(words.side_before(number.start), number.value)]
