"""Progress of long work, on standard error, where somebody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cli.terminal import bare
from kb.plain import shown


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """A function to tell what is going on: what, how much is done, how much there is. Draws only on a terminal."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=bare(sys.stderr)), transient=True) as bar:
        task = bar.add_task("Starting", total=None)
        yield lambda what, done, total: bar.update(task, description=escape(shown(what)), completed=done, total=total or None)
