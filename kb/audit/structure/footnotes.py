"""Footnotes and the entries they point to."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.structure.outline import places, times
from kb.audit.structure.program import blocks
from kb.model import Finding, Lines, Link, Passage, Reference

_CODE = re.compile(r"`[^`]*`")
_LAST_NUMBER = re.compile(r"(\d+)$")


def footnotes(audited: Audited) -> list[Link]:
    """Links inside the document whose label is a bare number."""
    return [n for n in audited.document.links if n.url.startswith("#") and n.label.strip("[] ").isdigit()]


@check("S141", family="structure", severity="warning", says="A footnote points to an entry that does not exist.")
def dangling_footnote(corpus: Corpus) -> Iterator[Finding]:
    """Footnotes without their entry."""
    for audited in corpus.documents:
        for note in footnotes(audited):
            if note.resolves is False:
                target = note.url.removeprefix("#")
                stem = target.rstrip("0123456789")
                like = [a for a in audited.document.anchors if a.explicit and a.name.startswith(stem) and len(stem) > 3]
                where = [audited.at(note.lines), *(audited.at(a.lines) for a in like[:1])]
                what = f"Footnote {note.label} points to “{target}”, which no entry carries."
                yield found("S141", where, what, "Give the entry that is meant this id.")


_CALL = re.compile(r"\[\^(?P<key>[^\]\s]{1,20})\](?!:)")
_NOTE = re.compile(r"^\s{0,3}\[\^(?P<key>[^\]\s]{1,20})\]:")


@check(
    "S148",
    family="structure",
    across=True,
    severity="warning",
    says="A footnote is called that the document does not have.",
)
def missing_footnote(corpus: Corpus) -> Iterator[Finding]:
    """Markdown footnotes without their text, in documents that have the text of others; those of reStructuredText in any, and
    its citations, whose text may stand in another document."""
    pages = [d for d in corpus.documents if d.source.format == "rst"]
    cited = frozenset(key for audited in pages for key in _texts(audited))
    for audited in (d for d in corpus.documents if d.source.format == "markdown"):
        have = {m["key"] for line in audited.printed if (m := _NOTE.match(line))}
        for number, line in enumerate(audited.printed if have else (), 1):
            for call in _CALL.finditer(_CODE.sub("", line)):
                if call["key"] not in have:
                    yield _without_text(audited, number, call["key"])
    for audited in pages:
        yield from _missing_in_rst(audited, cited)


def _without_text(audited: Audited, number: int, key: str) -> Finding:
    what = f"Footnote {key} is called, and has no text."
    return found("S148", [audited.at(Lines(number, number))], what, "Add its text, or take the call out.")


_KEY = r"\[(?P<key>#[\w.+:-]*|\*|[^\W_][\w.+:-]*)\]"
_RST_CALL = re.compile(rf"(?<![\w\]\\]){_KEY}_(?!\w)")
_RST_TEXT = re.compile(rf"\s*\.\. {_KEY}(?:\s|$)")
_ELSEWHERE = re.compile(r"\s*\.\. (?:include|bibliography|footbibliography)::")
"""A directive that brings texts from another file."""


def _read(audited: Audited) -> Iterator[tuple[int, str]]:
    """The lines of a document in reStructuredText that are read as text, without what stands in backquotes."""
    for number, kind in blocks(audited):
        if kind == "text":
            yield number, _BACKQUOTED.sub("", audited.printed[number - 1])


_BACKQUOTED = re.compile(r"``.*?``|`[^`]*`")


@shared
def _texts(audited: Audited) -> Counter[str]:
    """How often each footnote and citation has a text."""
    return Counter(m["key"].casefold() for _, line in _read(audited) if (m := _RST_TEXT.match(line)))


def _missing_in_rst(audited: Audited, cited: frozenset[str]) -> Iterator[Finding]:
    if any(_ELSEWHERE.match(line) for line in audited.printed):
        return
    have = _texts(audited)
    unnamed: dict[str, list[int]] = defaultdict(list)
    for number, line in _read(audited):
        for call in _RST_CALL.finditer(line):
            key = call["key"].casefold()
            if key in ("#", "*"):
                unnamed[key].append(number)
            elif key[0] != "#" and not key.isdecimal():
                if key not in cited:
                    what = f"“[{call['key']}]” is cited, and no document has its text."
                    yield found("S148", [audited.at(Lines(number, number))], what, "Add its text, or take the call out.")
            elif not have[key]:
                yield _without_text(audited, number, call["key"])
    for key, lines in unnamed.items():
        if len(lines) > have[key]:
            what = f"[{key}] is called {times(len(lines))}, and there are texts for {have[key]}."
            yield found("S148", [audited.at(Lines(lines[-1], lines[-1]))], what, "Add what is missing.", confidence=0.9)


@check("S142", family="structure", severity="info", says="An entry of the references has an id that no footnote uses.")
def unused_reference(corpus: Corpus) -> Iterator[Finding]:
    """Entries with an id in documents whose footnotes point to others."""
    for audited in corpus.documents:
        used = {n.url.removeprefix("#") for n in audited.document.links if n.url.startswith("#")}
        anchors = {a.name: a for a in audited.document.anchors if a.explicit}
        stems = {u.rstrip("0123456789") for u in used if u in anchors}
        for name, anchor in anchors.items():
            entry = next((r for r in audited.document.references if _covers(r, anchor.lines.first)), None)
            if name not in used and name.rstrip("0123456789") in stems and entry:
                what = f"No footnote points to entry “{name}” ({_shortened(entry.label)})."
                yield found("S142", [audited.at(entry.lines)], what, "Cite it where it belongs, or take it out.")


def _covers(reference: Reference, line: int) -> bool:
    return reference.lines.first - 1 <= line <= reference.lines.last


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59].rstrip()}…"


@check("S143", family="structure", severity="warning", says="Two entries carry the same id.")
def duplicate_id(corpus: Corpus) -> Iterator[Finding]:
    """Ids that are given twice: a footnote reaches the first only."""
    for audited in corpus.documents:
        names: dict[str, list[int]] = defaultdict(list)
        for anchor in audited.document.anchors:
            if anchor.explicit:
                names[anchor.name].append(anchor.lines.first)
        for name, lines in names.items():
            if len(lines) > 1:
                what = f"The id “{name}” is given {times(len(lines))}."
                yield found("S143", places(audited, lines), what, "Give each entry its own id.")


@check("S144", family="structure", severity="info", says="An entry of the references that no footnote can point to.")
def unreachable_entry(corpus: Corpus) -> Iterator[Finding]:
    """Entries without an id in a list whose other entries have one; four of a document together."""
    for audited in corpus.documents:
        lists: dict[tuple[str, ...], list[Reference]] = defaultdict(list)
        for entry in audited.document.references:
            lists[entry.heading].append(entry)
        lost = [e for entries in lists.values() if any(e.key for e in entries) for e in entries if not e.key]
        for start in range(0, len(lost), MAX_PLACES):
            group = sorted(lost, key=lambda e: e.lines)[start : start + MAX_PLACES]
            labels = ", ".join(dict.fromkeys(f"“{_shortened(e.label)}”" for e in group))
            what = f"No footnote can point to {labels}: no id, though others of the list have one."
            where = [audited.at(e.lines) for e in group]
            yield found("S144", where, what, "Give it an id and cite it, or say that it is general reading.")


@check("S145", family="structure", severity="warning", says="The number of a footnote is not that of its entry.")
def wrong_number(corpus: Corpus) -> Iterator[Finding]:
    """Footnotes whose number differs from that of the id, or of the entry in its list, that they point to."""
    for audited in corpus.documents:
        entries = _ordinals(audited)
        for note in footnotes(audited):
            shown = _LAST_NUMBER.search(note.url)
            number = note.label.strip("[] ")
            if shown and note.url[shown.start() - 1] in "-_" and shown[1] != number:
                what = f"Footnote {note.label} points to “{note.url.removeprefix('#')}”."
                yield found("S145", [audited.at(note.lines)], what, "Correct the number or the link.")
            elif not shown and (entry := entries.get(note.url.removeprefix("#"))) and str(entry[0]) != number:
                what = f"Footnote {note.label} points to entry {entry[0]} of its list."
                where = [audited.at(note.lines), audited.at(entry[1].lines)]
                yield found("S145", where, what, "Correct the number or the order of the entries.")


def _ordinals(audited: Audited) -> dict[str, tuple[int, Reference]]:
    """Number within the list of its section, and the entry, by id."""
    counts: Counter[tuple[str, ...]] = Counter()
    found_here: dict[str, tuple[int, Reference]] = {}
    for entry in sorted(audited.document.references, key=lambda r: r.lines):
        counts[entry.heading] += 1
        if entry.key:
            found_here[entry.key] = (counts[entry.heading], entry)
    return found_here


@check("S146", family="structure", severity="info", says="Two entries of one list are the same.")
def duplicate_entry(corpus: Corpus) -> Iterator[Finding]:
    """Entries with the same label, address and date under one heading."""
    for audited in corpus.documents:
        same: dict[tuple[object, ...], list[Reference]] = defaultdict(list)
        for entry in audited.document.references:
            same[(entry.heading, entry.label, entry.url, entry.page, entry.date)].append(entry)
        for entries in same.values():
            if len(entries) > 1 and entries[0].label:
                what = f"“{_shortened(entries[0].label)}” is listed {times(len(entries))}."
                where = places(audited, [e.lines.first for e in entries])
                yield found("S146", where, what, "Keep one entry and point both footnotes to it.", confidence=0.9)


_BACKLINK = re.compile(r"^\s*↑\s*(?:\d+\.\d+\s*)*")


@check("S147", family="structure", severity="warning", says="A list of references has lost its numbers.")
def lost_numbers(corpus: Corpus) -> Iterator[Finding]:
    """Entries that open with an arrow back or with counters, while the text cites them by number."""
    for audited in corpus.documents:
        entries = [p for p in audited.document.passages if p.kind == "reference" and _BACKLINK.match(_line(audited, p))]
        if len(entries) > 1 and footnotes(audited):
            what = f"{len(entries)} entries lost their numbers; only a mark back to the text is left."
            first = sorted(entries, key=lambda p: p.lines)[:2]
            hint = "Number the entries as the footnotes do."
            yield found("S147", places(audited, [n for p in first for n in _all_lines(p)]), what, hint)


def _line(audited: Audited, passage: Passage) -> str:
    return audited.printed[passage.lines.first - 1]


def _all_lines(passage: Passage) -> Sequence[int]:
    return range(passage.lines.first, passage.lines.last + 1)
