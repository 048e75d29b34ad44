"""Sources that a text names in words, behind each of its rulings: one that names none, a bad one, or another day."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.evidence.rows import NAMED, SOURCED, Row, rows_of
from kb.audit.evidence.superseded import HISTORY
from kb.audit.structure.outline import RECORDS, on_its_line, sections
from kb.lang.dates import days_in
from kb.model import Finding, FoundAt, Lines, Passage

_LABELLED = re.compile(r"\W*(?:sources?|reference|出处|依据|来源)\W*[:：](?P<said>.+)$", re.IGNORECASE | re.DOTALL)
_BRACKETED = re.compile(r"[（(\[](?P<said>[^（()）\[\]]{2,120})[)）\]]\W*$")
_ANSWER = re.compile(r"\W*(?:A|Answer|答)\W*[:：]", re.IGNORECASE)
_FORUM = re.compile(
    r"\bforums?\b|\breddit\b|\bdiscord\b|\bblog\b|\bchat\b|\bscreenshot|\banonymous\b|\b(?:video|stream)\b|\bhearsay\b"
    r"|论坛|贴吧|帖子|存档帖|截图|群聊|群里|聊天|听说|据说|匿名|网友",
    re.IGNORECASE,
)
_RULED = re.compile(r"\bruled|\bruling|裁定", re.IGNORECASE)
_LEAST, _SHARE, _FEW = 4, 0.75, 2
"""Statements that name a source and their share from which those that do not are told, and how many these may be."""
_MANY = 10
"""How many must name one where some do in brackets alone."""
_BETTER = 3
"""Statements with a better source for each that rests on a post."""
_SHORT = 20
"""Code points under which a statement is a label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """One ruling with what hangs on it."""

    passages: tuple[Passage, ...]
    said: str
    """What it names as its source, dates and all; empty if it names none."""
    labelled: bool = False
    """Whether a word says that it is one."""

    @property
    def source(self) -> str:
        """What is named, without dates."""
        return days_in(self.said).rest.strip(" ,;，；.。·-*_")


def _unit(audited: Audited, passages: Sequence[Passage]) -> _Unit:
    said, labelled = "", False
    for passage in passages:
        lines = audited.raw(passage).strip().split("\n")
        shown = next((m for line in lines if (m := _LABELLED.match(line))), None)
        ends = (re.sub(r"[*_`]+", "", text).rstrip(" .") for text in (passage.text, *lines))
        shown = shown or next((m for text in ends if (m := _BRACKETED.search(text))), None)
        if shown and (re.search(r"\d", shown["said"]) or shown.re is _LABELLED):
            said, labelled = shown["said"], shown.re is _LABELLED
    return _Unit(passages=tuple(passages), said=said, labelled=labelled)


@shared
def _units(audited: Audited) -> Sequence[Sequence[_Unit]]:
    """The rulings of a document, as answers, as items of lists, and as sections."""
    text = [p for p in audited.document.passages if p.kind not in ("heading", "reference", "boilerplate", "table-cell")]
    under: dict[str, list[Passage]] = {}
    for passage in text:
        if passage.parent:
            under.setdefault(passage.parent, []).append(passage)
    answers = [p for p in text if _ANSWER.match(audited.raw(p))]
    items = [p for p in text if p.kind == "bullet" and not p.parent]
    leaves: dict[tuple[str, ...], list[_Unit]] = {}
    for section in sections(audited):
        if len(" ".join(p.text for p in section.text)) > _SHORT:
            leaves.setdefault(section.heading.heading[:-1], []).append(_unit(audited, section.text))
    return [
        [_unit(audited, [p, *_next_lines(text, p)]) for p in answers],
        [_unit(audited, [p, *under.get(p.id, ())]) for p in items if len(p.text) > _SHORT],
        *leaves.values(),
    ]


def _next_lines(text: Sequence[Passage], passage: Passage) -> Sequence[Passage]:
    """A line right under an answer that names its source."""
    at = text.index(passage) + 1
    return [p for p in text[at : at + 1] if _LABELLED.match(p.text) and p.lines.first <= passage.lines.last + 2]


def _is_keyed(unit: _Unit) -> bool:
    """Whether a key heads a section: what stands beside such sections without one is no ruling."""
    return any(NAMED.match(title.strip(" *`[]【】")) for p in unit.passages[:1] for title in p.heading[-1:])


def _sourced(units: Sequence[_Unit]) -> list[_Unit]:
    return [u for u in units if u.source]


def _place(audited: Audited, unit: _Unit) -> FoundAt:
    last = max(p.lines.last for p in unit.passages)
    first = unit.passages[0]
    return audited.at(Lines(first.lines.first, min(last, first.lines.first + 14)), first.text)


@check("E218", family="evidence", severity="info", says="A ruling names no source, while those around it do.")
def ruling_without_source(corpus: Corpus) -> Iterator[Finding]:
    """Answers, items or sections without one, in documents whose others name one in words or in brackets behind them."""
    written = (d for d in corpus.documents if d.source.format not in RECORDS and not HISTORY.search(d.source.file))
    for audited in (d for d in written if not d.document.references):
        for units in _units(audited):
            named = _sourced(units)
            without = [u for u in units if not u.source]
            if len(named) < max(_LEAST, _SHARE * len(units)) or len(without) > _FEW:
                continue
            if len(named) < _MANY and not all(u.labelled for u in named):
                continue  # clauses in brackets stand behind many things that are no rulings
            for unit in () if all(map(_is_keyed, named)) and not any(map(_is_keyed, without)) else without:
                what = f"No source is named here; {len(named)} of {len(units)} like it name one."
                yield found("E218", [_place(audited, unit)], what, "Name what it rests on.", confidence=0.8)
            break


