"""Life Points along a Chain: damage, gains and costs of its links, whose they are, which are negated or lose their card."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.lang.later import later
from query.read.procedure.chain_told import FACE_UP, LASTS, Clause, Told, subject
from query.read.procedure.model import SIDES, Ask, Life, Procedure, Side
from query.read.procedure.numbers import numbers_of
from query.read.procedure.words import Words

_LEAST = 50
"""Life Points are told from here on; a smaller number counts links or cards."""
_NUMBER = later(r"(?<![\d.])\d+(?!\d)")
_END = later(r"[,，;；.。?？!！)]")
_PARTS = 2
"""Links a Chain has at least."""


@dataclass(frozen=True, slots=True)
class _Hit:
    """Damage (`sign` -1) or a gain that is told, and its number's place; `sign` 0 where Life Points are halved."""

    match: re.Match[str]
    sign: int
    value: int
    at: int


def read_life(words: Words) -> Procedure | None:
    """Life Points along a Chain; None if it is not sure what each link does to whom."""
    plain = words.without("chain.life-half")
    if any(plain.has(cue) for cue in ("stat.half", "stat.double", "stat.value", "chain.life-otherwise")):
        return None
    if not any(words.has(cue) for cue in ("chain.same-response", "chain.undoes", "chain.c", "chain.both-take")):
        return None
    told = Told(words)
    hits = [h for h in _hits(words) if not told.in_question(h.at)]
    paid = _paid(told)
    both = [h for h in hits if _of_both(words, h)]
    if not (hits or paid) or (told.count() < _PARTS and not both) or _attacked(words):
        return None
    start = _start(words, told, {h.at for h in hits} | {at for at, _, _ in paid})
    links = _effects(told, hits, [side for side, _ in start or ()])
    negated, removed = told.negations(), told.removals()
    if (
        not start
        or links is None
        or negated is None
        or removed is None
        or len(links) + len(negated) + len(removed) < _PARTS - 1
    ):
        return None
    if len(links) < _PARTS and not (negated or removed or both or (links and paid)):
        return None
    fallen = _fallen(told, tuple(pair for pair in removed if pair not in negated), {n for n, _, _ in links})
    asks = _life_asks(told, start, negated, removed, {(n, abs(change or 0)) for n, _, change in links})
    if fallen is None or asks is None or not (asks or _wants(told)):
        return None
    given = Life(
        start=start,
        links=tuple(sorted(links, key=lambda link: link[:2])),
        negated=negated,
        removed=removed,
        fallen=fallen,
        paid=tuple((side, value) for _, side, value in paid),
        refund=bool(paid) and words.has("chain.refund"),
        where=_where(told, negated),
    )
    return Procedure(topic="chain", lang=words.lang, given=given, asks=asks, yes_no=bool(asks))


def _of_both(words: Words, hit: _Hit) -> bool:
    """Whether both players are hit at once."""
    start = next((a for a, b in words.clauses() if a <= hit.at < b), 0)
    end = next((m.start() for m in _END.finditer(words.text, hit.match.end())), len(words.text))
    return words.cues.has("chain.both-take", words.text[start:end])


def _attacked(words: Words) -> bool:
    """Whether anything attacks; "hit him for 500" and "does the burn hit" are no attacks."""
    spared = [m.span() for cue in ("chain.hit-for", "chain.applies") for m in words.cues.all(cue, words.text)]
    return any(not any(a <= m.start() < b for a, b in spared) for m in words.cues.all("battle.attack", words.text))


def _hits(words: Words) -> list[_Hit]:
    """What is told to change Life Points, each number once, in order."""
    found: dict[int, _Hit] = {}
    cues = (("chain.damage-to", -1), ("chain.hit-for", -1), ("chain.heal", 1), ("react.burn", -1), ("react.gain", 1))
    costs = {m.start(_group(m)) for m in words.cues.all("chain.pay", words.text)}
    for cue, sign in cues:
        for match in words.cues.all(cue, words.text):
            group = _group(match)
            at, value = match.start(group), int(match[group])
            if value >= _LEAST and at not in found and at not in costs:
                found[at] = _Hit(match, sign, value, at)
    for match in words.cues.all("chain.life-half", words.text):
        found[match.start()] = _Hit(match, 0, 0, match.start())
    return [found[at] for at in sorted(found)]


def _group(match: re.Match[str]) -> int:
    return next(i for i in range(1, len(match.groups()) + 1) if match.group(i))


