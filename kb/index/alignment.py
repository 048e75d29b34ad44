"""A linear map that moves questions towards the texts that answer them, learned from the digest's own questions.

A general encoder does not know that "my guy got run over" and "a monster destroyed by battle" are one thing. The digest holds
thousands of such pairs in two languages; from them one matrix is learned that is applied to every vector alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.index.encode import Vectors
from kb.index.vectors import unit

WARP = Path(__file__).resolve().parent.parent / "learned" / "warp.npz"
Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """How the map is learned; chosen by the entries held out in `kb.index.ship`."""

    steps: int = 120
    rate: float = 5e-4
    temperature: float = 0.08
    hold: float = 1e-2
    """Pull back to the identity."""


def learn_warp(questions: Vectors, texts: Mapping[str, Vectors], answer: NDArray[np.intp], schedule: Schedule) -> Matrix:
    """The `(dim, dim)` map under which each question lies nearer to its answer than to other texts, in every language.

    `answer[i]` is the row of question i's text in each of `texts`. Adam on the cross entropy of cosines.
    """
    dim = questions.shape[1]
    warp = np.eye(dim)
    mean, square = np.zeros((dim, dim)), np.zeros((dim, dim))
    for step in range(1, schedule.steps + 1):
        slope = _slope(questions, texts, answer, warp.astype(np.float32), schedule.temperature) + schedule.hold * (
            warp - np.eye(dim)
        )
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        warp = warp - schedule.rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return np.asarray(warp, dtype=np.float32)


def _slope(
    questions: Vectors, texts: Mapping[str, Vectors], answer: NDArray[np.intp], warp: Matrix, temperature: float
) -> NDArray[np.float64]:
    """Gradient of the mean cross entropy by the map."""
    rows = np.arange(len(questions))
    asked, asked_length = _moved(questions, warp)
    asked_slope = np.zeros_like(asked)
    slope = np.zeros(warp.shape)
    for table in texts.values():
        found, length = _moved(table, warp)
        chances = asked @ found.T / temperature
        chances = np.exp(chances - chances.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        chances[rows, answer] -= 1
        chances /= len(rows) * temperature
        asked_slope += chances @ found
        slope += _through_length(chances.T @ asked, found, length).T @ table
    return slope + _through_length(asked_slope, asked, asked_length).T @ questions


def _moved(vectors: Vectors, warp: Matrix) -> tuple[Vectors, Vectors]:
    moved = vectors @ warp.T
    length = np.linalg.norm(moved, axis=1, keepdims=True)
    return moved / length, length


def _through_length(slope: Vectors, direction: Vectors, length: Vectors) -> Vectors:
    """A gradient by unit vectors as one by the vectors before they were scaled."""
    return np.asarray((slope - direction * (direction * slope).sum(axis=1, keepdims=True)) / length)


def warped(vectors: Vectors, warp: Matrix | None) -> Vectors:
    """The vectors under the map, of unit length; themselves without a map. For one vector `(dim,)` or many `(n, dim)`."""
    return vectors if warp is None else unit(vectors @ warp.T)


def write_warp(path: Path, encoder_id: str, warp: Matrix) -> None:
    """Keep the map for vectors of that encoder."""
    with path.open("wb") as file:
        np.savez_compressed(file, encoder=np.array(encoder_id), warp=warp.astype(np.float16))


def shipped_warp(encoder_id: str, path: Path = WARP) -> Matrix | None:
    """The map that comes with the program; None for an encoder it was not learned for."""
    if not path.is_file():
        return None
    with np.load(path, allow_pickle=False) as stored:
        return stored["warp"].astype(np.float32) if str(stored["encoder"]) == encoder_id else None
