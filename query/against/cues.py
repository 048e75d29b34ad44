"""The words by which a question about two cards, and what their texts answer and include, are read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from kb.errors import BadData

FILE = "cues/against.toml"
ALL_ACTS = frozenset(("spell-card", "trap-card", "spell-effect", "trap-effect", "monster-effect"))


@dataclass(frozen=True, slots=True)
class Ask:
    """One way of asking how a card stands to another; groups A and B hold the names."""

    relation: str
    lang: str
    pattern: re.Pattern[str]
    turned: bool
    """Whether B is named first."""


@dataclass(frozen=True, slots=True)
class Include:
    """Something that an activated effect may include."""

    name: str
    asked: re.Pattern[str]
    done: re.Pattern[str]
    hint: re.Pattern[str]
    shy: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Cues:
    """All of them."""

    asks: tuple[Ask, ...]
    acts: tuple[tuple[re.Pattern[str], frozenset[str]], ...]
    """What is activated, longest wording first, and which acts that are."""
    includes: tuple[Include, ...]
    negates_field: re.Pattern[str]
    leaves: re.Pattern[str]
    protects: re.Pattern[str]
    rests: Mapping[str, tuple[str, ...]]
    """Ids of the digest's entries that each reason rests on."""
    verdicts: Mapping[str, re.Pattern[str]]
    """How an official answer says yes, no, or leaves it open."""
    own_effect: re.Pattern[str]
    longest: int
    """Characters from which on a question that names a card tells a situation."""


def load_cues(folder: Path) -> Cues | None:
    """The cues of a sources folder; None if it has no such file. Raises BadData if the file is wrong."""
    path = folder / FILE
    return _load(path, path.stat().st_mtime_ns) if path.is_file() else None


@lru_cache(maxsize=4)
def _load(path: Path, _changed: int) -> Cues:
    try:
        return _cues(tomllib.loads(path.read_text("utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError, re.error) as error:
        raise BadData(f"{path}: cannot be used ({type(error).__name__}: {error}). Mend the file.") from error


def _cues(table: Mapping[str, Any]) -> Cues:
    zones = table["zones"]["pattern"]
    return Cues(
        asks=tuple(_asks(table)),
        acts=_acts(table["acts"]),
        includes=tuple(_include(row, zones) for row in table["include"]),
        negates_field=_any(table["field-negation"]["done"], zones),
        leaves=re.compile(table["field-negation"]["leaves"]),
        protects=re.compile(table["protection"]["target"]),
        rests={why: tuple(ids) for why, ids in table["rests"].items()},
        own_effect=re.compile("|".join(table["own-effect"]["patterns"])),
        longest=int(table["own-effect"]["longest"]),
        verdicts={verdict: re.compile("|".join(found), re.I) for verdict, found in table["verdict"].items()},
    )


def _asks(table: Mapping[str, Any]) -> Iterator[Ask]:
    for row in table["ask"]:
        for lang in ("en", "zh"):
            yield from (_ask(row, lang, text, table["names"][lang]) for text in row[lang])


def _ask(row: Mapping[str, Any], lang: str, text: str, name: str) -> Ask:
    filled = text.replace("{A}", name.replace("@", "(?P<A>\ue000[01])")).replace("{B}", name.replace("@", "(?P<B>\ue000[01])"))
    return Ask(row["relation"], lang, re.compile(rf"\W*{filled}\W*"), text.index("{B}") < text.index("{A}"))


def _acts(table: Mapping[str, list[str]]) -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    rows = [(text, ALL_ACTS if acts == "all" else frozenset(acts.split())) for acts, texts in table.items() for text in texts]
    rows.sort(key=lambda r: -len(r[0]))
    return tuple((re.compile(rf"(?:an? |the )?{text}(?=[ ,]|$)"), acts) for text, acts in rows)


def _include(row: Mapping[str, Any], zones: str) -> Include:
    shy = re.compile(row["shy"]) if "shy" in row else None
    return Include(row["name"], _any(row["asked"], zones), _any(row["done"], zones), re.compile(row["hint"]), shy)


def _any(patterns: list[str], zones: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{p.replace('{zones}', zones)})" for p in patterns))
