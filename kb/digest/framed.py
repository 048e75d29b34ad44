"""Claims put into words that turn them round or leave them (`sources/cues/framed.tsv`): who affirms what when a tag, a doubt or
somebody's objection stands around a claim. Only the reader of sides learns from it (`python -m benchmarks.sides`).
"""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from kb.digest.load import load_predicates, sources_dir
from kb.digest.phrasings import Sided
from kb.digest.rows import read_rows
from kb.errors import BadInput

FILE = "framed.tsv"
KEPT, TURNED = "+", "~"
"""Signs of a frame: what "yes" affirms is the claim, or its opposite."""
_KINDS = ("claim", "frame", "asked", "doing")


def load_framed(folder: Path | None = None, *, share: float = 1.0) -> tuple[Sided, ...]:
    """Every claim in every frame and everything that may be done in every question about it, or a share of them (0..1), always
    the same ones; none if the folder has no such file.

    Raises BadInput with file and line for a row of another kind, a side that no predicate has or a frame without its place.
    """
    found: dict[tuple[str, str], list[tuple[str, ...]]] = defaultdict(list)
    opposite = {a: b for p in load_predicates(folder) for a, b in (p.sides, p.sides[::-1])}
    for where, (kind, *row) in read_rows(sources_dir(folder) / "cues" / FILE):
        _check(where, kind, row, opposite)
        found[kind, row[0]].append(tuple(row[1:]))
    made: list[Sided] = []
    for lang in ("en", "zh"):
        for (sign, frame), (side, claim) in itertools.product(found["frame", lang], found["claim", lang]):
            affirmed = side if sign == KEPT else opposite[side]
            made.append(Sided(entry="", lang=lang, side=affirmed, text=frame.replace("{}", claim)))
        for (side, asked), (_, *doing) in itertools.product(found["asked", lang], found["doing", lang]):
            made.append(Sided(entry="", lang=lang, side=side, text=_put(asked, doing)))
    return tuple(random.Random(0).sample(made, round(len(made) * share)))


def _put(asked: str, doing: list[str]) -> str:
    return asked.replace("{}", doing[0]).replace("{do}", doing[0]).replace("{doing}", doing[-1])


def _check(where: str, kind: str, row: list[str], opposite: Mapping[str, str]) -> None:
    right = kind in _KINDS and len(row) in (3, 4) and row[0] in ("en", "zh") and all(row)
    if right and kind != "doing":
        right = row[1] in (KEPT, TURNED) if kind == "frame" else row[1] in opposite
        right = right and (kind == "claim" or "{" in row[2])
    if not right:
        raise BadInput(f"{where}: no claim, frame, doing or asked with language, side or sign, and words. Mend the line.")
