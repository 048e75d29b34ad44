"""Several attacks told with the monsters of both sides, or one by monsters that were named before."""

from __future__ import annotations

import itertools
from dataclasses import replace

from kb.lang.later import later
from query.read.procedure.battle_asks import battle_asks
from query.read.procedure.battle_boosts import take_boost
from query.read.procedure.battle_terms import multiplied, of_one_attack, unexplained, unread, with_effects
from query.read.procedure.battle_told import Scene
from query.read.procedure.fights_asked import fights_asked
from query.read.procedure.fights_field import Field
from query.read.procedure.fights_story import VALUES, story_of
from query.read.procedure.model import SIDES, Battle, Battles, Procedure, Side
from query.read.procedure.numbers import Number, life_of, numbers_of
from query.read.procedure.words import Words

_PLUS = later(r"\s?\+\s?")
_KNOWN = frozenset({"", "atk", "def", "life", "count"})
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
    told = story_of(words, numbers)
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


def _straight(told: Field, life: tuple[tuple[Side, int], ...]) -> Battle | None:
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
    told = story_of(words, numbers)
    life = _life(words, numbers)
    if told is None or life is None or told.verb is None or len({a for a, _ in told.attacks}) != len(told.attacks):
        return None
    targets = {b for _, b in told.attacks}
    if (len(told.attacks) > 1 and targets != {-1}) or of_one_attack(words, len(told.attacks)):
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
            if after.tag == "up" and before.tag in VALUES and _PLUS.fullmatch(words.text[before.end : after.start]):
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


def _part(told: Field, attacker: int, target: int) -> Battle:
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
