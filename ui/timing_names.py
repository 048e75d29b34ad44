"""Short names of timings, for heads of narrow columns."""

from __future__ import annotations

from ui.words import all_words, say


def short_name(timing: str, label: str) -> str:
    """The short name of a timing in the interface's language; its label if it has none."""
    key = f"timing.{timing}"
    return say(key) if key in all_words() else label
