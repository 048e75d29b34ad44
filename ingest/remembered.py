"""What earlier builds of a home found in texts: linking and reading only touch what is new."""

from __future__ import annotations

import hashlib
from pathlib import Path

from kb.cache import code_version
from kb.digest.load import bundled_linker
from kb.memo import Memo

_TABLES = ("glossary.toml", "timings.toml", "words.toml")


class Remembered:
    """The linker of a sources folder and what it found in texts before, kept in `<home>/cache/texts/`."""

    def __init__(self, home: Path, sources: Path) -> None:
        self.linker = bundled_linker(sources)
        self.vocabulary = hashlib.sha256(b"".join((sources / name).read_bytes() for name in _TABLES)).hexdigest()
        """Changes with the terms that are linked."""
        folder, version = home / "cache" / "texts", f"{code_version('kb.lang', 'kb.text', 'ingest.pipeline')} {self.vocabulary}"
        self.analysed = Memo(folder, "analysed", version=version)
        """Mentions and sentences by passage text."""
        self._linked = Memo(folder, "linked", version=version)

    def link(self, text: str) -> list[str]:
        """Ids of the concepts, timings and cards that a text names."""
        return self._linked.of(text, lambda t: [link.target for link in self.linker.link(t)])

    def save(self) -> None:
        """Keeps what is new for the next build."""
        self.analysed.save()
        self._linked.save()
