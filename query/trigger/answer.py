"""The answer to a question whether a card's effect triggers on what happens to the card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kb.cards.record import Card
from kb.digest.load import sources_dir
from kb.lang.later import later
from kb.law.law import Law
from kb.model import CardText, Lang, Tri, Verdict
from query.against.answer import cite_text, clause
from query.against.does import texts_of
from query.against.held import any_of, main_of
from query.answer.entries import cite_rules
from query.card.links import CardMention
from query.card.search import CardSearch
from query.model import Answer, Citation, Missing, Question, Step, Trace
from query.trigger.cues import Cues, Facts, Open, load_cues
from query.trigger.event import Happened, read_event
from query.trigger.needs import Triggered, triggered
from query.trigger.words import VERDICTS, say

TRIBUTES_FROM = 5
"""Level from which on a monster is Tributed for."""
COMPUTED = 0.88
"""How sure a reading of a text is."""
_VERDICTS: Mapping[Tri, Verdict] = {True: "yes", False: "no"}
_NEGATING = ("negate", "cannot activate")
_MADE = later(r"\b(?:fusion|synchro|xyz|link|ritual|pendulum) summon")
_TRIBUTES = later(r"\btribut(?:e|ing)\b(?! summon)")
"""A monster's text that has Tributes of its own: what is Tributed for it need not be so for its Summon."""
_SENT_FROM = later(r"\bsends?\b[^.;●]*\bfrom (?:your|their|your opponent's|either player's) (hand|deck|extra deck)\b")


def answer_triggered(
    question: Question, mentions: Sequence[CardMention], search: CardSearch, *, law: Law, sources: Path | None = None
) -> Answer | None:
    """The answer where a question asks whether an effect of a card triggers on what it says happens to the card (`computed`).

    None for any other question, and where the text does not settle it.
    """
    cues = load_cues(sources_dir(sources))
    lang: Lang = "zh" if question.lang == "zh" else "en"
    asked = read_event(question.text, lang, mentions, cues) if cues else None
    card = search.store.get(asked.card) if asked else None
    if cues is None or asked is None or card is None or not card.texts.get("en"):
        return None
    texts = texts_of(card)
    facts = _known(asked, card, search)
    found = triggered(texts, facts, cues, asked.number)
    if (not found and (not asked.triggers or _waits(texts))) or (asked.told and len(found) != 1) or _negated(asked, search):
        return None
    outcome = any_of(t.outcome for t in found)
    if asked.misses and not outcome and all(t.why != "missed" for t in found):
        return None
    if outcome is not None:
        return _settled(question, card, texts, found, outcome, law, cues, misses=asked.misses)
    turning = _turning(texts, facts, cues, asked.number)
    return _open(question, card, found, turning, law) if turning else None


def _waits(texts: Sequence[CardText]) -> bool:
    """Whether an effect of the card waits for something else, so that what happens may bear on it in another way."""
    return any(e.condition and e.profile.starts_chain for t in texts for e in t.effects)


def _known(asked: Happened, card: Card, search: CardSearch) -> Facts:
    """What is told, with what the other card and the kind of card make of it."""
    other = search.store.get(asked.other) if asked.other else None
    facts = dict(asked.facts) if other is None else {**_by_other(asked, other), **asked.facts}
    pendulum = "pendulum" in card.type_line.lower()
    return {**facts, "goal": "extra-deck"} if pendulum and _dies_on_field(facts) else facts


def _by_other(asked: Happened, other: Card) -> dict[str, str]:
    """What follows for an event from the text and the kind of the card that does it."""
    told, facts = asked.facts, dict[str, str]()
    if told["what"] == "summoned" and asked.other_does and not _MADE.search(_text(other)):
        facts["as"] = "effect"
    if (
        told["what"] == "moved"
        and asked.other_does
        and other.type != "monster"
        and "yes" not in (told["tributed"], told["discarded"])
    ):
        facts |= {"as": "effect"} | ({"by": "effect"} if told["destroyed"] == "yes" else {})
    level = other.stats.get("level", "")
    if told.get("tributed") == "yes" and level.isdecimal() and int(level) >= TRIBUTES_FROM:
        facts |= {} if _TRIBUTES.search(_text(other)) else {"as": "tribute-summon"}
    if told.get("goal") == "gy" and (match := _SENT_FROM.search(_text(other))):
        facts["origin"] = match[1].replace(" ", "-")
    return facts


