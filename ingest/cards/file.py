"""One card file read: which reader understands it is told by its content, never by its name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType

from ingest.cards import yaml_yugi, ygopro, ygoprodeck
from ingest.cards.rows import BadRow
from kb.cards.record import Card
from kb.errors import BadInput
from kb.model import Finding

READERS: tuple[ModuleType, ...] = (yaml_yugi, ygopro, ygoprodeck)


@dataclass(frozen=True, slots=True)
class Taken:
    """The cards of one file and what in it could not be used."""

    cards: tuple[Card, ...]
    findings: tuple[Finding, ...]


def read_card_file(data: bytes, name: str) -> Taken:
    """The cards of a file. Raises BadInput if no reader understands it, or if it holds no card."""
    decoded = data if data.startswith(ygopro.MAGIC) else _json(data, name)
    readers = [r for r in READERS if r.matches(decoded)]
    if len(readers) != 1:
        said = "several readers claim it" if readers else "no reader understands it"
        tried = ", ".join(_title(r) for r in readers or READERS)
        raise BadInput(f"{name}: {said} ({tried}). Give a file of one of these kinds.")
    rows: Iterator[Card | BadRow] = readers[0].read(decoded, name)
    cards, bad = [], []
    for row in rows:
        bad.append(row) if isinstance(row, BadRow) else cards.append(row)
    if not cards:
        why = f" (row {bad[0].number}: {bad[0].why})" if bad else ""
        raise BadInput(f"{name}: no card in this file{why}. Give {_title(readers[0])}.")
    return Taken(tuple(cards), tuple(_finding(name, bad)))


def _json(data: bytes, name: str) -> object:
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadInput(f"{name}: neither UTF-8 text nor an SQLite database (byte {error.start}). Give a card file.") from error
    except ValueError as error:
        raise BadInput(f"{name}: neither JSON ({error}) nor an SQLite database. Give a card file.") from error
    except RecursionError as error:
        raise BadInput(f"{name}: JSON nested too deep. Give a card file.") from error


def _title(reader: ModuleType) -> str:
    return str(reader.TITLE)


def _finding(name: str, bad: list[BadRow]) -> Iterator[Finding]:
    if bad:
        shown = "; ".join(f"row {b.number}: {b.why}" for b in bad[:3]) + ("; …" if len(bad) > 3 else "")
        yield Finding(
            code="K030",
            severity="warning",
            message=f"{name}: {len(bad)} cards left out ({shown}).",
            hint="Mend them and build again.",
            source=name,
        )
