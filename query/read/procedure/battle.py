"""A battle as people tell it: who attacks whom with what, in which position, at how many Life Points."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from kb.lang.numerals import counted
from kb.model import Lang
from query.read.procedure.battle_asks import battle_asks
from query.read.procedure.battle_beside import with_beside, without_beside
from query.read.procedure.battle_claims import claimed
from query.read.procedure.battle_scene import placed, scene_of
from query.read.procedure.battle_terms import multiplied, of_one_attack, unread, with_effects
from query.read.procedure.battle_told import Scene
from query.read.procedure.links import mentions
from query.read.procedure.links import placed as placed_from
from query.read.procedure.model import Ask, Battle, Procedure, Side
from query.read.procedure.numbers import Number, numbers_of
from query.read.procedure.words import Words

_SLOW = frozenset({"normal-spell", "continuous-spell", "field-spell", "equip-spell", "ritual-spell", "ignition", "spell"})
"""What has Spell Speed 1, or may have: not for the Damage Step."""
_MOST = 6
_USER: dict[Side, dict[Lang, str]] = {"own": {"en": "i ", "zh": "我用"}, "opp": {"en": "he ", "zh": "他用"}, "": {}}
_LEAST = 10
"""ATK and DEF are 0 or at least that much: a smaller number counts cards or players."""


def read_battle(words: Words) -> Procedure | None:
    """The battle a text tells; None if it tells none, or says something of it that is not understood."""
    plain, burns, replaced = without_beside(words)
    found = _read(plain)
    return with_beside(found, burns, replaced) if found and (burns or replaced) else found


def _read(words: Words) -> Procedure | None:
    asking = words
    late = _too_late(words)
    early = None if late else _in_time(words)
    words = late or early or words
    claims = claimed(words)
    numbers = _valued([n for n in numbers_of(words) if n.start not in claims])
    fights = words.has("battle.attack") or (words.has("battle.into") and len(numbers) > 1)
    if not numbers or not fights or words.has("battle.unread") or words.has("battle.another") or unread(words):
        return None
    scene = scene_of(words)
    if scene is None or not all(placed(scene, n) for n in numbers) or not multiplied(scene):
        return None
    given = _battle(scene)
    if given is None:
        return None
    asks, what = battle_asks(words, given, scene.verb.start())
    if (late or early) and asks is not None:
        about = "too-late" if late else "in-time"
        asks = [Ask(about=f"not {about}" if asking.has("battle.says-late") else about), *asks]
    if asks is None or not (asks or what):
        return None
    return Procedure(topic="battle", lang=words.lang, given=given, asks=tuple(asks), yes_no=bool(asks))


def _valued(numbers: list[Number]) -> list[Number]:
    """The numbers, with what a value was set to as that value where nothing tells what it was before."""
    sets = [n for n in numbers if n.tag == "set"]
    if len(sets) == 1 and len([n for n in numbers if n.tag in ("", "atk", "def")]) == 1:
        sets[0].tag = "atk"
    return numbers


def _too_late(words: Words) -> Words | None:
    """The text without a change of ATK or DEF that a player asks to make when damage is already calculated, and without that
    question; None where nobody asks so."""
    if not words.has("battle.at-calculation", "battle.may-still"):
        return None
    changes = [n for n in numbers_of(words) if n.tag == "up"]
    asking = [
        (a, b) for a, b, kind in words.asked() if kind == "yes/no" and words.cues.has("battle.may-still", words.text[a:b])
    ]
    if len(changes) != 1 or len(asking) != 1:
        return None
    text = words.text
    clauses = words.clauses()
    told = [(a, b) for a, b in clauses if a <= changes[0].start < b]
    if told and not re.search(r"\w", text[told[0][0] : changes[0].start]):  # "a quick-play, +400"
        told = [(a, b) for a, b in clauses if b == told[0][0]] + told
    for start, end in (*told, *asking):
        last = text[end - 1 : end] if text[end - 1 : end] in ".,;，。；" else " "
        text = text[:start] + " " * (end - start - 1) + last + text[end:]
    return replace(words, text=text, _stand={})


def _in_time(words: Words) -> Words | None:
    """The text with a change of ATK or DEF told that a player asks to make before damage calculation; None where nobody asks
    so."""
    if not words.has("battle.before-calculation", "battle.may-still"):
        return None
    changes = [n for n in numbers_of(words) if n.tag in ("up", "down")]
    asking = [
        (a, b, m)
        for a, b, kind in words.asked()
        if kind == "yes/no" and (m := words.cues.first("battle.may-still", words.text[a:b])) is not None
    ]
    if len(changes) != 1 or len(asking) != 1:
        return None
    start, end, said = asking[0]
    if any(one.kind in _SLOW or placed_from(words, one.kind) for one in mentions(words)):
        return None
    text = words.text
    if not start <= changes[0].start < end:  # told before it, so only that question goes
        return replace(words, text=f"{text[:start]}{' ' * (end - start)}{text[end:]}", _stand={})
    if changes[0].start < start + said.start():  # "…, gains 700, allowed?"
        stop = text[: start + said.start()] + ".".ljust(end - start - said.start())
        return replace(words, text=stop + re.sub(r"^[?？]", " ", text[end:]), _stand={})
    last = "." if text[end - 1 : end] in "?？" else " " if text[end - 1 : end] in "吗嘛么" else text[end - 1 : end]
    if text[end : end + 1] in "?？":
        text = f"{text[:end]}.{text[end + 1 :]}"
    user = _USER[words.side_before(start + said.end(), start) or "own"][words.lang]
    blank = user.rjust(said.end()) + text[start + said.end() : end - 1] + last
    return replace(words, text=text[:start] + blank + text[end:], _stand={})


def part_of_battle(words: Words, attacker: Side = "") -> Battle | None:
    """The battle of one part of a longer story, without what is asked; `attacker` attacked before, if nobody is named."""
    scene = scene_of(words)
    if scene is None:
        return None
    if attacker and not words.side_before(scene.verb.start()):
        scene.attacker = attacker
    if not all(n.tag == "life" or placed(scene, n) for n in numbers_of(words)) or not multiplied(scene):
        return None
    scene.life = []
    return _battle(scene)


def _battle(scene: Scene) -> Battle | None:
    words = scene.words
    if len({side for side, _ in scene.life}) < len(scene.life):
        return None
    attackers, targets = _paired(scene)
    if any(0 < n.value < _LEAST for n in (*attackers, *targets)):
        return None
    if scene.direct or not targets:
        if not scene.direct and not targets and len(attackers) == 1:
            return _unvalued(scene, attackers[0].value)
        if not scene.direct or targets or not attackers or len(attackers) > _MOST or not _all_direct(scene):
            return None
        if any(_others(scene, n) for n in attackers):
            return None
        if of_one_attack(words, len(attackers)):
            return None
        values = _counted(words, tuple(n.value for n in attackers))
        return _made(scene, values, "direct", 0, None, ()) if values else None
    if len(attackers) != 1:
        return None
    atk = [n for n in targets if n.tag != "def"]
    dfn = [n for n in targets if n.tag == "def"]
    if len(atk) > 1 or len(dfn) > 1:
        return None
    down, defends = words.has("battle.face-down"), words.has("battle.defense")
    upright = words.has("battle.upright")
    assumed: tuple[str, ...] = ()
    value = (attackers[0].value,)
    if words.has("battle.both-stats") and not (down or defends or upright):
        stat = (atk or dfn)[0].value
        return _made(scene, value, "", stat, stat, ())
    if words.has("battle.times"):
        return None
    if atk and dfn:
        if down or (defends and not upright):
            return _made(scene, value, "defense", dfn[0].value, None, ())
        if upright and not defends:
            return _made(scene, value, "attack", atk[0].value, None, ())
        return _made(scene, value, "", atk[0].value, dfn[0].value, ()) if not (upright or defends) else None
    if dfn or down or defends:
        if atk and atk[0].tag == "atk":
            return None
        return _made(scene, value, "defense", (dfn or atk)[0].value, None, ())
    if not upright:
        assumed = ("attack-position",)
    return _made(scene, value, "attack", atk[0].value, None, assumed)


def _others(scene: Scene, number: Number) -> bool:
    """Whether a number outside the clause of the attack is said to be the other player's."""
    words = scene.words
    since, end = next((a, b) for a, b in words.clauses() if a <= number.start < b)
    if since <= scene.verb.start() < end:
        return False
    return words.side_before(number.start, since) not in ("", scene.attacker)


