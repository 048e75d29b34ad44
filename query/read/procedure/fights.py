"""Several attacks told with the monsters of both sides: who is there, who then attacks whom, what is asked."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field, replace
from typing import Literal

from kb.lang.later import later
from query.read.procedure.battle_asks import battle_asks
from query.read.procedure.battle_boosts import take_boost
from query.read.procedure.battle_scene import by_life, is_described
from query.read.procedure.battle_terms import multiplied, unexplained, unread, with_effects
from query.read.procedure.battle_told import Scene
from query.read.procedure.fights_asked import fights_asked
from query.read.procedure.model import SIDES, Battle, Battles, Fighter, Procedure, Side
from query.read.procedure.numbers import Number, life_of, numbers_of
from query.read.procedure.words import Words

_CUT = later(
    r"[.;:?!。；：？！]|(?<!\d)(?<!\d )\+|\+(?!\s?\d)|(?<!\d)[,，]|[,，](?!\s*(?:and )?\d)"
    r"|\bthen\b|\bafter (?:that|which)\b|然后|接着|再|之后|最后"
)
_AND = later(r"\b(?:and|n)\b|[,，]|和(?=[我他])|(?<=[^另第])(?=另?一只.{0,4}(?:打|直|攻))")
_THING = later(r"\s*(?:[a-z]+\b|[只张个])")
_LISTED = later(r"\s*(?:、|,|和|跟|与|&|/|\+|,?\s*\b(?:and|n)\b)\s*(?:an? |one |一只)?\d")
_PLUS = later(r"\s?\+\s?")
_KNOWN = frozenset({"", "atk", "def", "life", "count"})
_VALUES = ("", "atk", "def")
_CHANGES = (
    "double",
    "half",
    "none",
    "instead",
    "shared",
    "equip",
    "atk-half",
    "atk-double",
    "all-boost",
)
_BESIDE = ("times", "burn", "replaced")
_LEAST = 10
_LATER = -2
"""A target that is told after the attack."""
COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5}


@dataclass(slots=True)
class _Field:
    """What is gathered: the monsters, who attacked whom, whose turn to speak of it is."""

    monsters: list[Fighter] = field(default_factory=list)
    attacks: list[tuple[int, int]] = field(default_factory=list)
    """(index of the attacker, of the attacked monster, -1 for none, or _LATER)."""
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
        value = other.dfn if other.position == "defense" else other.atk
        if one.atk is None or value is None or other.lasting:
            return not other.lasting
        return one.atk > value or (one.atk == value and other.position == "attack")


def read_fights(words: Words) -> Procedure | None:
    """Two or more attacks; None if a part of the story is not understood."""
    if words.has("battle.unread") or unexplained(words) or any(words.has(f"battle.{name}") for name in _CHANGES):
        return None
    if words.has("battle.times") and not words.has("battle.may-times"):
        return None
    if any(_acts(words, words.text[a:b]) for a, b in words.clauses()):
        return None
    pierces = words.has("battle.pierce") and not words.has("battle.no-pierce")
    numbers = _numbers(words)
    told = _story(words, numbers)
    if told is None or len(told.attacks) < 2 or any(n.tag not in _KNOWN for n in numbers):
        return None
    if words.has("battle.lasting") and not any(m.lasting for m in told.monsters):
        return None
    if any(told.monsters[b].both and not told.monsters[b].sure for _, b in told.attacks if b >= 0):
        return None
    asks = fights_asked(words)
    life = _life(words, numbers)
    if asks is None or life is None:
        return None
    if (straight := _straight(told, life)) is not None:
        plain = tuple(replace(ask, others=()) for ask in asks)
        return Procedure(topic="battle", lang=words.lang, given=straight, asks=plain, yes_no=bool(asks))
    parts = [_part(told, a, b) for a, b in told.attacks]
    if pierces:
        walls = [place for place, part in enumerate(parts) if part.target == "defense"]
        if len(walls) != 1:
            return None
        parts[walls[0]] = replace(parts[walls[0]], piercing=True)
    given = Battles(
        parts=tuple(parts),
        life=life,
        field=tuple(told.monsters),
        who=tuple(told.attacks),
    )
    return Procedure(topic="battle", lang=words.lang, given=given, asks=asks, yes_no=bool(asks))


def _acts(words: Words, clause: str) -> bool:
    """Whether a clause tells of a card or effect, and not that there is none."""
    return words.cues.has("battle.agent", clause) and not words.cues.has("battle.no-agent", clause)


def _straight(told: _Field, life: tuple[tuple[Side, int], ...]) -> Battle | None:
    """Nothing but direct attacks by one player, as one; None for anything else."""
    sides = {told.monsters[a].side for a, _ in told.attacks}
    if any(b >= 0 for _, b in told.attacks) or len(sides) > 1 or {m.side for m in told.monsters} != sides:
        return None
    one = _part(told, *told.attacks[0])
    return replace(one, attacks=tuple(told.monsters[a].atk or 0 for a, _ in told.attacks), life=life)


def read_fight(words: Words) -> Procedure | None:
    """One attack, told with monsters that were named before; None if a part of it is not understood."""
    if words.has("battle.unread") or any(words.has(f"battle.{n}") for n in _BESIDE) or unread(words):
        return None
    numbers = _numbers(words)
    told = _story(words, numbers)
    life = _life(words, numbers)
    if told is None or life is None or told.verb is None or len({a for a, _ in told.attacks}) != len(told.attacks):
        return None
    targets = {b for _, b in told.attacks}
    if len(told.attacks) > 1 and targets != {-1}:
        return None
    if len(targets) != 1 or len(told.monsters) != len(told.attacks) + (targets != {-1}):
        return None
    scene = Scene(words, told.verb, told.monsters[told.attacks[0][0]].side, False, targets == {-1})
    scene.life = list(life)
    scene.values["attacker"] = [told.numbers[a] for a, _ in told.attacks]
    scene.values["target"] = [told.numbers[b] for b in targets if b >= 0]
    changes = [n for n in numbers if n.tag in ("up", "down", "set")]
    if not all(take_boost(scene, n) for n in changes) or not multiplied(scene):
        return None
    plain = _part(told, *told.attacks[0])
    given = with_effects(scene, replace(plain, attacks=tuple(told.monsters[a].atk or 0 for a, _ in told.attacks)))
    asks, what = battle_asks(words, given, told.verb.start())
    if asks is None or not (asks or what):
        return None
    return Procedure(topic="battle", lang=words.lang, given=given, asks=tuple(asks), yes_no=bool(asks))


def _numbers(words: Words) -> list[Number]:
    """The numbers of a text; "1500+1200" that attack directly are a list, not a gain."""
    found = numbers_of(words)
    if words.has("battle.direct") or words.has("battle.empty"):
        for before, after in itertools.pairwise(found):
            if after.tag == "up" and before.tag in _VALUES and _PLUS.fullmatch(words.text[before.end : after.start]):
                after.tag = before.tag
    for side in SIDES:
        life = [n for n in found if n.tag == "life" and words.side_before(n.start) == side]
        plain = [n for n in life if not words.cues.has("battle.life-said", words.text[max(0, n.start - 6) : n.end + 6])]
        if len(life) - len(plain) == 1:
            for number in plain:
                number.tag = ""
    return found


def _life(words: Words, numbers: list[Number]) -> tuple[tuple[Side, int], ...] | None:
    """The Life Points told; None if one player's are told twice."""
    life = tuple(row for n in numbers if n.tag == "life" for row in life_of(words, n))
    return life if len({side for side, _ in life}) == len(life) else None


