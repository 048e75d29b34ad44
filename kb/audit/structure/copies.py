"""Text that stands twice: in one document, under two headings, in two documents."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.structure.outline import CHAT, MAIL, RECORDS, Section, readable, sections, tight, times
from kb.lang.plain import is_word
from kb.model import Finding, FoundAt, Lines, Passage

_BARE = re.compile(r"[\W_]+")
_TWINS = 85
"""Similarity, 0..100, from which two sections count as one printed twice."""
_SECTION_LEAST = 80
_WORD = re.compile(r"[a-z]{3,}|[\u3400-\u9fff]{2,}")


def bare(text: str) -> str:
    """The words alone, without case and signs."""
    return _BARE.sub(" ", text.casefold()).strip()


def weight(text: str) -> int:
    """Code points, a Chinese one for two."""
    return len(text) + sum("\u3400" <= c <= "\u9fff" for c in text)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Twins:
    one: Section
    other: Section
    texts: tuple[str, str]


@shared
def _twins(audited: Audited) -> Sequence[_Twins]:
    """Pairs of sections of a document whose own text is nearly the same, the earlier first."""
    kept = [(s, text) for s in sections(audited) if weight(text := " ".join(p.text for p in s.text)) >= _SECTION_LEAST]
    texts = [text for _, text in kept]
    scores = process.cdist(texts, texts, scorer=fuzz.ratio, score_cutoff=_TWINS)
    return [
        _Twins(one=kept[a][0], other=kept[b][0], texts=(texts[a], texts[b]))
        for a, b in zip(*(at.tolist() for at in scores.nonzero()), strict=True)
        if a < b and not _different_numbers(texts[a], texts[b])
    ]


def _different_numbers(one: str, other: str) -> bool:
    return re.findall(r"\d+", one) != re.findall(r"\d+", other) and bare(one) != bare(other) and len(one) < 200


@check("S201", family="structure", severity="info", says="A section is printed twice.")
def section_twice(corpus: Corpus) -> Iterator[Finding]:
    """Sections of one document with the same text, under the same heading or another."""
    for audited in (d for d in corpus.documents if d.source.format not in RECORDS):
        for twins in _twins(audited):
            if _misplaced(twins):
                continue
            where = [_reach(audited, twins.one), _reach(audited, twins.other)]
            titles = f"“{twins.one.title}”"
            if twins.other.title != twins.one.title:
                titles += f" and “{twins.other.title}”"
            if bare(twins.texts[0]) == bare(twins.texts[1]):
                what = f"{titles}: the same text at lines {where[0].lines.first} and {where[1].lines.first}."
                yield found("S201", where, what, "Keep one and link to it.")
            elif bare(twins.one.title) == bare(twins.other.title):
                told = _difference(*twins.texts)
                what = f"{titles}: printed twice, and no longer the same ({told})."
                yield found("S201", where, what, "Find out which holds, and keep one.", severity="error", confidence=0.95)


def _reach(audited: Audited, section: Section) -> FoundAt:
    text = section.text
    return audited.at(tight(Lines(section.heading.lines.first, text[-1].lines.last)), text[0].text)


def _difference(one: str, other: str) -> str:
    """What one text has between the beginning and the end that both share."""
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    least = min(len(one), len(other)) - start
    end = next((n for n in range(least) if one[-1 - n] != other[-1 - n]), least)
    extra = max((t[start : len(t) - end] for t in (one, other)), key=len).strip(" ,.")
    return f"only one has “{extra[:60]}”"


@check(
    "S202", family="structure", across=True, severity="error", says="Text stands under a heading that it does not belong to."
)
def wrong_heading(corpus: Corpus) -> Iterator[Finding]:
    """Text that stands elsewhere too, under a heading whose words it uses, while it uses none of this heading's."""
    for audited in (d for d in corpus.documents if d.source.format not in RECORDS):
        for twins in _twins(audited):
            if wrong := _misplaced(twins):
                right = twins.other if wrong is twins.one else twins.one
                where = [audited.place(wrong.text[0]), audited.place(right.text[0])]
                where += _elsewhere(corpus, audited, wrong)
                what = f"Under “{wrong.title}” stands the text of “{right.title}”, and nothing of its own."
                yield found("S202", where[:MAX_PLACES], what, "Restore the text of the section.", confidence=0.95)


def _misplaced(twins: _Twins) -> Section | None:
    """The section whose heading the text does not name, if it names the other's."""
    one, other = (set(_WORD.findall(s.title.casefold())) for s in (twins.one, twins.other))
    own = set(_WORD.findall(twins.texts[0].casefold()))
    names_one, names_other = bool((one - other) & own), bool((other - one) & own)
    if not (one - other) or not (other - one) or names_one == names_other:
        return None
    return twins.other if names_one else twins.one


def _elsewhere(corpus: Corpus, audited: Audited, section: Section) -> list[FoundAt]:
    """A section of that heading in another document, with other text."""
    for other in corpus.documents:
        for candidate in sections(other) if other is not audited else ():
            if bare(candidate.title) == bare(section.title) and candidate.text:
                return [other.place(candidate.text[0])]
    return []


