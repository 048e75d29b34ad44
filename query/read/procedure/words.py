"""A question's text made plain: numbers written out, sentences, which player a place speaks of, what is asked."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from kb.lang.chatted import punctuated
from kb.lang.later import later
from kb.lang.misspelt import mended
from kb.model import Lang
from kb.text import normalise
from query.read.procedure.cues import Cues
from query.read.procedure.model import SIDES, Side

Asks = Literal["yes/no", "stated", "what"]
"""What a clause wants; "stated": yes or no, asked as a statement with a question mark."""
_THOUSANDS = later(r"(?<![\d,])(\d{1,3}),(\d{3})(?![\d,])")
_APOSTROPHE = later(r"(?<=[a-z])'(?=[a-z])")
_SHORT = later(r"(?<![\d.])(\d{1,2})(?:\.(\d))?k\b")
_SENTENCE = later(r"[^.?!。？！;；\n]*(?:[.?!。？！;；\n]+|$)")
_CLAUSE = later(r"[^.?!。？！;；\n,，:：]*(?:[.?!。？！;；\n,，:：]+|$)")
_EITHER = later(r"(.)不(?=\1)\1")
_NOT_BARRED = later(r"(?:并不是|并非|(?<!是)不是|未必就?|不见得就?|又没说|没有?规定说?)不(?=能|会|可以|许|得|让|准)")
_SAYS = 3
"""Words (English) or characters (Chinese) that a statement put as a question has at least."""
_ZH_NUMBERS = str.maketrans("一二两三四五六七八九", "122345678" + "9")


@dataclass(frozen=True, slots=True)
class Words:
    """A question as all readers of procedures see it; offsets are those of `text`."""

    text: str
    lang: Lang
    cues: Cues
    _stand: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)
    """Of the cues asked for so far, whether they stand in the text: many frames ask for the same."""

    def has(self, *names: str) -> bool:
        """Whether every one of these cues stands in the text."""
        for name in names:
            known = self._stand.get(name)
            if known is None:
                known = self._stand[name] = self.cues.has(name, self.text)
            if not known:
                return False
        return True

    def side_before(self, place: int, since: int = 0) -> Side:
        """Whose a thing at an offset is: the last player named between `since` and there."""
        found: Side = ""
        last = -1
        for side in ("own", "opp"):
            for match in self.cues.all(f"side.{side}", self.text[since:place]):
                if match.end() > last:
                    found, last = side, match.end()
        return found

    def first_side(self, start: int, end: int) -> Side:
        """The player named first between two offsets: of whom it speaks."""
        found = [(m.start(), side) for side in SIDES for m in self.cues.all(f"side.{side}", self.text[start:end])]
        return min(found)[1] if found else ""

    def without(self, cue: str) -> Words:
        """The text with blanks, as many, wherever the cue stands."""
        text = self.text
        for match in self.cues.all(cue, text):
            text = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
        return replace(self, text=text, _stand={}) if text != self.text else self

    def sentence_start(self, place: int) -> int:
        """Where the sentence around an offset begins."""
        return next((m.start() for m in _SENTENCE.finditer(self.text) if m.start() <= place < m.end()), 0)

    def sentence_end(self, place: int) -> int:
        """Where the sentence around an offset ends."""
        return next((m.end() for m in _SENTENCE.finditer(self.text) if m.start() <= place < m.end()), len(self.text))

    def clauses(self) -> list[tuple[int, int]]:
        """Every clause as (start, end)."""
        return [(m.start(), m.end()) for m in _CLAUSE.finditer(self.text) if m.group().strip()]

    def asked(self, told: bool = False) -> list[tuple[int, int, Asks]]:
        """Clauses that ask something, each with whether it wants yes or no; with `told` the last
        statement put as a question, where nothing else asks. Where no sentence is marked as a question, the last may ask all
        the same ("can i use it")."""
        sentences = [m for m in _SENTENCE.finditer(self.text) if m.group().strip()]
        marked = [m for m in sentences if self._marked(m.group())]
        unmarked = [m for m in sentences[-1:] if not self.cues.has("ask.doubted", m.group())]
        return self._wanted(marked, told=told) or self._wanted(unmarked, told=False)

    def _marked(self, sentence: str) -> bool:
        return sentence.rstrip().endswith(("?", "？")) or self.cues.has("ask.open", sentence)

    def _wanted(self, sentences: Sequence[re.Match[str]], *, told: bool) -> list[tuple[int, int, Asks]]:
        found: list[tuple[int, int, Asks]] = []
        stated: list[tuple[int, int, Asks]] = []
        for match in sentences:
            sentence = match.group()
            parts = self._untagged(self._parts(match.start(), match.end()))
            for start, end in parts:
                part = self.text[start:end]
                if self.cues.has("ask.what", part):
                    found.append((start, end, "what"))
                    if early := self.cues.first("ask.yes-no", part[: self._what(part)]):
                        found[-1:] = [(start + early.start(), start + self._what(part), "yes/no"), found[-1]]
                elif self.cues.has("ask.yes-no", part) or self.cues.has("ask.tagged", part):
                    found.append((start, end, "yes/no"))
            if parts and self._told(sentence, self.text[slice(*parts[-1])]):
                stated = [(*parts[-1], "stated")]
        return found or (stated if told else [])

    def _told(self, sentence: str, last: str) -> bool:
        """Whether a sentence is a statement with a question mark whose last part is long enough to say something."""
        if "..." in self.text or self.cues.has("ask.choice", sentence):
            return False
        return len(last.split()) >= _SAYS if self.lang == "en" else len(last.strip("?？ ")) >= _SAYS

    def _untagged(self, parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The parts of a sentence, one that only asks for assent ("…, right?") joined to the one before it."""
        if len(parts) < 2 or not self.cues.has("ask.tag", self.text[slice(*parts[-1])]):
            return parts
        return [*parts[:-2], (parts[-2][0], parts[-1][1])]

    def within_question(self, place: int) -> bool:
        """Whether an offset stands in a question that wants yes or no."""
        return any(a <= place < b and kind == "yes/no" for a, b, kind in self.asked())

    def negative(self, text: str, without: str = "") -> bool:
        """Whether a question is put with a no ("不会…吗", "does it not …"), but for words already understood
        and for a tag at its end ("…, doesn't it?")."""
        tag = self.cues.first("ask.tagged", text)
        said = text[: tag.start()] if tag else text
        return self.cues.has("ask.negative", either(said.replace(without, " ") if without else said))

    def _what(self, part: str) -> int:
        found = self.cues.first("ask.what", part)
        return found.start() if found else len(part)

    def _parts(self, start: int, end: int) -> list[tuple[int, int]]:
        cuts = [start]
        cuts += [m.start() + start for m in self.cues.all("ask.join", self.text[start:end])]
        cuts.append(end)
        return [(a, b) for a, b in itertools.pairwise(cuts) if self.text[a:b].strip(" ,，?？")]


def either(text: str) -> str:
    """The text with "is it or is it not" as plain "is it", and without a no that denies a no.

    >>> either("能不能再攻击"), either("并不是不能再攻击"), either("是不是不能再攻击")
    ('能再攻击', '能再攻击', '是不是不能再攻击')
    """
    return _NOT_BARRED.sub("", _EITHER.sub(r"\1", text))


def words_of(text: str, lang: Lang, cues: Cues) -> Words:
    """The text lower-cased, simplified, with "2,500" and "8k" written out and Chinese counts as digits where they count."""
    plain = mended(normalise(text).text) if lang == "en" else punctuated(normalise(text).text)
    plain = _APOSTROPHE.sub("", plain)
    plain = _THOUSANDS.sub(r"\1\2", plain)
    plain = _SHORT.sub(lambda m: str(int(m[1]) * 1000 + int(m[2] or 0) * 100), plain)
    plain = re.sub(r"([一二两三四五六七八九])(?=[倍])", lambda m: m[1].translate(_ZH_NUMBERS), plain)
    return Words(plain, lang, cues)
