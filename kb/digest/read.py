"""The TOML files of a sources folder as tables. Parsing TOML is slow: what was found sound is kept, by content: a line of JSON,
and behind it the tables of bytes, one text after the other, of which nothing is parsed."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import platformdirs

from kb import toml
from kb.errors import BadData
from kb.model import Finding, Lines

FORMAT = 8
"""Part of the cache key: raise it when what is checked or kept changes."""
_KEPT, _SUFFIX = 6, ".tables"
_SETTLED = 2_000_000_000
"""Nanoseconds."""
_PARTS = ("cues", "cues/situations", "questions", "rules")
_RULE = re.compile(r"^\s*\[\[\s*rule\s*\]\]")
_LINE = re.compile(r"at line (\d+)")
Signature = tuple[tuple[str, int, int], ...]
_HELD: ContextVar[tuple[Path, Signature] | None] = ContextVar("held", default=None)
Check = Callable[[Mapping[str, str], Mapping[str, Any]], list[Finding]]

More = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class BadSources(BadData):
    """Our TOML is wrong: `findings` has every place, the message lists them, one a line."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        self.findings = findings
        super().__init__("\n".join(describe(f) for f in findings))

    @classmethod
    def single(cls, code: str, source: str, message: str, hint: str) -> BadSources:
        """The error for one problem that is in no line."""
        return cls((Finding(code=code, severity="error", message=message, hint=hint, source=source),))


def describe(finding: Finding) -> str:
    """A finding in one line: code, file, line, entry and key, what is wrong, what to do."""
    place = finding.source + (f":{finding.lines.first}" if finding.lines else "")
    key = f" [{finding.key}]" if finding.key else ""
    return f"{finding.code} {place}{key}: {finding.message}. {finding.hint}".rstrip()


@contextlib.contextmanager
def held(folder: Path, stamp: Signature) -> Iterator[None]:
    """Within it, this thread takes that signature for the present one of that folder."""
    before = _HELD.set((folder, stamp))
    try:
        yield
    finally:
        _HELD.reset(before)


def signature(folder: Path) -> Signature:
    """Name, time of change (ns), size of every TOML and TSV file: cheap to ask for, another one as soon as a file is saved."""
    known = _HELD.get()
    if known is not None and known[0] == folder:
        return known[1]
    return tuple(sorted((*_stamps(folder, ""), *(row for part in _PARTS for row in _stamps(folder / part, f"{part}/")))))


def _stamps(folder: Path, before: str) -> list[tuple[str, int, int]]:
    try:
        with os.scandir(folder) as files:
            stats = [(before + f.name, f.stat()) for f in files if f.name.endswith((".toml", ".tsv"))]
    except OSError:
        return []
    return [(name, stat.st_mtime_ns, stat.st_size) for name, stat in stats]


def _files(folder: Path) -> list[Path]:
    patterns = ("*.toml", "cues/*.toml", "cues/situations/*.toml", "rules/*.toml")
    return sorted(path for pattern in patterns for path in folder.glob(pattern))


def read_texts(folder: Path) -> dict[str, str]:
    """The text of every TOML file of the folder by its path inside it; raises BadSources where one cannot be read."""
    texts: dict[str, str] = {}
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        try:
            texts[name] = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadSources.single("R001", name, f"cannot be read ({error})", "Save it as UTF-8 text.") from error
    return texts


def tables_hash(texts: Mapping[str, str]) -> str:
    """A key that differs when any file does."""
    digest = hashlib.sha256(f"format {FORMAT}".encode())
    for name, text in texts.items():
        digest.update(f"\0{name}\0{text}".encode())
    return digest.hexdigest()[:24]


def remembered_mark(folder: Path, stamp: Signature, read: Callable[[], str]) -> str:
    """What `read` makes of a folder's files, as kept in the user's cache folder for files of the same names, sizes and times.

    It is not kept while a file is younger than two seconds: another change in the same moment would not show.
    """
    kept = _cache_folder() / "marks.json"
    key = hashlib.sha256(repr((FORMAT, str(folder), stamp)).encode("utf-8", "surrogateescape")).hexdigest()[:24]
    marks: dict[str, str] = {}
    with contextlib.suppress(OSError, ValueError):
        found = json.loads(kept.read_bytes())
        marks = found if isinstance(found, dict) else {}
    if isinstance(known := marks.get(key), str):
        return known
    made = read()
    if time.time_ns() - max((changed for _, changed, _ in stamp), default=0) > _SETTLED:
        _write(kept, {**dict(list(marks.items())[-_KEPT:]), key: made})
    return made


