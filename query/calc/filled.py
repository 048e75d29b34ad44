"""A procedure read from a question as the address of a page holds it, and back: short words that can be shared and edited."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.lang.later import later
from query.read.procedure.links import KINDS
from query.read.procedure.model import SIDES, Battle, Links, Order, Procedure, Side, Stats, Triggered

MOST = 12
"""Links, effects or changes that are read from an address at most."""
_CHANGE = later(r"[LC]O?[-+=x/]\d{1,6}|end:\d{1,2}")
_EFFECT = later(r"(own|opp)-(must|may)(-hand)?")
_TARGETS = ("attack", "defense", "direct")


def filled(asked: Procedure) -> dict[str, str]:
    """The parameters of the page that shows it; empty for a procedure without such a page.

    `of` is battle, stats, chain or order.
    """
    given = asked.given
    if isinstance(given, Battle) and given.target and len(given.attacks) == 1:
        return _battle(given)
    if isinstance(given, Stats) and not given.unordered:
        return {"of": "stats", "value": given.of, "printed": str(given.printed), "steps": " ".join(_steps(given))}
    if isinstance(given, Links):
        return {"of": "chain", "links": " ".join(given.kinds)}
    if isinstance(given, Order):
        effects = (f"{e.owner}-{'must' if e.mandatory else 'may'}{'' if e.public else '-hand'}" for e in given.effects)
        return {"of": "order", "turn": given.turn or "own", "effects": " ".join(effects)}
    return {}


def _battle(given: Battle) -> dict[str, str]:
    life = {side or "opp": str(value) for side, value in given.life}
    return {
        "of": "battle",
        "by": given.attacker or "own",
        "atk": str(given.attacks[0]),
        "target": given.target,
        "against": str(given.value) if given.target != "direct" else "",
        "piercing": "1" if given.piercing else "",
        "lp": life.get("own", ""),
        "lp2": life.get("opp", ""),
    }


def _steps(given: Stats) -> list[str]:
    found: list[str] = []
    for kind, which in given.events:
        for i in which:
            change = given.changes[i]
            lasts = change.lasts or "L"
            if kind == "change":
                found.append(f"{lasts}{'O' if change.original else ''}{change.sign}{change.amount}")
            elif kind != "gone" or lasts == "C":
                found.append(f"end:{i + 1}")
    return found


def battle_of(params: Mapping[str, str]) -> Battle | None:
    """The battle of an address; None where a number or the target is missing or no such thing."""
    atk, against = _number(params.get("atk", "")), _number(params.get("against", ""))
    target = next((t for t in _TARGETS if t == params.get("target", "attack")), None)
    if atk is None or target is None or (against is None and target != "direct"):
        return None
    life = [(side, _number(params.get(key, ""))) for side, key in zip(SIDES, ("lp", "lp2"), strict=True)]
    return Battle(
        attacks=(atk,),
        attacker=_side(params.get("by", "")),
        target=target,  # type: ignore[arg-type]  # one of _TARGETS
        value=against or 0 if target != "direct" else 0,
        piercing=params.get("piercing") == "1",
        life=tuple((side, value) for side, value in life if value is not None),
    )


def steps_of(text: str) -> tuple[str, ...]:
    """The changes of an address that are such, in order."""
    return tuple(word for word in text.split() if _CHANGE.fullmatch(word))[:MOST]


def links_of(text: str) -> tuple[str, ...]:
    """The kinds of an address that are such, in order."""
    return tuple(word for word in text.split() if word in KINDS)[:MOST]


def effects_of(text: str) -> tuple[Triggered, ...]:
    """The effects of an address that are such, in order."""
    found = [m for word in text.split() if (m := _EFFECT.fullmatch(word))]
    return tuple(Triggered(owner=_side(m[1]), mandatory=m[2] == "must", public=not m[3]) for m in found)[:MOST]


def _side(text: str) -> Side:
    return "opp" if text == "opp" else "own"


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else None
