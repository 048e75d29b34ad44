"""What the sources do not cover: topics named in sources/scope.toml, found in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from kb import toml
from kb.errors import BadData


@dataclass(frozen=True)
class Topic:
    """A subject that no source covers."""

    id: str
    labels: dict[str, str]
    why: dict[str, str]
    en: tuple[str, ...]
    zh: tuple[str, ...]
    elsewhere: bool = False
    """Whether it is another game or another way to play: what is asked of that, no rule of this one answers, however alike."""
    beside: tuple[str, ...] = ()
    """Phrases by which somebody only compares with it ("like in chess"): a text that has one is not about it."""

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        english = "|".join(re.escape(t) for t in sorted(self.en, key=len, reverse=True))
        chinese = "|".join(re.escape(t) for t in sorted(self.zh, key=len, reverse=True))
        return re.compile(rf"(?<![a-z0-9])(?:{english})(?![a-z0-9])|(?:{chinese})", re.I)

    def find(self, text: str) -> str:
        """The words of a text that name this topic; empty if none do."""
        plain = text.casefold().replace("ı", "i")
        if any(phrase in plain for phrase in self._compared):
            return ""
        match = self._pattern.search(text) if any(term in plain for term in self._folded) else None
        return match.group() if match else ""

    @cached_property
    def _compared(self) -> tuple[str, ...]:
        return tuple(phrase.casefold() for phrase in self.beside)

    @cached_property
    def _folded(self) -> tuple[str, ...]:
        """The words in small letters: where none stands in a text, the pattern needs no making."""
        return tuple(term.casefold() for term in (*self.en, *self.zh))


@lru_cache(maxsize=4)
def load_scope(folder: Path) -> tuple[Topic, ...]:
    """The topics of `scope.toml` in a sources folder; none if the folder has no such file.

    Raises BadData if the file is not TOML or a topic lacks a key.
    """
    path = folder / "scope.toml"
    if not path.is_file():
        return ()
    try:
        rows = toml.loads(path.read_text("utf-8")).get("topic", [])
        return tuple(_topic(row) for row in rows)
    except (toml.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: not valid TOML ({error}). Mend the file.") from error
    except (KeyError, TypeError) as error:
        raise BadData(f"{path}: a topic lacks {error}. Every topic has id, labels, why, en and zh.") from error


def _topic(row: dict[str, Any]) -> Topic:
    return Topic(
        id=row["id"],
        labels=row["labels"],
        why=row["why"],
        en=tuple(row["en"]),
        zh=tuple(row["zh"]),
        elsewhere=bool(row.get("elsewhere", False)),
        beside=tuple(row.get("beside", ())),
    )


def out_of_scope(text: str, topics: tuple[Topic, ...]) -> tuple[Topic, str] | None:
    """The first topic a text names, and the words that name it."""
    for topic in topics:
        if found := topic.find(text):
            return topic, found
    return None
