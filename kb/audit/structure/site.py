"""Links between the documents of a site: to labels, documents and sections that are not there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus, shared
from kb.model import Finding, Lines

_MOST_LOST = 3
"""Links that lead somewhere, for one that does not: where fewer do, parts of the site are not here."""
_FEW = 2
"""Links of a folder that are no more than slips, though nothing else there leads anywhere."""
_SUFFIXES = (".md", ".markdown", ".rst", ".txt", ".html", ".htm", ".csv", ".tsv")
_ELSEWHERE = re.compile(r"[a-z][\w+.-]*:|//|www\.", re.IGNORECASE)
_TOCTREE = re.compile(r"(?P<indent>\s*)\.\. toctree::")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lead:
    """A link from one document to another."""

    audited: Audited
    lines: Lines
    label: str
    path: str
    """Of the document it leads to, under the folder of the site."""
    anchor: str
    target: Audited | None


@shared
def _leads(corpus: Corpus) -> Sequence[_Lead]:
    """All links of the documents whose addresses are paths."""
    there = {_stem(d.source.file): d for d in corpus.documents}
    return [lead for audited in corpus.documents for lead in _leads_of(audited, there)]


def _leads_of(audited: Audited, there: Mapping[str, Audited]) -> Iterator[_Lead]:
    text = {i for i, p in audited.passages.items() if p.kind != "boilerplate" or audited.source.format != "html"} | {""}
    links = [
        (n.lines, n.label, n.url)
        for n in audited.document.links
        if n.url and not _ELSEWHERE.match(n.url) and n.passage in text  # a page's navigation is its site's
    ]
    for lines, label, url in [*links, *_toctree(audited)]:
        path, _, anchor = unquote(url).partition("#")
        if path and _is_document(path, audited):
            whole = _joined(audited.source.file, path)
            yield _Lead(audited=audited, lines=lines, label=label, path=whole, anchor=anchor, target=there.get(_stem(whole)))


def _is_document(path: str, audited: Audited) -> bool:
    """Whether a path names a document; reStructuredText leaves the ending out."""
    name = PurePosixPath(path)
    return name.suffix.lower() in _SUFFIXES or (audited.source.format == "rst" and not name.suffix)


def _joined(file: str, path: str) -> str:
    parts = [] if path.startswith("/") else list(PurePosixPath(file).parent.parts)
    for part in PurePosixPath(path.lstrip("/")).parts:
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _stem(path: str) -> str:
    suffix = PurePosixPath(path).suffix
    return path.removesuffix(suffix) if suffix.lower() in _SUFFIXES else path


def _toctree(audited: Audited) -> Iterator[tuple[Lines, str, str]]:
    """The entries of the lists of contents of a reStructuredText document: (lines, entry, path)."""
    indent = -1
    for number, line in enumerate(audited.printed if audited.source.format == "rst" else (), 1):
        if opened := _TOCTREE.match(line):
            indent = len(opened["indent"])
        elif line.strip() and len(line) - len(line.lstrip()) <= indent:
            indent = -1
        elif indent >= 0 and (entry := line.strip()) and not entry.startswith(":") and not re.search(r"[*?]", entry):
            titled = re.fullmatch(r".*<(?P<path>[^<>]+)>", entry)
            path = titled["path"] if titled else entry
            if path != "self" and not _ELSEWHERE.match(path):
                yield Lines(number, number), entry, path


def _is_whole(led: int, lost: int) -> bool:
    return 0 < lost <= led / _MOST_LOST


_MADE_BY_SPHINX = frozenset({"genindex", "modindex", "search"})
"""Pages that no document stands for."""


@check("S123", family="structure", across=True, severity="warning", says="A reference names a label that no document has.")
def no_such_label(corpus: Corpus) -> Iterator[Finding]:
    """References by label between the documents of a site; told only where most links lead somewhere: the site is there."""
    site = [d for d in corpus.documents if d.source.format == "rst"]
    labels = {a.name.casefold() for d in site for a in d.document.anchors}
    labels |= {term.casefold() for d in site for term in _glossary(d)} | _MADE_BY_SPHINX
    links = [(d, n) for d in site for n in d.document.links if n.resolves is None and n.url.startswith("#")]
    lost = [(d, n) for d, n in links if n.url.removeprefix("#").casefold() not in labels]
    told = sum(n.resolves is True and n.url.startswith("#") for d in site for n in d.document.links) + len(links) - len(lost)
    if not _is_whole(told + sum(n.target is not None for n in _leads(corpus)), len(lost)):
        return
    for audited, link in lost:
        what = f"“{link.label}” leads to “{link.url.removeprefix('#')}”, and no document has that label."
        yield found(
            "S123", [audited.at(link.lines, link.label)], what, "Correct the label, or write the section.", confidence=0.9
        )


def _glossary(audited: Audited) -> Iterator[str]:
    """The terms of the glossaries of a document: the lines indented least below the directive."""
    inside, least = False, 0
    for line in audited.printed:
        text, indent = line.strip(), len(line) - len(line.lstrip())
        if text.startswith(".. glossary::"):
            inside, least = True, 0
        elif inside and text and not text.startswith(":"):
            least = least or indent
            inside = indent >= max(least, 1)
            if inside and indent == least:
                yield text


@check("S124", family="structure", across=True, severity="warning", says="A link leads to a document that is not there.")
def no_such_document(corpus: Corpus) -> Iterator[Finding]:
    """Paths, entries of contents included, to documents that were not built; told only where most of them lead somewhere, or
    where a folder of several documents has hardly any links."""
    leads = _leads(corpus)
    lost = [n for n in leads if n.target is None and not _saved(n, leads)]
    if not (
        _is_whole(len(leads) - len(lost), len(lost)) or (len(leads) == len(lost) <= _FEW and _has_neighbours(lost, corpus))
    ):
        return
    for lead in lost:
        what = f"“{lead.label}” leads to {lead.path}, and no such document is there."
        hint = "Correct the path, or add the document."
        yield found("S124", [lead.audited.at(lead.lines, lead.label)], what, hint, confidence=0.9)


def _saved(lead: _Lead, leads: Sequence[_Lead]) -> bool:
    """Whether a link is one of those that every page of a site has, in a page that was saved without the site."""
    if lead.audited.source.format != "html":
        return False
    return len({n.audited.source.id for n in leads if n.path == lead.path and n.target is None}) > 1


def _has_neighbours(lost: Sequence[_Lead], corpus: Corpus) -> bool:
    """Whether beside each document whose link leads nowhere another one stands, in the very folder that the link leads to."""
    files = {d.source.file for d in corpus.documents}

    def neighbour(lead: _Lead) -> bool:
        folder = PurePosixPath(lead.path).parent
        own = lead.audited.source.file
        return PurePosixPath(own).parent == folder and any(PurePosixPath(f).parent == folder for f in files - {own})

    return all(map(neighbour, lost))


@check(
    "S125",
    family="structure",
    across=True,
    severity="warning",
    says="A link leads to a section that the document does not have.",
)
def no_such_section(corpus: Corpus) -> Iterator[Finding]:
    """Links to a section of another document whose anchor no heading of it has."""
    told = [n for n in _leads(corpus) if n.target is not None]
    names = {d.source.id: {a.name.casefold() for a in d.document.anchors} for d in corpus.documents}
    lost = [n for n in told if n.target is not None and n.anchor and n.anchor.casefold() not in names[n.target.source.id]]
    if not _is_whole(len(told) - len(lost), len(lost)):
        return
    for lead in lost:
        what = f"“{lead.label}” leads to the section “{lead.anchor}” of {lead.path}, which has none of that name."
        hint = "Name the section as its heading does."
        yield found("S125", [lead.audited.at(lead.lines, lead.label)], what, hint, confidence=0.9)


_SUBSTITUTED = re.compile(r"(?<![|\w])\|(?P<name>[^\W\d][\w-]{0,20})\|(?![|\w])")
_DEFINED = re.compile(r"\s*\.\. \|(?P<name>[^|]+)\| (?:replace|unicode|image|date)::")
_BUILT_IN = frozenset({"version", "release", "today"})


@check("S126", family="structure", across=True, severity="warning", says="A substitution is used that nothing defines.")
def no_such_substitution(corpus: Corpus) -> Iterator[Finding]:
    """Names between bars in reStructuredText, where others are defined in the same document or for the whole site."""
    pages = [d for d in corpus.documents if d.source.format == "rst"]
    of_site = any(not _stands(d, number, used) for d in pages for number, used in _used(d))
    for audited in pages:
        defined = {m["name"] for line in audited.printed if (m := _DEFINED.match(line))}
        lost: dict[int, list[str]] = defaultdict(list)
        for number, used in _used(audited) if defined or of_site else ():
            if used not in defined and _stands(audited, number, used):
                lost[number].append(f"|{used}|")
        for number, names in lost.items():
            what = f"{', '.join(dict.fromkeys(names))} stands for something that nothing defines."
            hint = "Define it, or write what it stands for."
            yield found("S126", [audited.at(Lines(number, number))], what, hint, confidence=0.9)


def _used(audited: Audited) -> Iterator[tuple[int, str]]:
    """Every name between bars, with its line; definitions and tables left out."""
    for number, line in enumerate(audited.printed, 1):
        if not _DEFINED.match(line) and not line.lstrip().startswith("+"):
            yield from ((number, used["name"]) for used in _SUBSTITUTED.finditer(line) if used["name"] not in _BUILT_IN)


def _stands(audited: Audited, number: int, name: str) -> bool:
    """Whether a name still stands between its bars where its line was read: nothing was put in its place."""
    here = [p for p in audited.document.passages if p.lines.first <= number <= p.lines.last]
    return not here or any(f"|{name}|" in p.text for p in here)
