"""Whether a card is what a text speaks of: "1 face-up Dragon monster your opponent controls" held against one card."""

from __future__ import annotations

import re

from kb.cards.record import Card
from kb.model import Tri
from query.against.cues import Cues

_COUNT = (
    r"(?:up to |any number of |exactly |as many |all |both |each |a |an |the |another |other |different |total of "
    r"|\d+(?: or more)? )"
)
_QUOTED = re.compile(r"\"([^\"]+)\"")
_RANK = re.compile(
    r"\b(level|rank|link-|atk|def) ?(\d+)(?: or (lower|higher|less|more))?|\b(\d+) or (less|more|lower|higher) (atk|def)"
)
_WHERE = re.compile(
    r"\b(?:on the field|you control|your opponent controls|they control|either player controls|face-up"
    r"|(?:in|from) (?:your|their|the|either|any)(?: opponent's| player's)?"
    r" (?:gy|graveyard|(?:main )?monster zone|spell & trap zone)s?"
    r"(?: or (?:gy|banishment))?)\b"
)
_ONE = re.compile(r"or (?:lower|higher|less|more)|(?<=spells) (?:and|or|and/or) (?=traps)|(?<=spell) or (?=trap)")
_SMALL = re.compile(rf"^{_COUNT}|\b(?:\d|{_COUNT.strip()}|that target|of|and/or|cards?|with|except)\b")
_TYPES = (
    "effect",
    "normal",
    "fusion",
    "synchro",
    "xyz",
    "link",
    "ritual",
    "pendulum",
    "tuner",
    "spirit",
    "gemini",
    "union",
    "toon",
    "flip",
)
_SORTS = ("continuous", "equip", "field", "quick-play", "counter", "ritual", "normal")


def fits(what: str, card: Card) -> Tri:
    """Whether a card is what the words, in small letters, speak of; None where that cannot be told of a card as printed."""
    kinds = [k for k in ("monster", "spell", "trap") if re.search(rf"\b{k}s?\b", what)]
    free = re.sub(r"\b(?:monster|spell|trap|/)+ cards?", "", what)
    any_card = bool(re.search(r"\bcards?\b", free)) and not kinds
    if not kinds and not any_card:
        return None
    if kinds and card.type not in kinds:
        return False
    if re.search(r"\bexcept\b|\bor\b|\band\b|,", _ONE.sub("", _WHERE.sub("", what))):
        return None
    found: list[Tri] = [] if any_card else [_described(what, card)]
    return False if False in found else None if None in found else True


def _described(what: str, card: Card) -> Tri:
    rest = _WHERE.sub(" ", re.sub(r"\b(?:monster|spell|trap)s?\b|/", " ", what))
    found: list[Tri] = []
    for name in _QUOTED.findall(rest):
        found.append(name in card.names.get("en", "").lower() or None)
    rest = _QUOTED.sub(" ", rest)
    for match in _RANK.finditer(rest):
        found.append(_measured(match, card))
    rest = _RANK.sub(" ", rest)
    line = {w.strip() for w in card.type_line.lower().split("/")} | {card.stats.get("attribute", "").lower(), card.property}
    for word in re.findall(r"[a-z][a-z-]+(?: beast| dragon| spellcaster| serpent| warrior)?", _SMALL.sub(" ", rest)):
        if word in ("your", "opponent", "in", "zone", "a", "the", "all", "up", "to", "any", "number"):
            continue
        known = word in _TYPES or word in _SORTS or word in _ATTRIBUTES or word in _RACES
        found.append((word in line) if known else None)
    return False if False in found else None if None in found else True


_ATTRIBUTES = ("dark", "light", "earth", "water", "fire", "wind", "divine")
_RACES = frozenset((
    "aqua", "fish", "rock", "wyrm", "pyro", "fiend", "plant", "beast", "fairy", "zombie", "dragon", "insect",
    "psychic", "reptile", "machine", "cyberse", "thunder", "warrior", "illusion", "dinosaur", "spellcaster",
    "sea serpent", "winged beast", "divine-beast", "beast-warrior",
))  # fmt: skip


def _measured(match: re.Match[str], card: Card) -> Tri:
    key, number, way = (match[1].strip("-"), match[2], match[3]) if match[1] else (match[6], match[4], match[5])
    printed = card.stats.get(key, "")
    if not printed.isdigit():
        return False if key in ("level", "rank", "link") else None
    have, least = int(printed), int(number)
    return have <= least if way in ("lower", "less") else have >= least if way in ("higher", "more") else have == least


def guarded(card: Card, how: str, by: str, cues: Cues) -> Tri:
    """Whether its own text keeps a card from being targeted or destroyed (`how`) by an effect of a card of type `by`.

    None where that depends on more.
    """
    text = card.texts.get("en", "").lower()
    may, always = cues.guards[how]
    if card.is_lore() or not may.search(text):
        return False
    for sentence in re.split(r"(?<=[.;:])\s|\n", text):
        match = always.fullmatch(sentence.strip(" .;"))
        if match:
            return True if match["kind"] is None or by in match["kind"].split("/") else None
    return None
