"""Numbers, one command: the passages of a home once, ten times, …, in our search and beside bm25s, SQLite's FTS5 and txtai.

    python -m benchmarks.scale HOME [--times 1 10] [--questions 150] [--only NAME …]

What is added is made up: each passage anew from chains of two words (Chinese: characters) of the real ones, so that words stay
as frequent as they are. Of each: building, taking up one changed passage, disk; then, in a process of its own that opens what
was built, the first question with all that has to be loaded for it, further ones, questions a second, memory at its most.
Processor time of one thread. Nothing of the digest, and no cards. The hybrids take part at the first size alone, where all
vectors are known. Quality is the share of the bank's untouched questions with a passage of their own among the first five.
txtai takes part where it is installed (`pip install txtai faiss-cpu msgpack`).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.bank import Asked, load_bank
from benchmarks.contenders import Contender, contenders
from kb.index.entry import DIGEST, Entry
from kb.index.store import open_index
from kb.store.snapshot import open_current

ROOT = Path(__file__).resolve().parent.parent
_PIECE = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+")
COLUMNS = {
    "build_s": "build s",
    "rebuild_s": "rebuild s",
    "disk_mb": "disk MB",
    "cold_s": "cold s",
    "p50_ms": "p50 ms",
    "p95_ms": "p95 ms",
    "per_s": "asked/s",
    "memory_mb": "memory MB",
    "hits": "hit@5",
}
Row = dict[str, float]


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


def hit(asked: Asked, rows: Sequence[int], entries: Sequence[Entry]) -> bool:
    """Whether one of the passages is one that answers."""
    found = [entries[r] for r in rows]
    return any(
        e.source == g.source and e.lines and e.lines[0] <= g.lines[1] and g.lines[0] <= e.lines[1]
        for e in found
        for g in asked.cites
    )


def built(contender: Contender, entries: Sequence[Entry], folder: Path) -> Row:
    """What building takes, and taking up a changed passage."""
    began = time.process_time()
    contender.build(entries, folder)
    done = time.process_time()
    row = len(entries) // 3
    changed = entries[row]
    text = f"{changed.text(changed.lang)} lamp"
    contender.rebuild(entries, row, replace(changed, texts={changed.lang: text}), folder)
    again = time.process_time()
    size = sum(p.stat().st_size for p in folder.rglob("*") if p.is_file() and "cache" not in p.parts)
    return {"build_s": done - began, "rebuild_s": again - done, "disk_mb": size / 1e6}


def asked(name: str, folder: Path, questions: Sequence[str]) -> dict[str, Any]:
    """What questions take in a process of its own, and the rows that each finds."""
    command = [sys.executable, "-m", "benchmarks.contenders", name, str(folder)]
    given = json.dumps(list(questions))
    got = subprocess.run(command, input=given, text=True, capture_output=True, check=True, cwd=ROOT, env=os.environ)
    found: dict[str, Any] = json.loads(got.stdout)
    return found


def measured(name: str, contender: Contender, entries: Sequence[Entry], bank: Sequence[Asked]) -> Row:
    """All figures of one way at one size."""
    with tempfile.TemporaryDirectory() as folder:
        contender.build(entries[:20], Path(folder))  # what has to be loaded for building is not what is measured
    with tempfile.TemporaryDirectory() as folder:
        figures = built(contender, entries, Path(folder))
        came = asked(name, Path(folder), [one.question for one in bank])
    hits = sum(hit(one, rows, entries) for one, rows in zip(bank, came["rows"], strict=True))
    return {**figures, **came["told"], "hits": hits / len(bank)}


def growth(points: Sequence[tuple[int, Row]]) -> str:
    """To which power of the passages each figure grows, from the smallest size to the largest."""
    (small, first), (large, last) = points[0], points[-1]
    names = ("build_s", "rebuild_s", "disk_mb", "p50_ms", "p95_ms", "memory_mb")
    powers = ((n, math.log(max(last[n], 1e-6) / max(first[n], 1e-6)) / math.log(large / small)) for n in names)
    return ", ".join(f"{COLUMNS[name]} {power:.2f}" for name, power in powers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("home", type=Path)
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10])
    parser.add_argument("--questions", type=int, default=150)
    parser.add_argument("--only", nargs="+", default=[], help="those of these names alone")
    args = parser.parse_args()
    known = passages(args.home)
    bank = [q for q in load_bank() if q.split == "untouched" and q.cites]
    bank = random.Random(1).sample(bank, min(args.questions, len(bank)))
    chosen = {name: one for name, one in contenders().items() if not args.only or name in args.only}
    points: dict[str, list[tuple[int, Row]]] = defaultdict(list)
    print(f"{len(known)} passages, {len(bank)} questions; processor time\n")
    print(f"{'':16}{'times':>6}{'passages':>10}" + "".join(f"{title:>11}" for title in COLUMNS.values()))
    for times in args.times:
        entries = grown(known, times)
        for name, one in chosen.items():
            if one.vectors and times > 1:
                continue
            row = measured(name, one, entries, bank)
            points[name].append((len(entries), row))
            print(f"{name:16}{times:6}{len(entries):10}" + "".join(f"{row[n]:11.2f}" for n in COLUMNS), flush=True)
    for name, rows in points.items():
        if len(rows) > 1:
            print(f"{name}: grows with passages to the power of: {growth(rows)}")


if __name__ == "__main__":
    main()
