"""The way over the law's graph: from what is asked to what decides, on to its exceptions, and to where each is stated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.law.law import Law
from kb.model import Lang, Rule
from kb.network import Edge, View, along, path
from query.answer.contract import MAX_CITATIONS
from query.answer.entries import entry_citation
from query.answer.words import say
from query.model import Answer, Citation, Step, Understood

CONSIDERED = 5
"""Entries that were found, besides the one that decides, which the way leads to."""
SHOWN = 3
"""Exceptions that are told."""
PLACES = 3
"""Places of one entry that the way leads to."""
FAR = 4
"""Steps over broader, related and containing terms from what is asked to an entry that names none of it."""
BLANKET = 3
"""Entries that an exception may override; one that overrides more is a rule of precedence, walked to and not told."""
_NAMES = ("appliesTo", "atTiming")
_TERMS = ("broader", "related", "partOf")
_BARS = frozenset({"forbidden", "insufficient"})


def walked(answer: Answer, law: Law) -> Answer:
    """The answer with the edges that were walked in its trace, and the exceptions met on the way as steps.

    Exceptions are told where an entry was looked up, not where the case was worked out: there they were held against it.
    """
    lang: Lang = "zh" if answer.question.lang == "zh" else "en"
    told = exceptions_of(answer, law)
    cited = tuple(entry_citation(rule, lang, law.documents) for rule in told)
    edges = dict.fromkeys((*_walk(answer, law, told), *answer.trace.edges))
    return replace(
        answer,
        steps=_with_exceptions(answer.steps, cited, lang),
        citations=_cited(answer.citations, cited),
        trace=replace(answer.trace, edges=tuple(edges)),
    )


def _with_exceptions(steps: tuple[Step, ...], cited: Sequence[Citation], lang: Lang) -> tuple[Step, ...]:
    """The steps with the exceptions right after the first, which is what decides; what was quoted already stays where it is."""
    quoted = {s.citation.id for s in steps if s.citation}
    added = (Step(text=say("except", lang).format(c.quote), citation=c) for c in cited if c.id not in quoted)
    return (*steps[:1], *added, *steps[1:])


def _cited(citations: tuple[Citation, ...], more: Sequence[Citation]) -> tuple[Citation, ...]:
    """The citations with those that they lack, which stand in for the last where there are too many."""
    new = [c for c in more if c.id not in {one.id for one in citations}]
    return (*citations[: MAX_CITATIONS - len(new)], *new) if new else citations


def exceptions_of(answer: Answer, law: Law) -> tuple[Rule, ...]:
    """The exceptions in force to the entry that an answer was looked up in, those nearest to the question first, at most SHOWN.

    None for an answer that was worked out or refused. Whether the search found them does not matter.
    """
    rule = law.rules.get(answer.trace.fired)
    if rule is None or answer.abstained or answer.ground not in ("stated", "inferred"):
        return ()
    node = f"rule:{rule.id}"
    found = [law.rules[_name(edge.start)] for edge in along(law.graph, "overrides", to=node)]
    asked = {u.id for u in answer.question.understood if u.kind in ("concept", "timing")}
    named = {u.label for u in answer.question.understood if u.kind == "card"}
    shared = asked & _terms_of(rule)
    fitting = [r for r in found if law.counts(r) and _is_exception(r, rule) and (not shared or shared & _terms_of(r))]
    return tuple(sorted(fitting, key=lambda r: _rank(r, asked, named))[:SHOWN])


def _terms_of(rule: Rule) -> set[str]:
    return {*rule.concepts, *rule.timing}


def _is_exception(rule: Rule, general: Rule) -> bool:
    """Whether what overrides an entry is an exception to it: a rule of its own that, as far as both are formal, concludes
    otherwise."""
    both = {rule.then, general.then}
    return len(rule.overrides) <= BLANKET and ("" in both or (len(both) > 1 and not both <= _BARS))


def _rank(rule: Rule, asked: set[str], named: set[str]) -> tuple[bool, int]:
    elsewhere = bool(rule.cards) and not named & set(rule.cards)
    return elsewhere, -len(asked & _terms_of(rule))


def _walk(answer: Answer, law: Law, told: Sequence[Rule]) -> Iterator[Edge]:
    """The edges in the order of the way, named as a trace names its ends."""
    understood, trace = answer.question.understood, answer.trace
    yield from (Edge("question", "names", u.id) for u in understood)
    found = [i for i in trace.tried if i in law.rules][:CONSIDERED]
    first = [trace.fired] if trace.fired in law.rules else []
    edges = [*_to_rules(law.graph, understood, first, found), *_from_rule(law.graph, first)]
    stated = dict.fromkeys((*first, *(r.id for r in told), *found))
    yield from (_told(e) for e in (*edges, *_places(law.graph, stated)))


def _to_rules(graph: View, understood: Sequence[Understood], first: Sequence[str], found: Sequence[str]) -> Iterator[Edge]:
    """From the terms of a question to entries that name them; to the first at least over terms between."""
    terms = list(dict.fromkeys(f"{u.kind}:{u.id}" for u in understood if u.kind in ("concept", "timing")))
    for rule in dict.fromkeys((*first, *found)):
        near = [e for e in along(graph, *_NAMES, start=f"rule:{rule}") if e.end in terms]
        yield from near or (_over_terms(graph, terms, f"rule:{rule}") if rule in first else ())


def _over_terms(graph: View, terms: Sequence[str], rule: str) -> list[Edge]:
    ways = (path(graph, term, rule, relations=(*_TERMS, *_NAMES), among=("concept", "timing")) for term in terms)
    return min((way for way in ways if 0 < len(way) <= FAR), key=len, default=[])


def _from_rule(graph: View, rules: Iterable[str]) -> Iterator[Edge]:
    """From what decides to its exceptions, to what it is an exception to and to the entries that state the other position."""
    for rule in rules:
        yield from along(graph, "overrides", to=f"rule:{rule}")
        yield from along(graph, "overrides", "conflictsWith", start=f"rule:{rule}")


def _places(graph: View, rules: Iterable[str]) -> Iterator[Edge]:
    """To the places where entries are stated, and to what those documents supersede."""
    sources: dict[str, None] = {}
    for rule in rules:
        for edge in [e for e in along(graph, "cites", start=f"rule:{rule}") if e.end.startswith("place:")][:PLACES]:
            yield edge
            for stands in along(graph, "standsIn", start=edge.end):
                yield stands
                sources.setdefault(stands.end)
    for source in sources:
        yield from along(graph, "supersedes", start=source)


def _told(edge: Edge) -> Edge:
    return Edge(_name(edge.start), edge.relation, _name(edge.end))


def _name(node: str) -> str:
    return node.partition(":")[2]
