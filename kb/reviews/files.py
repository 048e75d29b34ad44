"""Decisions as TOML files, one a subject, so that editors' work merges: read with every problem named, written whole."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kb import toml
from kb.digest.read import BadSources, Signature
from kb.files import write_atomically
from kb.model import Finding, Lines
from kb.reviews.model import ABOUT, DECISIONS, Decision, Review, Seen

FOLDER = "reviews"
_ID = re.compile(r"[0-9a-f]{12}")
_LINE = re.compile(r"at line (\d+)")
_TOP = {"id", "about", "code", "message", "entries", "place", "decision"}
_PLACE = {"source", "file", "lines", "quote", "passage", "hash"}
_DECISION = {"decision", "by", "date", "reason", "prevails", "corrected", "undone"}
_WITH = {"prevails": "prevails", "correct": "corrected"}
"""What a decision of a kind must carry."""


class BadReview(BadSources):
    """A file of decisions is wrong: `findings` has every place, the message lists them, one a line."""


def review_folders(sources: Path, home: Path) -> tuple[Path, Path]:
    """Where decisions are read from: the editors', then the user's own, which come before them where both decided."""
    return sources / FOLDER, home / FOLDER


def reviews_signature(folders: Iterable[Path]) -> Signature:
    """Name, time of change and size of every file: another as soon as somebody decides."""
    found: list[tuple[str, int, int]] = []
    for folder in folders:
        try:
            with os.scandir(folder) as files:
                for file in files:
                    if file.name.endswith(".toml"):
                        stat = file.stat()
                        found.append((file.path, stat.st_mtime_ns, stat.st_size))
        except OSError:
            continue
    return tuple(sorted(found))


def read_reviews(folders: Iterable[Path]) -> dict[str, Review]:
    """Every subject decided on, by id; a later folder's file stands for an earlier one's of the same id.

    Raises BadReview with every problem of every file.
    """
    found: dict[str, Review] = {}
    problems: list[Finding] = []
    for folder in folders:
        for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
            table, wrong = _table(path)
            problems += wrong
            if not wrong:
                found[table["id"]] = _review(table)
    if problems:
        raise BadReview(tuple(problems))
    return found


def read_review(path: Path) -> Review | None:
    """One file; None if there is none. Raises BadReview if it is wrong."""
    if not path.is_file():
        return None
    table, wrong = _table(path)
    if wrong:
        raise BadReview(tuple(wrong))
    return _review(table)


def _table(path: Path) -> tuple[dict[str, Any], list[Finding]]:
    try:
        table = toml.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        return {}, [_bad(path, f"cannot be read ({error})", "Save it as UTF-8 text.")]
    except toml.TOMLDecodeError as error:
        at = _LINE.search(str(error))
        return {}, [_bad(path, f"no TOML ({error})", "Mend the line; a merge may have left its marks.", line=at and int(at[1]))]
    return table, list(_wrong(path, table))


def _wrong(path: Path, table: Mapping[str, Any]) -> Iterator[Finding]:
    yield from _unknown(path, table, _TOP, "")
    if not _ID.fullmatch(str(table.get("id", ""))) or table["id"] != path.stem:
        yield _bad(path, "'id' is not the file's name", f'Write id = "{path.stem}", 12 hex digits.', key="id")
    if table.get("about", "finding") not in ABOUT:
        yield _bad(path, f"'about' is {table['about']!r}", f"Write one of {', '.join(ABOUT)}.", key="about")
    for key in ("code", "message"):
        if not isinstance(table.get(key, ""), str):
            yield _bad(path, f"'{key}' is no text", "Put it into quotes.", key=key)
    if not _texts(table.get("entries", [])):
        yield _bad(path, "'entries' is no list of ids", 'Write entries = ["…", "…"].', key="entries")
    for name, check in (("place", _wrong_place), ("decision", _wrong_decision)):
        rows = table.get(name, [])
        if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
            yield _bad(path, f"'{name}' is no list of tables", f"Write [[{name}]] above each.", key=name)
            continue
        for number, row in enumerate(rows, 1):
            yield from check(path, row, f"{name} {number}")


def _wrong_place(path: Path, row: Mapping[str, Any], at: str) -> Iterator[Finding]:
    yield from _unknown(path, row, _PLACE, at)
    lines = row.get("lines", [1, 1])
    if not (isinstance(lines, list) and len(lines) == 2 and all(type(n) is int for n in lines) and 1 <= lines[0] <= lines[1]):
        yield _bad(path, "'lines' is no range", "Write lines = [first, last].", key=f"{at}.lines")
    for key in _PLACE - {"lines"}:
        if not isinstance(row.get(key, ""), str):
            yield _bad(path, f"'{key}' is no text", "Put it into quotes.", key=f"{at}.{key}")


def _wrong_decision(path: Path, row: Mapping[str, Any], at: str) -> Iterator[Finding]:
    yield from _unknown(path, row, _DECISION, at)
    for key in _DECISION:
        if not isinstance(row.get(key, ""), str):
            yield _bad(path, f"'{key}' is no text", "Put it into quotes.", key=f"{at}.{key}")
    if row.get("decision") not in DECISIONS:
        yield _bad(
            path, f"'decision' is {row.get('decision')!r}", f"Write one of {', '.join(DECISIONS)}.", key=f"{at}.decision"
        )
        return
    for key in ("by", "date", *([_WITH[row["decision"]]] if row["decision"] in _WITH else [])):
        if not row.get(key):
            yield _bad(path, f"'{key}' is missing", f'Add {key} = "…".', key=f"{at}.{key}")


def _unknown(path: Path, row: Mapping[str, Any], known: set[str], at: str) -> Iterator[Finding]:
    for key in row.keys() - known:
        place = f"{at}.{key}".strip(".")
        yield _bad(path, f"unknown key '{key}'", f"Keys are {', '.join(sorted(known))}.", key=place)


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def _bad(path: Path, message: str, hint: str, *, line: int | None = None, key: str = "") -> Finding:
    at = Lines(line, line) if line else None
    return Finding(code="R050", severity="error", message=message, hint=hint, source=str(path), lines=at, key=key)


def _review(table: Mapping[str, Any]) -> Review:
    return Review(
        id=table["id"],
        about=table.get("about", "finding"),
        code=table.get("code", ""),
        message=table.get("message", ""),
        entries=tuple(table.get("entries", ())),
        places=tuple(
            Seen(**{k: v for k, v in p.items() if k != "lines"}, lines=Lines(*p["lines"]) if "lines" in p else None)
            for p in table.get("place", ())
        ),
        decisions=tuple(Decision(**d) for d in table.get("decision", ())),
    )


def write_review(path: Path, review: Review) -> None:
    """Puts the file in place in one step, on disk when this returns."""
    import tomlkit

    document = tomlkit.document()
    for key in ("id", "about", "code", "message"):
        if value := getattr(review, key):
            document[key] = _clean(value)
    if review.entries:
        document["entries"] = list(review.entries)
    rows = {"place": [_row(p) for p in review.places], "decision": [_row(d) for d in review.decisions]}
    for name, tables in rows.items():
        if tables:
            document[name] = tomlkit.aot()
            for table in tables:
                document[name].append(tomlkit.item(table))
    write_atomically(path, tomlkit.dumps(document).encode())


def _row(thing: Seen | Decision) -> dict[str, Any]:
    found = {name: getattr(thing, name) for name in thing.__slots__}
    return {k: list(v) if isinstance(v, tuple) else _clean(v) for k, v in found.items() if v}


def _clean(text: str) -> str:
    """The text as UTF-8 can hold it, white space folded."""
    return " ".join(text.encode("utf-8", "replace").decode().split())
