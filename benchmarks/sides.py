"""The reader that tells which side of a predicate a question asks about (`query/read/sides.py`): trained and measured.

Learned from the digest's questions and `sources/cues/phrasings.tsv`: the lower layers of multilingual-e5-small stay, the upper
ones and a new head are trained. `python -m benchmarks.sides` holds 4 % of the entries out and prints how often the right side
of all is read of their questions, and how often the right one of the predicate's two. `--write` trains on everything and keeps
`kb/learned/sides.npz`. `--steps N` stops early: to see that it runs. Needs torch (the `test` extra).
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.e5 import Packed, largest, read_packed
from benchmarks.net import FROZEN, Lower, Net
from kb.digest.load import load_predicates, load_rules
from kb.digest.phrasings import Sided, load_phrasings, sided
from kb.index.made import note_made
from kb.index.reader import LONGEST, write_reader
from kb.index.ship import made_from
from kb.model import NO_SIDE
from query.read.sides import TABLE, asking, opposites

EPOCHS, BATCH, HELD_OUT = 2.2, 32, 0.04
UPPER_RATE, HEAD_RATE, DROP, SMOOTHING, DECAY = 2.5e-4, 3e-3, 0.1, 0.05, 0.01
WARM_UP, LEAST_RATE, MEASURED = 60, 0.02, 400
"""Steps until the full rate; the share of it that the last step still has; sentences that tell how large numbers get."""


def batches(rows: Sequence[Sequence[int]], chosen: Sequence[int], size: int, order: random.Random) -> list[list[int]]:
    """The chosen sentences in any order, those of like length together."""
    mixed = order.sample(list(chosen), len(chosen))
    parts = [sorted(mixed[n : n + size * 50], key=lambda j: len(rows[j])) for n in range(0, len(mixed), size * 50)]
    cut = [part[n : n + size] for part in parts for n in range(0, len(part), size)]
    return order.sample(cut, len(cut))


def forever(rows: Sequence[Sequence[int]], chosen: Sequence[int], order: random.Random) -> Iterator[list[int]]:
    """Batches, again and again in another order."""
    while True:
        yield from batches(rows, chosen, BATCH, order)


def train(net: Net, lower: Lower, wanted: Tensor, chosen: Sequence[int], steps: int) -> None:
    """Trains the upper layers and the head."""
    upper = [p for layer in net.layers[FROZEN:] for p in layer.parameters()]
    groups = [{"params": net.head.parameters(), "lr": HEAD_RATE}, {"params": upper, "lr": UPPER_RATE}]
    step = torch.optim.AdamW(groups, weight_decay=DECAY)
    rate = torch.optim.lr_scheduler.LambdaLR(step, lambda n: min((n + 1) / WARM_UP, max(LEAST_RATE, 1 - n / steps)))
    told = 0.0
    for number, batch in zip(range(1, steps + 1), forever(lower.rows, chosen, random.Random(0)), strict=False):
        with torch.autocast("cpu", torch.bfloat16):
            level = net(*lower(batch), DROP)
        loss = functional.cross_entropy(level.float(), wanted[batch], label_smoothing=SMOOTHING)
        step.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch has no type for it
        nn.utils.clip_grad_norm_([*net.head.parameters(), *upper], 1.0)
        step.step()
        rate.step()
        told = 0.98 * told + 0.02 * loss.item() if number > 1 else loss.item()
        if number % 100 == 0 or number == steps:
            print(f"step {number} of {steps}: loss {told:.3f}", flush=True)


@torch.no_grad()
def measure(net: Net, lower: Lower, asked: Sequence[Sided], held: Sequence[int], names: Sequence[str]) -> None:
    """Prints how often the side is right, and how often the right one of its predicate's two."""
    opposite = opposites([p.sides for p in load_predicates()])
    told: Counter[tuple[str, str]] = Counter()
    for batch in batches(lower.rows, held, 64, random.Random(0)):
        for number, level in zip(batch, net(*lower(batch)), strict=True):
            lang, side = asked[number].lang, asked[number].side
            told[lang, "all"] += 1
            told[lang, "side"] += names[int(level.argmax())] == side
            if side in opposite:
                told[lang, "polar"] += 1
                told[lang, "of two"] += bool(level[names.index(side)] > level[names.index(opposite[side])])
    for lang in ("en", "zh"):
        right, of_two = told[lang, "side"] / told[lang, "all"], told[lang, "of two"] / told[lang, "polar"]
        print(f"{lang}: {told[lang, 'all']} questions of entries held out: side {right:.3f}, the right one of two {of_two:.3f}")


def held_out(asked: Sequence[Sided]) -> set[str]:
    """The entries whose questions are not learned from where it is measured."""
    entries = sorted({one.entry for one in asked if one.entry})
    random.Random(1).shuffle(entries)
    return set(entries[: int(len(entries) * HELD_OUT)])


def main() -> None:
    """Measure, or with --write train on everything and keep the reader."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--to", type=Path, default=TABLE, help="where --write keeps it")
    parser.add_argument("--steps", type=int)
    chosen = parser.parse_args()
    if chosen.write and chosen.steps and chosen.to == TABLE:
        parser.error("A short run does not replace what is shipped: name another file with --to.")
    torch.manual_seed(0)
    rules, packed = load_rules(), read_packed()
    names = [*(side for p in load_predicates() for side in p.sides), NO_SIDE]
    asked, cutter = [*sided(rules), *load_phrasings()], packed.cutter()
    cut = [cutter.rows(asking(one.text)) for one in asked]
    known = {text for rule in rules for text in (rule.en, rule.zh, *(t for ask in rule.asks for t in (ask.en, ask.zh)))}
    used = {row for rows in (*cut, *map(cutter.rows, sorted(known))) for row in rows}
    kept = sorted(used | {packed.begin, packed.end, packed.unknown})
    place = {row: n for n, row in enumerate(kept)}
    net, held = Net(packed, kept, len(names)), set() if chosen.write else held_out(asked)
    lower = Lower(net, [[place[r] for r in (packed.begin, *rows[:LONGEST], packed.end)] for rows in cut])
    learned = [n for n, one in enumerate(asked) if one.entry not in held]
    print(f"{len(asked)} questions, {len(learned)} to learn from, {len(kept)} pieces", flush=True)
    wanted = torch.tensor([names.index(one.side) for one in asked])
    train(net, lower, wanted, learned, chosen.steps or int(EPOCHS * len(learned) / BATCH))
    if chosen.write:
        _write(chosen.to, net, lower.rows, names, packed, kept)
    else:
        measure(net, lower, asked, [n for n, one in enumerate(asked) if one.entry in held], names)


def _write(
    path: Path, net: Net, rows: Sequence[Sequence[int]], names: Sequence[str], packed: Packed, kept: Sequence[int]
) -> None:
    some = random.Random(0).sample(rows, min(MEASURED, len(rows)))
    write_reader(
        path,
        net.tensors(),
        largest(net.layers, (net.embedded(torch.tensor([one]))[0].numpy() for one in some)),
        names=tuple(names),
        pieces=[packed.pieces[row].replace("\n", " ") for row in kept],
        scores=packed.scores[list(kept)],
        unknown=kept.index(packed.unknown),
        begin=kept.index(packed.begin),
        end=kept.index(packed.end),
        normal_from="".join(packed.normal),
        normal_to="\n".join(packed.normal.values()),
    )
    if path == TABLE:
        note_made([path.name], made_from())
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
