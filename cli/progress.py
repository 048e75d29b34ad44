"""Progress of long work, on standard error, where somebody watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cli.terminal import bare
from kb.plain import shown

EVERY = 10.0
"""Seconds between two lines."""


class _Lines:
    """Tells of progress in lines, the first not before some seconds have passed."""

    def __init__(self) -> None:
        self._began = self._last = time.monotonic()

    def tell(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._last >= EVERY:
            self._last = now
            print(f"{now - self._began:6.0f} s  {shown(what)} {done:,} of {total:,}", file=sys.stderr, flush=True)


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """A function to tell what is going on: what, how much is done, how much there is.

    A terminal shows a bar, a file a line every ten seconds.
    """
    if not sys.stderr.isatty():
        yield _Lines().tell
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=bare(sys.stderr)), transient=True) as bar:
        task = bar.add_task("Starting", total=None)
        yield lambda what, done, total: bar.update(task, description=escape(shown(what)), completed=done, total=total or None)