def _dies_on_field(facts: Facts) -> bool:
    return facts.get("goal") == "gy" and facts.get("origin") == "field"


def _negated(asked: Happened, search: CardSearch) -> bool:
    """Whether the other card may negate what it Summons."""
    other = search.store.get(asked.other) if asked.other else None
    return other is not None and asked.facts["what"] == "summoned" and any(w in _text(other) for w in _NEGATING)


def _text(card: Card) -> str:
    return " ".join(card.texts.get("en", "").lower().split())


def _turning(texts: Sequence[CardText], facts: Facts, cues: Cues, number: int) -> tuple[Open, dict[str, Verdict]] | None:
    """The one fact that is not told and on which the outcome turns, with the verdict of each of its values."""
    for fact in (o for o in cues.opens if o.fact not in facts):
        ways = {v["value"]: triggered(texts, {**facts, fact.fact: v["value"]}, cues, number) for v in fact.values}
        each = {value: any_of(t.outcome for t in found) for value, found in ways.items()}
        if len(set(each.values())) > 1 and None not in each.values():
            return fact, {value: _VERDICTS[outcome] for value, outcome in each.items() if outcome is not None}
    return None


def _settled(
    question: Question,
    card: Card,
    texts: Sequence[CardText],
    found: Sequence[Triggered],
    outcome: bool,
    law: Law,
    cues: Cues,
    *,
    misses: bool,
) -> Answer:
    lang: Lang = "zh" if question.lang == "zh" else "en"
    telling = [t for t in found if t.outcome is outcome] or list(found)
    missed = [t for t in telling if t.why == "missed"]
    key = "none" if not found else "missed" if missed else "no"
    if outcome:
        key = "kept" if misses else "must" if all(t.effect.profile.mandatory for t in telling) else "yes"
    shown = [t.effect for t in missed or telling] or [e for e in [main_of(texts)] if e]
    rules = cues.rests["missed"] if missed and not outcome else ()
    cited = (*(cite_text(card, e, lang) for e in shown), *cite_rules(rules, lang, law))
    told = say(key, lang).format(a=card.name(lang))
    return replace(
        _answer(question, told, _VERDICTS[outcome != misses], card, found, cited=cited),
        notes=(say("provided", lang),) if outcome else (),
    )


def _open(
    question: Question, card: Card, found: Sequence[Triggered], turning: tuple[Open, dict[str, Verdict]], law: Law
) -> Answer:
    lang: Lang = "zh" if question.lang == "zh" else "en"
    fact, verdicts = turning
    options = tuple((v[lang], verdicts[v["value"]]) for v in fact.values)
    told = ("; " if lang == "en" else "；").join(say("option", lang).format(name, VERDICTS[lang][v]) for name, v in options)
    cited = tuple(cite_text(card, t.effect, lang) for t in found if t.outcome is None)
    answer = _answer(question, say("depends", lang).format(fact.told[lang], told), "depends", card, found, cited=cited)
    return replace(answer, missing=(Missing(fact=fact.told[lang], options=options),))


def _answer(
    question: Question, told: str, verdict: Verdict, card: Card, found: Sequence[Triggered], *, cited: tuple[Citation, ...]
) -> Answer:
    lang: Lang = "zh" if question.lang == "zh" else "en"
    return Answer(
        question=question,
        verdict=verdict,
        abstained=False,
        text=told,
        steps=(Step(text=told, citation=cited[0] if cited else None), *_steps(card, found, lang)),
        citations=cited,
        confidence=COMPUTED,
        ground="computed",
        trace=Trace(fired=cited[0].id if cited else "", edges=tuple(("question", "decidedBy", c.id) for c in cited[:3])),
    )


def _steps(card: Card, found: Sequence[Triggered], lang: Lang) -> Iterator[Step]:
    for one in found:
        told = say("missed", lang).format(a=card.name(lang)) if one.why == "missed" else say(one.why, lang)
        yield Step(text=say("clause", lang).format(told, clause(card, one.effect, lang)[1]))
