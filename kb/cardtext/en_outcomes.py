"""What an English effect does at resolution."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.cardtext.parts import Found
from kb.cardtext.pattern import one_of
from kb.lang.later import later

_BREAK = later(r"[;:●\n.]|, (?:and if|then|also|but|you can(?! only))\b")
_DENIED = later(
    r"\b(?:cannot|can only|neither player|would|could|instead of)\b[^;:●\n]*$"
    r"|\b(?:except|unless|(?<!if )not|each time|any time|the next time|if|when(?! this card was)|"
    r"for (?:an?|its|their)|used for|that can be|in addition to|after you|to activate|before|cards? you|"
    r"cards? they"
    r"|in a)\b(?: [^,;:●)\n]*| )$"
)

_SPECIAL = later(r"\bspecial summons?\b(?!ed)|\b(?:it|that monster|that card) is special summoned")
_OTHER_SUMMON = later(r"\b(fusion|ritual|synchro|xyz|link|pendulum)(?:, (?:or )?\w+)* summon\b(?!ed| of| using \"~+\" this)")
_NORMAL = later(r"(?<!'s )\b(normal|tribute) summon\b(?!ed| this card)")
_DESTROY = later(r"\bdestroy(?:s|ing)?\b")
_ADD = later(r"\badds?\b[^;●\n]*?\bhands?\b")
_DRAW = later(r"\bdraws?\b(?! phase)")
_NEGATE_ACTIVATION = later(
    r"\bnegates? (?:(?:that|the|its|an?|their|your|opponent's|spell/trap|spell|trap|card|effect|"
    r"special|normal|summons?|and|or|monster)(?:\(s\)|'s)? ?)*\b(?:activation|activated)(?! effect)"
)
_NEGATE_EFFECT = one_of(
    r"\bnegates? (?:that|the|its|their|any|all|those|both|these|one|1|of)\b[^.;,●(]*?\beffects?\b",
    r"\bnegates? [^.;,●]*?'s? effects?\b",
    r"\beffects? (?:(?:of|on|in) [^.;,●]*? )?(?:is|are|becomes?) negated",
    r"\bnegates? (?:monster|spell|trap|the activated) [^.;,●]*?effects?",
    r"\b(?:is|are) negated\b",
    r"\b(?:has|have) (?:its|their) effects? negated\b",
)
_TARGET = later(r"(?<!attack )\b(?:targets?|by targeting)\b(?! for an attack)")
_SELECT = later(r"\bselect\b(?! and (?!special))(?![^.;]*\b(?:from your (?:hand|deck)|in your deck))")

_CHANGE = one_of(
    r"\b(?:gains?|loses?|lose|gain|increases?|reduce[sd]?) (?:(?!lp\b|life|level|damage|effect|"
    r"control|link|rank|the effect)[^.;●]){0,60}?\b(?:atk|def)\b",
    r"(?<!the )\b(?:increases?|decreases?|reduces?|doubles?|halves?|halve|raises?|"
    r"lowers?(?! than)|changes?|switch(?:es)?|swap|makes?|have) (?:(?!level|position|lp\b|life points|"
    r", )[^.;●]){0,70}?\b(?:atk|def)\b(?! position)",
    r"(?<!combined )(?<!total )\b(?:atk|def)(?:/def)?(?: (?:and|or) def)?s?(?: (?:of|for|is|on|"
    r"each|both|all|that|the|it|monsters?|currently|each other's|until|first|target|rest|this|"
    r"turn|in)\b[^.;●]{0,90}?)? "
    r"(?:becomes?|become|are halved|is halved|are doubled|is doubled|are increased|is increased|"
    r"are decreased|is decreased|increases|decreases|are reduced|is reduced|halved|doubled)\b",
    r"\band (?:atk|def)(?:/def)? by \d+",
    r"\bgives? (?:it|them|this card|that (?:\w+ )?\w+|the (?:\w+ )?\w+) \d+ (?:atk|def)",
)


def hits(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Matches that say that it happens: not denied, not put under a condition that only looks ahead."""
    for match in pattern.finditer(text):
        start = _clause_start(text, match.start())
        if not _DENIED.search(text, start, match.start()):
            yield match


def _clause_start(text: str, at: int) -> int:
    start = 0
    for gap in _BREAK.finditer(text, 0, at):
        start = gap.end()
    return start


