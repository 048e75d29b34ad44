"""Tributes by Level in a question: of which Level the monster is, and how many Tributes are put forward."""

from __future__ import annotations

import re

from kb.lang.numerals import counted
from query.read.procedure.model import Ask, Procedure, Tributed
from query.read.procedure.words import Words

_HIGHEST = 12


def read_tributes(words: Words) -> Procedure | None:
    """A Level and what is asked of its Tributes; None if there is not exactly one Level, or something else is told."""
    levels = {int(g) for m in words.cues.all("tribute.level", words.text) for g in m.groups() if g}
    if len(levels) != 1 or not words.has("tribute.asked") or words.has("tribute.other") or not words.cues.tributes:
        return None
    level = levels.pop()
    if not 1 <= level <= _HIGHEST:
        return None
    asked = words.asked()
    if any(kind == "what" and words.cues.has("tribute.how-many", words.text[a:b]) for a, b, kind in asked):
        return Procedure(topic="turn", lang=words.lang, given=Tributed(level=level, table=words.cues.tributes))
    polar = [words.text[a:b] for a, b, kind in asked if kind == "yes/no"]
    return _polar(words, level, polar[0]) if len(polar) == 1 else None


def _polar(words: Words, level: int, text: str) -> Procedure | None:
    offered = _offered(words)
    about = "enough"
    if words.cues.has("tribute.need", text):
        about = "needed"
    without = words.cues.has("tribute.without", words.text)
    if without:
        offered = _still_offered(offered, about)
    if offered is None or re.search(r"\d{3,}", words.text) or (words.negative(text) and not without):
        return None
    given = Tributed(level=level, table=words.cues.tributes, offered=offered)
    return Procedure(topic="turn", lang=words.lang, given=given, asks=(Ask(about=about),), yes_no=True)


def _still_offered(left_out: int | None, about: str) -> int:
    """The Tributes put forward where so many are left out: "without a Tribute" is none, "without two" one at most."""
    if about == "needed":
        return left_out or 1
    return max(0, (left_out or 1) - 1)


def _offered(words: Words) -> int | None:
    match = words.cues.first("tribute.given", words.text)
    if match is None:
        return None
    word = match["en"] or match["zh"]
    return counted(word)
