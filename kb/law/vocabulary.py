"""The words that the `when` of a rule may use: what each means, which values it takes, one example each (vocabulary.toml)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import rtoml


@dataclass(frozen=True, slots=True)
class Term:
    """One word of the language."""

    name: str
    kind: Literal["word", "words", "flag", "number", "timing"]
    """word: one value holds; words: several may hold at once; timing: the id of a timing or of what contains it."""
    says: str
    example: str
    values: tuple[str, ...] = ()
    """The values allowed; empty for any."""
    assumed: str | bool | None = None
    """What a case means that does not mention it; None: it is then unknown."""


def _term(row: dict[str, Any]) -> Term:
    return Term(**{**row, "values": tuple(row.get("values", ()))})


def _words(table: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(words) for key, words in table.items()}


_DATA: dict[str, Any] = rtoml.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
TERMS: tuple[Term, ...] = tuple(map(_term, _DATA["term"]))
VOCABULARY: dict[str, Term] = {term.name: term for term in TERMS}
OUTCOMES: dict[str, tuple[str, ...]] = _words(_DATA["conclusions"])
"""What a rule about an act may conclude, beside CONCLUSIONS."""
CONCLUSIONS: tuple[str, ...] = OUTCOMES.pop("any")
"""`then` of a rule about whether something may be done; other rules conclude in a word of their own."""
VALUE: dict[str, tuple[str, ...]] = _words(_DATA["value"])
"""Keys and words of `value`: what is to be computed, by name."""
