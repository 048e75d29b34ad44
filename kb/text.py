"""Normalised text with a map back to the original: quote from the original, match on the normalised."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from kb.errors import RulingsError
from kb.model import Span

_LOOKALIKES = {
    **dict.fromkeys("“”„‟«»〝〞〟", '"'),
    **dict.fromkeys("‘’‚‛′`´", "'"),
    **dict.fromkeys("‐‑‒–—―−⸺⸻﹘", "-"),
    **dict.fromkeys("•・‧∙●", "·"),
    "〜": "~",
}
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"
_UNEVEN_BLANKS = re.compile(r"\s\s|[^\S ]")
_VOICING = frozenset("\uff9e\uff9f")
"""Half-width voicing marks: they join the kana before them, but are not combining characters themselves."""


@dataclass(frozen=True, slots=True)
class Normalised:
    """A normalised text and where each of its code points came from.

    `offsets` has `len(text) + 1` entries, never falling: the code point offset in the original of every code point of
    `text`, then the end of what the last one came from.
    """

    text: str
    offsets: Sequence[int]

    def back(self, span: Span) -> Span:
        """The span of the original that a span of the normalised text came from; both in code points, end exclusive.

        A span that ends inside an expanded character covers the whole character.
        """
        start, end = span
        first = self.offsets[start]
        if end <= start:
            return Span(first, first)
        last = self.offsets[end - 1]
        while end < len(self.text) and self.offsets[end] == last:
            end += 1
        return Span(first, self.offsets[end])


@cache
def _table() -> dict[int, str]:
    """Single characters that become another or go: traditional Chinese, curly quotes, dashes, invisible characters."""
    return {ord(old): new for old, new in (_simplified() | _LOOKALIKES | dict.fromkeys(_INVISIBLE, "")).items()}


@cache
def _narrow_table() -> dict[int, str]:
    """The same, and full-width forms become plain ones, as NFKC has it."""
    return {0xFF01 + n: chr(0x21 + n) for n in range(94)} | _table()


def _simplified() -> dict[str, str]:
    """OpenCC's character table, read as data without its code: phrase rules may change the length, these never do."""
    spec = find_spec("opencc")
    if spec is None or spec.origin is None:
        raise RulingsError(
            "kb/text.py: OpenCC is missing, without it Chinese cannot be read. Install opencc-python-reimplemented."
        )
    path = Path(spec.origin).parent / "dictionary" / "TSCharacters.txt"
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines() if "\t" in line)
    return {old: new.split()[0] for old, new in rows if len(old) == 1 and len(new.split()[0]) == 1}


@lru_cache(maxsize=1024)
def normalise(text: str) -> Normalised:
    """The text as everything here matches it: NFKC, lower case, simplified Chinese, plain quotes and dashes, blanks folded.

    White space at both ends and invisible format characters go; any other run of white space becomes one blank. Kana stay.

    >>> normalise("ＡＴＫ  “傷害步驟”").text
    'atk "伤害步骤"'
    """
    folded = _fold_whole(text)
    if folded is None:
        return _normalise_slowly(text)
    plain = folded.strip(" ")
    start = len(folded) - len(folded.lstrip(" "))
    return Normalised(plain, range(start, start + len(plain) + 1))


def normalise_all(texts: Sequence[str]) -> list[str]:
    """The words of `normalise` for each text, without the offsets: many short ones in a tenth of the time.

    >>> normalise_all(["傷害步骤", " ＡＴＫ", "a  b"])
    ['伤害步骤', 'atk', 'a b']
    """
    even = [text for text in texts if _BETWEEN not in text and not _UNEVEN_BLANKS.search(text)]
    known = dict(zip(even, _folded(even), strict=True))
    return [known[text] if text in known else normalise(text).text for text in texts]


def _folded(texts: Sequence[str]) -> list[str]:
    """The same of texts without uneven blanks: all at once, or half by half where one of them is not folded at once."""
    if len(texts) < _FEW:
        return [normalise(text).text for text in texts]
    folded = _fold_whole(_BETWEEN.join(texts))
    if folded is None:
        half = len(texts) // 2
        return [*_folded(texts[:half]), *_folded(texts[half:])]
    return [text.strip(" ") for text in folded.split(_BETWEEN)]


_BETWEEN = "\x00"
"""Stands between texts that are folded together."""
_FEW = 8
"""Texts that are not worth it."""


def _fold_whole(text: str) -> str | None:
    """The text folded at once, for the common case that every character gives exactly one; None if that is not so."""
    if _UNEVEN_BLANKS.search(text):
        return None
    if text.isascii():
        return text.lower().replace("`", "'")
    table = _table()
    plain = text.translate(_narrow_table())
    folded = plain.lower()
    if not (len(folded) == len(plain) == len(text) and _is_nfkc(plain) and _is_nfkc(folded)):
        return None
    return folded.translate(table)


def _is_nfkc(text: str) -> bool:
    return unicodedata.is_normalized("NFKC", text)


def _normalise_slowly(text: str) -> Normalised:
    out: list[str] = []
    offsets: list[int] = []
    end = 0
    pending: int | None = None
    for start, stop, piece in _clusters(text):
        folded = _fold(piece)
        if not folded.strip():
            pending = start if folded and pending is None else pending
            continue
        if pending is not None and out:
            out.append(" ")
            offsets.append(pending)
        pending = None
        for char in folded:
            if char.isspace():
                if not out or out[-1] == " ":
                    continue
                char = " "
            out.append(char)
            offsets.append(start)
        end = stop
    return Normalised("".join(out), (*offsets, end))


@lru_cache(maxsize=16_384)
def _fold(piece: str) -> str:
    """One cluster, folded. Lower case comes after NFKC, which can give capitals, and before a second NFKC."""
    table = _table()
    folded = unicodedata.normalize("NFKC", piece.translate(table)).lower()
    return unicodedata.normalize("NFKC", folded).translate(table)


def _clusters(text: str) -> Iterator[tuple[int, int, str]]:
    """Stretches that are normalised by themselves: a character and the marks that combine with it."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not _joins(text[at]):
            yield start, at, text[start:at]
            start = at


def _joins(char: str) -> bool:
    """Whether a character combines with the one before it: an accent, a voicing mark, a Hangul vowel or final."""
    if char < "\u0300":
        return False
    return unicodedata.combining(char) != 0 or char in _VOICING or "\u1160" <= char <= "\u11ff"


def text_hash(text: str) -> str:
    """sha256 of a text, first 16 hex digits: as passages carry it.

    >>> text_hash("a")
    'ca978112ca1bbdca'
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
