"""Positions that the digest holds against each other: contradictions, older rules, territories, exceptions left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.audit.check import check, found
from kb.audit.corpus import Corpus
from kb.audit.meaning.entries import Entries, at_lines, entries_of, named, spread, told
from kb.model import Finding, FoundAt, Rule

SETTLE = "Decide which source prevails and note why; correct or mark the other."


def _pairs(entries: Entries) -> Iterator[tuple[Rule, Rule]]:
    """Opposed entries, each pair once; the one that yields comes first."""
    seen: set[frozenset[str]] = set()
    for rule in entries.corpus.rules:
        for name in rule.conflicts:
            other = entries.by_id.get(name)
            if other is None or frozenset((rule.id, name)) in seen:
                continue
            seen.add(frozenset((rule.id, name)))
            if entries.sources(rule) and entries.sources(other):
                yield (other, rule) if rule.prevails and not other.prevails else (rule, other)


def territories_differ(one: Rule, other: Rule) -> bool:
    """Whether each of two entries holds in a territory of its own."""
    return "both" not in (one.territory, other.territory) and one.territory != other.territory


def is_outdated(entries: Entries, rule: Rule) -> bool:
    """Whether an entry has an end, or stands in replaced documents only."""
    return bool(rule.until) or not entries.current(rule)


def _opposed(entries: Entries, weaker: Rule, stronger: Rule) -> list[FoundAt]:
    """Where two entries stand: the one that yields first, then one place per document."""
    return spread([*entries.places(weaker), *entries.places(stronger)])


def _prevailing(corpus: Corpus, entries: Entries, stronger: Rule) -> str:
    if not stronger.prevails:
        return " Which prevails is open."
    return f" {named(corpus, entries.sources(stronger)[:1])} prevails: {stronger.prevails.rstrip('.')}."


@check("M301", family="meaning", across=True, severity="error", says="Two passages state opposite rules.")
def contradiction(corpus: Corpus) -> Iterator[Finding]:
    """Opposed entries that count in one territory and at one time."""
    entries = entries_of(corpus)
    for weaker, stronger in _pairs(entries):
        if territories_differ(weaker, stronger) or is_outdated(entries, weaker) or is_outdated(entries, stronger):
            continue
        what = f"Opposite positions. {told(stronger)}; against that: {told(weaker)}.{_prevailing(corpus, entries, stronger)}"
        yield found("M301", _opposed(entries, weaker, stronger), what, SETTLE)


@check("M302", family="meaning", across=True, severity="warning", says="An older edition states a rule that has changed since.")
def superseded(corpus: Corpus) -> Iterator[Finding]:
    """Opposed entries of which one has ended or stands in replaced documents only; ended entries beside their nearest."""
    entries = entries_of(corpus)
    told_of: set[str] = set()
    for older, newer in _pairs(entries):
        if is_outdated(entries, newer) and not is_outdated(entries, older):
            older, newer = newer, older
        known = older.until and set(entries.sources(older)) <= set(entries.sources(newer))
        if known or not is_outdated(entries, older) or territories_differ(older, newer):
            continue
        told_of.add(older.id)
        yield _older(entries, older, newer)
    for rule in corpus.rules:
        current = any(s not in corpus.superseded for s in entries.sources(rule))
        if rule.until and rule.id not in told_of and entries.sources(rule) and not current:
            near = next((o for _, o in entries.near(rule, 0.2) if entries.current(o) and not o.until), None)
            near = near if near and entries.meant(rule, near) >= REPLACED else None
            yield _older(entries, rule, near)


REPLACED = 0.5
"""How near in meaning a current entry must be to be told as what holds instead of an ended one."""


def _older(entries: Entries, older: Rule, newer: Rule | None) -> Finding:
    until = f" (until {older.until})" if older.until else ""
    now = f" Now: {told(newer)}." if newer else ""
    where = spread([*entries.places(older), *(entries.places(newer) if newer else ())])
    return found("M302", where, f"Outdated{until}: {told(older)}.{now}", "Mark the older passage as outdated.", confidence=0.9)


_TERRITORY = re.compile(r"\b(?:OCG|TCG)\b")


@check("M303", family="meaning", across=True, severity="warning", says="A rule differs between OCG and TCG.")
def territory(corpus: Corpus) -> Iterator[Finding]:
    """Entries of one territory, with the entry of the other one or the general rule that they are tied to."""
    entries = entries_of(corpus)
    done: set[str] = set()
    for rule in corpus.rules:
        if rule.territory == "both" or rule.until or rule.id in done or not entries.sources(rule):
            continue
        tied = [entries.by_id[n] for n in (*rule.conflicts, *rule.overrides) if n in entries.by_id]
        tied = [o for o in tied if o.id in rule.conflicts or o.territory != "both" or _is_about(entries, rule, o)]
        others = [o for o in tied if o.territory != rule.territory and entries.sources(o) and not is_outdated(entries, o)]
        done |= {rule.id, *(o.id for o in others if o.territory != "both")}
        if not others:
            continue
        other = others[0]
        if not all(_told_apart(entries, rule, s) for s in (*entries.sources(rule), *entries.sources(other))):
            yield _territory(entries, rule, other)


def _told_apart(entries: Entries, rule: Rule, source: str) -> bool:
    """Whether a document names the territory where it states an entry."""
    cited = [p for p in entries.cited(rule, source) if _TERRITORY.search(p.text)]
    return bool(cited)


@check(
    "M317", family="meaning", across=True, severity="info", says="An OCG and a TCG document state one rule of different reach."
)
def territories_reach(corpus: Corpus) -> Iterator[Finding]:
    """Entries of which a document of each territory names a concept that the other, its headings included, leaves out."""
    entries = entries_of(corpus)
    for rule in corpus.rules:
        sources = entries.sources(rule)
        territories = [corpus.by_source[s].source.territory for s in sources]
        if len(sources) < 2 or "both" in territories or len(set(territories)) < 2:
            continue
        named_in = {s: _concepts_at(entries, rule, s) for s in sources}
        for concept in (c for c in rule.concepts if _is_named(entries, rule, c)):
            naming = [s for s in sources if concept in named_in[s]]
            silent = next((s for s in sources if s not in naming and not _says(entries, rule, s, concept)), "")
            if naming and silent:
                one, other = named(corpus, naming[:1]), named(corpus, [silent])
                what = f"{told(rule)}. Only {one} extends it to “{concept}”, {other} does not."
                where = [entries.place(rule, silent), entries.place(rule, naming[0])]
                yield found("M317", where, what, "Say for which territory it holds.", confidence=0.7)
                break


PLACES = frozenset({"zone", "card_type"})
"""Kinds of concepts that a rule extends to or not."""


def _is_named(entries: Entries, rule: Rule, concept: str) -> bool:
    """Whether an entry's own words name a concept that a rule may extend to: a place or kind, or one thing beside another."""
    label, words = _label(entries, concept), rule.en.lower()
    beside = rf"\b{re.escape(label)}\w*(?: and | or |, |/)|(?: and | or |, |/)(?:an? |the )?{re.escape(label)}"
    if not label or re.search(beside, words):
        return bool(label)
    category = next(c.category for c in entries.corpus.concepts if c.id == concept)
    return category in PLACES and all(w[:4] in words for w in label.split())


