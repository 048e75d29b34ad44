"""The cards of a snapshot: one SQLite file, opened read-only in milliseconds, nothing of it kept in memory.

A name is found by its key (`kb.cards.record.name_key`); a row of `name` for every name of every card in every language.
"""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from kb.cards.parts import SCHEMA, Part, all_words, everyday, names_sounding, parts_beginning, write_parts
from kb.cards.record import Card, from_json, name_key, to_json
from kb.errors import SnapshotError
from kb.store.readonly import open_readonly
from kb.store.snapshot import CARDS

FILE = CARDS
VERSION = 2
_AT_ONCE = 900
_REMEMBERED = 1_024
"""Parts of names whose names are remembered: the words of questions recur."""
"""Values in one query: SQLite takes at least 999."""
_SCHEMA = """
PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE card (row INTEGER PRIMARY KEY, id TEXT NOT NULL, data TEXT NOT NULL);
CREATE TABLE name (key TEXT NOT NULL, card INTEGER NOT NULL, lang TEXT NOT NULL, rank INTEGER NOT NULL, text TEXT NOT NULL);
CREATE TABLE initial (key TEXT NOT NULL, card INTEGER NOT NULL);
CREATE TABLE code (code INTEGER NOT NULL, kind TEXT NOT NULL, card INTEGER NOT NULL);
"""
_INDEXES = """
CREATE UNIQUE INDEX card_id ON card (id);
CREATE INDEX name_key ON name (key, rank);
CREATE INDEX initial_key ON initial (key);
CREATE INDEX code_code ON code (code);
PRAGMA user_version = %d;
"""


@dataclass(frozen=True, slots=True)
class Named:
    """A name and the card that goes by it."""

    key: str
    card: str
    """The card's id."""
    lang: str
    text: str
    """The name as written."""


def write_cards(path: Path, cards: Iterable[Card]) -> int:
    """Writes the store to a new file; how many cards it holds. No two of the cards may have one id."""
    path.unlink(missing_ok=True)
    kept = list(cards)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(_SCHEMA + SCHEMA)
        count = 0
        for count, card in enumerate(kept, 1):
            db.execute("INSERT INTO card VALUES (?, ?, ?)", (count, card.id, to_json(card)))
            db.executemany(
                "INSERT INTO name VALUES (?, ?, ?, ?, ?)", ((k, count, lang, r, t) for k, lang, r, t in _names(card))
            )
            initials = initials_of(card.names.get("en", ""))
            db.executemany("INSERT INTO initial VALUES (?, ?)", ((i, count) for i in initials))
            codes = [(c, "passcode", count) for c in card.passcodes]
            codes += [(card.konami, "konami", count)] if card.konami else []
            db.executemany("INSERT INTO code VALUES (?, ?, ?)", codes)
        write_parts(db, kept)
        db.commit()
        db.executescript(_INDEXES % VERSION)
    return count


def _names(card: Card) -> Iterator[tuple[str, str, int, str]]:
    """(key, language, rank, name): official names of our languages rank before those of other files and places."""
    seen: set[str] = set()
    ranked = [(lang, text, 1 if lang == "zh-TW" else 0) for lang, text in card.names.items()]
    ranked += [(lang, text, 2) for lang, text in card.other_names]
    for lang, text, rank in sorted(ranked, key=lambda r: r[2]):
        key = name_key(text)
        if key and key not in seen:
            seen.add(key)
            yield key, lang, rank, text


def initials_of(name: str) -> tuple[str, ...]:
    """First letters of a name, and of its sides at a dash, comma or colon, that have three words or more; numbers whole.

    >>> initials_of("Sample Dragon of the End"), initials_of("Sample Dragon")
    (('sdote',), ())
    >>> initials_of("Lake Lord - Envoy of Rain")
    ('lleor', 'eor')
    """
    found = []
    for side in (name, *re.split(r" - |, |: ", name)):
        words = [w for w in (name_key(w) for w in side.replace("-", " ").split()) if w]
        if len(words) >= 3:
            found.append("".join(w if w.isdigit() else w[0] for w in words))
    return tuple(dict.fromkeys(found))


