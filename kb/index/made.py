"""What the files in `kb/learned/` were made from, so that a stale one is noticed: `kb/learned/manifest.toml`.

A file's `inputs` is a hash of the texts that it was made from, in any order; its `sha256` is its own. A file that stays
although the digest has grown since says why under `kept`.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import tomlkit

from kb.cache import code_version
from kb.digest.phrasings import Sided, sided
from kb.digest.unanswered import Unanswered
from kb.files import write_atomically
from kb.index.build import COUNTING
from kb.index.cross_encoder import BEGUN_WITH
from kb.index.digest import LINKING
from kb.index.e5 import FILE, SIZE
from kb.index.packed import GRAPHS
from kb.index.vectors import SHIPPED
from kb.model import Concept, Rule, Source

LEARNED = SHIPPED.parent
MANIFEST = LEARNED / "manifest.toml"
PHRASING = ("kb.index.terms", "kb.lang", "kb.text", "query.read.asking", "query.read.facts")
"""The code that tells what a question says: its terms, and the facts it gives."""
COMMANDS = {
    "vectors.npz": "python -m kb.index.ship --vectors",
    "worked.zip": "python -m kb.index.ship --vectors",
    "rewordings.tsv": "python -m kb.index.ship",
    "warp.npz": "python -m kb.index.ship",
    "documents.npz": "python -m kb.index.ship --documents HOME",
    "sides.npz": "python -m benchmarks.sides --write",
    "matcher.npz": "python -m benchmarks.matching --write",
    "matched.npz": "python -m benchmarks.matching --table",
    "phrased.npz": "python -m benchmarks.matching --table",
    "unanswered.npz": "python -m kb.index.ship --vectors",
    "cross-encoder.onnx": "python -m benchmarks.cross_encoder --write",
    "cross-encoder.npz": "python -m benchmarks.cross_encoder --write",
    "encoder.npz": "python -m benchmarks.graphs",
    "passages.npz": "python -m benchmarks.passages --write",
    "encoder.onnx": "python -m benchmarks.graphs",
    "reader.onnx": "python -m benchmarks.graphs",
    "pieces.npz": "python -m benchmarks.graphs",
    **{path.name: "python -m benchmarks.graphs" for path in GRAPHS.values()},
}
"""How each file is made again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A file and what it was made from."""

    file: str
    sha256: str
    inputs: str
    kept: str = ""
    """Why it stays although what it was made from has changed; empty for a file that must be fresh."""


def inputs(
    rules: Sequence[Rule],
    concepts: Iterable[Concept],
    sources: Iterable[Source],
    phrasings: Iterable[Sided],
    unanswered: Iterable[Unanswered] = (),
    vocabulary: str = "",
    facts: str = "",
) -> dict[str, str]:
    """The hash of what each file would be made from now, by its name.

    `vocabulary` stands for the terms that are linked, `facts` for the words that give facts.
    """
    texts = ["\n".join((r.en, r.zh, *(text for ask in r.asks for text in (ask.en, ask.zh)))) for r in rules]
    labels = [f"{c.labels.get('en', '')}\n{c.labels.get('zh', '')}" for c in concepts]
    known = [f"{s.id} {s.sha256}" for s in sources]
    asked = _hash(texts)
    matched = _hash([*texts, *(f"{one.topic}\n{one.text}" for one in unanswered)])
    return {
        "vectors.npz": asked,
        "worked.zip": _hash([*texts, code_version(*COUNTING, *LINKING), vocabulary]),
        "warp.npz": asked,
        "rewordings.tsv": _hash([*texts, *labels]),
        "documents.npz": _hash(known),
        "sides.npz": sides_hash([*sided(rules), *phrasings]),
        "matcher.npz": matched,
        "matched.npz": matched,
        "phrased.npz": _hash([matched, code_version(*PHRASING), facts]),
        "unanswered.npz": matched,
        **dict.fromkeys(
            (
                "encoder.npz",
                "passages.npz",
                "encoder.onnx",
                "reader.onnx",
                "pieces.npz",
                *(path.name for path in GRAPHS.values()),
            ),
            _hash([f"{FILE} {SIZE}"]),
        ),
        **dict.fromkeys(("cross-encoder.onnx", "cross-encoder.npz"), _hash([BEGUN_WITH])),
    }


def sides_hash(asked: Iterable[Sided]) -> str:
    """The hash of questions with their sides."""
    return _hash(f"{one.lang}\t{one.side}\t{one.text}" for one in asked)


def _hash(texts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(sorted(texts)).encode("utf-8", "surrogatepass")).hexdigest()


def sha256_of(path: Path) -> str:
    """The hash of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_made(path: Path = MANIFEST) -> dict[str, Made]:
    """What was written down of each file, by its name. Raises OSError, ValueError or TypeError where that is damaged."""
    return {row["file"]: Made(**row) for row in tomllib.loads(path.read_text("utf-8"))["made"]}


def note_made(files: Iterable[str], now: dict[str, str], path: Path = MANIFEST) -> None:
    """Writes down that these files have just been made from what there is now; `kept` lapses, other files stay as noted."""
    known = read_made(path) if path.is_file() else {}
    known |= {f: Made(file=f, sha256=sha256_of(path.parent / f), inputs=now[f]) for f in files}
    rows = tomlkit.aot()
    for name in sorted(known):
        one = known[name]
        row = {"file": name, "sha256": one.sha256, "inputs": one.inputs} | ({"kept": one.kept} if one.kept else {})
        rows.append(tomlkit.item(row))
    document = tomlkit.document()
    document.add(tomlkit.comment("Written by the programs that make the files; a reason under `kept` by hand."))
    document["made"] = rows
    write_atomically(path, tomlkit.dumps(document).encode())


def stale(now: dict[str, str], folder: Path = LEARNED) -> list[str]:
    """What is wrong with the files, a line each with the command that mends it; empty if they are as noted and fresh."""
    made = read_made(folder / MANIFEST.name)
    there = {p.name for p in folder.iterdir()} - {MANIFEST.name, "__pycache__"}
    found = [f"{name}: in {folder.name} but not in {MANIFEST.name}" for name in sorted(there - set(made))]
    for name, one in made.items():
        if name not in there or sha256_of(folder / name) != one.sha256:
            found.append(f"{name}: missing or not what {MANIFEST.name} names. Run `{COMMANDS[name]}`.")
        elif one.inputs != now[name] and not one.kept:
            found.append(f"{name}: what it was made from has changed. Run `{COMMANDS[name]}`.")
        elif one.inputs == now[name] and one.kept:
            found.append(f"{name}: is fresh. Take its `kept` out of {MANIFEST.name}.")
    return found