def _says(entries: Entries, rule: Rule, source: str, concept: str) -> bool:
    """Whether the words of a concept's name stand where a document states an entry."""
    text = " ".join(p.text.lower() for p in entries.cited(rule, source))
    labels = next((c.labels for c in entries.corpus.concepts if c.id == concept), {})
    zh = labels.get("zh", "")
    pairs = (zh[n : n + 2] for n in range(len(zh) - 1))
    return all(w[:4] in text for w in _label(entries, concept).split()) or any(pair in text for pair in pairs)


def _label(entries: Entries, concept: str) -> str:
    return next((c.labels.get("en", "").lower() for c in entries.corpus.concepts if c.id == concept), "")


def _concepts_at(entries: Entries, rule: Rule, source: str) -> set[str]:
    """What is named where a document states an entry, or in the headings over it."""
    audited = entries.corpus.by_source[source]
    cited = entries.cited(rule, source)
    titles = {t for p in cited for t in p.heading}
    over = [p for p in audited.document.passages if p.kind == "heading" and p.text in titles]
    return {m.target for p in (*cited, *over) for m in audited.mentions.get(p.id, ())}


def _territory(entries: Entries, rule: Rule, other: Rule) -> Finding:
    where = spread([*entries.places(rule), *entries.places(other)])
    what = f"{rule.territory} only: {told(rule)}. Elsewhere: {told(other)}."
    hint = "Say in each document for which territory it holds."
    return found("M303", where, what, hint, confidence=0.85)


RELATED = 0.4
"""Likeness of an exception and its rule in words and in meaning, both added, from which on a reader sees that the one is about
the other. Some entries override for the sake of a derivation only."""
EXCEPTION, UNOPPOSED = 0.55, 0.65
"""The same for an exception that a document lacks; and where the two do not state the opposite of one predicate."""
KNOWN = 0.9
"""The same, from which on an exception is missed even where the rule's own reserve names it: the document may have less."""
BLANKET = 3
"""Entries that an exception may override; one that overrides more is a rule of precedence, not an exception."""


