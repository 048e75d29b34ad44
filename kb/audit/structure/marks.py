"""Marks that say can or cannot, and other signs, lost on the way."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import on_its_line, readable, tight
from kb.model import Finding, FoundAt, Lines, Mark, Passage

_ALIKE = 82
"""Similarity, 0..100, from which two passages count as one in two editions."""
_SAME_ROW = 95
_LONG_OPENING, _SHORT_OPENING = 60, 20
"""Code points that two texts must share from the start: of long ones, and of one that opens the other."""
_BARE = re.compile(r"[\W_]+")
_SAYS = {"yes": "a check mark (can)", "no": "a cross (cannot)"}


def bare(text: str) -> str:
    """The words alone: no case, signs or footnotes."""
    return _BARE.sub(" ", text.casefold()).strip()


@check("S131", family="structure", across=True, severity="error", says="A mark that says can or cannot has been lost.")
def lost_mark(corpus: Corpus) -> Iterator[Finding]:
    """Passages whose layout shows that a mark stood there; with the same passage of an edition that still has it."""
    kept = [m for d in corpus.documents for m in _marked(d)]
    for audited in corpus.documents:
        gone: dict[str, list[Mark]] = defaultdict(list)
        for mark in audited.document.marks:
            if mark.mark is None:
                gone[mark.passage].append(mark)
        others = [m for m in kept if m.audited is not audited]
        for name, marks in gone.items():
            yield _lost(_beside(audited, audited.passages[name], marks), others)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Marked:
    """What marks stand beside: a passage, or all answers of a table's row."""

    audited: Audited
    label: str
    """The words alone."""
    context: str
    """The row or the section, the words alone."""
    passage: Passage
    marks: Sequence[Mark]

    def place(self) -> FoundAt:
        lines = [*self.passage.lines, *(n for m in self.marks for n in m.lines)]
        quote = ": ".join((*self.passage.row_headers, self.passage.text))
        return self.audited.at(tight(Lines(min(lines), max(lines))), quote)


def _marked(audited: Audited) -> list[_Marked]:
    """The marks that are there; those of a row whose cells hold nothing else together."""
    rows: dict[tuple[str, str], list[Mark]] = defaultdict(list)
    for mark in audited.document.marks:
        if mark.mark:
            passage = audited.passages[mark.passage]
            row = "" if len(bare(passage.text)) > 2 else bare(" ".join(passage.row_headers))
            rows[(row, "" if row else passage.id)].append(mark)
    return [_beside(audited, audited.passages[marks[0].passage], marks, label=row) for (row, _), marks in rows.items()]


def _beside(audited: Audited, passage: Passage, marks: Sequence[Mark], *, label: str = "") -> _Marked:
    context = bare(" ".join(passage.row_headers or passage.heading[-1:]))
    return _Marked(
        audited=audited, label=label or bare(passage.text), context="" if label else context, passage=passage, marks=marks
    )


def _lost(lost: _Marked, kept: Sequence[_Marked]) -> Finding:
    title = _shortened(lost.passage.text)
    twin = _twin(lost, kept)
    if twin:
        says = ", ".join(_said(twin.audited, m, column=len(twin.marks) > 1) for m in twin.marks)
        plural = "s" if len(lost.marks) > 1 else ""
        what = f"“{title}” lost its mark{plural}; {twin.audited.source.id} still shows {says}."
        return found("S131", [lost.place(), twin.place()], what, "Put the mark back, or say in words whether it can.")
    column = f" under “{lost.passage.col_headers[0]}”" if lost.passage.col_headers else ""
    what = f"“{title}”{column} lost its mark, and no other edition has it."
    return found("S131", [lost.place()], what, "Say in words whether it can.", confidence=0.9)


def _said(audited: Audited, mark: Mark, *, column: bool) -> str:
    """What a mark says, under the title of its column where a row has several."""
    titles = audited.passages[mark.passage].col_headers
    if column and titles and mark.mark:
        return f"{'yes' if mark.mark == 'yes' else 'no'} under “{titles[0]}”"
    return _SAYS[mark.mark or "no"]


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59].rstrip()}…"


