"""ATK or DEF where the card that is to raise or lower it is negated or taken away along the Chain."""

from __future__ import annotations

from kb.lang.later import later
from query.read.procedure.chain_told import FACE_UP, LASTS, Pairs, Told
from query.read.procedure.model import Ask, Boosted, Procedure
from query.read.procedure.numbers import numbers_of
from query.read.procedure.words import Words

_LEAST = 50
"""ATK and DEF are told from here on; a smaller number counts links or cards."""
_NUMBER = later(r"(?<![\d.])\d+(?!\d)")


def read_boost(words: Words) -> Procedure | None:
    """A value, one change of it by Chain Link 1, and what befalls that link; None for anything more."""
    if not words.has("chain.undoes") and not words.has("chain.removes"):
        return None
    if any(words.has(cue) for cue in ("stat.half", "stat.double", "battle.attack", "chain.life-otherwise", "chain.damage-to")):
        return None
    if (not words.has("stat.value") and not words.has("num.atk")) or not words.has("chain.same-response"):
        return None
    told = Told(words)
    negated, removed = told.negations(), told.removals()
    kind = told.kind(1)
    if negated is None or removed is None or kind not in (*FACE_UP, *LASTS) or not _first_is_hit(told, negated, removed, kind):
        return None
    values = _values(words)
    if values is None:
        return None
    base, amount, claim = values
    asked = [k for _, _, k in told.asked]
    if (claim is None) == ("yes/no" in asked) or len(asked) != 1:
        return None
    asks = () if claim is None else (Ask(about=f"equals {claim}"),)
    given = Boosted(
        of="def" if words.has("stat.def-only") else "atk",
        base=base,
        amount=amount,
        negated=negated,
        removed=removed,
        fallen=(1,) if kind in FACE_UP else (),
    )
    return Procedure(topic="chain", lang=words.lang, given=given, asks=asks, yes_no=bool(asks))


def _first_is_hit(told: Told, negated: Pairs, removed: Pairs, kind: str) -> bool:
    """Whether it is the card of Chain Link 1 that is negated or taken away, and not the monster."""
    if {of for _, of in (*negated, *removed)}.isdisjoint({1}):
        return False
    if kind not in (*FACE_UP, "normal-spell", "normal-trap", "quick-play"):
        return not removed and kind in LASTS
    clauses = [told.words.text[c.start : c.end] for c in told.clauses if any(by == c.link for by, _ in removed)]
    return not any(told.words.cues.has("chain.monster-word", text) for text in clauses)


def _values(words: Words) -> tuple[int, int, int | None] | None:
    """The value before, the change, and what somebody claims it is after; None where a number is left over."""
    found = numbers_of(words, ("count", "claim", "up", "down", "atk", "def"))
    changes = [n for n in found if n.tag in ("up", "down") and n.value >= _LEAST]
    others = [n for n in found if n.tag not in ("up", "down", "count") and n.value >= _LEAST]
    if len(changes) != 1 or not 1 <= len(others) <= 2:
        return None
    amount = changes[0].value * (1 if changes[0].tag == "up" else -1)
    if len(others) == 1:
        return others[0].value, amount, None
    base, claim = (n.value for n in others)
    return (base, amount, claim) if claim == base + amount and words.within_question(others[1].start) else None
