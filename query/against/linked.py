"""Three named cards on one Chain, each chained to the one before: which of them resolve, by what negates what.

A link that is negated negates nothing itself, so the last one is looked at first, as Chains resolve.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.cards.record import Card
from kb.model import Lang, Tri, Verdict
from query.against.asked import CARD, Asked, plain_with
from query.against.cues import Cues
from query.against.held import Held, any_of
from query.against.match import held
from query.against.words import say
from query.card.kinds import LASTING
from query.card.links import CardMention
from query.card.search import CardSearch

LINKS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """What is asked of a Chain of three cards."""

    cards: tuple[str, ...]
    """Ids, Chain Link 1 first."""
    asked: int
    """Which of them is asked about, from 0."""
    resolves: bool
    """Whether it is asked to resolve, and not to be negated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """What each of its links comes to."""

    linked: Linked
    cards: tuple[Card, ...]
    lives: tuple[Tri, ...]
    """Whether each resolves with its effect, Chain Link 1 first; None where the texts leave it open."""
    held: tuple[tuple[Card, Card, Held], ...]
    """What each link that resolves does to the one before it, the last link first."""

    @property
    def outcome(self) -> Tri:
        """The answer to what is asked; None where the texts alone don't settle it."""
        lives = self.lives[self.linked.asked]
        return lives if lives is None or self.linked.resolves else not lives


def read_linked(text: str, mentions: Sequence[CardMention], search: CardSearch, cues: Cues) -> Linked | None:
    """What a question asks of three cards it names, each chained to the one before; None for any other question."""
    whole = [m for m in sorted(mentions, key=lambda m: m.span) if m.card]
    names = " ".join(name.lower() for m in whole if (card := search.store.get(m.card)) for name in card.names.values())
    named = [m for m in mentions if m.card or m.surface.lower() not in names]
    named.sort(key=lambda m: m.span)
    ids = tuple(dict.fromkeys(m.card for m in named))
    if len(ids) != LINKS or not all(ids):
        return None
    plain = plain_with(text, [(m.span, ids.index(m.card)) for m in named], cues)
    for pattern in cues.linked:
        if match := pattern.fullmatch(plain):
            asked = _which(match["which"], [search.store.get(i) for i in ids])
            if asked is not None:
                return Linked(cards=ids, asked=asked, resolves=match.groupdict().get("negated") is None)
    return None


def _which(word: str, cards: Sequence[Card | None]) -> int | None:
    """The number of the card that is called so: by its token, or by part of its name alone."""
    if token := re.search(r"\ue000(\d)", word):
        return int(token[1])
    short = word.strip(" 的")
    fitting = [
        n for n, card in enumerate(cards) if card and short and any(short in name.lower() for name in card.names.values())
    ]
    return fitting[0] if len(fitting) == 1 else None


def resolve(linked: Linked, search: CardSearch, cues: Cues) -> Resolved | None:
    """What becomes of each link; None where a card is not built."""
    found = [search.store.get(i) for i in linked.cards]
    cards = tuple(card for card in found if card is not None)
    if len(cards) != LINKS:
        return None
    lives: list[Tri] = [True] * LINKS
    told: list[tuple[Card, Card, Held]] = []
    for by in range(LINKS - 1, 0, -1):
        if lives[by] is False:
            lives[by - 1] = True
            continue
        answer = _negates(cards[by], cards[by - 1], cues, first=by == 1)
        lives[by - 1] = None if lives[by] is None or answer is None else not answer.outcome
        if answer is not None:
            told.append((cards[by], cards[by - 1], answer))
    return Resolved(linked=linked, cards=cards, lives=tuple(lives), held=tuple(told))


def _negates(card: Card, other: Card, cues: Cues, *, first: bool) -> Held | None:
    """Whether a link negates the one before; None where the texts don't settle it, where it
    could not be chained at all, or where another way may stop it."""
    told = CARD if first and other.type != "monster" else ""
    chained, found = (held(card, other, Asked(how, card.id, other.id, told=told), cues) for how in ("answer", "negate"))
    outcome = any_of(h.outcome for h in found) if found else None
    impossible = any_of(h.outcome for h in chained) is False
    if outcome is None or (outcome is False and (impossible or other.property in LASTING)):
        return None
    return next(h for h in found if h.outcome is outcome)


def told_of(resolved: Resolved, lang: Lang) -> list[str]:
    """What becomes of the Chain in sentences, what is asked first."""
    linked = resolved.linked
    if resolved.outcome is None:
        return [say("linked.open", lang)]
    lives = resolved.lives[linked.asked]
    name = resolved.cards[linked.asked].name(lang)
    first = say("linked.resolves" if lives else "linked.negated", lang).format(name)
    steps = [
        say(f"negate.{'yes' if h.outcome else 'no'}", lang).format(a=a.name(lang), b=b.name(lang)) for a, b, h in resolved.held
    ]
    return [first, *steps]


def verdict_of(resolved: Resolved) -> Verdict:
    """As an answer has it."""
    return {True: "yes", False: "no", None: "unknown"}[resolved.outcome]  # type: ignore[return-value]  # the three are verdicts
