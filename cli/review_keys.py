"""The queue in the terminal: one item at a time, decided by a key."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.terminal import bare
from kb.errors import BadInput
from kb.plain import shown

if TYPE_CHECKING:
    from rich.console import Console

    from kb.model import Rule
    from kb.reviews import Ledger
    from kb.reviews.queue import Item

KEYS = "a accept · r reject · p prevails · c correct · d defer · s skip · u undo the last · q quit"


@dataclass(frozen=True, slots=True, kw_only=True)
class _At:
    """Where decisions are made."""

    ledger: Ledger
    rules: Mapping[str, Rule]
    home: Path | None
    sources: Path | None
    by: str


def go_through(
    items: Sequence[Item],
    ledger: Ledger,
    *,
    by: str,
    rules: Mapping[str, Rule],
    home: Path | None = None,
    sources: Path | None = None,
) -> int:
    """Shows each item and carries out what is chosen; 0 at the end, or when the input ends."""
    from rich.console import Console

    if not items:
        print("Nothing waits for a decision.")
        return 0
    console = Console(highlight=False, markup=False, file=bare(sys.stdout))
    try:
        by = by.strip() or _line("Your name: ")
        if not by:
            raise BadInput("Who decides? Give a name with --by.")
        _loop(console, items, _At(ledger=ledger, rules=rules, home=home, sources=sources, by=by))
    except EOFError:
        print()
    return 0


def _loop(console: Console, items: Sequence[Item], where: _At) -> None:
    done: list[tuple[int, str]] = []
    at = 0
    while at < len(items):
        draw(console, items[at], f"{at + 1} of {len(items)}")
        key = _line(f"{KEYS}\n> ")[:1].lower()
        if key == "q":
            return
        if key == "u" and done:
            at, last = done.pop()
            where.ledger.undo(last, by=where.by)
        elif key == "s":
            at += 1
        elif key in "arpcd" and key and _decide(items[at], where, key):
            done.append((at, items[at].id))
            at += 1


def _decide(item: Item, where: _At, key: str) -> bool:
    from cli.review_impact import show_impact

    choice = {"a": "accept", "r": "reject", "p": "prevails", "c": "correct", "d": "defer"}[key]
    prevails = _side(item, where.rules) if key == "p" else ""
    corrected = _line("What holds instead: ") if key == "c" else ""
    reason = _line("Why: ") if key != "d" else ""
    given = {"by": where.by, "reason": reason, "prevails": prevails, "corrected": corrected}
    try:
        supposed = where.ledger.proposed(item.subject, choice, **given)  # type: ignore[arg-type]  # as below
        changed = show_impact(supposed, where.home, where.sources)
        if changed and changed.turned and _line("Keep it (y/n)? ").lower() != "y":
            return False
        where.ledger.decide(item.subject, choice, **given)  # type: ignore[arg-type]  # a dict of texts, all of them texts there
    except BadInput as error:
        print(error, file=sys.stderr)
        return False
    return True


def _side(item: Item, rules: Mapping[str, Rule]) -> str:
    """The side chosen by its number or id; empty if there are no sides or the number is none of them."""
    from kb.reviews.sides import side_named, sides_of

    sides = sides_of(item.subject, rules)
    if not sides:
        print("No sides here.")
        return ""
    for number, side in enumerate(sides, 1):
        print(f"  {number}  {side.en}\n     {', '.join(side.sources)}")
    typed = _line("Which prevails: ")
    if typed.isdecimal():
        return sides[int(typed) - 1].id if 1 <= int(typed) <= len(sides) else ""
    try:
        return side_named(item.subject, rules, typed)
    except BadInput as error:
        print(error, file=sys.stderr)
        return ""


def _line(prompt: str) -> str:
    return input(shown(prompt)).strip()


def draw(console: Console, item: Item, number: str) -> None:
    """Shows an item: what was found, and its first two places side by side with the difference marked."""
    from rich.table import Table
    from rich.text import Text

    from kb.reviews.difference import difference

    f = item.finding
    console.print(
        f"\n[{number}] {f.code} {f.severity} {item.id}" + (" · text changed since it was decided" if item.reopened else "")
    )
    console.print(shown(f.message))
    table = Table(show_header=True, expand=True)
    texts = [shown(p.quote) for p in f.places]
    marked = difference(*texts[:2]) if len(texts) > 1 else ()
    for place in f.places[:2]:
        table.add_column(shown(f"{place.source} {place.lines.told}"), ratio=1)
    cells = [Text.assemble(*((t, "bold reverse") if m else t for t, m in side)) for side in marked]
    if f.places:
        table.add_row(*(cells or [Text(texts[0])]))
        console.print(table)
    for place in f.places[2:]:
        console.print(shown(f"also {place.source} {place.lines.told}: {place.quote}"))
    for made in item.subject.decisions:
        earlier = f"{made.decision} by {made.by} on {made.date[:10]} {made.reason}{' (undone)' if made.undone else ''}"
        console.print(shown(f"earlier: {earlier}"))
    if f.hint:
        console.print(shown(f"→ {f.hint}"))