def _twin(lost: _Marked, kept: Sequence[_Marked]) -> _Marked | None:
    """What says the same in the same row or section, the most alike."""
    alike = [
        k for k in kept if _same(lost.label, k.label) and (not k.context or fuzz.ratio(lost.context, k.context) >= _SAME_ROW)
    ]
    return max(alike, key=lambda k: fuzz.ratio(lost.label, k.label), default=None)


def _same(one: str, other: str) -> bool:
    """Whether two texts are alike, or open with the same words."""
    if fuzz.ratio(one, other) >= _ALIKE:
        return True
    common = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return common >= _LONG_OPENING or (common >= _SHORT_OPENING and common == min(len(one), len(other)))


@check(
    "S132",
    family="structure",
    across=True,
    severity="error",
    says="A sign such as an arrow is lost that another edition still has.",
)
def lost_sign(corpus: Corpus) -> Iterator[Finding]:
    """Passages that are word for word those of another document, less the signs between the words."""
    texts = {d.source.id: [(p, bare(p.text)) for p in readable(d)] for d in corpus.documents}
    having = {name: {words: p for p, words in said if words and _signs(p.text)} for name, said in texts.items()}
    often = Counter(words for said in texts.values() for words in {words for p, words in said if not _signs(p.text)})
    signs = Counter(words for said in having.values() for words in said)
    for audited in corpus.documents:
        for other in corpus.documents:
            signed = having[other.source.id]
            if other is audited or not signed:
                continue
            for passage, words in texts[audited.source.id]:
                if often[words] >= signs[words] and _NAME.fullmatch(words):
                    continue  # it is a name, and mostly stands without
                if _SCORE.fullmatch(passage.text.strip()):
                    continue
                twin = signed.get(words) or _close(words, signed)
                if twin and passage.mark is None and twin.mark is None and (gone := _gone(twin.text, passage.text)):
                    where = [audited.place(passage), other.place(twin)]
                    what = f"“{_shortened(passage.text)}” lost {' '.join(gone)}, which {other.source.id} still has."
                    yield found("S132", where, what, "Put the signs back.")


_SCORE = re.compile(r"\d+\s*[:：]\s*\d+")
"""A vote or a result."""
_NAME = re.compile(r"[\u3400-\u9fff]{2,8}")
"""A Chinese name, as a list or a form has it."""


def _signs(text: str) -> list[str]:
    """Arrows, pictures and single ideographs in a text of letters."""
    return [c for c in text if unicodedata.category(c) in ("Sm", "So") and c not in "+=<>|~©®™−×"]


def _close(words: str, signed: Mapping[str, Passage]) -> Passage | None:
    if len(words) < 80:
        return None
    best = process.extractOne(words, signed.keys(), scorer=fuzz.ratio, score_cutoff=93)
    return signed[best[0]] if best else None


def _gone(full: str, lost: str) -> list[str]:
    return [s for s in dict.fromkeys(_signs(full)) if s not in lost]


_EMPTY = re.compile(
    r"(?<![\w“”\"'])(?:\"\"|“”|「」|『』|【】)(?=\s+(?:signif|mean|stand|is\b|are\b)|[是表])|(?<=\w\s)\(\s*\)(?=\s)"
)
_QUOTED = re.compile(r"[\"“]\s*[(（][)）]\s*[\"”]|parenthes\w+ \"?\(\)|\"\(\)\"")
_OPEN_QUOTE = re.compile(r"\"[A-Z]{3,}\s\"")


@check(
    "S133",
    family="structure",
    severity="warning",
    says="Quotation marks or brackets with nothing in them: a sign has been lost.",
)
def nothing_quoted(corpus: Corpus) -> Iterator[Finding]:
    """Empty quotation marks and brackets, and quoted words that end in a space where a sign stood."""
    for audited in corpus.documents:
        for passage in readable(audited):
            text = _QUOTED.sub("", passage.text)
            shown = _EMPTY.search(text) or _OPEN_QUOTE.search(text)
            if shown:
                around = text[max(0, shown.start() - 20) : shown.end() + 20].strip()
                what = f"Nothing stands where a sign is named: “…{around}…”."
                yield found("S133", [on_its_line(audited, passage, shown[0])], what, "Put the sign back.", confidence=0.9)
