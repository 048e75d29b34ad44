"""Trigger Effects as their texts are quoted, and where in the course of things their event lies."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.lang.later import later
from query.read.procedure.model import Ask, Place, Procedure, Reaction, Reactions, Says, Side
from query.read.procedure.numbers import numbers_of
from query.read.procedure.words import Words, either

_LEAST = 50
"""Life Points are told from here on; a smaller number counts links or cards."""
_CONDITION = 60
"""Characters of a trigger's text in which its condition stands."""
_EVENTS = ("used-material", "discarded", "tributed", "destroyed", "banished", "sent")
"""What may happen to a card, the narrower before the wider."""
_CLAUSE_END = later(r"[,，;；.。]")
_NUMBER = later(r"(?<![\d.])\d+(?!\d)")


def read_reactions(words: Words) -> Procedure | None:
    """The Trigger Effects a text quotes with what is asked of them; None if it quotes none, or tells what is not understood."""
    spans = {span: e for span in _quotes(words) if (e := _reaction(words, *span)) is not None}
    if words.has("react.new-chain") or (not spans and words.has("react.pays")):
        return None
    described = spans or _described(words)
    told = _without(words, [*described])
    place = _place(told)
    if len(described) > 1 and (words.has("react.each-life") or told.has("react.later-link", "react.first-link")):
        return None
    if not described or place is None or not all(_happened(words, span, told) for span in spans):
        return None
    if not spans and not (place == "moved" or (place == "earlier" and not told.has("react.cost"))):
        return None
    if place == "earlier" and told.has("react.cost") and not told.has("react.no-cost"):
        by_effect = {told.cues.has("react.by-effect", words.text[slice(*span)][:_CONDITION]) for span in spans}
        if True in by_effect and False in by_effect:
            return None
        place = "cost" if by_effect == {True} else place
    asks, which, life_asked = _asked(told)
    if any(told.cues.has("react.amid", told.text[a:b]) for a, b, _ in told.asked(told=True)):
        return None
    if not (asks or which or life_asked):
        return None
    moves = _moves(told)
    life = _life(told, words, moves)
    if life is None or (life_asked and not life) or (not spans and moves):
        return None
    effects = _named([*described.values()])
    given = Reactions(effects=effects, place=place, life=life, before=tuple((s, n) for s, n, _ in moves), which=which)
    return Procedure(topic="timing", lang=words.lang, given=given, asks=asks, yes_no=bool(asks))


def _happened(words: Words, span: tuple[int, int], told: Words) -> bool:
    """Whether what the trigger waits for is told to have happened to its card."""
    text = words.text[slice(*span)]
    if told.cues.has("react.on-field", text) and told.has("react.elsewhere"):
        return False
    named = [event for event in _EVENTS if told.cues.has(f"react.{event}", text[:_CONDITION])]
    met = told.has("react.met") and told.has("react.mandatory-told")
    return bool(named) and (met or told.has(f"react.{named[0]}-told"))


def _quotes(words: Words) -> list[tuple[int, int]]:
    """Every quotation, without its marks, in order."""
    found = []
    for match in words.cues.all("react.quote", words.text):
        group = next(i for i in range(1, len(match.groups()) + 1) if match.group(i) is not None)
        found.append(match.span(group))
    return sorted(found)


def _without(words: Words, spans: list[tuple[int, int]]) -> Words:
    """The text with these places blank; offsets stay."""
    text = words.text
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return replace(words, text=text)


def _reaction(words: Words, start: int, end: int) -> Reaction | None:
    """The Trigger Effect a quotation is; None if it is none, or if nobody can tell whether it must be activated."""
    text, has = words.text[start:end], words.cues.has
    optional = has("react.optional", text)
    if not (has("react.if", text) or has("react.when", text)) or not (optional or has("react.effect", text)):
        return None
    says: Says = "if" if has("react.if", text) else "when"
    forced = words.has("react.mandatory-told")
    name = words.cues.first("react.name", words.text[max(0, start - 40) : start].rstrip("\"'「『“‘ "))
    return Reaction(
        name=name[1] if name else "",
        says=says,
        mandatory=not optional and (forced or not words.has("react.optional-told")),
        life=tuple(_amounts(words, text)),
    )


def _described(words: Words) -> dict[tuple[int, int], Reaction]:
    """The one Trigger Effect that is described by whether it must be activated; none where there are more."""
    found = words.cues.all("react.described", words.text)
    if len(found) != 1 or words.has("react.several"):
        return {}
    text = found[0].group()
    forced = words.cues.has("react.mandatory-told", text)
    says: Says = "if" if words.cues.has("react.says-if", text) else "when"
    if not forced and not words.has("react.moved") and not words.cues.has("react.says", text):
        return {}
    return {found[0].span(): Reaction(name="", says=says, mandatory=forced, life=tuple(_amounts(words, text)))}


def _named(effects: list[Reaction]) -> tuple[Reaction, ...]:
    """The effects, lettered in order where several are told and not all have a letter of their own."""
    if len(effects) < 2 or len({e.name for e in effects} - {""}) == len(effects):
        return tuple(effects)
    return tuple(replace(e, name="abcdefgh"[n]) for n, e in enumerate(effects[:8]))


def _amounts(words: Words, text: str) -> list[tuple[Side, int]]:
    """What an effect of one's own does to Life Points."""
    found: list[tuple[Side, int]] = []
    for match in words.cues.all("react.gain", text):
        found.append(("own", _value(match)))
    for match in words.cues.all("react.burn", text):
        if not any(_value(match) == n for _, n in found):
            found.append(("own" if words.cues.has("react.to-own", text) else "opp", -_value(match)))
    return found


