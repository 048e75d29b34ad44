"""All that one snapshot is asked for, held open together."""

from __future__ import annotations

import datetime
import hashlib
import weakref
from functools import cached_property
from pathlib import Path

from kb.digest.load import load_glossary
from kb.home import home_dir
from kb.law.law import Law
from kb.law.laws import Laws, Mark
from kb.network import View, build_view
from kb.release import release
from kb.store.snapshot import POINTER, Snapshot
from query.card.numbered import CardDesk
from query.engine import Engine

WARMING = ("?", "？")
"""Asked once, so that the first asker waits no longer than others."""


def pointer_of(home: Path) -> str:
    """What changes with every build: the content of the pointer to the current snapshot; empty if nothing is built."""
    try:
        return (home / POINTER).read_text("utf-8", "replace")
    except OSError:
        return ""


class Opened:
    """One snapshot, or the bundled digest where nothing is built, with everything that is asked of it.

    Safe to share between threads. The snapshot is let go when nobody holds this any more, so a request that has it may end.
    """

    def __init__(self, engine: Engine, pointer: str) -> None:
        self.engine = engine
        self.pointer = pointer
        """Of the snapshot when it was opened."""
        self.laws: Laws = engine.laws
        self.desk = CardDesk(self.laws.home, sources=self.laws.sources)
        self._view: tuple[Mark, View] | None = None
        self._let_go = weakref.finalize(self, engine.close)

    @classmethod
    def open(cls, home: Path | None = None, *, sources: Path | None = None, encoder: str | None = None) -> Opened:
        """What is current in a home. Raises SnapshotError, BadSources or BadReview if something in it is wrong."""
        pointer = pointer_of(home_dir(home))
        opened = cls(Engine.open(home, sources=sources, encoder=encoder), pointer)
        opened._warm()
        return opened

    def _warm(self) -> None:
        """Opens here what requests would else open at the same time."""
        for question in WARMING:
            self.engine.ask(question)
        _ = self.desk.cards, self.desk.official, self.view()
        if self.snapshot is not None:
            self.snapshot.graph()

    @property
    def snapshot(self) -> Snapshot | None:
        """The snapshot that is held; None for the bundled digest."""
        return self.engine.snapshot

    @property
    def sources(self) -> Path:
        """The folder of the digest."""
        return self.laws.sources

    @cached_property
    def name(self) -> str:
        """The snapshot's id; `digest` where nothing is built."""
        return self.snapshot.path.name if self.snapshot is not None else "digest"

    def law(self) -> Law:
        """The law of both territories as it is now."""
        return self.laws.of("both")

    def tag(self) -> str:
        """Another one as soon as an answer might be another: snapshot, digest, decisions, day, program."""
        told = (release(), self.pointer, self.laws.mark(), datetime.date.today().isoformat(), self.engine.remark)
        return hashlib.sha256(repr(told).encode()).hexdigest()[:20]

    def view(self) -> View:
        """Terms, timings, entries and documents as a graph; made anew when the digest or a decision changes."""
        mark = self.laws.mark()
        if self._view is None or self._view[0] != mark:
            law = self.law()
            made = build_view(
                concepts=load_glossary(self.sources),
                timings=law.timings,
                rules=law.rules.values(),
                sources=law.documents.values(),
            )
            self._view = (mark, made)
        return self._view[1]
