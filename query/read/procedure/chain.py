"""A Chain as people tell it: its order, what may answer what, what was negated, what was paid for nothing."""

from __future__ import annotations

import re

from kb.lang.numerals import counted
from query.read.procedure.chain_told import Told
from query.read.procedure.links import answerings, markers, mentions, pairs_of, placed
from query.read.procedure.model import SIDES, Ask, Backwards, Links, Negated, Paid, Procedure, Side, Turned
from query.read.procedure.words import Words, either


def read_chain(words: Words) -> Procedure | None:
    """The Chain a text tells, Life Points along it left aside; None if it tells none."""
    if words.has("chain.excepted"):
        return None
    return _turned(words) or _paid(words) or _negated(words) or _backwards(words) or _links(words)


def _turned(words: Words) -> Procedure | None:
    """Who may add the next link, where the question numbers the links so far and says whose the last is."""
    marks = markers(words)
    asked = words.asked()
    told = [m for m in marks if not any(a <= m[1] < b for a, b, _ in asked)]
    if len(told) < 1 or not any(words.cues.has("order.next", words.text[a:b]) for a, b, _ in asked):
        return None
    number, start, end = told[-1]
    before = max((m[2] for m in marks if m[2] <= start), default=words.sentence_start(start))
    last = words.side_before(start, before) or _right_after(words, end)
    if not last or number != len(told) or any(words.has(f"chain.{name}") for name in ("negated-link", "undoes", "resolving")):
        return None
    asks: list[Ask] = []
    for first, stop, kind in asked:
        text = words.text[first:stop]
        plain = kind != "what" or words.cues.has("ask.yes-no", text)
        if not plain or not words.cues.has("order.next", text):
            continue
        if words.negative(text):
            return None
        asks.append(Ask(about="next", of=words.side_before(stop, first) or "own"))
    given = Turned(count=number, last=last)
    return Procedure(topic="chain", lang=words.lang, given=given, asks=tuple(asks), yes_no=bool(asks))


def _right_after(words: Words, place: int) -> Side:
    """Whose a link is, where that follows its number: "link 2 is his"."""
    text = words.text[place : place + _OWNER]
    if not words.cues.has("chain.link-is", text):
        return ""
    places = [(m.start(), side) for side in SIDES for m in words.cues.all(f"side.{side}", text)]
    return min(places)[1] if places else ""


_OWNER = 14
"""Characters behind a link's number in which its owner may be named."""


def _negated(words: Words) -> Procedure | None:
    """Links that negate others: which of them still resolve, and whether the one asked about does."""
    marks = markers(words)
    asked = words.asked()
    told = [m for m in words.cues.all("chain.negates-one", words.text) if not any(a <= m.start() < b for a, b, _ in asked)]
    if len(marks) < 2 or not told or words.has("chain.refund") or words.has("chain.stays"):
        return None
    pairs = pairs_of(words, marks, told)
    if not pairs:
        return None
    given = Negated(count=max(n for n, _, _ in marks), pairs=pairs)
    for start, end, kind in asked:
        text = words.text[start:end]
        numbers = [int(g) for m in words.cues.all("chain.c", text) for g in m.groups() if g]
        if kind == "yes/no" and len(numbers) == 1 and words.cues.has("chain.does-resolve", text) and not words.negative(text):
            return Procedure(topic="chain", lang=words.lang, given=given, asks=(Ask(about=str(numbers[0])),), yes_no=True)
        drawn = kind == "yes/no" and not numbers and words.cues.has("chain.gets-draw", text) and not words.negative(text)
        if drawn and words.cues.has("chain.draws", words.text[marks[0][2] : marks[1][1]]):
            return Procedure(topic="chain", lang=words.lang, given=given, asks=(Ask(about="1"),), yes_no=True)
        if kind == "yes/no" and not words.cues.has("ask.or", text):
            return None
    what = any(words.cues.has("chain.does-resolve", words.text[a:b]) for a, b, _ in asked)
    return Procedure(topic="chain", lang=words.lang, given=given) if what else None


