"""What is set between two lines of signs: program text that is never closed, front matter that no site generator can read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.audit.check import check, found
from kb.audit.corpus import Corpus
from kb.fenced import open_fence
from kb.model import Finding, Lines

_BOX = re.compile(r" {0,3}(?P<fence>:{3,})(?P<info>.*)")
"""A container, as VuePress, Docusaurus and MyST have them."""
_FRONT = re.compile(r"---\s*")
_ENDS = re.compile(r"(?:---|\.\.\.)\s*")
_PAIR = re.compile(r"(?P<key>[^\s:#'\"\[{-][^:#]*?):(?:\s+(?P<value>\S.*?))?\s*")
_PAIRS = 2
"""Keys with their values that stand above the text, at least, for front matter that is not closed."""
_LONGEST = 60
"""Lines of front matter, at most."""
_GOES_ON = 2
"""Lines that a fence must take in to the end of the document for it to be told."""


@check("S251", family="structure", severity="warning", says="A block of program text, or a box, is opened and never closed.")
def never_closed(corpus: Corpus) -> Iterator[Finding]:
    """Fences of Markdown (CommonMark 0.31, section 4.5) after which the whole rest of a document is program text."""
    for audited in (d for d in corpus.documents if d.source.format == "markdown"):
        for opened, what in ((open_fence(audited.printed), "program text"), (_open_box(audited.printed), "part of a box")):
            if opened and sum(bool(line.strip()) for line in audited.printed[opened:]) >= _GOES_ON:
                said = f"From here to the end of the page all is shown as {what}."
                yield found("S251", [audited.at(Lines(opened, opened))], said, "Close it where it ends.", confidence=0.9)


def _open_box(printed: Sequence[str]) -> int:
    """The line of the outermost container that is still open at the end; 0 for none. Containers may hold others.

    >>> _open_box(["::: tip", "a", ":::"]), _open_box([":::note Oil", "b", "::: tip", ":::"])
    (0, 1)
    """
    opened: list[int] = []
    for number, line in enumerate(printed, 1):
        if shown := _BOX.fullmatch(line.rstrip()):
            if shown["info"].strip():
                opened.append(number)
            elif opened:
                opened.pop()
    return opened[0] if opened else 0


@check("S252", family="structure", severity="warning", says="The front matter is no YAML, or never closed.")
def broken_front(corpus: Corpus) -> Iterator[Finding]:
    """Values that hold a colon and a space and are not quoted, quotes that are not closed, and tabs (YAML 1.2, 7.3 and 6.1)."""
    for audited in (d for d in corpus.documents if d.source.format == "markdown"):
        printed = audited.printed[:_LONGEST]
        end = next((n for n, line in enumerate(printed[1:], 1) if _ENDS.fullmatch(line)), 0)
        if not printed or not _FRONT.fullmatch(printed[0].lstrip("\ufeff")):
            continue
        above = next((n for n, line in enumerate(printed) if not line.strip() or line.startswith("#")), len(printed))
        if not end and above > _PAIRS and all(_PAIR.fullmatch(line) for line in printed[1:above]):
            what = "The front matter is opened here and never closed."
            yield found("S252", [audited.at(Lines(1, above))], what, "Close it where it ends.", confidence=0.9)
            continue
        if not end:
            continue
        for number, line in enumerate(printed[1:end], 2):
            if why := _wrong(line):
                what = f"A site generator cannot read this line of the front matter: {why}."
                yield found("S252", [audited.at(Lines(number, number))], what, "Put the value in quotes.", confidence=0.9)
                break


def _wrong(line: str) -> str:
    """Why a line is no pair of a key and a value, as far as one line tells.

    >>> _wrong("title: Lamps: an essay"), _wrong("title: 'Lamps: an essay'"), _wrong("title: Lamps # all: of them")
    ('a colon and a space stand inside a value without quotes', '', '')
    """
    if line.startswith("\t"):
        return "it is indented with a tab"
    shown = _PAIR.fullmatch(line)
    value = shown["value"] if shown else None
    if not value or value[0] in "|>[{&*!":
        return ""
    if value[0] in "'\"":
        closed = re.fullmatch(r"\"(?:[^\"\\]|\\.)*\"(?:\s+#.*)?|'(?:[^']|'')*'(?:\s+#.*)?", value)
        return "" if closed else "a quotation mark is not closed, or something follows it"
    return "a colon and a space stand inside a value without quotes" if re.search(r":\s", re.sub(r"\s#.*", "", value)) else ""
