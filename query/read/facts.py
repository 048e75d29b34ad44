"""The facts that a question gives: by facet, the values that words of it carry. What no word carries stays open."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from kb.digest.load import load_facts, sources_dir
from query.read.asking import bare
from query.read.reading import Facts

_GENERAL = frozenset({"act", "card", "place", "role", "source", "goes-to", "time"})
"""Facets of which a question may give several values at once: another value there contradicts nothing."""


def read_facts(text: str, lang: str, folder: Path | None = None) -> Facts:
    """What a question says of each facet of that folder's `cues/facts.toml`; facets it says nothing of are left out."""
    return _read(text, lang, folder if folder is not None else sources_dir())


@lru_cache(maxsize=32_768)
def _read(text: str, lang: str, folder: Path) -> Facts:
    plain = bare(text)
    cues = _cues(folder, "zh" if lang == "zh" else "en")
    told = plain if lang == "zh" else _spaced(plain)
    found: dict[str, set[str]] = {}
    for begins in set(told) if lang == "zh" else {word[:2] for word in told.split()}:
        for phrase, facet, value in cues.literal.get(begins, ()):
            if phrase in told:
                found.setdefault(facet, set()).add(value)
    for needed, pattern, facet, value in cues.others:
        if needed in told and pattern().search(plain):
            found.setdefault(facet, set()).add(value)
    return _shared(tuple((facet, frozenset(found[facet])) for facet in cues.facets if facet in found))


@lru_cache(maxsize=8_192)
def _shared(facts: tuple[tuple[str, frozenset[str]], ...]) -> Facts:
    """Facts that many texts give alike, kept once."""
    return dict(facts)


def open_facets(given: Mapping[str, str], facts: Facts) -> tuple[str, ...]:
    """The facets on which a statement rests and of which a question says nothing."""
    return tuple(facet for facet, value in given.items() if value not in facts.get(facet, ()))


def contradicts(given: Mapping[str, str], facts: Facts) -> bool:
    """Whether a question gives another value of a facet on which a statement rests."""
    told = ((value, facts[facet]) for facet, value in given.items() if facet in facts and excludes(facet))
    return any(value not in said for value, said in told)


def excludes(facet: str) -> bool:
    """Whether one value of a facet excludes the others: a monster is face-up or face-down, but may be sent and destroyed."""
    return facet not in _GENERAL


class _Cues(NamedTuple):
    """The phrases of a language that give facts."""

    facets: Sequence[str]
    literal: Mapping[str, Sequence[tuple[str, str, str]]]
    """Phrases that stand in a text letter by letter, with facet and value, by how they begin; in English in the text `_spaced`:
    two letters, in Chinese one."""
    others: Sequence[tuple[str, Callable[[], re.Pattern[str]], str, str]]
    """Letters that a text must have, and the pattern of the phrase, with facet and value."""


@lru_cache(maxsize=8)
def _cues(folder: Path, kind: str) -> _Cues:
    facts = load_facts(folder)
    literal: dict[str, list[tuple[str, str, str]]] = {}
    others = []
    given = [(p, facet, value) for facet, values in facts.items() for value, words in values.items() for p in words[kind]]
    for phrase, facet, value in given:
        if (chinese := kind == "zh") and not _ODD.search(phrase):
            literal.setdefault(phrase[:1], []).append((phrase, facet, value))
        elif not chinese and _WORDS.fullmatch(phrase):
            spaced = f" {phrase.lower()} " if phrase[-1] != "~" else f" {phrase[:-1].lower()}"
            literal.setdefault(spaced[1:3].strip(), []).append((spaced, facet, value))
        else:
            needed = _needed(phrase if chinese else phrase.lower())
            others.append((needed, partial(_chinese if chinese else _english, phrase), facet, value))
    return _Cues(tuple(facts), literal, others)


_ODD = re.compile(r"[…\\.^$*+?{}\[\]|()]")
"""What makes a phrase more than its letters."""
_WORDS = re.compile(r"[a-z0-9]+( [a-z0-9]+)*~?", re.I)
"""A phrase of plain words."""
_MAY_BE_MISSING = re.compile(r"\([^()]*\)[?*]?|\[[^\]]*\][?*]?|\w[?*]")


def _spaced(text: str) -> str:
    """The words of a text in small letters with one blank around each; a dotless i counts as an i, as in patterns."""
    return f" {' '.join(_WORD.findall(text.lower().replace('ı', 'i')))} "


_WORD = re.compile(r"\w+")


def _needed(phrase: str) -> str:
    """The longest stretch of letters that every text with the phrase has; "" if none is sure.

    >>> _needed("face-?down"), _needed("monster('s)? effect~"), _needed("(flip|turn)")
    ('face', 'monster', '')
    """
    left = _MAY_BE_MISSING.sub(" ", phrase)
    return "" if "|" in left or "\\" in left else max(_WORD.findall(left), key=len, default="")


_WORDS_BETWEEN = r"(?:\W++\w++(?:['’/-]\w++)*+){0,4}?"
"""Up to four words, one way to tell them apart: time grows with the text, whatever stands in it."""


@cache
def _english(phrase: str) -> re.Pattern[str]:
    pattern = ""
    for number, word in enumerate(phrase.replace("…", " … ").split()):
        pattern += _WORDS_BETWEEN if word == "…" else (r"\W+" if number else "") + word.replace("~", r"\w*")
    return re.compile(rf"(?<!\w){pattern}(?!\w)", re.I)


@cache
def _chinese(phrase: str) -> re.Pattern[str]:
    return re.compile(phrase.replace("…", "[^，。？！,?!]{0,8}?"))