def _unvalued(scene: Scene, attack: int) -> Battle | None:
    """An attack on a monster whose position is told and its value is not; None for anything but that."""
    words = scene.words
    down, defends = words.has("battle.face-down"), words.has("battle.defense")
    if (down or defends) == words.has("battle.upright") or scene.boosts:
        return None
    if words.has("battle.times") or not words.has("battle.onto-monster"):
        return None
    plain = _made(scene, (attack,), "defense" if down or defends else "attack", 0, None, ())
    return replace(plain, unknown=True)


def _counted(words: Words, values: tuple[int, ...]) -> tuple[int, ...]:
    """The attacks of "two monsters with 1500 each"; none where the number told and the values do not agree."""
    if words.has("battle.times"):
        return _each_time(words, values)
    match = words.cues.first("battle.count", words.text)
    if match is None:
        return values
    word = match["en"] or match["zh"]
    count = counted(word)
    if len(values) == 1 and words.has("battle.each"):
        return values * count
    return values if len(values) == count else ()


def _each_time(words: Words, values: tuple[int, ...]) -> tuple[int, ...]:
    """The attacks of a monster that attacks several times; none where it is not said that it uses every one of them."""
    said = [g for m in words.cues.all("battle.times", words.text) for g in m.groupdict().values() if g]
    counts = {3 if word.startswith(("three", "3", "三")) else 2 for word in said}
    may = words.has("battle.may-times")
    if len(values) != 1 or len(counts) != 1 or (may and not words.has("battle.every-time")):
        return ()
    return values * counts.pop()


