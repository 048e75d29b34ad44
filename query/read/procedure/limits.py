"""Numbers of the game in a question: sizes of Decks, copies, cards in hand at the end of the turn."""

from __future__ import annotations

import re

from query.read.procedure.model import Ask, Counted, Procedure
from query.read.procedure.words import Words


def read_limit(words: Words) -> Procedure | None:
    """A number held against its bounds, those told last in the file where several fit; None if there is not exactly one number,
    named once, or what is asked is not sure.
    """
    numbers = [int(n) for n in re.findall(r"\d+", words.text)]
    fitting = [x for x in words.cues.limits if words.has(*x.need)]
    if len(numbers) != 1 or not fitting or not words.has("limit.number"):
        return None
    limit = fitting[-1]
    given = Counted(number=numbers.pop(), limit=limit)
    for start, end, kind in words.asked():
        text = words.text[start:end]
        if kind == "what" and limit.excess and words.cues.has("limit.discard", text):
            return Procedure(topic="turn", lang=words.lang, given=given)
        if kind == "yes/no" and not limit.excess and words.cues.has("limit.wrong", text) and _plain(words, words.text):
            return Procedure(topic="deck", lang=words.lang, given=given, asks=(Ask(about="wrong"),), yes_no=True)
        if kind == "yes/no" and not limit.excess and words.cues.has("limit.legal", text) and _plain(words, words.text):
            return Procedure(topic="deck", lang=words.lang, given=given, asks=(Ask(about="legal"),), yes_no=True)
    return None


def _plain(words: Words, text: str) -> bool:
    """Whether a question is about the number itself, put without a no, and not about something done with cards."""
    others = ("chain.may-activate-only", "stat.value", "timing.event", "limit.other")
    return not words.negative(text) and not any(words.cues.has(cue, text) for cue in others)