def _story(words: Words, numbers: list[Number]) -> _Field | None:
    """The monsters and attacks of a text; None if a part is not understood."""
    if any(n.tag in ("claim", "pair") for n in numbers):
        return None
    asked = [(a, b) for a, b, _ in words.asked()]
    told = _Field()
    for start, end in _pieces(words, asked, [n for n in numbers if n.tag in _VALUES]):
        if not _take(words, start, end, [n for n in numbers if start <= n.start < end], told):
            return None
    if told.direct:
        return None
    if not told.attacks:
        _met(words, told)
    for place, (attacker, target) in enumerate(told.attacks):
        if target == _LATER:
            other = [i for i, m in enumerate(told.monsters) if m.side != told.monsters[attacker].side]
            if len(other) != 1:
                return None
            told.attacks[place] = (attacker, other[0])
    fought = [told.monsters[b] for _, b in told.attacks if b >= 0]
    return told if all((m.dfn if m.position == "defense" else m.atk) is not None for m in fought) else None


def _met(words: Words, told: _Field) -> None:
    """Takes in attacks that are not told and can be meant alone: everybody at an empty side, or one monster at the only other.

    Of two monsters the one in Defense Position does not attack.
    """
    own, opp = ([i for i, m in enumerate(told.monsters) if m.side == side] for side in SIDES)
    verb = re.search("", words.text)
    if words.has("battle.empty") and bool(own) != bool(opp) and any(words.has(f"say.{one}") for one in ("win", "lose", "live")):
        told.attacks, told.verb, told.attacker = [(i, -1) for i in own or opp], verb, "own" if own else "opp"
        return
    if len(own) != 1 or len(opp) != 1 or not (words.has("battle.in-battle") or words.has("say.win")):
        return
    first, second = (own[0], opp[0]) if told.monsters[own[0]].position == "attack" else (opp[0], own[0])
    if told.monsters[first].position == "attack" and told.monsters[first].atk is not None:
        told.attacks, told.verb, told.attacker = [(first, second)], verb, told.monsters[first].side


