"""Slips that show against another edition: words and signs that one of two copies has lost or gained."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rapidfuzz import fuzz, process
from rapidfuzz.distance import Indel

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.copies import bare
from kb.audit.structure.outline import on_its_line, readable
from kb.model import Finding, FoundAt, Passage

_ALIKE = 90
"""Similarity, 0..100, from which two sentences count as one in two editions."""
_LEAST = 40
_SMALL = frozenset(re.findall(r"\w+", "a an the of to in on and or is are be been was were by for from with"))
_NO_LOSS = frozenset({"the", "a", "an", "also"})
"""Small words that may be left out without harm."""
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[A-Z(\"“])")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Copy:
    audited: Audited
    passage: Passage
    text: str

    def place(self) -> FoundAt:
        return on_its_line(self.audited, self.passage, self.text[:30])


def _copies(audited: Audited) -> Mapping[str, _Copy]:
    """Sentences of some length, by their bare words."""
    found_here: dict[str, _Copy] = {}
    for passage in readable(audited):
        for text in _SENTENCES.split(passage.text):
            if len(words := bare(text)) >= _LEAST:
                found_here.setdefault(words, _Copy(audited=audited, passage=passage, text=text))
    return found_here


@check("S241", family="structure", severity="info", says="A small word is missing that another edition of the sentence has.")
def missing_word(corpus: Corpus) -> Iterator[Finding]:
    """Sentences that are those of another document less one or two small words."""
    everything = [_copies(d) for d in corpus.documents if d.source.lang == "en"]
    for one, other in combinations(everything, 2):
        for lacking, full in ((one, other), (other, one)):
            single = [w for w in lacking if w not in full]
            candidates = [w for w in full if w not in lacking]
            for words in single:
                best = process.extractOne(words, candidates, scorer=fuzz.ratio, score_cutoff=_ALIKE)
                gone = _missing(words.split(), best[0].split()) if best else []
                if best and gone and not set(gone) <= _NO_LOSS:
                    where = [lacking[words].place(), full[best[0]].place()]
                    what = f"“{' '.join(gone)}” is missing; {full[best[0]].audited.source.id} has it."
                    yield found("S241", where, what, "Compare the sentences, and put the word back.", confidence=0.75)


def _missing(lacking: Sequence[str], full: Sequence[str]) -> list[str]:
    """The words that the full sentence has more, if that is the only difference and they are small; else none."""
    steps = list(Indel.editops(lacking, full))
    if not 0 < len(steps) <= 2 or any(s.tag != "insert" for s in steps):
        return []
    if steps[-1].dest_pos == len(full) - 1:
        return []
    words = [full[s.dest_pos] for s in steps]
    return words if set(words) <= _SMALL | _NO_LOSS else []


@check("S242", family="structure", severity="warning", says="A full stop cuts a sentence that another edition has whole.")
def cut_sentence(corpus: Corpus) -> Iterator[Finding]:
    """Passages nearly word for word those of another document, with a full stop where that one has none."""
    texts = [
        {bare(p.text): (d, p) for p in readable(d) if len(p.text) >= _LEAST} for d in corpus.documents if d.source.lang == "en"
    ]
    for cut, whole in ((a, b) for a in texts for b in texts if a is not b):
        for words, (audited, passage) in cut.items():
            if words in whole:
                continue
            best = process.extractOne(words, whole.keys(), scorer=fuzz.ratio, score_cutoff=95)
            if best and (stop := _stop(passage.text, whole[best[0]][1].text)):
                other, twin = whole[best[0]]
                what = f"“{stop}”: {other.source.id} has one sentence here."
                yield found(
                    "S242", [audited.place(passage), other.place(twin)], what, "Take the full stop out.", confidence=0.9
                )


def _stop(cut: str, whole: str) -> str:
    """The words around a full stop of one text where the other goes on; empty if there is none."""
    for shown in re.finditer(r"(\w+ )(\w+)\. ([A-Z]\w+)( \w+)?", cut):
        before, last, first, after = (g or "" for g in shown.groups())
        joined = rf"{re.escape(before)}(?:{re.escape(last.rstrip('s'))}\w*) {re.escape(first)}{re.escape(after)}"
        if re.search(joined, whole, re.IGNORECASE) and shown[0] not in whole:
            return shown[0]
    return ""
