"""The words by which a procedure is recognised: `sources/cues/procedures.toml`, compiled once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal

from kb.digest.load import BUNDLED, load_letters, load_procedures, sources_dir
from kb.digest.read import BadSources, Signature, signature

_PARTS = {
    "{n}": r"(?<![\d.])(\d{1,6})(?![\d.]\d|\d)",
    "{my}": r"(?:my|our|your|我(?:的|方)?|自己的?)",
    "{gap}": r"[^.?!。？！]{0,40}?",
    "{near}": r"[^.?!。？！,，;；]{0,16}?",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A fact that somebody has to be asked for: as it could follow "it depends on", and as a question."""

    id: str
    en: str
    zh: str
    ask_en: str
    ask_zh: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One value of the fact that a frame leaves open, and what then holds."""

    en: str
    zh: str
    case: Mapping[str, object] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    then: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A situation told without numbers: the cues that show it, the case it is, and what its questions come to."""

    id: str
    topic: str
    need: tuple[str, ...]
    none: tuple[str, ...] = ()
    case: Mapping[str, object] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    """Conclusions that count as yes."""
    then: bool = True
    """Where no case is given: whether the plain claim holds."""
    asks: Mapping[str, str] = field(default_factory=dict)
    """By cue, the verdict if the claim holds; the other one if it does not."""
    first: tuple[str, ...] = ()
    """Kinds of card or effect, one of which has to be named before any other; empty for any."""
    what: str = ""
    """A cue in a question that wants no yes or no."""
    unhurt: bool = False
    """Whether no battle damage comes of it, so that Life Points stay what they were."""
    beside: Literal["", "same", "newcomer", "direct"] = ""
    """What it means for the numbers of the battle it is told of: "same", that they stay; "newcomer", that those of a monster
    which appeared count instead; "direct", that the player is attacked instead."""
    told: tuple[str, ...] = ()
    """Cues that have a no in them which is part of the situation: it does not turn what is asked."""
    fact: Fact | None = None
    """What is left open, with its ways; none of them where the case alone decides."""
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A number of the game with its bounds and the entry that states them."""

    id: str
    need: tuple[str, ...]
    least: int
    most: int
    rule: str
    excess: bool = False
    """Whether what is over the bound is given up, so that the difference is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tribute:
    """How many Tributes a Normal Summon of these Levels needs, and the entry that says so."""

    least: int
    most: int
    count: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """What lies under a monster or on it, the cues that tell of it, and whether it stays there."""

    id: str
    need: tuple[str, ...]
    """The first counts it."""
    either: tuple[str, ...]
    """What may happen to the monster; one of them has to."""
    none: tuple[str, ...]
    rule: str
    stays: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherOrder:
    """An order of simultaneous effects that another document gives: groups, each by the facts of its effects."""

    id: str
    need: str
    rule: str
    groups: tuple[Mapping[str, bool], ...]
    en: str
    zh: str


