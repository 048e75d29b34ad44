"""Statements that two documents share, of which one document cites its source and the other does not."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import permutations

from kb.audit.check import check, found_each
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.copies import bare, weight
from kb.model import SEARCHED_KINDS, Finding, FoundAt, Passage

LEAST = 40
"""Weight of a passage's words from which on the same words are the same statement."""
_MARK = re.compile(r"\[[^\]]*\]")


@check(
    "E214", family="evidence", across=True, severity="info", says="A document states without a footnote what another one cites."
)
def cited_elsewhere(corpus: Corpus) -> Iterator[Finding]:
    """Passages of the same words in two documents, with a footnote in one and none in the other, section by section."""
    stated = {d.source.id: _stated(d) for d in corpus.documents}
    for plain, cited in permutations(corpus.documents, 2):
        where: dict[tuple[str, ...], list[FoundAt]] = defaultdict(list)
        for words, passage in stated[plain.source.id].items():
            twin = stated[cited.source.id].get(words)
            if twin and _noted(cited, twin) and not _noted(plain, passage):
                where[passage.heading].append(plain.place(passage))
        for heading, places in where.items():
            what = (
                f"“{heading[-1] if heading else plain.source.title}” gives no footnote for {len(places)}"
                f" statement{'s' if len(places) > 1 else ''} that {cited.source.title} states in the same words with one."
            )
            yield from found_each("E214", places, what, "Take over the reference.", confidence=0.8)


def _stated(audited: Audited) -> Mapping[str, Passage]:
    found: dict[str, Passage] = {}
    for passage in audited.document.passages:
        words = bare(_MARK.sub(" ", passage.text))
        if passage.kind in SEARCHED_KINDS and audited.statements.get(passage.id) and weight(words) >= LEAST:
            found.setdefault(words, passage)
    return found


def _noted(audited: Audited, passage: Passage) -> bool:
    """Whether a footnote of its own says what a passage rests on; what a whole section shares does not."""
    keyed = {r.id for r in audited.document.references if r.key}
    return any(r in keyed for r in passage.references)
