"""Life Points along a Chain: damage and gains of its links, whose they are, and which links are negated."""

from __future__ import annotations

import re
from dataclasses import dataclass

from query.read.procedure.links import markers, negating
from query.read.procedure.model import SIDES, Ask, Life, Procedure, Side
from query.read.procedure.numbers import numbers_of
from query.read.procedure.words import Words

_BRACKET = re.compile(r"\([^)]*$")
_LEAST = 50
"""Life Points are told from here on; a smaller number counts links or cards."""
_NUMBER = re.compile(r"(?<![\d.])\d+(?!\d)")


@dataclass(frozen=True, slots=True)
class _Hit:
    """Damage (`sign` -1) or a gain that is told, and its number's place."""

    match: re.Match[str]
    sign: int
    value: int
    at: int


def read_life(words: Words) -> Procedure | None:
    """Life Points along a Chain; None if it is not sure what each link does to whom."""
    asked = words.asked()
    hits = [h for h in _hits(words) if not any(a <= h.at < b for a, b, _ in asked)]
    marks = markers(words)
    if (
        len(hits) < 2
        or (not words.has("chain.same-response", "chain.told-order") and len(marks) < 2)
        or words.has("battle.attack")
    ):
        return None
    if words.has("stat.half") or words.has("stat.double") or words.has("stat.value"):
        return None
    start = _start(words, hits, [(a, b) for a, b, kind in asked if kind != "what"])
    links = _effects(words, hits, marks, [side for side, _ in start or ()])
    negated = negating(words, marks) if words.has("chain.negated-link") else ()
    if not start or links is None or negated is None:
        return None
    asks = _life_asks(words, start)
    if asks is None or not (asks or any(kind == "what" for _, _, kind in asked)):
        return None
    given = Life(start=start, links=tuple(sorted(links)), negated=negated)
    return Procedure(topic="chain", lang=words.lang, given=given, asks=asks, yes_no=bool(asks))


def _hits(words: Words) -> list[_Hit]:
    """What is told to change Life Points, each number once, in order."""
    found: dict[int, _Hit] = {}
    for cue, sign in (("chain.damage-to", -1), ("chain.heal", 1), ("react.burn", -1), ("react.gain", 1)):
        for match in words.cues.all(cue, words.text):
            group = _group(match)
            at, value = match.start(group), int(match[group])
            if value >= _LEAST and at not in found:
                found[at] = _Hit(match, sign, value, at)
    return [found[at] for at in sorted(found)]


def _group(match: re.Match[str]) -> int:
    return next(i for i in range(1, len(match.groups()) + 1) if match.group(i))


def _start(words: Words, hits: list[_Hit], claims: list[tuple[int, int]]) -> tuple[tuple[Side, int], ...]:
    """Life Points before, by player; none where a number is left that nobody understands, or one player has two."""
    known = {h.at for h in hits}
    tagged = {n.start for n in numbers_of(words, ("count", "life")) if n.tag == "life"}
    tagged |= {m.start(_group(m)) for m in words.cues.all("react.at", words.text)}
    found: dict[Side, int] = {}
    for match in _NUMBER.finditer(words.text):
        if int(match.group()) < _LEAST or match.start() in known or any(a <= match.start() < b for a, b in claims):
            continue
        if match.start() not in tagged:
            return ()
        both = words.cues.has("react.both", words.text[: match.start()])
        side = words.side_before(match.start(), words.sentence_start(match.start())) or "own"
        for one in SIDES if both else (side,):
            if one in found:
                return ()
            found[one] = int(match.group())
    return tuple((side, found[side]) for side in SIDES if side in found)


def _effects(
    words: Words, hits: list[_Hit], marks: list[tuple[int, int, int]], sides: list[Side]
) -> list[tuple[int, Side, int]] | None:
    """(link, whose Life Points, by how much) for each; links without a number go by the order told."""
    links: list[tuple[int, Side, int]] = []
    for order, hit in enumerate(hits, 1):
        number = _link_of(words, hit.match, marks) if marks else order
        if number is None or any(n == number for n, _, _ in links):
            return None
        links.append((number, _whom(words, hit, marks, sides[0] if sides else "own"), hit.sign * hit.value))
    return links


def _link_of(words: Words, match: re.Match[str], marks: list[tuple[int, int, int]]) -> int | None:
    bracketed = all(words.text[end : end + 1] in (")", "") and _BRACKET.search(words.text[:start]) for _, start, end in marks)
    if bracketed:
        return next((n for n, start, _ in sorted(marks, key=lambda m: m[1]) if start >= match.end()), None)
    return next((n for n, _, end in sorted(marks, key=lambda m: -m[1]) if end <= match.start()), None)


def _whom(words: Words, hit: _Hit, marks: list[tuple[int, int, int]], side: Side) -> Side:
    """Whose Life Points change: whom the words name, else by whose effect it is."""
    first = max([words.sentence_start(hit.at), *(end for _, _, end in marks if end <= hit.at)])
    text = words.text[first : _clause_end(words, hit.match.end())]
    if hit.sign < 0:
        if words.cues.has("chain.at-own", text):
            return "own"
        if words.cues.has("chain.at-opp", text):
            return "opp"
    elif pronoun := words.cues.first("chain.for-whom", text):
        return "own" if words.cues.has("side.own", pronoun.group()) else "opp"
    doer = _subject(words, text) or words.side_before(hit.at) or side
    return doer if hit.sign > 0 else "own" if doer == "opp" else "opp"


def _clause_end(words: Words, place: int) -> int:
    return next((m.start() for m in re.compile(r"[,，;；.。?？!！)]").finditer(words.text, place)), len(words.text))


def _subject(words: Words, text: str) -> Side:
    """The player a stretch of text names first; "my opponent" is the opponent."""
    found = [(m.start(), side != "opp", side) for side in SIDES for m in words.cues.all(f"side.{side}", text)]
    return min(found)[2] if found else ""


def _life_asks(words: Words, start: tuple[tuple[Side, int], ...]) -> tuple[Ask, ...] | None:
    """What wants yes or no: whether somebody lives or loses, or has so many Life Points; None for anything else."""
    found = []
    alone: Side = start[0][0] if len(start) == 1 else ""
    for first, last, kind in words.asked():
        text = words.text[first:last]
        if kind == "what":
            continue
        numbers = [int(m.group()) for m in _NUMBER.finditer(text) if int(m.group()) >= _LEAST]
        side = _named(words, text) or alone or "own"
        if numbers and len(numbers) == 1 and not words.negative(text):
            found.append(Ask(about=f"equals {numbers[0]}", of=side))
        elif words.cues.has("say.live", text) or words.cues.has("say.survive", text):
            found.append(Ask(about="live", of=side))
        elif words.cues.has("say.lose", text) or words.cues.has("say.win", text) or words.cues.has("say.destroyed", text):
            found.append(Ask(about="lose", of=alone or ("opp" if words.cues.has("say.win", text) else side)))
        else:
            return None
    return tuple(found)


def _named(words: Words, text: str) -> Side:
    """The one player a question names; empty for none or both."""
    named: list[Side] = [side for side in SIDES if words.cues.has(f"side.{side}", text)]
    return named[0] if len(named) == 1 else ""
