"""The registry's TOML files: entries read with every problem named, one entry written or taken out at a time."""

from __future__ import annotations

import os
import re
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from kb.digest.read import BadSources
from kb.errors import BadInput
from kb.law.ranking import KEY as ORDER
from kb.law.ranking import wrong_order
from kb.model import AUTHORITIES, Finding, Lang, Lines, Source, Territory
from kb.plain import encodable

KEYS = tuple(f.name for f in fields(Source))
"""Keys of an entry, in the order they are written."""
REQUIRED = ("id", "file", "title", "lang")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "lang": get_args(Lang),
    "territory": get_args(Territory),
    "authority": AUTHORITIES,
}
"""Allowed values of the fields that take only some."""
_LINE = re.compile(r"at line (\d+)")
_HEADER = re.compile(r"^\s*\[\[\s*source\s*\]\]")


def read_entries(files: Iterable[Path]) -> list[Source]:
    """The documents of every file, in order; missing files are passed over.

    Raises BadSources with every wrong entry of every file.
    """
    found: list[Source] = []
    problems: list[Finding] = []
    for path in files:
        if path.exists():
            rows, wrong = _rows(path)
            problems += wrong
            found += [] if wrong else [_source(row) for row in rows]
    if problems:
        raise BadSources(tuple(problems))
    return found


def _source(row: Mapping[str, Any]) -> Source:
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Source(**values)


def _rows(path: Path) -> tuple[list[dict[str, Any]], list[Finding]]:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return [], [_bad(path, "K010", f"cannot be read ({error})", "Save it as UTF-8 text.")]
    return _rows_of(text, path)


def _rows_of(text: str, path: Path) -> tuple[list[dict[str, Any]], list[Finding]]:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _LINE.search(str(error))
        return [], [_bad(path, "K010", f"no TOML ({error})", "Mend the line.", line=int(at[1]) if at else None)]
    rows = table.get("source", [])
    if wrong := wrong_order(table.get(ORDER, [])):
        return [], [_bad(path, "K011", f"'{ORDER}' {wrong}", "Write a list of authorities and ids of documents.", key=ORDER)]
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return [], [_bad(path, "K010", "'source' is no list of tables", "Write [[source]] above each entry.")]
    starts = [n for n, line in enumerate(text.split("\n"), 1) if _HEADER.match(line)]
    lines = starts if len(starts) == len(rows) else [None] * len(rows)
    return rows, [f for row, line in zip(rows, lines, strict=True) for f in _wrong(path, row, rows, line)]


def _wrong(path: Path, row: Mapping[str, Any], rows: list[dict[str, Any]], line: int | None) -> Iterator[Finding]:
    entry = str(row.get("id", "?"))
    for key in REQUIRED:
        if not row.get(key):
            yield _bad(path, "K011", f"'{key}' is missing", f'Add {key} = "…".', line=line, key=f"{entry}.{key}")
    for key, value in row.items():
        place = f"{entry}.{key}"
        kind = list if key == "supersedes" else str
        if key not in KEYS:
            yield _bad(path, "K011", f"unknown key '{key}'", f"Keys are {', '.join(KEYS)}.", line=line, key=place)
        elif not isinstance(value, kind) or (kind is list and not all(isinstance(v, str) for v in value)):
            wanted = "a list of strings" if kind is list else "a string"
            yield _bad(path, "K011", f"'{key}' is no {wanted.removeprefix('a ')}", f"Write {wanted}.", line=line, key=place)
        elif value and value not in CHOICES.get(key, (value,)):
            choices = f"Choose one of {', '.join(CHOICES[key])}."
            yield _bad(path, "K011", f"'{value}' is not allowed", choices, line=line, key=place)
    if "id" in row and next(r for r in rows if r.get("id") == row["id"]) is not row:
        yield _bad(path, "K011", "this id is given twice", "Give each document its own id.", line=line, key=f"{entry}.id")


def _bad(path: Path, code: str, message: str, hint: str, *, line: int | None = None, key: str = "") -> Finding:
    lines = Lines(line, line) if line else None
    return Finding(code=code, severity="error", message=message, hint=hint, source=str(path), lines=lines, key=key)


def remember(source: Source, overlay: Path) -> None:
    """Write the source's entry to the overlay file, as `rewrite` does."""
    rewrite(overlay, put=[source])


def forget(source_id: str, overlay: Path) -> bool:
    """Take the entry out of the overlay file, as `rewrite` does; whether there was one."""
    return rewrite(overlay, drop=[source_id]) > 0


def rewrite(overlay: Path, *, put: Iterable[Source] = (), drop: Iterable[str] = ()) -> int:
    """Entries changed: those put, over ones with the same id, and those taken out by id; comments and other entries stay.

    The only writer of the file. It is replaced whole or not at all, and only by what can be read again. Raises BadInput if its
    folder cannot be written to, BadSources if what is there cannot be read.
    """
    import tomlkit

    document, entries = _open(overlay)
    at = {str(row.get("id")): number for number, row in enumerate(entries)}
    changed = 0
    for source in put:
        table = _table(source)
        if source.id in at:
            entries[at[source.id]] = table
        else:
            at[source.id] = len(entries)
            entries.append(table)
        changed += 1
    for number in sorted((at[i] for i in set(drop) if i in at), reverse=True):
        del entries[number]
        changed += 1
    if changed:
        if not entries:
            del document["source"]
        _replace(overlay, tomlkit.dumps(document))
    return changed


def rank(overlay: Path, names: Sequence[str]) -> None:
    """Sets the user's own order of authorities in the overlay, whose other content stays; no names take it out.

    Raises as `rewrite` does.
    """
    import tomlkit

    read_entries([overlay])
    document = tomlkit.parse(overlay.read_text("utf-8")) if overlay.exists() else tomlkit.document()
    document.pop(ORDER, None)
    above = f"{ORDER} = {tomlkit.item(list(names)).as_string()}\n" if names else ""
    _replace(overlay, above + tomlkit.dumps(document))


def _table(source: Source) -> Any:
    import tomlkit

    table = tomlkit.table()
    for key in KEYS:
        value = getattr(source, key)
        if value:
            table[key] = list(map(encodable, value)) if isinstance(value, tuple) else encodable(value)
    return table


def _open(overlay: Path) -> tuple[Any, Any]:
    """The overlay as a tomlkit document and its list of entries; a missing file is an empty one.

    Entries written inline become tables of their own: nothing can be appended to `source = []`.
    """
    import tomlkit
    from tomlkit.items import AoT

    read_entries([overlay])
    document = tomlkit.parse(overlay.read_text("utf-8")) if overlay.exists() else tomlkit.document()
    if not isinstance(document.get("source"), AoT):
        inline = document.pop("source", [])
        document["source"] = tomlkit.aot()
        for row in inline:
            document["source"].append(tomlkit.item(dict(row.unwrap())))
    return document, document["source"]


def _replace(path: Path, text: str) -> None:
    if problems := _rows_of(text, path)[1]:
        raise BadSources(tuple(problems))
    part = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(part).replace(path)
    except OSError as error:
        with suppress(OSError):
            Path(part).unlink()
        why = (error.strerror or str(error)).lower()
        raise BadInput(f"{path}: cannot be written ({why}). Choose another folder with --home or RULINGS_HOME.") from error
