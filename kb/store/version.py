"""The versions of what is built: what is older is built anew of what is kept, what is newer is left to a newer program."""

from __future__ import annotations

from pathlib import Path

from kb.errors import Outdated, SnapshotError


def another_version(place: Path, what: str, found: object, read: int) -> SnapshotError:
    """The error for something built that has another version than this program reads: Outdated if it has an older one.

    >>> str(another_version(Path("cards"), "cards", 1, 2))
    'cards: cards of an older version (1; this program reads 2). Run `rulings build` to make it anew.'
    """
    if isinstance(found, int) and found < read:
        told = f"{place}: {what} of an older version ({found}; this program reads {read})."
        return Outdated(f"{told} Run `rulings build` to make it anew.")
    return SnapshotError(
        f"{place}: {what} of a newer version ({found}; this program reads {read}). Update this program, or run `rulings build`"
        " to make it anew for this one."
    )
