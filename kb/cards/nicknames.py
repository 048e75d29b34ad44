"""What players call cards, from `nicknames.toml` of the sources folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from kb import toml
from kb.cards.record import key_of, name_key
from kb.errors import BadData
from kb.lang.pinyin import sound_of
from kb.text import normalise_all


@dataclass(frozen=True)
class Nicknames:
    """Nicknames by key, and the names that are everyday phrases too."""

    cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """English card names by the nickname's key; several where a nickname does not tell them apart."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The nickname as written, by its key; the longest way of writing it."""
    ordinary: frozenset[str] = frozenset()
    """Keys of names that everyday sentences hold."""
    families: Mapping[str, str] = field(default_factory=dict)
    """What players call a family of cards, by key, and how the names of its cards have it."""

    @cached_property
    def sounds(self) -> dict[str, tuple[str, ...]]:
        """Keys of Chinese nicknames of three characters and more, by pinyin."""
        found: dict[str, tuple[str, ...]] = {}
        for key in self.cards:
            if len(key) >= 3 and not key.isascii():
                sound = sound_of(key)
                found[sound] = (*found.get(sound, ()), key)
        return found

    @cached_property
    def latin(self) -> list[str]:
        """Keys of nicknames in Latin letters that are long enough to be misspelt."""
        return [key for key in self.cards if key.isascii() and len(key) >= 5]

    @cached_property
    def called(self) -> frozenset[str]:
        """English names of the cards that some nickname may mean."""
        return frozenset(card for cards in self.cards.values() for card in cards)

    def of(self, card: str) -> tuple[str, ...]:
        """What players call the card of an English name and no other."""
        return tuple(self.texts[key] for key, cards in self.cards.items() if cards == (card,))


def load_nicknames(folder: Path) -> Nicknames:
    """The nicknames of a sources folder; none if it has no such file. Raises BadData, naming the entry, if it is wrong."""
    path = folder / "nicknames.toml"
    return _load(path, path.stat().st_mtime_ns) if path.is_file() else Nicknames()


@lru_cache(maxsize=4)
def _load(path: Path, _changed: int) -> Nicknames:
    try:
        table = toml.loads(path.read_text("utf-8"))
    except (toml.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: not valid TOML ({error}). Mend the file.") from error
    found: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    rows = [(row.get("card"), [*row.get("en", ()), *row.get("zh", ())]) for row in table.get("nickname", [])]
    every = list(dict.fromkeys(n for _, names in rows for n in names if isinstance(n, str)))
    keys = dict(zip(every, map(key_of, normalise_all(every)), strict=True))
    for number, (card, names) in enumerate(rows, 1):
        if not isinstance(card, str) or not names or not all(isinstance(n, str) and keys[n] for n in names):
            raise BadData(f"{path}: nickname {number} ({card}) needs `card`, and names in `en` or `zh`. Mend the entry.")
        for name in names:
            texts[keys[name]] = max(texts.get(keys[name], ""), name, key=len)
            cards = found.setdefault(keys[name], [])
            cards += [card] if card not in cards else []
    families: dict[str, str] = {}
    for number, row in enumerate(table.get("family", []), 1):
        if not isinstance(row.get("name"), str) or not isinstance(row.get("called"), list):
            raise BadData(f"{path}: family {number} needs `name`, and a list `called`. Mend the entry.")
        families |= {name_key(called): row["name"] for called in row["called"]}
    ordinary = [n for names in table.get("ordinary", {}).values() for n in names]
    return Nicknames({k: tuple(v) for k, v in found.items()}, texts, frozenset(map(name_key, ordinary)), families)
