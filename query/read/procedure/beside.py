"""Numbers asked for beside a yes or no that hangs on the rules alone ("can I still redirect it, and how much do I take?")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from kb.lang.later import later
from query.read.procedure.battle import part_of_battle
from query.read.procedure.battle_asks import asked_of
from query.read.procedure.battle_scene import placed, scene_of
from query.read.procedure.model import Battle, Procedure, Situation
from query.read.procedure.numbers import life_of, numbers_of
from query.read.procedure.situation import read_situation
from query.read.procedure.words import Words

_NUMBER = later(r"(?<![\d.])\d{2,6}(?!\d)")
_PARTED = ("beside.number", "beside.link")
"""What asks for a number so plainly that the question falls into two."""
_ASKS_NUMBER = ("say.damage", "num.life-word", "battle.asks-result", "battle.life-said", "stat.value", *_PARTED)
_BOTH = 2
"""The values of the monster that attacks and of the one attacked before."""
_NEAR = 24
"""Up to where behind its value the newcomer's position stands."""
Told = Literal["", "same", "barred", "newcomer", "direct"]
_TELLS_CARD = ("battle.unread", "battle.agent")


def beside(words: Words, told: Told = "", *, settled: bool = False) -> Words | None:
    """The text with what asks for yes or no as blanks; None where nothing else asks for a number, where a number or a condition
    ("if so, …") ties the two, or where nothing asks for yes or no.

    `told` is what is known of the rest of the story: "same", that what it tells of cards changes no number; "barred", that a
    card which somebody means to use cannot be used; "newcomer", that a monster which appeared is attacked instead of the one
    attacked before; "direct", that the player is attacked instead (`direct_instead`). `settled`: yes or no is known, and the
    condition with it.
    """
    if told == "newcomer":
        found = _newcomer(words)
        return found and beside(found)
    if told == "direct":
        return None
    polar = _polar(words)
    if not polar:
        return None
    if any(_news(words, a, b) for a, b in polar) or (words.has("ask.if-so") and not settled):
        return None
    if told in ("same", "barred"):
        planned = told == "barred"
        polar += [(a, b) for a, b in words.clauses() if _tells_card(words, words.text[a:b], planned=planned)]
    return _blanked(words.without("ask.if-so") if settled else words, polar)


def direct_instead(words: Words) -> Procedure | None:
    """The direct attack with the monster that had attacked one which left; None where its value is not sure."""
    left = words.cues.first("replay.leaves", words.text)
    scene = scene_of(replace(words, text=words.text[: left.start()], _stand={})) if left else None
    numbers = numbers_of(words)
    if scene is None or not all(placed(scene, n) for n in numbers if left and n.end <= left.start() and n.tag != "life"):
        return None
    attackers = [n.value for n in scene.values["attacker"] if n.tag != "def"]
    if len(attackers) != 1 or scene.boosts:
        return None
    life = tuple(pair for n in numbers if n.tag == "life" for pair in life_of(words, n))
    given = Battle(attacks=(attackers[0],), attacker=scene.attacker, target="direct", value=0, life=life)
    return Procedure(topic="battle", lang=words.lang, given=given)


def link_beside(words: Words, *, joins: bool) -> int | None:
    """Which link of a Chain an activation is that a question asks about, where it `joins`: the first of a new Chain, or the one
    after the last that is told. None where that is not asked, or no link is told."""
    asked = asked_of(words)
    if not joins or not any(kind == "what" and words.cues.has("beside.link", words.text[a:b]) for a, b, kind in asked):
        return None
    if words.has("beside.new-chain"):
        return 1
    links = [m for m in words.cues.all("order.link", words.text) if not any(a <= m.start() < b for a, b, _ in asked)]
    return max((int(g) for m in links for g in m.groups() if g), default=-1) + 1 or None


def number_clauses(words: Words) -> list[tuple[int, int]]:
    """The clauses that ask for a number, to the end of their sentence, where a text asks for both, yes or no and a number, each
    in a clause of its own; with them what ties the two ("if so"). None of them else."""
    polar = _polar(words)
    numbers = [(a, b) for a, b, kind in asked_of(words) if kind == "what" and _asks_number(words, words.text[a:b], _PARTED)]
    if not polar or not numbers or any(a < end and start < b for a, b in numbers for start, end in polar):
        return []
    ends = [(a, b, words.sentence_end(a)) for a, b in numbers]
    numbers = [(a, b if any(b <= start < end for start, _ in polar) else max(b, end)) for a, b, end in ends]
    return sorted([*numbers, *(m.span() for m in words.cues.all("ask.if-so", words.text))])


def situation_of(words: Words) -> Procedure | None:
    """The situation that a text tells. Where another is told without the clauses that ask for a number, it is that one: "how
    much would my other monster deal" does not ask about the other one."""
    whole, clauses = read_situation(words), number_clauses(words)
    plain = read_situation(_blanked(words, clauses)) if whole and clauses else None
    return plain if plain and whole and _frame(plain) != _frame(whole) else whole


def _frame(told: Procedure) -> str:
    return told.given.frame.id if isinstance(told.given, Situation) else ""


def _blanked(words: Words, parts: Sequence[tuple[int, int]]) -> Words:
    text = words.text
    for start, end in parts:
        text = _blank(text, start, end)
    return replace(words, text=re.sub(r"(?<=[.。])[?？]", " ", text), _stand={})


def _news(words: Words, start: int, end: int) -> bool:
    """Whether a clause has a number that stands nowhere else."""
    others = {m.group() for m in _NUMBER.finditer(words.text) if not start <= m.start() < end}
    return any(m.group() not in others for m in _NUMBER.finditer(words.text[start:end]))


def wants_both(words: Words) -> bool:
    """Whether a text asks for yes or no, and in another clause for a number."""
    return bool(_polar(words))


def _polar(words: Words) -> list[tuple[int, int]]:
    """The clauses that ask for yes or no; none where no other asks for a number."""
    asked = asked_of(words)
    others = [words.text[a:b] for a, b, kind in asked if kind == "what"]
    if not any(_asks_number(words, text) for text in others):
        return []
    return [(a, b) for a, b, kind in asked if kind == "yes/no"]


def _asks_number(words: Words, text: str, cues: tuple[str, ...] = _ASKS_NUMBER) -> bool:
    return any(words.cues.has(cue, text) for cue in cues)


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


def _tells_card(words: Words, clause: str, *, planned: bool) -> bool:
    """Whether a clause without a number tells of a card; `planned`: of one that is not used yet."""
    if planned and not words.cues.has("beside.planned", clause):
        return False
    return not _NUMBER.search(clause) and any(words.cues.has(cue, clause) for cue in _TELLS_CARD)