def _pieces(words: Words, asked: list[tuple[int, int]], values: list[Number]) -> list[tuple[int, int]]:
    """The stretches of the story, without what only asks."""
    asked = [(a, b) for a, b in asked if not any(a <= n.start < b for n in values)]
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
        if all(_attack(words, a, b) for a, b in ((start, match.start()), (match.end(), end))):
            return [(start, match.start()), *_halved(words, match.end(), end)]
    return [(start, end)]


def _attack(words: Words, start: int, end: int) -> re.Match[str] | None:
    """The word of a stretch that tells an attack; its offsets are those of the text."""
    counted = re.search(r"\d", words.text[start:end])
    for cue in ("battle.attack", *(("battle.kill",) if counted else ()), "battle.direct"):
        if match := words.cues.patterns[cue].search(words.text, start, end):
            return match
    return None


def _take(words: Words, start: int, end: int, numbers: list[Number], told: _Field) -> bool:
    """Takes in one stretch; whether it was understood."""
    text = words.text[start:end]
    values = [n for n in numbers if n.tag in _VALUES and not counts_next(words, n)]
    values = [n for n in values if n.tag or not 0 < n.value < _LEAST or not _THING.match(words.text, n.end)]
    if any(0 < n.value < _LEAST for n in values):
        return False
    verb = _attack(words, start, end)
    if told.attacks and values and not words.cues.has("battle.direct", text) and words.cues.has("battle.again-by", text):
        return _once_more(words, values, told)
    if not values and words.cues.has("battle.all-hit", text):
        return True
    if words.cues.has("battle.times", text) and words.cues.has("battle.may-times", text):
        told.most = 3 if re.search(r"three|3|三", text) else 2
        return _declared(words, start, end, [n for n in values if n.value >= _LEAST], told)
    if verb is None:
        return _declared(words, start, end, values, told)
    if not values and not told.attacks and words.text[end : end + 1] in (":", "："):
        return True
    told.verb = told.verb or verb
    passive = words.cues.patterns["battle.passive"].search(words.text, start, end)
    if passive and passive.start() <= verb.end():
        return _suffered(words, start, end, values, passive, told)
    attackers, targets = _sides(words, verb, end, values)
    side = (
        ("own" if words.cues.has("battle.mine-into", words.text[verb.end() : end]) else "")
        or words.side_before(verb.start(), start)
        or _owner(attackers, told)
        or told.attacker
        or by_life(words, verb)
        or _newcomer(attackers, told)
        or told.side
        or _facing(words, verb)
    )
    if not side and (told.monsters or any(words.has(f"side.{one}") for one in SIDES)):
        return False
    side = side or "own"
    told.attacker = told.side = side
    other = [m for m in told.monsters if m.side != side]
    direct = words.cues.has("battle.direct", text) or (not targets and not other and words.has("battle.empty"))
    if direct and targets and not attackers:
        attackers, targets = targets, []
    done = bool(told.attacks) and not told.standing("opp" if side == "own" else "own")
    if not targets and done and not words.cues.has("battle.that-one", words.text[verb.end() : end]):
        direct = True
    if not direct and words.cues.has("battle.empty", words.text[:end]):
        return False
    rest = not attackers and words.cues.has("battle.rest", words.text[verb.end() : end])
    direct = direct or (rest and not targets)
    who = _attackers(words, text if rest else words.text[start : verb.start()], side, attackers, told)
    if direct and not who and not targets and not told.idle(side):
        told.direct = side if words.cues.has("battle.direct", text) or not told.attacks else ""
        return True
    together = len(who) > 1 and words.cues.has("battle.rest", text)
    if not who or (direct and targets) or (not direct and len(who) != 1 and not together):
        return False
    whom = -1 if direct else _target(words, verb.end(), start, end, side, targets, told)
    if whom is None:
        return False
    told.attacks += [(one, whom) for one in who]
    return True