def first(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first match that says that it happens."""
    return next(hits(pattern, text), None)


_OUTCOMES = (
    ("special_summons", "summon", (_SPECIAL, _OTHER_SUMMON)),
    ("destroys", "destroy", (_DESTROY,)),
    ("adds_to_hand", "add", (_ADD,)),
    ("draws", "draw", (_DRAW,)),
    ("negates_activation", "negate", (_NEGATE_ACTIVATION,)),
    ("negates_effect", "negate", (_NEGATE_EFFECT,)),
)
"""Attribute, a word without which no pattern can match, patterns."""


def outcomes(text: str, base: int, found: Found) -> dict[str, bool]:
    """special_summons, destroys, adds_to_hand, draws, negates_activation, negates_effect of a resolution."""
    out: dict[str, bool] = {}
    for name, word, patterns in _OUTCOMES:
        hit = next((h for p in patterns if (h := first(p, text))), None) if word in text else None
        out[name] = hit is not None
        if hit:
            found.show(name, base + hit.start(), base + hit.end())
    if out["negates_effect"] and out["negates_activation"]:
        out["negates_effect"] = False
    return out


def summons(text: str) -> tuple[str, ...]:
    """Kinds of Summon a resolution performs."""
    if "summon" not in text:
        return ()
    kinds = [
        m[1] for p in (_OTHER_SUMMON, _NORMAL) for m in hits(p, text) if "in addition to" not in text[m.end() : m.end() + 90]
    ]
    if first(_SPECIAL, text):
        kinds.append("special")
    return tuple(dict.fromkeys(kinds))


_SUBJECT_SUMMONED = later(
    r"\b(?:it|its|they|their|that (?:\w+ )*?monster|that (?:\w+ )*?monster's|the summoned|this token|"
    r"summoned|those monsters|the monster's)\b"
)


def atk_def(text: str, base: int, found: Found) -> str:
    """How a resolution changes ATK or DEF; empty if it does not. Words in docs/rules.md."""
    if "atk" not in text and "def" not in text:
        return ""
    best = ""
    order = ("directly", "optionally", "dependent", "summoned")
    for hit in hits(_CHANGE, text):
        if hit[0].startswith(("make", "have", "change")) and _OTHER_MAKE.search(hit[0]):
            continue
        how = _how(text, hit)
        if not best or order.index(how) < order.index(best):
            best = how
            found.places.pop("changes_atk_def", None)
            found.show("changes_atk_def", base + hit.start(), base + hit.end())
    return best


_OTHER_MAKE = later(r"\b(?:summon|special|send|add|target|battle|attack|with|whose|or less|or more|lower|higher)\b")
_NEGATES_FIRST = later(r"\bnegates? (?:that|the) (?:\w+ )*?(?:activation|effect)\b")
_THEN = later(r"\bthen\b")
_NEW_SENTENCE = later(r"[.●\n]")


def _how(text: str, hit: re.Match[str]) -> str:
    start = 0
    for stop in _NEW_SENTENCE.finditer(text, 0, hit.start()):
        start = stop.end()
    before = text[start : hit.start()]
    everything = text[: hit.start()]
    summon = _SPECIAL.search(everything) or _OTHER_SUMMON.search(everything)
    clause = text[_clause_start(text, hit.start()) : hit.end()]
    if summon and (_SUBJECT_SUMMONED.search(clause) or ("this card" in clause and "summon this card" in everything)):
        return "summoned"
    if _NEGATES_FIRST.search(everything) or _THEN.search(before):
        return "dependent"
    if _OPTION.search(before) or _listed(everything):
        return "optionally"
    return "directly"


_OPTION = later(
    r"[.,] (?:[^.]*)\b(?:you can|either(?! field| player| gy| graveyard| side| of))\b|\bif (?!you do(?! not)|"
    r"it does|they do|that was|so)[^,]*, [^,]*$"
)
_RANK = later(r" \d+\+")
_CHOSEN = later(r"\b(?:apply|chooses?) (?:1|one) of (?:these|the following) effects?|\b(?:based|depending) on\b")


def _listed(everything: str) -> bool:
    """Whether only some of the listed effects apply, so that it is open which."""
    intro, bullet, rest = everything.partition("●")
    return bool(bullet) and "in sequence" not in intro and not _RANK.match(rest) and _CHOSEN.search(intro) is not None


_RETURN = later(r"\breturn (?:this card|it|that (?:target|card|monster)|them|those \w+) to (?:your|the|their owner's) hand")


def returns(condition: str, cost: str, resolution: str) -> bool:
    """Whether a card goes to the hand from the Graveyard or from banishment: the game counts that as adding."""
    if not first(_RETURN, resolution):
        return False
    return (
        "banished" in cost
        or ("in your gy" in condition and "return this card" in resolution)
        or ("target" in cost and "in your gy" in cost)
    )


def targets_in_cost(cost: str) -> re.Match[str] | None:
    """Where the activation says target."""
    return first(_TARGET, cost)


def targets_in_resolution(resolution: str, loose: bool) -> re.Match[str] | None:
    """Where listed effects, or an older text (`loose`), say target or select."""
    return first(_TARGET, resolution) or first(_SELECT, resolution) if loose or "●" in resolution else None
