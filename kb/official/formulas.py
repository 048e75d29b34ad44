"""Official statements read into fields of a profile, by the formulas of `sources/cues/official.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kb import toml
from kb.errors import BadData
from kb.lang.later import later
from kb.model import Span

FILE = "cues/official.toml"
Value = str | bool | int
_QUOTED, _NAMED = "Ｑ", "Ｎ"
_SENTENCE = later(r"[^。（）()]+")
_OPEN, _CLOSE = "『", "』"
_NAME = later(r"「[^「」]*」")


@dataclass(frozen=True, slots=True)
class Formula:
    """A way of wording what an effect is."""

    field: str
    value: Value
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Said:
    """What one sentence says of the effect it speaks of."""

    field: str
    value: Value
    sentence: Span
    """Into the statement."""


def load_formulas(folder: Path) -> tuple[Formula, ...]:
    """The formulas of a sources folder in order; none if it has no such file.

    Raises BadData, naming the entry, if it is wrong.
    """
    path = folder / FILE
    return _load(path, path.stat().st_mtime_ns) if path.is_file() else ()


@lru_cache(maxsize=4)
def _load(path: Path, _changed: int) -> tuple[Formula, ...]:
    try:
        table = toml.loads(path.read_text("utf-8"))
    except (toml.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: not valid TOML ({error}). Mend the file.") from error
    words = {str(k): str(v) for k, v in table.get("words", {}).items()}
    return tuple(f for number, row in enumerate(table.get("formula", []), 1) for f in _formulas(path, number, row, words))


def _formulas(path: Path, number: int, row: dict[str, object], words: dict[str, str]) -> Iterator[Formula]:
    field, value, patterns = row.get("field"), row.get("value"), row.get("ja")
    if not isinstance(field, str) or not isinstance(value, str | bool | int) or not isinstance(patterns, list):
        raise BadData(f"{path}: formula {number} needs `field`, `value` and a list `ja`. Mend the entry.")
    for pattern in patterns:
        try:
            filled = re.sub(r"\{([a-z]+)\}", lambda m: words[m[1]], str(pattern))
            yield Formula(field, value, re.compile(filled))
        except (KeyError, re.error) as error:
            raise BadData(f"{path}: formula {number}: {pattern!r} is no pattern ({error}). Mend the entry.") from error


def masked(statement: str) -> str:
    """The statement with quoted clauses and quoted names hidden, as long as before.

    >>> masked("『①：「a」を破壊』は「b」です")
    'ＱＱＱＱＱＱＱＱＱＱはＮＮＮです'
    """
    hidden, depth = list(statement), 0
    for at, char in enumerate(statement):
        depth += char == _OPEN
        if depth:
            hidden[at] = _QUOTED
        depth = max(0, depth - (char == _CLOSE))
    return _NAME.sub(lambda m: _NAMED * len(m[0]), "".join(hidden))


def sentences(statement: str) -> list[tuple[Span, str]]:
    """The sentences of a statement, masked, those in brackets apart, each with its place."""
    plain = masked(statement)
    return [(Span(*m.span()), m[0]) for m in _SENTENCE.finditer(plain) if m[0].strip()]


def read_sentence(sentence: str, span: Span, formulas: tuple[Formula, ...]) -> list[Said]:
    """What one masked sentence says, at most one value a field: that of the first formula that matches."""
    text = re.sub(f"{_QUOTED}+", _QUOTED, re.sub(f"{_NAMED}+", _NAMED, sentence.strip(" 　・※")))
    found: dict[str, Said] = {}
    for formula in formulas:
        if formula.field not in found and formula.pattern.search(text):
            found[formula.field] = Said(formula.field, formula.value, span)
    return list(found.values())
