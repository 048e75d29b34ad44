"""A card as a record: its names, its texts and what is printed beside them. Knows no file format."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kb.model import Lang
from kb.text import normalise

if TYPE_CHECKING:
    from kb.cardtext import CardKind

NAME_LANGS = ("en", "zh", "ja", "zh-TW")
"""Languages of names, in the order in which they are shown; texts are in en, zh and ja."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card: all cards of one English name are one, however often it was printed."""

    id: str
    """The Konami card id where known, else `p` and the passcode, else `n:` and the name's key."""
    type: str
    """monster, spell or trap."""
    property: str = ""
    """normal, continuous, quick-play, field, equip, ritual, counter; empty for monsters."""
    type_line: str = ""
    """What a monster's card prints above its text, such as Dragon / Tuner / Effect."""
    names: dict[str, str] = field(default_factory=dict)
    """By language: en, zh, ja, zh-TW."""
    other_names: tuple[tuple[str, str], ...] = ()
    """(language, name) as other files have them."""
    texts: dict[str, str] = field(default_factory=dict)
    """By language, as printed; the Pendulum Effect apart."""
    pendulum: dict[str, str] = field(default_factory=dict)
    konami: int | None = None
    passcodes: tuple[int, ...] = ()
    """The main one first, then those of other pictures."""
    stats: dict[str, str] = field(default_factory=dict)
    """attribute, level, rank, link, scale, atk, def, as printed."""
    unofficial: tuple[str, ...] = ()
    """What is no official translation: `name.en`, `text.zh`."""
    files: tuple[str, ...] = ()
    """The files that know the card."""

    def name(self, lang: str) -> str:
        """Its name in that language, else in the first language it has one in."""
        return self.names.get(lang) or next((self.names[k] for k in NAME_LANGS if self.names.get(k)), self.id)

    def kind(self) -> CardKind:
        """What the reading of its text must know of it."""
        from kb.cardtext import kind_of

        return kind_of(self.type, self.property, self.type_line)

    def is_lore(self) -> bool:
        """Whether the text tells a story: of a monster that has no effect and is no more than a Normal or Pendulum one."""
        words = {w.strip() for w in self.type_line.lower().split("/")[1:]}
        return self.type == "monster" and "effect" not in words and ("normal" in words or words <= {"pendulum"})

    def langs(self) -> tuple[Lang, ...]:
        """Languages in which there is something to read, of those that can be read: English before Chinese."""
        read: tuple[Lang, ...] = ("en", "zh")
        return tuple(lang for lang in read if self.texts.get(lang) or self.pendulum.get(lang))


def merged(first: Card, other: Card) -> Card:
    """One card known from two files: what the first says stays, the other adds what is missing."""
    names = [(lang, n) for lang, n in other.names.items() if first.names.get(lang, n) != n]
    return replace(
        first,
        names={**other.names, **first.names},
        other_names=tuple(dict.fromkeys((*first.other_names, *names, *other.other_names))),
        texts={**other.texts, **first.texts},
        pendulum={**other.pendulum, **first.pendulum},
        konami=first.konami or other.konami,
        passcodes=tuple(dict.fromkeys((*first.passcodes, *other.passcodes))),
        stats={**other.stats, **first.stats},
        type_line=first.type_line or other.type_line,
        property=first.property or other.property,
        unofficial=tuple(dict.fromkeys((*first.unofficial, *(u for u in other.unofficial if not _has(first, u))))),
        files=tuple(dict.fromkeys((*first.files, *other.files))),
    )


def _has(card: Card, what: str) -> bool:
    part, lang = what.split(".")
    return lang in (card.names if part == "name" else card.texts)


def card_id(konami: int | None, passcodes: tuple[int, ...], name: str) -> str:
    """The id of a card by the best that is known of it.

    >>> card_id(None, (123,), "Sample"), card_id(7, (123,), "Sample"), card_id(None, (), "A Sample")
    ('p123', '7', 'n:asample')
    """
    return str(konami) if konami else f"p{passcodes[0]}" if passcodes else f"n:{name_key(name)}"


_NO_KEY = re.compile(r"[\W_]+")
"""What is no letter and no digit."""


@lru_cache(maxsize=65_536)
def name_key(name: str) -> str:
    """What is compared of a name: letters and digits of the normalised text, accents of Latin letters left out.

    >>> name_key("Ma'at"), name_key('Sample "C"'), name_key("樣例・龍"), name_key("Café")
    ('maat', 'samplec', '样例龙', 'cafe')
    """
    return key_of(normalise(name).text)


def key_of(text: str) -> str:
    """The same of a text that is normalised already."""
    if not text.isascii() and not unicodedata.is_normalized("NFD", text):
        text = "".join(_unaccented(c) for c in text)
    return _NO_KEY.sub("", text)


def _unaccented(char: str) -> str:
    base = unicodedata.normalize("NFD", char)
    return base[0] if base[0].isascii() else char


def to_json(card: Card) -> str:
    """A card as one line of JSON; empty fields are left out."""
    return json.dumps({k: v for k, v in asdict(card).items() if v not in ("", (), {}, None)}, ensure_ascii=False)


def from_json(data: str) -> Card:
    """The card that `to_json` wrote."""
    raw: dict[str, Any] = json.loads(data)
    for key in ("passcodes", "unofficial", "files"):
        raw[key] = tuple(raw.get(key, ()))
    raw["other_names"] = tuple((lang, name) for lang, name in raw.get("other_names", ()))
    return Card(**raw)
