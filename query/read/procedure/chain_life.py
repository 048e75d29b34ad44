"""Life Points along a Chain: damage and gains of its links, and whose they are."""

from __future__ import annotations

import re

from query.read.procedure.links import markers
from query.read.procedure.model import Ask, Life, Procedure, Side
from query.read.procedure.words import Words

_BRACKET = re.compile(r"\([^)]*$")


def read_life(words: Words) -> Procedure | None:
    """Life Points along a Chain; None if it is not sure what each link does to whom."""
    hits = [(m, -1) for m in words.cues.all("chain.damage-to", words.text)]
    hits += [(m, 1) for m in words.cues.all("chain.heal", words.text)]
    asked = words.asked()
    hits = [h for h in hits if not any(a <= h[0].start() < b for a, b, _ in asked)]
    if len(hits) < 2 or (not words.has("chain.same-response") and len(markers(words)) < 2) or words.has("battle.attack"):
        return None
    if words.has("stat.half") or words.has("stat.double"):
        return None
    used = {m.start(i) for m, _ in hits for i in range(1, len(m.groups()) + 1) if m.group(i)}
    starts = [(m, g) for m in words.cues.all("num.life", words.text) for g in [_group(m)] if m.start(g) not in used]
    if len(starts) != 1:
        return None
    start, group = starts[0]
    known = used | {start.start(group)} | {m.start(_group(m)) for m in words.cues.all("chain.c", words.text)}
    if any(m.start() not in known and len(m.group()) > 2 for m in re.finditer(r"\d+", words.text)):
        return None
    side = words.side_before(start.start(group)) or "own"
    links = _effects(words, hits, side)
    if links is None:
        return None
    asks = _life_asks(words, side)
    if asks is None:
        return None
    given = Life(start=int(start[group]), side=side, links=tuple(sorted(links)))
    return Procedure(topic="chain", lang=words.lang, given=given, asks=asks, yes_no=bool(asks))


def _group(match: re.Match[str]) -> int:
    return next(i for i in range(1, len(match.groups()) + 1) if match.group(i))


def _effects(words: Words, hits: list[tuple[re.Match[str], int]], side: Side) -> list[tuple[int, int]] | None:
    """(link, what it does to that player's Life Points) for each; links without a number go by the order told."""
    marks = markers(words)
    links: list[tuple[int, int]] = []
    for order, (match, sign) in enumerate(sorted(hits, key=lambda h: h[0].start()), 1):
        number = _link_of(words, match, marks) if marks else order
        if number is None or any(n == number for n, _ in links):
            return None
        start = words.sentence_start(match.start()) if not marks else 0
        doer = words.side_before(match.start(), start)
        hit = _whom(words, match, sign, doer, side)
        links.append((number, sign * int(match.group(_group(match))) if hit == side else 0))
    return links if not words.has("chain.negated-link") else None


def _link_of(words: Words, match: re.Match[str], marks: list[tuple[int, int, int]]) -> int | None:
    bracketed = all(words.text[end : end + 1] in (")", "") and _BRACKET.search(words.text[:start]) for _, start, end in marks)
    if bracketed:
        return next((n for n, start, _ in sorted(marks, key=lambda m: m[1]) if start >= match.end()), None)
    return next((n for n, _, end in sorted(marks, key=lambda m: -m[1]) if end <= match.start()), None)


def _whom(words: Words, match: re.Match[str], sign: int, doer: Side, side: Side) -> Side:
    after = words.text[match.start() : match.end() + 14]
    if sign < 0:
        named = re.search(r"\bto (?:me|my)\b|给我|烧我|对我|me \d", after) or re.search(
            r"给(?:与|予)?我|对我|烧我$", words.text[max(0, match.start() - 8) : match.end()]
        )
        if named:
            return "own"
        other = re.search(r"\bto (?:him|her|them|my opp|the opp|opp)|给(?:对方|他)|烧(?:对方|他)", after)
        if other or re.search(r"给(?:与|予)?(?:对方|他)|对(?:对方|他)", words.text[max(0, match.start() - 8) : match.end()]):
            return "opp"
        return "own" if doer == "opp" else "opp"
    named = re.search(r"\b(me|him|her|them)\b", after)
    if named:
        return "own" if named[1] == "me" else "opp"
    return doer or side


def _life_asks(words: Words, side: Side) -> tuple[Ask, ...] | None:
    found = []
    for start, end, kind in words.asked():
        text = words.text[start:end]
        if kind == "what":
            continue
        if words.cues.has("say.live", text) or words.cues.has("say.survive", text):
            found.append(Ask(about="live"))
        elif words.cues.has("say.lose", text) or words.cues.has("say.win", text) or words.cues.has("say.destroyed", text):
            found.append(Ask(about="lose", of=side))
        else:
            return None
    return tuple(found)
