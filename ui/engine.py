"""What is opened once and shared by every session: the engine, the cards, the documents. A new build is noticed."""

from __future__ import annotations

import os
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from kb.digest.load import sources_dir
from kb.home import home_dir
from kb.law.law import Law
from kb.law.laws import Laws
from kb.loading import loaded
from kb.model import Source
from kb.store.snapshot import POINTER, Snapshot
from query.answer.originals import Originals
from query.engine import Engine

if TYPE_CHECKING:
    from query.card.search import CardSearch

os.environ.setdefault("OMP_NUM_THREADS", "1")
"""Read when the encoder is first loaded. One thread answers a question as fast as two, and two of every session that asks
at the same moment would spend their time waiting for each other."""


def snapshot_mark() -> str:
    """What changes with every build: the pointer's content; empty if nothing is built."""
    try:
        return (home_dir() / POINTER).read_text("utf-8", "replace")
    except OSError:
        return ""


def where() -> tuple[str, str, str]:
    """What everything here is opened from: home, sources, and what changes with a build, an edited digest or a decision.

    What is cached by these is read anew then.
    """
    return str(home_dir()), str(sources_dir()), f"{snapshot_mark()}\n{hash(laws().mark())}"


def _opened() -> tuple[str, str, str]:
    """What the engine and the cards are opened from: they notice an edited digest and decisions by themselves."""
    return str(home_dir()), str(sources_dir()), snapshot_mark()


def laws() -> Laws:
    """The laws of the sources and the home."""
    return _laws(str(home_dir()), str(sources_dir()))


@st.cache_resource(max_entries=2, show_spinner=False)
def _laws(home: str, sources: str) -> Laws:
    return Laws(Path(sources), Path(home))


def law() -> Law:
    """The law of both territories as it is now. Raises BadSources or BadReview where our data is wrong."""
    return laws().of("both")


def engine() -> Engine:
    """The engine over the current snapshot, or over the bundled digest; opened anew after a build.

    Raises SnapshotError if the snapshot is damaged.
    """
    opened = _engine(*_opened())
    opened.notice()
    return opened


@st.cache_resource(max_entries=2, show_spinner=False)
def _engine(home: str, sources: str, mark: str) -> Engine:
    opened = Engine.open(laws=_laws(home, sources))
    weakref.finalize(opened, _let_go, opened.snapshot)
    opened.ask("?")
    _keep_out_of_collections()
    return opened


def _keep_out_of_collections() -> None:
    """Streamlit collects garbage after every run: what lives as long as the server need not be gone through each time."""
    loaded()


def _let_go(snapshot: Snapshot | None) -> None:
    """Once no session uses the engine any more: a later build may then remove the snapshot."""
    if snapshot is not None:
        snapshot.close()


def cards() -> CardSearch | None:
    """The search over the built cards; None if no cards are built. Raises SnapshotError if the snapshot is damaged."""
    return _cards(*_opened())


@st.cache_resource(max_entries=2, show_spinner=False)
def _cards(home: str, sources: str, mark: str) -> CardSearch | None:
    from query.card.search import open_card_search

    return open_card_search(Path(home), sources=Path(sources))


def registry() -> dict[str, Source]:
    """Every known document by id, whether or not it is present."""
    return dict(law().documents)


def is_built() -> bool:
    """Whether documents were built, not just the bundled digest."""
    return bool(snapshot_mark())


def originals() -> Originals:
    """What stands behind the citations of the current engine."""
    return _originals(*where())


@st.cache_resource(max_entries=2, show_spinner=False)
def _originals(home: str, sources: str, mark: str) -> Originals:
    opened = engine()
    return Originals(opened.index, rules=opened.rules, documents=opened.documents)
