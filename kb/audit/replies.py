"""What the digest replied to the statements of a user's documents, kept in the home: each is put to the same digest once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from kb.audit.corpus import Reply
from kb.cache import Cache, code_version
from kb.digest.load import digest_mark

KIND = "replies"
"""Of the cache's entries."""
HELD = "M326"
"""The check that takes somebody who answers: what was replied is kept, and told from then on without asking."""


class Replies:
    """The replies of one digest, by question; none at all where nothing was asked of it yet."""

    def __init__(self, home: Path, folder: Path) -> None:
        self._cache = Cache(home, KIND, version=code_version("kb", "query"))
        self._mark = digest_mark(folder)
        body = self._cache.get(self._mark)
        rows = json.loads(body) if body is not None else {}
        self._known = {q: Reply(verdict=v, confidence=c, entry=e) for q, (v, c, e) in rows.items()}

    def __bool__(self) -> bool:
        return bool(self._known)

    def get(self, question: str) -> Reply | None:
        """What was replied; None where it was not asked."""
        return self._known.get(question)

    def asking(self, ask: Callable[[str], Reply]) -> Callable[[str], Reply]:
        """What replies as it did before, and asks only what it was not asked yet."""

        def asked(question: str) -> Reply:
            if question not in self._known:
                self._known[question] = ask(question)
            return self._known[question]

        return asked

    def keep(self) -> None:
        """Writes them down."""
        rows = {q: (r.verdict, r.confidence, r.entry) for q, r in self._known.items()}
        self._cache.put(self._mark, json.dumps(rows, ensure_ascii=False).encode("utf-8", "surrogatepass"))
