"""The exceptions of this project: one base, so that a command can turn any of them into one line and exit status 2."""

from __future__ import annotations


class RulingsError(Exception):
    """Something the user can act on. The message says where, what, why and what to do, in one line."""


class BadInput(RulingsError):
    """A file, an option or a question that cannot be used as given."""


class BadData(RulingsError):
    """Our own or an editor's TOML is wrong; the message lists every place."""


class SnapshotError(RulingsError):
    """The built knowledge base is missing, damaged or of another kind."""


class Outdated(SnapshotError):
    """An older version built it: this one can make it anew of what is kept."""


class StoreError(SnapshotError):
    """The server that keeps the graph refuses, is not there, or went away meanwhile."""


class UnknownName(RulingsError):
    """A concept, timing, card or source that nothing knows; the message offers the nearest names."""


class AmbiguousName(UnknownName):
    """A name that several things go by: `offered` has them all, the message the first few."""

    def __init__(self, message: str, offered: tuple[str, ...] = ()) -> None:
        self.offered = offered
        super().__init__(message)
