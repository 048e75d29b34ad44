"""The words by which a question about two cards, and what their texts answer and include, are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kb import toml
from kb.errors import BadData
from query.against.lock_cues import ALL_ACTS, Locks, load_locks

FILE = "cues/against.toml"
TOLD = ("kind", "after", "told")
"""What a question may say at a card's name of the effect that it means: groups of a pattern, after the slot's letter."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One way of asking how a card stands to another; groups A and B hold the names."""

    relation: str
    lang: str
    source: str
    needs: str
    """Words, one of which an English question of this kind has; a cheap look before the pattern is compiled."""

    @property
    def pattern(self) -> re.Pattern[str]:
        """It compiled, when it is asked for: there are many, and a question is in one language."""
        return _compiled(self.source)


@dataclass(frozen=True, slots=True)
class Include:
    """Something that an activated effect may include."""

    name: str
    asked: re.Pattern[str]
    done: re.Pattern[str]
    hint: re.Pattern[str]
    shy: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Reach:
    """Something that an effect does to other cards, and how texts word it."""

    does: tuple[re.Pattern[str], ...]
    """Each with a group `what`: the cards it is done to."""
    of_target: re.Pattern[str]
    """How it is said where it is done to what was targeted."""
    hint: re.Pattern[str]
    """Without a word of this it surely does not."""
    guard: re.Pattern[str] | None
    """What a text that may keep its card from it has in it."""
    unless: str
    """The kind of Spell that does it to whatever its text does not leave out."""
    procedure: bool
    """Whether a monster's own Summoning procedure may do it."""
    summons: bool
    affects: bool
    """Whether it is done by an effect to a card on the field, so that one that is unaffected is spared."""


@dataclass(frozen=True, slots=True)
class Which:
    """Words at a card's name by which one of its effects is meant, and what that effect does or where it is activated."""

    pattern: re.Pattern[str]
    include: str = ""
    place: str = ""
    act: str = ""


@dataclass(frozen=True, slots=True)
class Never:
    """What cannot be done to cards of some type line."""

    line: re.Pattern[str]
    would: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Cues:
    """All of them."""

    asks: tuple[Ask, ...]
    folded: tuple[tuple[re.Pattern[str], str], ...]
    """Words of a question that are put more simply before it is read."""
    places: Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]]
    """By place: how it is said behind a name, and before it."""
    acts: tuple[tuple[re.Pattern[str], frozenset[str]], ...]
    """What is activated, longest wording first, and which acts that are."""
    includes: tuple[Include, ...]
    reaches: Mapping[str, Reach]
    """By relation."""
    linked: tuple[re.Pattern[str], ...]
    """A question about a Chain of three named cards: groups `which`, the one that is asked about, and `negated`."""
    linked_rests: tuple[str, ...]
    """Ids of the digest's entries that what becomes of it rests on."""
    aside: re.Pattern[str]
    """What names the Deck in an effect that takes nothing from it to hand or field."""
    negates_field: re.Pattern[str]
    negates_name: re.Pattern[str]
    declares: re.Pattern[str]
    to_graveyard: re.Pattern[str]
    leaves: re.Pattern[str]
    which: tuple[Which, ...]
    guards: Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]]
    """By target and destroy: what a text that may keep its card from it has in it, and a sentence that always does (its group
    `kind` where only from effects of that kind)."""
    never: tuple[Never, ...]
    sure_summon: re.Pattern[str]
    """A text that keeps its card's Summon from being negated."""
    upon_summon: re.Pattern[str]
    """A condition that a Summon meets: groups `who`, `ways` and `what`, or `passive`, `how` and `by`."""
    upon_attack: re.Pattern[str]
    """A condition that the declaration of an attack meets: groups `what` and `direct`."""
    unanswered: re.Pattern[str]
    """An effect that keeps something from being activated in answer to it."""
    unanswered_by_all: re.Pattern[str]
    """The same of all cards and effects."""
    rests: Mapping[str, tuple[str, ...]]
    """Ids of the digest's entries that each reason rests on."""
    verdicts: Mapping[str, re.Pattern[str]]
    """How an official answer says yes, no, or leaves it open."""
    own_effect: re.Pattern[str]
    locks: Locks | None
    """What a card forbids while it applies."""
    sides: Mapping[str, re.Pattern[str]]
    """How a question says whose a card is: `mine` and `theirs`."""
    longest: int
    """Characters from which on a question that names a card tells a situation."""


@lru_cache(maxsize=1024)
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source)


def load_cues(folder: Path) -> Cues | None:
    """The cues of a sources folder; None if it has no such file. Raises BadData if the file is wrong."""
    path = folder / FILE
    return _load(path, path.stat().st_mtime_ns, load_locks(folder)) if path.is_file() else None


@lru_cache(maxsize=4)
def _load(path: Path, _changed: int, locks: Locks | None) -> Cues:
    try:
        return _cues(toml.loads(path.read_text("utf-8")), locks)
    except (toml.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError, re.error) as error:
        raise BadData(f"{path}: cannot be used ({type(error).__name__}: {error}). Mend the file.") from error


