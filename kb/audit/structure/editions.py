"""Slips that show against another edition: words and signs that one of two copies has lost or gained."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

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


_EDITIONS = 5
"""Sentences that two documents have word for word, at least, to be editions of one text."""


@check(
    "S241",
    family="structure",
    across=True,
    severity="info",
    says="A small word is missing that another edition of the sentence has.",
)
def missing_word(corpus: Corpus) -> Iterator[Finding]:
    """Sentences that are those of another document less one or two small words."""
    everything = [_copies(d) for d in corpus.documents if d.source.lang == "en"]
    alike = [_by_core(copies) for copies in everything]
    for one, other in permutations(range(len(everything)), 2):
        lacking, full = everything[one], everything[other]
        if len(lacking.keys() & full.keys()) < _EDITIONS:
            continue
        for core in (c for c in alike[one] if c in alike[other]):
            candidates = [w for w in alike[other][core] if w not in lacking]
            for words in (w for w in alike[one][core] if w not in full):
                best = process.extractOne(words, candidates, scorer=fuzz.ratio, score_cutoff=_ALIKE)
                gone = _missing(words.split(), best[0].split()) if best else []
                if best and gone and not set(gone) <= _NO_LOSS:
                    where = [lacking[words].place(), full[best[0]].place()]
                    what = f"“{' '.join(gone)}” is missing; {full[best[0]].audited.source.id} has it."
                    yield found("S241", where, what, "Compare the sentences, and put the word back.", confidence=0.75)


def _by_core(copies: Iterable[str]) -> Mapping[tuple[str, ...], list[str]]:
    """Sentences by their words without the small ones: only those of one core can differ by small words alone."""
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for words in copies:
        alike[tuple(w for w in words.split() if w not in _SMALL | _NO_LOSS)].append(words)
    return alike


def _missing(lacking: Sequence[str], full: Sequence[str]) -> list[str]:
    """The words that the full sentence has more, if that is the only difference and they are small; else none."""
    steps = list(Indel.editops(lacking, full))
    if not 0 < len(steps) <= 2 or any(s.tag != "insert" for s in steps):
        return []
    if steps[-1].dest_pos == len(full) - 1:
        return []
    words = [full[s.dest_pos] for s in steps]
    return words if set(words) <= _SMALL | _NO_LOSS else []


@check(
    "S242",
    family="structure",
    across=True,
    severity="warning",
    says="A full stop cuts a sentence that another edition has whole.",
)
def cut_sentence(corpus: Corpus) -> Iterator[Finding]:
    """Passages nearly word for word those of another document, with a full stop where that one has none."""
    texts = [
        {bare(p.text): (d, p) for p in readable(d) if len(p.text) >= _LEAST} for d in corpus.documents if d.source.lang == "en"
    ]
    around = [_around(text) for text in texts]
    parted = [{w: keys for w, (_, p) in text.items() if (keys := _parted(p.text))} for text in texts]
    for one, other in permutations(range(len(texts)), 2):
        whole, having = texts[other], around[other]
        for words, keys in parted[one].items():
            near = dict.fromkeys(w for key in keys for w in having.get(key, ())) if words not in whole else {}
            if not near:
                continue
            audited, passage = texts[one][words]
            best = process.extractOne(words, near.keys(), scorer=fuzz.ratio, score_cutoff=95)
            if best and (stop := _stop(passage.text, whole[best[0]][1].text)):
                edition, twin = whole[best[0]]
                what = f"“{stop}”: {edition.source.id} has one sentence here."
                where = [audited.place(passage), edition.place(twin)]
                yield found("S242", where, what, "Take the full stop out.", confidence=0.9)


_STOP = re.compile(r"(\w+ )(\w+)\. ([A-Z]\w+)( \w+)?")
"""A full stop with the two words before and after it."""


def _parted(text: str) -> list[tuple[str, str]]:
    """For every full stop the word before the last one, and the first one behind it."""
    return [(bare(shown[1]), bare(shown[3])) for shown in _STOP.finditer(text)]


def _around(texts: Iterable[str]) -> Mapping[tuple[str, str], list[str]]:
    """Texts by the words on both sides of a word: what a full stop behind that word would part."""
    having: dict[tuple[str, str], list[str]] = defaultdict(list)
    for text in texts:
        words = text.split()
        for pair in dict.fromkeys(zip(words, words[2:], strict=False)):
            having[pair].append(text)
    return having


def _stop(cut: str, whole: str) -> str:
    """The words around a full stop of one text where the other goes on; empty if there is none."""
    for shown in _STOP.finditer(cut):
        before, last, first, after = (g or "" for g in shown.groups())
        joined = rf"{re.escape(before)}(?:{re.escape(last.rstrip('s'))}\w*) {re.escape(first)}{re.escape(after)}"
        if re.search(joined, whole, re.IGNORECASE) and shown[0] not in whole:
            return shown[0]
    return ""
