"""Names looked up by their parts: by a run of words or characters within, by sound; and which words are everyday ones.

Made once when cards are built, from the cards themselves. A *unit* is a word in Latin letters or a single other character.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from kb.cards.record import Card, key_of
from kb.lang.pinyin import sound_of
from kb.text import normalise

UNIT = re.compile(r"[a-z0-9\u00df-\u024f]+(?:'[a-z]+)?|[^\W_]")
LONGEST = 28
"""Characters of a name, from any of its units on, by which it is found."""
SCHEMA = """
CREATE TABLE part (key TEXT NOT NULL, name INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (key, name, at)) WITHOUT ROWID;
CREATE TABLE sound (key TEXT NOT NULL, name INTEGER NOT NULL, PRIMARY KEY (key, name)) WITHOUT ROWID;
CREATE TABLE word (word TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE ordinary (word TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_QUOTED = re.compile(r'"[^"\n]*"|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》|【[^】\n]*】')
_LOWER = re.compile(r"(?<![\w'-])[a-z]+(?![\w'])")
_HAN = re.compile(r"[\u4e00-\u9fff]+")
_SMALL = frozenset(("of", "the", "and", "a", "an", "to", "in", "on", "for", "s"))
_OFTEN_EN, _OFTEN_ZH = 2, 8
"""Texts of cards that a word, or a pair of Chinese characters, stands in to be an everyday one."""


@dataclass(frozen=True, slots=True)
class Part:
    """A name found by a part of it."""

    key: str
    """The name from that part on, as `spaced` writes it, at most LONGEST characters."""
    card: str
    """The card's id."""
    lang: str
    text: str
    """The whole name as written."""
    at: int
    """Units before the part."""


def units_of(text: str) -> list[str]:
    """The keys of a text's units, in order.

    >>> units_of("Sample-Dragon of 樣例")
    ['sample', 'dragon', 'of', '样', '例']
    """
    return units_in(normalise(text).text)


def units_in(text: str) -> list[str]:
    """The same of a text that is normalised already."""
    return [k for m in UNIT.finditer(text) if (k := key_of(m[0]))]


def name_keys(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Of names that are normalised already, the keys, and the keys of their words and of pairs of characters in them; sorted.

    >>> name_keys(["main deck", "卡组"])
    (['maindeck', '卡组'], ['deck', 'main', '卡组'])
    """
    keys: set[str] = set()
    words: set[str] = set()
    for name in names:
        units = units_in(name)
        keys.add(key_of(name))
        words.update(u for u in units if u.isascii())
        words.update(a + b for a, b in pairwise(units) if not a.isascii() and not b.isascii())
    return sorted(keys), sorted(words)


def spaced(units: Sequence[str]) -> str:
    """Units as one key in which words stay apart.

    >>> spaced(["sample", "dragon", "样", "例"])
    'sample dragon样例'
    """
    if not units:
        return ""
    parts = [units[0]]
    for before, unit in pairwise(units):
        parts.append(f" {unit}" if before.isascii() and unit.isascii() else unit)
    return "".join(parts)


def write_parts(db: sqlite3.Connection, cards: Iterable[Card]) -> None:
    """Fills the tables of SCHEMA; the table of names must be full."""
    rows = db.execute("SELECT rowid, key, lang, text FROM name WHERE lang != 'ja'").fetchall()
    words: set[str] = set()
    for number, key, _lang, text in rows:
        units = units_of(text)
        words.update(u for u in units if u.isalpha() and u.isascii() and len(u) >= 4)
        starts = (i for i, u in enumerate(units) if not (u.isascii() and u in _SMALL))
        parts = [(spaced(units[i : i + LONGEST])[:LONGEST], number, i) for i in starts]
        db.executemany("INSERT OR IGNORE INTO part VALUES (?, ?, ?)", parts)
        if not key.isascii():
            db.execute("INSERT OR IGNORE INTO sound VALUES (?, ?)", (sound_of(key), number))
    db.executemany("INSERT OR IGNORE INTO word VALUES (?)", ((w,) for w in sorted(words)))
    db.executemany("INSERT OR IGNORE INTO ordinary VALUES (?)", ((w,) for w in sorted(_everyday(cards))))


def _everyday(cards: Iterable[Card]) -> set[str]:
    """Words that card texts write small, pairs of characters outside quotes, and what stands on every card's frame."""
    english: Counter[str] = Counter()
    chinese: Counter[str] = Counter()
    frame: set[str] = set()
    for card in cards:
        for texts in (card.texts, card.pendulum):
            english.update(set(_LOWER.findall(_QUOTED.sub(" ", texts.get("en", "")))))
            han = _HAN.findall(_QUOTED.sub(" ", texts.get("zh", "")))
            chinese.update({a + b for run in han for a, b in pairwise(run)})
        frame.update(units_of(f"{card.type_line} {card.type} {card.property} {card.stats.get('attribute', '')}"))
    often = {w for w, n in english.items() if n >= _OFTEN_EN} | {p for p, n in chinese.items() if n >= _OFTEN_ZH}
    return often | frame


def parts_beginning(db: sqlite3.Connection, key: str, most: int, *, cut: bool = False) -> list[Part]:
    """Names of which some part begins with a key that `spaced` wrote, at most so many; with `cut` the last word may go on."""
    end = key + "\U0010ffff"
    rows = db.execute(
        "SELECT p.key, c.id, n.lang, n.text, p.at FROM part p JOIN name n ON n.rowid = p.name JOIN card c ON c.row = n.card"
        " WHERE p.key >= ? AND p.key < ? LIMIT ?",
        (key, end, most),
    ).fetchall()
    return [Part(*row) for row in rows if cut or begins(row[0], key)]


def begins(whole: str, key: str) -> bool:
    """Whether a spaced key begins with another and ends no word too early.

    >>> begins("blue eyes", "blue"), begins("bluebeard", "blue"), begins("蓝眼", "蓝")
    (True, False, True)
    """
    following = whole[len(key) : len(key) + 1]
    return whole.startswith(key) and not (key[-1:].isascii() and following.isascii() and following.isalnum())


def names_sounding(db: sqlite3.Connection, sounds: Collection[str]) -> dict[str, list[tuple[str, str, str]]]:
    """By pinyin of a whole name: (card's id, language, name) of each that sounds so."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for sound, card, lang, text in _in_parts(
        db,
        "SELECT s.key, c.id, n.lang, n.text FROM sound s JOIN name n ON n.rowid = s.name JOIN card c ON c.row = n.card"
        " WHERE s.key IN ({})",
        sounds,
    ):
        found.setdefault(str(sound), []).append((str(card), str(lang), str(text)))
    return found


def everyday(db: sqlite3.Connection, words: Collection[str]) -> frozenset[str]:
    """Which of these words, or pairs of Chinese characters, card texts use as plain words."""
    return frozenset(str(w) for (w,) in _in_parts(db, "SELECT word FROM ordinary WHERE word IN ({})", words))


def all_words(db: sqlite3.Connection, table: Literal["word", "ordinary"]) -> list[str]:
    """Every word of four letters or more of the names, or of card texts."""
    rows = db.execute(f"SELECT word FROM {table} WHERE length(word) >= 4 AND word >= 'a' AND word < '{{'")
    return [str(w) for (w,) in rows]


def _in_parts(db: sqlite3.Connection, sql: str, values: Collection[str]) -> list[tuple[object, ...]]:
    wanted = list(values)
    return [
        row
        for at in range(0, len(wanted), 900)
        for row in db.execute(sql.format(",".join("?" * len(wanted[at : at + 900]))), wanted[at : at + 900])
    ]
