"""Where each document of a home was last built from: tells documents of one name apart, notices a file that is gone."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.files import write_atomically

FILE = "origins.json"


@dataclass(frozen=True, slots=True)
class Origin:
    """A file that a document was built from."""

    path: str
    """Absolute; bytes of a name that are not UTF-8 as Python holds them."""
    said: tuple[str, ...] = ()
    """What the user said of the document: a changed text does not change that."""

    @property
    def exists(self) -> bool:
        """Whether the file is still there."""
        with contextlib.suppress(OSError, ValueError):
            return Path(self.path).is_file()
        return False

    def under(self, folder: Path) -> bool:
        """Whether the file lies, or lay, somewhere inside an absolute folder."""
        return folder in Path(self.path).parents


def read_origins(home: Path) -> dict[str, Origin]:
    """Origins by id of the document; none if nothing was written, or nothing that can be read: files are then new."""
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        stored = json.loads((home / FILE).read_bytes())
        return {source_id: Origin(one["path"], tuple(one["said"])) for source_id, one in stored.items()}
    return {}


def write_origins(home: Path, origins: Mapping[str, Origin]) -> None:
    """Keeps the origins, the file replaced whole or not at all."""
    rows = {source_id: {"path": one.path, "said": one.said} for source_id, one in sorted(origins.items())}
    write_atomically(home / FILE, json.dumps(rows, indent=0).encode())


def gone(origins: Mapping[str, Origin], folders: Iterable[Path]) -> list[str]:
    """Ids of the documents built from inside one of the folders whose file is no longer there, sorted."""
    inside = [folder.resolve() for folder in folders]
    return sorted(i for i, one in origins.items() if any(one.under(f) for f in inside) and not one.exists)
