"""A question with numbers or a sequence of events, computed: read into a procedure's input, then worked out."""

from __future__ import annotations

from pathlib import Path

from kb.lang.detect import detect
from kb.model import Lang
from query.calc.answered import Computed
from query.calc.told_battle import answer_battle
from query.calc.told_battles import answer_battles
from query.calc.told_chain import answer_backwards, answer_life, answer_links, answer_negated, answer_paid
from query.calc.told_limit import answer_limit
from query.calc.told_order import answer_order
from query.calc.told_situation import answer_situation
from query.calc.told_stats import answer_stats
from query.read.procedure.battle import read_battle
from query.read.procedure.battles import read_battles
from query.read.procedure.chain import read_chain
from query.read.procedure.cues import load_cues
from query.read.procedure.limits import read_limit
from query.read.procedure.model import (
    Backwards,
    Battle,
    Battles,
    Counted,
    Life,
    Links,
    Negated,
    Order,
    Paid,
    Procedure,
    Situation,
    Stats,
)
from query.read.procedure.order import read_order
from query.read.procedure.situation import read_situation
from query.read.procedure.stats import read_stats
from query.read.procedure.words import words_of

LONGEST = 1200
"""Longest question that is read as a procedure, in code points."""


def procedure_of(text: str, lang: str = "", sources: Path | None = None) -> Procedure | None:
    """The procedure a question asks to be worked out; None where it asks for none, or is not understood in full."""
    if len(text) > LONGEST:
        return None
    chosen: Lang = "zh" if (lang or detect(text)) in ("zh", "ja") else "en"
    words = words_of(text, chosen, load_cues(sources))
    for read in (read_stats, read_battles, read_battle, read_order, read_chain, read_situation, read_limit):
        if (found := read(words)) is not None:
            return found
    return None


def answer_procedure(asked: Procedure, sources: Path | None = None) -> Computed | None:
    """The answer by the digest of a folder; None where it hangs on something that nobody said and that cannot be asked for."""
    match asked.given:
        case Battle():
            return answer_battle(asked, asked.given, sources)
        case Battles():
            return answer_battles(asked, asked.given, sources)
        case Stats():
            return answer_stats(asked, asked.given, sources)
        case Order():
            return answer_order(asked, asked.given, sources)
        case Backwards():
            return answer_backwards(asked, asked.given, sources)
        case Negated():
            return answer_negated(asked, asked.given, sources)
        case Counted():
            return answer_limit(asked, asked.given, sources)
        case Links():
            return answer_links(asked, asked.given, sources)
        case Paid():
            return answer_paid(asked, asked.given, sources)
        case Life():
            return answer_life(asked, asked.given, sources)
        case Situation():
            return answer_situation(asked, asked.given.frame, sources)


def computed_answer(text: str, lang: str = "", sources: Path | None = None) -> Computed | None:
    """A question read and worked out; None where it is no procedure.

    >>> computed_answer("My 2000 attacks a 1500 in attack position. How much damage?").text
    "The opponent takes 500 battle damage. The opponent's monster, the attacked one, is destroyed."
    """
    asked = procedure_of(text, lang, sources)
    return answer_procedure(asked, sources) if asked else None
