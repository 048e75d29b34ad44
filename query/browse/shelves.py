"""What there is to browse: the digest by topic and entry, and a search over terms, timings, documents and topics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kb.digest.documents import known_documents
from kb.digest.load import load_glossary, load_rules, load_timings, sources_dir
from kb.errors import UnknownName
from kb.home import home_dir
from kb.model import Rule
from kb.text import normalise
from query.browse.around import Term, terms_of
from query.browse.pages import RuleLine, rule_lines

MOST_HITS = 24
_LONGEST = 200
"""Code points of what is looked for; what follows is not read."""
_NEAR = 78.0
"""Likeness, 0 to 100, from which a misspelt name is found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """Something that goes by what was looked for."""

    kind: Literal["concept", "timing", "source", "topic"]
    id: str
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """An entry of the digest and what it has to do with."""

    rule: RuleLine
    topic: str
    concepts: tuple[Term, ...] = ()
    timing: tuple[Term, ...] = ()
    cards: tuple[str, ...] = ()
    overrides: tuple[RuleLine, ...] = ()
    overridden_by: tuple[RuleLine, ...] = ()
    conflicts: tuple[RuleLine, ...] = ()
    prevails: Mapping[str, str]
    """Why it would prevail, by language; empty where it would yield or nothing disagrees."""


def topics(*, sources: Path | None = None) -> dict[str, int]:
    """How many entries each topic of the digest has."""
    return dict(sorted(Counter(rule.topic for rule in load_rules(sources_dir(sources))).items()))


def topic_entries(topic: str, *, home: Path | None = None, sources: Path | None = None) -> tuple[RuleLine, ...]:
    """The entries of a topic in the digest's order. Raises UnknownName if there is no such topic."""
    folder = sources_dir(sources)
    found = [rule for rule in load_rules(folder) if rule.topic == topic]
    if not found:
        raise UnknownName(_unknown("topic", topic, topics(sources=sources)))
    return rule_lines(found, folder, home)


def entry_page(name: str, *, home: Path | None = None, sources: Path | None = None) -> EntryPage:
    """The page of a digest entry by its id. Raises UnknownName, with the nearest ids, if there is none."""
    folder = sources_dir(sources)
    rules = {rule.id: rule for rule in load_rules(folder)}
    if name not in rules:
        raise UnknownName(_unknown("entry", name, rules))
    rule = rules[name]
    above = [r for r in rules.values() if name in r.overrides]
    against = [r for r in rules.values() if r.id in rule.conflicts or name in r.conflicts]
    concepts, timings = {c.id: c for c in load_glossary(folder)}, {t.id: t for t in load_timings(folder)}
    return EntryPage(
        rule=rule_lines([rule], folder, home)[0],
        topic=rule.topic,
        concepts=terms_of(rule.concepts, concepts),
        timing=terms_of(rule.timing, timings),
        cards=rule.cards,
        overrides=rule_lines((rules[i] for i in rule.overrides if i in rules), folder, home),
        overridden_by=rule_lines(above, folder, home),
        conflicts=rule_lines(against, folder, home),
        prevails={"en": rule.prevails, "zh": rule.prevails_zh or rule.prevails} if rule.prevails else {},
    )


def cards_of(concept: str, *, sources: Path | None = None) -> tuple[str, ...]:
    """Names of the cards that the entries about a concept name."""
    rules: Iterable[Rule] = load_rules(sources_dir(sources))
    return tuple(dict.fromkeys(card for r in rules if concept in r.concepts for card in r.cards))


def find(
    words: str,
    *,
    topic_names: Mapping[str, Mapping[str, str]],
    home: Path | None = None,
    sources: Path | None = None,
) -> tuple[Hit, ...]:
    """What goes by these words in any language, best first, at most 24: whole names, then beginnings, then parts of names;
    where nothing does, names that are spelt much like it. `topic_names`: labels of the topics by language."""
    wanted = normalise(" ".join(words[:_LONGEST].split())).text
    if not wanted:
        return ()
    every = list(_everything(topic_names, sources_dir(sources), home_dir(home)))
    ranked = [(_rank(wanted, name), len(name), n, hit) for n, (name, hit) in enumerate(every)]
    found = [r for r in ranked if r[0] is not None] or _similar(wanted, every)
    unique = {(hit.kind, hit.id): hit for _, _, _, hit in sorted(found, key=lambda f: f[:3])}
    return tuple(unique.values())[:MOST_HITS]


def _rank(wanted: str, name: str) -> int | None:
    """0 for the name itself, 1 for its beginning, 2 for a word's beginning, 3 for any part; None if it is not in it."""
    at = name.find(wanted)
    if at < 0 or (at and len(wanted) < 2 and wanted.isascii()):
        return None
    return 0 if name == wanted else 1 if at == 0 else 2 if name[at - 1] == " " else 3


def _similar(wanted: str, every: list[tuple[str, Hit]]) -> list[tuple[int | None, int, int, Hit]]:
    from rapidfuzz import fuzz, process

    names = [name for name, _ in every]
    near = process.extract(wanted, names, scorer=fuzz.ratio, score_cutoff=_NEAR, limit=MOST_HITS)
    return [(4, place, 0, every[n][1]) for place, (_, _, n) in enumerate(near)]


def _everything(names: Mapping[str, Mapping[str, str]], folder: Path, home: Path) -> Iterator[tuple[str, Hit]]:
    """Every name there is, as it is compared, and what goes by it."""
    for topic in topics(sources=folder):
        hit = Hit(kind="topic", id=topic, labels=names.get(topic, {"en": topic, "zh": topic}))
        yield from ((normalise(text).text, hit) for text in (*hit.labels.values(), topic))
    for concept in load_glossary(folder):
        hit = Hit(kind="concept", id=concept.id, labels=concept.labels)
        others = (*concept.aliases.values(), *concept.slang.values())
        texts = (*concept.labels.values(), *(text for more in others for text in more))
        yield from ((normalise(text).text, hit) for text in texts)
    for timing in load_timings(folder):
        hit = Hit(kind="timing", id=timing.id, labels=timing.labels)
        texts = (*timing.labels.values(), *(text for more in timing.aliases.values() for text in more))
        yield from ((normalise(text).text, hit) for text in texts)
    for source in known_documents(folder / "registry.toml", home / "registry.toml").values():
        hit = Hit(kind="source", id=source.id, labels={lang: source.title_in(lang) for lang in ("en", "zh")})
        yield from ((normalise(text).text, hit) for text in dict.fromkeys((source.title, source.title_in("zh"), source.id)))


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    from rapidfuzz import process

    near = [found for found, _, _ in process.extract(name, list(known), limit=3, score_cutoff=60)]
    shown = f"{name[:60]}…" if len(name) > 60 else name
    return f"{what} “{shown}”: unknown. " + (f"Did you mean {', '.join(near)}?" if near else "Look for it on the Browse page.")