def _paid(told: Told) -> list[tuple[int, Side, int]]:
    """(place, who, how much) of each cost of Life Points that was paid."""
    words, found = told.words, {}
    for match in words.cues.all("chain.pay", words.text):
        at, value = match.start(_group(match)), int(match[_group(match)])
        if value >= _LEAST and not told.in_question(at):
            clause = told.clause_at(at)
            side = subject(words, words.text[clause.start : at]) or clause.by if clause else ""
            found[at] = (at, side or "own", value)
    return [found[at] for at in sorted(found)]


def _start(words: Words, told: Told, known: set[int]) -> tuple[tuple[Side, int], ...]:
    """Life Points before, by player; none where a number is left that nobody understands, or one player has two."""
    tagged = {n.start for n in numbers_of(words, ("count", "life")) if n.tag == "life"}
    tagged |= {m.start(_group(m)) for cue in ("react.at", "chain.life-told") for m in words.cues.all(cue, words.text)}
    values = {int(m.group()) for m in _NUMBER.finditer(words.text) if m.start() in known}
    found: dict[Side, int] = {}
    for match in _NUMBER.finditer(words.text):
        if int(match.group()) < _LEAST or match.start() in known:
            continue
        if told.in_question(match.start()) and (_claimed(told, match.start()) or int(match.group()) in values):
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


def _claimed(told: Told, place: int) -> bool:
    return any(a <= place < b and kind != "what" for a, b, kind in told.asked)


def _effects(told: Told, hits: list[_Hit], sides: list[Side]) -> list[tuple[int, Side, int | None]] | None:
    """(link, whose Life Points, by how much) for each, without a number where they are halved; None where two seem to be of one
    link, or it is not sure whose are halved."""
    links: list[tuple[int, Side, int | None]] = []
    plain = not told.marks and told.words.has("chain.told-order") and len(hits) == told.count()
    for order, hit in enumerate(hits, 1):
        number = order if plain else _link_of(told, hit)
        if _of_both(told.words, hit):
            number = number or 1
        if number is None or any(n == number for n, _, _ in links):
            return None
        if _of_both(told.words, hit):
            links += [(number, side, hit.sign * hit.value) for side in SIDES]
            continue
        if not hit.sign:
            if not (whose := _halved(told, hit)):
                return None
            links.append((number, whose, None))
            continue
        links.append((number, _whom(told, hit, sides[0] if sides else "own"), hit.sign * hit.value))
    return links


def _link_of(told: Told, hit: _Hit) -> int | None:
    """The link that does it; "the effect" of a clause after the one that answers is the effect answered."""
    number, clause = told.link_at(hit.match.start()), told.clause_at(hit.at)
    if number is None or clause is None or told.marks:
        return number if told.marks else clause.link or None if clause else None
    taken = any(by == number for by, _ in (*(told.negations() or ()), *(told.removals() or ())))
    text = told.words.text[clause.start : clause.end]
    return number - 1 if taken and told.words.cues.has("chain.that-effect", text) else number


def _halved(told: Told, hit: _Hit) -> Side:
    """Whose Life Points are halved: "自己" is whoever acts."""
    words, clause = told.words, told.clause_at(hit.at)
    if hit.match.group().startswith("自己"):
        first = max([words.sentence_start(hit.at), *(end for _, _, end in told.marks if end <= hit.at)])
        return subject(words, words.text[first : hit.at]) or _before(told, clause) or words.side_before(hit.at) or "own"
    return _named(words, hit.match.group())


def _whom(told: Told, hit: _Hit, side: Side) -> Side:
    """Whose Life Points change: whom the words name, else by whose effect it is."""
    words, clause = told.words, told.clause_at(hit.at)
    first = max([words.sentence_start(hit.at), *(end for _, _, end in told.marks if end <= hit.at)])
    if not told.marks and clause:
        first = clause.start
    last = next((m.start() for m in _END.finditer(words.text, hit.match.end())), len(words.text))
    text = words.text[first : min(last, clause.end) if clause and not told.marks else last]
    if hit.sign < 0:
        taking = words.cues.first("chain.takes", words.text[first : hit.at])
        if taking and (taker := words.side_before(first + taking.start(), first)):
            return taker
        if words.cues.has("chain.at-own", text):
            return "own"
        if words.cues.has("chain.at-opp", text):
            return "opp"
    elif pronoun := words.cues.first("chain.for-whom", text):
        return "own" if words.cues.has("side.own", pronoun.group()) else "opp"
    doer = subject(words, text) or _before(told, clause) or words.side_before(hit.at) or side
    return doer if hit.sign > 0 else "own" if doer == "opp" else "opp"


