"""What holding one card against another comes to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.model import CardText, Effect, EffectProfile, Span, Tri
from query.against.does import Activation


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One activation of the other card, and whether the card does to it what is asked."""

    activation: Activation | None
    """None where it is the card itself that is targeted, destroyed or Summoned."""
    outcome: Tri
    why: str
    """Key of the sentence that says why."""
    by: Effect | None = None
    """The effect of the card that decides, or of the other one."""
    others: bool = False
    """Whether it is the other one's."""
    own: str = ""
    """A condition of that effect that has to be met besides."""


def any_of(values: Iterable[Tri]) -> Tri:
    """True if one is, False if all are, else None.

    >>> any_of([False, None, True]), any_of([False, None]), any_of([])
    (True, None, False)
    """
    found = list(values)
    return True if True in found else None if None in found else False


def main_of(texts: Sequence[CardText]) -> Effect | None:
    """The effect that is shown where none of a card decides: the first that starts a Chain."""
    effects = [e for t in texts for e in t.effects]
    return next((e for e in effects if e.profile.starts_chain and e.text.strip()), effects[0] if effects else None)


def best_of(found: Sequence[tuple[Tri, Effect]], why: dict[Tri, str]) -> Held:
    """What several effects of a card come to: the best of them, with its reason."""
    outcome = any_of(fit for fit, _ in found)
    by = next((e for fit, e in found if fit is outcome), found[0][1])
    return Held(activation=None, outcome=outcome, why=why[outcome], by=by)


def plain_of(effect: Effect) -> str:
    """The text of an effect in small letters, white space folded."""
    return " ".join(effect.text.lower().split())


def clause_of(match: re.Match[str]) -> Effect:
    """A clause found in a card's text, to be shown as an effect is."""
    start = match.start() + len(match[0]) - len(match[0].lstrip())
    profile = EffectProfile(kind="continuous", starts_chain=False)
    return Effect(number=0, text=match[0].strip() + ".", span=Span(start, match.end()), profile=profile)


def procedures_of(text: CardText) -> list[Effect]:
    """What a text says of its own Summon, as effects that start no Chain."""
    profile = EffectProfile(kind="continuous", starts_chain=False)
    own = [r.span for r in text.remarks if r.label in ("summoning", "restriction")]
    return [Effect(number=0, text=text.text[s.start : s.end], span=s, profile=profile) for s in own]
