"""The way through the house: which modules a question, a card text and a document go through, counted while it happens.

    python -m benchmarks.way [--chain] [--deep 4]

A stay is a run of calls into one module from other modules; a room is a module that is stayed in; a return is a stay in a room
where one has been before. Calls deeper than `--deep` of ours are what a room does within, and are left out, as are the rooms
that only hold types, errors and names of folders. Each way is taken once before it is counted, so that nothing is loaded.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

OURS = ("ingest", "kb", "query")
NO_ROOMS = ("model", "errors.py", "home.py", "plain.py", "text.py")
QUESTIONS = (
    "Do I need two Tributes for a Level 6 monster?",
    "May I activate a Counter Trap during the Damage Step?",
    "盖放的速攻魔法这回合能不能发动？",
)
CARD = "If this card is destroyed by battle: You can draw 1 card."
PAGE = "# Lamps\n\nA keeper may light one lamp at dusk.\n\n## Dusk\n\nNo lamp may be lit in the Damage Step.\n"


class Stay(NamedTuple):
    """A run of calls into one module."""

    depth: int
    room: str
    function: str


def stays_of(root: Path, run: Callable[[], object], deep: int) -> list[Stay]:
    """The stays while something runs, in order; those of this thread."""
    found: list[Stay] = []

    def room(frame: FrameType) -> str:
        name = frame.f_code.co_filename.removeprefix(f"{root}/")
        return name if name.split("/")[0] in OURS else ""

    def look(frame: FrameType, event: str, _: Any) -> None:
        here = room(frame)
        if event != "call" or not here or frame.f_code.co_name[0] in "<_" or any(part in here for part in NO_ROOMS):
            return
        above = []
        back = frame.f_back
        while back is not None:
            above += [name] if (name := room(back)) else []
            back = back.f_back
        if len(above) < deep and above[:1] != [here] and (not found or found[-1].room != here):
            found.append(Stay(len(above), here, frame.f_code.co_name))

    sys.setprofile(look)
    try:
        run()
    finally:
        sys.setprofile(None)
    return found


def ways(folder: Path) -> dict[str, Callable[[], object]]:
    """What is followed: questions as the engine is asked, a card text and a document as the command line takes them."""
    from cli.main import main as rulings
    from query.engine import Engine

    page, home = folder / "lamps.md", folder / "home"
    engine = Engine.open(home, encoder="none")

    def call(*words: str) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            assert rulings([*words, "--home", str(home)]) == 0, words

    def ask(question: str) -> Callable[[], object]:
        marks = iter("?!")
        return lambda: engine.ask(question.rstrip("?？") + next(marks))

    def build() -> None:
        page.write_text(page.read_text("utf-8") + "\nA wick is cut at noon.\n" if page.exists() else PAGE, "utf-8")
        call("build", str(page))

    def check() -> None:
        call("check", "--text", CARD, "--kind", "Dragon / Effect")

    return {**{q: ask(q) for q in QUESTIONS}, "a card text": check, "a document": build}


def main() -> None:
    """Prints a line of Markdown for each way and, with `--chain`, the calls."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--deep", type=int, default=4)
    parser.add_argument("--chain", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        os.environ["XDG_CACHE_HOME"] = name
        for label, run in ways(Path(name)).items():
            run()
            stays = stays_of(given.root, run, given.deep)
            rooms = len({s.room for s in stays})
            print(f"| {label} | {len(stays)} | {rooms} | {len(stays) - rooms} |")
            for stay in stays if given.chain else ():
                print(f"{'  ' * stay.depth}{stay.room} {stay.function}")


if __name__ == "__main__":
    main()
