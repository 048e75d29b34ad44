"""What is opened once and shared by every session: the engine, the cards, the documents. A new build is noticed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from kb.bundled import sources_dir
from kb.documents import known_documents
from kb.home import home_dir
from kb.model import Source
from kb.snapshot import POINTER
from query.ask import Engine
from query.originals import Originals

if TYPE_CHECKING:
    from query.cards import CardSearch


def snapshot_mark() -> str:
    """What changes with every build: the pointer's content; empty if nothing is built."""
    try:
        return (home_dir() / POINTER).read_text("utf-8", "replace")
    except OSError:
        return ""


def engine() -> Engine:
    """The engine over the current snapshot, or over the bundled digest; opened anew after a build.

    Raises SnapshotError if the snapshot is damaged.
    """
    return _engine(str(home_dir()), snapshot_mark())


@st.cache_resource(max_entries=2, show_spinner=False)
def _engine(home: str, mark: str) -> Engine:
    opened = Engine.open(Path(home))
    opened.ask("?")
    return opened


def cards() -> CardSearch | None:
    """The search over the built cards; None if no cards are built. Raises SnapshotError if the snapshot is damaged."""
    return _cards(str(home_dir()), snapshot_mark())


@st.cache_resource(max_entries=2, show_spinner=False)
def _cards(home: str, mark: str) -> CardSearch | None:
    from query.cards import open_card_search

    return open_card_search(Path(home))


def registry() -> dict[str, Source]:
    """Every known document by id, whether or not it is present."""
    return known_documents(sources_dir() / "registry.toml", home_dir() / "registry.toml")


def is_built() -> bool:
    """Whether documents were built, not just the bundled digest."""
    return bool(snapshot_mark())


def originals() -> Originals:
    """What stands behind the citations of the current engine."""
    return _originals(str(home_dir()), snapshot_mark())


@st.cache_resource(max_entries=2, show_spinner=False)
def _originals(home: str, mark: str) -> Originals:
    opened = _engine(home, mark)
    return Originals(opened.index, rules=opened.rules, documents=opened.documents)
