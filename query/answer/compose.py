"""An answer composed: abstaining or ruling, the reasons with their evidence, disagreements, notes and the trace."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from kb.digest.scope import Topic, load_scope
from kb.index.entry import DIGEST
from kb.index.unanswered import Nearest
from kb.law.ranking import Ranking
from kb.model import Lang, Rule, Source, Territory, Verdict
from query.answer.cite import citation_of, cite_hits
from query.answer.lead import telling
from query.answer.words import depends_on, say
from query.find.search import Hit, seated
from query.model import Answer, Citation, Disagreement, Missing, Question, Step, Trace
from query.rule.confidence import abstains, confidence_of, is_treated
from query.rule.conflicts import disagreements_of
from query.rule.likeness import nearest_unanswered
from query.rule.opposed import opposed, overruled, weighed
from query.rule.passages import leads_own, names_own, own_telling, surely_own, told_by_passage
from query.rule.verdict import EVEN, PROBABLY, Ruling, rule_on, ruling_of

MAX_STEPS = 5
ELSEWHERE = 0.65
"""How likely at most a verdict of the digest is on what only a user's own document knows and says nothing about."""
LIKE = 0.8
"""How near a question must lie to one that nothing answers, for its topic to be told."""
DIRECT = 0.8
"""An entry's question that shares this much with the one asked answers it, even where a topic is out of scope."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """A question with what was found for it."""

    question: Question
    hits: Sequence[Hit]
    rules: Mapping[str, Rule]
    documents: Mapping[str, Source]
    opposite: Mapping[str, str] = field(default_factory=dict)
    """Of every side of a predicate, the other."""
    digested: Collection[str] = ()
    """Documents that entries of the digest cite."""
    ranking: Ranking = field(default_factory=Ranking)
    """Whose word counts more."""
    territory: Territory = "both"
    searched: tuple[str, ...] = ()
    encode_ms: float = 0.0
    unanswered: Nearest | None = None
    """The nearest question that no source answers, by vectors; None where that is not known."""

    def rule(self, hit: Hit) -> Rule | None:
        """The digest entry behind a hit."""
        return self.rules.get(hit.entry.id)


def territory_asked(drafted: Drafted) -> Territory:
    """OCG or TCG if the user chose one or the question names just one, else both."""
    return drafted.territory if drafted.territory != "both" else drafted.question.reading.territory


def in_force(drafted: Drafted) -> list[Hit]:
    """The hits that may speak: not those of another territory, nor outdated ones unless the question is about the old rules."""
    where, old = territory_asked(drafted), drafted.question.reading.old_rules
    kept: list[Hit] = []
    for hit in drafted.hits:
        rule = drafted.rule(hit)
        if rule and ((rule.until and not old) or (where != "both" and rule.territory not in ("both", where))):
            continue
        kept.append(hit)
    return kept


def compose(drafted: Drafted, began: float) -> Answer:
    """The answer. `began` is the `time.perf_counter()` at which the question came in."""
    question = drafted.question
    lang: Lang = "zh" if question.lang == "zh" else "en"
    hits = in_force(drafted)
    citations = cite_hits(seated(_put_back(hits, drafted.hits)), lang, drafted.documents)
    told = told_by_passage(question, hits, drafted.digested) if question.polar else None
    hits = [hit for hit in hits if not hit.beside]
    ruling = rule_on(question, hits, drafted.rules, drafted.opposite)
    beside = told is None and ruling is not None and ruling.ground == "inferred" and leads_own(hits, drafted.digested)
    unsure = beside or names_own(hits, drafted.digested)
    told = (
        weighed(told, question, hits, drafted)
        if told and not overruled(told, ruling, question, hits, drafted.digested)
        else None
    )
    ruling = ruling_of(told) if told else _unsure(ruling) if ruling and unsure else ruling
    outside = question.reading.outside
    if outside and not outside.elsewhere and is_treated(hits, drafted.unanswered, beside=question.reading.outside_told):
        outside = None
    direct = bool(ruling and ruling.voices[0].words >= DIRECT)
    tells = [] if question.polar else own_telling(drafted.hits, drafted.digested)
    known = tells or (told and (told.stated or surely_own(drafted.hits, drafted.digested)))
    own = any(hit.own for hit in drafted.hits)
    if not known and ((outside and not direct) or abstains(question, hits, drafted.digested, drafted.unanswered, own=own)):
        return finish(drafted, began, _refusal(question, lang, outside or _topic_like(question), citations))
    found = (*opposed(told, ruling, question, hits, drafted), *disagreements_of(hits, drafted.rules, lang, citations))
    if question.intent == "agreement":
        return finish(drafted, began, _agreement(question, lang, found, citations, hits))
    if question.polar and ruling:
        return finish(drafted, began, _ruled(drafted, lang, ruling, found, citations, hits))
    if tells:
        return finish(drafted, began, _told_by(drafted, lang, tells, found, citations))
    return finish(drafted, began, _told(drafted, lang, found, citations, hits))


def _unsure(ruling: Ruling) -> Ruling:
    """The same, no surer than what is said of a thing that only a user's own documents know may be."""
    return replace(ruling, likely=min(ruling.likely, ELSEWHERE), ground="inferred")


