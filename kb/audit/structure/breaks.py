"""Lines and lists that broke, ran together, or lost their marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import CHAT, in_fours, on_its_line, places, readable
from kb.audit.structure.sections import TITLE_LINES
from kb.model import Finding, Lines, Passage

_GOES_ON = re.compile(r"[\w,’'\"]$")
_STARTS = re.compile(r"^\s*(?:\[[^\]]+\]:|[-*+>|#<`$【]|\d+[.)]|●|■|$)")
_TAG = re.compile(r"<[^>]*>")
NARROWEST = 70
"""Columns of the widest line from which on lines may have been wrapped at the margin."""
WIDEST, BY_HAND = 200, 0.65
"""Columns of the widest line up to which lines may have been wrapped by hand, and the share of them that such a line fills."""
_FLOWING = frozenset(("html", "rst", "pdf", "docx", "epub"))
"""Formats in which the end of a line says nothing: who reads the document does not see it."""
_FULL = 3
"""Lines that end at the margin for each that does not, from which on somebody wrapped them all by hand."""
_WRAPPED = 0.2
"""Share of passages with a sentence over several lines from which a document's lines count as wrapped throughout."""


@check("S181", family="structure", severity="info", says="A line break stands inside a sentence.")
def broken_sentence(corpus: Corpus) -> Iterator[Finding]:
    """Sentences over two lines in a document that otherwise prints a paragraph in one; four places a finding."""
    for audited in (d for d in corpus.documents if d.source.format not in _FLOWING):
        text = [p for p in readable(audited) if p.kind in ("paragraph", "bullet", "table-cell")]
        lines = {n for p in text if p.kind != "table-cell" for n in range(p.lines.first, p.lines.last + 1)}
        widest = max((len(audited.printed[n - 1]) for n in lines), default=0)
        runs = [list(_breaks(audited, p)) for p in text]
        broken = [b for breaks in runs for b in breaks if not _is_full(audited, b.first, widest)]
        by_hand = sum(map(len, runs)) - len(broken) >= _FULL * len(broken)
        if (
            broken
            and not by_hand
            and not _at_one_column(audited, broken)
            and max(len(broken), sum(map(bool, runs))) <= _WRAPPED * len(text)
        ):
            for group in in_fours([audited.at(b) for b in _joined(broken)]):
                what = f"{len(group)} sentence{'s' if len(group) > 1 else ''} broken over lines."
                yield found("S181", group, what, "Join the lines.", confidence=0.95)


USUAL = 80
"""The column at which most wrap by hand."""
_HEADER = re.compile(r"\s*[A-Z\u3400-\u9fff][\w-]{0,11}\s*[:：]\s*\S")
"""A line of a letter's head: who, when, on what."""

_HAN_IN = re.compile(r"[\u3400-\u9fff]")
_COLUMNS = re.compile(r"\S {3,}\S")
"""Columns set apart by blanks."""


def _breaks(audited: Audited, passage: Passage) -> Iterator[Lines]:
    for line in range(passage.lines.first, passage.lines.last):
        if line <= TITLE_LINES and audited.source.format == "text":
            continue  # what it is of and which edition, a line each
        one, other = audited.printed[line - 1].rstrip(), audited.printed[line]
        one = _TAG.sub("", one)
        if (_HEADER.match(one) and _HEADER.match(other)) or CHAT.match(other) or _COLUMNS.search(one) or _COLUMNS.search(other):
            continue
        if not one.strip() or one.isupper() or _STARTS.match(other) or one.lstrip().startswith("#") or _short(one, other):
            continue
        cjk = re.search(r"[\u3400-\u9fff]$", one) or (_HAN_IN.search(one) and _HAN_IN.match(other.lstrip()))
        if _GOES_ON.search(one) and not cjk and not one.endswith("**"):
            yield Lines(line, line + 1)


def _is_full(audited: Audited, line: int, widest: int) -> bool:
    """Whether the next word would have made a line as wide as any: it is wrapped, not broken.

    Who wraps by hand, in lines that nobody has to scroll, ends them about where the margin is.
    """
    following = audited.printed[line].split()
    if not following or widest < NARROWEST:
        return False
    ended = len(audited.printed[line - 1].rstrip())
    if widest <= WIDEST and ended <= USUAL < ended + 1 + len(following[0]):
        return True
    margin = BY_HAND * widest if widest <= WIDEST else widest
    return len(audited.printed[line - 1].rstrip()) + 1 + len(following[0]) >= margin


def _at_one_column(audited: Audited, broken: Sequence[Lines]) -> bool:
    """Whether there is a column that each of several lines would have crossed with its next word: somebody wraps there."""
    ends = [len(audited.printed[b.first - 1].rstrip()) for b in broken]
    words = [audited.printed[b.first].split() for b in broken]
    crossed = [end + 1 + len(word[0]) for end, word in zip(ends, words, strict=True) if word]
    return len(broken) >= _SEVERAL and len(crossed) == len(broken) and max(ends) <= min(crossed) + _RAGGED


_SEVERAL, _RAGGED = 3, 8
"""Lines that must agree on the column, and by how much they may miss it: not everybody who wraps by hand counts."""


def _short(one: str, other: str) -> bool:
    """Whether the lines look like a verse, a label or a caption rather than a sentence."""
    return other.strip()[:1].isupper() and (len(one.split()) < 6 or len(one) < 60)


