"""Vectors of everything an index is searched by: a passage's own text, and a little of where it stands."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.cache import Cache, code_version
from kb.index.alignment import Matrix, warped
from kb.index.encode import Encoder, Vectors
from kb.index.entry import Entry, Point, without_marks
from kb.index.quantised import Quantised, quantised
from kb.index.vectors import Postponed, Progress, centred, unit, vectors_for

HEADING_SHARE, PARENT_SHARE = 0.3, 0.15
"""What the vectors of headings and parent add to a passage's own."""


Means = dict[str, NDArray[np.float32]]
"""By language, the mean of its vectors."""
Embed = Callable[..., Vectors]
"""What gives the vectors of some texts, `role` given."""
MAKING = ("kb.index.embed", "kb.index.vectors", "kb.index.alignment", "kb.index.quantised")
"""The code that makes of texts what is searched."""


def embed_points(
    entries: Sequence[Entry],
    points: Sequence[Point],
    groups: NDArray[np.integer],
    encoder: Encoder | None,
    *,
    warp: Matrix | None = None,
    cache_dir: Path | None = None,
    progress: Progress | None = None,
    postponed: Postponed | None = None,
) -> tuple[Quantised, Means]:
    """`(n_points, dim)` vectors under the map `warp`, each language's mean taken out, and by language the mean of questions.

    Of entries that say the same (`groups`), the first is embedded. Headings are embedded by themselves, each once, and added
    to the passages under them: the vectors of a section's passages need not be made again when its heading changes.
    Without an encoder there are no rows. What is `postponed` has a row of zeros.
    """
    if encoder is None or not points:
        return quantised(np.zeros((0, encoder.dim if encoder else 0), dtype=np.float32)), {}
    embed = partial(vectors_for, encoder=encoder, cache_dir=cache_dir, progress=progress, postponed=postponed)
    is_asked = np.array([p.ask >= 0 for p in points])
    own, means = _own([p for p in points if p.ask < 0], entries, groups, embed)
    parts = {False: quantised(warped(own, warp))}
    cache = Cache.inside(cache_dir, "asked", version=code_version(*MAKING)) if cache_dir else None
    parts[True], asked_means = _questions([p for p in points if p.ask >= 0], encoder.id, warp, cache, embed)
    codes, scales = np.zeros((len(points), encoder.dim), dtype=np.int8), np.zeros(len(points), dtype=np.float32)
    for asked, part in parts.items():
        codes[is_asked == asked], scales[is_asked == asked] = part.codes, part.scales
    return Quantised(codes, scales), means | asked_means


def _own(points: Sequence[Point], entries: Sequence[Entry], groups: NDArray[np.integer], embed: Embed) -> tuple[Vectors, Means]:
    """Vectors of the entries' own texts."""
    langs = [p.lang for p in points]
    around = [entries[p.entry].surroundings() for p in points]
    parents = [(entries[p.entry].parent,) for p in points]
    texts = [(_first_wording(p, entries, groups),) for p in points]
    distinct = list(dict.fromkeys(t for part in (texts, around, parents) for found in part for t in found if t))
    found = embed(distinct)
    row_of = {text: row for row, text in enumerate(distinct)}
    own, means = centred(_mean(texts, row_of, found), langs)
    made = np.asarray(own.any(axis=1))[:, None]
    for part, share in ((around, HEADING_SHARE), (parents, PARENT_SHARE)):
        present = [any(found) for found in part]
        vectors, _ = centred(_mean(part, row_of, found), list(zip(langs, present, strict=True)))
        own = own + share * vectors * np.array(present, dtype=np.float32)[:, None]
    return unit(own * made), {str(lang): mean for lang, mean in means.items()}


def _questions(
    points: Sequence[Point], encoder_id: str, warp: Matrix | None, cache: Cache | None, embed: Embed
) -> tuple[Quantised, Means]:
    """The questions as they are searched: of the same questions the same, whatever documents there are, so they are kept."""
    told = "\0".join([encoder_id, *(f"{p.lang} {p.text}" for p in points)]).encode("utf-8", "surrogatepass")
    key = hashlib.sha256(told + (b"" if warp is None else warp.tobytes())).hexdigest()
    if cache and (body := cache.get(key)) is not None:
        return _unpacked(body)
    embedded = embed([p.text for p in points], role="query")
    vectors, means = centred(embedded, [p.lang for p in points])
    made = quantised(warped(vectors, warp)), {str(lang): mean for lang, mean in means.items()}
    if cache and embedded.any(axis=1).all():
        cache.put(key, _packed(*made))
    return made


def _packed(found: Quantised, means: Means) -> bytes:
    file = io.BytesIO()
    parts: dict[str, NDArray[np.generic]] = {"codes": found.codes, "scales": found.scales}
    np.savez(file, **parts, **{f"mean_{lang}": mean for lang, mean in means.items()})  # type: ignore[arg-type]  # numpy's stubs know arrays by position
    return file.getvalue()


def _unpacked(body: bytes) -> tuple[Quantised, Means]:
    with np.load(io.BytesIO(body), allow_pickle=False) as kept:
        means = {name.removeprefix("mean_"): kept[name] for name in kept.files if name.startswith("mean_")}
        return Quantised(kept["codes"], kept["scales"]), means


def _first_wording(point: Point, entries: Sequence[Entry], groups: NDArray[np.integer]) -> str:
    """The text of the first entry that says what the point's entry says; its own if it is the first or alone."""
    first = int(groups[point.entry])
    return point.text if first == point.entry else without_marks(entries[first].text(point.lang))


def _mean(texts: Sequence[Sequence[str]], row_of: Mapping[str, int], vectors: Vectors) -> Vectors:
    """Of each tuple of texts the mean vector, of unit length; zero where there is none. `row_of`: where a text's vector is."""
    total = np.zeros((len(texts), vectors.shape[1]), dtype=np.float32)
    for place in range(max(map(len, texts), default=0)):
        rows = np.array([row_of.get(found[place], -1) if len(found) > place else -1 for found in texts])
        total[rows >= 0] += vectors[rows[rows >= 0]]
    return unit(total)
