"""Situations told in words alone: each frame of the cue file names the cues that show it."""

from __future__ import annotations

from dataclasses import replace

from query.read.procedure.cues import Frame
from query.read.procedure.links import first_kind
from query.read.procedure.model import Ask, Procedure, Situation
from query.read.procedure.numbers import life_of, numbers_of
from query.read.procedure.words import Words, either

_OF_DAMAGE = ("say.damage", "num.life-word", "battle.asks-result")
"""What asks for the damage, or for what is left."""
_NO = ("不", "没", "没有", " no ")
"""What denies the word that follows."""


def read_situation(words: Words) -> Procedure | None:
    """The situation with the most cues that all stand in the text; None if none fits or its question is not understood, as one
    whether there is any case otherwise, or whether it is the same elsewhere."""
    if words.has("ask.sideways"):
        return None
    kind = first_kind(words)
    fitting = [f for f in words.cues.frames if _fits(words, f, kind)]
    for frame in sorted(fitting, key=lambda f: -len(f.need)):
        found = _asked(words, frame)
        if found is not None:
            return found
    return None


def _fits(words: Words, frame: Frame, kind: str) -> bool:
    if frame.first and kind not in frame.first:
        return False
    return words.has(*frame.need) and not (frame.none and any(words.has(name) for name in frame.none))


def _asked(words: Words, frame: Frame) -> Procedure | None:
    wants = [(words.text[a:b], kind) for a, b, kind in words.asked(told=True)]
    given = _unhurt(words, Situation(frame=frame), [text for text, kind in wants if kind == "what"])
    for text, kind in wants:
        if kind == "what":
            continue
        if _either_way(words, frame, text):
            return Procedure(topic=frame.topic, lang=words.lang, given=given)
        for cue, verdict in frame.asks.items():
            plain = either(text)
            if (match := words.cues.first(cue, plain)) is not None:
                claim = _untold(words, frame, _untagged(words, plain))
                if words.negative(claim, match.group()) or f" {plain[: match.start()]}".endswith(_NO):
                    unsure = words.lang == "en" and kind == "yes/no" and not words.cues.has("ask.tagged", text)
                    if unsure and not words.cues.has("ask.barred", plain):
                        return None
                    verdict = "no" if verdict == "yes" else "yes"
                if words.cues.has("ask.wronged", text):
                    verdict = "no" if verdict == "yes" else "yes"
                return Procedure(topic=frame.topic, lang=words.lang, given=given, asks=(Ask(about=verdict),), yes_no=True)
        return None
    if frame.what and any(kind == "what" and words.cues.has(frame.what, text) for text, kind in wants):
        return Procedure(topic=frame.topic, lang=words.lang, given=given)
    return None


def _unhurt(words: Words, given: Situation, asked: list[str]) -> Situation:
    """The situation with the Life Points that stay, where no damage comes of it and a question asks what does."""
    if not given.frame.unhurt or not any(words.cues.has(cue, text) for cue in _OF_DAMAGE for text in asked):
        return given
    numbers = numbers_of(words)
    if len([n for n in numbers if n.tag in ("", "atk")]) > 1 or words.has("battle.another"):  # another attack, perhaps
        return given
    life = [pair for n in numbers if n.tag == "life" for pair in life_of(words, n)]
    plain = len({side for side, _ in life}) == len(life)
    return replace(given, unhurt=True, life=tuple(life) if plain else ())


def _either_way(words: Words, frame: Frame, text: str) -> bool:
    """Whether a question puts a thing and its contrary ("does it stay or go to the Graveyard"): no yes or no answers it."""
    cut = next((m for m in words.cues.all("ask.or-else", text)), None)
    if cut is None:
        return False
    sides = [
        {v for cue, v in frame.asks.items() if words.cues.has(cue, part)} for part in (text[: cut.start()], text[cut.end() :])
    ]
    return sides[0] != sides[1] and all(len(side) == 1 for side in sides)


def _untagged(words: Words, text: str) -> str:
    """The text without what only asks for assent at its end ("…, can't I?"), which denies nothing."""
    tag = words.cues.first("ask.tagged", text)
    return text[: tag.start()] if tag else text


def _untold(words: Words, frame: Frame, text: str) -> str:
    """The text without what tells the situation with a no of its own, which denies nothing of what is asked."""
    for cue in frame.told:
        for match in words.cues.all(cue, text):
            if match.group() not in ("", text):
                text = text.replace(match.group(), " ", 1)
    return text
