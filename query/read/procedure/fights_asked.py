"""What a story of several attacks asks: who wins, who takes damage; or how much, and who is left."""

from __future__ import annotations

from dataclasses import replace

from query.read.procedure.battle_asks import asked_of
from query.read.procedure.model import Ask, Side
from query.read.procedure.numbers import numbers_of
from query.read.procedure.words import Words

_TOLD = (
    "say.damage",
    "say.destroyed",
    "say.survive",
    "say.lose",
    "say.live",
    "say.win",
    "num.life-word",
    "battle.asks-rest",
    "battle.asks-result",
)


def fights_asked(words: Words) -> tuple[Ask, ...] | None:
    """The first yes/no question, if there is one; None where something is asked that the answer would not say."""
    first: Ask | None = None
    what = False
    for start, end, kind in asked_of(words):
        text = words.text[start:end]
        if words.cues.has("battle.asks-other", text):
            return None
        ask = None if kind == "what" else _ask(words, start, end)
        if kind != "what" and (ask is None or words.negative(text)):
            return None
        if kind == "what" and not any(words.cues.has(name, text) for name in _TOLD):
            return None
        if ask and not first:
            first = ask
        what |= kind == "what"
    return (first,) if first else () if what or "?" in words.text or not words.asked() else None


def _ask(words: Words, start: int, end: int) -> Ask | None:
    text, cues = words.text[start:end], words.cues
    side = words.side_before(end, start)
    if cues.has("ask.direct", text):
        return Ask(about="direct", of=side or "own")
    if cues.has("say.lose", text):
        return Ask(about="lose", of="own")
    if cues.has("say.live", text):
        return Ask(about="live", of=side or "own")
    if cues.has("say.win", text):
        return Ask(about="win", of="own")
    if player := _player(words, text, side):
        return Ask(about="lose" if player == "own" else "win", of="own")
    if cues.has("say.lose-anything", text):
        return Ask(about="damage", of="own", others=(Ask(about="fallen", of="own"),))
    if cues.has("say.destroyed", text) and side and not cues.has("who.both", text) and numbers_of(replace(words, text=text)):
        return Ask(about="fallen", of=side)
    if cues.has("say.damage", text) and side and not cues.has("ask.deal", text):
        return Ask(about="damage", of=side)
    return None


def _player(words: Words, text: str, side: Side) -> Side:
    """Who is meant by "dead?" or a Chinese "will die?" without a subject: whose Life Points alone are told."""
    cues = words.cues
    said = cues.has("ask.dead-alone", text) or (words.lang == "zh" and cues.has("say.player-dies", text))
    if not said or any(cues.has(cue, text) for cue in ("ask.monster", "who.both", "who.either", "who.target", "ask.thing")):
        return ""
    sides = {s for n in numbers_of(words) if n.tag == "life" for s in [words.side_before(n.start)]}
    return side or (sides.pop() if len(sides) == 1 else "")
