"""Numbers asked for beside a yes or no that hangs on the rules alone ("can I still redirect it, and how much do I take?")."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from kb.lang.later import later
from query.read.procedure.battle import part_of_battle
from query.read.procedure.battle_asks import asked_of
from query.read.procedure.words import Words

_NUMBER = later(r"(?<![\d.])\d{2,6}(?!\d)")
_ASKS_NUMBER = ("say.damage", "num.life-word", "battle.asks-result", "battle.life-said", "stat.value")
_BOTH = 2
"""The values of the monster that attacks and of the one attacked before."""
_NEAR = 24
"""Up to where behind its value the newcomer's position stands."""
Told = Literal["", "same", "newcomer"]
_TELLS_CARD = ("battle.unread", "battle.agent")


def beside(words: Words, told: Told = "") -> Words | None:
    """The text with what asks for yes or no as blanks; None where nothing else asks for a number, where a number or a condition
    ("if so, …") ties the two, or where nothing asks for yes or no.

    `told` is what is known of the rest of the story: "same", that what it tells of cards changes no number; "newcomer", that a
    monster which appeared is attacked instead of the one attacked before.
    """
    if told == "newcomer":
        found = _newcomer(words)
        return found and beside(found)
    polar = _polar(words)
    if not polar:
        return None
    if any(_NUMBER.search(words.text[a:b]) for a, b in polar) or words.has("ask.if-so"):
        return None
    if told == "same":
        polar += [(a, b) for a, b in words.clauses() if _tells_card(words, words.text[a:b])]
    text = words.text
    for start, end in polar:
        text = _blank(text, start, end)
    return replace(words, text=re.sub(r"(?<=[.。])[?？]", " ", text), _stand={})


def wants_both(words: Words) -> bool:
    """Whether a text asks for yes or no, and in another clause for a number."""
    return bool(_polar(words))


def _polar(words: Words) -> list[tuple[int, int]]:
    """The clauses that ask for yes or no; none where no other asks for a number."""
    asked = asked_of(words)
    others = [words.text[a:b] for a, b, kind in asked if kind == "what"]
    if not any(words.cues.has(cue, text) for cue in _ASKS_NUMBER for text in others):
        return []
    return [(a, b) for a, b, kind in asked if kind == "yes/no"]


def _blank(text: str, start: int, end: int) -> str:
    """The text with a clause as blanks, but for the mark that ends it."""
    last = text[end - 1 : end]
    stop = "." if last in "?？" else last if last in ".,;，。；" else " "
    return text[:start] + " " * (end - start - 1) + stop + text[end:]


def _newcomer(words: Words) -> Words | None:
    """The text with the newcomer's value in place of that of the monster attacked before, and without what tells of the
    newcomer and of a condition that it is attacked; None where either value or the position is not sure."""
    match = words.cues.first("replay.newcomer", words.text)
    if match is None:
        return None
    group = next(i for i in range(1, len(match.groups()) + 1) if match.group(i))
    before = list(_NUMBER.finditer(words.text, 0, match.start()))
    start, end = next((a, b) for a, b in words.clauses() if a <= match.start(group) < b)
    if len(before) != _BOTH or words.cues.has("battle.defense", words.text[: match.end() + _NEAR]):
        return None
    first = part_of_battle(replace(words, text=words.text[: min(start, match.start())], _stand={}))
    attacked = [m for m in before if first and int(m.group()) == first.value]
    if first is None or first.target != "attack" or len(attacked) != 1:
        return None
    told = replace(words, text=_blank(words.text, min(start, match.start()), end), _stand={})
    text = told.without("replay.if-so").text
    target = attacked[0]
    text = text[: target.start()] + match.group(group).rjust(len(target.group()), "0") + text[target.end() :]
    return replace(words, text=text, _stand={}) if len(match.group(group)) <= len(target.group()) else None


def _tells_card(words: Words, clause: str) -> bool:
    return not _NUMBER.search(clause) and any(words.cues.has(cue, clause) for cue in _TELLS_CARD)
