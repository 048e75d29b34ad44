"""What players call cards, from `nicknames.toml` of the sources folder."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from kb.cards.record import name_key
from kb.errors import BadData


@dataclass(frozen=True, slots=True)
class Nicknames:
    """Nicknames by key, and the names that are everyday phrases too."""

    cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """English card names by the nickname's key; several where a nickname does not tell them apart."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The nickname as written, by its key."""
    ordinary: frozenset[str] = frozenset()
    """Keys of names that everyday sentences hold."""

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
        table = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: not valid TOML ({error}). Mend the file.") from error
    found: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    for number, row in enumerate(table.get("nickname", []), 1):
        card = row.get("card")
        names = [*row.get("en", ()), *row.get("zh", ())]
        if not isinstance(card, str) or not names or not all(isinstance(n, str) and name_key(n) for n in names):
            raise BadData(f"{path}: nickname {number} ({card}) needs `card`, and names in `en` or `zh`. Mend the entry.")
        for name in names:
            texts.setdefault(name_key(name), name)
            cards = found.setdefault(name_key(name), [])
            cards += [card] if card not in cards else []
    ordinary = [n for names in table.get("ordinary", {}).values() for n in names]
    return Nicknames({k: tuple(v) for k, v in found.items()}, texts, frozenset(map(name_key, ordinary)))