def _joined(lines: Sequence[Lines]) -> list[Lines]:
    joined: list[Lines] = []
    for each in lines:
        if joined and joined[-1].last >= each.first:
            joined[-1] = Lines(joined[-1].first, each.last)
        else:
            joined.append(each)
    return joined


_LABELLED = re.compile(
    r"(?P<label>[\u3400-\u9fff]{1,4}|[A-Z][a-z]+ )[1一]\s*[:：].+?(?P=label)[2二]\s*[:：].+?(?P=label)[3三]\s*[:：]"
)
_COUNTED = re.compile(r"(?:^|[.:;]\s)1[.)] \S.+?[.;,]\s2[.)] \S.+?[.;,]\s3[.)] \S")


@check("S182", family="structure", severity="info", says="A list has been flattened into a running line.")
def flattened_list(corpus: Corpus) -> Iterator[Finding]:
    """Three numbered items within one line of text."""
    for audited in corpus.documents:
        for passage in readable(audited):
            shown = _LABELLED.search(passage.text) or _COUNTED.search(passage.text)
            if shown and passage.lines.first == passage.lines.last:
                what = f"A list runs on in one line from “{shown[0][:24].strip()}…”."
                yield found("S182", [audited.place(passage)], what, "Give each item its own line.", confidence=0.9)
            elif items := _glued(audited, passage):
                what = f"A list runs on in one line from “{audited.printed[items[0] - 1].strip()[:24]}…”."
                where = [audited.at(Lines(items[0], items[-1]))]
                yield found("S182", where, what, "Leave a line empty before it.", confidence=0.9)


_MARKED = re.compile(r"[*+-] +\S")


def _glued(audited: Audited, passage: Passage) -> list[int]:
    """Lines of reStructuredText that look like items and are read as part of the paragraph above them: two at least."""
    if audited.source.format != "rst" or passage.kind != "paragraph" or passage.lines.last - passage.lines.first < _GLUED:
        return []
    lines = range(passage.lines.first + 1, passage.lines.last + 1)
    items = [n for n in lines if _MARKED.match(audited.printed[n - 1])]
    return items if len(items) >= _GLUED and not _MARKED.match(audited.printed[passage.lines.first - 1]) else []


_GLUED = 2


_GROUP = re.compile(r"[\u3400-\u9fff]{1,6}|[A-Z][\w'’-]*(?: [\w'’-]+){0,2}")
"""A word or two that head the items below."""


@check("S183", family="structure", severity="info", says="An item of a list has lost its mark.")
def lost_bullet(corpus: Corpus) -> Iterator[Finding]:
    """Unmarked lines between marked ones; all of a document together, four places a finding."""
    bullet = re.compile(r"^\s*(?:[-+•] ?|\* )\S")
    for audited in corpus.documents:
        text = {n for p in readable(audited) for n in range(p.lines.first, p.lines.last + 1)}
        lines = [
            n
            for n in range(2, len(audited.printed))
            if n in text
            and bullet.match(audited.printed[n - 2])
            and (bullet.match(audited.printed[n]) or not audited.printed[n].strip())
            and re.match(r"[^\s#>|<*+•·\-\d（(]", audited.printed[n - 1])
            and not _GROUP.fullmatch(audited.printed[n - 1].strip())
            and not re.match(r"[<=>]{7}", audited.printed[n - 1])
            and not re.search(r"[:：\\]$|\w$", audited.printed[n - 2].rstrip())
        ]
        marked = sum(bool(bullet.match(audited.printed[n - 1])) for n in text)
        for group in in_fours(places(audited, lines[:4]) + places(audited, lines[4:8])) if len(lines) * 2 <= marked else ():
            what = f"{len(group)} item{'s' if len(group) > 1 else ''} between list items without the mark of the list."
            yield found("S183", group, what, "Mark it as an item.", confidence=0.9)


_TWICE = re.compile(r"(?P<sentence>[^.。!?！？]{12,400}[.。!?！？])\s*(?P=sentence)")


@check("S184", family="structure", severity="info", says="A sentence stands twice in a row.")
def sentence_twice(corpus: Corpus) -> Iterator[Finding]:
    """The same sentence repeated at once."""
    for audited in corpus.documents:
        for passage in readable(audited):
            if shown := _TWICE.search(passage.text):
                what = f"“{shown['sentence'][:50].strip()}…” stands twice."
                where = on_its_line(audited, passage, shown["sentence"].strip())
                yield found("S184", [where], what, "Keep one.")


@check(
    "S185",
    family="structure",
    severity="info",
    says="A title and its text run together: the line break after the title is lost.",
)
def lost_break(corpus: Corpus) -> Iterator[Finding]:
    """Bold titles without the backslash that breaks the line after the others, right above their text."""
    title = re.compile(r"^\s*\*\*[^*]+\*\*(?P<break>\\| {2})?$")
    for audited in corpus.documents:
        shown = [(n, m) for n, line in enumerate(audited.printed[:-1], 1) if (m := title.match(line))]
        above = [(n, m) for n, m in shown if re.match(r"[\w\"(]", audited.printed[n])]
        lost = [n for n, m in above if not m["break"]]
        if lost and len(lost) * 4 <= len(above):
            what = f"{len(lost)} title{'s' if len(lost) > 1 else ''} without the line break that the others have."
            yield found("S185", places(audited, lost), what, "Break the line after the title.", confidence=0.9)
