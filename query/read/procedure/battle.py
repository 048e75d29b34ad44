"""A battle as people tell it: who attacks whom with what, in which position, at how many Life Points."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from query.read.procedure.battle_asks import battle_asks
from query.read.procedure.model import SIDES, Battle, Boost, Procedure, Role, Side
from query.read.procedure.numbers import Number, numbers_of
from query.read.procedure.words import Words

_MOST = 6
_UNDERSTOOD = (
    *(f"battle.{name}" for name in ("double", "half", "none", "instead", "shared", "lasting", "pierce", "equip")),
    *("battle.all-boost", "battle.atk-half", "battle.atk-double", "num.up", "num.down"),
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "两": 2, "二": 2, "三": 3, "四": 4}
_OWNED = re.compile(r"(?:\b(?:my|his|her|their|your|opponents|opps|an?|the|with|and)|用|我|他|对方|对面|的|拿|:|,)\s*$")


@dataclass(slots=True)
class _Scene:
    """What is gathered while reading."""

    words: Words
    verb: re.Match[str]
    attacker: Side
    passive: bool
    direct: bool
    values: dict[Role, list[Number]] = field(default_factory=lambda: {"attacker": [], "target": []})
    life: list[tuple[Side, int]] = field(default_factory=list)
    boosts: list[Boost] = field(default_factory=list)


def read_battle(words: Words) -> Procedure | None:
    """The battle a text tells; None if it tells none, or says something of it that is not understood."""
    numbers = numbers_of(words)
    fights = words.has("battle.attack") or (words.has("battle.into") and len(numbers) > 1)
    if not numbers or not fights or words.has("battle.unread") or _unread(words):
        return None
    scene = _scene(words)
    if scene is None or not all(_placed(scene, n) for n in numbers) or not _multiplied(scene):
        return None
    given = _battle(scene)
    if given is None:
        return None
    asks, what = battle_asks(words, given, scene.verb.start())
    if asks is None or not (asks or what):
        return None
    return Procedure(topic="battle", lang=words.lang, given=given, asks=tuple(asks), yes_no=bool(asks))


def _unread(words: Words) -> bool:
    """Whether a card or effect is told of that is none of those understood here."""
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


def part_of_battle(words: Words, attacker: Side = "") -> Battle | None:
    """The battle of one part of a longer story, without what is asked; `attacker` attacked before, if nobody is named."""
    scene = _scene(words)
    if scene is None:
        return None
    if attacker and not words.side_before(scene.verb.start()):
        scene.attacker = attacker
    if not all(n.tag == "life" or _placed(scene, n) for n in numbers_of(words)) or not _multiplied(scene):
        return None
    scene.life = []
    return _battle(scene)


def _scene(words: Words) -> _Scene | None:
    verb = words.cues.first("battle.attack", words.text) or words.cues.first("battle.into", words.text)
    if verb is None:
        return None
    passive = words.cues.first("battle.passive", words.text)
    turned = passive is not None and passive.start() <= verb.end() and verb.start() - passive.end() < 40
    direct = words.has("battle.direct") or _empty(words)
    if turned and passive is not None:
        victim = words.side_before(passive.start())
        attacker: Side = "opp" if victim == "own" else "own" if victim == "opp" else "opp"
        return _Scene(words, verb, attacker, True, direct)
    attacker = words.side_before(verb.start()) or _unnamed(words, verb.end())
    return _Scene(words, verb, attacker, False, direct)


def _unnamed(words: Words, after: int) -> Side:
    """Who attacks where nobody is named before: the other one if what is attacked is said to be mine."""
    mine = words.cues.has("battle.mine-next", words.text[after : after + 16])
    return "opp" if mine else "own"


def _empty(words: Words) -> bool:
    """Whether the side that is attacked has no monsters and nothing else is told of a target."""
    return words.has("battle.empty") and not any(words.has(c) for c in ("battle.upright", "battle.defense", "battle.face-down"))


def _placed(scene: _Scene, number: Number) -> bool:
    """Puts a number where it belongs; whether there was such a place."""
    if number.tag in ("zero", "count"):
        return True
    if number.tag == "life":
        scene.life.append((scene.words.side_before(number.start), number.value))
        return True
    if number.tag in ("up", "down", "set"):
        return _boost(scene, number)
    if number.tag == "claim":
        return False
    if scene.direct and not number.tag and number.start < scene.verb.start() and not _beside(scene, number):
        return False
    scene.values[_role(scene, number)].append(number)
    return True


def _beside(scene: _Scene, number: Number) -> bool:
    """Whether an untold number stands right behind what makes it a monster's: "my 1900", "with a 2000"."""
    same = scene.words.sentence_start(scene.verb.start()) <= number.start
    return same and re.search(_OWNED, scene.words.text[: number.start]) is not None


