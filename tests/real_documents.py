"""The five real documents, each read once in a test run, and passages of them by their line."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path

import pytest

from ingest.readers import read_document
from kb.model import PASSAGE_KINDS, Document, Passage, Source

ROOT = Path(__file__).parents[1]
DOCS = Path(os.environ.get("RULINGS_DOCS_DIR", ROOT.parent / "shared" / "seeds"))
IDS = ("compendium", "rulebook-v7", "ocg-notes", "compendium-early", "wiki-damage-step")


@cache
def real(source: str) -> Document:
    registry = tomllib.loads((ROOT / "sources" / "registry.toml").read_text(encoding="utf-8"))["source"]
    (entry,) = [e for e in registry if e["id"] == source]
    path = DOCS / entry["file"]
    if not path.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{path} is missing: set RULINGS_DOCS_DIR to the folder of the five documents")
        pytest.skip(f"{path} is missing: set RULINGS_DOCS_DIR to the folder of the five documents")
    fields = {k: tuple(v) if isinstance(v, list) else v for k, v in entry.items()}
    return read_document(Source(**fields), path.read_bytes())


def at(document: Document, line: int, *kinds: str) -> list[Passage]:
    """Passages that begin on a line, of these kinds or of any but boilerplate."""
    wanted = kinds or tuple(k for k in PASSAGE_KINDS if k != "boilerplate")
    return [p for p in document.passages if p.lines.first == line and p.kind in wanted]


def one(source: str, line: int) -> Passage:
    (found,) = at(real(source), line)
    return found


def at_kind(document: Document, kind: str) -> list[Passage]:
    return [p for p in document.passages if p.kind == kind]
