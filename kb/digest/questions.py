"""More questions that entries answer, each in one language: `sources/questions/*.tsv`, a file for each topic."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from sys import intern
from typing import cast

from kb.digest.rows import read_text, rows_in
from kb.digest.turning import Turning, read_turning, with_fact
from kb.errors import BadInput
from kb.model import Ask, Verdict

FOLDER = "questions"
_VERDICTS = ("yes", "no", "depends")
_TURNS = "turns"


def read_questions(folder: Path) -> Mapping[str, tuple[Ask, ...]]:
    """The questions by the id of the entry that answers them; none if the folder has no such files.

    A line is entry, language (en, zh), verdict, side of a predicate and question, with tabs between; `#` begins a remark. An
    open question that turns on its entry's fact (`turning.tsv`) has `turns` behind it. Raises BadInput with file and line where
    one is not.
    """
    found: dict[str, list[Ask]] = {}
    turning = read_turning(folder)
    for name, text in question_texts(folder).items():
        for where, parts in rows_in(text, name):
            entry, ask = _one(parts, where, turning)
            found.setdefault(entry, []).append(ask)
    return {entry: tuple(asks) for entry, asks in found.items()}


def question_texts(folder: Path) -> dict[str, str]:
    """The text of every such file by its path inside the folder. Raises BadInput where one cannot be read."""
    paths = sorted((folder / FOLDER).glob("*.tsv"))
    return {path.relative_to(folder).as_posix(): read_text(path) for path in paths}


def _one(parts: list[str], where: str, turning: Mapping[str, Turning]) -> tuple[str, Ask]:
    turns = len(parts) == 6 and parts[5] == _TURNS
    if (len(parts) != 5 and not turns) or parts[1] not in ("en", "zh") or parts[2] not in _VERDICTS or not all(parts):
        verdicts = ", ".join(_VERDICTS)
        raise BadInput(f"{where}: not entry, en or zh, {verdicts}, side and question with tabs between. Mend the line.")
    entry, lang, verdict, side, text = parts[:5]
    en, zh = (text, "") if lang == "en" else ("", text)
    ask = Ask(en=en, zh=zh, verdict=cast(Verdict, intern(verdict)), side=intern(side))
    return entry, with_fact(ask, turning.get(entry)) if turns else ask
