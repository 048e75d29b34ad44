"""More questions that entries answer, each in one language: `sources/questions/*.tsv`, a file for each topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from sys import intern
from typing import Any, cast, overload

from kb.digest.rows import read_text, rows_in
from kb.digest.turning import Turning, read_turning, with_fact
from kb.errors import BadInput
from kb.model import NO_SIDE, Ask, Verdict

FOLDER = "questions"
_VERDICTS = ("yes", "no", "depends", "n/a")
_TURNS = "turns"
Rows = bytes
"""The questions of an entry, a line each: language, verdict, side, text and, if it turns on its fact, `turns`, with tabs
between. One text in UTF-8, since most of them are never looked at."""


class Asks(Sequence[Ask]):
    """The questions of an entry, its own and more, each made when somebody looks at them: one answer looks at few entries."""

    def __init__(self, own: Sequence[Mapping[str, Any]], more: Rows, turning: Turning | None) -> None:
        """`own` as tables of the entry's file, `more` as `question_rows` gives them."""
        self._own, self._more, self._turning = own, more, turning

    @cached_property
    def _made(self) -> tuple[Ask, ...]:
        return (*map(_own, self._own), *(_more(row, self._turning) for row in _split(self._more)))

    def texts(self) -> Iterator[str]:
        """What they say, in either language; nothing is made for it."""
        for row in self._own:
            yield from (row["en"], row["zh"])
        yield from (row[3] for row in _split(self._more))

    def written(self) -> Iterator[str]:
        """The same as it is written, languages and verdicts between the texts; nothing is taken apart for it."""
        for row in self._own:
            yield from (row["en"], row["zh"])
        yield self._more.decode()

    def __len__(self) -> int:
        return len(self._own) + (self._more.count(b"\n") + 1 if self._more else 0)

    def __iter__(self) -> Iterator[Ask]:
        return iter(self._made)

    @overload
    def __getitem__(self, at: int) -> Ask: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Ask, ...]: ...
    def __getitem__(self, at: int | slice) -> Ask | tuple[Ask, ...]:
        return self._made[at]

    def __eq__(self, other: object) -> bool:
        return self._made == tuple(other) if isinstance(other, Asks | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._made)

    def __repr__(self) -> str:
        return repr(self._made)


def texts_of(asks: Sequence[Ask]) -> Iterator[str]:
    """What questions say, in either language; an empty text where one is put in the other alone."""
    if isinstance(asks, Asks):
        return asks.texts()
    return (text for ask in asks for text in (ask.en, ask.zh))


def written_in(asks: Sequence[Ask]) -> Iterator[str]:
    """What questions say, to be searched for words: texts that may hold more than them."""
    return asks.written() if isinstance(asks, Asks) else texts_of(asks)


def read_questions(folder: Path) -> Mapping[str, tuple[Ask, ...]]:
    """The questions by the id of the entry that answers them; none if the folder has no such files.

    Raises BadInput with file and line where one is not as `question_rows` says.
    """
    turning = read_turning(folder)
    return {entry: tuple(Asks((), rows, turning.get(entry))) for entry, rows in question_rows(folder).items()}


def _split(rows: Rows) -> Iterator[list[str]]:
    return (row.split("\t") for row in rows.decode().split("\n") if row)


def question_rows(folder: Path) -> dict[str, Rows]:
    """The questions as they are written, by the id of the entry that answers them.

    A line is entry, language (en, zh), verdict, side of a predicate and question, with tabs between; `#` begins a remark. What
    asks for no yes or no has the verdict n/a and the side `-`. An open question that turns on its entry's fact (`turning.tsv`)
    has `turns` behind it. Raises BadInput with file and line where one is not.
    """
    found: dict[str, list[str]] = {}
    for name, text in question_texts(folder).items():
        for where, parts in rows_in(text, name):
            found.setdefault(_checked(parts, where)[0], []).append("\t".join(parts[1:]))
    return {entry: "\n".join(rows).encode() for entry, rows in found.items()}


def question_texts(folder: Path) -> dict[str, str]:
    """The text of every such file by its path inside the folder. Raises BadInput where one cannot be read."""
    paths = sorted((folder / FOLDER).glob("*.tsv"))
    return {path.relative_to(folder).as_posix(): read_text(path) for path in paths}


def _checked(parts: list[str], where: str) -> list[str]:
    turns = len(parts) == 6 and parts[5] == _TURNS
    fits = len(parts) == 5 or turns
    if not fits or parts[1] not in ("en", "zh") or parts[2] not in _VERDICTS or not all(parts) or _sideless(parts):
        verdicts = ", ".join(_VERDICTS)
        raise BadInput(f"{where}: not entry, en or zh, {verdicts}, side and question with tabs between. Mend the line.")
    return parts


def _sideless(parts: list[str]) -> bool:
    """Whether a question that wants yes or no has no side, or one that does not has one."""
    return (parts[2] == "n/a") != (parts[3] == NO_SIDE)


def _more(row: Sequence[str], turning: Turning | None) -> Ask:
    lang, verdict, side, text, *turns = row
    en, zh = (text, "") if lang == "en" else ("", text)
    ask = Ask(en=en, zh=zh, verdict=cast(Verdict, intern(verdict)), side="" if side == NO_SIDE else intern(side))
    return with_fact(ask, turning) if turns else ask


def _own(row: Mapping[str, Any]) -> Ask:
    return Ask(
        en=row["en"],
        zh=row["zh"],
        verdict=cast(Verdict, row["verdict"]),
        side=row.get("side", ""),
        side_zh=row.get("side_zh", ""),
        fact=row.get("fact", {}),
        options=tuple(row.get("options", ())),
    )