def _is_about(entries: Entries, exception: Rule, general: Rule, least: float = RELATED) -> bool:
    return entries.alike(exception, general) + entries.meant(exception, general) >= least


_RESERVE = re.compile(r"\b(?:unless|except|save|other than|only certain|as long as)\b.*", re.IGNORECASE | re.DOTALL)
_WORD = re.compile(r"[a-z]{4,}")
RESERVED = 2
"""Words of an exception in a rule's reserve from which on the rule itself names it."""


def _reserves(general: Rule, exception: Rule, entries: Entries) -> bool:
    """Whether the rule's own words make room for an exception, which then is missing only where the two are very near."""
    reserve = _RESERVE.search(general.en.lower())
    if reserve is None or entries.alike(exception, general) + entries.meant(exception, general) >= KNOWN:
        return False
    named_there, told_of = ({w[:6] for w in _WORD.findall(t)} for t in (reserve.group(), exception.en.lower()))
    return len(named_there & told_of) >= RESERVED


@check(
    "M304",
    family="meaning",
    across=True,
    severity="warning",
    says="A document states a rule without the exception that another one has.",
)
def exception_missing(corpus: Corpus) -> Iterator[Finding]:
    """Overriding entries that a document with the overridden entry does not have, gathered for each overridden entry."""
    entries = entries_of(corpus)
    lacking: dict[tuple[str, str], list[Rule]] = {}
    for rule in corpus.rules:
        above = [entries.by_id[n] for n in rule.overrides if n in entries.by_id]
        if not above or len(above) > BLANKET or not entries.current(rule) or rule.until:
            continue
        general = max(above, key=lambda r: (entries.alike(rule, r), r.id))
        least = EXCEPTION if entries.propositions.opposed(rule, general) else UNOPPOSED
        if not _is_about(entries, rule, general, least) or _reserves(general, rule, entries):
            continue
        without = [s for s in entries.sources(general) if s not in entries.sources(rule)]
        for source in [s for s in without if s not in corpus.superseded] or without[:1]:
            lacking.setdefault((general.id, source), []).append(rule)
    for (name, source), exceptions in lacking.items():
        yield _without(corpus, entries, entries.by_id[name], source, exceptions)


def _without(corpus: Corpus, entries: Entries, general: Rule, source: str, exceptions: list[Rule]) -> Finding:
    first = exceptions[0]
    more = f" and {len(exceptions) - 1} more" if len(exceptions) > 1 else ""
    what = f"{named(corpus, [source])} states: {told(general)}. It lacks the exception: {told(first)}{more}."
    where = spread([entries.place(general, source), *(entries.place(e, entries.current(e)[0]) for e in exceptions)])
    return found("M304", where, what, f"Add it, as {named(corpus, entries.current(first)[:1])} has it.", confidence=0.85)


NEARLY_SAME = 0.9
"""The same, from which on a document that states both apart contradicts itself in a reader's eyes."""
APART = 12
"""Lines between a rule and its exception in one document from which on a reader of the rule misses the exception."""


@check(
    "M316",
    family="meaning",
    across=True,
    severity="info",
    says="A document states a rule without reserve and its exception somewhere else.",
)
def exception_elsewhere(corpus: Corpus) -> Iterator[Finding]:
    """Overriding entries that the same document has in another section than the entry they override."""
    entries = entries_of(corpus)
    for rule in corpus.rules:
        above = [entries.by_id[n] for n in rule.overrides if n in entries.by_id]
        if not above or len(above) > BLANKET:
            continue
        for source in entries.current(rule):
            for general in (g for g in above if _is_about(entries, rule, g, NEARLY_SAME)):
                places = _apart(entries, general, rule, source)
                if places:
                    title = corpus.by_source[source].source.title
                    what = f"{title} states: {told(general)}. Elsewhere it has the exception: {told(rule)}."
                    yield found("M316", places, what, "Mention the exception where the rule is stated.", confidence=0.75)


def _apart(entries: Entries, general: Rule, rule: Rule, source: str) -> list[FoundAt]:
    """A citation of each of two entries in one document, in different sections and far apart."""
    audited = entries.corpus.by_source[source]
    sides = [[c for c in r.cites if c.source == source] for r in (general, rule)]
    stated = {c.lines for c in sides[0]}
    for one in sides[0]:
        for other in sides[1]:
            apart = abs(one.lines.first - other.lines.first) >= APART and one.section != other.section
            if apart and other.lines not in stated:
                return [at_lines(audited, one.lines), at_lines(audited, other.lines)]
    return []
