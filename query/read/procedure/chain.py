"""A Chain as people tell it: Life Points along it, its order, what may answer what, what was paid for nothing."""

from __future__ import annotations

import re

from query.read.procedure.links import answering, mentions
from query.read.procedure.model import Ask, Backwards, Life, Links, Negated, Paid, Procedure, Side
from query.read.procedure.words import Words

_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7} | dict(
    zip("二三四五六七", range(2, 8), strict=True)
)
_BRACKET = re.compile(r"\([^)]*$")


def read_chain(words: Words) -> Procedure | None:
    """The Chain a text tells; None if it tells none."""
    return _life(words) or _paid(words) or _negated(words) or _backwards(words) or _links(words)


def _markers(words: Words) -> list[tuple[int, int, int]]:
    """(number, start, end) of each "chain link 2", the first of each number."""
    found: dict[int, tuple[int, int, int]] = {}
    for match in words.cues.all("chain.c", words.text):
        number = int(next(g for g in match.groups() if g))
        if 1 <= number <= 12 and number not in found:
            found[number] = (number, match.start(), match.end())
    return sorted(found.values())


def _backwards(words: Words) -> Procedure | None:
    if not words.has("chain.resolve-order"):
        return None
    numbers = [n for n, _, _ in _markers(words)]
    count = max(numbers, default=0)
    if not count and (match := words.cues.first("chain.links-count", words.text)):
        word = next(g for g in match.groups() if g)
        count = int(word) if word.isdigit() else _COUNTS[word]
    asked = words.asked()
    if count < 2 or any(kind == "yes/no" for _, _, kind in asked) or words.has("chain.negated-link"):
        return None
    return Procedure(topic="chain", lang=words.lang, given=Backwards(count=count))


def _links(words: Words) -> Procedure | None:
    if words.has("chain.damage-step") or words.has("chain.resolving"):
        return None
    marks = _markers(words)
    asked = [words.text[a:b] for a, b, kind in words.asked() if kind == "yes/no"]
    if len(marks) > 1 and any(words.cues.has("chain.build", text) for text in asked):
        kinds = _kinds_of(words, marks)
        if kinds:
            return _legal(words, kinds)
    pair = answering(words)
    return _legal(words, list(pair)) if pair else _speed(words)


def _speed(words: Words) -> Procedure | None:
    named = mentions(words)
    if len(named) != 1 or not words.has("chain.speed-asked") or any(kind == "yes/no" for _, _, kind in words.asked()):
        return None
    return Procedure(topic="chain", lang=words.lang, given=Links(kinds=(named[0].kind,)))


def _legal(words: Words, kinds: list[str]) -> Procedure:
    given = Links(kinds=tuple(kinds), simultaneous=words.has("chain.simultaneous"))
    return Procedure(topic="chain", lang=words.lang, given=given, asks=(Ask(about="legal"),), yes_no=True)


def _kinds_of(words: Words, marks: list[tuple[int, int, int]]) -> list[str]:
    kinds = []
    places = [*(start for _, start, _ in marks), len(words.text)]
    for (_, _, end), stop in zip(marks, places[1:], strict=True):
        inside = mentions(words, end, stop)
        if not inside:
            return []
        kinds.append(inside[0].kind)
    return kinds


def _negated(words: Words) -> Procedure | None:
    """A link that negates another: which of them still resolve, and whether the one asked about does."""
    marks = _markers(words)
    asked = words.asked()
    told = [m for m in words.cues.all("chain.negates-one", words.text) if not any(a <= m.start() < b for a, b, _ in asked)]
    if len(marks) < 2 or len(told) != 1 or words.has("chain.refund") or words.has("chain.stays"):
        return None
    by = next((n for n, start, _ in sorted(marks, key=lambda m: -m[1]) if start < told[0].start()), 0)
    named = words.cues.first("chain.names-negated", words.text)
    negated = int(next(g for g in named.groups() if g)) if named else by - 1
    if not 1 <= negated < by:
        return None
    given = Negated(count=max(n for n, _, _ in marks), negated=negated, by=by)
    for start, end, kind in asked:
        text = words.text[start:end]
        numbers = [int(g) for m in words.cues.all("chain.c", text) for g in m.groups() if g]
        if kind == "yes/no" and len(numbers) == 1 and words.cues.has("chain.does-resolve", text):
            return Procedure(topic="chain", lang=words.lang, given=given, asks=(Ask(about=str(numbers[0])),), yes_no=True)
        if kind == "yes/no":
            return None
    what = any(words.cues.has("chain.does-resolve", words.text[a:b]) for a, b, kind in asked if kind == "what")
    return Procedure(topic="chain", lang=words.lang, given=given) if what else None


def _paid(words: Words) -> Procedure | None:
    yes_no = any(kind == "yes/no" for _, _, kind in words.asked())
    if not words.has("chain.negated-link", "chain.pay") or (yes_no and not words.has("chain.refund")):
        return None
    pay = words.cues.first("chain.pay", words.text)
    cost = int(next(g for g in pay.groups() if g)) if pay else 0
    life = [int(g) for m in words.cues.all("num.life", words.text) for g in m.groups() if g and int(g) != cost]
    if (
        len(set(life)) != 1
        or not (words.asked() or words.text.rstrip().endswith(("?", "？")))
        or len(re.findall(r"\d{3,}", words.text)) > 2
    ):
        return None
    return Procedure(topic="chain", lang=words.lang, given=Paid(start=life[0], cost=cost), yes_no=yes_no)


def _life(words: Words) -> Procedure | None:
    hits = [(m, -1) for m in words.cues.all("chain.damage-to", words.text)]
    hits += [(m, 1) for m in words.cues.all("chain.heal", words.text)]
    asked = words.asked()
    hits = [h for h in hits if not any(a <= h[0].start() < b for a, b, _ in asked)]
    if len(hits) < 2 or (not words.has("chain.same-response") and len(_markers(words)) < 2) or words.has("battle.attack"):
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
    marks = _markers(words)
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