def _role(scene: _Scene, number: Number) -> Role:
    words, verb = scene.words, scene.verb
    if scene.direct and number.tag != "def":
        return "attacker"
    after = number.start >= verb.start()
    other: Side = "opp" if scene.attacker == "own" else "own"
    near = words.text[max(0, number.start - 2) : number.start]
    between = words.text[verb.end() : number.start] if after else ""
    with_ = _last(words, "battle.with", between)
    to = _last(words, "battle.to", between)
    if number.tag == "def":
        return "target"
    if scene.passive:
        cut = words.cues.first("battle.passive", words.text)
        return "attacker" if cut and number.start > cut.start() and not near.strip().startswith("的") else "target"
    if after and max(with_, to) >= 0:
        return "attacker" if with_ > to else "target"
    since = verb.end() if after else words.sentence_start(number.start)
    side = words.side_before(number.start, since)
    if side:
        return "attacker" if side == scene.attacker else "target"
    if other and not after:
        side = words.side_before(number.start)
        return "target" if side == other and words.side_before(verb.start()) == other else "attacker"
    return "target"


def _last(words: Words, cue: str, text: str) -> int:
    return max((m.start() for m in words.cues.all(cue, text)), default=-1)


def _boost(scene: _Scene, number: Number) -> bool:
    words = scene.words
    everyone = words.cues.first("battle.all-boost", words.text)
    if everyone and everyone.start() <= number.start < everyone.end():
        return _boost_all(scene, everyone, number.value)
    if number.tag == "set":
        return False
    start = words.sentence_start(number.start)
    side = words.side_before(number.start, start) or words.side_before(number.start)
    role: Role = "attacker" if side in (scene.attacker, "") else "target"
    of: Literal["atk", "def"] = "def" if re.match(r"\s*(?:def|守)", words.text[number.end :]) else "atk"
    if re.search(r"守备?力?\s*(?:上升|下降|\+|-)$", words.text[: number.start]):
        of = "def"
    scene.boosts.append(Boost(role=role, amount=number.value if number.tag == "up" else -number.value, of=of))
    return True


def _multiplied(scene: _Scene) -> bool:
    """Takes in a halved or doubled ATK, and an equipped change; whether it is sure whose it is."""
    words = scene.words
    if words.has("battle.equip") and not scene.boosts:
        return False
    for by in ("half", "double"):
        match = words.cues.first(f"battle.atk-{by}", words.text)
        if match is None:
            continue
        side = words.side_before(match.end(), words.sentence_start(match.start()))
        if not side or scene.boosts:
            return False
        role: Role = "attacker" if side == scene.attacker else "target"
        scene.boosts.append(Boost(role=role, amount=2, by="half" if by == "half" else "double"))
    return True


def _boost_all(scene: _Scene, match: re.Match[str], amount: int) -> bool:
    found = match.groupdict()
    kind = (found.get("en") or found.get("zh") or "").strip()
    text = scene.words.text
    if kind and kind not in ("face-up", "表侧") and kind not in text[: match.start()] + text[match.end() :]:
        return False
    lowers = (found.get("sign") or found.get("zsign") or "") in ("lose", "下降", "减少", "-")
    of: Literal["atk", "def"] = "def" if (found.get("of") or found.get("zof") or "") in ("def", "守备力") else "atk"
    role: Role = "target" if of == "def" else "attacker"
    scene.boosts.append(Boost(role=role, amount=-amount if lowers else amount, of=of))
    return True


