"""Words of opposite meaning (`sources/cues/opposites.tsv`): of a question and a sentence with one each, one denies it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kb.digest.load import sources_dir
from kb.digest.rows import read_rows

FILE = "opposites.tsv"


class Opposed(NamedTuple):
    """A pair of opposites in one language."""

    lang: str
    one: tuple[str, ...]
    """Its forms: English words, or Chinese characters as they stand in a text."""
    other: tuple[str, ...]
    when: bool
    """Whether it says who or when: a rule on the one says nothing on the other but that it is otherwise."""


@lru_cache(maxsize=8)
def load_opposites(folder: Path | None = None) -> tuple[Opposed, ...]:
    """The pairs, in the order of the file; none if the folder has no such file. Raises BadInput with file and line."""
    path = sources_dir(folder) / "cues" / FILE
    return tuple(
        Opposed(lang, tuple(one.split("|")), tuple(other.split("|")), when == ["when"])
        for _, (lang, one, other, *when) in read_rows(path)
    )
