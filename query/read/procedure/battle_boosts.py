"""ATK and DEF raised or lowered in a battle: by how much, and whose."""

from __future__ import annotations

import re
from typing import Literal

from query.read.procedure.battle_told import Scene
from query.read.procedure.model import SIDES, Boost, Role, Side
from query.read.procedure.numbers import Number
from query.read.procedure.words import Words


def take_boost(scene: Scene, number: Number) -> bool:
    """Takes in a raised or lowered value; whether it is sure whose it is."""
    words = scene.words
    everyone = words.cues.first("battle.all-boost", words.text)
    if everyone and everyone.start() <= number.start < everyone.end():
        return _boost_all(scene, everyone, number.value)
    start = words.sentence_start(number.start)
    plain = words.without("battle.whose-card")  # "my trap" is not my monster
    side = _doer(plain, number) or plain.side_before(number.start, start) or plain.side_before(number.start)
    if number.tag == "down" and _lowered_by(scene, number, start):
        if not words.cues.has("battle.that-it", words.text[start : number.start]):
            return False
        side = "opp" if side == "own" else "own"
    role: Role = "attacker" if side in (scene.attacker, "") else "target"
    of: Literal["atk", "def"] = (
        "def" if re.match(r"\s*(?:(?:more|extra|additional) )?(?:def|守)", words.text[number.end :]) else "atk"
    )
    if re.search(r"守备?力?\s*(?:上升|下降|\+|-)$", words.text[: number.start]):
        of = "def"
    if of == "def":  # an attacker's DEF does not matter
        role = "target"
    if number.tag == "set":
        if not side or scene.boosts or scene.words.has("num.up") or scene.words.has("num.down"):
            return False
        scene.boosts.append(Boost(role=role, amount=number.value, of=of, by="set"))
        return True
    if any(boost.by == "set" for boost in scene.boosts):
        return False
    scene.boosts.append(Boost(role=role, amount=number.value if number.tag == "up" else -number.value, of=of))
    return True


def _doer(words: Words, number: Number) -> Side:
    """The player of whom a Chinese sentence speaks, where the clause of a changed value names nobody and tells what that player
    uses: "我……打对方……的怪，开了……加700"."""
    start, end = next(((a, b) for a, b in words.clauses() if a <= number.start < b), (0, 0))
    clause = words.text[start:end]
    named = any(words.cues.has(f"side.{side}", clause) for side in SIDES)
    if words.lang != "zh" or named or not words.cues.has("battle.bare-use", clause) or words.cues.has("ask.monster", clause):
        return ""
    return words.first_side(words.sentence_start(start), start)


def _lowered_by(scene: Scene, number: Number, start: int) -> bool:
    """Whether the player named last before a lowered value uses something for it, and is not whose monster it is."""
    words = scene.words
    said = words.text[start : number.start]
    if not any(words.cues.has(f"side.{side}", said) for side in SIDES):
        return False
    return words.cues.has("battle.uses", said) and not words.cues.has("battle.whose-monster", said)


def _boost_all(scene: Scene, match: re.Match[str], amount: int) -> bool:
    found = match.groupdict()
    kind = (found.get("en") or found.get("zh") or "").strip()
    text = scene.words.text
    if kind and kind not in ("face-up", "表侧") and kind not in text[: match.start()] + text[match.end() :]:
        return False
    if scene.words.cues.has("battle.own-side-only", text[max(0, match.start() - 8) : match.end()]):
        return False
    lowers = (found.get("sign") or found.get("zsign") or "") in ("lose", "下降", "减少", "-")
    of: Literal["atk", "def"] = "def" if (found.get("of") or found.get("zof") or "") in ("def", "守备力") else "atk"
    role: Role = "target" if of == "def" else "attacker"
    scene.boosts.append(Boost(role=role, amount=-amount if lowers else amount, of=of))
    return True
