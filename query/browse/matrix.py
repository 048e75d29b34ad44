"""Kinds of activation against the timings of the Damage Step: what the law says of each, and which entries say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import rtoml

from kb.law.law import Known, Law
from kb.model import Territory, Verdict
from query.card.judge import STEP

FILE = Path(__file__).with_name("kinds.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of activation, as facts."""

    id: str
    en: str
    zh: str
    facts: Known


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """Neighbouring timings at which the same holds for the same reasons."""

    timings: tuple[str, ...]
    verdicts: tuple[tuple[Territory, Verdict], ...]
    """By territory asked about."""
    because: tuple[str, ...]
    """Ids of the entries that decide, those that say that something is no reason behind them."""
    exception: bool
    """Whether what decides overrides an entry that is itself an exception."""

    @property
    def verdict(self) -> Verdict:
        """The verdict; depends where the territories differ."""
        found = {verdict for _, verdict in self.verdicts}
        return found.pop() if len(found) == 1 else "depends"


def kinds() -> tuple[Kind, ...]:
    """The kinds of `kinds.toml`, in its order."""
    return _kinds()


@cache
def _kinds() -> tuple[Kind, ...]:
    table: dict[str, Any] = rtoml.loads(FILE.read_text("utf-8"))
    return tuple(
        Kind(id=row["id"], en=row["en"], zh=row["zh"], facts=_known({**table["plain"], **row["facts"]}))
        for row in table["kind"]
    )


def _known(facts: dict[str, Any]) -> Known:
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in facts.items())


def matrix(laws: Sequence[Law]) -> tuple[tuple[Kind, tuple[Cell, ...]], ...]:
    """Every kind with its cells, in the order of the timings; `laws`: that of each territory asked about."""
    return tuple((kind, _row(kind, laws)) for kind in kinds())


def _row(kind: Kind, laws: Sequence[Law]) -> tuple[Cell, ...]:
    timings = laws[0].parts(STEP)
    decided = [law.decide_at_parts(STEP, kind.facts, ((),) * len(timings)) for law in laws]
    cells = []
    for place, timing in enumerate(timings):
        at = [of_law[place] for of_law in decided]
        because = dict.fromkeys(i for one in at for i in (*one.fired, *one.no_reason))
        beaten = {b.rule for one in at for b in one.beaten}
        cells.append(
            Cell(
                timings=(timing,),
                verdicts=tuple((law.territory, one.verdict) for law, one in zip(laws, at, strict=True)),
                because=tuple(because),
                exception=any(laws[0].rules[i].overrides for i in beaten if i in laws[0].rules),
            )
        )
    return tuple(_joined(list(same)) for _, same in groupby(cells, key=lambda c: (c.verdicts, c.because, c.exception)))


def _joined(same: Sequence[Cell]) -> Cell:
    first = same[0]
    return Cell(
        timings=tuple(t for c in same for t in c.timings),
        verdicts=first.verdicts,
        because=first.because,
        exception=first.exception,
    )
