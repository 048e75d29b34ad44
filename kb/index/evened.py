"""Matrices cut to seven bits a weight so that products with numbers cut to eight come out nearly as with all bits.

What goes into a layer has a few columns far larger than all others; cut by one scale, nothing would be left of the rest. So
every column is divided by a number of its own, and the matrix's column times the same, which shares out what is lost
(SmoothQuant: Xiao et al. 2023, arXiv:2211.10438). On 60 questions the encoder's vectors keep a cosine of 0.9994 in the
mean with those of all bits. The reader of matching was trained with its numbers cut so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kb.index.layers import MATRICES, NORMS, Floats, in_layers

STRENGTH = 0.55
"""How much of the unevenness goes over to the matrix: least is lost between 0.5 and 0.6."""
LARGEST = 63
"""Of a weight."""
_LEAST = 1e-5
Kept = Mapping[str, NDArray[Any]]


def evened(tensors: Mapping[str, Floats], largest: Mapping[str, Floats]) -> dict[str, NDArray[Any]]:
    """The tensors of layers ("l0.q.w", "l0.q.b", …) as a graph takes them.

    `largest`: of each of a graph's matrices ("l0.qkv"), how large each column of what goes in gets, `(n_columns,)`. Of a matrix
    come back `.w`, int8 `(n_columns, n_rows)`; `.s`, the scale of each row; `.b`; `.e`, what each column of what goes in is
    multiplied by.
    """
    kept: dict[str, NDArray[Any]] = {}
    for name, most in largest.items():
        layer, _, part = name.partition(".")
        weight, bias = (np.concatenate([tensors[f"{layer}.{one}.{kind}"] for one in MATRICES[part]]) for kind in "wb")
        even = evened_by(most, np.abs(weight).max(axis=0))
        spread = weight * even
        scale = (np.abs(spread).max(axis=1) / LARGEST + np.finfo(np.float32).tiny).astype(np.float32)
        kept[f"{name}.w"] = np.ascontiguousarray(np.round(spread / scale[:, None]).astype(np.int8).T)
        kept |= {f"{name}.s": scale, f"{name}.b": bias.astype(np.float32), f"{name}.e": 1 / even}
    norms = (name for name in tensors if in_layers(name) and name.split(".")[1] in NORMS)
    return kept | {name: tensors[name].astype(np.float32) for name in norms}


def evened_by(given: Floats, weights: Floats) -> Floats:
    """What a matrix's columns are times, and what goes in is divided by: told are each column's largest input and weight."""
    even = np.maximum(given, _LEAST) ** STRENGTH / np.maximum(weights, _LEAST) ** (1 - STRENGTH)
    found: Floats = (even / even.mean()).astype(np.float32)
    return found


def plain(kept: Kept) -> dict[str, Floats]:
    """The tensors that `evened` was given, as near as seven bits come."""
    found: dict[str, Floats] = {}
    for name in filter(in_layers, kept):
        layer, part, kind = name.split(".")
        if part in NORMS:
            found[name] = kept[name]
        elif kind == "w":
            weight = kept[name].T * kept[f"{layer}.{part}.s"][:, None] * kept[f"{layer}.{part}.e"]
            names = MATRICES[part]
            found |= {f"{layer}.{one}.w": rows for one, rows in zip(names, np.split(weight, len(names)), strict=True)}
        elif kind == "b":
            names = MATRICES[part]
            found |= {f"{layer}.{one}.b": rows for one, rows in zip(names, np.split(kept[name], len(names)), strict=True)}
    return found
