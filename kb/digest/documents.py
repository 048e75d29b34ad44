"""What is known of every document by its id, for citing it whether or not it is present."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from kb import toml
from kb.errors import BadData
from kb.model import Rule, Source
from kb.official import FORMATS


@lru_cache(maxsize=8)
def _read(path: Path, _changed: int) -> tuple[Source, ...]:
    try:
        rows = toml.loads(path.read_text("utf-8")).get("source", [])
        return tuple(Source(**{**row, "supersedes": tuple(row.get("supersedes", ()))}) for row in rows)
    except (toml.TOMLDecodeError, UnicodeDecodeError, TypeError) as error:
        raise BadData(f"{path}: cannot be read ({error}). Mend the file.") from error


def known_documents(*files: Path) -> dict[str, Source]:
    """Every document that the registry files name, by id; a later file goes before an earlier one, missing files are none.

    Raises BadData if a file is not a registry.
    """
    found: dict[str, Source] = {}
    for path in files:
        if path.is_file():
            found |= {source.id: source for source in _read(path, path.stat().st_mtime_ns)}
    return found


def digested_of(rules: Iterable[Rule]) -> frozenset[str]:
    """The ids of the documents that entries of the digest cite: theirs is the word on those."""
    return frozenset(cite.source for rule in rules for cite in rule.cites)


def own_of(known: Iterable[Source], digested: frozenset[str]) -> frozenset[str]:
    """Of documents, a user's own, by id: those that no entry cites, and that are no collection of official answers."""
    return frozenset(one.id for one in known if one.id not in digested and one.format not in FORMATS)
