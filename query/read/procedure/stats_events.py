"""What happens to a value, in order: changes, ends, being turned face-down, leaving the field."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.lang.later import later
from query.read.procedure.links import link_around, markers
from query.read.procedure.numbers import Number
from query.read.procedure.stats_change import BOUND, NAMED, OPS, Event, Told, change_of, is_early, is_named
from query.read.procedure.words import Words

_ASKING = later(r"\b(?:do|does|is|are|will|would|can) (?:i|he|she|it|they|we|my|his|the|that)\b")
_ORDINALS = {"first": 0, "second": 1, "third": 2, "older": 0, "newer": -1, "later": -1} | {
    "第一": 0,
    "第二": 1,
    "第三": 2,
    "先": 0,
    "后": -1,
}
CHANGES = ("up", "down", "set", *OPS)


def events_of(words: Words, numbers: list[Number], base: Number | None) -> Iterator[Event]:
    """Everything that happens to the value, in no order."""
    asked = [(a, b) for a, b, _ in words.asked()]
    for number in numbers:
        if number is not base and number.tag in ("up", "down", "set"):
            if _named_again(words, number, asked) or words.within_question(number.start):
                continue
            yield Event(number.start, number.tag, number.end, number)
    for kind in OPS:
        seen = False
        for match in words.cues.all(f"stat.{kind}", words.text):
            if _reference(words, match, seen, asked):
                continue
            seen = True
            yield Event(match.start(), kind, match.end())
    spans: list[tuple[int, int]] = []
    for name in ("end-opponent", "end-on-his", "end-turn", "face-down", "away", "negated", "ends"):
        for match in words.cues.all(f"stat.{name}", words.text):
            if any(a < match.end() and match.start() < b for a, b in spans) or _until(words, match):
                continue
            if name == "end-on-his" and not _time_asked(words, match, asked):
                continue
            if name == "ends" and (_asked_gone(words, match) or _negation_asked(words, match, asked)):
                continue
            spans.append(match.span())
            gone = name == "ends" and words.cues.has("stat.gone-away", match.group()) and _of_some_card(words, match)
            kind = "gone" if gone else "end-turn" if name == "end-on-his" else name
            yield Event(match.start(), kind, match.end())


def _time_asked(words: Words, match: re.Match[str], asked: list[tuple[int, int]]) -> bool:
    """Whether a time stands in what is asked, or before it with nothing told in between ("on his turn, is it …?")."""
    return any(
        a <= match.start() < b
        or (words.sentence_start(a) <= match.start() < a and not re.search(r"\d", words.text[match.end() : a]))
        for a, b in asked
    )


def _of_some_card(words: Words, match: re.Match[str]) -> bool:
    """Whether what leaves is a card of which nobody said whether its effect lasts without it."""
    before = words.text[max(0, match.start() - 14) : match.start()]
    return words.has("stat.some-card") and bool(re.search(r"\b(?:card|it)\b|卡", before))


def resolved(words: Words, events: list[Event]) -> list[Event] | None:
    """The events as they happen: changes on one Chain from its last link to its first. None if that is not sure."""
    if any(e.kind in CHANGES and is_early(words, e) for e in events[1:]):
        events = sorted(events, key=lambda e: not (e.kind in CHANGES and is_early(words, e)))
    if not words.cues.has("stat.chained", words.text) and not words.cues.has("chain.c", words.text):
        return events
    changes = [e for e in events if e.kind in CHANGES]
    rest = [e for e in events if e.kind not in CHANGES]
    if len(changes) < 2 or any(e.place < changes[-1].place for e in rest):
        return None
    asked = words.asked()
    marks = [m for m in markers(words) if not any(a <= m[1] < b for a, b, _ in asked)]
    between = words.text[changes[0].end : changes[-1].place]
    numbered = [link_around(words.text, marks, e.place) or 0 for e in changes] if marks else []
    if numbered and 0 not in numbered and numbered == sorted(set(numbered)):
        return [*reversed(changes), *rest]
    if not marks and len(changes) == 2 and words.cues.has("chain.answers", between):
        return [*reversed(changes), *rest]
    return None


def _named_again(words: Words, number: Number, asked: list[tuple[int, int]]) -> bool:
    """Whether a number in a question only names an earlier change ("is the +700 still there?")."""
    before = words.text[: number.start]
    inside = any(a <= number.start < b for a, b in asked) or words.cues.has("stat.time-named", before)
    return inside and bool(re.search(rf"(?<!\d){number.value}(?!\d)", before))


def _reference(words: Words, match: re.Match[str], seen: bool, asked: list[tuple[int, int]]) -> bool:
    """Whether "halved" speaks of a halving told before, or of its end."""
    after = words.text[match.end() : match.end() + 14]
    if seen and words.cues.has("stat.named-again", words.text[: match.start()]):
        return True
    if words.cues.has("stat.over-after", after):
        return seen
    return seen and any(a <= match.start() < b for a, b in asked)


def _until(words: Words, match: re.Match[str]) -> bool:
    """Whether an end is only how long something lasts ("until the end of the turn")."""
    before = words.text[max(0, match.start() - 40) : match.start()]
    if words.lang == "zh" and any(a <= match.start() < b for a, b, _ in words.asked()):
        return False
    if re.search(r"(?:\buntil|\btill|\btil|\bfor|\bto(?! \d))\b[^.,;?!]*$|(?:直到|到|至)[^，。；？！,.;?!]{0,6}$", before):
        return True
    last = not words.text[match.end() :].strip(" ?") and not words.within_question(match.start())
    return last and bool(re.match(r"(?:at|by) (?:the )?end", match.group()))


def _asked_gone(words: Words, match: re.Match[str]) -> bool:
    """Whether "gone" is what is asked ("is the +700 gone?") and not what happens."""
    inside = [words.text[a:b] for a, b, kind in words.asked() if kind == "yes/no" and a <= match.start() < b]
    gone = [part for part in inside if any(words.cues.has(cue, part) for cue in ("stat.gone", "stat.whole"))]
    return any(not re.search(r"(?:when|once|after|后)", part) for part in gone)


def _negation_asked(words: Words, match: re.Match[str], asked: list[tuple[int, int]]) -> bool:
    """Whether what is asked names a negation told before as a time ("what before the negation, what after it?")."""
    here = words.cues.first("stat.around-negation", words.text[match.start() : match.end() + 8])
    told = words.cues.has("stat.negated", words.text[: match.start()])
    return bool(here) and told and any(a <= match.start() < b for a, b in asked)


def take(told: Told, event: Event) -> bool:
    """Takes an event into the story; whether it is understood."""
    if event.kind in CHANGES:
        told.changes.append(change_of(told, event))
        told.events.append(("change", (len(told.changes) - 1,)))
        return True
    if event.kind in ("negated", "face-down") and told.events and told.events[-1][0] == event.kind:
        return True
    if event.kind.startswith("end") and any(kind == "negated" for kind, _ in told.events):
        return False
    live = [i for i in range(len(told.changes)) if i not in told.over]
    ended = _ended(told, event, live)
    if ended is None:
        return event.kind in ("ends", "gone")
    if event.kind == "end-turn" and ended and any(told.changes[i].until != "turn" for i in ended):
        told.events.append(("perhaps", tuple(ended)))
        return True
    if event.kind.startswith("end") and not ended:
        return True
    told.over |= {i for i in ended if event.kind != "face-down" or told.changes[i].lasts == "L" or told.changes[i].equip}
    told.events.append((event.kind if event.kind in ("face-down", "away", "gone", "negated") else "end", tuple(ended)))
    return True


def _ended(told: Told, event: Event, live: list[int]) -> list[int] | None:
    """Which changes an end is about; None for words that end none of them."""
    if event.kind == "end-turn":
        return _over_with_turn(told, live)
    if event.kind == "end-opponent":
        return [i for i in live if told.changes[i].until] or None
    if event.kind == "face-down":
        return [i for i in live if told.changes[i].lasts != "C" or told.changes[i].equip]
    if event.kind == "away":
        back = told.words.has("stat.back")
        return [i for i in live if not back or told.changes[i].lasts != "C" or told.changes[i].equip]
    if event.kind == "negated":
        return _own(told, live)
    return _named_end(told, event, live)


def _over_with_turn(told: Told, live: list[int]) -> list[int] | None:
    """What ends with the turn; where nobody said how long the one change lasts, that one. None where it is not sure."""
    words = told.words
    until = [i for i in live if told.changes[i].until == "turn"]
    if until:
        return until
    lasting = [i for i in live if told.changes[i].lasts == "C" or words.cues.has("stat.for-good", told.changes[i].words)]
    if len(lasting) == len(live):
        return []
    return live if len(live) == 1 and not told.changes[live[0]].until else None


def _own(told: Told, live: list[int]) -> list[int] | None:
    """What the monster did to itself; None where it is not said whence some change came, or by which kind of effect."""
    changes = [told.changes[i] for i in live]
    if any(c.forgotten or not (c.by_itself or told.words.cues.has("stat.other-card", c.words)) for c in changes):
        return None
    if any(c.by_itself and told.words.cues.has("stat.quick-effect", c.words) for c in changes):
        return None
    return [i for i in live if told.changes[i].by_itself]


def _named_end(told: Told, event: Event, live: list[int]) -> list[int] | None:
    words = told.words
    start = max((m.end() for m in BOUND.finditer(words.text) if m.end() <= event.place), default=0)
    stop = next((m.start() for m in BOUND.finditer(words.text) if m.start() >= event.end), len(words.text))
    if asking := _ASKING.search(words.text, event.end, stop):  # "when the trap ends, does he get the 500 back"
        stop = asking.start()
    if any(words.cues.has(f"stat.what-{n}", words.text[start : event.end]) for n in NAMED) and words.lang == "zh":
        stop = min(stop, event.end)  # 减半结束以后那500还在吗
    around = words.text[start:stop]
    named = [n for n in NAMED if words.cues.has(f"stat.what-{n}", around)]
    if not named and not words.cues.has("stat.that", around):  # "if the trap then is destroyed"
        around = words.text[max((a for a, _ in words.clauses() if a <= event.place), default=start) : stop]
        named = [n for n in NAMED if words.cues.has(f"stat.what-{n}", around)]
    for number in re.findall(r"(?<!\d)\d{2,5}", around):
        matching = [i for i in live if str(told.changes[i].amount) == number]
        if matching:
            return matching[-1:]
    if ordinal := words.cues.first("stat.ordinal", around):
        place = _ORDINALS[ordinal["en"] or ordinal["zh"]]
        alike = [i for i, change in enumerate(told.changes) if not named or is_named(words, change, named[0])]
        return [alike[place]] if -len(alike) <= place < len(alike) and alike[place] in live else None
    for name in named:
        matching = [i for i in live if is_named(words, told.changes[i], name)]
        both = [i for i in matching if all(is_named(words, told.changes[i], other) for other in named)]
        if both or matching:
            return (both or matching)[-1:]
    if named or not words.cues.has("stat.that", around):
        return None
    return live[-1:] or None
