"""Products of many vectors of eight bits with one, by onnxruntime's product of small integers: a third of the time that floats
take, for a copy of the vectors in an order of its own.

The vector is cut into three parts of seven bits, so the products differ from those of floats by no more than these among
themselves. Seven bits, since sums of two products of eight and eight do not fit into the sixteen bits that processors without
VNNI add them up in. The graphs (`kb/learned/products-*.onnx`) are made by `python -m benchmarks.graphs`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

ROWS = 8192
"""Vectors of one product."""
GRAPHS = {dim: Path(__file__).resolve().parent.parent / "learned" / f"products-{dim}.onnx" for dim in (192, 384)}
"""By how many numbers a vector has."""
TABLE, ZERO = "table", 64
"""What the graph calls the vectors, and what stands for nought in a part."""
_PARTS, _LARGEST, _STEPS = 3, 63, 126
"""Parts of a vector, the largest number of one, and into how many the last step of a part is cut by the next."""


class Packed:
    """Vectors laid out for their products. Safe to share between threads."""

    def __init__(self, codes: NDArray[np.int8]) -> None:
        """`codes`: `(n, dim)`. Raises KeyError for a dim that no graph has, OSError where the graph is missing."""
        import onnxruntime

        graph = GRAPHS[codes.shape[1]].read_bytes()
        self._rows = len(codes)
        self._blocks: list[Any] = []
        for start in range(0, len(codes), ROWS):
            table = np.zeros((codes.shape[1], ROWS), dtype=np.int8)
            table[:, : len(codes) - start] = codes[start : start + ROWS].T
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = 1
            options.log_severity_level = 3
            options.enable_cpu_mem_arena = False
            options.add_external_initializers([TABLE], [onnxruntime.OrtValue.ortvalue_from_numpy(table)])
            self._blocks.append(onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"]))

    def products(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """The product of every row with a vector `(dim,)`: `(n,)`."""
        parts, sizes = _cut(vector)
        found = np.empty(len(self._blocks) * ROWS, dtype=np.float32)
        for number, block in enumerate(self._blocks):
            made = block.run(None, {"x": parts})[0].astype(np.float32)
            np.dot(sizes, made, out=found[number * ROWS : (number + 1) * ROWS])
        return found[: self._rows]


def _cut(vector: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A vector in parts `(3, dim)`, and what each part is times."""
    size = max(float(np.abs(vector).max(initial=0.0)), float(np.finfo(np.float32).tiny)) / _LARGEST
    left = vector.astype(np.float64) / size
    parts = np.empty((_PARTS, len(vector)), dtype=np.uint8)
    sizes = np.empty(_PARTS, dtype=np.float32)
    for number in range(_PARTS):
        whole = np.rint(left)
        parts[number], sizes[number] = whole + ZERO, size
        left, size = (left - whole) * _STEPS, size / _STEPS
    return parts, sizes
