"""The check and cross marks that readers found at the head of passages."""

from __future__ import annotations

from collections.abc import Iterable

from kb.model import Mark, Passage


def marks(passages: Iterable[Passage]) -> tuple[Mark, ...]:
    """A Mark for every passage that carries one, in order."""
    return tuple(Mark(source=p.source, lines=p.lines, passage=p.id, mark=p.mark) for p in passages if p.mark)
