"""A story of attacks, stretch by stretch: each names monsters, or who attacks whom."""

from __future__ import annotations

import itertools
import re

from kb.lang.later import later
from query.read.procedure.battle_scene import by_life, is_described
from query.read.procedure.fights_field import (
    LATER,
    LEAST,
    Field,
    attackers_of,
    counts_next,
    fighter_of,
    how_many,
    target_of,
    with_defense,
)
from query.read.procedure.model import SIDES, Side
from query.read.procedure.numbers import Number
from query.read.procedure.words import Words

_CUT = later(
    r"[.;:?!。；：？！]|(?<!\d)(?<!\d )\+|\+(?!\s?\d)|(?<!\d)[,，]|[,，](?!\s*(?:and )?\d)"
    r"|\bthen\b|\bafter (?:that|which)\b|然后|接着|再|之后|最后"
)
_AND = later(r"\b(?:and|n)\b|[,，]|和(?=[我他])|(?<=[^另第])(?=另?一只.{0,4}(?:打|直|攻))")
_THING = later(r"\s*(?:[a-z]+\b|[只张个])")
VALUES = ("", "atk", "def")


def story_of(words: Words, numbers: list[Number]) -> Field | None:
    """The monsters and attacks of a text; None if a part is not understood."""
    if any(n.tag in ("claim", "pair") for n in numbers):
        return None
    asked = [(a, b) for a, b, _ in words.asked()]
    told = Field()
    values = [n for n in numbers if n.tag in VALUES and not 0 < n.value < LEAST]
    for start, end in _pieces(words, asked, values):
        if not _take(words, start, end, [n for n in numbers if start <= n.start < end], told):
            return None
    if told.direct:
        return None
    if not told.attacks:
        _met(words, told)
    for place, (attacker, target) in enumerate(told.attacks):
        if target == LATER:
            other = [i for i, m in enumerate(told.monsters) if m.side != told.monsters[attacker].side]
            if len(other) != 1:
                return None
            told.attacks[place] = (attacker, other[0])
    fought = [told.monsters[b] for _, b in told.attacks if b >= 0]
    return told if all((m.dfn if m.position == "defense" else m.atk) is not None for m in fought) else None


def _met(words: Words, told: Field) -> None:
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
    asked = [(a, b) for a, b in asked if _asks_direct(words, a, b) or not any(a <= n.start < b for n in values)]
    text = words.text
    cuts = {0, len(text), *(p for m in _CUT.finditer(text) for p in m.span()), *(p for span in asked for p in span)}
    places = sorted(cuts)
    pieces: list[tuple[int, int]] = []
    for start, end in itertools.pairwise(places):
        if any(a <= start and end <= b for a, b in asked):
            continue
        pieces += _halved(words, start, end)
    return [(a, b) for a, b in pieces if text[a:b].strip(" ,，.。;；!！()")]


def _asks_direct(words: Words, start: int, end: int) -> bool:
    """Whether after an attack that was told it is only asked if another may be direct."""
    text = words.text[start:end]
    if not words.cues.has("ask.direct", text) or any(words.cues.has(f"say.{one}", text) for one in ("win", "lose", "damage")):
        return False
    return words.cues.has("battle.attack", words.text[:start])


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


def _take(words: Words, start: int, end: int, numbers: list[Number], told: Field) -> bool:
    """Takes in one stretch; whether it was understood."""
    text = words.text[start:end]
    values = [n for n in numbers if n.tag in VALUES and not counts_next(words, n)]
    values = [n for n in values if n.tag or not 0 < n.value < LEAST or not _THING.match(words.text, n.end)]
    if any(0 < n.value < LEAST for n in values):
        return False
    verb = _attack(words, start, end)
    if told.attacks and values and not words.cues.has("battle.direct", text) and words.cues.has("battle.again-by", text):
        return _once_more(words, values, told)
    if not values and words.cues.has("battle.all-hit", text):
        return True
    if words.cues.has("battle.times", text) and words.cues.has("battle.may-times", text):
        told.most = 3 if re.search(r"three|3|三", text) else 2
        return _declared(words, start, end, [n for n in values if n.value >= LEAST], told)
    if verb is None and told.attacks and len(values) == 2 and words.cues.has("battle.and-with", text):
        return _likewise(words, start, end, values, told)
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
    who = attackers_of(words, text if rest else words.text[start : verb.start()], side, attackers, told)
    if direct and not who and not targets and not told.idle(side):
        told.direct = side if words.cues.has("battle.direct", text) or not told.attacks else ""
        return True
    together = len(who) > 1 and words.cues.has("battle.rest", text)
    if not who or (direct and targets) or (not direct and len(who) != 1 and not together):
        return False
    whom = -1 if direct else target_of(words, verb.end(), start, end, side, targets, told)
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


