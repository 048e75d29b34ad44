"""Vectors of everything an index is searched by: a passage's own text, and a little of where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.index.encode import Encoder, Vectors
from kb.index.entry import Entry, Point, without_marks
from kb.index.vectors import Postponed, Progress, centred, unit, vectors_for

HEADING_SHARE, PARENT_SHARE = 0.3, 0.15
"""What the vectors of headings and parent add to a passage's own."""


def embed_points(
    entries: Sequence[Entry],
    points: Sequence[Point],
    groups: NDArray[np.integer],
    encoder: Encoder | None,
    *,
    cache_dir: Path | None = None,
    progress: Progress | None = None,
    postponed: Postponed | None = None,
) -> tuple[Vectors, dict[str, NDArray[np.float32]]]:
    """`(n_points, dim)` vectors, each language's mean taken out, and by language the mean of questions.

    Of entries that say the same (`groups`), the first is embedded. Headings are embedded by themselves, each once, and added
    to the passages under them: the vectors of a section's passages need not be made again when its heading changes.
    Without an encoder there are no rows. What is `postponed` has a row of zeros.
    """
    if encoder is None or not points:
        return np.zeros((0, encoder.dim if encoder else 0), dtype=np.float32), {}
    asked = [i for i, p in enumerate(points) if p.ask >= 0]
    plain = [i for i, p in enumerate(points) if p.ask < 0]
    langs = [points[i].lang for i in plain]
    around = [entries[points[i].entry].surroundings() for i in plain]
    parents = [(entries[points[i].entry].parent,) for i in plain]
    texts = [(_first_wording(points[i], entries, groups),) for i in plain]
    distinct = list(dict.fromkeys(t for part in (texts, around, parents) for found in part for t in found if t))
    found = vectors_for(distinct, encoder, cache_dir=cache_dir, progress=progress, postponed=postponed)
    known = dict(zip(distinct, found, strict=True))
    own, means = centred(_mean(texts, known, encoder.dim), langs)
    made = np.asarray(own.any(axis=1))[:, None]
    table = np.zeros((len(points), encoder.dim), dtype=np.float32)
    for part, share in ((around, HEADING_SHARE), (parents, PARENT_SHARE)):
        present = [any(found) for found in part]
        vectors, _ = centred(_mean(part, known, encoder.dim), list(zip(langs, present, strict=True)))
        own = own + share * vectors * np.array(present, dtype=np.float32)[:, None]
    table[plain] = unit(own * made)
    questions = [points[i].text for i in asked]
    embedded = vectors_for(questions, encoder, role="query", cache_dir=cache_dir, progress=progress, postponed=postponed)
    table[asked], asked_means = centred(embedded, [points[i].lang for i in asked])
    return table, {str(lang): mean for lang, mean in (means | asked_means).items()}


def _first_wording(point: Point, entries: Sequence[Entry], groups: NDArray[np.integer]) -> str:
    """The text of the first entry that says what the point's entry says; its own if it is the first or alone."""
    first = int(groups[point.entry])
    return point.text if first == point.entry else without_marks(entries[first].text(point.lang))


def _mean(texts: Sequence[Sequence[str]], known: dict[str, NDArray[np.float32]], dim: int) -> Vectors:
    """Of each tuple of texts the mean vector, of unit length; zero where there is none."""
    nothing = np.zeros(dim, dtype=np.float32)
    return unit(np.stack([np.sum([known[t] for t in found if t] or [nothing], axis=0) for found in texts]))
