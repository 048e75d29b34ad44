"""The one right mend of a finding, as changed lines; none where there are two ways, or the line does not say which."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kb.audit.corpus import Audited, Corpus
from kb.model import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One line put right."""

    source: str
    line: int
    """Counted from 1."""
    before: str
    after: str


Mend = Callable[[Finding, Corpus], Iterator[Edit]]
_MEANT = re.compile(r"^“(?P<wrong>[^”]+)”: “(?P<right>[^”]+)” is probably meant")
_DOUBLED = re.compile(r"\b(?P<word>[a-z]{2,}) (?P=word)\b", re.IGNORECASE)
_TWICE_ZH = re.compile(r"^“(?P<twice>[^”]+)”: “(?P<once>[^”]+)” stands twice")
_SIGN = re.compile(r"^\s*(?P<sign>[✔✓✅✗✘❌✖]\ufe0f?)\s*")
_SIGNS = re.compile(r"(?P<sign>[，。；：、])(?P=sign)")
_SENTENCE = re.compile(r"(?P<sentence>[^.。!?！？]{12,400}[.。!?！？])\s*(?P=sentence)")
_HEADING = re.compile(r"^(?P<hashes>#{1,6})(?P<title>[^#\s].*)$")
_ITEM = re.compile(r"^(?P<dash>\s*[-+])(?P<text>[^\s+-].*)$")
_SLIP = {"ttp": "http", "tp": "http", "htp": "http", "hhtp": "http", "httpp": "http", "htttp": "http"}
_SLIP |= {"ttps": "https", "tps": "https", "htps": "https", "hhtps": "https", "htttps": "https"}
_SCHEME = re.compile(r"^(?P<scheme>[a-z]+)(?=://)", re.IGNORECASE)


def edits_of(finding: Finding, corpus: Corpus) -> tuple[Edit, ...]:
    """The lines that mend a finding, in order; none if it has no one right mend."""
    mend = _MENDS.get(finding.code)
    return tuple(mend(finding, corpus)) if mend else ()


def mendable() -> tuple[str, ...]:
    """Codes of the checks whose findings may have one, sorted."""
    return tuple(sorted(_MENDS))


def _lines(finding: Finding, corpus: Corpus) -> Iterator[tuple[Audited, int, str]]:
    """Every line of the finding's places, as printed."""
    for place in finding.places:
        audited = corpus.by_source[place.source]
        for number in range(place.lines.first, place.lines.last + 1):
            yield audited, number, audited.printed[number - 1]


def _edit(audited: Audited, number: int, line: str, after: str) -> Iterator[Edit]:
    if after != line:
        yield Edit(source=audited.source.id, line=number, before=line, after=after)


def _word(finding: Finding, corpus: Corpus) -> Iterator[Edit]:
    """A misspelt word or term by the one that is meant, where it stands once."""
    meant = _MEANT.match(finding.message)
    if not meant:
        return
    bound = r"\b" if meant["wrong"].isascii() else ""
    wrong = re.compile(f"{bound}{re.escape(meant['wrong'])}{bound}")
    for audited, number, line in _lines(finding, corpus):
        if len(wrong.findall(line)) == 1:
            yield from _edit(audited, number, line, wrong.sub(lambda _: meant["right"], line))


def _twice(finding: Finding, corpus: Corpus) -> Iterator[Edit]:
    """A small word that stands twice; only what the finding shows."""
    for audited, number, line in _lines(finding, corpus):
        shown = _DOUBLED.search(line)
        if shown and shown[0] in finding.message:
            yield from _edit(audited, number, line, line.replace(shown[0], shown["word"], 1))


def _twice_zh(finding: Finding, corpus: Corpus) -> Iterator[Edit]:
    told = _TWICE_ZH.match(finding.message)
    for audited, number, line in _lines(finding, corpus) if told else ():
        if told and told["twice"] == told["once"] * 2 and line.count(told["twice"]) == 1:
            yield from _edit(audited, number, line, line.replace(told["twice"], told["once"]))


def _sign_twice(finding: Finding, corpus: Corpus) -> Iterator[Edit]:
    for audited, number, line in _lines(finding, corpus):
        yield from _edit(audited, number, line, _SIGNS.sub(r"\g<sign>", line))


def _sentence_twice(finding: Finding, corpus: Corpus) -> Iterator[Edit]:
    for audited, number, line in _lines(finding, corpus):
        yield from _edit(audited, number, line, _SENTENCE.sub(r"\g<sentence>", line))


def _spaced_headings(finding: Finding, corpus: Corpus) -> Iterator[Edit]:
    """Every heading of the document: the finding shows the first of them only."""
    audited = corpus.by_source[finding.source]
    for number, line in enumerate(audited.printed, 1):
        if shown := _HEADING.match(line):
            yield from _edit(audited, number, line, f"{shown['hashes']} {shown['title']}")


def _spaced_items(finding: Finding, corpus: Corpus) -> Iterator[Edit]:
    for audited, number, line in _lines(finding, corpus):
        if shown := _ITEM.match(line):
            yield from _edit(audited, number, line, f"{shown['dash']} {shown['text']}")


def _level(finding: Finding, corpus: Corpus) -> Iterator[Edit]:
    """A heading too deep by its distance to the one before it, which is the finding's second place."""
    if len(finding.places) < 2:
        return
    audited = corpus.by_source[finding.source]
    lines = [audited.printed[p.lines.first - 1] for p in finding.places[:2]]
    depths = [len(line) - len(line.lstrip("#")) for line in lines]
    if 0 < depths[1] < depths[0] - 1:
        after = "#" * (depths[1] + 1) + lines[0].lstrip("#")
        yield from _edit(audited, finding.places[0].lines.first, lines[0], after)


def _scheme(finding: Finding, corpus: Corpus) -> Iterator[Edit]:
    """A scheme that lost or doubled a letter. An address that lacks more than that is nobody's to guess."""
    url = finding.places[0].quote
    shown = _SCHEME.match(url)
    right = _SLIP.get(shown["scheme"].lower()) if shown else None
    if right is None or "at both ends" in finding.message:
        return
    for audited, number, line in _lines(finding, corpus):
        if line.count(url) == 1:
            yield from _edit(audited, number, line, line.replace(url, right + url[url.index("://") :]))


def _mark(finding: Finding, corpus: Corpus) -> Iterator[Edit]:
    """A lost mark by the one that another edition shows before the same words."""
    if len(finding.places) != 2 or any(p.lines.first != p.lines.last for p in finding.places):
        return
    (audited, number, line), (_, _, other) = _lines(finding, corpus)
    shown = _SIGN.match(other)
    indent = line[: len(line) - len(line.lstrip())]
    if shown and line.strip() and not _SIGN.match(line):
        yield from _edit(audited, number, line, f"{indent.rstrip(' ')}{shown['sign']} {line.lstrip()}")


_MENDS: dict[str, Mend] = {
    "S103": _level,
    "S131": _mark,
    "S151": _scheme,
    "S161": _spaced_headings,
    "S162": _spaced_items,
    "S167": _sign_twice,
    "S184": _sentence_twice,
    "S211": _word,
    "S221": _twice,
    "S231": _twice_zh,
    "S232": _word,
}