_START = re.compile(r"(?:^|/)(?:readme|index)\.", re.IGNORECASE)
"""Pages that list what there is."""


@check(
    "E219",
    family="evidence",
    across=True,
    severity="info",
    says="A ruling rests on a post alone, while others name better sources.",
)
def rests_on_a_post(corpus: Corpus) -> Iterator[Finding]:
    """Rulings whose source is a forum or a blog, in documents whose others mostly rest on something else."""
    written = [d for d in corpus.documents if d.source.format not in RECORDS and not d.document.references]
    named = [(d, u) for d in written for units in _units(d) for u in _sourced(units)]
    yield from _rows_on_posts(written)
    posts = [(d, u) for d, u in named if _FORUM.search(u.said) and not _START.search(d.source.file)]
    if len(named) - len(posts) < _BETTER * len(posts):
        return
    told: set[tuple[str, int]] = set()
    for audited, unit in posts:
        last = max(p.lines.last for p in unit.passages)
        if (audited.source.id, last) not in told:
            told.add((audited.source.id, last))
            what = f"Rests on “{unit.said.strip()[:60]}” alone; the others name other sources."
            said = unit.said.strip()[:_TALL]
            tall = last - unit.passages[0].lines.first > _TALL
            own = next((p for p in unit.passages if said in p.text), None) if tall else None
            place = on_its_line(audited, own, said) if own else _place(audited, unit)
            yield found("E219", [place], what, "Find a ruling that says so.", confidence=0.8)


_TALL = 14
"""Lines of a ruling from which on the line of its source is shown alone, and characters by which it is found."""


def _rows_on_posts(written: Sequence[Audited]) -> Iterator[Finding]:
    """The same of rows, where a column names what they rest on."""
    for audited in written:
        tables: dict[tuple[str, ...], list[tuple[Row, str]]] = defaultdict(list)
        for row in rows_of(audited):
            if said := " ".join(cell.text for cell in row.under(SOURCED) if cell.text.strip()):
                tables[row.table].append((row, said))
        for rows in tables.values():
            posts = [(row, said) for row, said in rows if _FORUM.search(said) and not re.search("https?:", said)]
            if posts and len(rows) - len(posts) >= _BETTER * len(posts):
                for row, said in posts:
                    what = f"Rests on “{said.strip()[:60]}” alone; the others name other sources."
                    yield found("E219", [row.at(row.under(SOURCED))], what, "Find a ruling that says so.", confidence=0.8)


@check("E220", family="evidence", severity="warning", says="One ruling carries two dates.")
def ruled_on_two_days(corpus: Corpus) -> Iterator[Finding]:
    """Sections that are dated as a ruling in their heading or first lines, and name another day with their source."""
    for audited in (d for d in corpus.documents if d.source.format not in RECORDS):
        for section in sections(audited):
            said = [p for p in (section.heading, *section.text) if _RULED.search(p.text)]
            own = [
                (p, d) for p in said if not _LABELLED.match(audited.raw(p)) for d in days_in(p.text).days if len(p.text) < 80
            ]
            named = [(p, d) for p in said if _LABELLED.match(audited.raw(p)) for d in days_in(p.text).days]
            if len(own) == 1 and len(named) == 1 and own[0][1] != named[0][1]:
                where = [audited.place(named[0][0]), audited.place(own[0][0])]
                what = f"The ruling is of {own[0][1]} above, and of {named[0][1]} where its source is named."
                yield found("E220", where, what, "Look up which day it is.", confidence=0.85)


_SEE_OFFICIAL = re.compile(
    r"\b(?:see|as (?:in|said in)|according to|by) the official (?:Q ?& ?As?|FAQs?|answers?|rulings?)\b"
    r"|(?:见|参见|参照|详见|根据|依据|按)\s*官方的?\s*(?:Q ?& ?A|问答|FAQ|裁定|回答)",
    re.IGNORECASE,
)
_WHICH = 20
"""Code points behind it in which a number or a name of the answer stands."""


@check("E226", family="evidence", severity="info", says="An official answer is referred to, and not said which.")
def official_answer_unnamed(corpus: Corpus) -> Iterator[Finding]:
    """ "See the official Q&A" without a number, a day or a link on its lines."""
    for audited in (d for d in corpus.documents if d.source.format not in RECORDS):
        linked = {line for link in audited.document.links for line in range(link.lines.first, link.lines.last + 1)}
        for passage in audited.document.passages:
            shown = _SEE_OFFICIAL.search(passage.text) if passage.kind not in ("boilerplate", "reference") else None
            if shown is None or re.search(r"\d|[“\"「《]", passage.text[shown.end() : shown.end() + _WHICH]):
                continue
            if not linked & set(range(passage.lines.first, passage.lines.last + 1)) and not passage.references:
                what = f"“{shown[0]}” does not say which one."
                yield found("E226", [audited.place(passage)], what, "Give its number or its address.", confidence=0.85)
