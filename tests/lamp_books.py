"""Two invented books that disagree about lamps, a question on it, and the ledger in which editors decide."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest
from few import few_of

from kb.model import Lines
from kb.reviews import Ledger, Review, Seen, text_hash
from query.engine import Engine

RULES = """
[[rule]]
id = "lamps.one-each"
kind = "permission"
en = "Every keeper may light one lamp at dusk."
zh = "每位看守者在黄昏时可以点一盏灯。"
concepts = ["chain"]
conflicts = ["lamps.none"]
cites = [ { source = "lamp-book", section = "Dusk", lines = [3, 3] } ]

[[rule.asks]]
en = "May both keepers light a lamp at dusk?"
zh = "两位看守者黄昏时都能点灯吗？"
verdict = "yes"
side = "allowed"

[[rule]]
id = "lamps.none"
kind = "prohibition"
en = "No keeper may light a lamp at dusk, both must sit in the dark."
zh = "黄昏时看守者都不能点灯，只能坐在黑暗中。"
concepts = ["chain"]
conflicts = ["lamps.one-each"]
cites = [ { source = "dark-book", section = "Dusk", lines = [1, 1] } ]

[[rule.asks]]
en = "At dusk, may the two keepers light a lamp each?"
zh = "黄昏时两位看守者能各点一盏灯吗？"
verdict = "no"
side = "allowed"
"""
REGISTRY = """
[[source]]
id = "lamp-book"
file = "lamp-book.md"
title = "Lamp book"
lang = "en"

[[source]]
id = "dark-book"
file = "dark-book.md"
title = "Dark book"
lang = "en"
"""
EN, ZH = "May both keepers light a lamp at dusk?", "两位看守者黄昏时都能点灯吗？"
PAIR = ("lamps.none", "lamps.one-each")
CONFLICT = Review(
    id="0123456789ab",
    code="M301",
    message="Opposite positions.",
    entries=PAIR,
    places=(Seen(source="lamp-book", lines=Lines(3, 3), quote="x"), Seen(source="dark-book", lines=Lines(1, 1), quote="y")),
)


@pytest.fixture(scope="module")
def digest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An invented digest, read once: decisions are no part of it."""
    folder = tmp_path_factory.mktemp("lamps") / "sources"
    few_of(folder)
    (folder / "rules" / "lamps.toml").write_text(RULES, "utf-8")
    with (folder / "registry.toml").open("a", encoding="utf-8") as registry:
        registry.write(REGISTRY)
    return folder


@pytest.fixture
def sources(digest: Path) -> Path:
    """The same with nothing decided."""
    shutil.rmtree(digest / "reviews", ignore_errors=True)
    return digest


@pytest.fixture
def ledger(sources: Path, tmp_path: Path) -> Ledger:
    return Ledger(sources=sources, home=tmp_path / "home", to_sources=True)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the index of the invented digest is kept from one test to the next: decisions are no part of it."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def engine(sources: Path, home: Path) -> Engine:
    return Engine.open(home, sources=sources)


def statement(name: str, text: str) -> Review:
    seen = Seen(source="digest", passage=name, hash=text_hash(text))
    return Review(id="00000000000a", about="entry", entries=(name,), places=(seen,))


def text_of(name: str) -> str:
    row = next(r for r in tomllib.loads(RULES)["rule"] if r["id"] == name)
    return f"{row['en']}\n{row['zh']}"
