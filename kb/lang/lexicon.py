"""The names that concepts and timings go by, made ready for matching."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kb.lang.later import later
from kb.lang.words import CJK, pairs
from kb.model import Concept, Timing
from kb.text import normalise_all

Kind = Literal["concept", "timing"]
Match = Literal["label", "alias", "slang"]
_FILLERS = """
a an the its their his her your my our this that these those it them one
is are was were be been being get gets got
"""
FILLERS = frozenset(_FILLERS.split())
"""Words that may stand for each other inside a name: "negates its activation", "flip them face-up"."""
_HAS_CJK = later(f"[{CJK}\u3040-\u30ff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class WordLists:
    """What keeps matching honest; data in `sources/words.toml`.

    `ignored`: phrases that hold a term's word without meaning it ("on the other hand"). `ordinary`: everyday words that
    look like a misspelt term. `homophones`: strings of Chinese characters that sound alike.
    """

    ignored: tuple[str, ...] = ()
    ordinary: frozenset[str] = frozenset()
    homophones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Name:
    """One way to name something. `targets` is empty for a phrase that names nothing."""

    text: str
    """Normalised; for Chinese without blanks."""
    targets: tuple[tuple[Kind, str], ...]
    match: Match
    words: tuple[tuple[str, str], ...]
    """(word, stem) of a name in Latin letters, fillers left out unless there is nothing else; empty for Chinese."""
    loose: bool = False
    """Whether the name has a filler, so that others may stand there: "Set a card", but not "Special Summon Monster"."""


@dataclass(slots=True)
class Node:
    """A word of the English trie: what may follow, and the names that end here."""

    next: dict[str, Node] = field(default_factory=dict)
    names: list[tuple[tuple[str, ...], Name]] = field(default_factory=list)
    """(the name's words as written, the name)"""


def names(concepts: Iterable[Concept], timings: Iterable[Timing], ignored: Iterable[str] = ()) -> list[Name]:
    """Every name of every concept and timing, each text once: a label before an alias before slang.

    A concept and a timing with one English label are the same thing: every name of the concept gives both.
    """
    concepts, timings = tuple(concepts), tuple(timings)
    twins = _twins(concepts, timings)
    found: dict[tuple[str, bool], tuple[Match, list[tuple[Kind, str]]]] = {}
    spelt = list(_spellings(concepts, timings))
    for (target, match, _), plain in zip(spelt, normalise_all([text for _, _, text in spelt]), strict=True):
        key = (plain, match == "slang")
        if key[0]:
            _, targets = found.setdefault(key, (match, []))
            targets += [t for t in (target, twins.get(target)) if t and t not in targets]
    named = [_name(text, tuple(targets), match) for (text, _), (match, targets) in found.items()]
    return named + [_name(text, (), "alias") for text in normalise_all(tuple(ignored))]


def to_rows(found: Iterable[Name]) -> list[list[object]]:
    """Names as JSON keeps them."""
    return [[n.text, n.targets, n.match, n.words, n.loose] for n in found]


def from_rows(rows: Iterable[Sequence[Any]]) -> list[Name]:
    """The names that `to_rows` gave."""
    return [
        Name(text, tuple([(kind, name) for kind, name in targets]), match, tuple([(w, stem) for w, stem in words]), loose)
        for text, targets, match, words, loose in rows
    ]


def _name(text: str, targets: tuple[tuple[Kind, str], ...], match: Match) -> Name:
    if is_chinese(text):
        return Name(text.replace(" ", ""), targets, match, ())
    tokens = pairs(text)
    kept = tuple([t for t in tokens if t[0] not in FILLERS] or tokens)
    return Name(text, targets, match, kept, len(kept) < len(tokens))


def _twins(concepts: tuple[Concept, ...], timings: tuple[Timing, ...]) -> dict[tuple[Kind, str], tuple[Kind, str]]:
    by_label = {t.labels.get("en", "").lower(): t.id for t in timings}
    labelled = ((c, by_label.get(c.labels.get("en", "").lower())) for c in concepts)
    return {("concept", c.id): ("timing", timing) for c, timing in labelled if timing}


def _spellings(concepts: tuple[Concept, ...], timings: tuple[Timing, ...]) -> Iterator[tuple[tuple[Kind, str], Match, str]]:
    things: list[tuple[tuple[Kind, str], Concept | Timing]] = [(("concept", c.id), c) for c in concepts]
    things += [(("timing", t.id), t) for t in timings]
    for target, thing in things:
        yield from ((target, "label", text) for text in thing.labels.values())
    for target, thing in things:
        yield from ((target, "alias", text) for texts in thing.aliases.values() for text in texts)
    for concept in concepts:
        yield from ((("concept", concept.id), "slang", t) for texts in concept.slang.values() for t in texts)


def is_chinese(text: str) -> bool:
    """Whether a name must be matched by characters, not by words: it holds Chinese or Japanese."""
    return bool(_HAS_CJK.search(text))


def english_trie(found: Iterable[Name]) -> Node:
    """A trie over the stems of the names written in Latin letters, fillers left out."""
    root = Node()
    for name in found:
        node = root
        for _, stem in name.words:
            node = node.next.setdefault(stem, Node())
        if name.words:
            node.names.append((tuple(w for w, _ in name.words), name))
    return root


def chinese_names(found: Iterable[Name]) -> dict[str, list[Name]]:
    """The names written in Chinese or Japanese by their first character, longest first."""
    by_first: dict[str, list[Name]] = {}
    for name in found:
        if not name.words and name.text:
            by_first.setdefault(name.text[0], []).append(name)
    for group in by_first.values():
        group.sort(key=lambda n: -len(n.text))
    return by_first
