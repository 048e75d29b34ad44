"""What several tests share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parent.parent / "sources"


@pytest.fixture
def few_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sources folder with our vocabulary and two topics of the digest, so that a build takes a moment only."""
    folder = tmp_path / "sources"
    (folder / "rules").mkdir(parents=True)
    for path in SOURCES.glob("*.toml"):
        shutil.copy(path, folder)
    for topic in ("chains", "spell-speed"):
        shutil.copy(SOURCES / "rules" / f"{topic}.toml", folder / "rules")
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
