"""One change for several monsters, each worked out by itself."""

from __future__ import annotations

from dataclasses import replace

from kb.law.law import Law
from query.calc.answered import Computed
from query.calc.told_stats import answer_stats
from query.read.procedure.model import Procedure, Values


def answer_values(asked: Procedure, given: Values, law: Law) -> Computed | None:
    """The value of each; None where the law leaves one open."""
    done = [answer_stats(asked, each, law) for each in given.each]
    found = [d for d in done if d is not None]
    if len(found) < len(done):
        return None
    gap = " " if asked.lang == "en" else ""
    steps = tuple(dict.fromkeys(step for d in found for step in d.steps))
    return replace(
        found[0], text=gap.join(d.text for d in found), steps=steps, understood="; ".join(d.understood for d in found)
    )
