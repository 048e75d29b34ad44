"""A command on a home that an older version built: it is built anew of what is kept, once, and the command runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from kb.errors import Outdated


def renewed(argv: Sequence[str], error: Outdated) -> None:
    """Builds the home of a command anew, which one line on standard error says. Raises as `ingest.build.build`."""
    from cli.progress import progress_bar
    from ingest.renew import renew

    why = str(error).partition(" Run `")[0]
    print(f"rulings: {why} It is made anew of the documents and cards that are kept, once.", file=sys.stderr, flush=True)
    with progress_bar() as tell:
        renew(_given(argv, "--home"), sources=_given(argv, "--sources"), progress=tell)


def _given(argv: Sequence[str], option: str) -> Path | None:
    """The folder that an option names."""
    for word, after in zip(argv, [*argv[1:], ""], strict=True):
        if word == option and after:
            return Path(after)
        if word.startswith(f"{option}="):
            return Path(word.partition("=")[2])
    return None
