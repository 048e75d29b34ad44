"""What the condition of a card's effect asks for, held against what happened to the card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.lang.later import later
from kb.model import CardText, Effect, Tri
from query.against.answers import condition_of
from query.against.held import any_of
from query.trigger.cues import Cues, Facts

_EXTRA = ("fusion", "synchro", "xyz", "link", "ritual", "pendulum", "special")
_ANYWHERE = ("ritual", "pendulum", "special")
"""Of these, the ones that are not made from the Extra Deck alone."""
_WAY = later(r"[a-z]+")
_PLACES = {
    "monster zone": ("field",),
    "spell & trap zone": ("field",),
    "graveyard": ("gy",),
    "extra deck": ("extra-deck",),
}
_LATER = ("cost", "material", "tribute-summon", "procedure")
"""Why a card moves where something else always follows before an effect may be activated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Triggered:
    """An effect of a card, and whether it triggers."""

    effect: Effect
    outcome: Tri
    why: str
    """met, missed, other or open"""


def triggered(texts: Sequence[CardText], facts: Facts, cues: Cues, number: int = 0) -> list[Triggered]:
    """Every effect of a card whose condition is about what happens to it, held against what happened."""
    found: list[Triggered] = []
    for text in texts:
        for effect in text.effects:
            if effect.profile.starts_chain and (not number or effect.number == number):
                found += _of_effect(effect, text, facts, cues)
    return found


def _of_effect(effect: Effect, text: CardText, facts: Facts, cues: Cues) -> Iterator[Triggered]:
    condition = condition_of(effect, text)
    if effect.profile.kind == "flip" or effect.text.lower().lstrip().startswith("flip:"):
        met = facts["what"] == "flipped" or (facts["what"] == "summoned" and facts.get("way") == "flip")
        unknown = facts["what"] == "summoned" and "way" not in facts
        yield Triggered(effect=effect, outcome=True if met else None if unknown else False, why="met" if met else "other")
        return
    if not cues.itself.search(condition) or not cues.about.search(condition):
        if cues.about.search(condition):
            yield Triggered(effect=effect, outcome=None, why="open")
        return
    outcome = any_of(_met(part, facts, cues) for part in cues.alternatives.split(condition))
    if outcome and effect.profile.can_miss_timing and _goes_on(facts) is not False:
        missed = _goes_on(facts)
        yield Triggered(effect=effect, outcome=False if missed else None, why="missed" if missed else "open")
    else:
        yield Triggered(effect=effect, outcome=outcome, why={True: "met", False: "other", None: "open"}[outcome])


def _goes_on(facts: Facts) -> Tri:
    """Whether something else surely follows what happened, so that an optional effect worded "when" misses its timing."""
    if facts.get("as") in _LATER:
        return True
    unsaid = facts["what"] == "moved" and "as" not in facts and facts["destroyed"] != "yes"
    return None if unsaid else False


def _met(part: str, facts: Facts, cues: Cues) -> Tri:
    """Whether one alternative of a condition is met; None where that is not known or not read."""
    lead = cues.lead.match(part)
    if lead is None:
        return None
    rest = part[lead.end() :]
    found: list[Tri] = []
    if summoned := cues.summoned.search(rest):
        found.append(_summoned(summoned, facts))
        rest = rest[: summoned.start()] + rest[summoned.end() :]
    for need in cues.needs:
        if match := need.pattern.search(rest):
            rest = rest[: match.start()] + " " + rest[match.end() :]
            found.append(any_of(_all(facts, wanted) for wanted in need.alternatives))
            found += [_all(facts, {k.rstrip("_"): v}) for k, v in match.groupdict().items() if v and k[:6] != "places"]
            found += [_from(v, facts) for k, v in match.groupdict().items() if v and k[:6] == "places"]
    if not found or re.sub(r"[ ,.()]|\band\b", "", rest):
        found.append(None)
    return False if False in found else None if None in found else True


def _all(facts: Facts, wanted: Mapping[str, str]) -> Tri:
    """Whether all facts are as wanted."""
    each = [facts[k] == v if k in facts else _absent(k, facts) for k, v in wanted.items()]
    return False if False in each else None if None in each else True


def _absent(fact: str, facts: Facts) -> Tri:
    """What a fact that is not told comes to: no other kind of event has it."""
    moves = ("goal", "origin", "zone", "destroyed", "tributed", "discarded", "by", "as", "material", "whose")
    if facts["what"] != "moved" and fact in moves:
        return False
    if fact == "by" and facts.get("destroyed") == "no":
        return False
    return None


def _from(places: str, facts: Facts) -> Tri:
    """Whether the card was in one of the places that a text names."""
    if "origin" not in facts:
        return None
    named = _PLACES.get(places) or tuple(re.findall(r"hand|field|deck|gy", places))
    zone = {"monster zone": "monster", "spell & trap zone": "spell"}.get(places)
    if facts["origin"] not in named:
        return False
    return True if zone is None else facts["zone"] == zone if "zone" in facts else None


def _summoned(match: re.Match[str], facts: Facts) -> Tri:
    """Whether the Summon is one that the text names."""
    if facts["what"] != "summoned":
        return bool(facts["what"] == "flipped" and "flipped" in match[0])
    if match["places"] and _from(match["places"], facts) is False:
        return False
    unsure = bool(match["places"]) and "origin" not in facts
    named = {w for w in _WAY.findall(match["ways"] or "") if w != "or"} | ({"flip"} if "flipped" in match[0] else set())
    way = facts.get("way", "")
    if not named:
        return None if unsure else True
    if not way:
        return None
    if {"tribute": "normal"}.get(way, way) in named or way in named or ("special" in named and way in _EXTRA):
        return None if unsure else True
    elsewhere = facts.get("as") == "effect" or facts.get("origin") in ("hand", "deck", "gy", "banished")
    if way == "special" and named & set(_EXTRA):
        return False if elsewhere and not named & set(_ANYWHERE) else None
    return None if way == "normal" and "tribute" in named else False
