"""A decision, what it is about, and whether it still holds."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from kb.model import Lines
from kb.text import text_hash as text_hash

Choice = Literal["accept", "reject", "prevails", "correct", "defer"]
About = Literal["finding", "report", "passage", "entry"]
DECISIONS: tuple[Choice, ...] = get_args(Choice)
ABOUT: tuple[About, ...] = get_args(About)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A place as it was when somebody decided."""

    source: str
    file: str = ""
    lines: Lines | None = None
    quote: str = ""
    """Its first words, for people."""
    passage: str = ""
    """Id of the passage there; empty if none stands there."""
    hash: str = ""
    """Of that passage's text, by `text_hash`; empty where there is none to compare."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What one editor decided once."""

    decision: Choice
    by: str
    date: str
    """ISO, UTC, to the second."""
    reason: str = ""
    prevails: str = ""
    """With `prevails`: the source or digest entry whose position holds."""
    corrected: str = ""
    """With `correct`: what holds in place of the statement."""
    undone: str = ""
    """When and by whom it was taken back; empty while it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Everything that was decided on one subject."""

    id: str
    """12 hex digits: the finding's identity, or made from the id of the report, passage or entry."""
    about: About = "finding"
    code: str = ""
    message: str = ""
    entries: tuple[str, ...] = ()
    """Ids of the digest entries concerned: for a conflict the two positions."""
    places: tuple[Seen, ...] = ()
    """The place that most needs a change first."""
    decisions: tuple[Decision, ...] = ()
    """Oldest first: the last that was not undone holds, the others are its history."""

    @property
    def current(self) -> Decision | None:
        """The decision that holds, if the texts are still those it was made on."""
        return next((d for d in reversed(self.decisions) if not d.undone), None)

    @property
    def history(self) -> tuple[Decision, ...]:
        """The superseded and undone ones, oldest first."""
        return tuple(d for d in self.decisions if d is not self.current)

    def changed(self, hashes: Mapping[str, str]) -> list[Seen]:
        """Its places whose passage reads otherwise now; `hashes` has those of the present passages by id.

        A passage that is absent is no change: its document may simply not be built.
        """
        return [p for p in self.places if p.hash and hashes.get(p.passage, p.hash) != p.hash]


def subject_id(about: About, name: str) -> str:
    """12 hex digits for a report, a passage or an entry."""
    return hashlib.sha256(f"{about}\0{name}".encode("utf-8", "surrogatepass")).hexdigest()[:12]
