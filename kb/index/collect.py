"""Index entries from documents and from the digest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from kb.index.entry import DIGEST, Entry
from kb.model import AUTHORITIES, SEARCHED_KINDS, Authority, Document, Lang, Passage, Rule, Source

LinkText = Callable[[str], Collection[str]]
"""Ids of the concepts, timings and cards that a text names."""

CONTEXT_LINK = 0.5
"""What a concept named by the heading or the parent counts, against one named by the text itself."""


def passage_entries(documents: Sequence[Document], link: LinkText, *, langs: Collection[Lang] = ("en", "zh")) -> list[Entry]:
    """An entry for every passage that answers questions, in the order of the documents.

    `superseded_by` names those of the given documents that replace the passage's. Texts in other languages than `langs`
    (Japanese) are left out.
    """
    sources = [d.source for d in documents]
    linked = _remembering(link)
    entries: list[Entry] = []
    for document in documents:
        by_id = {p.id: p for p in document.passages}
        answers = {p.parent: p.text for p in reversed(document.passages) if p.kind == "answer" and p.parent}
        replaced = tuple(s.id for s in sources if document.source.id in s.supersedes)
        for passage in document.passages:
            if passage.kind in SEARCHED_KINDS and passage.lang in langs and passage.text.strip():
                entries.append(_of_passage(document.source, passage, by_id, replaced, linked, answers))
    return entries


def rule_entries(rules: Iterable[Rule], link: LinkText, known: Iterable[Source] = ()) -> list[Entry]:
    """An entry for every rule of the digest; the concepts it declares count 1, others that its text names less.

    Its authority is the highest of the sources it cites, among the `known` ones.
    """
    authority = {s.id: s.authority for s in known}
    entries: list[Entry] = []
    for rule in rules:
        declared = dict.fromkeys((*rule.concepts, *rule.timing, *(f"card:{c}" for c in rule.cards)), 1.0)
        named = dict.fromkeys((*link(rule.en), *link(rule.zh)), CONTEXT_LINK)
        entries.append(
            Entry(
                id=rule.id,
                kind=DIGEST,
                source=DIGEST,
                authority=_highest([authority[c.source] for c in rule.cites if c.source in authority]),
                territory=rule.territory,
                texts={"en": rule.en, "zh": rule.zh},
                heading=(rule.topic,) if rule.topic else (),
                links=named | declared,
                cites=rule.cites,
                asks=tuple(rule.asks),
                topic=rule.topic,
                rule_kind=rule.kind,
            )
        )
    return entries


def _highest(found: Sequence[Authority]) -> Authority:
    return min(found, key=AUTHORITIES.index, default="notes")


def _of_passage(
    source: Source,
    passage: Passage,
    by_id: dict[str, Passage],
    replaced: tuple[str, ...],
    link: LinkText,
    answers: Mapping[str, str],
) -> Entry:
    above = by_id.get(passage.parent or passage.illustrates or "")
    parent = above.text if above else ""
    around = " · ".join((*passage.heading[-2:], *passage.row_headers, *passage.col_headers, parent))
    return Entry(
        id=passage.id,
        kind=passage.kind,
        source=passage.source,
        file=source.file,
        title=source.title,
        edition=source.edition,
        issued=source.issued,
        authority=source.authority,
        territory=source.territory,
        texts={passage.lang: passage.text},
        lines=passage.lines,
        page=passage.page,
        heading=passage.heading,
        row_headers=passage.row_headers,
        col_headers=passage.col_headers,
        parent=parent,
        answered=answers.get(passage.id, ""),
        mark=passage.mark,
        status=passage.status,
        superseded_by=replaced,
        links=dict.fromkeys(link(around), CONTEXT_LINK) | dict.fromkeys(link(passage.text), 1.0),
        references=passage.references,
    )


def _remembering(link: LinkText) -> LinkText:
    seen: dict[str, Collection[str]] = {}

    def remembered(text: str) -> Collection[str]:
        if text not in seen:
            seen[text] = link(text)
        return seen[text]

    return remembered