def _cues(table: Mapping[str, Any], locks: Locks | None) -> Cues:
    zones = table["zones"]["pattern"]
    return Cues(
        asks=tuple(_asks(table)),
        folded=tuple((re.compile(row["said"]), row["plain"]) for row in table["fold"]),
        places={row["place"]: (re.compile(row["behind"]), re.compile(row["ahead"])) for row in table["place"]},
        acts=_acts(table["acts"]),
        includes=tuple(_include(row, zones) for row in table["include"]),
        reaches={row["relation"]: _reach(row, table["count"]["pattern"]) for row in table["reach"]},
        linked=tuple(re.compile(rf"\W*{table['linked'][lang]}\W*") for lang in ("en", "zh")),
        linked_rests=tuple(table["linked"]["rests"]),
        aside=re.compile("|".join(table["deck"]["aside"])),
        negates_field=_any(table["field-negation"]["done"], zones),
        negates_name=re.compile(table["name-negation"]["done"]),
        declares=re.compile(table["name-negation"]["declares"]),
        to_graveyard=re.compile(table["name-negation"]["there"]),
        leaves=re.compile(table["field-negation"]["leaves"]),
        which=tuple(_which(table["which"])),
        guards=MappingProxyType({how: _guards(table["protection"], how) for how in ("target", "destroy", "affect")}),
        sure_summon=re.compile(table["protection"]["summon"]),
        upon_summon=re.compile(table["upon-summon"]["condition"]),
        upon_attack=re.compile(table["upon-attack"]["condition"]),
        unanswered=re.compile(table["protection"]["response"]),
        unanswered_by_all=re.compile(table["protection"]["all-response"]),
        never=tuple(Never(re.compile(row["line"]), re.compile(row["would"])) for row in table["never"]),
        rests={why: tuple(ids) for why, ids in table["rests"].items()},
        own_effect=re.compile("|".join(table["own-effect"]["patterns"])),
        locks=locks,
        sides={side: re.compile(words) for side, words in table["side"].items()},
        longest=int(table["own-effect"]["longest"]),
        verdicts={verdict: re.compile("|".join(found), re.I) for verdict, found in table["verdict"].items()},
    )


def _asks(table: Mapping[str, Any]) -> Iterator[Ask]:
    words = {key: [text] if isinstance(text, str) else text for key, text in table["words"].items()}
    for row in table["ask"]:
        for lang in ("en", "zh"):
            filled = (one for text in row[lang] for one in _filled(text, words))
            yield from (_ask(row, lang, text, table["names"][lang]) for text in filled)


def _filled(text: str, words: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """A pattern with the words that it shares with others put in, once for each wording of those that have several."""
    key = next((k for k in words if f"{{{k}}}" in text), "")
    if not key:
        yield text
        return
    for one in words[key]:
        yield from _filled(text.replace(f"{{{key}}}", one), words)


def _ask(row: Mapping[str, Any], lang: str, text: str, name: str) -> Ask:
    filled = text
    for slot in "AB":
        named = name.replace("@", f"(?P<{slot}>\ue000[01])")
        for told in TOLD:
            named = named.replace(f"{{{told}}}", f"{slot}{told}")
        filled = filled.replace(f"{{{slot}}}", named)
    return Ask(row["relation"], lang, rf"\W*{filled}\W*", row.get("needs", "") if lang == "en" else "")


def _guards(table: Mapping[str, str], how: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(table[how]), re.compile(table[f"always-{how}"])


def _which(rows: list[Mapping[str, Any]]) -> Iterator[Which]:
    for row in rows:
        pattern = rf"\b(?:{'|'.join(row['en'])})\b|{'|'.join(row['zh'])}"
        yield Which(re.compile(pattern), row.get("include", ""), row.get("place", ""), row.get("act", ""))


def _acts(table: Mapping[str, list[str]]) -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    rows = [(text, ALL_ACTS if acts == "all" else frozenset(acts.split())) for acts, texts in table.items() for text in texts]
    rows.sort(key=lambda r: -len(r[0]))
    return tuple((re.compile(rf"(?:an? |the )?{text}(?=[ ,]|$)"), acts) for text, acts in rows)


def _include(row: Mapping[str, Any], zones: str) -> Include:
    shy = re.compile(row["shy"]) if "shy" in row else None
    return Include(row["name"], _any(row["asked"], zones), _any(row["done"], zones), re.compile(row["hint"]), shy)


def _reach(row: Mapping[str, Any], count: str) -> Reach:
    return Reach(
        does=tuple(re.compile(text.replace("{what}", f"(?P<what>{count}[^;.:●]*)")) for text in row["does"]),
        of_target=re.compile(row["of-target"]),
        hint=re.compile(row["hint"]),
        guard=re.compile(row["guard"]) if "guard" in row else None,
        unless=row.get("unless", ""),
        procedure=row.get("procedure", False),
        summons=row.get("summons", False),
        affects=row.get("affects", False),
    )


def _any(patterns: list[str], zones: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{p.replace('{zones}', zones)})" for p in patterns))