def _facing(words: Words, verb: re.Match[str]) -> Side:
    """Who attacks where only the attacked monster's player is named, right behind the verb."""
    after = words.text[verb.end() : verb.end() + 16]
    if words.cues.has("battle.his-next", after):
        return "own"
    return "opp" if words.cues.has("battle.mine-next", after) else ""


def _owner(values: list[Number], told: _Field) -> Side:
    """Whose monsters have these values, where only one player's do."""
    sides = {m.side for m in told.monsters for n in values if m.atk == n.value}
    return sides.pop() if len(sides) == 1 else ""


def _newcomer(values: list[Number], told: _Field) -> Side:
    """Who attacks with what nobody has yet, where one player's only monster is there: the other."""
    known = {m.side for m in told.monsters}
    if not values or told.attacks or len(told.monsters) != 1 or len(known) != 1:
        return ""
    return "opp" if known == {"own"} else "own"


def _suffered(words: Words, start: int, end: int, values: list[Number], passive: re.Match[str], told: _Field) -> bool:
    """Takes in an attack told by who is attacked: "my 1500 gets attacked by a 2000"."""
    victim = words.side_before(passive.start(), start) or told.side
    if not victim or words.cues.has("battle.direct", words.text[start:end]):
        return False
    side: Side = "opp" if victim == "own" else "own"
    told.attacker, told.side = side, victim
    who = _attackers(words, "", side, [n for n in values if n.start > passive.start()], told)
    whom = _target(words, start, start, passive.start(), side, [n for n in values if n.start < passive.start()], told)
    if len(who) != 1 or whom is None:
        return False
    told.attacks.append((who[0], whom))
    return True


def _once_more(words: Words, values: list[Number], told: _Field) -> bool:
    """Takes in one more attacker of the monster attacked last: "… and then by a 1900"."""
    target = told.attacks[-1][1]
    who = _attackers(words, "", told.attacker, values, told)
    told.attacks += [(one, target) for one in who]
    return bool(who)


def counts_next(words: Words, number: Number) -> bool:
    """Whether a small number counts monsters whose value follows: "3 1000 ATK tokens"."""
    return 1 < number.value < _LEAST and re.match(r"\s*\d{3}", words.text[number.end :]) is not None


def _sides(words: Words, verb: re.Match[str], end: int, values: list[Number]) -> tuple[list[Number], list[Number]]:
    """The numbers of a stretch that attack, and those that are attacked."""
    before = [n for n in values if n.start < verb.start()]
    attackers = list(before)
    targets: list[Number] = []
    for number in values:
        if number.start < verb.start():
            continue
        between = words.text[verb.end() : number.start]
        with_, onto = (max((m.end() for m in words.cues.all(c, between)), default=-1) for c in ("battle.with", "battle.to"))
        next_ = words.cues.first("battle.onto-next", words.text[number.end : end])
        goes = with_ > onto or (next_ is not None and not attackers)
        hits = goes and not before and number.tag != "def" and not is_described(words, number)
        (attackers if hits else targets).append(number)
    return attackers, targets


def _attackers(words: Words, left: str, side: Side, values: list[Number], told: _Field) -> list[int]:
    idle = told.idle(side)
    if not values:
        rest = words.cues.first("battle.rest", left)
        if words.cues.has("battle.one-of", left) and len({told.monsters[i].atk for i in idle}) == 1:
            return idle[:1]
        if rest is None:
            return idle if len(idle) == 1 else []
        count = {"two": 2, "three": 3, "both": 2, "两": 2, "2": 2, "三": 3, "3": 3, "俩": 2}
        said = next((count[g] for g in rest.groups() if g in count), len(idle))
        return idle if said == len(idle) else []
    found: list[int] = []
    for number in values:
        if number.tag == "def":
            return []
        for _ in range(how_many(words, number)):
            free = [i for i in idle if i not in found and told.monsters[i].atk == number.value]
            found.append(free[0] if free else told.add(Fighter(side=side, atk=number.value), number))
    return found


def how_many(words: Words, number: Number) -> int:
    """How many monsters have a value: three of "three 1000 ATK tokens"."""
    before, after = words.text[: number.start], words.text[number.end :]
    match = words.cues.first("battle.count-each", before)
    if match is None or (match["en"] and not words.cues.has("battle.each-next", after)):
        match = words.cues.first("battle.count-before", before)
        if match is None or _LISTED.match(after) or (match["en"] and not words.cues.has("battle.plural-next", after)):
            return 1
    word = match["en"] or match["zh"]
    return int(word) if word.isdigit() else COUNTS[word]


