"""The words by which what happens to a card, and the conditions of its effects, are read: `sources/cues/trigger.toml`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from kb import toml
from kb.errors import BadData

FILE = "cues/trigger.toml"
Facts = Mapping[str, str]
"""What is known of an event: facts and their values, as the head of the file lists them."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A way to tell something of an event; groups of the pattern, less underscores at their end, are facts too."""

    source: str
    facts: Facts

    @property
    def pattern(self) -> re.Pattern[str]:
        """It compiled, when it is asked for: most questions are about something else."""
        return _compiled(self.source)


@dataclass(frozen=True, slots=True)
class Need:
    """A part of a condition as card texts word it, and what it asks for: all facts of one of the alternatives."""

    source: str
    alternatives: tuple[Facts, ...]

    @property
    def pattern(self) -> re.Pattern[str]:
        """It compiled, when it is asked for."""
        return _compiled(self.source)


@dataclass(frozen=True, slots=True)
class Open:
    """A fact that an answer may turn on, with its values, each as it is told in both languages."""

    fact: str
    told: Mapping[str, str]
    values: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """The words of questions in one language."""

    asks: tuple[re.Pattern[str], ...]
    """Each asks at the end, or at the beginning, whether an effect triggers."""
    events: tuple[Telling, ...]
    besides: tuple[Telling, ...]
    filler: re.Pattern[str]
    joined: re.Pattern[str]
    """What stands between the asking words and what happens, where that comes last."""
    triggers: re.Pattern[str]
    """Said where no other activation is meant."""
    doing: re.Pattern[str]
    """Where the card asked about is what does it, and not what it is done to."""
    doers: Mapping[str, re.Pattern[str]]
    owner_theirs: re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """All of it."""

    spoken: Callable[[str], Spoken]
    """By language, made when it is first asked for."""
    words: Mapping[str, str]
    """Values as questions word them, to those of facts."""
    itself: re.Pattern[str]
    alternatives: re.Pattern[str]
    lead: re.Pattern[str]
    summoned: re.Pattern[str]
    about: re.Pattern[str]
    needs: tuple[Need, ...]
    opens: tuple[Open, ...]
    rests: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=512)
def _compiled(source: str) -> re.Pattern[str]:
    try:
        return re.compile(source)
    except re.error as error:
        raise BadData(f"{FILE}: {error}, in {source}. Mend the pattern.") from error


def load_cues(folder: Path) -> Cues | None:
    """The cues of a sources folder; None if it has no such file. Raises BadData if the file is wrong."""
    path = folder / FILE
    return _load(path, path.stat().st_mtime_ns) if path.is_file() else None


@lru_cache(maxsize=4)
def _load(path: Path, _changed: int) -> Cues:
    try:
        return _cues(toml.loads(path.read_text("utf-8")))
    except (toml.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError, re.error) as error:
        raise BadData(f"{path}: cannot be used ({type(error).__name__}: {error}). Mend the file.") from error


def _cues(table: Mapping[str, Any]) -> Cues:
    condition = table["condition"]
    return Cues(
        spoken=cache(partial(_spoken_in, table)),
        words=table["words"],
        itself=re.compile(condition["itself"]),
        alternatives=re.compile(condition["alternatives"]),
        lead=re.compile(condition["lead"]),
        summoned=re.compile(condition["sorts"] + condition["from"]),
        about=re.compile(condition["about"]),
        needs=tuple(_need(row, condition["from"]) for row in condition["need"]),
        opens=tuple(Open(row["fact"], row, tuple(row["values"])) for row in table["fact"]),
        rests={why: tuple(ids) for why, ids in table["rests"].items()},
    )


def _spoken_in(table: Mapping[str, Any], lang: str) -> Spoken:
    try:
        return _spoken(table, lang)
    except (KeyError, TypeError, AttributeError, re.error) as error:
        raise BadData(f"{FILE}: cannot be used ({type(error).__name__}: {error}). Mend the file.") from error


def _spoken(table: Mapping[str, Any], lang: str) -> Spoken:
    doer, asks = table["doer"], table["asks"]
    joined = asks["conjunctions-en"] if lang == "en" else ""
    return Spoken(
        asks=tuple(_asks(asks, lang)),
        events=tuple(_tellings(table["event"], lang, table["words"])),
        besides=tuple(_tellings(table["with"], lang, table["words"])),
        filler=_filler(table["filler"][lang], lang),
        joined=re.compile(joined),
        triggers=re.compile(asks[f"triggers-{lang}"]),
        doing=re.compile(doer[f"itself-{lang}"]),
        doers={who: re.compile(doer[f"{who}-{lang}"]) for who in ("theirs", "mine")},
        owner_theirs=re.compile(doer[f"owner-theirs-{lang}"]),
    )


def _filler(patterns: Sequence[str], lang: str) -> re.Pattern[str]:
    words = "|".join(patterns)
    return re.compile(rf"\b(?:{words})\b" if lang == "en" else words)


def _asks(asks: Mapping[str, Any], lang: str) -> Iterator[re.Pattern[str]]:
    for text in asks[lang]:
        named = asks[f"subject-{lang}"].replace("@", "[\ue000-\ue003]")
        whole = text.replace("{A}", f"(?P<subject>{named})")
        for word in ("able", "ends"):
            whole = whole.replace(f"{{{word}}}", asks[f"{word}-zh"])
        pattern = re.compile(whole + (asks["tail-en"] if lang == "en" else ""))
        if "subject" not in pattern.groupindex:
            raise KeyError(f"subject, in {text}")
        yield pattern


def _tellings(rows: Sequence[Mapping[str, Any]], lang: str, words: Mapping[str, str]) -> Iterator[Telling]:
    for row in rows:
        text = row[lang]
        for word in ("is", "it", "it_"):
            text = text.replace(f"{{{word}}}", words[word])
        yield Telling(rf"\b(?:{text})(?![a-z])" if lang == "en" else text, row["facts"])


def _need(row: Mapping[str, Any], places: str) -> Need:
    text = row["said"].replace("{from}", places).replace("{from_}", places.replace("<places>", "<places_>"))
    return Need(text, tuple(row["needs"]))
