"""What several tests share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from few import few_of

from query.engine import Engine

os.environ.setdefault("OMP_NUM_THREADS", "1")
"""Two processes run the tests on two cores: the encoder's threads would wait for each other, a second a question."""


@pytest.fixture(autouse=True)
def main_module() -> Iterator[None]:
    """Streamlit's tests put a module of their own in the place of `__main__`, which new processes would run; it is put back."""
    kept = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = kept


@pytest.fixture(scope="session")
def digest_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home where nothing is built, with the index of the digest, which is made at the first question. Only for reading."""
    home = tmp_path_factory.mktemp("digest")
    Engine.open(home).close()
    return home


@pytest.fixture
def few_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sources folder with our vocabulary and two topics of the digest."""
    folder = tmp_path / "sources"
    few_of(folder)
    monkeypatch.setenv("RULINGS_SOURCES", str(folder))
    return folder


@pytest.fixture(scope="session")
def everything(tmp_path_factory):
    """The search over the community's file of all cards; skips without it."""
    from card_samples import real_cards

    from ingest.card_library import CardLibrary
    from kb.cards.nicknames import load_nicknames
    from kb.cards.store import open_cards
    from kb.digest.load import sources_dir
    from query.card.search import CardSearch

    folder = tmp_path_factory.mktemp("real")
    library = CardLibrary(folder)
    library.add([real_cards()])
    library.put_in(folder)
    store = open_cards(folder)
    assert store is not None
    return CardSearch(store, load_nicknames(sources_dir()))
