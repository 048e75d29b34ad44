"""What `benchmarks.scale` holds beside each other: our search, bm25s, SQLite's FTS5 and, where it is installed, txtai.

All are given the same terms of the same passages, and the two hybrids the same vectors. Each builds into a folder, takes up one
passage that has changed, and is opened again from that folder by a process of its own: `python -m benchmarks.contenders NAME
FOLDER`, which reads questions as JSON and prints what they took and found.
"""

from __future__ import annotations

import importlib.util
import json
import resource
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kb.index.encode import Encoder, Vectors, load_encoder
from kb.index.entry import Entry
from kb.index.terms import index_terms

FIRST = 5
"""Passages that are asked for."""
Ask = Callable[[str], Sequence[int]]
"""Rows of the best passages for a question."""
_BM25 = {"method": "bm25", "terms": True, "normalize": True, "tokenizer": {"whitespace": True, "lowercase": False}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """One way to search."""

    build: Callable[[Sequence[Entry], Path], None]
    """Builds into a folder."""
    rebuild: Callable[[Sequence[Entry], int, Entry, Path], None]
    """Of entries that are built into the folder, takes up the one of that row as it reads now."""
    open: Callable[[Path], Ask]
    vectors: bool = False
    """Whether it uses vectors; to make those of more passages than are known takes hours of no interest here."""


def contenders() -> dict[str, Contender]:
    """Those that can be run here, by name."""
    found = {
        "ours (words)": Contender(build=_our_build, rebuild=_our_rebuild, open=_our_open),
        "bm25s": Contender(build=_bm25s_build, rebuild=_anew(_bm25s_build), open=_bm25s_open),
        "FTS5": Contender(build=_fts5_build, rebuild=_fts5_rebuild, open=_fts5_open),
        "ours (hybrid)": Contender(build=_our_hybrid, rebuild=_anew(_our_hybrid), open=_our_hybrid_open, vectors=True),
    }
    if importlib.util.find_spec("txtai") and importlib.util.find_spec("faiss"):
        found["txtai (words)"] = Contender(build=_txtai_build, rebuild=_txtai_rebuild, open=_txtai_open)
        found["txtai (hybrid)"] = Contender(
            build=_txtai_hybrid, rebuild=_anew(_txtai_hybrid), open=_txtai_hybrid_open, vectors=True
        )
    return found


def _anew(build: Callable[[Sequence[Entry], Path], None]) -> Callable[[Sequence[Entry], int, Entry, Path], None]:
    """Takes up a change by building all of it again."""
    return lambda entries, row, entry, folder: build([*entries[:row], entry, *entries[row + 1 :]], folder)


def _terms(entry: Entry) -> list[str]:
    return index_terms(entry.text(entry.lang)) or ["-"]


def _our_build(entries: Sequence[Entry], folder: Path, encoder: Encoder | None = None) -> None:
    from kb.digest.load import load_glossary, load_timings
    from kb.index.build import build_index
    from kb.index.store import save_index

    concepts, timings, cache = load_glossary(), load_timings(), folder / "cache"
    numbered = [replace(e, id=str(row)) for row, e in enumerate(entries)]
    built = build_index(numbered, encoder=encoder, concepts=concepts, timings=timings, cache_dir=cache)
    save_index(built, folder / "index")


def _our_rebuild(entries: Sequence[Entry], row: int, entry: Entry, folder: Path) -> None:
    _our_build([*entries[:row], entry, *entries[row + 1 :]], folder)


def _our_hybrid(entries: Sequence[Entry], folder: Path) -> None:
    _our_build(entries, folder, load_encoder())


def _our_open(folder: Path, encoder: Encoder | None = None) -> Ask:
    from kb.digest.load import bundled_linker
    from kb.index.store import open_index
    from kb.lang.detect import detect
    from query.find.search import search

    index, linker = open_index(folder / "index"), bundled_linker()

    def ask(text: str) -> Sequence[int]:
        links = [link.target for link in linker.link(text, slang=True, typos=True)]
        hits = search(index, text, "zh" if detect(text) == "zh" else "en", links, FIRST, encoder=encoder).hits
        return [int(h.entry.id) for h in hits]

    return ask


def _our_hybrid_open(folder: Path) -> Ask:
    return _our_open(folder, load_encoder())


def _bm25s_build(entries: Sequence[Entry], folder: Path) -> None:
    import bm25s

    index = bm25s.BM25()
    index.index([_terms(e) for e in entries], show_progress=False)
    index.save(folder / "index")


def _bm25s_open(folder: Path) -> Ask:
    import bm25s

    index = bm25s.BM25.load(folder / "index", mmap=True)

    def ask(text: str) -> Sequence[int]:
        rows, _ = index.retrieve([index_terms(text)], k=FIRST, show_progress=False)
        return [int(r) for r in rows[0]]

    return ask


def _fts5_build(entries: Sequence[Entry], folder: Path) -> None:
    db = sqlite3.connect(folder / "fts.sqlite")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(x, content='', tokenize=\"unicode61\")")
    db.executemany("INSERT INTO t(rowid, x) VALUES (?, ?)", ((n, " ".join(_terms(e))) for n, e in enumerate(entries)))
    db.commit()
    db.close()


def _fts5_rebuild(entries: Sequence[Entry], row: int, entry: Entry, folder: Path) -> None:
    db = sqlite3.connect(folder / "fts.sqlite")
    db.execute("INSERT INTO t(t, rowid, x) VALUES ('delete', ?, ?)", (row, " ".join(_terms(entries[row]))))
    db.execute("INSERT INTO t(rowid, x) VALUES (?, ?)", (row, " ".join(_terms(entry))))
    db.commit()
    db.close()


def _fts5_open(folder: Path) -> Ask:
    db = sqlite3.connect(folder / "fts.sqlite")

    def ask(text: str) -> Sequence[int]:
        wanted = " OR ".join('"' + t.replace('"', "") + '"' for t in dict.fromkeys(index_terms(text)))
        found = db.execute("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?", (wanted or '"-"', FIRST))
        return [int(r) for (r,) in found]

    return ask


def _txtai_build(entries: Sequence[Entry], folder: Path) -> None:
    from txtai import Embeddings

    index = Embeddings(scoring=_BM25, keyword=True)
    index.index((n, " ".join(_terms(e)), None) for n, e in enumerate(entries))
    index.save(str(folder / "index"))


def _txtai_rebuild(entries: Sequence[Entry], row: int, entry: Entry, folder: Path) -> None:
    from txtai import Embeddings

    index = Embeddings()
    index.load(str(folder / "index"))
    index.upsert([(row, " ".join(_terms(entry)), None)])
    index.save(str(folder / "index"))


def _txtai_open(folder: Path) -> Ask:
    from txtai import Embeddings

    index = Embeddings()
    index.load(str(folder / "index"))
    return lambda text: [int(row) for row, _ in index.search(" ".join(index_terms(text)) or "-", FIRST)]


class _Given:
    """Vectors of texts that txtai knows by their terms alone."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.encoder = load_encoder()
        self.texts = texts
        self.asking = ""

    def __call__(self, terms: Sequence[str]) -> Vectors:
        from kb.index.vectors import vectors_for

        assert self.encoder is not None
        if self.asking:
            return self.encoder.queries([self.asking])
        return np.asarray(vectors_for([self.texts[t] for t in terms], self.encoder), dtype=np.float32)


def _hybrid(given: _Given) -> Any:
    from txtai import Embeddings

    return Embeddings(method="external", transform=lambda terms: given(terms), hybrid=True, scoring=_BM25)


def _txtai_hybrid(entries: Sequence[Entry], folder: Path) -> None:
    index = _hybrid(_Given({" ".join(_terms(e)): e.text(e.lang) for e in entries}))
    index.index((n, " ".join(_terms(e)), None) for n, e in enumerate(entries))
    index.config.pop("transform")
    index.save(str(folder / "index"))


def _txtai_hybrid_open(folder: Path) -> Ask:
    given = _Given({})
    index = _hybrid(given)
    transform = index.config["transform"]
    index.load(str(folder / "index"), config={"transform": transform})

    def ask(text: str) -> Sequence[int]:
        given.asking = text
        return [int(row) for row, _ in index.search(" ".join(index_terms(text)) or "-", FIRST)]

    return ask


def answer(name: str, folder: Path) -> None:
    """Opens, asks, prints."""
    questions: list[str] = json.load(sys.stdin)
    ask = contenders()[name].open(folder)
    rows, took = [ask(questions[0])], []
    cold = time.process_time()
    for one in questions:
        began = time.process_time()
        rows.append(ask(one))
        took.append((time.process_time() - began) * 1000)
    took.sort()
    told = {"cold_s": cold, "p50_ms": took[len(took) // 2], "p95_ms": took[int(len(took) * 0.95)], "memory_mb": _most()}
    print(json.dumps({"rows": rows[1:], "told": told | {"per_s": len(took) * 1000 / max(sum(took), 0.001)}}))


def _most() -> float:
    """Megabytes of this process at its most."""
    try:
        lines = Path("/proc/self/status").read_text("utf-8").splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    answer(sys.argv[1], Path(sys.argv[2]))
