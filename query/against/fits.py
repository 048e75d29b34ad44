"""Whether a card is what a text speaks of: "1 face-up Dragon monster your opponent controls" held against one card."""

from __future__ import annotations

import re

from kb.cards.record import Card
from kb.lang.later import later
from kb.model import Tri
from query.against.cues import Cues
from query.against.held import any_of

_COUNT = (
    r"(?:up to |any (?=\d)|any number of |exactly |as many |all |both |each |a |an |the |another |other |different |total of "
    r"|\d+(?: or more)? )"
)
_QUOTED = later(r"\"([^\"]+)\"")
_RANK = later(
    r"\b(level|rank|link-|atk|def) ?(\d+)(?: or (lower|higher|less|more))?|\b(\d+) or (less|more|lower|higher) (atk|def)"
)
_WHERE = later(
    r"\b(?:on the field|you control|your opponent controls|they control|either player controls|face-up"
    r"|(?:in|from) (?:your|their|the|either|any)(?: opponent's| player's)?"
    r" (?:gy|graveyard|(?:main )?monster zone|spell & trap zone)s?"
    r"(?: or (?:gy|banishment))?|(?:(?:your|your opponent's|their|either player's) )?banished)\b"
)
_EXCEPT = later(r",? ?except (?:a card named )?\"([^\"]+)\"")
_COUNTS_AS = later(r"always treated as ([^.()]*)")
_NAMED_SO = later(r"\bname (?:becomes|is treated|is changed)|treated as (?:an? )?\"")
_STATE = later(
    r"\b(?:in (?:face-up |face-down )?(?:attack|defense) position|special summoned|(?:that (?:was|is) )?set\b"
    r"|with (?:the same|an?other|a different|different) names?|whose current [^,;]*$)"
)
"""What a card may be for a while, and not as printed."""
_OR = later(
    r"(\"[^\"]+\"|[a-z]+(?:-[a-z]+)*)((?:, (?:\"[^\"]+\"|[a-z]+(?:-[a-z]+)*))*),? or (?:an? )?(\"[^\"]+\"|[a-z]+(?:-[a-z]+)*)"
)
_ONE = later(r"or (?:lower|higher|less|more)|(?<=spells) (?:and|or|and/or) (?=traps)|(?<=spell) or (?=trap)")
_SMALL = later(rf"^{_COUNT}|\b(?:\d|{_COUNT.strip()}|that target|of|and/or|cards?|with|except)\b")
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
    for name in _EXCEPT.findall(what):
        if name == card.names.get("en", "").lower():
            return False
    what = _EXCEPT.sub("", what)
    if found := _of_several(what):
        return any_of(fits(one, card) for one in found)
    kinds = [k for k in ("monster", "spell", "trap") if re.search(rf"\b{k}s?\b", what)]
    free = re.sub(r"\b(?:monster|spell|trap|/)+ cards?", "", what)
    any_card = bool(re.search(r"\bcards?\b", free)) and not kinds
    if not kinds and not any_card:
        return None
    if kinds and card.type not in kinds:
        return False
    if re.search(r"\bexcept\b|\bor\b|\band\b|,", _ONE.sub("", _WHERE.sub("", what))):
        return None
    return _described(what, card)


def _of_several(what: str) -> list[str]:
    """The words once for each kind of card that they name with "or" or commas; none where they name one."""
    match = _OR.search(what)
    if not match:
        return []
    members = [match[1], *re.findall(r"\"[^\"]+\"|[a-z-]+", match[2]), match[3]]
    if not all(m.startswith('"') or _known(m) for m in members):
        return []
    return [what[: match.start()] + m + what[match.end() :] for m in members]


def _known(word: str) -> bool:
    return word in _TYPES or word in _SORTS or word in _ATTRIBUTES or word in _RACES


def _of_name(name: str, card: Card) -> Tri:
    """Whether it belongs to a group of cards by a name: its own name has it, or its text says that it counts as one."""
    if name in card.names.get("en", "").lower():
        return True
    texts = " ".join((card.texts.get("en", ""), card.pendulum.get("en", ""))).lower()
    if name in {n for words in _COUNTS_AS.findall(texts) for n in _QUOTED.findall(words)}:
        return True
    return None if _NAMED_SO.search(texts) else False


def _described(what: str, card: Card) -> Tri:
    rest = _STATE.sub(" ", _WHERE.sub(" ", re.sub(r"\b(?:monster|spell|trap)s?\b|/|-type\b", " ", what)))
    found: list[Tri] = []
    for name in _QUOTED.findall(rest):
        found.append(_of_name(name, card))
    rest = _QUOTED.sub(" ", rest)
    for match in _RANK.finditer(rest):
        found.append(_measured(match, card))
    rest = _RANK.sub(" ", rest)
    line = {w.strip() for w in card.type_line.lower().split("/")} | {card.stats.get("attribute", "").lower(), card.property}
    for word in re.findall(r"[a-z][a-z-]+(?: beast| dragon| spellcaster| serpent| warrior)?", _SMALL.sub(" ", rest)):
        if word in ("your", "opponent", "in", "zone", "a", "the", "all", "up", "to", "any", "number"):
            continue
        found.append((word in line) if _known(word) else None)
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
