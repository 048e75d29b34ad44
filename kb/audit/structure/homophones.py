"""Terms written with another character of the same sound; shared by the checks, no check itself."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import is_title
from kb.lang.detect import detect
from kb.lang.pinyin import sound_of
from kb.lang.plain import is_word
from kb.model import Concept, Passage, Timing

HAN = "\u3400-\u9fff"
_RUN = re.compile(f"[{HAN}]{{2,}}")
_TERM = re.compile(f"[{HAN}]{{2,6}}")
_TITLE = re.compile(rf"(?:第?(?:[\d.]+|[一二三四五六七八九十]+)\s*[条章节、.\s]\s*)?([{HAN}]{{2,6}})")
"""A heading of one term, with its number."""
_BOLD = re.compile(rf"\*\*([{HAN}]{{2,6}})\*\*")
_LONGEST = 6
_USUAL, _RARELY, _TIMES = 4, 2, 4
"""How often a term stands in all documents at least, a wrong writing at most, and how many times as often the term."""
_ELSEWHERE = 6
"""How often the wrong character stands elsewhere, at most: one that is used stands beside others by right."""
_OFTEN, _LONG = 10, 4
"""How often a term stands for a character that stands nowhere else to be a slip whatever is beside it; in the middle of so
long a term, which is used twice as often, it may even make a word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Miswritten:
    """A place where a term has a wrong character."""

    audited: Audited
    passage: Passage
    written: str
    meant: str
    usual: int
    """How often the term stands in all documents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Text:
    """What is Chinese in all documents."""

    passages: Sequence[tuple[Audited, Passage]]
    chars: Mapping[str, int]
    """How often each character stands there."""
    terms: Mapping[str, int]
    """How often each term does that is often used, of the vocabulary and of the documents' own."""
    names: Collection[str]
    """All of these, and what players say."""


def _read(corpus: Corpus) -> _Text:
    every = ((d, p) for d in corpus.documents for p in d.document.passages if p.kind != "reference" and _RUN.search(p.text))
    passages = [(d, p) for d, p in every if detect(p.text) != "ja"]
    things: tuple[Concept | Timing, ...] = (*corpus.concepts, *corpus.timings)
    names = {n for t in things for n in (t.labels.get("zh", ""), *t.aliases.get("zh", ())) if _TERM.fullmatch(n)}
    names |= {name for audited, passage in passages for name in _own(audited, passage)}
    chars: Counter[str] = Counter()
    terms: Counter[str] = Counter()
    for _, passage in passages:
        for run in _RUN.findall(passage.text):
            chars.update(run)
            cut = (run[n : n + size] for n in range(len(run) - 1) for size in range(2, min(_LONGEST, len(run) - n) + 1))
            terms.update(name for name in cut if name in names)
    usual = {name: often for name, often in sorted(terms.items()) if often >= _USUAL}
    names |= {name for concept in corpus.concepts for name in concept.slang.get("zh", ())}
    return _Text(passages=passages, chars=chars, terms=usual, names=names)


def _own(audited: Audited, passage: Passage) -> Iterator[str]:
    """Terms of a document's own: a short heading, words in bold, the first cell of a row."""
    title = _TITLE.fullmatch(passage.text) if is_title(passage) else None
    yield from [title[1]] if title else []
    yield from _BOLD.findall(audited.raw(passage))
    yield from (name for name in passage.row_headers[:1] if _TERM.fullmatch(name))


def miswritten(corpus: Corpus) -> Iterator[Miswritten]:
    """Where a term that the documents use often stands once or twice with another character of the same sound.

    Such strings also stand where one word ends and the next begins. So the wrong character must be one that hardly stands
    anywhere else and makes no word with those around it, and the term must stand elsewhere beside the same neighbour.
    """
    text = _read(corpus)
    places: dict[tuple[str, str], list[_Place]] = defaultdict(list)
    for place in _places(text):
        places[place.written, place.term].append(place)
    told: set[tuple[str, int]] = set()
    for (written, term), where in sorted(places.items(), key=lambda one: (len(one[0][0]), one[0])):
        often = len(where)
        rare = often <= _RARELY and often * _TIMES <= text.terms[term]
        if not rare or corpus.known_word(written) or any(written in name for name in text.names):
            continue
        for place in where:
            char = (place.passage.id, place.at + place.wrong)
            elsewhere = text.chars[written[place.wrong]] - often
            if char not in told and elsewhere <= _ELSEWHERE and _stands(place, text, elsewhere == 0):
                told.add(char)
                yield Miswritten(
                    audited=place.audited, passage=place.passage, written=written, meant=term, usual=text.terms[term]
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where a string stands that differs from a term in one character of the same sound."""

    audited: Audited
    passage: Passage
    at: int
    """Where it begins."""
    written: str
    term: str
    wrong: int
    """The place of the character in it."""


def _places(text: _Text) -> Iterator[_Place]:
    lacking: dict[tuple[str, str], list[str]] = defaultdict(list)
    for term in text.terms:
        for wrong in range(len(term)):
            lacking[term[:wrong], term[wrong + 1 :]].append(term)
    few = {char for char, often in text.chars.items() if often <= _RARELY + _ELSEWHERE}
    for audited, passage in text.passages:
        said = passage.text
        for at in (n for n, char in enumerate(said) if char in few):
            for start in range(max(0, at - _LONGEST + 1), at + 1):
                for end in range(max(at + 1, start + 2), min(len(said), start + _LONGEST) + 1):
                    for term in lacking.get((said[start:at], said[at + 1 : end]), ()):
                        if term[at - start] != said[at] and sound_of(term[at - start]) == sound_of(said[at]):
                            yield _Place(
                                audited=audited,
                                passage=passage,
                                at=start,
                                written=said[start:end],
                                term=term,
                                wrong=at - start,
                            )


_ADVERBS = frozenset("才就也都又再仍便即将已并则")
"""Characters that stand before any verb: with it they look like another word."""


def _stands(place: _Place, text: _Text, alone: bool) -> bool:
    """Whether a wrong writing stands where the term could: beside the same neighbour, or with a character met nowhere else."""
    said, end, often = place.passage.text, place.at + len(place.written), text.terms[place.term]
    inside = 0 < place.wrong < len(place.written) - 1
    if place.wrong == 0 and place.written[0] in _ADVERBS:
        return False
    if alone and inside and len(place.term) >= _LONG and often >= _OFTEN * 2:
        return True
    if _makes_word(place):
        return False
    if inside or (alone and often >= _OFTEN):
        return True
    around = [said[: place.at][-1:] + place.term, place.term + said[end : end + 1]]
    beside = [near for near in around if len(near) > len(place.term) and _RUN.fullmatch(near)]
    return any(near in p.text for near in beside for _, p in text.passages) if beside else alone


def _makes_word(place: _Place) -> bool:
    """Whether a string makes a word with what stands around it, or the wrong character with its neighbours."""
    said, at, end, wrong = place.passage.text, place.at, place.at + len(place.written), place.at + place.wrong
    pairs = (
        said[max(0, at - 1) : at + 1],
        said[end - 1 : end + 1],
        said[max(0, wrong - 1) : wrong + 1],
        said[wrong : wrong + 2],
        said[wrong : wrong + 3],
    )
    return any(map(is_word, pairs))
