"""Deciding and undoing: under a lock, so that two editors at once lose nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from kb.errors import BadInput
from kb.lock import FileLock
from kb.reviews.files import FOLDER, read_review, read_reviews, review_folders, write_review
from kb.reviews.model import Choice, Decision, Review

LOCK = ".lock"
PATIENCE = 20.0
"""Seconds to wait for another editor's write; one takes milliseconds."""
MAX_TEXT = 2000
"""Code points of a reason or a corrected statement."""


class Ledger:
    """The decisions in force, and where new ones go."""

    def __init__(self, *, sources: Path, home: Path, to_sources: bool = False) -> None:
        """`to_sources`: decisions go into the editor's sources folder, else into the user's home."""
        self.folders = review_folders(sources, home)
        self.folder = (sources if to_sources else home) / FOLDER

    def reviews(self) -> dict[str, Review]:
        """Everything decided, by subject's id. Raises BadReview if a file is wrong."""
        return read_reviews(self.folders)

    def decide(
        self, subject: Review, decision: Choice, *, by: str, reason: str = "", prevails: str = "", corrected: str = ""
    ) -> Review:
        """The subject with this decision in force; an earlier one stays in its history. On disk when this returns.

        Raises BadInput if nobody is named, something is missing or too long, or the folder cannot be written to.
        """
        made = self.proposed(subject, decision, by=by, reason=reason, prevails=prevails, corrected=corrected).decisions[-1]
        with self._locked():
            known = self._known(subject.id)
            now = replace(subject, decisions=(*(known.decisions if known else ()), made))
            write_review(self._path(subject.id), now)
        return now

    def proposed(
        self, subject: Review, decision: Choice, *, by: str, reason: str = "", prevails: str = "", corrected: str = ""
    ) -> Review:
        """The subject as it would be with this decision; nothing is written. Raises BadInput as `decide` does."""
        made = Decision(
            decision=decision, by=" ".join(by.split()), date=_now(), reason=reason.strip(), prevails=prevails,
            corrected=corrected.strip(),
        )  # fmt: skip
        _check(subject, made)
        known = self._known(subject.id)
        return replace(subject, decisions=(*(known.decisions if known else ()), made))

    def undo(self, subject: str, *, by: str) -> Review:
        """The subject without its last decision, which stays in the history; an earlier one holds again.

        Raises BadInput if nothing is decided on it.
        """
        mark = f"{_now()} {_named(by)}"
        with self._locked():
            known = self._known(subject)
            last = known.current if known else None
            if known is None or last is None:
                raise BadInput(f"{subject}: nothing is decided on it. `rulings review --list --all` shows what is.")
            kept = tuple(replace(d, undone=mark) if d is last else d for d in known.decisions)
            now = replace(known, decisions=kept)
            write_review(self._path(subject), now)
        return now

    def _known(self, subject: str) -> Review | None:
        """The subject's file here, else in the other folder, so that its history comes along."""
        here = read_review(self._path(subject))
        return here or next((r for f in self.folders if (r := read_review(f / f"{subject}.toml"))), None)

    def _path(self, subject: str) -> Path:
        return self.folder / f"{subject}.toml"

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock.awaited(self.folder / LOCK, PATIENCE)
            if lock is None:
                raise BadInput(f"{self.folder}: another editor holds its lock. Try again in a moment.")
            with lock:
                yield
        except OSError as error:
            why = error.strerror or error
            raise BadInput(f"{self.folder}: cannot be written ({why}). Make it writable, or choose another --home.") from error


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _named(by: str) -> str:
    if not by.strip():
        raise BadInput("Who decides? Give a name with --by.")
    return " ".join(by.split())


Lack = Literal["name", "reason", "corrected", "side"]
"""What a decision may lack."""


def lacking(decision: Choice, *, by: str, reason: str = "", prevails: str = "", corrected: str = "") -> Lack | None:
    """The first thing that is missing for a decision to be kept; None if nothing is."""
    if decision == "prevails" and not prevails.strip():
        return "side"
    if decision == "correct" and not corrected.strip():
        return "corrected"
    if decision == "prevails" and not reason.strip():
        return "reason"
    return None if by.strip() else "name"


def _check(subject: Review, made: Decision) -> None:
    _named(made.by)
    for what, text in (("reason", made.reason), ("corrected statement", made.corrected), ("name", made.by)):
        if len(text) > MAX_TEXT:
            raise BadInput(f"The {what} has {len(text)} characters; {MAX_TEXT} are kept at most. Say it in fewer words.")
    if made.decision == "correct" and not made.corrected:
        raise BadInput("The corrected statement is empty. Say what holds instead.")
    if made.decision == "prevails":
        known = sides(subject)
        if made.prevails not in known:
            offer = f"Give one of {', '.join(known)}." if known else "Accept, reject or correct it instead."
            raise BadInput(f"{made.prevails or 'nothing'}: not a side of {subject.id}. {offer}")
        if not made.reason:
            raise BadInput("Why does it prevail? Give the reason with --reason.")


def sides(subject: Review) -> list[str]:
    """What may prevail: the digest entries concerned and the sources of its places, where there are two at least."""
    sources = list(dict.fromkeys(p.source for p in subject.places))
    return [*(subject.entries if len(subject.entries) > 1 else ()), *(sources if len(sources) > 1 else ())]
