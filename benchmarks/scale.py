"""The passages of a home once, ten times, …: building the search, milliseconds and disk, beside bm25s and SQLite's FTS5.

    python -m benchmarks.scale HOME [--times 1 10] [--questions 150]

What is added is made up: each passage anew from chains of two words (Chinese: characters) of the real ones, so that words stay
as frequent as they are. Words alone, no encoder, and no entries of the digest: the same passages for all three.
Quality is the share of the bank's untouched questions with a passage of their own among the first five.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import bm25s

from benchmarks.bank import Asked, load_bank
from kb.digest.load import bundled_linker, load_glossary, load_timings
from kb.index import Entry, build_index, open_index, save_index
from kb.index.entry import DIGEST
from kb.index.terms import index_terms
from kb.lang.detect import detect
from kb.store.snapshot import open_current
from query.find.search import search

FIRST = 5
_PIECE = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+")
Ask = Callable[[str], Sequence[int]]
"""Rows of the best passages for a question."""


def passages(home: Path) -> list[Entry]:
    """The passages of the documents that are built."""
    snapshot = open_current(home)
    if snapshot is None:
        sys.exit(f"{home}: nothing is built")
    with snapshot:
        return [replace(e, superseded_by=()) for e in open_index(snapshot.index_path).entries if e.source != DIGEST]


def grown(entries: Sequence[Entry], times: int, seed: int = 1) -> list[Entry]:
    """The entries, and as many made-up ones that they are so many times as many."""
    chains: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for entry in entries:
        pieces = _PIECE.findall(entry.text(entry.lang))
        for one, following in zip(["", *pieces], [*pieces, ""], strict=True):
            chains[entry.lang][one].append(following)
    rng = random.Random(seed)
    more = [
        replace(e, id=f"{e.id}~{n}", source=f"{e.source}~{n}", texts={e.lang: told(chains[e.lang], rng, e)})
        for n in range(1, times)
        for e in entries
    ]
    return [*entries, *more]


def told(chain: dict[str, list[str]], rng: random.Random, like: Entry) -> str:
    """A text of about that length."""
    wanted, said, at = len(_PIECE.findall(like.text(like.lang))), [], ""
    while len(said) < wanted:
        at = rng.choice(chain[at])
        said.append(at)
    return ("" if like.lang == "zh" else " ").join(s for s in said if s) or "-"


@contextlib.contextmanager
def ours(entries: Sequence[Entry]) -> Iterator[tuple[Ask, int]]:
    """Words and concepts, as `rulings ask --encoder none` searches; bytes on disk."""
    with tempfile.TemporaryDirectory() as folder:
        built = build_index(
            entries, encoder=None, concepts=load_glossary(), timings=load_timings(), cache_dir=Path(folder) / "c"
        )
        save_index(built, Path(folder) / "i")
        index, linker = open_index(Path(folder) / "i"), bundled_linker()
        row = {entry.id: number for number, entry in enumerate(entries)}

        def ask(text: str) -> Sequence[int]:
            links = [link.target for link in linker.link(text, slang=True, typos=True)]
            lang = "zh" if detect(text) == "zh" else "en"
            return [row[h.entry.id] for h in search(index, text, lang, links, FIRST).hits]

        yield ask, sum(p.stat().st_size for p in (Path(folder) / "i").iterdir())


@contextlib.contextmanager
def by_bm25s(entries: Sequence[Entry]) -> Iterator[tuple[Ask, int]]:
    """bm25s over the same terms."""
    index = bm25s.BM25()
    index.index([index_terms(e.text(e.lang)) or ["-"] for e in entries], show_progress=False)
    with tempfile.TemporaryDirectory() as folder:
        index.save(folder)
        size = sum(p.stat().st_size for p in Path(folder).iterdir())

        def ask(text: str) -> Sequence[int]:
            rows, _ = index.retrieve([index_terms(text)], k=FIRST, show_progress=False)
            return [int(r) for r in rows[0]]

        yield ask, size


@contextlib.contextmanager
def by_fts5(entries: Sequence[Entry]) -> Iterator[tuple[Ask, int]]:
    """SQLite's FTS5 over the same terms, any of them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fts.sqlite"
        db = sqlite3.connect(path)
        db.execute("CREATE VIRTUAL TABLE t USING fts5(x, content='', tokenize=\"unicode61\")")
        rows = ((n, " ".join(index_terms(e.text(e.lang)))) for n, e in enumerate(entries))
        db.executemany("INSERT INTO t(rowid, x) VALUES (?, ?)", rows)
        db.commit()

        def ask(text: str) -> Sequence[int]:
            wanted = " OR ".join('"' + t.replace('"', "") + '"' for t in dict.fromkeys(index_terms(text)))
            found = db.execute("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?", (wanted or '"-"', FIRST))
            return [int(r) for (r,) in found]

        yield ask, path.stat().st_size
        db.close()


def hit(asked: Asked, rows: Sequence[int], entries: Sequence[Entry]) -> bool:
    """Whether one of the passages is one that answers."""
    found = [entries[r] for r in rows]
    return any(
        e.source == g.source and e.lines and e.lines[0] <= g.lines[1] and g.lines[0] <= e.lines[1]
        for e in found
        for g in asked.cites
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", type=Path)
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10])
    parser.add_argument("--questions", type=int, default=150)
    args = parser.parse_args()
    known = passages(args.home)
    bank = [q for q in load_bank() if q.split == "untouched" and q.cites]
    bank = random.Random(1).sample(bank, min(args.questions, len(bank)))
    spent: dict[str, list[tuple[int, float]]] = defaultdict(list)
    print(f"{len(known)} passages, {len(bank)} questions; processor seconds, not the clock's\n")
    print(f"{'':16}{'times':>6}{'passages':>10}{'build s':>9}{'p50 ms':>8}{'p95 ms':>8}{'disk MB':>9}{'hit@5':>7}")
    for times in args.times:
        entries = grown(known, times)
        for name, make in (("ours (words)", ours), ("bm25s", by_bm25s), ("FTS5", by_fts5)):
            began = time.process_time()
            with make(entries) as (ask, size):
                built = time.process_time() - began
                took, hits = [], 0
                ask("a")
                for one in bank:
                    start = time.process_time()
                    rows = ask(one.question)
                    took.append((time.process_time() - start) * 1000)
                    hits += hit(one, rows, entries)
                took.sort()
                spent[name].append((len(entries), built))
                p50, p95 = took[len(took) // 2], took[int(len(took) * 0.95)]
                share = hits / len(bank)
                print(
                    f"{name:16}{times:6}{len(entries):10}{built:9.2f}{p50:8.2f}{p95:8.2f}{size / 1e6:9.1f}{share:7.2f}",
                    flush=True,
                )
    for name, points in spent.items():
        (small, first), (large, last) = points[0], points[-1]
        if large > small:
            print(
                f"{name}: building grows with passages to the power of {math.log(last / first) / math.log(large / small):.2f}"
            )


if __name__ == "__main__":
    main()
