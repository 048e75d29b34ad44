"""The reader of sides as it is trained: the lower layers stay, the upper ones and the head learn."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.e5 import Floats, Layer, Packed
from kb.index.matching import LONGEST
from kb.index.reader import LAYERS

FROZEN = 3
"""Layers, from below, that stay as they are."""


class Net(nn.Module):
    """The reader as it is trained."""

    def __init__(self, packed: Packed, kept: Sequence[int], classes: int) -> None:
        super().__init__()
        width = packed.width
        self.word = nn.Embedding(len(kept), width, _weight=torch.tensor(packed.matrix("emb.word", width, kept)), _freeze=True)
        places = packed.vector("emb.pos").reshape(-1, width)[: LONGEST + 2] + packed.vector("emb.type")[:width]
        self.pos = nn.Parameter(torch.tensor(places), requires_grad=False)
        self.ln = nn.LayerNorm(width, eps=packed.epsilon)
        weights = {"weight": packed.vector("emb.ln.w"), "bias": packed.vector("emb.ln.b")}
        self.ln.load_state_dict({name: torch.tensor(value) for name, value in weights.items()})
        self.layers = nn.ModuleList(Layer(packed, number) for number in range(LAYERS))
        self.head = nn.Linear(width, classes)

    @torch.no_grad()
    def embedded(self, rows: Tensor) -> Tensor:
        """What the first layer is given of sentences."""
        x: Tensor = self.ln(self.word(rows) + self.pos[: rows.shape[1]])
        return x

    @torch.no_grad()
    def lower(self, rows: Tensor, there: Tensor) -> Tensor:
        """What the layers that stay make of sentences."""
        x = self.embedded(rows)
        for layer in self.layers[:FROZEN]:
            x = layer(x, there, 0.0)
        return x

    def forward(self, x: Tensor, there: Tensor, drop: float = 0.0) -> Tensor:
        """The log-odds of the classes, from what the lower layers made."""
        for layer in self.layers[FROZEN:]:
            x = layer(x, there, drop)
        mean = (x * there[..., None]).sum(1) / there.sum(1, keepdim=True)
        level: Tensor = self.head(functional.dropout(mean, drop))
        return level

    def tensors(self) -> dict[str, Floats]:
        """The weights by the names that `kb/index/reader.py` knows them by."""
        found = {"word": self.word.weight, "pos": self.pos, "ln.w": self.ln.weight, "ln.b": self.ln.bias}
        found |= {"h.w": self.head.weight, "h.b": self.head.bias}
        for number, layer in enumerate(self.layers):
            for name, tensor in layer.named_parameters():
                part, _, kind = name.partition(".")
                found[f"l{number}.{part}.{kind[0]}"] = tensor
        return {name: tensor.detach().numpy() for name, tensor in found.items()}


class Lower:
    """What the lower layers make of each sentence, worked out once."""

    def __init__(self, net: Net, rows: Sequence[Sequence[int]]) -> None:
        self.net, self.rows = net, rows
        self.made: dict[int, Tensor] = {}

    def __call__(self, batch: Sequence[int]) -> tuple[Tensor, Tensor]:
        """The sentences of these numbers, padded to one length, and which of their pieces are no padding."""
        new = [n for n in batch if n not in self.made]
        if new:
            ids = nn.utils.rnn.pad_sequence([torch.tensor(self.rows[n]) for n in new], batch_first=True)
            for n, x in zip(new, self.net.lower(ids, self._there(new)), strict=True):
                self.made[n] = x[: len(self.rows[n])].half()
        return nn.utils.rnn.pad_sequence([self.made[n] for n in batch], batch_first=True).float(), self._there(batch)

    def _there(self, batch: Sequence[int]) -> Tensor:
        return nn.utils.rnn.pad_sequence([torch.ones(len(self.rows[n]), dtype=torch.bool) for n in batch], batch_first=True)
