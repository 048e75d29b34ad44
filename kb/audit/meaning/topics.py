"""Things to which one document gives a section and which another only mentions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.meaning.names import NAMES
from kb.audit.structure.outline import RECORDS, is_title, tight
from kb.model import SEARCHED_KINDS, Concept, Finding, Lines, Passage

FEWEST = 6
"""Statements in the section of a thing from which on a document treats it."""
MENTIONS = 2
"""Passages in which the other document names it, at most: in more of them it says something of it."""
KIN = 2
"""Things of the same kind to which that document gives sections: only then is one missed."""
MOST = 12
"""Findings of the check, at most: the longest sections first."""


@dataclass
class _Topics:
    """What a document heads and what it names."""

    audited: Audited
    headed: dict[str, Lines] = field(default_factory=dict)
    """From the heading that is a thing's name to the end of what stands under it, by thing."""
    under: dict[tuple[str, ...], str] = field(default_factory=dict)
    """The thing that a heading path ends in."""
    statements: Counter[str] = field(default_factory=Counter)
    """How many statements stand under it."""
    named: dict[str, list[Passage]] = field(default_factory=lambda: defaultdict(list))
    """The passages that name a thing."""

    def over(self, passage: Passage) -> set[str]:
        """The things that the headings over a passage are names of."""
        path = passage.heading
        return {self.under[path[:n]] for n in range(1, len(path) + 1) if path[:n] in self.under}


@check(
    "M321",
    family="meaning",
    across=True,
    severity="info",
    says="A document only mentions what another one gives a section with many rules.",
)
def only_mentioned(corpus: Corpus) -> Iterator[Finding]:
    """Things of the glossary: the passages that mention one, and the section that treats it, the longest section of each."""
    concepts = {c.id: c for c in corpus.concepts}
    documents = [
        _topics(d)
        for d in corpus.documents
        if d.source.format not in RECORDS and d.source.id not in corpus.superseded and not _is_part(d)
    ]
    best: dict[tuple[str, str], tuple[int, _Topics, _Topics]] = {}
    for full, brief in permutations(documents, 2):
        for name, count in full.statements.items():
            concept, key = concepts.get(name), (name, brief.audited.source.id)
            if concept is None or concept.category == "timing" or count < max(FEWEST, best.get(key, (0,))[0] + 1):
                continue
            if _only_mentions(brief, concept, concepts):
                best[key] = (count, full, brief)
    ranked = sorted(best.items(), key=lambda item: (-item[1][0], item[0]))
    for (name, _), (count, full, brief) in ranked[:MOST]:
        yield _finding(concepts[name], count, full, brief)


def _is_part(audited: Audited) -> bool:
    """Whether a document lies in a folder, as a page of a site: what it leaves out another page is for."""
    return "/" in audited.source.file


def _topics(audited: Audited) -> _Topics:
    topics = _Topics(audited)
    for passage in audited.document.passages:
        mentions = [m for m in audited.mentions.get(passage.id, ()) if m.target_kind == "concept" and m.match in NAMES]
        if is_title(passage):
            title = len(passage.text.strip("■●◆ "))
            for mention in (m for m in mentions if 2 * (m.span.end - m.span.start) > title):
                topics.headed.setdefault(mention.target, passage.lines)
                topics.under[passage.heading] = mention.target
        elif passage.kind in SEARCHED_KINDS:
            for name in {m.target for m in mentions}:
                topics.named[name].append(passage)
            for name in topics.over(passage):
                topics.headed[name] = Lines(topics.headed[name].first, passage.lines.last)
                topics.statements[name] += len(audited.statements.get(passage.id, ()))
    return topics


def _only_mentions(brief: _Topics, concept: Concept, concepts: Mapping[str, Concept]) -> bool:
    """Whether a document names a thing in passing, heads nothing related to it, and heads others of its kind."""
    if not 1 <= len(brief.named.get(concept.id, ())) <= MENTIONS or concept.id in brief.headed:
        return False
    headed = [concepts[name] for name in brief.headed if name in concepts]
    if any(o.id in concept.related or concept.id in (*o.broader, *o.related) for o in headed):
        return False
    return sum(o.category == concept.category for o in headed) >= KIN


def _finding(concept: Concept, count: int, full: _Topics, brief: _Topics) -> Finding:
    what = (
        f"{brief.audited.source.title} only mentions {concept.labels.get('en', concept.id)};"
        f" {full.audited.source.title} has a section on it with {count} statements."
    )
    where = [brief.audited.place(p) for p in brief.named[concept.id]]
    where.append(full.audited.at(tight(full.headed[concept.id])))
    return found("M321", where, what, "Add what holds of it, or point to where it is said.", confidence=0.75)
