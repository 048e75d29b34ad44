"""ATK or DEF and what happens to it, as people tell it: changes in order, what each comes from, what ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from query.read.procedure.model import Ask, Change, Procedure, Stats
from query.read.procedure.numbers import Number, numbers_of
from query.read.procedure.words import Words

_TAGS = ("count", "result", "life", "up", "down", "set", "atk", "def")
_BOUND = re.compile(r"[.,;?!。，；？！]|\bthen\b|然后|接着|之后(?!同)|后来")
_LINE = re.compile(r"(?P<of>atk|def) (?P<base>\d{1,6}|\?)(?: / (?:atk|def) (?P<other>\d{1,6}))?: (?P<steps>[a-z0-9:+=/ -]+)")
_STEP = re.compile(r"end:(?P<end>\d{1,2})|(?P<lasts>[lc]?)(?P<own>o?)(?P<sign>[-+=/x])(?P<amount>\d{1,6})")
_NAMED = ("half", "double", "boost", "set", "equip", "field", "trap", "spell", "original", "continuous", "down")
_OPS = {"half": ("/", 2), "double": ("x", 2)}


@dataclass(slots=True)
class _Event:
    place: int
    kind: str
    end: int
    number: Number | None = None


@dataclass(slots=True)
class _Told:
    words: Words
    changes: list[Change] = field(default_factory=list)
    over: set[int] = field(default_factory=set)
    events: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)


def read_stats(words: Words) -> Procedure | None:
    """The sequence a text tells; None if it tells none, or says something of it that is not understood."""
    if not words.has("stat.value") or words.has("stat.unread") or words.has("battle.attack"):
        return None
    if (short := _notation(words)) is not None:
        return short
    numbers = numbers_of(words, _TAGS)
    unknown = words.has("stat.unknown")
    base = _base(words, numbers)
    if base is None and not unknown:
        return None
    swap, other = _swapped(words, numbers, base)
    if swap is not None and other is None:
        return None
    told = _Told(words)
    events = [*_events(words, numbers, base), *([swap] if swap else [])]
    for event in sorted(events, key=lambda e: e.place):
        if not _take(told, event):
            return None
    left = [n for n in numbers if n is not base and n is not other and n.tag not in ("count", "result", "up", "down", "set")]
    claims = _claims(words, left)
    if claims is None or not told.changes:
        return None
    asks, what = _asks(words, told)
    if asks is None or not (asks or what or claims):
        return None
    given = Stats(
        of="def" if base and base.tag == "def" else "atk",
        printed=0 if unknown and base is None else base.value if base else 0,
        unknown=unknown and base is None,
        changes=tuple(told.changes),
        events=tuple(told.events),
        other=other.value if other else None,
        stated=tuple(n.value for n in numbers if n.tag == "result"),
    )
    everything = (*asks, *claims)
    return Procedure(topic="stats", lang=words.lang, given=given, asks=everything, yes_no=bool(everything))


def _notation(words: Words) -> Procedure | None:
    """The line that shows how a sequence was understood ("ATK 1650: L+450 L/2 end:2"), typed again."""
    match = _LINE.fullmatch(words.text)
    if match is None:
        return None
    changes: list[Change] = []
    events: list[tuple[str, tuple[int, ...]]] = []
    for word in match["steps"].split():
        step = _STEP.fullmatch(word)
        if step is None:
            return None
        if step["end"]:
            events.append(("end", (int(step["end"]) - 1,)))
            continue
        changes.append(_written(step))
        events.append(("change", (len(changes) - 1,)))
    if not changes or any(i >= len(changes) for _, which in events for i in which):
        return None
    given = Stats(
        of="def" if match["of"] == "def" else "atk",
        printed=int(match["base"]) if match["base"] != "?" else 0,
        unknown=match["base"] == "?",
        other=int(match["other"]) if match["other"] else None,
        changes=tuple(changes),
        events=tuple(events),
    )
    return Procedure(topic="stats", lang=words.lang, given=given)


def _written(step: re.Match[str]) -> Change:
    return Change(
        sign=step["sign"],
        amount=int(step["amount"]),
        original=bool(step["own"]),
        lasts="C" if step["lasts"] == "c" else "L" if step["lasts"] == "l" else "",
        words=step.group(),
    )


def _swapped(words: Words, numbers: list[Number], base: Number | None) -> tuple[_Event | None, Number | None]:
    """ATK and DEF changing places, as the setting to the other value; and that other value."""
    match = words.cues.first("stat.swaps", words.text)
    if match is None:
        return None, None
    kinds = {n.tag: n for n in numbers if n.tag in ("atk", "def")}
    if base is None or len(kinds) != 2:
        return _Event(match.start(), "set", match.end()), None
    other = kinds["def" if base.tag == "atk" else "atk"]
    number = Number(other.value, match.start(), match.end(), "set")
    return _Event(match.start(), "set", match.end(), number), other


def _base(words: Words, numbers: list[Number]) -> Number | None:
    """The value it begins with: told before anything happens to it."""
    base = next((n for n in numbers if n.tag in ("atk", "def", "")), None)
    first = next((n for n in numbers if n.tag in ("up", "down", "set")), None)
    if base is None or first is None or base.start < first.start:
        return base
    others = [n for n in numbers if n.tag in ("atk", "def", "")]
    owned = words.cues.has("stat.owned-before", words.text[: base.start])
    return base if len(others) == 1 and owned else None


def _events(words: Words, numbers: list[Number], base: Number | None) -> Iterator[_Event]:
    asked = [(a, b) for a, b, _ in words.asked()]
    for number in numbers:
        if number is not base and number.tag in ("up", "down", "set"):
            if _named_again(words, number, asked):
                continue
            yield _Event(number.start, number.tag, number.end, number)
    for kind in _OPS:
        seen = False
        for match in words.cues.all(f"stat.{kind}", words.text):
            if _reference(words, match, seen, asked):
                continue
            seen = True
            yield _Event(match.start(), kind, match.end())
    spans: list[tuple[int, int]] = []
    for name in ("end-opponent", "end-turn", "face-down", "away", "ends"):
        for match in words.cues.all(f"stat.{name}", words.text):
            if any(a < match.end() and match.start() < b for a, b in spans) or _until(words, match):
                continue
            if name == "ends" and _asked_gone(words, match):
                continue
            spans.append(match.span())
            yield _Event(match.start(), name, match.end())


def _named_again(words: Words, number: Number, asked: list[tuple[int, int]]) -> bool:
    """Whether a number in a question only names an earlier change ("is the +700 still there?")."""
    inside = any(a <= number.start < b for a, b in asked)
    before = words.text[: number.start]
    return inside and bool(re.search(rf"(?<!\d){number.value}(?!\d)", before))


def _reference(words: Words, match: re.Match[str], seen: bool, asked: list[tuple[int, int]]) -> bool:
    """Whether "halved" speaks of a halving told before, or of its end."""
    after = words.text[match.end() : match.end() + 14]
    if words.cues.has("stat.over-after", after):
        return seen
    return seen and any(a <= match.start() < b for a, b in asked)


def _until(words: Words, match: re.Match[str]) -> bool:
    """Whether an end is only how long something lasts ("until the end of the turn")."""
    before = words.text[max(0, match.start() - 22) : match.start()]
    if re.search(r"(?:\buntil|\btill|\btil|\bfor|\bto)\b[^.,;?!]*$|(?:直到|到|至)[^，。；？！]{0,6}$", before):
        return True
    return bool(re.match(r"(?:at|by) (?:the )?end", match.group())) and not words.text[match.end() :].strip()


def _asked_gone(words: Words, match: re.Match[str]) -> bool:
    """Whether "gone" is what is asked ("is the +700 gone?") and not what happens."""
    inside = [words.text[a:b] for a, b, kind in words.asked() if kind == "yes/no" and a <= match.start() < b]
    return any(words.cues.has("stat.gone", part) and not re.search(r"(?:when|once|after|后)", part) for part in inside)


def _take(told: _Told, event: _Event) -> bool:
    if event.kind in ("up", "down", "set", *_OPS):
        told.changes.append(_change(told, event))
        told.events.append(("change", (len(told.changes) - 1,)))
        return True
    live = [i for i in range(len(told.changes)) if i not in told.over]
    ended = _ended(told, event, live)
    if ended is None:
        return event.kind == "ends"
    told.over |= set(ended)
    told.events.append((event.kind if event.kind in ("face-down", "away") else "end", tuple(ended)))
    return True


def _ended(told: _Told, event: _Event, live: list[int]) -> list[int] | None:
    """Which changes an end is about; None for words that end none of them."""
    if event.kind == "end-turn":
        return [i for i in live if told.changes[i].until == "turn"] or None
    if event.kind == "end-opponent":
        return [i for i in live if told.changes[i].until] or None
    if event.kind == "face-down":
        return [i for i in live if told.changes[i].lasts == "L" or told.changes[i].equip]
    if event.kind == "away":
        return live
    return _named_end(told, event, live)


def _named_end(told: _Told, event: _Event, live: list[int]) -> list[int] | None:
    words = told.words
    start = max((m.end() for m in _BOUND.finditer(words.text) if m.end() <= event.place), default=0)
    stop = next((m.start() for m in _BOUND.finditer(words.text) if m.start() >= event.end), len(words.text))
    around = words.text[start:stop]
    named = [n for n in _NAMED if words.cues.has(f"stat.what-{n}", around)]
    for number in re.findall(r"(?<!\d)\d{2,5}", around):
        matching = [i for i in live if str(told.changes[i].amount) == number]
        if matching:
            return matching[-1:]
    for name in named:
        matching = [i for i in live if _is(words, told.changes[i], name)]
        both = [i for i in matching if all(_is(words, told.changes[i], other) for other in named)]
        if both or matching:
            return (both or matching)[-1:]
    if named or not words.cues.has("stat.that", around):
        return None
    return live[-1:] or None


def _is(words: Words, change: Change, name: str) -> bool:
    plain = {"half": change.sign == "/", "double": change.sign == "x", "boost": change.sign == "+", "down": change.sign == "-"}
    if name in plain:
        return plain[name]
    if name == "set":
        return change.sign == "="
    if name == "original":
        return change.original
    return words.cues.has(f"stat.what-{name}", change.words)


def _change(told: _Told, event: _Event) -> Change:
    words, text = told.words, told.words.text
    before = max((m.end() for m in _BOUND.finditer(text) if m.end() <= event.place), default=0)
    start = max(before, 0)
    wide = _since(told, event)
    stop = next(
        (m.start() for m in _BOUND.finditer(text) if m.start() >= event.end and not _inside(text, m.start())), len(text)
    )
    around, own = text[wide:stop], text[start:stop]
    sign, amount = _OPS.get(event.kind, ("", 0))
    if event.number is not None:
        sign, amount = {"up": "+", "down": "-", "set": "="}[event.kind], event.number.value
    return Change(
        sign=sign,
        amount=amount,
        original=sign in "=/x"
        and words.cues.has("stat.original", text[max(wide, event.place - 28) : min(stop, event.end + 22)]),
        lasts=_lasts(words, own) or _lasts(words, around),
        until=_lasting_until(words, own),
        words=around,
        equip=words.cues.has("stat.equip", around),
    )


def _since(told: _Told, event: _Event) -> int:
    """From where on words belong to a change: after the clause of the one before, but not before its sentence."""
    text = told.words.text
    sentence = told.words.sentence_start(event.place)
    bounds = [m.end() for m in _BOUND.finditer(text) if sentence <= m.end() <= event.place]
    numbers = [
        m.end()
        for m in re.finditer(r"\d{2,}|half|halv\w+|doubl\w+|一半|减半|2倍|翻倍", text)
        if sentence <= m.end() <= event.place
    ]
    last = max(numbers, default=sentence)
    return next((b for b in bounds if b >= last), last if last > sentence else sentence)


def _inside(text: str, place: int) -> bool:
    """Whether a place stands within brackets."""
    return text.count("(", 0, place) > text.count(")", 0, place)


def _lasts(words: Words, text: str) -> Literal["L", "C", ""]:
    if words.cues.has("stat.continuous", text):
        return "C"
    return "L" if words.cues.has("stat.lingering", text) else ""


def _lasting_until(words: Words, text: str) -> Literal["turn", "opponent", ""]:
    if words.cues.has("stat.until-opponent", text):
        return "opponent"
    return "turn" if words.cues.has("stat.until-turn", text) else ""


def _claims(words: Words, left: list[Number]) -> list[Ask] | None:
    """Numbers that a yes/no question puts forward ("is it 2000 again?"); None if one stands elsewhere."""
    asked = words.asked()
    found = []
    for number in left:
        if not any(a <= number.start < b and kind == "yes/no" for a, b, kind in asked):
            return None
        found.append(Ask(about="equals", of=str(number.value)))
    return found


def _asks(words: Words, told: _Told) -> tuple[list[Ask] | None, bool]:
    found: list[Ask] = []
    what = bool(words.text.rstrip().endswith(("?", "？", "呢")))
    for start, end, kind in words.asked():
        text = words.text[start:end]
        if kind == "what":
            what = True
        elif (which := _which(told, text)) and (about := _about(words, text)):
            found.append(Ask(about=about, of=which))
        elif not re.search(r"\d{2,}", text):
            return None, what
    return found, what


def _about(words: Words, text: str) -> str:
    return "gone" if words.cues.has("stat.gone", text) else "still" if words.cues.has("stat.still", text) else ""


def _which(told: _Told, text: str) -> str:
    """Index of the change a question speaks of; empty if it names none."""
    for number in re.findall(r"\d{2,}", text):
        for i, change in enumerate(told.changes):
            if str(change.amount) == number:
                return str(i)
    for name in _NAMED:
        if told.words.cues.has(f"stat.what-{name}", text):
            for i, change in enumerate(told.changes):
                if _is(told.words, change, name):
                    return str(i)
    return ""
