"""Misspelt terms in a question: English by edit distance, Chinese by one character that sounds or looks the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kb.lang.lexicon import Name
from kb.lang.words import Word, stem

_SHORTEST = 5
_LONG = 8


class EnglishTypos:
    """Mends misspelt words: a word of a label at distance 1 (5 to 7 letters) or 2 (8 and more), first letter right."""

    def __init__(self, names: Sequence[Name], ordinary: frozenset[str]) -> None:
        found = {w: s for n in names for w, s in n.words}
        labels = {w for n in names if n.match == "label" for w, _ in n.words}
        self._known = set(found.values()) | {stem(w) for w in ordinary}
        self._targets = sorted(w for w in labels if w.isalpha() and len(w) >= _SHORTEST - 1)

    def mend(self, tokens: Sequence[Word]) -> list[Word]:
        """The tokens, misspelt ones with the text and stem of the word that was meant; places stay."""
        return [self._mended(t) if self._doubtful(t) else t for t in tokens]

    def _doubtful(self, token: Word) -> bool:
        return len(token.text) >= _SHORTEST and token.text.isalpha() and token.stem not in self._known

    def _mended(self, token: Word) -> Word:
        from rapidfuzz.distance import OSA

        limit = 2 if len(token.text) >= _LONG else 1
        best: list[tuple[int, str]] = []
        for target in self._targets:
            if target[0] == token.text[0] and abs(len(target) - len(token.text)) <= limit:
                distance = OSA.distance(token.text, target, score_cutoff=limit)
                if distance <= limit:
                    best.append((distance, target))
        stems = {stem(word) for distance, word in best if distance == min(best)[0]}
        if len(stems) != 1:
            return token
        word = min(best)[1]
        return Word(token.start, token.end, word, stem(word))


class ChineseTypos:
    """Finds names of three and more characters with one character wrong that sounds or looks like the right one.

    Any other character would make 表侧 of 里侧.
    """

    def __init__(self, by_first: dict[str, list[Name]], homophones: Iterable[str], ordinary: frozenset[str]) -> None:
        self._ordinary = ordinary
        self._sounds: dict[str, set[int]] = {}
        for number, row in enumerate(homophones):
            for char in row:
                self._sounds.setdefault(char, set()).add(number)
        self._by_gap: dict[tuple[str, str], list[Name]] = {}
        for name in (n for group in by_first.values() for n in group):
            if len(name.text) >= 3 and name.targets and name.match != "slang":
                for i in range(len(name.text)):
                    self._by_gap.setdefault((name.text[:i], name.text[i + 1 :]), []).append(name)
        self._lengths = sorted({len(n.text) for names in self._by_gap.values() for n in names})

    def find(self, text: str) -> Iterator[tuple[int, Name]]:
        """(start, name) of each name that stands in the text with one character wrong."""
        for at, char in enumerate(text):
            if char in self._sounds and char not in self._ordinary:
                yield from self._around(text, at)

    def _around(self, text: str, at: int) -> Iterator[tuple[int, Name]]:
        """Names of which the character there is the wrong one."""
        for length in self._lengths:
            for start in range(max(0, at - length + 1), min(at, len(text) - length) + 1):
                for name in self._by_gap.get((text[start:at], text[at + 1 : start + length]), ()):
                    if len(name.text) == length and self._alike(text[at], name.text[at - start]):
                        yield start, name

    def _alike(self, written: str, meant: str) -> bool:
        if written == meant:
            return False
        return not self._sounds.get(meant, set()).isdisjoint(self._sounds.get(written, ()))