def _put_back(hits: Sequence[Hit], every: Sequence[Hit]) -> list[Hit]:
    """Hits in force first, then the outdated and foreign ones, which are evidence of lesser rank."""
    kept = {id(h) for h in hits}
    return [*hits, *(h for h in every if id(h) not in kept)]


def _refusal(question: Question, lang: Lang, topic: Topic | None, citations: tuple[Citation, ...]) -> Answer:
    looked = ", ".join(dict.fromkeys(u.label for u in question.understood)) or question.text[:60]
    why = topic.why[lang] if topic else say("nothing_fits", lang).format(looked)
    return Answer(
        question=question,
        verdict="unknown",
        abstained=True,
        text=why,
        citations=citations[:5],
        confidence=0.9 if topic else 0.6,
    )


def _topic_like(question: Question) -> Topic | None:
    """What a question that nothing answers is about, as far as another such question tells; one that names a card is about
    that."""
    if any(card.id for card in question.cards):
        return None
    near, about = nearest_unanswered(question.text, question.reading.folder)
    topics = load_scope(question.reading.folder) if near >= LIKE else ()
    return next((topic for topic in topics if topic.id == about), None)


def _steps(quotes: Sequence[tuple[str, Citation | None]]) -> tuple[Step, ...]:
    return tuple(Step(text=text, citation=citation) for text, citation in quotes[:MAX_STEPS])


def _cited(hit: Hit, citations: Sequence[Citation]) -> Citation | None:
    return next((c for c in citations if c.id == hit.entry.id), None)


def _evidence(hit: Hit, citations: Sequence[Citation], drafted: Drafted, lang: Lang) -> Citation | None:
    """The citation of a reason: its own where the answer's list, which is short, has no place for it; None if it stands beneath
    one of the list."""
    if any(hit.entry.id == beneath.id for c in citations for beneath in c.also):
        return None
    return _cited(hit, citations) or citation_of(hit.entry, lang, drafted.documents, hit.score)


def _agreement(
    question: Question, lang: Lang, found: tuple[Disagreement, ...], citations: tuple[Citation, ...], hits: Sequence[Hit]
) -> Answer:
    differ = bool(found)
    verdict: Verdict = "no" if differ == question.reading.alike else "yes"
    text = say("sources_differ" if differ else "no_difference", lang)
    quotes = [(text, None), *((h.entry.text(lang), _cited(h, citations)) for h in hits[:3])]
    return Answer(
        question=question,
        verdict=verdict,
        abstained=False,
        text=text,
        steps=_steps(quotes),
        citations=citations,
        disagreements=found,
        confidence=0.7 if differ else 0.5,
        ground="inferred",
    )


