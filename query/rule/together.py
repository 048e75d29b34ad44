"""What texts say on a question, each read together with it by the cross-encoder (`kb.index.cross_encoder`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kb.index.cross_encoder import Says, load_cross_encoder

_REMEMBERED = 256
"""Questions whose readings are kept."""


def read_together(question: str, texts: Sequence[str]) -> tuple[Says, ...]:
    """What each text says on a question."""
    return _read(question, tuple(texts))


@lru_cache(maxsize=_REMEMBERED)
def _read(question: str, texts: tuple[str, ...]) -> tuple[Says, ...]:
    return tuple(load_cross_encoder().says(question, texts))
