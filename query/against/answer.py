"""The answer to a question about two cards: what the texts settle, what an official Q&A says, both clauses shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.cards.record import Card
from kb.cardtext import read
from kb.digest.load import sources_dir
from kb.law.law import Law
from kb.model import Effect, Lang, Tri, Verdict
from kb.official.store import OfficialStore
from query.against.asked import Asked, read_asked
from query.against.cues import Cues, load_cues
from query.against.does import texts_of
from query.against.held import Held, any_of
from query.against.linked import read_linked, resolve, told_of, verdict_of
from query.against.match import held
from query.against.rulings import MOST, cite_qa, qas_on, ruled
from query.against.words import ACTS, OUTCOMES, say
from query.answer.entries import cite_rules
from query.card.links import CardMention
from query.card.search import CardSearch
from query.model import Answer, Citation, Question, Step, Trace

COMPUTED, STATED = 0.88, 0.95
"""How sure a reading of two texts is, and an official Q&A that asks the same."""
UNREAD = 0.9
"""How sure it is that texts decide that are not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """A question about two cards, and what the texts and the official Q&As say to it."""

    asked: Asked
    cards: tuple[Card, Card]
    """The card that is to do it, and the one it is to be done to."""
    held: tuple[Held, ...]
    """By the texts; empty where one is missing."""
    outcome: Tri
    """Of the best activation; None where the texts alone don't settle it."""


def hold(asked: Asked, search: CardSearch, cues: Cues) -> Against | None:
    """One card held against another; None if either is not built."""
    card, other = search.store.get(asked.card), search.store.get(asked.other)
    if card is None or other is None:
        return None
    found = held(card, other, asked, cues)
    outcome = any_of(h.outcome for h in found) if found else None
    return Against(asked=asked, cards=(card, other), held=tuple(found), outcome=outcome)


def answer_against(
    question: Question,
    mentions: Sequence[CardMention],
    search: CardSearch,
    *,
    law: Law,
    official: OfficialStore | None = None,
    sources: Path | None = None,
) -> Answer | None:
    """The answer where a question asks how one card stands to another, and no more; None for any other.

    An official Q&A that asks the same is the answer (`stated`), the texts' own beside it; else what the texts settle
    (`computed`); else an abstention that says so and names the Q&As about the two.
    """
    cues = load_cues(sources_dir(sources))
    asked = read_asked(question.text, mentions, cues) if cues else None
    found = hold(asked, search, cues) if asked and cues else None
    if found is None or cues is None or asked is None or (asked.relation == "upon-attack" and found.outcome is None):
        return None
    lang: Lang = "zh" if question.lang == "zh" else "en"
    qas = qas_on(found.cards, official, "en")
    same = ruled(found.asked, found.cards, qas, cues)
    rules = tuple(dict.fromkeys(i for h in _telling(found) for i in cues.rests.get(h.why, ())))
    texts = tuple(cite_text(c, e, lang) for c, e in _clauses(found))
    beside = tuple(cite_qa(q) for q in qas[:MOST] if same is None or q is not same.qa)
    first = (cite_qa(same.qa),) if same else ()
    cited = (*first, *texts, *cite_rules(rules, lang, law), *beside)
    verdict: Verdict = same.verdict if same else {True: "yes", False: "no", None: "unknown"}[found.outcome]  # type: ignore[assignment]  # a Verdict each
    names = {"a": found.cards[0].name(lang), "b": found.cards[1].name(lang)}
    told = say(f"{asked.relation}.{verdict}" if same else _key(found), lang).format(**names)
    told += say("official", lang).format(same.qa.number, same.qa.date or "?") if same else ""
    settled = same is not None or found.outcome is not None
    return Answer(
        question=question,
        verdict=verdict,
        abstained=not settled,
        text=told,
        steps=(Step(text=told, citation=cited[0] if cited else None), *_steps(found, lang)),
        citations=cited,
        notes=tuple(_notes(found, lang, [q.number for q in qas], settled=settled)),
        confidence=STATED if same else COMPUTED if settled else 0.3,
        ground="stated" if same else "computed" if settled else "none",
        trace=Trace(
            fired=cited[0].id if settled and cited else "", edges=tuple(("question", "decidedBy", c.id) for c in cited[:3])
        ),
    )