def _ruled(
    drafted: Drafted,
    lang: Lang,
    ruling: Ruling,
    found: tuple[Disagreement, ...],
    citations: tuple[Citation, ...],
    hits: Sequence[Hit],
) -> Answer:
    question = drafted.question
    first = ruling.voices[0]
    behind = [v for v in ruling.voices if v.verdict == ruling.verdict] or list(ruling.voices)
    ordered = [_cited(v.hit, citations) for v in behind]
    lead = [c for c in ordered if c]
    quotes = [(v.hit.entry.text(lang), _evidence(v.hit, citations, drafted, lang)) for v in behind]
    missing = _missing(ruling, lang)
    text = first.hit.entry.text(lang)
    return Answer(
        question=question,
        verdict=ruling.verdict,
        abstained=False,
        text=f"{depends_on(missing, lang)} {text}".strip() if missing else text,
        steps=_steps(quotes),
        citations=tuple(dict.fromkeys((*lead[:1], *citations))),
        disagreements=found,
        notes=_notes(drafted.rule(first.hit), lang),
        confidence=confidence_of(question, hits, ruling, drafted.digested),
        ground=ruling.ground,
        missing=missing,
        trace=Trace(
            fired=first.hit.entry.id, beaten=tuple(v.hit.entry.id for v in ruling.voices if v.verdict != ruling.verdict)
        ),
    )


def _missing(ruling: Ruling, lang: Lang) -> tuple[Missing, ...]:
    ask = ruling.missing
    if ask is None or not ask.fact.get(lang):
        return ()
    options = tuple((option[lang], cast("Verdict", option["verdict"])) for option in ask.options)
    return (Missing(fact=ask.fact[lang], options=options),)


def _told(
    drafted: Drafted, lang: Lang, found: tuple[Disagreement, ...], citations: tuple[Citation, ...], hits: Sequence[Hit]
) -> Answer:
    question = drafted.question
    told = telling(question, hits)
    quotes = [(h.entry.text(lang), _evidence(h, citations, drafted, lang)) for h in told]
    lead = [cited for _, cited in quotes[:1] if cited]
    return Answer(
        question=question,
        verdict="n/a",
        abstained=False,
        text=" ".join(text for text, _ in quotes),
        steps=_steps(quotes),
        citations=tuple(dict.fromkeys((*lead, *citations))),
        disagreements=found,
        confidence=confidence_of(question, hits, None, drafted.digested),
        ground="inferred",
        trace=Trace(fired=told[0].entry.id if told else ""),
    )


def _told_by(
    drafted: Drafted, lang: Lang, hits: Sequence[Hit], found: tuple[Disagreement, ...], citations: tuple[Citation, ...]
) -> Answer:
    """What a user's own passages tell, in their own words."""
    quotes = [(hit.entry.text(hit.entry.lang), _evidence(hit, citations, drafted, lang)) for hit in hits]
    return Answer(
        question=drafted.question,
        verdict="n/a",
        abstained=False,
        text=" ".join(text for text, _ in quotes),
        steps=_steps(quotes),
        citations=tuple(dict.fromkeys((*(cited for _, cited in quotes if cited), *citations))),
        disagreements=found,
        confidence=PROBABLY if len(hits) == 1 else EVEN,
        ground="inferred",
        trace=Trace(fired=hits[0].entry.id),
    )


def _notes(rule: Rule | None, lang: Lang) -> tuple[str, ...]:
    if rule is None:
        return ()
    notes = []
    if rule.territory != "both":
        notes.append(say("territory", lang).format(rule.territory))
    if rule.until:
        notes.append(say("until", lang).format(rule.until))
    if rule.since:
        notes.append(say("since", lang).format(rule.since))
    return tuple(notes)


def finish(drafted: Drafted, began: float, answer: Answer) -> Answer:
    """The answer with what was searched and tried, and the time it took; `began` as for `compose`."""
    trace = replace(
        answer.trace,
        searched=drafted.searched,
        tried=tuple(h.entry.id for h in drafted.hits),
        edges=(*answer.trace.edges, *_passages(drafted)),
    )
    return replace(answer, trace=trace, latency_ms=(time.perf_counter() - began) * 1000, encode_ms=drafted.encode_ms)


def _passages(drafted: Drafted) -> Iterator[tuple[str, str, str]]:
    """From the best passages of documents to what they mention of the question, and where they stand."""
    named = {u.id for u in drafted.question.understood}
    for entry in (h.entry for h in drafted.hits[:5] if h.entry.kind != DIGEST):
        yield from ((entry.id, "mentions", i) for i in entry.links if i in named)
        yield (entry.id, "standsIn", entry.source)
