"""Pages of concepts and timings as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from query.browse.around import Term
from query.browse.pages import ConceptPage, RuleLine, TimingPage
from query.browse.passages import PassageLine
from query.model import Place

MOST_RULES = 12
WIDTH = 200
"""Code points of a quote that are shown."""


def show_concept(page: ConceptPage) -> None:
    """Prints names, neighbours, rules and passages of a term."""
    print(f"{_names(page.labels)}  [{page.category}] {page.id}")
    _named("also called", page.aliases)
    _named("players say", page.slang)
    for title, terms in (("broader", page.broader), ("narrower", page.narrower), ("related", page.related), ("or", page.also)):
        _terms(title, terms)
    _rules("Rules", page.rules)
    _passages(page.mentioned, page.passages)


def show_timing(page: TimingPage) -> None:
    """Prints where a timing lies in the turn, what comes next, and what holds in it."""
    print(f"{_names(page.labels)}  [{page.level}] {page.id}")
    _named("also called", page.aliases)
    if page.within:
        print("  within: " + " > ".join(_names(t.labels) for t in page.within))
    for title, terms in (("before", page.previous), ("next", page.next), ("parts", page.parts), ("or", page.also)):
        _terms(title, terms)
    _rules("May be done", page.permits)
    _rules("May not be done", page.forbids)
    _rules("What happens", page.rules)
    _passages(page.mentioned, page.passages)


def _names(labels: Mapping[str, str]) -> str:
    return " / ".join(labels.values())


def _named(title: str, names: Mapping[str, Sequence[str]]) -> None:
    if any(names.values()):
        print(f"  {title}: " + " / ".join(", ".join(texts) for texts in names.values() if texts))


def _terms(title: str, terms: Iterable[Term]) -> None:
    if terms:
        print(f"  {title}: " + "; ".join(_names(t.labels) for t in terms))


def _rules(title: str, rules: Sequence[RuleLine]) -> None:
    if not rules:
        return
    print(f"{title} ({len(rules)})")
    for rule in rules[:MOST_RULES]:
        territory = f" [{rule.territory}]" if rule.territory != "both" else ""
        print(f"  {rule.id}{territory}")
        for text in rule.text.values():
            print(f"    {text}")
        for place in rule.cites:
            print(f"    ← {_place(place)}")
    if len(rules) > MOST_RULES:
        print(f"  … {len(rules) - MOST_RULES} more; --json prints all")


def _place(place: Place) -> str:
    where = f"{place.source} {place.file}:{_lines(place.lines)} {place.section}".rstrip()
    return f"{where}; {place.further}" if place.further else where


def _lines(lines: tuple[int, int]) -> str:
    return str(lines[0]) if lines[0] == lines[1] else f"{lines[0]}-{lines[1]}"


def _passages(mentioned: Mapping[str, int], passages: Sequence[PassageLine]) -> None:
    if not mentioned:
        return
    print("Passages: " + ", ".join(f"{source} {count}" for source, count in mentioned.items()))
    for passage in passages:
        quote = passage.quote if len(passage.quote) <= WIDTH else f"{passage.quote[:WIDTH]}…"
        print(f"  {passage.source} {passage.file}:{_lines(passage.lines)} {' > '.join(passage.heading)}")
        print(f"    “{quote}”")
