"""Digest entries as citations: what they say, and where each original stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kb.law.law import Law
from kb.model import AUTHORITIES, Cite, Lang, Rule, Source
from query.model import Citation, Place


def place_of(cite: Cite, documents: Mapping[str, Source]) -> Place:
    """Where an original stands, with the file name of its document."""
    known = documents.get(cite.source)
    return Place(
        source=cite.source, file=known.file if known else "", lines=cite.lines, section=cite.section, further=cite.further
    )


def entry_citation(rule: Rule, lang: Lang, documents: Mapping[str, Source]) -> Citation:
    """A digest entry as evidence, in one language, with the originals it rests on."""
    ranks = [documents[c.source].authority for c in rule.cites if c.source in documents]
    return Citation(
        id=rule.id,
        kind="digest",
        source="digest",
        file=rule.file,
        lines=None,
        heading=(rule.topic,),
        quote=rule.zh if lang == "zh" else rule.en,
        lang=lang,
        authority=min(ranks, key=AUTHORITIES.index, default="notes"),
        territory=rule.territory,
        cites=tuple(place_of(c, documents) for c in rule.cites),
    )


def cite_rules(ids: Iterable[str], lang: Lang, law: Law) -> tuple[Citation, ...]:
    """Digest entries by id, as evidence in a language; those that the law does not hold are left out."""
    return tuple(entry_citation(law.rules[i], lang, law.documents) for i in ids if i in law.rules)
