"""Official statements and Q&As of a snapshot by card: one SQLite file, opened read-only in milliseconds."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kb.errors import SnapshotError
from kb.model import Document, Lang, Lines, Passage
from kb.official import FORMATS
from kb.store.readonly import open_readonly
from kb.store.snapshot import OFFICIAL

VERSION = 1
_SCHEMA = """
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE statement (card INTEGER NOT NULL, part TEXT NOT NULL, place REAL NOT NULL, title TEXT NOT NULL,
  id TEXT NOT NULL, source TEXT NOT NULL, file TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
  text TEXT NOT NULL, date TEXT NOT NULL);
CREATE TABLE answer (number TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, lang TEXT NOT NULL, source TEXT NOT NULL,
  file TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL,
  date TEXT NOT NULL, status TEXT NOT NULL);
CREATE TABLE about (card INTEGER NOT NULL, number TEXT NOT NULL);
"""
_INDEXES = """
CREATE INDEX statement_card ON statement (card); CREATE INDEX about_card ON about (card, number);
CREATE INDEX about_number ON about (number); CREATE INDEX answer_number ON answer (number);
PRAGMA user_version = %d;
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialPassage:
    """A passage of an official document, with what a citation says of it."""

    id: str
    source: str
    file: str
    lines: Lines
    lang: Lang
    text: str
    date: str
    """ISO; empty if unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialStatement(OfficialPassage):
    """One statement of the FAQ of a card."""

    card: int
    """Konami id."""
    pendulum: bool
    """Whether it stands under the Pendulum Effect."""
    place: float
    """The index of the file: a whole number is that of a line of the text, usually that of an effect; others stand between."""
    title: str
    """What the statement stands under, in its brackets; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialQa:
    """One Q&A in one language."""

    number: str
    cards: tuple[int, ...]
    """Konami ids."""
    lang: Lang
    title: str
    question: tuple[OfficialPassage, ...]
    answer: tuple[OfficialPassage, ...]
    date: str
    status: str
    """What to beware of; empty for a confirmed wording."""

    @property
    def outdated(self) -> bool:
        """Whether the official answer has changed or gone since."""
        return self.status.startswith("outdated")


def write_official(path: Path, documents: Iterable[Document]) -> int:
    """Writes the store to a new file; how many passages it holds."""
    path.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(_SCHEMA)
        for document in documents:
            dates = {r.id: r.date for r in document.references}
            rows = [(p, next((dates[r] for r in p.references if r in dates), "")) for p in document.passages]
            if document.source.format == FORMATS[0]:
                db.executemany(f"INSERT INTO statement VALUES ({_marks(11)})", _statements(document, rows))
            else:
                db.executemany(f"INSERT INTO answer VALUES ({_marks(12)})", _answers(document, rows))
                pairs = dict.fromkeys((int(card), _number(p)) for p, card in document.cards if card.isdigit())
                db.executemany("INSERT INTO about VALUES (?, ?)", pairs)
        db.commit()
        db.executescript(_INDEXES % VERSION)
        return sum(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("statement", "answer"))


def _marks(count: int) -> str:
    return ", ".join("?" * count)


def _number(passage_id: str) -> str:
    """The number of the Q&A that a passage id names after its source."""
    return passage_id.rpartition(":")[2].partition("/")[0]


def _statements(document: Document, rows: Iterable[tuple[Passage, str]]) -> Iterator[tuple[object, ...]]:
    for p, date in rows:
        if p.kind == "paragraph" and len(p.heading) >= 2:
            part, _, place = p.heading[1].partition(" ")
            title = p.heading[2] if len(p.heading) > 2 else ""
            yield (
                int(p.heading[0]), "p" if part.startswith("pendulum") else "", float(place), title,
                p.id, p.source, document.source.file, *p.lines, p.text, date,
            )  # fmt: skip


def _answers(document: Document, rows: Iterable[tuple[Passage, str]]) -> Iterator[tuple[object, ...]]:
    for p, date in rows:
        if p.kind in ("question", "answer"):
            title = p.heading[-1] if p.heading else ""
            yield (
                _number(p.id), p.id, p.kind, p.lang, p.source, document.source.file, *p.lines, title, p.text, date, p.status,
            )  # fmt: skip


