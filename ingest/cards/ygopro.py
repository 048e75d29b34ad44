"""Card databases of YGOPRO and its kin (`.cdb`): SQLite with the tables `datas` and `texts`, kinds as bit fields."""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ingest.cards.pendulum import parted
from ingest.cards.rows import BadRow, text_of
from kb.cards.record import Card, card_id
from kb.errors import BadInput
from kb.lang.detect import detect

TITLE = "YGOPRO .cdb database"
MAGIC = b"SQLite format 3\0"
_MONSTER, _SPELL, _TRAP, _TOKEN, _XYZ, _PENDULUM, _LINK = 0x1, 0x2, 0x4, 0x4000, 0x800000, 0x1000000, 0x4000000
_PROPERTIES = {
    0x10000: "quick-play",
    0x20000: "continuous",
    0x40000: "equip",
    0x80000: "field",
    0x100000: "counter",
    0x80: "ritual",
}
_SORTS = {
    0x200000: "Flip", 0x400000: "Toon", 0x200: "Spirit", 0x400: "Union", 0x800: "Gemini", 0x80: "Ritual", 0x40: "Fusion",
    0x2000: "Synchro", _XYZ: "Xyz", _LINK: "Link", _PENDULUM: "Pendulum", 0x1000: "Tuner", 0x10: "Normal", 0x20: "Effect",
}  # fmt: skip
_RACES = (
    "Warrior", "Spellcaster", "Fairy", "Fiend", "Zombie", "Machine", "Aqua", "Pyro", "Rock", "Winged Beast", "Plant", "Insect",
    "Thunder", "Dragon", "Beast", "Beast-Warrior", "Dinosaur", "Fish", "Sea Serpent", "Reptile", "Psychic", "Divine-Beast",
    "Creator God", "Wyrm", "Cyberse", "Illusion",
)  # fmt: skip
_ATTRIBUTES = ("EARTH", "WATER", "FIRE", "WIND", "LIGHT", "DARK", "DIVINE")
_SAME_CARD = 20
"""A row whose alias is this near its own number is another picture of the same card; one further off has its name only."""
_SAMPLE = 400
_DATAS = "SELECT id, alias, type, atk, def, level, race, attribute FROM datas ORDER BY id"
_TEXTS = "SELECT id, name, desc FROM texts"
_MADE_UP = "SELECT 1 FROM pragma_table_xinfo(?) WHERE hidden > 1"
"""Whether a table has columns that are worked out: a few bytes of SQL can make gigabytes."""
_LONGEST = 1 << 20
"""Bytes of one value."""
_STEPS = 100_000_000
"""Steps of SQLite's machine; 100,000 cards take a twentieth of them."""


def matches(data: object) -> bool:
    """Whether the bytes are an SQLite database."""
    return isinstance(data, bytes) and data.startswith(MAGIC)


def read(data: bytes, name: str) -> Iterator[Card | BadRow]:
    """A card for every row, or why there is none; tokens give none, other pictures only their number.

    Raises BadInput if the database is damaged or has not the tables of YGOPRO.
    """
    rows = _rows(data, name)
    lang = Counter(detect(str(r[9])) for r in rows[:: max(1, len(rows) // _SAMPLE)] if r[9]).most_common(1)
    pictures: dict[int, list[int]] = {}
    for row in rows:
        if _is_picture(row):
            pictures.setdefault(row[1], []).append(row[0])
    for number, row in enumerate(rows, 1):
        kind = next((k for bit, k in ((_MONSTER, "monster"), (_SPELL, "spell"), (_TRAP, "trap")) if _int(row[2]) & bit), "")
        if _int(row[2]) & _TOKEN or _is_picture(row):
            continue
        if not text_of(row[8]) or not kind or _int(row[0]) <= 0:
            yield BadRow(number, "no name" if not text_of(row[8]) else "no number, or neither Monster, Spell nor Trap")
        else:
            yield _card(row, kind, tuple(pictures.get(row[0], ())), lang[0][0] if lang else "en", name)


def _rows(data: bytes, name: str) -> list[tuple[Any, ...]]:
    try:
        with contextlib.closing(sqlite3.connect(":memory:")) as db:
            db.deserialize(data)
            db.text_factory = lambda raw: raw.decode("utf-8", "replace")
            db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
            db.set_progress_handler(lambda: 1, _STEPS)
            made = dict(db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall())
            if not all(str(made.get(t, "")).upper().startswith("CREATE TABLE") for t in ("datas", "texts")):
                raise BadInput(f"{name}: an SQLite database without the tables datas and texts. Give {TITLE}.")
            if any(db.execute(_MADE_UP, (t,)).fetchone() for t in ("datas", "texts")):
                raise BadInput(f"{name}: columns that are worked out, not stored. Give {TITLE}.")
            texts = {row[0]: row[1:] for row in _stored(db, _TEXTS, data, name)}
            return [(*row, *texts[row[0]]) for row in _stored(db, _DATAS, data, name) if row[0] in texts]
    except sqlite3.Error as error:
        raise BadInput(f"{name}: the database cannot be read ({error}). Give {TITLE}.") from error


def _stored(db: sqlite3.Connection, query: str, data: bytes, name: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table. Raises BadInput where they hold more than the file does, which takes a damaged or a forged one."""
    left = len(data)
    for row in db.execute(query):
        left -= sum(len(value) for value in row if isinstance(value, (str, bytes))) + 1
        if left < 0:
            raise BadInput(f"{name}: the database holds more than its bytes can. Give {TITLE}.")
        yield row


def _is_picture(row: tuple[Any, ...]) -> bool:
    return _int(row[1]) > 0 and row[1] != row[0] and abs(_int(row[0]) - row[1]) < _SAME_CARD


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


def _card(row: tuple[Any, ...], kind: str, pictures: tuple[int, ...], lang: str, file: str) -> Card:
    code, bits = row[0], _int(row[2])
    parts = parted(text_of(row[9]))
    pendulum = {lang: parts.pendulum} if parts.pendulum and bits & _PENDULUM else {}
    text = parts.text if bits & _PENDULUM else text_of(row[9])
    return Card(
        id=card_id(None, (code,), ""),
        type=kind,
        property="" if kind == "monster" else next((p for bit, p in _PROPERTIES.items() if bits & bit), "normal"),
        type_line=_type_line(bits, _int(row[6])) if kind == "monster" else "",
        names={lang: text_of(row[8])},
        texts={lang: text} if text else {},
        pendulum=pendulum,
        passcodes=(code, *pictures),
        stats=_stats(row, bits) if kind == "monster" else {},
        files=(file,),
    )


def _type_line(bits: int, race: int) -> str:
    kin = next((name for n, name in enumerate(_RACES) if race & 1 << n), "")
    return " / ".join([w for w in (kin, *(sort for bit, sort in _SORTS.items() if bits & bit)) if w])


def _stats(row: tuple[Any, ...], bits: int) -> dict[str, str]:
    """Level and scales share one number: the level in the lowest byte, the scales in the two highest."""
    atk, defence, level = _int(row[3]), _int(row[4]), _int(row[5])
    found = {"attribute": next((name for n, name in enumerate(_ATTRIBUTES) if _int(row[7]) & 1 << n), "")}
    found["rank" if bits & _XYZ else "link" if bits & _LINK else "level"] = str(level & 0xFF)
    found["atk"] = "?" if atk < 0 else str(atk)
    if not bits & _LINK:
        found["def"] = "?" if defence < 0 else str(defence)
    if bits & _PENDULUM:
        found["scale"] = str(level >> 24 & 0xFF)
    return {k: v for k, v in found.items() if v}
