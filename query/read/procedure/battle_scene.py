"""Who attacks in a text, and to which monster or player each of its numbers belongs."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.lang.later import later
from query.read.procedure.battle_boosts import take_boost
from query.read.procedure.battle_told import Scene
from query.read.procedure.model import Role, Side
from query.read.procedure.numbers import Number, life_of, numbers_of
from query.read.procedure.words import Words

_OWNED = later(
    r"(?:\b(?:my|his|her|their|your|opponents|opps|an?|the|with|and|by|for)|用|我|他|对方|对面|的|拿|被|怪兽?|[只个]|:|,)\s*$"
)
_QUOTED = later(r"[「『“][^」』”]*[」』”]|\"[^\"]*\"|(?<![a-z])'[^']*'(?![a-z])")
_IN_GENERAL = later(r"(?:的?(?:时候?|场合))|\s(?:involving|with this)\b")
_LISTED = later(r"\d\s*(?:攻)?(?:的)?\s*(?:、|,|\+|&|/|和|跟|与|加|,?\s*and)\s*(?:an? |my |一只)?$")


def scene_of(words: Words) -> Scene | None:
    """Who attacks, by which words; None if nobody does."""
    verb = _verb(words)
    if verb is None:
        return None
    passive = words.cues.first("battle.passive", words.text)
    turned = passive is not None and passive.start() <= verb.end() and verb.start() - passive.end() < 40
    direct = words.has("battle.direct") or _empty(words)
    if turned and passive is not None:
        victim = _unquoted(words).side_before(passive.start())
        attacker: Side = "opp" if victim == "own" else "own" if victim == "opp" else "opp"
        return Scene(words, verb, attacker, True, direct)
    return Scene(words, verb, attacker_of(words, verb), False, direct)


def _unquoted(words: Words) -> Words:
    """The text with blanks for what is quoted: a card's text names players too."""
    text = _QUOTED.sub(lambda m: " " * len(m.group()), words.text)
    return replace(words, text=text, _stand={}) if text != words.text else words


def _verb(words: Words) -> re.Match[str] | None:
    """The words by which something attacks, rather than those of a card's text or of what it does in any battle."""
    found = words.cues.all("battle.attack", words.text)
    quoted = [m.span() for m in _QUOTED.finditer(words.text)]
    told = [m for m in found if not any(a <= m.start() < b for a, b in quoted) and not _IN_GENERAL.match(words.text, m.end())]
    return next(iter([*told, *found]), None) or words.cues.first("battle.into", words.text)


def attacker_of(words: Words, verb: re.Match[str]) -> Side:
    """Who attacks: the other one where I am hit, else whoever the clause names before, else not the one whose monster is
    attacked, else whoever was named last."""
    since = max((a for a, _ in words.clauses() if a <= verb.start()), default=0)
    words = words.without("battle.his-field")
    if words.cues.has("battle.at-me", words.text[verb.end() : verb.end() + 16]):
        return "opp"
    if side := words.side_before(verb.start(), since):
        return side
    if words.cues.has("battle.goes-on", words.text[since : verb.start()]) and (
        side := words.first_side(words.sentence_start(since), since)
    ):
        return side
    after = words.text[verb.end() : verb.end() + 16]
    if words.cues.has("battle.mine-into", words.text[verb.end() : verb.end() + 60]):
        return "own"
    if words.cues.has("battle.mine-next", after):
        return "opp"
    if words.cues.has("battle.his-next", after):
        return "own"
    return by_life(words, verb) or words.side_before(verb.start()) or _unnamed(words, verb.end())


def by_life(words: Words, verb: re.Match[str]) -> Side:
    """Who attacks directly in a sentence that names nobody: the other one than whose Life Points alone are told."""
    told = {words.side_before(n.start) for n in numbers_of(words) if n.tag == "life"}
    named = words.side_before(words.sentence_end(verb.start()), words.sentence_start(verb.start()))
    if named or len(told) != 1 or not words.has("battle.direct"):
        return ""
    return {"own": "opp", "opp": "own"}.get(told.pop(), "")  # type: ignore[return-value]  # a Side each


