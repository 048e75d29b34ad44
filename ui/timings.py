"""The five timings of the Damage Step as a track, for an answer that was worked out from a card's text; the card beneath it."""

from __future__ import annotations

from kb.cards.record import Card
from query.card.check import CardCheck, EffectCheck, check_card
from query.card.judge import STEP
from query.model import Answer
from ui import state
from ui.card_look import card_head
from ui.card_table import effect_text, track_html
from ui.engine import cards, law, laws
from ui.html import escape, lang_tag, tag
from ui.words import say

MOST = 3
"""Effects of one card whose timings are shown."""


def timings_html(answer: Answer) -> str:
    """The track of every effect of the card that was judged; nothing where the answer rests on no card's text."""
    card = judged_card(answer)
    if card is None:
        return ""
    check = _check(card)
    named = len(check.effects) > 1
    return "".join(_track(one, check, named=named) for one in check.effects[:MOST])


def strip_html(answer: Answer) -> str:
    """The cards that the question names: what each is, and its text, the parts of its effects marked."""
    library = cards()
    if library is None:
        return ""
    ids = dict.fromkeys(str(named.id) for named in answer.question.cards if named.id is not None)
    return "".join(_strip(card) for card in map(library.store.get, ids) if card)


def judged_card(answer: Answer) -> Card | None:
    """The card from whose text an answer on the Damage Step was worked out, if it was."""
    library = cards()
    if library is None or answer.ground != "computed" or STEP not in _around(answer):
        return None
    names = {str(named.id) for named in answer.question.cards}
    start = next((start for start, how, _ in answer.trace.edges if how == "decidedBy" and start in names), "")
    return library.store.get(start) if start else None


def _around(answer: Answer) -> set[str]:
    """The parts of the turn that the question names, and what they lie in."""
    return {inside for timing in answer.question.timing for inside in law().around(timing)}


def _check(card: Card) -> CardCheck:
    return check_card(card, lang=state.lang(), laws=laws().each())


def _track(one: EffectCheck, check: CardCheck, *, named: bool) -> str:
    number = one.effect.number
    name = say("card.effect", number=str(number)) if number else say("card.itself")
    head = tag("p", escape(name), class_="dr-track-name") if named else ""
    return head + track_html(one, check, law())


def _strip(card: Card) -> str:
    langs = card.langs()
    if not langs:
        return tag("section", card_head(card, linked=True), class_="dr-strip")
    check = _check(card)
    effects = "".join(
        tag("p", effect_text(e, check), lang=lang_tag(check.lang), class_="dr-effect-text") for e in check.effects
    )
    return tag("section", card_head(card, linked=True) + effects, class_="dr-strip")
