"""What the open questions of an entry turn on, and the ways it may lie: `sources/turning.tsv`.

A question of `sources/questions` that is marked with `turns` takes its entry's fact: each option makes a side of a predicate
true, and so the question's verdict is yes where that is the side it asks about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from kb.digest.rows import read_rows, read_text
from kb.errors import BadInput
from kb.model import Ask

FILE = "turning.tsv"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turning:
    """A fact that turns the answer."""

    fact: Mapping[str, str]
    """What it depends on, by language."""
    options: tuple[tuple[str, Mapping[str, str]], ...]
    """The two ways it may lie: the side that is then true, and how it is put, by language."""


def read_turning(folder: Path) -> Mapping[str, Turning]:
    """What turns the open questions of an entry, by its id; none if the folder has no such file.

    A line is entry, fact in English and in Chinese, then twice an option in English and in Chinese and its side, tabs between;
    `#` begins a remark. Raises BadInput with file and line where one is not, or where the file cannot be read.
    """
    return dict(_one(parts, where) for where, parts in read_rows(folder / FILE))


def turning_text(folder: Path) -> str:
    """What the file says; nothing where there is none. Raises BadInput where it cannot be read."""
    return read_text(folder / FILE)


def _one(parts: list[str], where: str) -> tuple[str, Turning]:
    if len(parts) != 9 or not all(parts) or parts[5] == parts[8]:
        raise BadInput(f"{where}: not entry, fact in two languages and two options, each in two with its side. Mend the line.")
    entry, en, zh, *options = parts
    one, other = ((o[2], {"en": o[0], "zh": o[1]}) for o in (options[:3], options[3:]))
    return entry, Turning(fact={"en": en, "zh": zh}, options=(one, other))


def with_fact(ask: Ask, turning: Turning | None) -> Ask:
    """The question with its entry's fact, if it depends and asks about the same predicate."""
    if turning is None or ask.verdict != "depends" or ask.side not in (side for side, _ in turning.options):
        return ask
    options = tuple({**put, "verdict": "yes" if side == ask.side else "no"} for side, put in turning.options)
    return replace(ask, fact=turning.fact, options=options)
