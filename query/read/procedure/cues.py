"""The words by which a procedure is recognised: `sources/cues/procedures.toml`, compiled once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from kb.digest.load import sources_dir

_PARTS = {
    "{n}": r"(?<![\d.])(\d{1,6})(?![\d.]\d|\d)",
    "{my}": r"(?:my|our|your|我(?:的|方)?|自己的?)",
    "{gap}": r"[^.?!。？！]{0,40}?",
    "{near}": r"[^.?!。？！,，;；]{0,16}?",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A situation told without numbers: the cues that show it, the case it is, and what its questions come to."""

    id: str
    topic: str
    need: tuple[str, ...]
    none: tuple[str, ...] = ()
    case: Mapping[str, object] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    """Conclusions that count as yes."""
    then: bool = True
    """Where no case is given: whether the plain claim holds."""
    asks: Mapping[str, str] = field(default_factory=dict)
    """By cue, the verdict if the claim holds; the other one if it does not."""
    first: tuple[str, ...] = ()
    """Kinds of card or effect, one of which has to be named before any other; empty for any."""
    what: str = ""
    """A cue in a question that wants no yes or no."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A number of the game with its bounds and the entry that states them."""

    id: str
    need: tuple[str, ...]
    least: int
    most: int
    rule: str
    excess: bool = False
    """Whether what is over the bound is given up, so that the difference is asked for."""


@dataclass(frozen=True, slots=True)
class Cues:
    """Compiled cues by name, and the frames in the order of the file."""

    patterns: Mapping[str, re.Pattern[str]]
    frames: tuple[Frame, ...]
    limits: tuple[Limit, ...]

    def has(self, name: str, text: str) -> bool:
        """Whether the cue stands in a text, or does not stand there for a name that begins with "not "."""
        if name.startswith("not "):
            return not self.has(name[4:], text)
        return self.patterns[name].search(text) is not None

    def first(self, name: str, text: str, start: int = 0) -> re.Match[str] | None:
        """The first place of a cue from an offset on."""
        return self.patterns[name].search(text, start)

    def all(self, name: str, text: str) -> list[re.Match[str]]:
        """Every place of a cue, in order."""
        return list(self.patterns[name].finditer(text))


def load_cues(folder: Path | None = None) -> Cues:
    """The cues of a sources folder. Raises BadSources if there is no such folder."""
    path = sources_dir(folder) / "cues" / "procedures.toml"
    return _load(path, path.stat().st_mtime_ns if path.is_file() else 0)


@lru_cache(maxsize=4)
def _load(path: Path, _stamp: int) -> Cues:
    table: dict[str, Any] = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    patterns = {name: _compiled(rows) for name, rows in table.get("cue", {}).items()}
    frames = tuple(_frame(row) for row in table.get("frame", ()))
    limits = tuple(Limit(**{**row, "need": tuple(row["need"])}) for row in table.get("limit", ()))
    return Cues(patterns, frames, limits)


def _compiled(rows: Sequence[str]) -> re.Pattern[str]:
    text = "|".join(f"(?:{row})" for row in rows)
    for part, meaning in _PARTS.items():
        text = text.replace(part, meaning)
    return re.compile(text)


def _frame(row: Mapping[str, Any]) -> Frame:
    lists = {name: tuple(row.get(name, ())) for name in ("need", "none", "rules", "on", "first")}
    return Frame(
        id=row["id"],
        topic=row["id"].partition(".")[0],
        case=row.get("case", {}),
        then=row.get("then", True),
        asks=row.get("asks", {}),
        what=row.get("what", ""),
        **lists,
    )
