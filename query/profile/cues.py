"""How a question asks for a property of a card's effects: `sources/cues/profile.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from kb import toml
from kb.errors import BadData

FILE = "cues/profile.toml"


@dataclass(frozen=True, slots=True)
class Ask:
    """One way to ask for a property; the pattern is of a whole question with @ for the card."""

    about: str
    of: str
    """Of what it is asked: effect or card."""
    lang: str
    source: str
    hint: tuple[str, ...]
    """Words, one of which a question of this kind has; a cheap look before the pattern is compiled."""

    @property
    def pattern(self) -> re.Pattern[str]:
        """It compiled, when it is asked for."""
        return _compiled(self.source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """All of it."""

    asks: tuple[Ask, ...]
    own: re.Pattern[str]
    """A condition that holds in one's own turn alone."""
    theirs: re.Pattern[str]
    attacked: re.Pattern[str]
    """A condition that another player's attack meets."""
    phases: re.Pattern[str]
    """Phases that a condition names."""
    whole_turn: re.Pattern[str]
    """A condition that holds in every phase of a turn."""
    phase_names: Mapping[str, str]
    """As questions have them."""
    card: Mapping[str, re.Pattern[str]]
    """How a text says what may be done to its card."""
    extra: tuple[str, ...]
    """Types of monsters that no Normal Summon brings out."""
    rests: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, int]
    places: Mapping[str, str]


@lru_cache(maxsize=256)
def _compiled(source: str) -> re.Pattern[str]:
    try:
        return re.compile(source)
    except re.error as error:
        raise BadData(f"{FILE}: {error}, in {source}. Mend the pattern.") from error


def load_cues(folder: Path) -> Cues | None:
    """The cues of a sources folder; None if it has no such file. Raises BadData if the file is wrong."""
    path = folder / FILE
    return _load(path, path.stat().st_mtime_ns) if path.is_file() else None


@lru_cache(maxsize=4)
def _load(path: Path, _changed: int) -> Cues:
    try:
        table = toml.loads(path.read_text("utf-8"))
        return Cues(
            asks=tuple(_asks(table)),
            own=re.compile(table["turns"]["own"]),
            theirs=re.compile(table["turns"]["theirs"]),
            attacked=re.compile(table["turns"]["attacked"]),
            phases=re.compile(table["turns"]["phases"]),
            whole_turn=re.compile(table["turns"]["whole"]),
            phase_names=table["phases"],
            card={name: re.compile(text) for name, text in table["card"].items() if isinstance(text, str)},
            extra=tuple(table["card"]["extra"]),
            rests={about: tuple(ids) for about, ids in table["rests"].items()},
            numbers=table["numbers"],
            places=table["places"],
        )
    except (toml.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError, re.error) as error:
        raise BadData(f"{path}: cannot be used ({type(error).__name__}: {error}). Mend the file.") from error


def _asks(table: Mapping[str, Any]) -> Iterator[Ask]:
    for row in table["ask"]:
        for lang in ("en", "zh"):
            for text in row[lang]:
                whole = text.replace("{A}", table["names"][lang])
                for word, pattern in table["words"].items():
                    whole = whole.replace(f"{{{word}}}", pattern)
                yield Ask(row["about"], row.get("of", "effect"), lang, whole, tuple(row[f"hint-{lang}"]))
