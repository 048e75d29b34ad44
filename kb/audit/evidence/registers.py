"""Tables, lists and sections in which rulings or sources have keys, and where other pages cite one; shared, no check itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.evidence.rows import NAMED
from kb.audit.evidence.superseded import HISTORY
from kb.audit.structure.outline import RECORDS, sections

_KEY = re.compile(r"[A-Z]{1,5}[- ]?\d{1,6}(?:[-–./]\d{1,4})?|\d{1,4}[-–]\d{1,4}")
_CITED_KEY = re.compile(r"[A-Z]{2,6}-\d[\d.-]*")
"""A key of several letters under which reStructuredText lists a source."""
GONE = re.compile(
    r"\b(?:withdrawn|revoked|repealed|overruled|no longer (?:valid|in force))\b"
    r"|\b(?:replaced|superseded)(?: as a whole| in full| entirely)? (?:by|on)\b"
    r"|[已被由][^，。；|]{0,16}(?:废止|取代|替代|推翻|撤销|撤回)|作废|失效|已废止|已撤[销回]",
    re.IGNORECASE,
)
"""What a row says of itself; a row that replaces another is in force."""
PARTLY = re.compile(
    r"\b(?:in part|partly|partially|the part on|as (?:to|regards))\b|部分|其中|关于|[节条章项]由|一[节条章项]", re.IGNORECASE
)
"""Of what is replaced in part, the rest holds."""
TOLD = re.compile(r"minutes|meeting|log\b|mail|会议|纪要|例会|huiyi", re.IGNORECASE)
"""Files that tell what was decided, whatever became of it."""
FORM = re.compile(r"\bof the form\b|\band so on\b|\bsuch as\b|形如|这样的编号|等编号", re.IGNORECASE)
"""A line that tells how sources are cited."""
LEAST = 4
"""Rows of a register."""
LISTS = re.compile(r"source|reference|bibliograph|出处|来源|参考|文献", re.IGNORECASE)
"""Documents that list sources, by their names or titles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """A table of keys, or sections headed by some."""

    audited: Audited
    rows: Mapping[str, tuple[int, str]]
    """By key, the line and all that its cells say."""
    headed: bool
    """Whether its keys head sections: a list in which they stand together goes before it."""
    cited: re.Pattern[str]


@shared
def register_of(audited: Audited) -> Register | None:
    """The table of a document whose rows have keys, else its list of sources or its sections that have some; None for none."""
    rows: dict[str, tuple[int, str]] = {}
    for cell in (p for p in audited.document.passages if p.kind == "table-cell" and p.row_headers):
        key = cell.row_headers[0].strip()
        if _KEY.fullmatch(key):
            line, said = rows.get(key, (cell.lines.first, ""))
            rows[key] = (line, f"{said} | {cell.text}")
    if len(rows) < LEAST:
        rows = {
            reference.key: (reference.lines.first, " ".join(audited.printed[reference.lines.first - 1 : reference.lines.last]))
            for reference in audited.document.references
            if _CITED_KEY.fullmatch(reference.key)
        }
    headed = len(rows) < LEAST
    rows = _headed_by_keys(audited) if headed else rows
    if len(rows) < LEAST:
        return None
    keys = "|".join(map(re.escape, sorted(rows, key=len, reverse=True)))
    return Register(audited=audited, rows=rows, headed=headed, cited=re.compile(rf"(?<![\w./-])(?:{keys})(?![\w-]|\.\d)"))


def is_list(audited: Audited) -> bool:
    """Whether a document has a list of keys itself."""
    register = register_of(audited)
    return register is not None and not register.headed


def _headed_by_keys(audited: Audited) -> dict[str, tuple[int, str]]:
    """Sections and entries headed by a key: the line, and the title with what a field or the next lines say of its state."""
    rows: dict[str, tuple[int, str]] = {}
    for section in sections(audited):
        shown = NAMED.match(_SUBJECT.sub("", section.title.strip(" *`[]【】")))
        if shown is None:
            continue
        last = section.body[-1].lines.last if section.body else section.heading.lines.last
        printed = [line for line in audited.printed[section.heading.lines.last : last] if line.strip()]
        said = [line for n, line in enumerate(printed) if _STATE.match(line) or (n < _FIRST and len(line) < _SHORT)]
        rows.setdefault(shown[0], (section.heading.lines.first, " | ".join((section.title, *said))))
    children: dict[str, str] = {p.parent: p.text for p in reversed(audited.document.passages) if p.parent}
    for passage in audited.document.passages:
        shown = NAMED.match(passage.text) if passage.id in children and passage.kind != "heading" else None
        if shown:
            state = children[passage.id][:_SHORT] if len(children[passage.id]) < 2 * _SHORT else ""
            rows.setdefault(shown[0], (passage.lines.first, f"{passage.text} | {state}"))
    return rows


_FIRST, _SHORT = 2, 80
"""Printed lines below a title, and their length, that may say what became of what it heads."""
_SUBJECT = re.compile(r"(?:Subject|Re|Betreff|主题)\s*[:：]\s*", re.IGNORECASE)
_STATE = re.compile(r"[\s*+:|-]*\**(?:status|state|in force|状态|效力)\**\s*[:：]", re.IGNORECASE)


def citations(corpus: Corpus) -> Iterator[tuple[Register, Audited, int, str]]:
    """Where other documents cite a key: the line, and the key. What two registers have is nobody's."""
    registers = [one for d in corpus.documents if d.source.format not in RECORDS and (one := register_of(d))]
    listed = {key for one in registers if not one.headed for key in one.rows}
    shared_keys = {
        key
        for one in registers
        for other in registers
        if one is not other and one.headed == other.headed
        for key in one.rows
        if key in other.rows
    }
    for one in registers:
        for audited in corpus.documents:
            if audited is one.audited or audited.source.format in RECORDS or is_list(audited):
                continue
            if is_told(audited):
                continue
            for number, line in enumerate(audited.printed, 1):
                keys = [] if FORM.search(line) else one.cited.findall(line)
                known = shared_keys | listed if one.headed else shared_keys
                yield from ((one, audited, number, key) for key in keys if key not in known)


def is_told(audited: Audited) -> bool:
    """Whether a document tells what was decided, or what changed: it may cite what is gone."""
    return bool(TOLD.search(audited.source.file) or HISTORY.search(audited.source.file))
