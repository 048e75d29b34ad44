"""The queue in the terminal: one item at a time, decided by a key."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kb.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Console

    from kb.reviews import Ledger
    from kb.reviews.queue import Item

KEYS = "a accept · r reject · p prevails · c correct · d defer · s skip · u undo the last · q quit"


def go_through(items: Sequence[Item], ledger: Ledger, *, by: str) -> int:
    """Shows each item and carries out what is chosen; 0 at the end, or when the input ends."""
    from rich.console import Console

    if not items:
        print("Nothing waits for a decision.")
        return 0
    console = Console(highlight=False, markup=False)
    try:
        by = by.strip() or _line("Your name: ")
        if not by:
            raise BadInput("Who decides? Give a name with --by.")
        _loop(console, items, ledger, by)
    except EOFError:
        print()
    return 0


def _loop(console: Console, items: Sequence[Item], ledger: Ledger, by: str) -> None:
    done: list[tuple[int, str]] = []
    at = 0
    while at < len(items):
        draw(console, items[at], f"{at + 1} of {len(items)}")
        key = _line(f"{KEYS}\n> ")[:1].lower()
        if key == "q":
            return
        if key == "u" and done:
            at, last = done.pop()
            ledger.undo(last, by=by)
        elif key == "s":
            at += 1
        elif key in "arpcd" and key and _decide(items[at], ledger, key, by):
            done.append((at, items[at].id))
            at += 1


def _decide(item: Item, ledger: Ledger, key: str, by: str) -> bool:
    from kb.reviews.ledger import sides

    prevails = corrected = ""
    if key == "p":
        prevails = _line(f"Which prevails ({', '.join(sides(item.subject)) or 'no sides here'}): ")
    if key == "c":
        corrected = _line("What holds instead: ")
    reason = _line("Why: ") if key != "d" else ""
    choice = {"a": "accept", "r": "reject", "p": "prevails", "c": "correct", "d": "defer"}[key]
    try:
        ledger.decide(item.subject, choice, by=by, reason=reason, prevails=prevails, corrected=corrected)  # type: ignore[arg-type]
    except BadInput as error:
        print(error, file=sys.stderr)
        return False
    return True


def _line(prompt: str) -> str:
    return input(prompt).strip()


def draw(console: Console, item: Item, number: str) -> None:
    """Shows an item: what was found, and its first two places side by side with the difference marked."""
    from rich.table import Table
    from rich.text import Text

    from kb.reviews.difference import difference

    f = item.finding
    console.print(
        f"\n[{number}] {f.code} {f.severity} {item.id}" + (" · text changed since it was decided" if item.reopened else "")
    )
    console.print(f.message)
    table = Table(show_header=True, expand=True)
    texts = [p.quote for p in f.places]
    marked = difference(*texts[:2]) if len(texts) > 1 else ()
    for place in f.places[:2]:
        table.add_column(f"{place.source} {place.lines.first}-{place.lines.last}", ratio=1)
    cells = [Text.assemble(*((t, "bold reverse") if m else t for t, m in side)) for side in marked]
    if f.places:
        table.add_row(*(cells or [Text(texts[0])]))
        console.print(table)
    for place in f.places[2:]:
        console.print(f"also {place.source} {place.lines.first}-{place.lines.last}: {place.quote}")
    for made in item.subject.decisions:
        console.print(
            f"earlier: {made.decision} by {made.by} on {made.date[:10]} {made.reason}{' (undone)' if made.undone else ''}"
        )
    if f.hint:
        console.print(f"→ {f.hint}")
