"""One change of ATK or DEF in a text: what it does, what it comes from, how long it lasts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from kb.lang.later import later
from query.read.procedure.model import Change
from query.read.procedure.numbers import Number
from query.read.procedure.words import Words

BOUND = later(
    r"[.,;?!。，；？！]|\bthen\b|然后|接着|之后(?!同)|后来|(?<=[\s:」』\"”])[1-9](?![点张个只次倍星])(?=[\u4e00-\u9fff])"
)
_AND = later(r"\band\b|并且|而且")
_BRACKETS = later(r"\([^()]*\)")
_AMOUNT = later(r"(?<![\d(])\d{2,}")
_SHORT = 40
"""Characters of a clause that says no more than how long a change lasts."""
NAMED = ("half", "double", "boost", "set", "equip", "field", "beside", "trap", "spell", "original", "continuous", "down")
OPS = {"half": ("/", 2), "double": ("x", 2)}


@dataclass(slots=True)
class Event:
    """Something that happens to the value, at its place in the text."""

    place: int
    kind: str
    end: int
    number: Number | None = None


@dataclass(slots=True)
class Told:
    """The story as far as it was read."""

    words: Words
    changes: list[Change] = field(default_factory=list)
    over: set[int] = field(default_factory=set)
    events: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)


def change_of(told: Told, event: Event) -> Change:
    """The change that an event is: what it does, for how long, by what."""
    words, text = told.words, told.words.text
    before = max((m.end() for m in BOUND.finditer(text) if m.end() <= event.place), default=0)
    start = max(before, 0)
    wide = _since(told, event)
    stop = next((m.start() for m in BOUND.finditer(text) if m.start() >= event.end and not _inside(text, m.start())), len(text))
    start, stop = _alone(text, start, event, stop)
    around, own = text[max(wide, start) if start > before else wide : stop], text[start:stop]
    sign, amount = OPS.get(event.kind, ("", 0))
    if event.number is not None:
        sign, amount = {"up": "+", "down": "-", "set": "="}[event.kind], event.number.value
    how_long = _how_long(told, stop)
    forgotten = words.cues.has("stat.forgotten", own) or words.cues.has("stat.forgotten", _next_clause(told, stop))
    return Change(
        sign=sign,
        amount=amount,
        original=sign in "=/x"
        and words.cues.has("stat.original", _beside(text, event, max(wide, event.place - 28), min(stop, event.end + 22))),
        lasts="" if forgotten else _lasts(words, own) or _lasts(words, around) or _lasts(words, how_long) or _of_all(words),
        until=_lasting_until(words, own) or _lasting_until(words, how_long) or ("turn" if _of_all(words) else ""),
        words=around + how_long,
        equip=words.cues.has("stat.equip", around) and not forgotten,
        by_itself=words.cues.has("stat.by-itself", around),
        forgotten=forgotten,
    )


def _beside(text: str, event: Event, start: int, stop: int) -> str:
    """What stands around an event, without what is said in brackets beside it."""
    return _BRACKETS.sub("", text[start : event.end]) + _BRACKETS.sub("", text[event.end : stop])


def _of_all(words: Words) -> Literal["L", ""]:
    """How long a change lasts where all of them are said to last until the end of the turn."""
    return "L" if words.has("stat.all-until-turn") else ""


def _next_clause(told: Told, stop: int) -> str:
    """The clause after a change, where it says nothing but whence the change came, or that nobody knows."""
    text = told.words.text
    end = next((m.start() for m in BOUND.finditer(text) if m.start() > stop), len(text))
    clause = text[stop:end]
    return "" if re.search(r"\d{2,}", clause) else clause


def _how_long(told: Told, stop: int) -> str:
    """The clause after a change, where it says nothing but how long the change lasts: "…, until the end of the turn"."""
    clause = _next_clause(told, stop)
    says = any(told.words.cues.has(f"stat.{name}", clause) for name in ("until-turn", "until-opponent", "for-good"))
    other = bool(re.search(r"\d", clause)) or len(clause) >= _SHORT
    return clause if says and not other and not any(told.words.cues.has(f"stat.{op}", clause) for op in OPS) else ""


def _alone(text: str, start: int, event: Event, stop: int) -> tuple[int, int]:
    """From where to where the words of one clause are about this change: not past an "and" that joins another one to it."""
    ands = list(_AND.finditer(text, start, stop))
    first = [m.end() for m in ands if m.end() <= event.place and _AMOUNT.search(text, start, m.start())]
    last = [m.start() for m in ands if m.start() >= event.end and _AMOUNT.search(text, m.end(), stop)]
    return max(first, default=start), min(last, default=stop)


def is_early(words: Words, event: Event) -> bool:
    """Whether a change is said to have been there before what was told first ("it already had …")."""
    text = words.text
    start = max((m.end() for m in BOUND.finditer(text) if m.end() <= event.place), default=0)
    stop = next((m.start() for m in BOUND.finditer(text) if m.start() >= event.end), len(text))
    start, stop = _alone(text, start, event, stop)
    return words.cues.has("stat.before-that", text[start:stop])


_DONE = later(
    r"\d{2,}(?!\d)(?! ?-?(?:atk |def )(?:\w+ ){0,2}(?:monster|guy|dude|body|beater)\b| ?攻?的)"
    r"|half|halv\w+|doubl\w+|一半|减半|2倍|翻倍"
)
"""What another change was told by; a number that only says which monster it is tells none."""


def _since(told: Told, event: Event) -> int:
    """From where on words belong to a change: after the clause of the one before, but not before its sentence."""
    text = told.words.text
    sentence = told.words.sentence_start(event.place)
    bounds = [m.end() for m in BOUND.finditer(text) if sentence <= m.end() <= event.place]
    numbers = [m.end() for m in _DONE.finditer(text) if sentence <= m.end() <= event.place]
    last = max(numbers, default=sentence)
    since = next((b for b in bounds if b >= last), last if last > sentence else sentence)
    told_of = [m.end() for m in told.words.cues.all("stat.forgotten", text) if since <= m.start() < event.place]
    return min((b for b in bounds if told_of and b >= told_of[-1]), default=since)


def _inside(text: str, place: int) -> bool:
    """Whether a place stands within brackets."""
    return text.count("(", 0, place) > text.count(")", 0, place)


def _lasts(words: Words, text: str) -> Literal["L", "C", ""]:
    if words.cues.has("stat.continuous", text):
        told = words.cues.has("stat.was-activated", text) and not words.cues.has("stat.card-lasts", text)
        return "L" if told else "C"  # activated, it lasts as long as the monster is there
    return "L" if words.cues.has("stat.lingering", text) else ""


def _lasting_until(words: Words, text: str) -> Literal["turn", "opponent", ""]:
    if words.cues.has("stat.until-opponent", text):
        return "opponent"
    return "turn" if words.cues.has("stat.until-turn", text) else ""


def is_named(words: Words, change: Change, name: str) -> bool:
    """Whether a change is what a word such as "halving" or "trap" names."""
    plain = {"half": change.sign == "/", "double": change.sign == "x", "boost": change.sign == "+", "down": change.sign == "-"}
    if name in plain:
        return plain[name]
    if name == "set":
        return change.sign == "="
    if name == "original":
        return change.original
    return words.cues.has(f"stat.what-{name}", change.words)
