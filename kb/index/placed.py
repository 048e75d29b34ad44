"""Vectors of the passages of a user's own documents, as the encoder gives them: of the text, and of the text where it stands.

What the index is otherwise searched by is fitted to the digest: means taken out, and a map that its questions taught. Among
passages that the digest knows nothing of, that is worth less than the encoder's own vectors, and a passage often says what
it is about in its heading only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kb.index.encode import Vectors
from kb.index.entry import DIGEST, Entry, without_marks
from kb.index.quantised import Quantised, quantised
from kb.index.vectors import unit

WITH_PLACE = 1.5
"""What the text with its place counts beside the text alone."""
PARENT = 80
"""Code points of what the passage hangs under that count as its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Those vectors; without numbers where there is no encoder, and no rows of an index that an older program made."""

    rows: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Rows of the entries, rising."""
    vectors: Quantised = field(default_factory=lambda: quantised(np.zeros((0, 0), dtype=np.float32)))
    """`(len(rows), dim)`; a row of zeros where the vector is still to be made."""
    digest: Quantised = field(default_factory=lambda: quantised(np.zeros((0, 0), dtype=np.float32)))
    """Those of the digest's own texts, in both languages: what tells whether a question is about the one or the other."""


def placed_of(entries: Sequence[Entry], own: Collection[str], embed: Callable[[Sequence[str]], Vectors] | None) -> Placed:
    """The vectors of the passages of these documents; `embed` gives those of texts, None leaves them out."""
    rows = [row for row, entry in enumerate(entries) if entry.kind != DIGEST and entry.source in own]
    if not rows:
        return Placed()
    if embed is None:
        return Placed(rows=np.array(rows, dtype=np.int64), vectors=quantised(np.zeros((len(rows), 0), dtype=np.float32)))
    said = [without_marks(f"{entries[row].text(entries[row].lang)} {entries[row].answered}".strip()) for row in rows]
    placed = [with_place(entries[row], text) for row, text in zip(rows, said, strict=True)]
    distinct = list(dict.fromkeys((*said, *placed)))
    known = dict(zip(distinct, embed(distinct), strict=True))
    alone, there = (np.stack([known[text] for text in texts]) for texts in (said, placed))
    made = np.logical_and(alone.any(axis=1), there.any(axis=1)).astype(np.float32)
    whole = unit(np.asarray(alone + WITH_PLACE * there, dtype=np.float32)) * made[:, None]
    told = [without_marks(text) for entry in entries if entry.kind == DIGEST for text in entry.texts.values()]
    return Placed(
        rows=np.array(rows, dtype=np.int64),
        vectors=quantised(np.asarray(whole, dtype=np.float32)),
        digest=quantised(embed(told)) if told else Placed().digest,
    )


def with_place(entry: Entry, text: str, *, parent: bool = True) -> str:
    """A text of a passage behind the title of its document, its last headings, and if `parent`, the beginning of what it hangs
    under."""
    above = entry.parent[:PARENT] if parent else ""
    return " ".join(part for part in (entry.title, *entry.heading[-2:], above, text.strip()) if part)