def read_tables(folder: Path, digest: str, check: Check, more: More = dict, made_by: str = "") -> dict[str, Any]:
    """The tables of every file, rules files with `rule_lines`, the line on which each rule begins, and what `more` makes
    of them all, tables of bytes among it.

    Raises BadSources with everything that `check` finds, and what `more` raises. Sound tables are kept in the user's cache
    folder under `digest` and `made_by`, which stands for the code of `more`.
    """
    code = hashlib.sha256(made_by.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    kept = _cache_folder() / f"sources-{digest}-{code}{_SUFFIX}"
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        return _taken(kept.read_bytes())
    texts = read_texts(folder)
    tables, findings = parse(texts)
    findings += check(texts, tables) if not findings else []
    if findings:
        raise BadSources(tuple(findings))
    tables |= more(tables)
    _keep(kept, tables)
    return tables


def parse(texts: Mapping[str, str]) -> tuple[dict[str, Any], list[Finding]]:
    """The files as tables, and a finding for each that is no TOML."""
    tables: dict[str, Any] = {}
    findings = []
    for name, text in texts.items():
        try:
            tables[name] = toml.loads(text)
        except toml.TOMLDecodeError as error:
            line = _LINE.search(str(error))
            at = Lines(int(line.group(1)), int(line.group(1))) if line else None
            hint = "Mend the line; strings need quotes, tables braces."
            findings.append(
                Finding(code="R001", severity="error", message=f"no TOML ({error})", hint=hint, source=name, lines=at)
            )
            continue
        if name.startswith("rules/"):
            tables[name]["rule_lines"] = [n for n, row in enumerate(text.split("\n"), 1) if _RULE.match(row)]
    return tables, findings


def _cache_folder() -> Path:
    return Path(platformdirs.user_cache_dir("duel-rulings", appauthor=False))


def _write(path: Path, what: Mapping[str, Any]) -> None:
    """A file of JSON, whole or not at all; a folder that cannot be written to is no fault."""
    with contextlib.suppress(OSError, TypeError, ValueError):
        _put(path, json.dumps(what, ensure_ascii=False, allow_nan=False).encode())


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    Path(name).replace(path)


def _keep(path: Path, tables: Mapping[str, Any]) -> None:
    """Write the tables whole or not at all, and let the oldest go; a folder that cannot be written to is no fault."""
    with contextlib.suppress(OSError, TypeError, ValueError):
        _put(path, _given(tables))
        old = sorted(path.parent.glob(f"sources-*{_SUFFIX}"), key=lambda p: p.stat().st_mtime, reverse=True)
        for stale in (*old[_KEPT:], *path.parent.glob("sources-*.json")):  # JSON alone is what older versions kept
            stale.unlink(missing_ok=True)


def _given(tables: Mapping[str, Any]) -> bytes:
    """Tables as they are kept: of each that holds bytes, the JSON says where the texts end."""
    plain = {name: table for name, table in tables.items() if not _holds_bytes(table)}
    ends: dict[str, dict[str, int]] = {}
    parts: list[bytes] = []
    size = 0
    for name in tables.keys() - plain.keys():
        ends[name] = {}
        for key, text in tables[name].items():
            parts.append(text)
            ends[name][key] = size = size + len(text)
    head = json.dumps({"tables": plain, "ends": ends, "size": size}, ensure_ascii=False, allow_nan=False)
    return b"".join((head.encode(), b"\n", *parts))


def _holds_bytes(table: object) -> bool:
    return isinstance(table, dict) and bool(table) and all(isinstance(text, bytes) for text in table.values())


def _taken(data: bytes) -> dict[str, Any]:
    """The tables of a kept file. Raises ValueError or KeyError if it is not whole."""
    stop = data.index(b"\n")
    head = json.loads(data[:stop])
    if len(data) != stop + 1 + head["size"]:
        raise ValueError("cut short")
    tables: dict[str, Any] = head["tables"]
    start = stop + 1
    for name, ends in head["ends"].items():
        tables[name] = {}
        for key, end in ends.items():
            tables[name][key] = data[start : (start := stop + 1 + end)]
    return tables