def _all_direct(scene: Scene) -> bool:
    """Whether nothing tells of an attacked monster beside the direct attacks."""
    words = scene.words
    if any(words.has(cue) for cue in ("battle.upright", "battle.defense", "battle.face-down", "battle.to-monster")):
        return False
    other: Side = "opp" if scene.attacker == "own" else "own"
    before = [words.text[: n.start] for n in scene.values["attacker"]]
    return not any(words.cues.has(f"battle.{other}-right-before", text) for text in before)


def _paired(scene: Scene) -> tuple[list[Number], list[Number]]:
    """The values of both monsters; one value told of both stands for each."""
    attackers = [n for n in scene.values["attacker"] if n.tag != "def"]
    targets = scene.values["target"]
    if scene.direct:
        return attackers, targets
    if not targets and len(attackers) == 2:
        return attackers[:1], attackers[1:]
    if not attackers and len(targets) == 2 and any(n.tag != "def" for n in targets):
        first = next(n for n in targets if n.tag != "def")
        return [first], [n for n in targets if n is not first]
    if len(attackers) + len(targets) == 1 and scene.words.has("battle.both"):
        one = attackers or targets
        return one, one
    return attackers, targets


def _made(
    scene: Scene,
    attacks: tuple[int, ...],
    target: Literal["attack", "defense", "direct", ""],
    value: int,
    other: int | None,
    assumed: tuple[str, ...],
) -> Battle:
    plain = Battle(
        attacks=attacks,
        attacker=scene.attacker,
        target=target,
        value=value,
        other=other,
        face_down=scene.words.has("battle.face-down"),
        assumed=assumed,
    )
    return with_effects(scene, plain)
