"""What lies under a monster or on it, counted, and what becomes of it when the monster is turned face-down or taken over."""

from __future__ import annotations

import re

from kb.lang.numerals import counted
from query.read.procedure.model import Kept, Procedure
from query.read.procedure.words import Words


def read_kept(words: Words) -> Procedure | None:
    """So many Xyz Materials or counters, of which it is first asked how many are left; None for anything else."""
    asked = words.asked()
    if not asked or asked[0][2] != "what":
        return None
    for one in words.cues.kept:
        if not words.has(*one.need) or not any(words.has(cue) for cue in one.either) or any(words.has(cue) for cue in one.none):
            continue
        counts = {_count(match) for match in words.cues.all(one.need[0], words.text) if not _asked(words, match)}
        spent = [_count(match) for match in words.cues.all("kept.detaches", words.text) if not _asked(words, match)]
        if len(counts) != 1 or len(spent) > 1:
            return None
        start, less = counts.pop(), sum(spent)
        if less > start:
            return None
        return Procedure(topic="memory", lang=words.lang, given=Kept(count=start, spent=less, thing=one))
    return None


def _count(match: re.Match[str]) -> int:
    word = match["n"] or match["z"]
    return counted(word)


def _asked(words: Words, match: re.Match[str]) -> bool:
    return any(a <= match.start() < b for a, b, _ in words.asked())
