"""Search hits as citations: what is quoted, where it stands, and why to read it with care."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kb.index.entry import DIGEST, Entry
from kb.model import Lang, Source
from query.answer.entries import place_of
from query.find.search import Hit
from query.model import Citation, Place

_SUPERSEDED = {"en": "Outdated edition: {} is newer.", "zh": "旧版资料：{} 更新。"}
_STATUS = {"en": "Status: {}.", "zh": "状态：{}。"}


def citation_of(entry: Entry, lang: Lang, documents: Mapping[str, Source], score: float = 0.0) -> Citation:
    """An index entry as a citation; a digest entry is quoted in the question's language."""
    digest = entry.kind == DIGEST
    known = documents.get(entry.source)
    notes = []
    if entry.superseded_by:
        newer = ", ".join(documents[s].title_in(lang) if s in documents else s for s in entry.superseded_by)
        notes.append(_SUPERSEDED["zh" if lang == "zh" else "en"].format(newer))
    if entry.status:
        notes.append(_STATUS["zh" if lang == "zh" else "en"].format(entry.status))
    return Citation(
        id=entry.id,
        kind="digest" if digest else "passage",
        source=entry.source,
        file=f"sources/rules/{entry.topic}.toml" if digest else entry.file,
        lines=entry.lines,
        heading=entry.heading,
        quote=entry.text(lang),
        lang=lang if digest and lang in entry.texts else entry.lang,
        authority=entry.authority,
        title=known.title_in(lang) if known else entry.title,
        edition=known.edition_in(lang) if known else entry.edition,
        issued=entry.issued,
        territory=entry.territory,
        status=entry.status,
        note=" ".join(notes),
        cites=tuple(place_of(c, documents) for c in entry.cites),
        score=score,
    )


def _stands_at(citation: Citation, place: Place) -> bool:
    lines = citation.lines
    return bool(lines and citation.source == place.source and lines[0] <= place.lines[1] and place.lines[0] <= lines[1])


def cite_hits(hits: Sequence[Hit], lang: Lang, documents: Mapping[str, Source], most: int = 10) -> tuple[Citation, ...]:
    """Citations, best first, no two for one piece of evidence.

    A passage that a digest entry above it rests on is shown beneath that entry, not again on its own.
    """
    cited: list[Citation] = []
    for hit in hits:
        one = citation_of(hit.entry, lang, documents, hit.score)
        also = [citation_of(e, lang, documents) for e in hit.also]
        above = next((i for i, c in enumerate(cited) if any(_stands_at(one, p) for p in c.cites)), None)
        if above is not None:
            cited[above] = replace(cited[above], also=_once((*cited[above].also, one, *also)))
        else:
            cited.append(replace(one, also=_once(also)))
    return tuple(cited[:most])


def _once(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    return tuple({c.id: c for c in citations}.values())
