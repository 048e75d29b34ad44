"""Questions that no source answers, as players type them: `sources/unanswered.tsv`.

A question that is nearer to one of these than to any that an entry answers is beside what the sources treat.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kb.digest.load import sources_dir
from kb.digest.rows import read_rows
from kb.errors import BadInput

FILE = "unanswered.tsv"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """A question that no source answers."""

    topic: str
    """What it is about: such as a topic of `scope.toml`."""
    lang: str
    text: str


@lru_cache(maxsize=4)
def load_unanswered(folder: Path | None = None) -> tuple[Unanswered, ...]:
    """The questions, in the order of the file; none if the folder has no such file.

    A line is topic, language (en, zh) and question, with tabs between; `#` begins a remark. Raises BadInput with file and line
    where one is not, or where the file cannot be read.
    """
    return tuple(_one(parts, where) for where, parts in read_rows(sources_dir(folder) / FILE))


def _one(parts: list[str], where: str) -> Unanswered:
    if len(parts) != 3 or parts[1] not in ("en", "zh") or not all(parts):
        raise BadInput(f"{where}: not topic, en or zh, and question with tabs between. Mend the line.")
    return Unanswered(topic=parts[0], lang=parts[1], text=parts[2])