class CardStore:
    """Cards by id, name and number. Safe to share between threads that only read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db = open_readonly(path, VERSION, "the cards")
        self._with_part = lru_cache(maxsize=_REMEMBERED)(self._read_with_part)

    def __len__(self) -> int:
        return int(str(self._rows("SELECT count(*) FROM card", ())[0][0]))

    def get(self, card_id: str) -> Card | None:
        """The card of an id; None if there is none."""
        found = self._rows("SELECT data FROM card WHERE id = ?", (card_id,))
        return from_json(str(found[0][0])) if found else None

    def all(self) -> Iterator[Card]:
        """Every card, in the order of the files."""
        for (data,) in self._db.execute("SELECT data FROM card ORDER BY row"):
            yield from_json(data)

    def holding(self, words: Sequence[str]) -> list[Card]:
        """Cards in whose record one of these stands as written, in the order of the files."""
        if not words:
            return []
        sql = f"SELECT data FROM card WHERE {' OR '.join(['instr(data, ?)'] * len(words))} ORDER BY row"
        found = self._rows(sql, [json.dumps(word, ensure_ascii=False)[1:-1] for word in words])
        return [from_json(str(data)) for (data,) in found]

    def by_keys(self, keys: Collection[str]) -> dict[str, list[Named]]:
        """Names by key: of several cards that share one, only those whose name ranks highest."""
        found: dict[str, list[Named]] = {}
        ranks: dict[str, int] = {}
        wanted = list(keys)
        for at in range(0, len(wanted), _AT_ONCE):
            part = wanted[at : at + _AT_ONCE]
            marks = ",".join("?" * len(part))
            for key, card, lang, rank, text in self._rows(
                f"SELECT n.key, c.id, n.lang, n.rank, n.text FROM name n JOIN card c ON c.row = n.card"
                f" WHERE n.key IN ({marks}) ORDER BY n.rank",
                part,
            ):
                if ranks.setdefault(str(key), int(str(rank))) == rank:
                    found.setdefault(str(key), []).append(Named(str(key), str(card), str(lang), str(text)))
        return found

    def by_prefix(self, key: str, most: int = 50) -> list[Named]:
        """Names whose key begins so, shortest first."""
        return self._named("n.key >= ? AND n.key < ? ORDER BY length(n.key), n.key LIMIT ?", (key, key + "\U0010ffff", most))

    def by_initials(self, key: str, most: int = 50) -> list[Named]:
        """English names of the cards with these initials."""
        sql = (
            "SELECT n.key, c.id, n.lang, n.text FROM initial i JOIN card c ON c.row = i.card"
            " JOIN name n ON n.card = i.card AND n.lang = 'en' AND n.rank = 0 WHERE i.key = ? LIMIT ?"
        )
        return [Named(*map(str, row)) for row in self._rows(sql, (key, most))]

    def by_number(self, number: int) -> list[str]:
        """Ids of the cards with this passcode; if there is none, of the one with this Konami id."""
        rows = self._rows("SELECT c.id, k.kind FROM code k JOIN card c ON c.row = k.card WHERE k.code = ?", (number,))
        by_passcode = [str(card) for card, kind in rows if kind == "passcode"]
        return list(dict.fromkeys(by_passcode or [str(card) for card, _ in rows]))

    def names(self) -> list[Named]:
        """Every name."""
        return self._named("1", ())

    def with_part(self, key: str, *, cut: bool = False, most: int = 400) -> list[Part]:
        """Names of which a part begins with a key (`kb.cards.parts.spaced`); `cut`: also in the middle of a word."""
        return [*self._with_part(key, cut, most)]

    def _read_with_part(self, key: str, cut: bool, most: int) -> tuple[Part, ...]:
        with self._readable():
            return tuple(parts_beginning(self._db, key, most, cut=cut))

    def sounding(self, sounds: Collection[str]) -> dict[str, list[tuple[str, str, str]]]:
        """By pinyin of a whole name (`kb.lang.pinyin`): (id, language, name) of the cards that sound so."""
        with self._readable():
            return names_sounding(self._db, sounds)

    def everyday(self, words: Collection[str]) -> frozenset[str]:
        """Which of these words, or pairs of Chinese characters, card texts use as plain words."""
        with self._readable():
            return everyday(self._db, words)

    @cached_property
    def words(self) -> tuple[list[str], list[str]]:
        """Every word of four letters or more of the names, and of card texts where it is a plain word."""
        with self._readable():
            return all_words(self._db, "word"), all_words(self._db, "ordinary")

    def _named(self, where: str, values: Iterable[object]) -> list[Named]:
        sql = f"SELECT n.key, c.id, n.lang, n.text FROM name n JOIN card c ON c.row = n.card WHERE {where}"
        return [Named(*map(str, row)) for row in self._rows(sql, values)]

    def _rows(self, sql: str, values: Iterable[object]) -> list[tuple[object, ...]]:
        with self._readable():
            return self._db.execute(sql, tuple(values)).fetchall()

    @contextlib.contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise SnapshotError(f"{self.path}: the cards are damaged ({error}). Run `rulings build` again.") from error

    def close(self) -> None:
        """Closes the file."""
        self._db.close()


def open_cards(folder: Path) -> CardStore | None:
    """The cards of a snapshot's folder; None if it holds none. Raises SnapshotError if they are damaged."""
    path = folder / FILE
    return CardStore(path) if path.is_file() else None
