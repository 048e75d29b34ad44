"""The project's own question bank, `tests/questions/*.toml`: questions, the verdict of each and every place that answers it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.model import Lines

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "questions"
SPLITS = ("tuned", "untouched")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """A place that answers a question."""

    source: str
    lines: Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question of the bank."""

    id: str
    lang: str
    question: str
    intent: str
    verdict: str
    """Of the question as worded: yes, no, depends, n/a where it asks for no yes or no, unknown where no document answers."""
    key: tuple[str, ...]
    """What a right answer states."""
    cites: tuple[Gold, ...]
    split: str

    @property
    def topic(self) -> str:
        """The id without its number."""
        return self.id.rpartition("-")[0]


def read_question(row: dict[str, Any]) -> Asked:
    """One table of a bank file. Raises KeyError, TypeError or ValueError if a field is missing, unknown or misshapen."""
    cites = tuple(Gold(source=c["source"], lines=Lines(*map(int, c["lines"]))) for c in row["cites"])
    return Asked(**{**row, "key": tuple(row["key"]), "cites": cites})


def load_bank(folder: Path = FOLDER) -> list[Asked]:
    """Every question, file by file in the order of their names."""
    files = sorted(folder.glob("*.toml"))
    return [read_question(row) for file in files for row in tomllib.loads(file.read_text("utf-8"))["question"]]


def jsonl(questions: Iterable[Asked]) -> list[str]:
    """The lines that `rulings ask --jsonl` reads: nothing but id and question."""
    return [json.dumps({"id": q.id, "question": q.question}, ensure_ascii=False) for q in questions]
