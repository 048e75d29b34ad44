"""What earlier builds of a home found in texts: linking and reading only touch what is new."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from kb.cache import code_version
from kb.digest.load import bundled_linker, vocabulary_mark
from kb.lang.link import Linker
from kb.memo import Memo

Found = tuple[dict[str, Any], dict[str, Any]]
"""Results of the two memos."""


class Remembered:
    """The linker of a sources folder and what it found in texts before, kept in `<home>/cache/texts/`."""

    def __init__(self, home: Path, sources: Path) -> None:
        self.home, self.sources = home, sources
        self.vocabulary = vocabulary_mark(sources)
        """Changes with the terms that are linked."""
        folder, version = home / "cache" / "texts", f"{code_version('kb.lang', 'kb.text', 'ingest.pipeline')} {self.vocabulary}"
        self.analysed = Memo(folder, "analysed", version=version)
        """Mentions and sentences by passage text."""
        self._linked = Memo(folder, "linked", version=version)

    @cached_property
    def linker(self) -> Linker:
        """Over the terms of the sources folder."""
        return bundled_linker(self.sources)

    def link(self, text: str) -> list[str]:
        """Ids of the concepts, timings and cards that a text names."""
        return self._linked.of(text, lambda t: [link.target for link in self.linker.link(t)])

    def made(self) -> Found:
        """What was found since this was asked last, for `take` in another process."""
        return self.analysed.made(), self._linked.made()

    def take(self, found: Found) -> None:
        """Remembers what another process found."""
        self.analysed.take(found[0])
        self._linked.take(found[1])

    def save(self) -> None:
        """Keeps what is new for the next build."""
        self.analysed.save()
        self._linked.save()
