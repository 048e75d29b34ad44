"""The snapshot in use, and the next one as soon as it is opened: nobody waits for a build, no request fails by one."""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path

from kb.errors import RulingsError
from kb.home import home_dir
from kb.loading import loaded
from serve.opened import Opened, pointer_of

LOOK_AGAIN = 1.0
"""Seconds between two looks at the pointer."""
READ_AGAIN = 0.2
"""Seconds between two looks at the files of the digest and the decisions: each takes as long as half of a kept reply."""
log = logging.getLogger("rulings.serve")


class Keeper:
    """Gives what is current. A new build is opened in a thread of its own while the old snapshot goes on answering."""

    def __init__(
        self, home: Path | None = None, *, sources: Path | None = None, encoder: str | None = None, every: float = LOOK_AGAIN
    ) -> None:
        self._home, self._sources, self._encoder, self._every = home_dir(home), sources, encoder, every
        self._opened = self._open()
        self._lock = threading.Lock()
        self._looked = time.monotonic()
        self._failed = ""
        """The pointer of a snapshot that could not be opened: it is not tried again."""
        self._opening: threading.Thread | None = None

    def _open(self) -> Opened:
        opened = Opened.open(self._home, sources=self._sources, encoder=self._encoder)
        opened.laws.every = min(self._every, READ_AGAIN)
        loaded()
        return opened

    def current(self) -> Opened:
        """What is in use now. Hold it for one request: it stays whole while a newer one takes its place."""
        if time.monotonic() - self._looked >= self._every:
            self.look()
        return self._opened

    def look(self) -> threading.Thread | None:
        """Looks whether there is a new build; the thread that opens it, None if there is nothing to open."""
        with self._lock:
            self._looked = time.monotonic()
            found = pointer_of(self._home)
            if self._opening is not None and self._opening.is_alive():
                return self._opening
            if found in (self._opened.pointer, self._failed):
                return None
            self._opening = threading.Thread(target=self._replace, args=(found,), name="opening", daemon=True)
            self._opening.start()
            return self._opening

    def _replace(self, pointer: str) -> None:
        try:
            opened = self._open()
        except (RulingsError, OSError) as error:
            self._failed = pointer
            log.error("the new build cannot be opened, the one before it goes on answering: %s", error)
            return
        self._opened, self._failed = opened, ""
        log.info("answers come from %s now", opened.name)

    @property
    def trouble(self) -> str:
        """Why a newer build is not in use; empty if none is waiting."""
        return "a newer build cannot be opened; run `rulings build` again" if self._failed else ""
