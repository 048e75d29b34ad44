"""Cards that a question names, and the answer where it asks whether one may be activated in the Damage Step."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from kb.cards.record import Card
from kb.digest.load import load_overruled, load_unactivated
from kb.lang.later import later
from kb.law.law import Law
from kb.model import Lang
from query.answer.entries import cite_rules
from query.answer.words import depends_on, say
from query.card.clause import clause_lines
from query.card.described import Described
from query.card.links import CardMention, cards_in
from query.card.mentions import named_cards
from query.card.official import Official
from query.card.question import CardAnswer, activated_card, damage_step_answer, judged_answer, timings_of
from query.card.search import CardSearch
from query.model import Answer, Citation, Missing, Question, Step, Trace, Understood
from query.read.facts import excludes

PERMISSION = 0.4
"""How likely a question must be to ask what may be done."""
_WORKS = later(r"^\W*(?:does|do|will|would)\b[^.?!,]{2,40}? work (?:in|during|at) (?:the )?(?:damage|dmg)", re.I)
"""Asks of a card whether it "works" at a time: whether it may be used then."""
MOST_CLAUSES = 4
"""Clauses that are shown."""
MOST_BESIDE = 10
"""Citations of an answer, those that decide included."""
TOLD_OF_IT = 5
"""Among how many of what the search finds an entry that tells of the very card is looked for."""
_KIND = "card"
"""The fact that tells what kind a card is."""


def cards_understood(question: Question, search: CardSearch | None, sources: Path) -> tuple[CardMention, ...]:
    """The cards that a question names, beside the terms of that folder; none where no cards are built."""
    return cards_in(question.text, search, sources=sources) if search else ()


def with_cards(
    question: Question, mentions: Sequence[CardMention], search: CardSearch, without: Collection[str] = ()
) -> Question:
    """The question with the cards it names among what was understood; a name of several cards is left open."""
    lang: Lang = "zh" if question.lang == "zh" else "en"
    found = []
    for mention in mentions:
        card = search.store.get(mention.card) if mention.card and mention.card not in without else None
        if card:
            found.append(Understood(id=card.id, kind="card", label=card.name(lang), surface=mention.surface, match=mention.how))
    return replace(question, understood=(*question.understood, *found), cards=named_cards(mentions, search, without))


def answer_of_card(
    question: Question,
    mentions: Sequence[CardMention],
    search: CardSearch,
    *,
    laws: Sequence[Law],
    beside: Sequence[Citation] = (),
    official: Official | None = None,
) -> Answer | None:
    """The answer judged from the card's text by each law, or stated by Konami; None where the question is another.

    `beside`: what the search found, cited after the entries that decide.
    """
    kept = {u.id for u in question.understood if u.kind == "card"}
    named = [m for m in mentions if not m.card or m.card in kept]
    chosen = activated_card(question, named)
    asked = chosen and any(m.card == chosen and _is_asked_of(question, m) for m in named)
    card = search.store.get(chosen) if asked else None
    if card and _is_overruled(question, card.type, card.property):
        return None
    ruled = damage_step_answer(question, card, laws=laws, official=official) if card else None
    if ruled and not ruled.check.effects:
        ruled = _of_nothing(question, ruled, laws[0])
    if card is None or ruled is None or not (ruled.because or ruled.official):
        return None
    return _answer(question, ruled, beside, of_it=[c for c in beside[:TOLD_OF_IT] if _tells_of(card, c, laws[0])])


def _tells_of(card: Card, citation: Citation, law: Law) -> bool:
    """Whether an entry of the digest tells of that very card."""
    rule = law.rules.get(citation.id)
    return rule is not None and card.name("en") in rule.cards


def _of_nothing(question: Question, ruled: CardAnswer, law: Law) -> CardAnswer:
    """The answer on a card of which nothing is activated, with the entries that tell why."""
    effect = ruled.check.lasting or any("effect" in kind.line for kind in ruled.check.kinds)
    sort = "lore" if ruled.check.lore else "lasting" if effect else "none"
    rules = tuple(load_unactivated(question.reading.folder).get(sort, ()))
    lang: Lang = "zh" if question.lang == "zh" else "en"
    return replace(ruled, because=cite_rules(rules, lang, law), rules=rules)


def answer_of_described(
    question: Question, rest: Question, described: Described, *, laws: Sequence[Law], beside: Sequence[Citation] = ()
) -> Answer | None:
    """The answer on an effect that the question quotes or describes; None where it asks something else, or the kind of card is
    open and turns it.

    `rest`: the question without the quoted words.
    """
    asked = timings_of(rest, laws[0])
    if (
        _is_overruled(question)
        or not asked
        or len(described.checks) != 1
        or question.reading.sides.share("allowed", "barred") < PERMISSION
    ):
        return None
    check = described.checks[0]
    lang: Lang = "zh" if question.lang == "zh" else "en"
    ruled = judged_answer(rest, check, check.effects, asked, laws=laws, name=say("card.described", lang))
    return _answer(question, ruled, beside) if ruled.because else None


def _is_overruled(question: Question, *kinds: str) -> bool:
    """Whether what is told of the effect decides, whatever its text says: of a monster that lost its battle, of a card Set this
    very turn. `kinds`: what the card is besides what the question says."""
    facts = question.reading.facts
    given = {**facts, _KIND: facts.get(_KIND, frozenset()) | {*kinds}}
    sure = {name: values for name, values in given.items() if len(values) == 1 or not excludes(name)}
    rows = load_overruled(question.reading.folder)
    return any(all(value in sure.get(name, ()) for name, value in row.items()) for row in rows)


def answer_of_ways(
    question: Question, ways: Sequence[Described], *, laws: Sequence[Law], beside: Sequence[Citation] = ()
) -> Answer | None:
    """The answer on an effect that a question describes; where a fact that is not told turns it, depends, with that fact
    asked for. None for no way, and where the question asks something else."""
    found = [(way, answer_of_described(question, question, way, laws=laws, beside=beside)) for way in ways]
    answers = [(way, answer) for way, answer in found if answer]
    if not answers or len(answers) != len(ways):
        return None
    first = answers[0][1]
    if len({answer.verdict for _, answer in answers}) == 1:
        return first
    lang: Lang = "zh" if question.lang == "zh" else "en"
    missing = (Missing(fact=ways[0].fact, options=tuple((way.label, answer.verdict) for way, answer in answers)),)
    cited = {c.id: c for _, answer in answers for c in answer.citations}
    told = depends_on(missing, lang)
    return replace(
        first,
        verdict="depends",
        text=told,
        steps=(Step(text=told), *(step for _, answer in answers for step in answer.steps[1:])),
        citations=tuple(cited.values())[:MOST_BESIDE],
        missing=missing,
    )


def _is_asked_of(question: Question, mention: CardMention) -> bool:
    """Whether the sentence that asks names the card and asks what may be done, rather than what happens."""
    permission = question.reading.sides.share("allowed", "barred") >= PERMISSION
    works = _WORKS.search(question.text) is not None and question.reading.sides.share("allowed", "happens") >= PERMISSION
    return (permission or works) and mention.surface in question.reading.asking


def _answer(question: Question, ruled: CardAnswer, beside: Sequence[Citation], *, of_it: Sequence[Citation] = ()) -> Answer:
    """`of_it`: those of `beside` that tell of the card itself, cited before the rules for all cards."""
    cited = {c.id: c for c in (*ruled.official, *of_it, *ruled.because, *beside)}
    deciding = [*ruled.official, *(c for c in ruled.because if c.id in ruled.rules)]
    lang: Lang = "zh" if question.lang == "zh" else "en"
    shown = (Step(text=line) for clause in ruled.clauses[:MOST_CLAUSES] for line in clause_lines(clause, lang))
    steps = (Step(text=ruled.text), *shown, *(Step(text=c.quote, citation=c) for c in deciding))
    return Answer(
        question=question,
        verdict=ruled.verdict,
        abstained=ruled.verdict == "unknown",
        text=ruled.text,
        steps=steps,
        citations=tuple(cited.values())[:MOST_BESIDE],
        notes=ruled.notes,
        confidence=ruled.confidence,
        ground="none" if ruled.verdict == "unknown" else "stated" if ruled.official else "computed",
        trace=Trace(
            fired=next((c.id for c in deciding), ""),
            beaten=ruled.beaten,
            edges=tuple((ruled.card, "decidedBy", i) for i in ruled.rules),
        ),
    )
