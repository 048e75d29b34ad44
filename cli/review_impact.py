"""What a decision would change, printed before it is kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kb.reviews.model import Review

if TYPE_CHECKING:
    from query.impact import Impact
    from query.model import Answer

SHOWN = 12
"""Questions that are printed, at most."""
CHANGING = ("prevails", "correct", "reject")
"""Decisions that answers follow."""


def show_impact(supposed: Review, home: Path | None, sources: Path | None) -> Impact | None:
    """Prints the answers that would turn; None where such a decision changes none, or reaches no answer."""
    made = supposed.current
    if made is None or made.decision not in CHANGING or (made.decision == "reject" and supposed.about in ("finding", "report")):
        return None
    from cli.progress import progress_bar
    from kb.home import home_dir
    from kb.reviews.reports import read_reports
    from query.engine import Engine
    from query.impact import impact

    engine = Engine.open(home, sources=sources)
    try:
        recent = [r.question for r in read_reports(home_dir(home))[-20:]]
        with progress_bar() as tell:
            found = impact(engine, supposed, recent=recent, progress=lambda n, of: tell("asking", n, of))
    finally:
        engine.close()
    _print(found)
    return found


def _print(found: Impact) -> None:
    print(f"Of {found.asked} questions asked before and after, {len(found.turned)} would be answered otherwise, "
          f"{found.verdicts} of them with another verdict.")  # fmt: skip
    for turn in found.turned[:SHOWN]:
        print(f"  {turn.question}\n    now:  {_short(turn.before)}\n    then: {_short(turn.after)}")
    if len(found.turned) > SHOWN:
        print(f"  and {len(found.turned) - SHOWN} more")


def _short(answer: Answer) -> str:
    return f"{answer.verdict.upper()} {' '.join(answer.text.split())[:120]}"