def answer_linked(
    question: Question, mentions: Sequence[CardMention], search: CardSearch, *, law: Law, sources: Path | None = None
) -> Answer | None:
    """The answer where a question asks what becomes of a Chain of three named cards, each chained to the one before; None for
    any other, and where the texts leave it open.
    """
    cues = load_cues(sources_dir(sources))
    linked = read_linked(question.text, mentions, search, cues) if cues else None
    found = resolve(linked, search, cues) if linked and cues else None
    if found is None or found.outcome is None:
        return None
    lang: Lang = "zh" if question.lang == "zh" else "en"
    told, *steps = told_of(found, lang)
    clauses_ = [(a, h.by) for a, _, h in found.held if h.by and h.by.text.strip()]
    texts = tuple(cite_text(card, effect, lang) for card, effect in clauses_)
    cited = (*texts, *cite_rules(cues.linked_rests if cues else (), lang, law))
    return Answer(
        question=question,
        verdict=verdict_of(found),
        abstained=False,
        text=" ".join((told, *steps)) if lang == "en" else "".join((told, *steps)),
        steps=(Step(text=told, citation=cited[0] if cited else None), *(Step(text=one) for one in steps)),
        citations=cited,
        confidence=COMPUTED,
        ground="computed",
        trace=Trace(fired=cited[0].id if cited else "", edges=tuple(("question", "decidedBy", c.id) for c in cited[:3])),
    )


def answer_unread(question: Question, mentions: Sequence[CardMention], *, sources: Path | None = None) -> Answer | None:
    """That the cards' texts are wanting, where a question asks how one card stands to another and no card is built."""
    cues = load_cues(sources_dir(sources))
    asked = read_asked(question.text, mentions, cues) if cues else None
    if asked is None:
        return None
    told = say("unread", "zh" if question.lang == "zh" else "en").format(a=asked.card, b=asked.other)
    return Answer(question=question, verdict="unknown", abstained=True, text=told, steps=(Step(text=told),), confidence=UNREAD)


def _key(found: Against) -> str:
    if found.outcome is None:
        return "open"
    return f"{found.asked.relation}.{'yes' if found.outcome else 'no'}"


def _telling(found: Against) -> list[Held]:
    """What the outcome rests on."""
    return [h for h in found.held if h.outcome is found.outcome] or list(found.held)


def _clauses(found: Against) -> Iterator[tuple[Card, Effect]]:
    """The clause of each card that was held against the other's, each once."""
    card, other = found.cards
    for by, theirs in {id(h.by): (h.by, h.others) for h in _telling(found) if h.by}.values():
        yield other if theirs else card, by
    for effect in {id(h.activation.effect): h.activation.effect for h in _telling(found) if h.activation}.values():
        if effect.text.strip():
            yield other, effect


def clause(card: Card, effect: Effect, lang: Lang) -> tuple[Lang, str]:
    """The words of an effect of a card's English text in a language where the texts number alike, else in English."""
    english = [e for t in texts_of(card) for e in t.effects if e.text.strip() and not e.pendulum]
    chinese = read(card.texts.get("zh", ""), lang="zh", kind=card.kind()).effects if lang == "zh" else ()
    held_ = [e for e in chinese if e.text.strip()]
    at = next((n for n, e in enumerate(english) if e.span == effect.span), -1)
    if lang == "zh" and at >= 0 and len(held_) == len(english):
        return "zh", " ".join(held_[at].text.split())
    return "en", " ".join(effect.text.split())


def cite_text(card: Card, effect: Effect, lang: Lang) -> Citation:
    """The words of an effect as evidence."""
    told, words = clause(card, effect, lang)
    return Citation(
        id=f"card:{card.id}:{effect.number}",
        kind="passage",
        source="cards",
        file=card.files[0] if card.files else "",
        lines=None,
        heading=(card.name(lang),),
        quote=words,
        lang=told,
        authority="official",
        title=card.name(lang),
        status="unofficial translation" if f"text.{told}" in card.unofficial else "",
    )


def _steps(found: Against, lang: Lang) -> Iterator[Step]:
    for card, effect in _clauses(found):
        yield Step(text=say("clause", lang).format(card.name(lang), clause(card, effect, lang)[1]))
    for h in found.held:
        what = found.cards[1].name(lang)
        if h.activation:
            number = h.activation.effect.number
            what = ACTS[lang][h.activation.act].format(number or "").strip()
        yield Step(text=say("held", lang).format(what, OUTCOMES[lang][h.outcome], say(f"why.{h.why}", lang)))


def _notes(found: Against, lang: Lang, numbers: Sequence[str], *, settled: bool) -> Iterator[str]:
    if owned := next((h.own for h in found.held if h.outcome and h.own), ""):
        yield say("own", lang).format(owned)
    if settled and found.outcome:
        yield say("met", lang).format(found.cards[0].name(lang))
    if numbers:
        yield say("qas", lang).format(", ".join(numbers[:MOST]))
