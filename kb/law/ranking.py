"""Whose word counts more: the standard order of authorities, or a user's own, in which single documents may have a place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kb.errors import BadData
from kb.model import AUTHORITIES, Source
from kb.toml import TOMLDecodeError, loads

KEY = "authority_order"
"""Of a registry file, above its entries."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The order in which sources prevail where nothing more specific decides."""

    own: tuple[str, ...] = ()
    """Authorities and ids of documents as a user ranks them, the highest first; empty for the standard order."""

    @property
    def order(self) -> tuple[str, ...]:
        """All of it, the highest first: what is not named comes after what is, in the standard order."""
        return (*self.own, *(a for a in AUTHORITIES if a not in self.own))

    def place(self, source: str, authority: str) -> int:
        """Where a document stands, from 0, the highest: at its own place if it is named, else at that of its authority."""
        order = self.order
        name = source if source in self.own and source not in AUTHORITIES else authority
        return order.index(name) if name in order else len(order)

    def highest(self, documents: Iterable[Source]) -> int:
        """The place of the highest of these documents; below all for none."""
        return min((self.place(d.id, d.authority) for d in documents), default=len(self.order))


def read_ranking(*files: Path) -> Ranking:
    """The order that registry files set, a later file's instead of an earlier one's; missing files set none.

    Raises BadData for an order that is no list of different names.
    """
    found = [_read(path, path.stat().st_mtime_ns) for path in files if path.is_file()]
    return Ranking(next((own for own in reversed(found) if own), ()))


@lru_cache(maxsize=8)
def _read(path: Path, _changed: int) -> tuple[str, ...]:
    try:
        names = loads(path.read_text("utf-8")).get(KEY, [])
    except (TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: cannot be read ({error}). Mend the file.") from error
    if wrong := wrong_order(names):
        raise BadData(f"{path}: {KEY} {wrong}. Write a list of authorities and ids of documents, each once.")
    return tuple(names)


def wrong_order(names: object) -> str:
    """What keeps something from being an order, as the rest of a sentence; empty if nothing does."""
    if not isinstance(names, Sequence) or isinstance(names, str) or not all(isinstance(n, str) and n for n in names):
        return "is no list of names"
    twice = [n for n in dict.fromkeys(names) if list(names).count(n) > 1]
    return f"names {twice[0]} twice" if twice else ""