def _target(words: Words, since: int, start: int, end: int, side: Side, values: list[Number], told: _Field) -> int | None:
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
        return fitting[0] if len(fitting) == 1 else None if there else _LATER
    if len(values) == 2 and values[1].tag == "def" and values[0].tag in ("", "atk"):
        one = _with_defense(words, start, end, Fighter(side=other, atk=values[0].value), values[1])
        return told.add(one, values[0])
    if len(values) > 1:
        return None
    fitting = [i for i in there if values[0].value in (told.monsters[i].atk, told.monsters[i].dfn)]
    if fitting:
        return fitting[0]
    new = _fighter(words, words.text[start:end], other, values[0], told)
    return told.add(new, values[0]) if new else None


def _declared(words: Words, start: int, end: int, values: list[Number], told: _Field) -> bool:
    """Monsters that are there; a stretch without any says nothing that matters."""
    last = told.side
    asked = any(a <= start < b for a, b, _ in words.asked())
    if asked and values and all(any(n.value in (m.atk, m.dfn) for m in told.monsters) for n in values):
        return True
    named = words.side_before(end, start)
    waits = _LATER in {target for _, target in told.attacks}
    if waits and not named and words.cues.has("battle.the-card", words.text[start:end]):
        last = "opp" if told.attacker == "own" else "own"
    after = told.attacks and not waits and not named and words.cues.has("battle.more", words.text[start:end])
    if values and told.attacks and words.cues.has("battle.also-with", words.text[start:end]):
        left = told.standing("opp" if told.attacker == "own" else "own")
        who = _attackers(words, "", told.attacker, values, told)
        told.attacks += [(one, left[0] if len(left) == 1 else -1) for one in who]
        return bool(who)
    if values and (told.direct or after):
        if not told.direct and told.attacks[-1][1] != -1:
            return False
        found = _attackers(words, "", told.direct or told.attacker, values, told)
        told.attacks += [(one, -1) for one in found]
        told.direct = ""
        return bool(found)
    cuts = [_between(words, a.end, b.start) for a, b in itertools.pairwise(values)]
    edges = [start, *cuts, end]
    for index, number in enumerate(values):
        side = words.side_before(number.start, start) or last
        if not side and (told.monsters or words.side_before(number.start)):
            return False
        side = side or "own"
        last = side
        apart = index and words.cues.has("battle.another-one", words.text[values[index - 1].end : number.start])
        if number.tag == "def" and index and values[index - 1].tag == "atk" and told.monsters and not apart:
            told.monsters[-1] = _with_defense(words, start, end, told.monsters[-1], number)
            continue
        new = _fighter(words, words.text[edges[index] : edges[index + 1]], side, number, told)
        if new is None:
            return False
        for _ in range(how_many(words, number)):
            told.add(new, number)
    told.side = words.side_before(end, start) or last
    return True


def _between(words: Words, start: int, end: int) -> int:
    """Where what is said of one number ends and what is said of the next begins."""
    cut = later(r"\band\b|\bn\b|[、和,，+跟]").search(words.text, start, end)
    return cut.start() if cut else end


def _with_defense(words: Words, start: int, end: int, one: Fighter, number: Number) -> Fighter:
    """The monster with its DEF as well; in the position that the stretch tells."""
    text = words.text[start:end]
    down = words.cues.has("battle.face-down", text)
    defends, upright = down or words.cues.has("battle.defense", text), words.cues.has("battle.upright", text)
    defends = (defends and not upright) or one.position == "defense"
    position: Literal["attack", "defense"] = "defense" if defends else "attack"
    return replace(one, dfn=number.value, position=position, sure=defends or upright, down=down or one.down)


def _fighter(words: Words, text: str, side: Side, number: Number, told: _Field) -> Fighter | None:
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


def _part(told: _Field, attacker: int, target: int) -> Battle:
    one = told.monsters[attacker]
    if target < 0:
        return Battle(attacks=(one.atk or 0,), attacker=one.side, target="direct")
    other = told.monsters[target]
    if other.both and not other.sure:
        return Battle(attacks=(one.atk or 0,), attacker=one.side, target="", value=other.atk or 0, other=other.dfn)
    defends = other.position == "defense"
    return Battle(
        attacks=(one.atk or 0,),
        attacker=one.side,
        target="defense" if defends else "attack",
        value=(other.dfn if defends else other.atk) or 0,
        face_down=other.down,
        lasting=("target",) if other.lasting else (),
        assumed=() if defends or other.sure else ("attack-position",),
    )