def _value(match: re.Match[str]) -> int:
    return int(next(g for g in match.groups() if g is not None))


def _place(told: Words) -> Place | None:
    """Where the event lies; None where two things are told that do not go together."""
    has = told.has
    if has("react.not-read"):
        return None
    if has("react.moved") and not has("react.not-moved"):
        return "moved"
    if has("react.cost") and not has("react.no-cost"):
        return "earlier"
    if has("react.tribute-summon"):
        return "tribute-summon"
    if has("react.built-in"):
        return "built-in-summon"
    last, later, then = has("react.last"), has("react.later-link") and not has("react.first-link"), has("react.then")
    more = any(told.cues.has("react.then", told.text[slice(*span)]) for span in _quotes(told))
    if last and has("react.first-link") and not more:
        return "last"
    if last and later:
        return None
    if then or later:
        return "earlier"
    if last or has("react.first-link"):
        return "last"
    return "unsaid" if has("react.in-chain") else None


def _asked(told: Words) -> tuple[tuple[Ask, ...], bool, bool]:
    """What wants yes or no (missed, may be activated), whether it is asked which effects, and whether Life Points are."""
    asks: list[Ask] = []
    which = life = False
    for start, end, kind in told.asked(told=True):
        text = told.text[start:end]
        if kind == "what" and told.cues.has("react.which", text):
            which = True
        if kind == "what" and told.cues.has("react.life-asked", text):
            life = True
        if kind == "what" or told.cues.has("react.other-ask", text):
            continue
        about = _about(told, text)
        if about and not asks:
            other = "can" if about == "miss" else "miss"
            turned = told.cues.has("react.not-miss", either(text)) if about == "miss" else told.negative(text)
            asks.append(Ask(about=other if turned else about))
    last = told.text[told.sentence_start(len(told.text) - 1) :]
    return tuple(asks), which, life or (not asks and not which and told.cues.has("react.life-asked", last))


def _about(told: Words, text: str) -> str:
    """Whether an effect may be activated ("can") or misses its timing ("miss"), whichever a clause asks first if it asks for
    one or the other; empty where it asks neither."""
    places = {about: told.cues.first(f"react.{about}", text) for about in ("miss", "can")}
    found = {about: match.start() for about, match in places.items() if match}
    if len(found) > 1 and not told.cues.has("ask.or", text):
        return "miss"
    return min(found, key=lambda about: found[about], default="")


def _moves(told: Words) -> list[tuple[Side, int, int]]:
    """What else is told to change Life Points before the effects: whose, by how much, where the number stands."""
    found: list[tuple[Side, int, int]] = []
    for sign, cue in ((1, "react.gain"), (-1, "react.burn")):
        for match in told.cues.all(cue, told.text):
            group = next(i for i in range(1, len(match.groups()) + 1) if match.group(i) is not None)
            if int(match[group]) < _LEAST or any(at == match.start(group) for _, _, at in found):
                continue
            doer = told.side_before(match.start(), told.sentence_start(match.start())) or "own"
            around = told.text[match.start() : match.end() + 10]
            whom = _by_theirs(told, match, sign) or _whom(told, around, doer, sign)
            found.append((whom, sign * int(match[group]), match.start(group)))
    return found


def _by_theirs(told: Words, match: re.Match[str], sign: int) -> Side:
    """Whose Life Points a quoted text of the opponent's changes, which speaks of itself as "you"; empty for any other text."""
    start, end = next(((a, b) for a, b in _quotes(told) if a <= match.start() < b), (0, 0))
    if not end or told.side_before(start, told.sentence_start(start)) != "opp":
        return ""
    first = max([start, *(m.end() for m in _CLAUSE_END.finditer(told.text, start, match.start()))])
    last = next((m.start() for m in _CLAUSE_END.finditer(told.text, match.end(), end)), end)
    clause = told.text[first:last]
    if told.cues.has("react.their-opponent", clause):
        return "own"
    return "opp" if sign > 0 or told.cues.has("react.to-own", clause) else "own"


def _whom(told: Words, around: str, doer: Side, sign: int) -> Side:
    named = [side for side in ("own", "opp") if told.cues.has(f"side.{side}", around)]
    if len(named) == 1:
        return "own" if named[0] == "own" else "opp"
    if sign > 0:
        return doer
    return "own" if doer == "opp" else "opp"


def _life(told: Words, words: Words, moves: list[tuple[Side, int, int]]) -> tuple[tuple[Side, int], ...] | None:
    """Life Points before; None where a number is left that nobody understands. `words`: the text with its quotations, whose
    full stops end sentences."""
    known = {at for _, _, at in moves}
    tagged = {n.start for n in numbers_of(told, ("count", "life")) if n.tag == "life"}
    for match in told.cues.all("react.at", told.text):
        tagged |= {match.start(i) for i in range(1, len(match.groups()) + 1) if match.group(i) is not None}
    found: dict[Side, int] = {}
    for match in _NUMBER.finditer(told.text):
        if int(match.group()) < _LEAST or match.start() in known:
            continue
        if match.start() not in tagged:
            return None
        both = told.cues.has("react.both", told.text[: match.start()])
        side = told.side_before(match.start(), words.sentence_start(match.start())) or "own"
        for one in ("own", "opp") if both else (side,):
            if one in found:
                return None
            found[one] = int(match.group())
    return tuple(found.items())