def _battle(scene: _Scene) -> Battle | None:
    words = scene.words
    attackers, targets = _paired(scene)
    if scene.direct or not targets:
        if not scene.direct or targets or not attackers or len(attackers) > _MOST or not _all_direct(scene):
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
    if atk and dfn:
        if down or (defends and not upright):
            return _made(scene, value, "defense", dfn[0].value, None, ())
        if upright and not defends:
            return _made(scene, value, "attack", atk[0].value, None, ())
        return _made(scene, value, "", atk[0].value, dfn[0].value, ()) if not (upright or defends) else None
    if dfn or down or defends:
        if atk and atk[0].tag == "atk" and not _pierced_by_default(scene):
            return None
        return _made(scene, value, "defense", (dfn or atk)[0].value, None, ())
    if not upright:
        assumed = ("attack-position",)
    return _made(scene, value, "attack", atk[0].value, None, assumed)


def _pierced_by_default(scene: _Scene) -> bool:
    """Whether an ATK given for a monster in Defense Position can be meant as the other monster's position."""
    return False


def _counted(words: Words, values: tuple[int, ...]) -> tuple[int, ...]:
    """The attacks of "two monsters with 1500 each"; none where the number told and the values do not agree."""
    match = words.cues.first("battle.count", words.text)
    if match is None:
        return values
    word = match["en"] or match["zh"]
    count = _NUMBERS[word] if word in _NUMBERS else int(word)
    if len(values) == 1 and words.has("battle.each"):
        return values * count
    return values if len(values) == count else ()


def _all_direct(scene: _Scene) -> bool:
    """Whether nothing tells of an attacked monster beside the direct attacks."""
    words = scene.words
    if any(words.has(cue) for cue in ("battle.upright", "battle.defense", "battle.face-down", "battle.to-monster")):
        return False
    other: Side = "opp" if scene.attacker == "own" else "own"
    before = [words.text[: n.start] for n in scene.values["attacker"]]
    return not any(words.cues.has(f"battle.{other}-right-before", text) for text in before)


def _paired(scene: _Scene) -> tuple[list[Number], list[Number]]:
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
    scene: _Scene,
    attacks: tuple[int, ...],
    target: Literal["attack", "defense", "direct", ""],
    value: int,
    other: int | None,
    assumed: tuple[str, ...],
) -> Battle:
    has = scene.words.has
    return Battle(
        attacks=attacks,
        attacker=scene.attacker,
        target=target,
        value=value,
        other=other,
        face_down=has("battle.face-down"),
        piercing=has("battle.pierce") and not has("battle.no-pierce"),
        double=has("battle.double"),
        half=has("battle.half"),
        prevented=_prevented(scene),
        reflected=has("battle.instead"),
        shared=has("battle.shared"),
        lasting=_lasting(scene),
        boosts=tuple(scene.boosts),
        life=tuple(scene.life),
        assumed=assumed,
    )


def _prevented(scene: _Scene) -> Side | Literal["both"]:
    words = scene.words
    asked = words.asked()
    for match in words.cues.all("battle.none", words.text):
        if any(a <= match.start() < b for a, b, _ in asked):
            continue
        around = words.text[max(0, match.start() - 12) : match.end()]
        sides = [s for s in SIDES if words.cues.has(f"side.{s}", around)]
        return "both" if len(sides) != 1 else sides[0]
    return ""


def _lasting(scene: _Scene) -> tuple[Role, ...]:
    words = scene.words
    found: list[Role] = []
    asked = words.asked()
    for match in words.cues.all("battle.lasting", words.text):
        if any(a <= match.start() < b for a, b, _ in asked):
            continue
        placed = [(abs(n.start - match.start()), role) for role, ns in scene.values.items() for n in ns]
        if placed:
            found.append(min(placed)[1])
    return tuple(dict.fromkeys(found))
