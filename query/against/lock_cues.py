"""The words by which it is read what a card forbids while it applies (`sources/cues/locks.toml`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from kb import toml
from kb.errors import BadData

FILE = "cues/locks.toml"
ALL_ACTS = frozenset(("spell-card", "trap-card", "spell-effect", "trap-effect", "monster-effect"))
"""Everything that is activated."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a clause keeps from being activated."""

    says: tuple[re.Pattern[str], ...]
    acts: frozenset[str]
    place: str
    """Where only; empty for anywhere."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a clause forbids, and how the effect of another card would do it."""

    name: str
    forbids: tuple[re.Pattern[str], ...]
    cost: re.Pattern[str]
    main: re.Pattern[str]
    hint: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Fight:
    """How texts speak of attacks and battle."""

    attacks_not: tuple[re.Pattern[str], ...]
    attack_free: tuple[re.Pattern[str], ...]
    attack_hint: re.Pattern[str]
    not_attacked: tuple[re.Pattern[str], ...]
    target_hint: re.Pattern[str]
    not_destroyed: tuple[re.Pattern[str], ...]
    denies: re.Pattern[str]
    battle_hint: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Locks:
    """All of them."""

    hint: re.Pattern[str]
    lead: re.Pattern[str]
    while_attacking: re.Pattern[str]
    """A clause on what is forbidden while its own card attacks: group `said`."""
    harmless: tuple[re.Pattern[str], ...]
    activation: tuple[re.Pattern[str], ...]
    kinds: tuple[Kind, ...]
    negation: tuple[re.Pattern[str], ...]
    acts: tuple[Act, ...]
    graveyard: tuple[re.Pattern[str], ...]
    """How a clause says that what would go to the Graveyard is banished."""
    graveyard_cost: re.Pattern[str]
    graveyard_trigger: re.Pattern[str]
    fight: Fight


def load_locks(folder: Path) -> Locks | None:
    """The locks of a sources folder; None if it has no such file. Raises BadData if the file is wrong."""
    path = folder / FILE
    return _load(path, path.stat().st_mtime_ns) if path.is_file() else None


@lru_cache(maxsize=4)
def _load(path: Path, _changed: int) -> Locks:
    try:
        return _locks(toml.loads(path.read_text("utf-8")))
    except (toml.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError, re.error) as error:
        raise BadData(f"{path}: cannot be used ({type(error).__name__}: {error}). Mend the file.") from error


def _locks(table: Mapping[str, Any]) -> Locks:
    who = table["who"]
    return Locks(
        hint=re.compile(table["hint"]),
        lead=re.compile(table["lead"]),
        while_attacking=re.compile(table["while-attacking"]),
        harmless=_all(table["harmless"], who),
        activation=tuple(p for row in table["activation"] for p in _all(row["says"], who)),
        kinds=tuple(
            Kind(
                _all(row["says"], who),
                ALL_ACTS if row["acts"] == "all" else frozenset(row["acts"].split()),
                row.get("place", ""),
            )
            for row in table["kind"]
        ),
        negation=tuple(p for row in table["negation"] for p in _all(row["says"], who)),
        acts=tuple(
            Act(row["name"], _all(row["forbids"], who), *(re.compile(row[k]) for k in ("cost", "main", "hint")))
            for row in table["act"]
        ),
        graveyard=_all(table["graveyard"]["forbids"], who),
        graveyard_cost=re.compile(table["graveyard"]["cost"]),
        graveyard_trigger=re.compile(table["graveyard"]["trigger"]),
        fight=_fight(table["fight"], who),
    )


def _fight(table: Mapping[str, Any], who: str) -> Fight:
    return Fight(
        attacks_not=_all(table["attacks-not"], who),
        attack_free=_all(table["attack-free"], who),
        attack_hint=re.compile(table["attack-hint"]),
        not_attacked=_all(table["not-attacked"], who),
        target_hint=re.compile(table["target-hint"]),
        not_destroyed=_all(table["not-destroyed"], who),
        denies=re.compile(table["denies"]),
        battle_hint=re.compile(table["battle-hint"]),
    )


def _all(texts: Sequence[str], who: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(text.replace("{who}", who)) for text in texts)
