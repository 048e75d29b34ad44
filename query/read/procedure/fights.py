"""Several attacks told with the monsters of both sides: who is there, who then attacks whom, what is asked."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field, replace

from query.read.procedure.fights_asked import fights_asked
from query.read.procedure.model import Battle, Battles, Fighter, Procedure, Side
from query.read.procedure.numbers import Number, numbers_of
from query.read.procedure.words import Words

_CUT = re.compile(
    r"[.;?!。；？！+]|(?<!\d)[,，]|[,，](?!\s*(?:and )?\d)|\bthen\b|\bafter (?:that|which)\b|然后|接着|再|之后|最后"
)
_AND = re.compile(r"\band\b|\s和(?=[我他])")
_KNOWN = frozenset({"", "atk", "def", "life", "count", "pair"})
_CHANGES = ("double", "half", "none", "instead", "shared", "lasting", "equip", "atk-half", "atk-double", "all-boost", "agent")
_LEAST = 10


@dataclass(slots=True)
class _Field:
    """What is gathered: the monsters, who attacked whom, whose turn to speak of it is."""

    monsters: list[Fighter] = field(default_factory=list)
    attacks: list[tuple[int, int]] = field(default_factory=list)
    """(index of the attacker, of the attacked monster or -1)."""
    side: Side = ""
    attacker: Side = ""
    assumed: bool = False

    def add(self, one: Fighter) -> int:
        self.monsters.append(one)
        return len(self.monsters) - 1

    def idle(self, side: Side) -> list[int]:
        """That player's monsters that have not attacked yet."""
        done = {a for a, _ in self.attacks}
        return [i for i, m in enumerate(self.monsters) if m.side == side and i not in done]


def read_fights(words: Words) -> Procedure | None:
    """Two or more attacks; None if a part of the story is not understood."""
    if (
        words.has("battle.unread")
        or words.has("battle.times")
        or any(words.has(f"battle.{name}") for name in _CHANGES)
        or words.has("battle.pierce")
    ):
        return None
    numbers = numbers_of(words)
    asked = [(a, b) for a, b, _ in words.asked()]
    if any(n.tag not in _KNOWN for n in numbers) or any(_inside(n, asked) and n.tag != "life" for n in numbers):
        return None
    told = _Field()
    for start, end in _pieces(words, asked):
        if not _take(words, start, end, [n for n in numbers if start <= n.start < end], told):
            return None
    if len(told.attacks) < 2:
        return None
    asks = fights_asked(words)
    if asks is None:
        return None
    life = tuple(row for n in numbers if n.tag == "life" for row in life_of(words, n))
    if len({side for side, _ in life}) < len(life):
        return None
    given = Battles(
        parts=tuple(_part(told, a, b) for a, b in told.attacks),
        life=life,
        field=tuple(told.monsters),
        who=tuple(told.attacks),
    )
    return Procedure(topic="battle", lang=words.lang, given=given, asks=asks, yes_no=bool(asks))


def life_of(words: Words, number: Number) -> list[tuple[Side, int]]:
    """Whose Life Points a number is; of both players where it says so."""
    before, after = words.text[max(0, number.start - 24) : number.start], words.text[number.end :]
    if words.cues.has("battle.both-before", before) or words.cues.has("battle.each-after", after):
        return [("own", number.value), ("opp", number.value)]
    return [(words.side_before(number.start), number.value)]


def _inside(number: Number, spans: list[tuple[int, int]]) -> bool:
    return any(a <= number.start < b for a, b in spans)


