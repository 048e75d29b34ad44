"""The monsters of both sides as a story of attacks names them: who is there, who may attack, who is attacked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from kb.lang.later import later
from kb.lang.numerals import counted
from query.read.procedure.model import Fighter, Side
from query.read.procedure.numbers import Number
from query.read.procedure.words import Words

_LISTED = later(r"\s*(?:、|,|和|跟|与|&|/|\+|,?\s*\b(?:and|n)\b)\s*(?:an? |one |一只)?\d")
LEAST = 10
LATER = -2
"""A target that is told after the attack."""


@dataclass(slots=True)
class Field:
    """What is gathered: the monsters, who attacked whom, whose turn to speak of it is."""

    monsters: list[Fighter] = field(default_factory=list)
    attacks: list[tuple[int, int]] = field(default_factory=list)
    """(index of the attacker, of the attacked monster, -1 for none, or LATER)."""
    side: Side = ""
    attacker: Side = ""
    verb: re.Match[str] | None = None
    direct: Side = ""
    """Who attacks directly with what is named next."""
    most: int = 1
    """How often a monster may attack."""
    numbers: dict[int, Number] = field(default_factory=dict)
    """The number that tells the value of a monster, by its place."""

    def add(self, one: Fighter, number: Number) -> int:
        """Takes in a monster and the number that tells its value; its place."""
        self.monsters.append(one)
        self.numbers[len(self.monsters) - 1] = number
        return len(self.monsters) - 1

    def idle(self, side: Side) -> list[int]:
        """That player's monsters that may still attack."""
        done = [a for a, _ in self.attacks]
        return [i for i, m in enumerate(self.monsters) if m.side == side and done.count(i) < self.most]

    def standing(self, side: Side) -> list[int]:
        """That player's monsters that no attack told so far destroys."""
        fallen = {b for a, b in self.attacks if b >= 0 and self._falls(self.monsters[a], self.monsters[b])}
        return [i for i, m in enumerate(self.monsters) if m.side == side and i not in fallen]

    @staticmethod
    def _falls(one: Fighter, other: Fighter) -> bool:
        """Whether the attacked monster is destroyed: read only to know whom the next attack can mean; answers go by the law."""
        value = other.dfn if other.position == "defense" else other.atk
        if one.atk is None or value is None or other.lasting:
            return not other.lasting
        return one.atk > value or (one.atk == value and other.position == "attack")


def counts_next(words: Words, number: Number) -> bool:
    """Whether a small number counts monsters whose value follows: "3 1000 ATK tokens"."""
    return 1 < number.value < LEAST and re.match(r"\s*\d{3}", words.text[number.end :]) is not None


def how_many(words: Words, number: Number) -> int:
    """How many monsters have a value: three of "three 1000 ATK tokens"."""
    before, after = words.text[: number.start], words.text[number.end :]
    match = words.cues.first("battle.count-each", before)
    if match is None or (match["en"] and not words.cues.has("battle.each-next", after)):
        match = words.cues.first("battle.count-before", before)
        if match is None or _LISTED.match(after) or (match["en"] and not words.cues.has("battle.plural-next", after)):
            return 1
    word = match["en"] or match["zh"]
    return counted(word)


def attackers_of(words: Words, left: str, side: Side, values: list[Number], told: Field) -> list[int]:
    """The places of the monsters that attack, new ones taken in; none where that is not sure."""
    idle = told.idle(side)
    if not values:
        rest = words.cues.first("battle.rest", left)
        if words.cues.has("battle.one-of", left) and len({told.monsters[i].atk for i in idle}) == 1:
            return idle[:1]
        if rest is None:
            return idle if len(idle) == 1 else []
        said = next((n for g in rest.groups() if (n := counted(g or ""))), len(idle))
        return idle if said == len(idle) else []
    found: list[int] = []
    for number in values:
        if number.tag == "def":
            return []
        for _ in range(how_many(words, number)):
            free = [i for i in idle if i not in found and told.monsters[i].atk == number.value]
            found.append(free[0] if free else told.add(Fighter(side=side, atk=number.value), number))
    return found


def target_of(words: Words, since: int, start: int, end: int, side: Side, values: list[Number], told: Field) -> int | None:
    """The place of the attacked monster; None if it is not sure which."""
    right = words.text[since:end]
    other: Side = "opp" if side == "own" else "own"
    there = [i for i, m in enumerate(told.monsters) if m.side == other]
    down = words.cues.has("battle.face-down", right)
    if not values:
        defends = words.cues.has("battle.that-defender", right)
        fitting = [i for i in there if told.monsters[i].down] if down else [i for i in told.standing(other) if i in there]
        if len(fitting) > 1 and defends != words.cues.has("battle.upright", right):
            fitting = [i for i in fitting if told.monsters[i].position == ("defense" if defends else "attack")]
        return fitting[0] if len(fitting) == 1 else None if there else LATER
    if len(values) == 2 and values[1].tag == "def" and values[0].tag in ("", "atk"):
        one = with_defense(words, start, end, Fighter(side=other, atk=values[0].value), values[1])
        return told.add(one, values[0])
    if len(values) > 1:
        return None
    fitting = [i for i in there if values[0].value in (told.monsters[i].atk, told.monsters[i].dfn)]
    if fitting:
        return fitting[0]
    new = fighter_of(words, words.text[start:end], other, values[0], told)
    return told.add(new, values[0]) if new else None


def fighter_of(words: Words, text: str, side: Side, number: Number, told: Field) -> Fighter | None:
    """The monster that a number in a stretch tells; None where its position and the value contradict each other."""
    down = words.cues.has("battle.face-down", text)
    upright = words.cues.has("battle.upright", text)
    defends = down or (words.cues.has("battle.defense", text) and not upright)
    lasting = words.cues.has("battle.lasting", text)
    if defends and number.tag == "atk":
        return Fighter(side=side, atk=number.value, position="defense", sure=True, down=down, lasting=lasting)
    if number.tag == "def" or defends:
        if upright:
            return None
        return Fighter(side=side, dfn=number.value, position="defense", down=down, lasting=lasting)
    return Fighter(side=side, atk=number.value, position="attack", sure=upright, lasting=lasting)


def with_defense(words: Words, start: int, end: int, one: Fighter, number: Number) -> Fighter:
    """The monster with its DEF as well; in the position that the stretch tells."""
    text = words.text[start:end]
    down = words.cues.has("battle.face-down", text)
    defends, upright = down or words.cues.has("battle.defense", text), words.cues.has("battle.upright", text)
    defends = (defends and not upright) or one.position == "defense"
    position: Literal["attack", "defense"] = "defense" if defends else "attack"
    return replace(one, dfn=number.value, position=position, sure=defends or upright, down=down or one.down)
