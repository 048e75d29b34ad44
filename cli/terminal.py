"""What the command prints: no title, file name or text of a document makes a terminal do anything."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from kb.plain import shown


class Plain(io.TextIOBase):
    """A stream of text that passes everything on as `shown` gives it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """How many characters were given."""
        self.stream.write(shown(text))
        return len(text)

    def flush(self) -> None:
        """Passes on what is held back."""
        self.stream.flush()

    def isatty(self) -> bool:
        """Whether a terminal is behind it."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """That of the stream behind it."""
        return self.stream.fileno()

    def __getattr__(self, name: str) -> Any:
        """`buffer`, `encoding` and whatever else a stream has."""
        return getattr(self.__dict__["stream"], name)


@contextmanager
def plain_output() -> Iterator[None]:
    """Both standard streams as `Plain` ones."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, one if isinstance(one, Plain) else Plain(one)) for one in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


@contextmanager
def own_output() -> Iterator[None]:
    """The streams as they were: for what draws on a terminal itself and is given no stranger's text."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (bare(one) for one in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def bare(stream: TextIO) -> TextIO:
    """The stream behind a plain one."""
    return stream.stream if isinstance(stream, Plain) else stream
