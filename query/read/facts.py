"""The facts that a question gives: by facet, the values that words of it carry. What no word carries stays open."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from kb.digest.load import load_facts, sources_dir
from query.read.intent import bare
from query.read.reading import Facts

_GENERAL = frozenset({"act", "card", "place", "role", "source", "goes-to", "time"})
"""Facets of which a question may give several values at once: another value there contradicts nothing."""


def read_facts(text: str, lang: str, folder: Path | None = None) -> Facts:
    """What a question says of each facet of that folder's `cues/facts.toml`; facets it says nothing of are left out."""
    return _read(text, lang, folder if folder is not None else sources_dir())


@lru_cache(maxsize=32_768)
def _read(text: str, lang: str, folder: Path) -> Facts:
    plain = bare(text)
    kind = "zh" if lang == "zh" else "en"
    found = {
        facet: frozenset(value for value, words in values.items() if _said(words[kind], plain))
        for facet, values in _patterns(folder).items()
    }
    return {facet: values for facet, values in found.items() if values}


def _said(words: re.Pattern[str] | None, text: str) -> bool:
    return words is not None and words.search(text) is not None


def open_facets(given: Mapping[str, str], facts: Facts) -> tuple[str, ...]:
    """The facets on which a statement rests and of which a question says nothing."""
    return tuple(facet for facet, value in given.items() if value not in facts.get(facet, ()))


def contradicts(given: Mapping[str, str], facts: Facts) -> bool:
    """Whether a question gives another value of a facet on which a statement rests."""
    told = ((value, facts[facet]) for facet, value in given.items() if facet in facts and facet not in _GENERAL)
    return any(value not in said for value, said in told)


@lru_cache(maxsize=4)
def _patterns(folder: Path) -> Mapping[str, Mapping[str, Mapping[str, re.Pattern[str] | None]]]:
    return {
        facet: {value: {"en": _english(words["en"]), "zh": _chinese(words["zh"])} for value, words in values.items()}
        for facet, values in load_facts(folder).items()
    }


def _english(phrases: Sequence[str]) -> re.Pattern[str] | None:
    made = [_phrase(p) for p in phrases]
    return re.compile("|".join(made), re.I) if made else None


def _phrase(phrase: str) -> str:
    pattern = ""
    for number, word in enumerate(phrase.replace("…", " … ").split()):
        pattern += r"(?:\W+\S+){0,4}?" if word == "…" else (r"\W+" if number else "") + word.replace("~", r"\w*")
    return rf"(?<!\w){pattern}(?!\w)"


def _chinese(phrases: Sequence[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(p.replace("…", "[^，。？！,?!]{0,8}?") for p in phrases)) if phrases else None
