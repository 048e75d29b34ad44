"""The editors' bench as the page needs it: the audit of the current build, and the ledger of decisions."""

from __future__ import annotations

import os
import weakref
from pathlib import Path

import streamlit as st

from kb.audit.kept import Made, open_audit
from kb.digest.load import sources_dir
from kb.digest.read import signature
from kb.home import home_dir
from kb.reviews import Ledger
from kb.reviews.queue import Item, queue_of
from kb.reviews.reports import read_reports
from kb.store.snapshot import open_current
from ui.engine import snapshot_mark


def audited() -> Made | None:
    """The audit of the current build and digest, as kept, opened once for all sessions; None if nothing is built.

    Raises SnapshotError if the snapshot is damaged.
    """
    mark = snapshot_mark()
    return _audited(str(home_dir()), str(sources_dir()), f"{mark}\n{hash(signature(sources_dir()))}") if mark else None


@st.cache_resource(max_entries=1, show_spinner=False)
def _audited(home: str, sources: str, mark: str) -> Made | None:
    snapshot = open_current(Path(home))
    if snapshot is None:
        return None
    try:
        made = open_audit(snapshot, Path(home), sources=Path(sources))
    except BaseException:
        snapshot.close()
        raise
    weakref.finalize(made, snapshot.close)
    return made


def ledger() -> Ledger:
    """The decisions: kept in the sources folder where an editor named one, else in the home."""
    named = bool(os.environ.get("RULINGS_SOURCES"))
    return Ledger(sources=sources_dir(), home=home_dir(), to_sources=named)


def queue(made: Made) -> list[Item]:
    """The queue as it is now: whoever decided meanwhile. Raises BadReview if a file of decisions is wrong."""
    return queue_of(made.corpus, made.findings, ledger().reviews(), read_reports(home_dir()))