class OfficialStore:
    """What the publisher says, by card. Safe to share between threads that only read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db = open_readonly(path, VERSION, "official statements")

    def statements(self, card: int) -> list[OfficialStatement]:
        """What is said of a card, in order."""
        rows = self._rows(
            "SELECT card, part, place, title, id, source, file, first, last, text, date FROM statement WHERE card = ?"
            " ORDER BY part, place, rowid",
            (card,),
        )
        return [
            OfficialStatement(
                card=r[0], pendulum=r[1] == "p", place=r[2], title=r[3], id=r[4], source=r[5], file=r[6],
                lines=Lines(r[7], r[8]), lang="ja", text=r[9], date=r[10],
            )
            for r in rows
        ]  # fmt: skip

    def qas(self, cards: Iterable[int], lang: Lang) -> list[OfficialQa]:
        """The Q&As about all of these cards, newest first, outdated ones last, each in a language: the one asked for, else
        English, else the original.
        """
        wanted = sorted(set(cards))
        sql = f"SELECT number FROM about WHERE card IN ({_marks(len(wanted))}) GROUP BY number HAVING count(DISTINCT card) = ?"
        found = [self._qa(str(number), lang) for (number,) in self._rows(sql, (*wanted, len(wanted)))] if wanted else []
        found.sort(key=lambda q: (q.date, len(q.number), q.number), reverse=True)
        return sorted(found, key=lambda q: q.outdated)

    def numbers(self) -> list[str]:
        """The numbers of all Q&As."""
        return [str(n) for (n,) in self._rows("SELECT DISTINCT number FROM answer ORDER BY rowid", ())]

    def qa(self, number: str, lang: Lang) -> OfficialQa | None:
        """The Q&A of a number; None if there is none."""
        return self._qa(number, lang) if self._rows("SELECT 1 FROM answer WHERE number = ? LIMIT 1", (number,)) else None

    def card_ids(self) -> list[int]:
        """Konami ids of the cards with statements, in order."""
        return [int(c) for (c,) in self._rows("SELECT DISTINCT card FROM statement ORDER BY card", ())]

    def _qa(self, number: str, lang: Lang) -> OfficialQa:
        rows = self._rows(
            "SELECT id, kind, lang, source, file, first, last, title, text, date, status FROM answer WHERE number = ?"
            " ORDER BY rowid",
            (number,),
        )
        there = dict.fromkeys(r[2] for r in rows)
        chosen: Lang = next((one for one in (lang, "en", "ja") if one in there), "ja")
        mine = [r for r in rows if r[2] == chosen]
        parts = {kind: tuple(_passage(r) for r in mine if r[1] == kind) for kind in ("question", "answer")}
        cards = self._rows("SELECT DISTINCT card FROM about WHERE number = ?", (number,))
        return OfficialQa(
            number=number,
            cards=tuple(c for (c,) in cards),
            lang=chosen,
            title=mine[0][7],
            question=parts["question"],
            answer=parts["answer"],
            date=mine[0][9],
            status=next((r[10] for r in mine if r[10]), ""),
        )

    def _rows(self, sql: str, values: Iterable[object]) -> list[tuple]:  # type: ignore[type-arg]  # a row of whatever columns were asked for
        try:
            return self._db.execute(sql, tuple(values)).fetchall()
        except sqlite3.Error as error:
            raise SnapshotError(f"{self.path}: damaged ({error}). Run `rulings build` again.") from error

    def close(self) -> None:
        """Closes the file."""
        self._db.close()


def _passage(row: tuple) -> OfficialPassage:  # type: ignore[type-arg]  # a row of whatever columns were asked for
    return OfficialPassage(
        id=row[0], source=row[3], file=row[4], lines=Lines(row[5], row[6]), lang=row[2], text=row[8], date=row[9]
    )  # fmt: skip


def open_official(folder: Path) -> OfficialStore | None:
    """The official statements and Q&As of a snapshot's folder; None if it holds none. Raises SnapshotError if damaged."""
    path = folder / OFFICIAL
    return OfficialStore(path) if path.is_file() else None
