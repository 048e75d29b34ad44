"""Whether one monster may attack another and destroys it by battle, and whether one is affected by another's effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.cards.record import Card
from kb.lang.later import later
from kb.model import CardText, Effect, Tri
from query.against.cues import Cues
from query.against.fits import fits, guarded
from query.against.held import Held, clause_of, main_of
from query.against.lock_cues import Fight

_CLAUSE = later(r"[^.;\n●]+")


def attacked(texts: Sequence[CardText], card: Card, other: Card, other_texts: Sequence[CardText], fight: Fight) -> Held:
    """Whether the card may attack the other one."""
    if card.type != "monster" or other.type != "monster":
        return Held(activation=None, outcome=False, why="no-monster", by=main_of(texts))
    own = [(_own_attack(said, other, fight), e) for said, e in clauses(texts)]
    theirs = [(_as_target(said, fight), e) for said, e in clauses(other_texts)]
    found = _barred([*own, *theirs], texts, yes="may-attack", no="no-attack")
    return replace(found, others=any(e is found.by for _, e in theirs))


def _own_attack(said: str, other: Card, fight: Fight) -> Tri:
    """Whether a clause of the attacker keeps it from attacking that monster."""
    for pattern in fight.attacks_not:
        if match := pattern.fullmatch(said):
            which = match.groupdict().get("which")
            return fits(which, other) if which else True
    if any(p.fullmatch(said) for p in fight.attack_free):
        return False
    return None if fight.attack_hint.search(said) else False


def _as_target(said: str, fight: Fight) -> Tri:
    if any(p.fullmatch(said) for p in fight.not_attacked):
        return True
    if any(p.fullmatch(said) for p in fight.attack_free):
        return False
    return None if fight.target_hint.search(said) else False


def fought(
    texts: Sequence[CardText], card: Card, other: Card, other_texts: Sequence[CardText], place: str, fight: Fight
) -> Held:
    """Whether the card destroys the other one by battle when it attacks it, both as printed; `place`: as in Asked.where."""
    if card.type != "monster" or other.type != "monster":
        return Held(activation=None, outcome=False, why="no-monster", by=main_of(texts))
    mine, theirs = list(clauses(texts)), list(clauses(other_texts))
    kept = next((e for said, e in theirs if any(p.fullmatch(said) for p in fight.not_destroyed)), None)
    denies = any(fight.denies.search(said) for said, _ in mine) and not card.is_lore()
    if kept:
        why = "open" if denies else "kept-in-battle"
        return Held(activation=None, outcome=None if denies else False, why=why, by=kept, others=True)
    turns = any(fight.battle_hint.search(said) for said, _ in (*mine, *theirs))
    atk, against = card.stats.get("atk", ""), other.stats.get("def" if place == "defense" else "atk", "")
    if turns or not atk.isdigit() or not against.isdigit():
        return Held(activation=None, outcome=None, why="open", by=main_of(texts))
    wins = int(atk) > int(against) or (place != "defense" and int(atk) == int(against) > 0)
    return Held(activation=None, outcome=wins, why="stronger" if wins else "not-stronger", by=_first(texts))


def affected(texts: Sequence[CardText], card: Card, other: Card, cues: Cues) -> Held:
    """Whether the other one is affected by the card's effects: surely not where its own text says so."""
    kept = guarded(other, "affect", card.type, cues)
    return Held(activation=None, outcome=False if kept else None, why="unaffected" if kept else "open", by=main_of(texts))


def clauses(texts: Sequence[CardText]) -> list[tuple[str, Effect]]:
    """Every clause of a card in small letters, with its words as printed."""
    found = []
    for text in texts:
        for match in _CLAUSE.finditer(text.text):
            said = " ".join(match[0].lower().split()).strip(" :,()")
            if said:
                found.append((said, clause_of(match)))
    return found


def _barred(found: Sequence[tuple[Tri, Effect]], texts: Sequence[CardText], *, yes: str, no: str) -> Held:
    barred = True if any(b for b, _ in found) else None if any(b is None for b, _ in found) else False
    by = next((e for b, e in found if b is barred), None) if barred is not False else None
    why = {True: no, False: yes, None: "open"}[barred]
    return Held(activation=None, outcome=None if barred is None else not barred, why=why, by=by or _first(texts))


def _first(texts: Sequence[CardText]) -> Effect | None:
    return main_of(texts) or next((e for _, e in clauses(texts)), None)
