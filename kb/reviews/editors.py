"""Who may decide over a network: names and secrets in a file of whoever starts the page.

[editors]
"Ana Lamp" = "at least twelve characters that nobody guesses"
"""

from __future__ import annotations

import hashlib
import hmac
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from kb import toml
from kb.errors import BadInput

VARIABLE = "RULINGS_EDITORS"
MIN_SECRET = 12
"""Characters of a secret."""
TRIES, WINDOW = 10, 600.0
"""Wrong secrets from one place within so many seconds, after which none is looked at until they have passed."""
_PLACES = 10_000
"""Places whose wrong secrets are remembered; with more, all are one."""


@dataclass(frozen=True, slots=True)
class Badge:
    """That somebody gave an editor's secret; void as soon as the file has another."""

    name: str
    mark: bytes


@dataclass(frozen=True, slots=True)
class Editors:
    """The editors of a file; no secret is kept, only what one is compared with."""

    marks: dict[str, bytes] = field(repr=False)
    """By name."""

    def badge(self, name: str, secret: str) -> Badge | None:
        """The editor's badge if the secret is theirs; takes as long if there is no such editor."""
        name = " ".join(name.split())
        known = self.marks.get(name)
        right = hmac.compare_digest(_mark(name, secret), known or bytes(32))
        return Badge(name, known) if known and right else None

    def holds(self, badge: Badge | None) -> bool:
        """Whether a badge given earlier still stands for an editor of this file."""
        return badge is not None and hmac.compare_digest(self.marks.get(badge.name, b""), badge.mark)


def read_editors(path: Path) -> Editors:
    """The editors that a file names. Raises BadInput where it is missing, open to others, or not as described above."""
    try:
        mode = path.stat().st_mode
        table = toml.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}). Give the file of editors with --editors.") from error
    except ValueError as error:
        raise BadInput(f'{path}: no TOML ({error}). Write [editors] and below it "Name" = "secret".') from error
    if os.name == "posix" and mode & 0o077:
        raise BadInput(f"{path}: others on this machine may read it. Run `chmod 600 {path}`.")
    rows = table.get("editors")
    if not isinstance(rows, dict) or not rows:
        raise BadInput(f'{path}: names no editor. Write [editors] and below it "Name" = "secret".')
    return Editors({_named(path, name): _checked(path, name, secret) for name, secret in rows.items()})


def named_editors() -> Editors | None:
    """Those of the file that the environment names; None if it names none. Raises BadInput as `read_editors` does."""
    named = os.environ.get(VARIABLE)
    return read_editors(Path(named)) if named else None


def _named(path: Path, name: str) -> str:
    if not name.strip() or name != " ".join(name.split()):
        raise BadInput(f"{path}: {name!r} is no name. Write it without spaces around it.")
    return name


def _checked(path: Path, name: str, secret: object) -> bytes:
    if not isinstance(secret, str) or len(secret) < MIN_SECRET:
        raise BadInput(f"{path}: the secret of {name!r} is too short. Give {MIN_SECRET} characters at least, in quotes.")
    return _mark(_named(path, name), secret)


def _mark(name: str, secret: str) -> bytes:
    return hashlib.sha256(f"{name}\0{secret}".encode("utf-8", "replace")).digest()


class Door:
    """Counts wrong secrets by the place they came from, so that none is found by trying."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def enter(self, editors: Editors, name: str, secret: str, *, place: str) -> Badge | None:
        """The badge, or None for a wrong secret. Raises BadInput where too many wrong ones came from that place."""
        with self._lock:
            wrong = self._recent(place)
            if len(wrong) >= TRIES:
                raise BadInput("Too many wrong secrets. Try again in ten minutes.")
            badge = editors.badge(name, secret)
            if badge is None:
                wrong.append(self._clock())
            return badge

    def _recent(self, place: str) -> deque[float]:
        now = self._clock()
        if place not in self._wrong and len(self._wrong) >= _PLACES:
            self._wrong = {p: d for p, d in self._wrong.items() if d and now - d[-1] < WINDOW}
        found = self._wrong.setdefault(place if len(self._wrong) < _PLACES else "", deque(maxlen=TRIES))
        while found and now - found[0] >= WINDOW:
            found.popleft()
        return found
