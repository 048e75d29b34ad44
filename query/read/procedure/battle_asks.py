"""What a question about a battle asks: who is destroyed, who wins, who takes damage; or how much."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.lang.later import later
from query.read.procedure.battle_claims import claim_in
from query.read.procedure.model import SIDES, Ask, Battle, Role, Side
from query.read.procedure.words import Asks, Words

_FRAGMENT = later(r"[^.?!。？！,，]*[?？]")
_OF_PLAYERS = ("win", "lose", "live", "over")
"""What is not read from a statement: "I lose 500?" asks for damage."""


def battle_asks(words: Words, battle: Battle, verb: int) -> tuple[list[Ask] | None, bool]:
    """The yes/no questions in order (None if one is not understood), and whether anything else is asked."""
    found: list[Ask] = []
    what = False
    for start, end, kind in asked_of(words):
        if kind == "what":
            what = True
            continue
        ask = _either(words, battle, start, end)
        if kind == "stated" and (ask is None or not words.cues.has("ask.says", words.text[start:end])):
            continue
        if ask is None and what:
            continue
        if ask is None or (kind == "stated" and ask.about in _OF_PLAYERS):
            return None, what
        if words.cues.has("ask.only", re.sub(r"\b(?:anything|just)\b", "", words.text[start:end])):
            return None, what
        if words.negative(_survives(words, words.text[start:end])):
            if words.lang == "en" and kind != "stated":
                return None, what
            ask = replace(ask, about=ask.about[4:] if ask.about.startswith("not ") else f"not {ask.about}")
        found.append(ask)
    return found, what or _bare(words) or not (found or _questions(words))


def _survives(words: Words, text: str) -> str:
    """What a clause asks without "not be destroyed" where it asks whether something lasts: "能撑住不被破坏吗"."""
    said = words.cues.first("say.survive", text)
    return text[: said.end()] + re.sub(r"不(?:会)?被(?:战斗)?破坏", "", text[said.end() :]) if said else text


def asked_of(words: Words) -> list[tuple[int, int, Asks]]:
    """What is asked, in order, fragments without a question word among it ("his LP at the end?")."""
    found = [row for row in words.asked(told=True) if not words.cues.has("ask.not-known", words.text[row[0] : row[1]])]
    bare: list[tuple[int, int, Asks]]
    stated: list[tuple[int, int, Asks]]
    bare = [
        (m.start(), m.end(), "what")
        for m in _FRAGMENT.finditer(words.text)
        if _names_number(words, m.group()) and not any(a < m.end() and m.start() < b for a, b, _ in found)
    ]
    stated = [
        (m.start(), m.end(), "stated")
        for m in _FRAGMENT.finditer(words.text)
        if found and words.cues.has("ask.says", m.group())
        if words.cues.has("say.destroyed", m.group()) or words.cues.has("ask.tagged-survival", m.group())
        if not any(a < m.end() and m.start() < b for a, b, _ in (*found, *bare))
    ]
    return sorted([*found, *bare, *stated])


def _names_number(words: Words, text: str) -> bool:
    return any(words.cues.has(cue, text) for cue in ("say.damage", "num.life-word", "battle.asks-result", "ask.bare-value"))


def _questions(words: Words) -> bool:
    """Whether anything is asked at all; a plain statement is taken as "what comes of it?"."""
    return bool(words.asked()) or "?" in words.text


def _bare(words: Words) -> bool:
    """Fragments that ask without a question word: "damage?", "new lp?"."""
    return any(_names_number(words, part) for part in _FRAGMENT.findall(words.text))


def _either(words: Words, battle: Battle, start: int, end: int) -> Ask | None:
    """What a clause asks; of "this or that?" both, where each is read by itself."""
    cut = words.cues.first("ask.or", words.text[start:end])
    if cut is None:
        return _ask(words, battle, start, end)
    before, after = _ask(words, battle, start, start + cut.start()), _ask(words, battle, start + cut.end(), end)
    if before is None or after is None:
        return None if before or after else _ask(words, battle, start, end)
    if words.negative(words.text[start:end]):
        return None
    return before if before == after else replace(before, others=(after,))


def _ask(words: Words, battle: Battle, start: int, end: int) -> Ask | None:
    text = words.text[start:end]
    cues = words.cues
    side: Side = words.side_before(end, start)
    mine: Role
    if claim := claim_in(words, battle, start, end):
        return claim
    if cues.has("ask.uses-card", text):
        return None
    if cues.has("say.lose", text):
        return Ask(about="win" if side == "opp" else "lose", of="own")
    if cues.has("say.live", text) and (words.lang == "en" or not cues.has("ask.monster", text)):
        return Ask(about="live", of=side or ("opp" if {s for s, _ in battle.life} == {"opp"} else "own"))
    if cues.has("say.win-battle", text):
        mine = "attacker" if (side or "own") == battle.attacker else "target"
        return Ask(about="destroyed", of="target" if mine == "attacker" else "attacker")
    if cues.has("say.win", text) and not cues.has("ask.monster", text):
        return Ask(about="over" if battle.attacker == "opp" and cues.has("say.over", text) else "win", of="own")
    if cues.has("say.anything-happens", text):
        return Ask(about="destroyed", of="either", others=(Ask(about="damage", of="either"),))
    if player := _player(words, battle, start, end):
        lives = cues.has("say.survive", text)
        return Ask(about="live", of=player) if lives else Ask(about="lose" if player == "own" else "win", of="own")
    if cues.has("ask.dead-alone", text) or _unclear(words, battle, text):
        return None
    if cues.has("say.lose-anything", text):
        mine = "attacker" if battle.attacker == "own" else "target"
        return Ask(about="damage", of="own", others=(Ask(about="destroyed", of=mine),))
    if battle.piercing and cues.has("ask.pierces", text):
        return Ask(about="pierces")
    if cues.has("ask.is-battle-damage", text):
        return Ask(about="battle-damage")
    if cues.has("say.no-damage", text):
        taken = _damage(words, battle, start, end, side)
        return taken and replace(taken, about=f"not {taken.about}")
    if cues.has("say.damage", text):
        return _damage(words, battle, start, end, side)
    if cues.has("say.survive", text):
        return Ask(about="not destroyed", of=_whose(words, battle, start, end))
    if cues.has("say.destroyed", text):
        return Ask(about="destroyed", of=_whose(words, battle, start, end))
    if cues.has("say.counts", text) and battle.boosts:
        return Ask(about="counts")
    return None


def _unclear(words: Words, battle: Battle, text: str) -> bool:
    """Whether a Chinese "will die?" names nobody and both a player and a monster may be meant."""
    named = ("ask.monster", "who.bare", "who.both", "who.either", "who.target", "who.attacker", "ask.thing", "say.damage")
    return (
        words.lang == "zh"
        and bool(battle.life)
        and words.cues.has("say.player-dies", text)
        and not any(words.cues.has(cue, text) for cue in (*named, "side.own", "side.opp"))
    )


def _player(words: Words, battle: Battle, start: int, end: int) -> Side:
    """Who is meant by a Chinese "will die?" without a subject: the player hit directly, or whose LP were told just before."""
    text, cues = words.text[start:end], words.cues
    if words.lang == "en":
        alone = cues.has("ask.dead-alone", text) and len({side for side, _ in battle.life}) == 1 and not battle.assumed
        return battle.life[0][0] if alone else ""
    if not (cues.has("say.player-dies", text) or cues.has("say.survive", text)):
        return ""
    if any(cues.has(cue, text) for cue in ("ask.monster", "who.both", "who.either", "who.target", "ask.thing", "say.damage")):
        return ""
    side: Side = words.side_before(end, start)
    before = max(((a, b) for a, b in words.clauses() if b <= start), default=(start, start))
    told = cues.first("num.life", words.text[slice(*before)])
    if not told and battle.target != "direct":
        return ""
    whose = words.side_before(before[0] + told.end(), before[0]) if told else ""
    return side or whose or ("opp" if battle.attacker == "own" else "own" if battle.target == "direct" else "")


def _damage(words: Words, battle: Battle, start: int, end: int, side: Side) -> Ask | None:
    text = words.text[start:end]
    if words.cues.has("ask.anyone", text):
        return Ask(about="damage", of="either")
    for whose, cue in (("opp", "ask.dealt-him"), ("own", "ask.dealt-me")):
        if words.cues.has("ask.deal", text) and words.cues.has(cue, text):
            return Ask(about="damage", of=whose)
    first = words.side_before(end, start) if words.lang == "zh" else _first_side(words, text)
    chosen = first or side or words.side_before(start)
    if words.cues.has("ask.deal", text):
        chosen = "opp" if chosen == "own" else "own"
    return Ask(about="damage", of=chosen) if chosen else None


def _first_side(words: Words, text: str) -> Side:
    places = [(m.start(), s) for s in SIDES if (m := words.cues.first(f"side.{s}", text))]
    return min(places)[1] if places else ""


def _whose(words: Words, battle: Battle, start: int, end: int) -> str:
    """A role, "both" or "either"."""
    text, cues = words.text[start:end], words.cues
    if cues.has("who.either", text):
        return "either"
    if cues.has("who.bare", text):
        return "either"
    if cues.has("who.both", text):
        return "both"
    if cues.has("who.attacker", text):
        return "attacker"
    said = cues.first("say.destroyed", text) or cues.first("say.survive", text)
    place = said.start() if said else len(text)
    active = cues.first("say.active", text)
    side = words.side_before(start + place, start)
    passive = cues.has("ask.passive", text)
    if active and not passive and battle.target != "direct":
        doer: Role = "target" if side and side != battle.attacker and side == "own" else "attacker"
        return "target" if doer == "attacker" else "attacker"
    if cues.has("who.target", text):
        return "target"
    if side:
        return "attacker" if side == battle.attacker else "target"
    return "target"
