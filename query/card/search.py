"""Cards by what a user calls them: exact name, nickname, number, beginning, initials, words inside, or misspelt.

One card is found or none: where several fit equally well they are offered, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from kb.cards.nicknames import Nicknames, load_nicknames
from kb.cards.record import Card, name_key
from kb.cards.store import CardStore, Named, open_cards
from kb.digest.load import sources_dir
from kb.errors import AmbiguousName, BadInput, SnapshotError, UnknownName
from kb.home import home_dir
from kb.lang.pinyin import sound_of
from kb.store.snapshot import Snapshot, open_current
from query.card.spelling import OFFERED, AllNames, slips

How = Literal["exact", "nickname", "number", "beginning", "initials", "words", "typo"]
MAX_NAME = 200
"""Longest name that is looked for, in code points."""
NOT_BUILT = "No cards are built. Run `rulings build --cards FILE`, or give the text with --text."


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card and how it was found."""

    card: Card
    how: How
    name: str
    """The name by which it was found, as the card has it."""


class CardSearch:
    """Finds cards by name in one store; the list of all names is read when a misspelt name asks for it."""

    def __init__(self, store: CardStore, nicknames: Nicknames, snapshot: Snapshot | None = None) -> None:
        self.store = store
        self.nicknames = nicknames
        self._snapshot = snapshot
        """Held, so that a later build leaves the store's file alone."""
        self.mentions: dict[tuple[str, Path], Any] = {}
        """What texts looked through lately name, as `query.card.links` found it."""

    def find(self, name: str) -> FoundCard:
        """The card that goes by a name, nickname, passcode, Konami id or id.

        Raises AmbiguousName where several do, UnknownName (with the nearest names) where none does, BadInput for no name.
        """
        key = name_key(name[:MAX_NAME])
        if not key:
            raise BadInput("The card's name is empty. Type a name, a nickname or a number.")
        for how, found in self.ways(name, key):
            if found:
                return self._one(name, how, found)
        raise UnknownName(self._unknown(name, key))

    def ways(self, name: str, key: str) -> Iterable[tuple[How, list[Named]]]:
        """Every way to read a name, given also as `name_key` makes it, best first; each costs only when it is asked for."""
        yield "exact", self.store.by_keys([key]).get(key, [])
        yield "nickname", self.nicknamed(key)
        yield "number", self._numbered(name.strip(), key)
        initials = self.store.by_initials(key) if key.isascii() and len(key) >= 3 else []
        if name.strip().isupper():
            yield "initials", initials
        yield "beginning", self.store.by_prefix(key) if len(key) >= _shortest(key) else []
        yield "initials", initials
        yield "words", self._with_words(name) if len(key) >= _shortest(key) else []
        yield "typo", self.sounding(key)
        yield "typo", self._misspelt(key)

    def sounding(self, key: str) -> list[Named]:
        """The cards of which a Chinese name or nickname of three characters or more sounds so."""
        if key.isascii() or len(key) < 3:
            return []
        sound = sound_of(key)
        found = [Named(name_key(text), card, lang, text) for card, lang, text in self.store.sounding([sound]).get(sound, ())]
        return found or [n for k in self.nicknames.sounds.get(sound, ()) for n in self.nicknamed(k)]

    def nicknamed(self, key: str) -> list[Named]:
        """The cards that players call so."""
        keys = [name_key(card) for card in self.nicknames.cards.get(key, ())]
        return [named for found in self.store.by_keys(keys).values() for named in found] if keys else []

    def _numbered(self, name: str, key: str) -> list[Named]:
        by_id = [name] if self.store.get(name) else []
        ids = by_id or (self.store.by_number(int(key)) if key.isascii() and key.isdigit() and len(key) < 18 else [])
        return [Named(key, card, "", "") for card in ids]

    @cached_property
    def _scripts(self) -> dict[bool, AllNames]:
        """All names: those in Latin letters (True) apart from the others."""
        names = self.store.names()
        return {latin: AllNames([n for n in names if n.key.isascii() == latin]) for latin in (True, False)}

    def _with_words(self, name: str) -> list[Named]:
        words = sorted((w for w in map(name_key, name.split()) if w), key=len, reverse=True)
        return [n for n in self._scripts[words[0].isascii()].holding(words[0]) if all(w in n.key for w in words)]

    def _misspelt(self, key: str) -> list[Named]:
        """The names nearest to a key, within few slips; whole names before beginnings of names."""
        limit = slips(key)
        names = self._scripts[key.isascii()]
        whole = names.nearest(key, limit) if limit else []
        return whole or (names.nearest(key, limit, beginning=True) if limit > 1 else [])

    def _one(self, name: str, how: How, found: Sequence[Named]) -> FoundCard:
        ids = list(dict.fromkeys(n.card for n in found))
        cards = [c for c in map(self.store.get, ids) if c]
        if len(cards) == 1:
            return FoundCard(cards[0], how, found[0].text or cards[0].name("en"))
        shown = tuple(_shown(c, "zh" if not name_key(name).isascii() else "en") for c in cards)
        more = f" and {len(shown) - OFFERED} more" if len(shown) > OFFERED else ""
        raise AmbiguousName(f"{name}: several cards fit: {'; '.join(shown[:OFFERED])}{more}. Name one of them.", shown)

    def _unknown(self, name: str, key: str) -> str:
        near = dict.fromkeys(n.text for n in self._similar(key))
        hint = f"Nearest: {'; '.join(list(near)[:OFFERED])}." if near else "Check the spelling, or give the card's number."
        return f"{name[:80]}: no such card. {hint}"

    def _similar(self, key: str) -> list[Named]:
        return self._scripts[key.isascii()].similar(key)


def _shortest(key: str) -> int:
    """Characters from which the beginning of a name, or a part of one, is looked for."""
    return 3 if key.isascii() else 2


def _shown(card: Card, lang: str) -> str:
    """A card's name, in brackets the one in the other language and its number: two cards may share a name."""
    other = card.names.get("en" if lang == "zh" else "zh", "")
    number = str(card.passcodes[0]) if card.passcodes else card.id
    return f"{card.name(lang)} ({', '.join(x for x in (other, number) if x)})"


def open_card_search(home: Path | None = None, *, sources: Path | None = None) -> CardSearch | None:
    """The search over the cards of the current snapshot; None if none are built.

    Opened once for each snapshot. Raises SnapshotError if the snapshot is damaged.
    """
    snapshot = open_current(home_dir(home))
    if snapshot is None:
        return None
    folder = sources_dir(sources)
    known = _searches.get(snapshot.path)
    if known is not None and known.nicknames is load_nicknames(folder):
        snapshot.close()
        return known
    try:
        store = open_cards(snapshot.cards_path)
    except SnapshotError:
        snapshot.close()
        raise
    if store is None:
        snapshot.close()
        return None
    _searches.clear()
    return _searches.setdefault(snapshot.path, CardSearch(store, load_nicknames(folder), snapshot))


_searches: dict[Path, CardSearch] = {}
