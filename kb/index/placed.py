"""Vectors of the passages of a user's own documents, as encoders give them: of the text, and of the text where it stands.

What the index is otherwise searched by is fitted to the digest: means taken out, and a map that its questions taught. Among
passages that the digest knows nothing of, that is worth less than the encoder's own vectors, and a passage often says what
it is about in its heading only. The encoder knows what a text is about; another one, which has learned from questions that
people ask in their own words, which passage answers.
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
LEARNED_WITH_PLACE = 2.0
"""The same for the encoder of passages."""
PARENT = 80
"""Code points of what the passage hangs under that count as its place."""

Embed = Callable[[Sequence[str]], Vectors]
"""What gives the vectors of texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Those vectors; without numbers where there is no encoder."""

    rows: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Rows of the entries, rising."""
    vectors: Quantised = field(default_factory=lambda: quantised(np.zeros((0, 0), dtype=np.float32)))
    """`(len(rows), dim)`; a row of zeros where the vector is still to be made."""
    digest: Quantised = field(default_factory=lambda: quantised(np.zeros((0, 0), dtype=np.float32)))
    """Those of the digest's own texts, in both languages: what tells whether a question is about the one or the other."""
    learned: Quantised = field(default_factory=lambda: quantised(np.zeros((0, 0), dtype=np.float32)))
    """Those of the passages by the encoder of passages; `(len(rows), 0)` where there is none."""
    learned_id: str = ""
    """Which encoder that was."""


def placed_of(
    entries: Sequence[Entry], own: Collection[str], embed: Embed | None, learned: Embed | None = None, learned_id: str = ""
) -> Placed:
    """The vectors of the passages of these documents. `embed` gives those of texts, None leaves them out; `learned` gives those
    by the encoder of passages, which is called `learned_id`.
    """
    rows = [row for row, entry in enumerate(entries) if entry.kind != DIGEST and entry.source in own]
    if not rows:
        return Placed()
    nothing = quantised(np.zeros((len(rows), 0), dtype=np.float32))
    if embed is None:
        return Placed(rows=np.array(rows, dtype=np.int64), vectors=nothing, learned=nothing)
    said = [without_marks(f"{entries[row].text(entries[row].lang)} {entries[row].answered}".strip()) for row in rows]
    placed = [with_place(entries[row], text) for row, text in zip(rows, said, strict=True)]
    told = [without_marks(text) for entry in entries if entry.kind == DIGEST for text in entry.texts.values()]
    return Placed(
        rows=np.array(rows, dtype=np.int64),
        vectors=_together(said, placed, embed, WITH_PLACE),
        digest=quantised(embed(told)) if told else Placed().digest,
        learned=_together(said, placed, learned, LEARNED_WITH_PLACE) if learned else nothing,
        learned_id=learned_id if learned else "",
    )


def _together(said: Sequence[str], placed: Sequence[str], embed: Embed, share: float) -> Quantised:
    """The vectors of texts alone and, by that share, where they stand; a row of zeros where one of both is still to be made."""
    distinct = list(dict.fromkeys((*said, *placed)))
    known = dict(zip(distinct, embed(distinct), strict=True))
    alone, there = (np.stack([known[text] for text in texts]) for texts in (said, placed))
    made = np.logical_and(alone.any(axis=1), there.any(axis=1)).astype(np.float32)
    whole = unit(np.asarray(alone + share * there, dtype=np.float32)) * made[:, None]
    return quantised(np.asarray(whole, dtype=np.float32))


def with_place(entry: Entry, text: str, *, parent: bool = True) -> str:
    """A text of a passage behind the title of its document, its last headings, and if `parent`, the beginning of what it hangs
    under."""
    above = entry.parent[:PARENT] if parent else ""
    return " ".join(part for part in (entry.title, *entry.heading[-2:], above, text.strip()) if part)
