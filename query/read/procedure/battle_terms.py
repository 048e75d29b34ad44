"""What changes a battle beside its numbers: halved ATK, no damage, monsters that last, and what is not understood."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from query.read.procedure.battle_told import Scene
from query.read.procedure.model import SIDES, Battle, Boost, Role, Side
from query.read.procedure.words import Words

_FACTORS = ("double", "half", "atk-half", "atk-double", "times")
_UNDERSTOOD = (
    *(f"battle.{name}" for name in ("double", "half", "none", "instead", "shared", "lasting", "pierce", "equip")),
    *("battle.all-boost", "battle.atk-half", "battle.atk-double", "num.up", "num.down", "num.set"),
)


def unread(words: Words) -> bool:
    """Whether a card or effect is told of that is none of those understood here, or a turn in which nobody attacks."""
    if unexplained(words) or words.has("turn.first"):
        return True
    asked = words.asked()
    for start, end in words.clauses():
        text = words.text[start:end]
        if any(a < end and start < b for a, b, _ in asked) or not words.cues.has("battle.agent", text):
            continue
        if not words.cues.has("battle.no-agent", text) and not any(
            words.cues.has(c, words.text[start : end + 60]) for c in _UNDERSTOOD
        ):
            return True
    return False


def unexplained(words: Words) -> bool:
    """Whether something is halved or doubled and it is not understood what."""
    known = [m.span() for c in _FACTORS for m in words.cues.all(f"battle.{c}", words.text)]
    return any(not any(a < m.end() and m.start() < b for a, b in known) for m in words.cues.all("battle.factor", words.text))


def of_one_attack(words: Words, attacks: int) -> bool:
    """Whether of several attacks the damage of one is perhaps made 0 or halved."""
    changed = words.has("battle.none") or words.has("battle.half") or words.has("battle.double")
    return attacks > 1 and changed and words.has("battle.one-of")


def multiplied(scene: Scene) -> bool:
    """Takes in a halved or doubled ATK, and an equipped change; whether it is sure whose it is."""
    words = scene.words
    if words.has("battle.equip") and not scene.boosts:
        return False
    for by in ("half", "double"):
        match = words.cues.first(f"battle.atk-{by}", words.text)
        if match is None:
            continue
        side = _owner(scene, match)
        if not side or scene.boosts:
            return False
        role: Role = "attacker" if side == scene.attacker else "target"
        scene.boosts.append(Boost(role=role, amount=2, by="half" if by == "half" else "double"))
    return True


def _owner(scene: Scene, match: re.Match[str]) -> Side:
    """Whose monster's ATK is halved or doubled: in English told in these words, or by what the monster is called."""
    words, said = scene.words, match.group()
    if scene.direct:
        return scene.attacker
    if role := next((r for r in ("attacker", "target") if words.cues.has(f"who.{r}", said)), None):
        other: Side = "opp" if scene.attacker == "own" else "own"
        return other if role == "target" else scene.attacker
    since = words.sentence_start(match.start())
    if side := words.side_before(match.end(), match.start()):
        return side
    named = re.search(r"\b(?:the|that) ([a-z]{4,}?)s? (?:atk|attack)", said)
    if words.lang == "zh" or not named or named[1] in ("monster", "attacker"):
        return words.side_before(match.end(), since)
    called = [n for ns in scene.values.values() for n in ns if named[1] in words.text[n.end : n.end + 24]]
    return words.side_before(called[0].start) if len(called) == 1 else ""


def with_effects(scene: Scene, plain: Battle) -> Battle:
    """The battle with what the text tells of effects, changed values and Life Points."""
    has = scene.words.has
    return replace(
        plain,
        piercing=has("battle.pierce") and not has("battle.no-pierce"),
        double=has("battle.double"),
        half=has("battle.half"),
        prevented=prevented_for(scene),
        reflected=_reflected(scene.words),
        shared=has("battle.shared"),
        lasting=lasting_ones(scene),
        boosts=tuple(scene.boosts),
        brief=has("battle.step-boost"),
        life=tuple(scene.life),
    )


def _reflected(words: Words) -> bool:
    """Whether the other player takes the damage, told and not asked."""
    return any(not words.within_question(m.start()) for m in words.cues.all("battle.instead", words.text))


def prevented_for(scene: Scene) -> Side | Literal["both"]:
    """Whose battle damage an effect makes 0; empty for none."""
    words = scene.words
    asked = words.asked()
    for match in words.cues.all("battle.none", words.text):
        if any(a <= match.start() < b for a, b, _ in asked):
            continue
        around = words.text[max(0, match.start() - 12) : match.end()]
        if words.cues.has("battle.you", around):  # as a text speaks to whoever has the card
            return words.without("battle.you").side_before(match.end(), words.sentence_start(match.start())) or "own"
        sides = [s for s in SIDES if words.cues.has(f"side.{s}", around)]
        return "both" if len(sides) != 1 else sides[0]
    return ""


def lasting_ones(scene: Scene) -> tuple[Role, ...]:
    """Which monsters are said not to be destroyed by battle."""
    words = scene.words
    found: list[Role] = []
    asked = words.asked()
    for match in words.cues.all("battle.lasting", words.text):
        if any(a <= match.start() < b for a, b, _ in asked):
            continue
        since = max((a for a, _ in words.clauses() if a <= match.start()), default=0)
        values = [n for ns in scene.values.values() for n in ns]
        cut = max([since, *(n.end for n in values if since <= n.end <= match.start())])
        if side := words.side_before(match.start(), cut):
            found.append("attacker" if side == scene.attacker else "target")
            continue
        placed = [(abs(n.start - match.start()), role) for role, ns in scene.values.items() for n in ns]
        if placed:
            found.append(min(placed)[1])
    return tuple(dict.fromkeys(found))