def _owner(values: list[Number], told: Field) -> Side:
    """Whose monsters have these values, where only one player's do."""
    sides = {m.side for m in told.monsters for n in values if m.atk == n.value}
    return sides.pop() if len(sides) == 1 else ""


def _newcomer(values: list[Number], told: Field) -> Side:
    """Who attacks with what nobody has yet, where one player's only monster is there: the other."""
    known = {m.side for m in told.monsters}
    if not values or told.attacks or len(told.monsters) != 1 or len(known) != 1:
        return ""
    return "opp" if known == {"own"} else "own"


def _suffered(words: Words, start: int, end: int, values: list[Number], passive: re.Match[str], told: Field) -> bool:
    """Takes in an attack told by who is attacked: "my 1500 gets attacked by a 2000"."""
    victim = words.side_before(passive.start(), start) or told.side
    if not victim or words.cues.has("battle.direct", words.text[start:end]):
        return False
    side: Side = "opp" if victim == "own" else "own"
    told.attacker, told.side = side, victim
    who = attackers_of(words, "", side, [n for n in values if n.start > passive.start()], told)
    whom = target_of(words, start, start, passive.start(), side, [n for n in values if n.start < passive.start()], told)
    if len(who) != 1 or whom is None:
        return False
    told.attacks.append((who[0], whom))
    return True


def _likewise(words: Words, start: int, end: int, values: list[Number], told: Field) -> bool:
    """Takes in one more attack by the same player, told without its verb: "… then the 1700 with my 1800"."""
    who = attackers_of(words, "", told.attacker, values[1:], told)
    whom = target_of(words, start, start, end, told.attacker, values[:1], told)
    if len(who) != 1 or whom is None:
        return False
    told.attacks.append((who[0], whom))
    return True


def _once_more(words: Words, values: list[Number], told: Field) -> bool:
    """Takes in one more attacker of the monster attacked last: "… and then by a 1900"."""
    target = told.attacks[-1][1]
    who = attackers_of(words, "", told.attacker, values, told)
    told.attacks += [(one, target) for one in who]
    return bool(who)


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


def _declared(words: Words, start: int, end: int, values: list[Number], told: Field) -> bool:
    """Monsters that are there; a stretch without any says nothing that matters."""
    last = told.side
    asked = any(a <= start < b for a, b, _ in words.asked())
    if asked and values and all(any(n.value in (m.atk, m.dfn) for m in told.monsters) for n in values):
        return True
    named = words.side_before(end, start)
    waits = LATER in {target for _, target in told.attacks}
    if waits and not named and words.cues.has("battle.the-card", words.text[start:end]):
        last = "opp" if told.attacker == "own" else "own"
    after = told.attacks and not waits and not named and words.cues.has("battle.more", words.text[start:end])
    if values and told.attacks and words.cues.has("battle.also-with", words.text[start:end]):
        left = told.standing("opp" if told.attacker == "own" else "own")
        who = attackers_of(words, "", told.attacker, values, told)
        told.attacks += [(one, left[0] if len(left) == 1 else -1) for one in who]
        return bool(who)
    if values and (told.direct or after):
        if not told.direct and told.attacks[-1][1] != -1:
            return False
        found = attackers_of(words, "", told.direct or told.attacker, values, told)
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
            told.monsters[-1] = with_defense(words, start, end, told.monsters[-1], number)
            continue
        new = fighter_of(words, words.text[edges[index] : edges[index + 1]], side, number, told)
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
