"""What was found in the passages of a document."""

from __future__ import annotations

from dataclasses import dataclass

from kb.model import Mention, Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotated:
    """Mentions and statements of one document, in order of its passages."""

    mentions: tuple[Mention, ...]
    statements: tuple[Statement, ...]
