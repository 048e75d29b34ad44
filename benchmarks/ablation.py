"""What each search is worth for the whole answer, on the exam and on the bank's tuned part: `python -m benchmarks.ablation`.

Each search is left out in turn, then stands alone; the milliseconds are the median of all but the encoder's call. The weights
of the verdict stay those fitted with all three.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Collection, Sequence
from pathlib import Path

from benchmarks.bank import Asked, Gold, load_bank
from benchmarks.corpus import questions
from benchmarks.kept import Kept
from benchmarks.questions import MEASURES, Scored, score, share
from kb.home import home_dir
from kb.model import Lines
from query.answer.compose import Drafted, compose
from query.answer.contract import answer_json
from query.engine import CANDIDATES, Engine
from query.find.fuse import SEARCHES
from query.find.search import search

SHOWN = ("verdict accuracy", "hit@1", "hit@5", "abstention precision", "abstention recall")


def exam(engine: Engine) -> list[Asked]:
    """The exam's questions in the bank's form."""
    sources = {source.file: name for name, source in engine.documents.items()}
    by_number = {file[:3]: name for file, name in sources.items()}
    return [
        Asked(
            id=q["id"],
            lang=q["lang"],
            question=q["question"],
            intent="fact",
            verdict=q["verdict"],
            key=(),
            cites=tuple(Gold(source=by_number[g["source"]], lines=Lines(*g["lines"])) for g in q["gold"]),
            split="exam",
        )
        for q in questions()
    ]


def run(engine: Engine, asked: Sequence[Asked], without: Collection[str]) -> tuple[list[Scored], float]:
    """Every question answered without those searches, and the median milliseconds beside the encoder."""
    languages = {name: source.lang for name, source in engine.documents.items()}
    found, beside = [], []
    for one in asked:
        began = time.perf_counter()
        question = engine.understand(one.question)
        links = [u.id for u in question.understood if u.kind in ("concept", "timing", "card")]
        hits = search(engine.index, one.question, question.lang, links, CANDIDATES, encoder=engine.encoder, without=without)
        drafted = Drafted(
            question=question,
            hits=hits.hits,
            rules=engine.rules,
            documents=engine.documents,
            opposite=engine.opposite,
        )
        answer = compose(drafted, began)
        beside.append((time.perf_counter() - began) * 1000 - hits.encode_ms)
        found.append(score(one, answer_json(answer), languages))
    return found, statistics.median(beside)


def main() -> None:
    """Print a table for each set of questions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    home = parser.parse_args().home
    engine = Engine.open(home)
    engine.encoder = engine.encoder and Kept(engine.encoder, home_dir(home))
    settings: dict[str, Collection[str]] = {"all three": ()}
    settings |= {f"without {name}": (name,) for name in SEARCHES}
    settings |= {f"{name} alone": [s for s in SEARCHES if s != name] for name in SEARCHES}
    parts = {"exam": exam(engine), "tuned": [q for q in load_bank() if q.split == "tuned"]}
    for part, asked in parts.items():
        run(engine, asked, ())
        print(f"\n{part}: {len(asked)} questions\n\n| search | {' | '.join(SHOWN)} | ms |\n|{' --- |' * (len(SHOWN) + 2)}")
        for name, without in settings.items():
            scored, beside = run(engine, asked, without)
            cells = " | ".join(f"{share(MEASURES[m](scored))[0]:.3f}" for m in SHOWN)
            print(f"| {name} | {cells} | {beside:.1f} |", flush=True)


if __name__ == "__main__":
    main()