def _unnamed(words: Words, after: int) -> Side:
    """Who attacks where nobody is named before: the other one if what is attacked is said to be mine."""
    mine = words.cues.has("battle.mine-next", words.text[after : after + 16])
    return "opp" if mine else "own"


def _empty(words: Words) -> bool:
    """Whether the side that is attacked has no monsters and nothing else is told of a target."""
    return words.has("battle.empty") and not any(words.has(c) for c in ("battle.upright", "battle.defense", "battle.face-down"))


def placed(scene: Scene, number: Number) -> bool:
    """Puts a number where it belongs; whether there was such a place."""
    if number.tag in ("zero", "count"):
        return True
    if number.tag == "life":
        scene.life += life_of(scene.words, number)
        return True
    if number.tag in ("up", "down", "set") and scene.words.within_question(number.start):
        return False
    if number.tag in ("up", "down", "set"):
        return take_boost(scene, number)
    if number.tag == "claim":
        return False
    if not number.tag and any(abs(boost.amount) == number.value for boost in scene.boosts) and _is_asked(scene.words, number):
        return True
    if scene.direct and not number.tag and number.start < scene.verb.start() and not _beside(scene, number):
        return False
    scene.values[_role(scene, number)].append(number)
    return True


def _is_asked(words: Words, number: Number) -> bool:
    """Whether a number stands in what is asked."""
    return any(a <= number.start < b for a, b, _ in words.asked(told=True))


def _beside(scene: Scene, number: Number) -> bool:
    """Whether an untold number stands right behind what makes it a monster's: "my 1900", "with a 2000"."""
    same = scene.words.sentence_start(scene.verb.start()) <= number.start
    before = scene.words.text[: number.start]
    return same and (_OWNED.search(before) or _LISTED.search(before)) is not None


def _role(scene: Scene, number: Number) -> Role:
    words, verb = scene.words, scene.verb
    if scene.direct and number.tag != "def":
        return "attacker"
    after = number.start >= verb.start()
    other: Side = "opp" if scene.attacker == "own" else "own"
    near = words.text[max(0, number.start - 2) : number.start]
    between = words.text[verb.end() : number.start] if after else ""
    with_ = _last(words, "battle.with", between)
    to = _last(words, "battle.to", between)
    if number.tag == "def" or is_described(words, number):
        return "target"
    if scene.passive:
        cut = words.cues.first("battle.passive", words.text)
        return "attacker" if cut and number.start > cut.start() and not near.strip().startswith("的") else "target"
    if after and max(with_, to) >= 0:
        return "attacker" if with_ > to else "target"
    if after and not scene.values["attacker"] and words.cues.has("battle.onto-next", words.text[number.end : number.end + 40]):
        return "attacker"
    if not after and _used(words, number):
        return "attacker"
    since = verb.end() if after else words.sentence_start(number.start)
    side = words.side_before(number.start, since)
    if side:
        return "attacker" if side == scene.attacker else "target"
    if other and not after:
        side = words.side_before(number.start)
        return "target" if side == other and words.side_before(verb.start()) == other else "attacker"
    return "target"


def _used(words: Words, number: Number) -> bool:
    """Whether a clause of Chinese that names nobody says that this is attacked with: "再用1800的打它"."""
    start = next((a for a, b in words.clauses() if a <= number.start < b), 0)
    before = words.text[start : number.start]
    return words.lang == "zh" and words.cues.has("battle.with", before) and not words.side_before(number.start, start)


def is_described(words: Words, number: Number) -> bool:
    """Whether a number tells of what is attacked by "a monster with", and what attacks is named behind it."""
    end = words.sentence_end(number.end)
    return words.cues.has("battle.with-value", words.text[: number.start]) and words.cues.has(
        "battle.with-mine", words.text[number.end : end]
    )


def _last(words: Words, cue: str, text: str) -> int:
    return max((m.start() for m in words.cues.all(cue, text)), default=-1)