@dataclass(frozen=True)
class Cues:
    """Compiled cues by name, and the frames in the order of the file."""

    patterns: Mapping[str, re.Pattern[str]]
    frames: tuple[Frame, ...]
    limits: tuple[Limit, ...]
    tributes: tuple[Tribute, ...] = ()
    orders: tuple[OtherOrder, ...] = ()
    kept: tuple[Thing, ...] = ()
    payment: Mapping[str, str] | None = None
    """The entries that say how much of the Life Points may be paid; None where none does."""
    letters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By cue, letters of which a text with it has some: where none stands there, the cue needs no compiling."""

    def has(self, name: str, text: str) -> bool:
        """Whether the cue stands in a text, or does not stand there for a name that begins with "not "."""
        if name.startswith("not "):
            return not self.has(name[4:], text)
        return self._may(name, text) and self.patterns[name].search(text) is not None

    def first(self, name: str, text: str, start: int = 0) -> re.Match[str] | None:
        """The first place of a cue from an offset on."""
        return self.patterns[name].search(text, start) if self._may(name, text) else None

    def all(self, name: str, text: str) -> list[re.Match[str]]:
        """Every place of a cue, in order."""
        return list(self.patterns[name].finditer(text)) if self._may(name, text) else []

    def _may(self, name: str, text: str) -> bool:
        letters = self.letters.get(name)
        if not letters:
            return True
        for one in self.plain[name] if text.isascii() else letters:  # noqa: SIM110  # twice as fast as any(), a thousand times a question
            if one in text:
                return True
        return False

    @cached_property
    def plain(self) -> Mapping[str, Sequence[str]]:
        """Of the letters of each cue those that a text of ASCII can have: half of most cues are Chinese."""
        return {name: tuple(one for one in letters if one.isascii()) for name, letters in self.letters.items()}


def load_cues(folder: Path | None = None) -> Cues:
    """The cues of a sources folder; none if it has no such file.

    Raises BadSources if there is no such folder, if a cue is no pattern, or a frame names one that is not there.
    """
    path = sources_dir(folder)
    return _load(path, signature(path))


@lru_cache(maxsize=4)
def _load(folder: Path, _stamp: Signature) -> Cues:
    table = load_procedures(folder)
    patterns = _Patterns(table.get("cue", {}))
    if folder != BUNDLED:
        patterns.check()
    facts = {row["id"]: Fact(**row) for row in table.get("fact", ())}
    frames = tuple(_frame(row, facts) for row in table.get("frame", ()))
    limits = tuple(Limit(**{**row, "need": tuple(row["need"])}) for row in table.get("limit", ()))
    for frame in frames:
        for cue in (*frame.need, *frame.none, *frame.told, *frame.asks, *([frame.what] if frame.what else ())):
            if cue.removeprefix("not ") not in patterns:
                raise _wrong(f"frame '{frame.id}' names a cue '{cue}' that is not there", "Write it as under [cue].")
    tributes = tuple(Tribute(**row) for row in table.get("tribute", ()))
    orders = tuple(OtherOrder(**{**row, "groups": tuple(row["groups"])}) for row in table.get("order", ()))
    for order in orders:
        if order.need not in patterns:
            raise _wrong(f"order '{order.id}' names a cue '{order.need}' that is not there", "Write it as under [cue].")
    kept = tuple(_thing(row) for row in table.get("kept", ()))
    for thing in kept:
        for cue in (*thing.need, *thing.either, *thing.none):
            if cue not in patterns:
                raise _wrong(f"kept '{thing.id}' names a cue '{cue}' that is not there", "Write it as under [cue].")
    return Cues(patterns, frames, limits, tributes, orders, kept, table.get("payment"), load_letters(folder))


class _Patterns(Mapping[str, re.Pattern[str]]):
    """Cues compiled when they are first looked for: one question looks for a quarter of them."""

    def __init__(self, rows: Mapping[str, Sequence[str]]) -> None:
        self._rows = rows
        self._made: dict[str, re.Pattern[str]] = {}

    def __getitem__(self, name: str) -> re.Pattern[str]:
        """Raises BadSources if the cue is no pattern."""
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = _compiled(name, self._rows[name])
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def check(self) -> None:
        """Compiles all: an editor's mistake is told at once, whatever is asked. Our own are checked by a test."""
        for name in self:
            self[name]


def _wrong(message: str, hint: str) -> BadSources:
    return BadSources.single("R022", "cues/procedures.toml", message, hint)


def _compiled(name: str, rows: Sequence[str]) -> re.Pattern[str]:
    text = "|".join(f"(?:{row})" for row in rows)
    for part, meaning in _PARTS.items():
        text = text.replace(part, meaning)
    try:
        return re.compile(text)
    except re.error as error:
        raise _wrong(f"cue '{name}' is no pattern ({error})", "Mend it, or leave it out.") from error


def _thing(row: Mapping[str, Any]) -> Thing:
    need, either, none = (tuple(row[name]) for name in ("need", "either", "none"))
    return Thing(id=row["id"], need=need, either=either, none=none, rule=row["rule"], stays=row["stays"])


def _frame(row: Mapping[str, Any], facts: Mapping[str, Fact]) -> Frame:
    if "fact" in row and row["fact"] not in facts:
        raise _wrong(f"frame '{row['id']}' names a fact '{row['fact']}' that is not there", "Write it as a [[fact]].")
    lists = {name: tuple(row.get(name, ())) for name in ("need", "none", "rules", "on", "first", "told")}
    return Frame(
        id=row["id"],
        topic=row["id"].partition(".")[0],
        case=row.get("case", {}),
        then=row.get("then", True),
        asks=row.get("asks", {}),
        what=row.get("what", ""),
        unhurt=row.get("unhurt", False),
        beside=row.get("beside", ""),
        fact=facts[row["fact"]] if "fact" in row else None,
        ways=tuple(Way(**{**way, "rules": tuple(way.get("rules", ()))}) for way in row.get("ways", ())),
        **lists,
    )
