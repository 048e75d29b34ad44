"""Whether a card may be activated when another is Summoned, by the condition that its English text sets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.cards.record import Card
from kb.lang.later import later
from kb.model import CardText, Effect, Tri
from query.against.answers import condition_of
from query.against.asked import Asked
from query.against.cues import Cues
from query.against.fits import fits
from query.against.held import Held, best_of, main_of
from query.against.reach import summon_negated

_OR = later(r",? or (?=(?:when|if) )")
_AS_MONSTER = later(r"\bas an? (?P<sort>[A-Za-z ]*?) ?[Mm]onster \((?P<line>[^()/]+/[^()/]+/[^()]+)\)")
_WHILE = later(r",? while (?:you|your opponent|either player|no) .*$")
_WAY = later(r"[a-z]+")
_EXTRA = ("fusion", "synchro", "xyz", "link", "ritual", "pendulum", "special")
"""Special Summons, each by its own name."""


def upon_summon(texts: Sequence[CardText], card: Card, other: Card, asked: Asked, cues: Cues) -> Held:
    """Whether the card may be activated when the other is Summoned: it negates the Summon, or its condition is met by one."""
    shown = other if other.type == "monster" else as_monster(other)
    if shown is None:
        return Held(activation=None, outcome=None, why="open", by=main_of(texts))
    if shown is not other and not asked.way:
        asked = replace(asked, way="special")
    before = summon_negated(texts, shown, cues, asked.way)
    if before.outcome and shown is other:
        return before
    found = [(met, effect) for t in texts for effect in t.effects for met in _met(effect, t, shown, asked, cues)]
    if not found:
        return Held(activation=None, outcome=None, why="open", by=main_of(texts))
    if before.outcome is None and shown is other:
        found = [(met or None, effect) for met, effect in found]
    best = best_of(found, {True: "meets-summon", False: "not-that-summon", None: "open"})
    return replace(best, own=_own_of(best.by, texts) if best.outcome else "")


def _own_of(by: Effect | None, texts: Sequence[CardText]) -> str:
    """What a condition asks for besides the Summon."""
    conditions = (condition_of(by, t) for t in texts if by in t.effects) if by else ()
    return next((match[0].strip(" ,") for told in conditions if (match := _WHILE.search(told))), "")


def as_monster(card: Card) -> Card | None:
    """A Spell or Trap as the monster that its text lets it be Summoned as; None if it is never one."""
    match = _AS_MONSTER.search(card.texts.get("en", ""))
    if match is None:
        return None
    race, attribute, *rest = (part.strip() for part in match["line"].split("/"))
    stats = {name.lower(): value for part in rest if (value := part.rpartition(" ")[2]) and (name := part.partition(" ")[0])}
    line = f"{race.removesuffix('-Type')} / {match['sort'].strip() or 'Normal'}"
    return replace(card, type="monster", property="", type_line=line, stats={"attribute": attribute, **stats})


def _met(effect: Effect, text: CardText, other: Card, asked: Asked, cues: Cues) -> Iterator[Tri]:
    """Of each condition of an effect, whether the Summon meets it; nothing where none of it is about a Summon."""
    if not effect.profile.starts_chain:
        return
    condition = condition_of(effect, text)
    speed = effect.profile.spell_speed or 1
    if not condition:
        yield speed > 1
        return
    for part in _OR.split(condition):
        plain = part.replace("(s)", "s")
        if match := cues.upon_summon.fullmatch(plain):
            yield _of_match(match, other, asked)
        else:
            yield False if part.startswith("when ") and "summon" not in part else None


def _of_match(match: re.Match[str], other: Card, asked: Asked) -> Tri:
    told = match.groupdict()
    sides = _by_side((told["who"] or told["by"] or "").strip(), asked.same)
    what = _WHILE.sub("", told["what"] or told["passive"] or "")
    each = (sides, _by_way(told["ways"] or told["how"] or "", asked.way), fits(what, other))
    return False if False in each else None if None in each else True


def _by_side(who: str, same: Tri) -> Tri:
    """Whether the one who Summons is the one that the text names; the opponent where the question leaves it open."""
    if not who or "player" in who:
        return True
    return same is not True if "opponent" in who else same


def _by_way(ways: str, way: str) -> Tri:
    """Whether the Summon asked about is one of those that a text names; a Special one under any of its names."""
    named = {w for w in _WAY.findall(ways) if w != "or"}
    if not named:
        return True
    if not way:
        return None
    way = {"tribute": "normal"}.get(way, way)
    return way in named or ("special" in named and way in _EXTRA)