def _backwards(words: Words) -> Procedure | None:
    if not words.has("chain.resolve-order"):
        return None
    numbers = [n for n, _, _ in markers(words)]
    count = max(numbers, default=0)
    if not count and (match := words.cues.first("chain.links-count", words.text)):
        word = next(g for g in match.groups() if g)
        count = counted(word)
    count = count or _told_links(words)
    asked = words.asked()
    if count < 2 or any(kind == "yes/no" for _, _, kind in asked) or words.has("chain.negated-link"):
        return None
    return Procedure(topic="chain", lang=words.lang, given=Backwards(count=count))


def _told_links(words: Words) -> int:
    """How many links are told without their numbers, each by the kind of card or effect it is; 0 where that is not sure."""
    told = Told(words)
    kinds = [one for one in mentions(words) if not told.in_question(one.start)]
    return told.count() if told.count() == len(kinds) else 0


def _links(words: Words) -> Procedure | None:
    if any(words.has(f"chain.{name}") for name in ("damage-step", "resolving", "win", "while-paying")):
        return None
    marks = markers(words)
    if _negates_farther(words, marks):
        return None
    if any(words.cues.has("num.life-word", words.text[a:b]) for a, b, _ in words.asked()):
        return None
    asked = [words.text[a:b] for a, b, kind in words.asked() if kind == "yes/no"]
    builds = any(words.cues.has("chain.build", text) and not words.cues.has("chain.other-act", text) for text in asked)
    if len(marks) > 1 and (builds or _bare(words, marks, asked)):
        kinds = _kinds_of(words, marks)
        if kinds:
            return _legal(words, kinds)
    if len(marks) > 1 and not asked and (kinds := _next(words, marks)):
        return Procedure(topic="chain", lang=words.lang, given=Links(kinds=tuple(kinds), next=True))
    if any(re.search(r"\d{3,}", words.text[a:b]) for a, b, _ in words.asked()):
        return None
    if (held := _either_one(words)) is not None:
        return held
    pairs = answerings(words)
    sure = [p for p in pairs if p[0] != p[1] or p[0] == "counter" or _each_his_own(words, p[0])]
    if pairs and sure[:1] == pairs[:1] and not any(_doubtful(words, text, pairs[0][1]) for text in asked):
        return _legal(words, list(pairs[0]), tuple(sure[1:]))
    return _from_where(words, asked) or _speed(words)


def _either_one(words: Words) -> Procedure | None:
    """Whether one of several cards that are held may answer the link told last before them; None for anything else."""
    asked = [(a, b) for a, b, kind in words.asked() if kind == "yes/no"]
    if len(asked) != 1 or not words.cues.has("chain.either-one", words.text[slice(*asked[0])]):
        return None
    held = words.cues.first("chain.held", words.text)
    if held is None:
        return None
    before, after = mentions(words, 0, held.start()), mentions(words, held.end())
    if not before or len(after) < 2 or words.negative(words.text[slice(*asked[0])]):
        return None
    answered = before[-1].kind
    kinds = list(dict.fromkeys(one.kind for one in after))
    return _legal(words, [answered, kinds[0]], tuple((answered, kind) for kind in kinds[1:]))


def _from_where(words: Words, asked: list[str]) -> Procedure | None:
    """A card that may not answer anything for where it comes from: nothing else has to be told of what it answers."""
    named = mentions(words)
    if len({m.kind for m in named}) != 1 or not asked or any(_doubtful(words, text, named[0].kind) for text in asked):
        return None
    kind = named[0].kind
    where = placed(words, kind)
    if where not in ("set-now", "hand-trap", "hand-his-turn") or not words.cues.has("chain.chained-to", asked[0]):
        return None
    return Procedure(
        topic="chain", lang=words.lang, given=Links(kinds=(kind,), placed=where), asks=(Ask(about="legal"),), yes_no=True
    )


def _each_his_own(words: Words, kind: str) -> bool:
    """Whether one of two effects of a kind is the opponent's and the other mine."""
    places = [m for m in mentions(words) if m.kind == kind]
    return [words.side_before(m.start, words.sentence_start(m.start)) for m in places] == ["opp", "own"]


def _bare(words: Words, marks: list[tuple[int, int, int]], asked: list[str]) -> bool:
    """Whether the last link is followed by a bare "ok?" or "legal?"."""
    rest = words.text[marks[-1][2] :]
    return not asked and rest.rstrip().endswith(("?", "？")) and words.cues.has("chain.legal", rest)


