"""Documents that say the same word for word: one witness, not two."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.copies import SENTENCE_END, bare, weight
from kb.audit.structure.outline import MAIL, on_its_line
from kb.model import Finding, FoundAt, Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    audited: Audited
    passage: Passage
    sentence: str

    def place(self) -> FoundAt:
        at = on_its_line(self.audited, self.passage, self.sentence[:40])
        return FoundAt(source=at.source, file=at.file, lines=at.lines, quote=self.sentence[:160], passage=self.passage.id)


_KEPT = re.compile(r"archive|存档|归档|/old/", re.IGNORECASE)
"""Where old editions are kept: that they say much of what the new ones say is their nature."""
_SENTENCE_LEAST = 40
_DOCUMENTS_SHARE = 3
_EVERYWHERE = 4
"""Documents with a sentence from which on it is a notice that all pages of a site bear."""
_CHAPTERS = 4
"""Chapters of which a pair of documents is shown with samples: those that share the most."""
_SAMPLES = MAX_PLACES // 2


@check(
    "S207",
    family="structure",
    across=True,
    severity="info",
    says="Two documents share text word for word: one witness, not two.",
)
def shared_text(corpus: Corpus) -> Iterator[Finding]:
    """Sentences that stand in two documents, by chapter of the second; the longest ones as samples, with their places."""
    said = {d.source.id: _sentences(d) for d in corpus.documents}
    spread = Counter(sentence for sentences in said.values() for sentence in sentences)
    current = [d for d in corpus.documents if not _KEPT.search(d.source.file)]
    for one, other in combinations(current, 2):
        first, second = (said[one.source.id], said[other.source.id])
        common = (sentence for sentence in first.keys() & second.keys() if spread[sentence] < _EVERYWHERE)
        shared = sorted(common, key=lambda sentence: (-len(sentence), sentence))
        if not shared or (len(shared) < _DOCUMENTS_SHARE and weight(shared[0]) < 2 * _SENTENCE_LEAST):
            continue
        few = min(len(first), len(second))
        chapters: dict[str, list[tuple[_Said, _Said]]] = defaultdict(list)
        for sentence in shared:
            heading = first[sentence].passage.heading
            chapters[heading[0] if heading else ""].append((first[sentence], second[sentence]))
        for chapter, pairs in sorted(chapters.items(), key=lambda item: -len(item[1]))[:_CHAPTERS]:
            where = [s.place() for pair in _longest(pairs) for s in pair]
            what = (
                f"{one.source.id} and {other.source.id} share {len(pairs)} sentence{'s' if len(pairs) > 1 else ''}"
                f" of “{chapter}” word for word ({len(shared)} of {few} in all)."
            )
            sure = round(0.75 + min(len(pairs), 20) / 100, 2)
            yield found("S207", where, what, "Count them as one witness; the newer edition prevails.", confidence=sure)


def _longest(pairs: Sequence[tuple[_Said, _Said]]) -> list[tuple[_Said, _Said]]:
    """The first sentences of pairs of passages: those that are the same throughout first, then those that share the most."""
    together: dict[tuple[str, str], list[tuple[_Said, _Said]]] = defaultdict(list)
    for pair in pairs:
        together[(pair[0].passage.id, pair[1].passage.id)].append(pair)
    best = sorted(together.values(), key=lambda same: (not _whole(same[0]), -sum(len(s.sentence) for s, _ in same)))
    return [group[0] for group in best[:_SAMPLES]]


def _whole(pair: tuple[_Said, _Said]) -> bool:
    return bare(pair[0].passage.text) == bare(pair[1].passage.text)


def _sentences(audited: Audited) -> Mapping[str, _Said]:
    found_here: dict[str, _Said] = {}
    for passage in audited.document.passages:
        if passage.kind in ("heading", "boilerplate"):
            continue
        for sentence in SENTENCE_END.split(passage.text):
            words = bare(sentence)
            if (
                not MAIL.match(sentence)
                and weight(words) >= _SENTENCE_LEAST
                and " ruling" not in sentence
                and "http" not in sentence
            ):
                found_here.setdefault(words, _Said(audited=audited, passage=passage, sentence=sentence))
    return found_here