SENTENCE_END = re.compile(r"(?<=[.!?][\"”’')])\s+|(?<=[.!?])\s+|(?<=[。！？])\s*")
_FRAGMENT = 30


@check("S203", family="structure", severity="error", says="The end of another passage has been pasted onto this one.")
def pasted_tail(corpus: Corpus) -> Iterator[Finding]:
    """A last part in lower case after a full stop that is the end of another passage of the document."""
    for audited in corpus.documents:
        text = readable(audited)
        for passage in text:
            parts = SENTENCE_END.split(passage.text)
            tail = parts[-1]
            if len(parts) < 2 or len(tail) < _FRAGMENT or not tail[:1].islower():
                continue
            origin = next((p for p in text if p is not passage and p.text.endswith(tail)), None)
            if origin:
                where = [audited.place(passage), audited.place(origin)]
                what = f"“…{tail[:60]}…” is the end of the passage at line {origin.lines.first}, pasted here."
                yield found("S203", where, what, "Take it out.")


@check(
    "S204",
    family="structure",
    severity="info",
    says="A sentence begins in lower case.",
    off="one of six right on twelve unseen collections, where tables, centred lines and names begin so.",
)
def lower_case_start(corpus: Corpus) -> Iterator[Finding]:
    """Paragraphs, and parts after a full stop, that begin like the middle of a sentence."""
    pattern = re.compile(r"(?<=[a-z]{4})\.\s+[a-z]\w+ \w+ \w+")
    for audited in corpus.documents:
        for passage in readable(audited):
            if passage.kind == "example" or passage.lang != "en" or CHAT.match(audited.raw(passage)):
                continue
            shown = pattern.search(passage.text)
            if shown and (is_name(word := shown[0].lstrip(".!? ").split()[0]) or _is_set_apart(audited.raw(passage), word)):
                shown = None
            small = (begins := re.match(r"([a-z]+) [a-z]+ ", passage.text)) is not None and not is_name(begins[1])
            opens = small and passage.kind == "paragraph" and not passage.parent
            opens = opens and audited.raw(passage).lstrip()[:1].islower() and not _after_code(audited, passage)
            opens = opens and not _after_page(audited, passage) and not _after_greeting(audited, passage)
            opens = opens and not (passage.lines.first <= _SUBTITLE and len(passage.text.split()) <= _SUBTITLE)
            opens = opens and not audited.printed[passage.lines.first - 1].startswith(" " * _CENTRED)
            if shown and not _pasted(audited, passage):
                what = f"“{shown[0].lstrip('. ')}…” begins in lower case after a full stop."
                yield found("S204", [audited.place(passage)], what, "Join it or complete it.", confidence=0.75)
            elif opens:
                what = f"The paragraph begins in lower case: “{passage.text[:40]}…”."
                yield found("S204", [audited.place(passage)], what, "Join it to what it continues.", confidence=0.7)


_CENTRED = 8
"""Blanks before a line that is set in the middle of the page."""
_SUBTITLE = 6
"""Lines at the top of a document among which a subtitle stands, and its words, at most."""


def _is_set_apart(raw: str, word: str) -> bool:
    """Whether a word begins what is marked as program text, or in another type: a name, or what a sign is called."""
    return re.search(rf"(?:`|<(?:code|tt|kbd|samp|var|em|i|span)\b[^<>]*>\s*|\*){re.escape(word)}\b", raw) is not None


def is_name(word: str) -> bool:
    """Whether a word in lower case is no word of English: a program's name may open a sentence so."""
    return not is_word(word.casefold()) and not any(is_word(word.removesuffix(e)) for e in ("s", "es", "ed", "ing", "ly"))


def _after_code(audited: Audited, passage: Passage) -> bool:
    """Whether program text or a list stands above a passage, whose sentence goes on in it."""
    above = (line for line in reversed(audited.printed[: passage.lines.first - 1]) if line.strip())
    return bool(re.match(r"\s*(?:```|~~~|[-*+•] |\d+[.)] )", next(above, "")))


def _after_greeting(audited: Audited, passage: Passage) -> bool:
    """Whether a line that ends in a comma stands above a passage, as the greeting of a letter does."""
    above = (line for line in reversed(audited.printed[: passage.lines.first - 1]) if line.strip())
    return next(above, "").rstrip().endswith(",")


def _after_page(audited: Audited, passage: Passage) -> bool:
    """Whether a passage goes on with what the end of a page broke off."""
    before = [p for p in audited.document.passages if p.lines.last < passage.lines.first]
    furniture = bool(before) and before[-1].kind == "boilerplate"
    text = next((p.text for p in reversed(before) if p.kind != "boilerplate"), "")
    return furniture and bool(text) and text.rstrip()[-1] not in ".!?:。！？："


def _pasted(audited: Audited, passage: Passage) -> bool:
    tail = SENTENCE_END.split(passage.text)[-1]
    return tail[:1].islower() and any(p is not passage and p.text.endswith(tail) for p in readable(audited))