def _next(words: Words, marks: list[tuple[int, int, int]]) -> list[str]:
    """The kinds so far where the last link is only a question mark: "c1 my Normal Spell, c2 his Counter Trap, c3 ?"."""
    if not re.fullmatch(r"[\s:：=,，.]*(?:what|which|什么|啥)?[\s]*[?？][\s?？]*", words.text[marks[-1][2] :]):
        return []
    place = marks[-1][1]
    return _kinds_of(Words(words.text[:place], words.lang, words.cues), marks[:-1])


def _doubtful(words: Words, text: str, kind: str) -> bool:
    """Whether a question is put with a no, about more than the two it names or what becomes of one, or whether one opens the
    Chain; a card of the kind that is Set where that decides is understood.
    """
    sets = () if placed(words, kind) else ("chain.sets",)
    others = ("ask.only", "chain.negated-link", "chain.as-link-1", "chain.fizzle", "chain.first-offered", *sets)
    return words.negative(either(text)) or any(words.cues.has(c, text) for c in others)


def _negates_farther(words: Words, marks: list[tuple[int, int, int]]) -> bool:
    """Whether a link is said to negate another than the one right before the last: Spell Speeds alone do not decide that."""
    named = (int(next(g for g in m.groups() if g)) for m in words.cues.all("chain.negates-link", words.text))
    return bool(marks) and any(n < max(number for number, _, _ in marks) - 1 for n in named)


def _speed(words: Words) -> Procedure | None:
    named = mentions(words)
    if len(named) != 1 or not words.has("chain.speed-asked") or any(kind == "yes/no" for _, _, kind in words.asked()):
        return None
    return Procedure(topic="chain", lang=words.lang, given=Links(kinds=(named[0].kind,)))


def _legal(words: Words, kinds: list[str], more: tuple[tuple[str, str], ...] = ()) -> Procedure:
    where = placed(words, kinds[-1]) if len(kinds) > 1 else ""
    given = Links(kinds=tuple(kinds), simultaneous=words.has("chain.simultaneous"), placed=where, more=more)
    return Procedure(topic="chain", lang=words.lang, given=given, asks=(Ask(about="legal"),), yes_no=True)


def _kinds_of(words: Words, marks: list[tuple[int, int, int]]) -> list[str]:
    """The kind of each link: named behind its number, or before it ("my ignition effect CL1")."""
    places = [*(start for _, start, _ in marks), len(words.text)]
    behind = [mentions(words, end, stop) for (_, _, end), stop in zip(marks, places[1:], strict=True)]
    if all(behind):
        return [inside[0].kind for inside in behind]
    ends = [0, *(end for _, _, end in marks)]
    before = [mentions(words, end, start) for end, (_, start, _) in zip(ends, marks, strict=False)]
    gaps = (words.text[b[-1].end : start].strip(" (（,，:：") for b, (_, start, _) in zip(before, marks, strict=True) if b)
    return [b[-1].kind for b in before] if all(before) and all(len(gap) < _NEAR for gap in gaps) else []


_NEAR = 4
"""Characters that may stand between what a link is and the number behind it: "as", "is"."""


def _paid(words: Words) -> Procedure | None:
    yes_no = any(kind == "yes/no" for _, _, kind in words.asked())
    halved = words.has("chain.pay-half")
    pays = halved or words.has("chain.pay")
    if not words.has("chain.negated-link") or not pays or (yes_no and not words.has("chain.refund")):
        return None
    pay = words.cues.first("chain.pay", words.text)
    cost = int(next(g for g in pay.groups() if g)) if pay else 0
    life = [
        int(g)
        for cue in ("num.life", "react.at")
        for m in words.cues.all(cue, words.text)
        for g in m.groups()
        if g and int(g) not in (cost, 0) and len(g) > 2
    ]
    if (
        len(set(life)) != 1
        or not (words.asked() or words.text.rstrip().endswith(("?", "？")))
        or len(set(re.findall(r"\d{3,}", words.text))) > 2
    ):
        return None
    if halved:
        if cost or life[0] % 2:
            return None
        cost = life[0] // 2
    return Procedure(topic="chain", lang=words.lang, given=Paid(start=life[0], cost=cost), yes_no=yes_no)