def _before(told: Told, clause: Clause | None) -> Side:
    return clause.by if clause and not told.marks else ""


def _fallen(told: Told, removed: tuple[tuple[int, int], ...], hitting: set[int]) -> tuple[int, ...] | None:
    """Links whose effect needs the card that was taken away; None where the kind that decides is not said."""
    found = []
    for _, link in removed:
        kind = told.kind(link)
        if link in hitting and kind not in (*FACE_UP, *LASTS):
            return None
        found += [link] if kind in FACE_UP else []
    return tuple(found)


def _where(told: Told, negated: tuple[tuple[int, int], ...], text: str = "") -> bool:
    """Whether it is asked (in this text, or anywhere) where a Spell or Trap goes whose activation is negated."""
    asked = any(told.words.cues.has("chain.where-to", text or told.words.text[a:b]) for a, b, _ in told.asked)
    card = any(told.kind(of).endswith(("spell", "trap", "quick-play", "counter")) for _, of in negated)
    return asked and card and told.words.has("chain.negate-activation")


def _wants(told: Told) -> bool:
    """Whether anything is asked that Life Points along the Chain answer."""
    if any(kind == "what" for _, _, kind in told.asked):
        return True
    text = told.words.text.rstrip()
    last = text[max((m.end() for m in _END.finditer(text[:-1])), default=0) :]
    return not told.asked and told.words.cues.has("react.life-asked", last) and not _NUMBER.search(last)


def _life_asks(
    told: Told,
    start: tuple[tuple[Side, int], ...],
    negated: tuple[tuple[int, int], ...],
    removed: tuple[tuple[int, int], ...],
    amounts: set[tuple[int, int]],
) -> tuple[Ask, ...] | None:
    """What wants yes or no: whether somebody lives or loses, has so many Life Points, whether a link still does what it does,
    or a cost comes back; None for anything else.
    """
    words, found = told.words, []
    alone: Side = start[0][0] if len(start) == 1 else ""
    touched = sorted({of for _, of in (*negated, *removed)})
    for first, last, kind in told.asked:
        text = words.text[first:last]
        if kind == "what" or words.cues.has("chain.win-or-lose", text):
            continue
        numbers = [int(m.group()) for m in _NUMBER.finditer(text) if int(m.group()) >= _LEAST]
        side = _named(words, text) or alone or "own"
        if words.cues.has("chain.refund", text) and not words.negative(text):
            found.append(Ask(about="refund"))
        elif words.cues.has("chain.applies", text) and len(touched) == 1 and not words.negative(text):
            found.append(Ask(about="applies", of=str(touched[0])))
        elif words.cues.has("chain.drawn", text) and not words.negative(text):
            found.append(Ask(about="draw"))
        elif (link := _still(words, text, numbers, [row for row in amounts if row[0] in touched])) and not words.negative(text):
            found.append(Ask(about="applies", of=str(link)))
        elif numbers and len(numbers) == 1 and not words.negative(text):
            found.append(Ask(about=f"equals {numbers[0]}", of=side))
        elif words.cues.has("chain.to-grave", text) or words.cues.has("chain.card-named", text):
            if not (_where(told, negated, text) and words.cues.has("chain.to-grave", text)) or words.negative(text):
                return None
            found.append(Ask(about="grave"))
        elif words.cues.has("say.live", text) or words.cues.has("say.survive", text):
            found.append(Ask(about="live", of=side))
        elif words.cues.has("say.lose", text) or words.cues.has("say.win", text) or words.cues.has("say.destroyed", text):
            found.append(Ask(about="lose", of=alone or ("opp" if words.cues.has("say.win", text) else side)))
        else:
            return None
    return tuple(found)


def _still(words: Words, text: str, numbers: list[int], amounts: list[tuple[int, int]]) -> int:
    """The one link that was undone or lost its card whose damage or gain a question names ("does the 900 still …"); 0 for
    none."""
    links = [link for link, amount in amounts if numbers == [amount]]
    asked = words.cues.has("stat.still", text) and not words.cues.has("num.life-word", text)
    return links[0] if asked and len(links) == 1 else 0


def _named(words: Words, text: str) -> Side:
    """The one player a question names; empty for none or both."""
    named: list[Side] = [side for side in SIDES if words.cues.has(f"side.{side}", text)]
    return named[0] if len(named) == 1 else ""
