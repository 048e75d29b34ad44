"""Layers of a transformer, run by onnxruntime: a graph without weights, and the weights put into it as they are kept.

The graphs (`kb/learned/*.onnx`, some kilobytes) are made by `python -m benchmarks.graphs`. Weights have seven bits, and what is
multiplied with them is cut to eight bits inside: with eight and eight, sums of two products do not fit into the sixteen bits
that processors without VNNI add them up in. `kb/index/evened.py` says how little that changes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
MATRICES = {"qkv": ("q", "k", "v"), "ao": ("ao",), "fi": ("fi",), "fo": ("fo",)}
"""The matrices of a layer as the graph has them, and what is put together to each."""
NORMS = ("aln", "oln")
_OF_LAYERS = re.compile(r"l\d+\.")
_EPSILON = 1e-12


class Layers:
    """Some layers, one after the other, on one core. Safe to share between threads: each call runs on its own."""

    def __init__(self, graph: Path, kept: Mapping[str, NDArray[Any]]) -> None:
        """`kept`: tensors by name, those of layers as `kb.index.evened.evened` makes them. Raises RuntimeError if one that the
        graph has is missing.
        """
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read once, as it is imported: it would report its use over the network
        import onnxruntime

        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        # what it finds to rearrange beyond that takes longer than it saves: the graphs are as they are to be run
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        names = [name for name in kept if in_layers(name)]
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(kept[name]) for name in names]
        options.add_external_initializers(names, values)
        self._session: Any = onnxruntime.InferenceSession(graph.read_bytes(), options, providers=["CPUExecutionProvider"])

    def __call__(self, x: Floats) -> Floats:
        """What the layers make of `x`, `(n_pieces, width)`."""
        made: Floats = self._session.run(None, {"x": x[None]})[0][0]
        return made


def in_layers(name: str) -> bool:
    """Whether that is the name of a layer's tensor: "l0.qkv.w" is one, "ln.w" is none."""
    return _OF_LAYERS.match(name) is not None


def normed(x: Floats, weight: Floats, bias: Floats) -> Floats:
    """Each row less its mean and over its spread, times a weight and plus a bias for each column."""
    x = x - x.mean(axis=-1, keepdims=True)
    scaled: Floats = x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + _EPSILON) * weight + bias
    return scaled