def _pieces(words: Words, asked: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stretches of the story, without what asks."""
    text = words.text
    cuts = {0, len(text), *(p for m in _CUT.finditer(text) for p in m.span()), *(p for span in asked for p in span)}
    places = sorted(cuts)
    pieces: list[tuple[int, int]] = []
    for start, end in itertools.pairwise(places):
        if any(a <= start and end <= b for a, b in asked):
            continue
        pieces += _halved(words, start, end)
    return [(a, b) for a, b in pieces if text[a:b].strip(" ,，.。;；!！()")]


def _halved(words: Words, start: int, end: int) -> list[tuple[int, int]]:
    """A stretch cut at an "and" that stands between two attacks."""
    for match in _AND.finditer(words.text, start, end):
        if all(_attack(words, words.text[a:b]) for a, b in ((start, match.start()), (match.end(), end))):
            return [(start, match.start()), *_halved(words, match.end(), end)]
    return [(start, end)]


def _attack(words: Words, text: str) -> re.Match[str] | None:
    """The word of a stretch that tells an attack."""
    for cue in ("battle.attack", "battle.kill", "battle.direct"):
        if match := words.cues.first(cue, text):
            return match
    return None


def _take(words: Words, start: int, end: int, numbers: list[Number], told: _Field) -> bool:
    """Takes in one stretch; whether it was understood."""
    text = words.text[start:end]
    verb = _attack(words, text)
    values = [n for n in numbers if n.tag not in ("life", "count")]
    if any(n.value and n.value < _LEAST for n in values):
        return False
    if verb is None:
        return _declared(words, start, end, values, told)
    left, right = text[: verb.start()], text[verb.end() :]
    side = words.side_before(start + verb.start(), start) or told.attacker or told.side
    if not side or words.cues.has("battle.passive", text):
        return False
    told.attacker = told.side = side
    attackers, targets = _sides(words, start + verb.start(), start + verb.end(), end, values)
    direct = words.cues.has("battle.direct", text)
    if direct and targets and not attackers:
        attackers, targets = targets, []
    who = _attackers(words, left, side, attackers, told)
    if not who or (direct and targets) or (not direct and len(who) != 1):
        return False
    whom = -1 if direct else _target(words, right, start, end, side, targets, told)
    if whom is None:
        return False
    told.attacks += [(one, whom) for one in who]
    return True


def _sides(words: Words, verb: int, after: int, end: int, values: list[Number]) -> tuple[list[Number], list[Number]]:
    """The numbers of a stretch that attack, and those that are attacked."""
    attackers = [n for n in values if n.start < verb]
    targets: list[Number] = []
    for number in values:
        if number.start < verb:
            continue
        with_ = words.cues.first("battle.with", words.text[after : number.start])
        onto = words.cues.first("battle.onto-next", words.text[number.end : end])
        (attackers if with_ or (onto and not attackers) else targets).append(number)
    return attackers, targets


def _attackers(words: Words, left: str, side: Side, values: list[Number], told: _Field) -> list[int]:
    idle = told.idle(side)
    if not values:
        rest = words.cues.first("battle.rest", left)
        if rest is None or not idle:
            return []
        count = {"two": 2, "three": 3, "both": 2, "两": 2, "2": 2, "三": 3, "3": 3, "俩": 2}
        said = next((count[g] for g in rest.groups() if g in count), len(idle))
        return idle if said == len(idle) else []
    found: list[int] = []
    for number in values:
        if number.tag == "def":
            return []
        free = [i for i in idle if i not in found and told.monsters[i].atk == number.value]
        found.append(free[0] if free else told.add(Fighter(side=side, atk=number.value)))
    return found


def _target(words: Words, right: str, start: int, end: int, side: Side, values: list[Number], told: _Field) -> int | None:
    other: Side = "opp" if side == "own" else "own"
    there = [i for i, m in enumerate(told.monsters) if m.side == other]
    down = words.cues.has("battle.face-down", right)
    if not values:
        fitting = [i for i in there if told.monsters[i].down] if down else there
        named = down or words.cues.has("battle.that-one", right)
        return fitting[0] if named and len(fitting) == 1 else None
    if len(values) > 1:
        return None
    fitting = [i for i in there if values[0].value in (told.monsters[i].atk, told.monsters[i].dfn)]
    if fitting:
        return fitting[0]
    new = _fighter(words, words.text[start:end], other, values[0], told)
    return told.add(new) if new else None


def _declared(words: Words, start: int, end: int, values: list[Number], told: _Field) -> bool:
    """Monsters that are there; a stretch without any says nothing that matters."""
    last = told.side
    for index, number in enumerate(values):
        side = words.side_before(number.start, start) or last
        if not side:
            return False
        last = side
        until = values[index + 1].start if index + 1 < len(values) else end
        since = values[index - 1].end if index else start
        if number.tag == "def" and index and values[index - 1].tag == "atk" and told.monsters:
            one = told.monsters[-1]
            told.monsters[-1] = replace(one, dfn=number.value)
            continue
        new = _fighter(words, words.text[since:until], side, number, told)
        if new is None:
            return False
        told.add(new)
    told.side = words.side_before(end, start) or last
    return True


def _fighter(words: Words, text: str, side: Side, number: Number, told: _Field) -> Fighter | None:
    down = words.cues.has("battle.face-down", text)
    defends = down or words.cues.has("battle.defense", text)
    upright = words.cues.has("battle.upright", text)
    if number.tag == "def" or defends:
        if upright or number.tag == "atk":
            return None
        return Fighter(side=side, dfn=number.value, position="defense", down=down)
    return Fighter(side=side, atk=number.value, position="attack", sure=upright)


def _part(told: _Field, attacker: int, target: int) -> Battle:
    one = told.monsters[attacker]
    if target < 0:
        return Battle(attacks=(one.atk or 0,), attacker=one.side, target="direct")
    other = told.monsters[target]
    defends = other.position == "defense"
    return Battle(
        attacks=(one.atk or 0,),
        attacker=one.side,
        target="defense" if defends else "attack",
        value=(other.dfn if defends else other.atk) or 0,
        face_down=other.down,
        assumed=() if defends or other.sure else ("attack-position",),
    )
