"""The card files of a home: the user's own copies, and the store made from them, made again only when they change."""

from __future__ import annotations

import hashlib
import os
import shutil
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import tomlkit

from ingest.cards import Taken, read_card_file
from ingest.files import read_bytes
from kb.cache import code_version
from kb.cards.record import Card, merged, name_key
from kb.cards.store import FILE, CardStore, write_cards
from kb.errors import BadInput, UnknownName
from kb.files import write_atomically
from kb.model import Finding
from kb.plain import encodable
from kb.store.kept import keep_file, kept_file
from kb.store.manifest import file_hash

CARDS = "cards"
_LIST = "files.toml"


@dataclass(frozen=True, slots=True)
class CardFile:
    """A card file kept: its name as the user knows it and the hash that its copy is called by."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class CardLibrary:
    """Card files in `<home>/cards/`. The one added first prevails; a later one adds what is missing."""

    home: Path

    @property
    def folder(self) -> Path:
        """Where everything lies."""
        return self.home / CARDS

    def files(self) -> tuple[CardFile, ...]:
        """What is kept, in the order in which it was added. Raises BadInput if the list is damaged."""
        path = self.folder / _LIST
        try:
            rows = tomllib.loads(path.read_text("utf-8")).get("file", [])
            return tuple(CardFile(str(r["name"]), str(r["sha256"])) for r in rows)
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadInput(f"{path}: cannot be read ({error}). Delete it and build the cards again.") from error

    def add(self, paths: Iterable[Path]) -> tuple[Finding, ...]:
        """Keeps card files; one of a name that is known replaces that one in its place. What in them could not be used.

        Raises BadInput for a file that is missing or that no reader understands; then nothing is kept.
        """
        given = [(encodable(path.name), read_bytes(path)) for path in paths]
        twice = [name for name, times in Counter(name for name, _ in given).items() if times > 1]
        if twice:
            raise BadInput(f"{twice[0]}: this name is given twice. Rename one of the files.")
        known = {f.name: f.sha256 for f in self.files()}
        hashed = [(name, data, hashlib.sha256(data).hexdigest()) for name, data in given]
        findings = [
            f for name, data, digest in hashed if known.get(name) != digest for f in read_card_file(data, name).findings
        ]
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, data, digest in hashed:
            if not _is_copy(self.folder / digest, digest):
                write_atomically(self.folder / digest, data)
            known[name] = digest
        if hashed:
            self._note(CardFile(n, d) for n, d in known.items())
        return tuple(findings)

    def remove(self, name: str) -> None:
        """Forgets a card file. Raises UnknownName if there is none of that name."""
        files = self.files()
        if name not in {f.name for f in files}:
            raise UnknownName(f"{name}: no such card file. There are: {', '.join(f.name for f in files) or 'none'}.")
        self._note(f for f in files if f.name != name)

    def put_in(self, draft: Path) -> int:
        """Puts the store into a snapshot's folder; how many cards it holds, 0 if no card file is kept.

        What was made once is linked. Raises BadInput if a kept file is gone.
        """
        files = self.files()
        if not files:
            return 0
        digest = self.key()
        made = kept_file(self.folder, digest) or self._make(files, digest)
        link(made, draft / FILE)
        with closing(CardStore(draft / FILE)) as store:
            return len(store)

    def key(self) -> str:
        """16 hex digits that stand for the files and the code that reads them: equal keys, equal stores."""
        version = code_version("kb.cards.record", "kb.cards.store", "kb.cards.parts", "kb.lang.pinyin", "ingest.cards")
        return hashlib.sha256(f"{version} {[(f.name, f.sha256) for f in self.files()]}".encode()).hexdigest()[:16]

    def _make(self, files: Sequence[CardFile], digest: str) -> Path:
        cards = combine(self._read(f).cards for f in files)
        part = self.folder / f".{digest}.part"
        write_cards(part, cards)
        return keep_file(part, digest)

    def _read(self, file: CardFile) -> Taken:
        try:
            data = (self.folder / file.sha256).read_bytes()
        except OSError as error:
            raise BadInput(f"{file.name}: its copy is gone ({error.strerror}). Build with --cards again.") from error
        if hashlib.sha256(data).hexdigest() != file.sha256:
            raise BadInput(f"{self.folder / file.sha256}: damaged, the copy of {file.name}. Build with --cards again.")
        return read_card_file(data, file.name)

    def _note(self, files: Iterable[CardFile]) -> None:
        rows = tomlkit.aot()
        kept = list(files)
        for file in kept:
            rows.append(tomlkit.item({"name": file.name, "sha256": file.sha256}))
        document = tomlkit.document()
        document["file"] = rows
        write_atomically(self.folder / _LIST, tomlkit.dumps(document).encode())
        for path in self.folder.iterdir():
            if len(path.name) == 64 and path.name not in {f.sha256 for f in kept}:
                path.unlink(missing_ok=True)


def _is_copy(path: Path, digest: str) -> bool:
    return path.is_file() and file_hash(path) == digest


def combine(files: Iterable[Iterable[Card]]) -> list[Card]:
    """Cards of several files, in order, each once: one Konami id, passcode or English name is one card."""
    cards: list[Card] = []
    places: dict[object, int] = {}
    for card in (c for file in files for c in file):
        marks = _marks(card)
        at = next((places[m] for m in marks if m in places), len(cards))
        if at == len(cards):
            cards.append(card)
        else:
            cards[at] = merged(cards[at], card)
        for mark in marks:
            places.setdefault(mark, at)
    return cards


def _marks(card: Card) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = [("konami", card.konami)] if card.konami else []
    found += [("passcode", c) for c in card.passcodes]
    english = name_key(card.names.get("en", ""))
    return found + ([("name", english)] if english else []) + [("id", card.id)]


def link(made: Path, target: Path) -> None:
    """The same file under another name, or a copy of it where the disk cannot do that."""
    try:
        os.link(made, target)
    except OSError:
        shutil.copyfile(made, target)
