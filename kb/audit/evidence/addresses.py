"""Where references lead: archived copies, addresses that are likely dead or short-lived, copies on unofficial sites."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import tight
from kb.model import Finding, FoundAt, Lines, Reference

ARCHIVE = re.compile(r"^https?://(?:web\.)?archive\.(?:org|is|today|ph)/(?:web/)?(\d{4})?")
"""The address of an archived copy, with the year it was made."""
_OFFICIAL = re.compile(r"(?<!un)official|rulebook|konami|ruling|裁定|规则书|公式", re.IGNORECASE)
RUN = 15
"""Lines of one place for a run of entries."""
MOST = 2
"""Findings of one cause in one document, at most."""


def claims_official(reference: Reference) -> bool:
    """Whether a reference names something official, wherever it leads."""
    return bool(_OFFICIAL.search(reference.label))


_COPY_OF = re.compile(r"^https?://(?:web\.)?archive\.(?:org|is|today|ph)/(?:web/)?\d+\w*/")


def _original(reference: Reference) -> str:
    """The address of the page itself, also where only its archived copy is given."""
    return _COPY_OF.sub("", reference.url)


def _host(reference: Reference) -> str:
    return (urlsplit(_original(reference)).hostname or "").removeprefix("www.")


def is_archived(reference: Reference) -> bool:
    """Whether a reference is, or names, an archived copy."""
    return bool(reference.archive_url or ARCHIVE.match(reference.url))


@check("E206", family="evidence", severity="info", says="References rest on archived copies of pages.")
def archived_only(corpus: Corpus) -> Iterator[Finding]:
    """Runs of references to archived copies, by the host that is gone."""
    for audited in corpus.documents:
        gone: dict[tuple[tuple[str, ...], str], list[Reference]] = defaultdict(list)
        for reference in audited.document.references:
            if is_archived(reference):
                gone[reference.heading, _host(reference)].append(reference)
        for (heading, host), references in gone.items():
            years = sorted({m[1] for r in references if (m := ARCHIVE.match(r.archive_url or r.url)) and m[1]})
            captured = f", captured {years[0]}" + (f" to {years[-1]}" if len(years) > 1 else "") if years else ""
            for some in runs_of(audited, references):
                name = heading[-1] if heading else ""
                what = f"{len(references)} references of “{name}” to {host} rest on archived copies{captured}."
                yield found("E206", some, what, "Look for a current page that says the same.", confidence=0.85)


def runs_of(audited: Audited, references: Sequence[Reference]) -> Iterator[list[FoundAt]]:
    """Places, four at a time, each as many neighbouring entries as fit in."""
    runs: list[Lines] = []
    for reference in sorted(references, key=lambda r: r.lines):
        if runs and reference.lines.last - runs[-1].first < RUN and reference.lines.first - runs[-1].last <= 4:
            runs[-1] = Lines(runs[-1].first, reference.lines.last)
        else:
            runs.append(tight(reference.lines))
    for start in range(0, len(runs), 4):
        yield [audited.at(r) for r in runs[start : start + 4]]


@check(
    "E210",
    family="evidence",
    across=True,
    severity="info",
    says="A reference goes to a site whose pages are cited as archived copies elsewhere.",
)
def likely_dead(corpus: Corpus) -> Iterator[Finding]:
    """Plain addresses of a host and folder that other references reach through an archive only."""
    every = [(d, r) for d in corpus.documents for r in d.document.references]
    gone = {(_host(r), _folder(r)) for _, r in every if is_archived(r)}
    dead: dict[tuple[str, str], list[Reference]] = defaultdict(list)
    for audited, reference in every:
        if not is_archived(reference) and _folder(reference) and (_host(reference), _folder(reference)) in gone:
            dead[audited.source.id, f"{_host(reference)}/{_folder(reference)}"].append(reference)
    for (source, where), references in dead.items():
        for some in list(runs_of(corpus.by_source[source], references))[:MOST]:
            what = f"{len(references)} references go to {where}, whose pages others cite as archived copies: likely dead."
            yield found("E210", some, what, "Open it; where it is gone, link the archived copy.", confidence=0.75)


def _folder(reference: Reference) -> str:
    parts = [p for p in urlsplit(_original(reference)).path.split("/") if p]
    return "/".join(parts[:2]) if len(parts) > 2 else ""


@check("E211", family="evidence", severity="info", says="An official text is cited through an unofficial copy.")
def unofficial_copy(corpus: Corpus) -> Iterator[Finding]:
    """References that name an official work or ruling and lead to a site that is not known to be official."""
    for audited in corpus.documents:
        through: dict[str, list[Reference]] = defaultdict(list)
        for reference in audited.document.references:
            if (
                claims_official(reference)
                and reference.official is not True
                and _host(reference)
                and not is_archived(reference)
            ):
                through[_host(reference)].append(reference)
        for host, references in through.items():
            for some in list(runs_of(audited, references))[:MOST]:
                what = f"{len(references)} references name an official text and lead to {host}, which is not its publisher's."
                yield found("E211", some, what, "Cite the official page; name the copy beside it.", confidence=0.75)


_SHORT_LIVED = re.compile(
    r"(?:^|\.)(?:imgur|dropbox|mediafire|pastebin|photobucket|tinypic|discord|discordapp)\.com$|(?:^|\.)(?:mega\.nz|discord\.gg)$"
    r"|^(?:drive|docs)\.google\.com$|^onedrive\.live\.com$|^pan\.baidu\.com$"
)
_GONE = re.compile(r"(?:^|\.)(?:wikia|geocities|angelfire)\.com$|^(?:plus\.google|entertainment\.upperdeck)\.com$")


@check(
    "E215", family="evidence", severity="info", says="A reference leads to a place that does not last, or is known to be gone."
)
def short_lived(corpus: Corpus) -> Iterator[Finding]:
    """References to hosts of pictures, files and chats, or to hosts that have shut down; archived copies are another matter."""
    for audited in corpus.documents:
        there: dict[str, list[Reference]] = defaultdict(list)
        for reference in audited.document.references:
            host = _host(reference)
            if not is_archived(reference) and (_SHORT_LIVED.search(host) or _GONE.search(host)):
                there[host].append(reference)
        for host, references in there.items():
            gone = bool(_GONE.search(host))
            why = "a site that has shut down" if gone else "a store of files and pictures, which are moved and deleted"
            hint = "Link an archived copy, or cite something that stands." if gone else "Cite where it was published."
            for some in runs_of(audited, references):
                yield found("E215", some, f"{len(references)} references go to {host}: {why}.", hint, confidence=0.8)
