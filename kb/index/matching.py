"""Vectors of questions by which those that are answered alike lie near each other, whatever language they are put in.

The words are those of the reader of sides (`kb/index/reader.py`); all twelve layers and the projection are its own, trained
by `python -m benchmarks.matching --write`. The vectors of the digest's questions and statements are shipped beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from threading import Thread

import numpy as np
from numpy.typing import NDArray

from kb.index.encode import GRAPH, threads
from kb.index.layers import Floats, Layers, in_layers
from kb.index.quantised import Quantised
from kb.index.reader import LOADING, Reader, load_reader, packed, unpacked
from kb.index.stored import Stored
from kb.index.vectors import SHIPPED, Keys, read_table, text_key, write_vectors

READER = SHIPPED.with_name("sides.npz")
"""Whose words are used."""
MATCHER = SHIPPED.with_name("matcher.npz")
MATCHED = SHIPPED.with_name("matched.npz")
"""The vectors of the digest's texts."""
LONGEST = 88
"""Pieces of a question that are read."""
_QUESTIONS = 48
"""Of how many questions for each entry wanted the nearest are looked through: an entry has several that lie near."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Owners:
    """Whose question each row is: rows of a language stand together."""

    names: tuple[str, ...]
    """Ids of entries."""
    of: NDArray[np.int32]
    """Of each row, the number of its entry; -1 where the text is no question of an entry."""
    langs: Mapping[str, slice]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Matcher:
    """What turns a question into its vector, and the vectors of the texts that are known."""

    id: str
    """Names the training: vectors of another are not comparable."""
    reader: Reader
    path: Path
    layers: Layers
    projection: Floats
    rows: Keys
    """Of each known text, by the hash of it, the row of its vector."""
    table: Quantised
    """The vectors, `(n_texts, 192)`."""
    owners: Owners

    @property
    def tensors(self) -> Mapping[str, Floats]:
        """The upper layers and `p.w`, the projection, as plain floats, read again each time: to go on training from."""
        return unpacked(Stored(self.path))

    def vector(self, text: str) -> Floats:
        """The unit vector of a text, plain as `query.read.intent.bare` leaves it."""
        made = self.projection @ self.layers(self.reader.embedded(text, LONGEST)).mean(axis=0)
        vector: Floats = made / max(float(np.linalg.norm(made)), 1e-12)
        return vector

    def nearest(self, near: Floats, lang: str, most: int) -> tuple[str, ...]:
        """The ids of the entries whose questions in that language lie nearest, best first; none where it is not known whose
        they are. `near`: how near each known text lies, `table @ vector`.
        """
        rows = self.owners.langs.get(lang, slice(0, 0))
        asked = near[rows]
        if not asked.size:
            return ()
        reach = min(asked.size, most * _QUESTIONS)
        best = np.argpartition(-asked, reach - 1)[:reach]
        owners = self.owners.of[rows][best[np.argsort(-asked[best], kind="stable")]].tolist()
        return tuple(dict.fromkeys(self.owners.names[n] for n in owners if n >= 0))[:most]

    def rows_of(self, texts: Sequence[str]) -> NDArray[np.intp]:
        """Of each text, as it is written in the digest, the row of its vector; -1 for one whose vector is not known."""
        return _rows_of(self, tuple(texts))


@lru_cache(maxsize=4_096)
def _rows_of(matcher: Matcher, texts: tuple[str, ...]) -> NDArray[np.intp]:
    """Remembered, since the questions of the same entries are compared again and again."""
    found = matcher.rows.of([text_key(text, "query") for text in texts])
    found.flags.writeable = False
    return found


def load_matcher(path: Path = MATCHER, known: Path = MATCHED, reader: Path = READER) -> Matcher:
    """The matcher of that file, with the vectors of that other; without any if they were made by another. Made once."""
    with LOADING:
        return _load(path, known, reader)


def load_ahead() -> None:
    """Begins to make the matcher, where there is another core for it: whoever needs it waits for it."""
    if threads() > 1:
        Thread(target=load_matcher, name="matcher", daemon=True).start()


@cache
def _load(path: Path, known: Path, reader: Path) -> Matcher:
    kept = Stored(path)
    name = str(kept["id"])
    layers = Layers(GRAPH, {name: kept[name] for name in kept if in_layers(name)})
    kept.let_go()
    projection = unpacked({n: kept[n] for n in ("p.w|8", "p.w|scale")})["p.w"]
    rows, table, scale = read_table(known, name)
    owners = _owners(known, len(table))
    return Matcher(
        id=name,
        path=path,
        reader=load_reader(reader),
        layers=layers,
        projection=projection,
        rows=rows,
        table=Quantised(table, scale),
        owners=owners,
    )


def _owners(path: Path, rows: int) -> Owners:
    """What `write_matched` told of each row; nothing where the file does not say it of these rows."""
    if rows:
        kept = Stored(path)
        if "owner" in kept and len(kept["owner"]) == rows:
            of, ends = kept["owner"], kept["ends"].tolist()
            return Owners(
                names=tuple(kept["owners"].tolist()), of=of, langs={"en": slice(0, ends[0]), "zh": slice(ends[0], ends[1])}
            )
    return Owners(names=(), of=np.zeros(0, dtype=np.int32), langs={})


def write_matcher(path: Path, name: str, tensors: Mapping[str, Floats], largest: Mapping[str, Floats]) -> None:
    """Keeps the layers (`l0.q.w`, …) and the projection (`p.w`) under that name. `largest`: how large what goes into its
    matrices gets, see `kb.index.evened.evened`.
    """
    np.savez(path, id=np.array(name), **packed(tensors, largest))  # type: ignore[arg-type]  # numpy's stubs know arrays by position


def write_matched(
    path: Path, name: str, texts: Sequence[str], vectors: Sequence[Floats], asked: Mapping[str, tuple[str, str]] | None = None
) -> None:
    """Keeps the vectors of texts, by the hash of each; `asked`: of a question, its language and the id of its entry."""
    told = asked or {}
    place = {"en": 0, "zh": 1}
    order = sorted(range(len(texts)), key=lambda n: place[told[texts[n]][0]] if texts[n] in told else len(place))
    owners = sorted({owner for _, owner in told.values()})
    number = {owner: n for n, owner in enumerate(owners)}
    of = [number[told[texts[n]][1]] if texts[n] in told else -1 for n in order]
    ends = [sum(told.get(text, ("",))[0] in langs for text in texts) for langs in (("en",), ("en", "zh"))]
    write_vectors(
        path,
        name,
        [(text_key(texts[n], "query"), vectors[n]) for n in order],
        owner=np.array(of, dtype=np.int32),
        owners=np.array(owners, dtype=np.str_),
        ends=np.array(ends),
    )