_STEP = re.compile(r"\s*(?:\d+[.)]\s|[-*+] `)")
"""How a step of a procedure begins, or what describes a parameter: several procedures may have the same one."""
_SOURCE = re.compile(r"\W*(?:sources?|date|ruled|see|出处|来源|依据|参见|日期)\s*[:：][^.。\n]{0,80}[.。]?$", re.IGNORECASE)
"""A line that names a source: several statements may have the same one."""
_LEAST_WEIGHT, _LEAST_ENGLISH, _FORMULA_WEIGHT = 20, 45, 60
"""A passage printed twice must be longer than the first, one printed three or four times longer than the second."""


@check("S205", family="structure", severity="info", says="A passage stands twice in a document.")
def passage_twice(corpus: Corpus) -> Iterator[Finding]:
    """Passages of the same words outside sections that are printed twice; neighbours together."""
    for audited in (d for d in corpus.documents if d.source.format not in RECORDS):
        printed: list[int] = []
        for group in _repeated(audited):
            near = printed and all(p.lines.first == n + 1 for p, n in zip(group, printed, strict=False))
            printed = [p.lines.last for p in group]
            parallel = len({p.heading[-1:] for p in group}) == 1 and len({p.heading for p in group}) > 1
            parallel = parallel or all(_STEP.match(audited.raw(p)) for p in group)
            if (near and len(group) == len(printed)) or parallel:
                continue
            where = [audited.place(p) for p in group[:MAX_PLACES]]
            under = " and ".join(dict.fromkeys(f"“{p.heading[-1]}”" for p in group if p.heading))
            what = f"The same passage {times(len(group))}: under {under}."
            yield found("S205", where, what, "Keep one and link to it.", confidence=0.8)


def _repeated(audited: Audited) -> list[list[Passage]]:
    twin = {p.id for t in _twins(audited) for s in (t.one, t.other) for p in s.text}
    leads = {p.parent for p in audited.document.passages}
    seen: dict[str, list[Passage]] = defaultdict(list)
    texts = [(p, bare(p.text)) for p in readable(audited)]
    everything = "\n".join(text for _, text in texts)
    for passage, text in texts:
        if _SOURCE.match(passage.text) or _VOTE.match(passage.text) or len(_FIELD.findall(passage.text)) >= _FIELDS:
            continue
        if audited.source.format == "html" and not _SAYS.search(passage.text):
            continue  # who wrote it, and the line under what they write
        if passage.id not in twin | leads and not passage.row_headers and weight(text) >= _least(passage):
            seen[text].append(passage)
    for text, group in seen.items():
        if len(group) == 1 and weight(text) >= _FORMULA_WEIGHT and everything.count(text) == 2:
            group += [p for p, other in texts if text in other and p is not group[0] and p.id not in twin | leads]
    return [
        group
        for text, group in seen.items()
        if 2 <= len(group) <= (MAX_PLACES if weight(text) >= _FORMULA_WEIGHT else 2) and everything.count(text) == len(group)
    ]


def _least(passage: Passage) -> int:
    return _LEAST_WEIGHT if passage.lang == "zh" else _LEAST_ENGLISH


_SAYS = re.compile(r"[.!?。！？]")
_FIELD, _FIELDS = re.compile(r"(?:^|(?<=\s))[A-Z][a-z]+: |(?:^|(?<=[\s。；]))[\u3400-\u9fff]{2,4}[:：]"), 3
"""A label with what it says, and how many of them make a passage a record: two records may say the same."""
_VOTE = re.compile(r"\W*(?:表决|投票|票数|votes?|carried|agreed)\s*[:：,，]?\s*\d+", re.IGNORECASE)
"""What came of a vote."""


@check("S206", family="structure", severity="info", says="Two sections of a document have the same heading.")
def same_title(corpus: Corpus) -> Iterator[Finding]:
    """Headings of several words that are printed just twice, above different text."""
    for audited in (d for d in corpus.documents if d.source.format not in RECORDS):
        titles: dict[str, list[Section]] = defaultdict(list)
        for section in sections(audited):
            titles[bare(section.title)].append(section)
        twins = {p.heading for t in _twins(audited) for s in (t.one, t.other) for p in (s.heading,)}
        for title, group in titles.items():
            if len(group) != 2 or MAIL.match(group[0].title) or weight(title) < 8 or any(_within(s, twins) for s in group):
                continue
            one, other = (s.heading.heading[:-1] for s in group)
            if one and other and len(one) == len(other) and one[:-1] == other[:-1]:
                continue
            where = [audited.place(s.heading) for s in group]
            yield found("S206", where, f"Two sections are headed “{group[0].title}”.", "Name them apart.", confidence=0.85)


def _within(section: Section, twins: set[tuple[str, ...]]) -> bool:
    """Whether a section is printed twice itself or holds one that is."""
    path = section.heading.heading
    return any(t[: len(path)] == path for t in twins)
