"""One word of the language of formal rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


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
