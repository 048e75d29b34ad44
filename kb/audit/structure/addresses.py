"""Addresses: malformed ones, and labels that say something else than their address."""

from __future__ import annotations

import calendar
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from urllib.parse import parse_qs, unquote, urlsplit

from rapidfuzz import fuzz

from kb.audit.check import MAX_PLACES, check, found, found_each
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import in_fours, places, sections
from kb.model import Finding, Link, Severity

_SCHEME = re.compile(r"(?:https?|ftp)://[\w.-]+\.[a-z]{2,}(?::\d+)?(?:[/?#]|$)|mailto:\S+@\S+|(?:\.{0,2}/|#)", re.IGNORECASE)
_BARE_HOST = re.compile(r"www\.|[\w-]+\.(?:com|org|net|jp|de|uk|io)\b", re.IGNORECASE)
_ARCHIVED = re.compile(r"^https?://web\.archive\.org/web/(\d{8})\d*(?:[a-z_]+)?/(?P<url>.+)$")


@check("S151", family="structure", severity="error", says="An address is malformed and cannot be opened.")
def malformed_url(corpus: Corpus) -> Iterator[Finding]:
    """Addresses without a scheme, with a cut-off one, or with signs that belong around them."""
    for audited in corpus.documents:
        for link in audited.document.links:
            if problem := _problem(link, audited.document.links):
                what = f"The address of “{link.label}” {problem}: {link.url}"
                severe: Severity = "error" if _cut(link.url) else "warning"
                yield found("S151", [audited.at(link.lines, link.url)], what, "Correct it.", severity=severe)


_BESIDE = re.compile(
    r"(?!\w+:)[^\s?<>\"]+\.(?:md|markdown|rst|txt|html?|pdf|csv|tsv|xlsx?|docx?|png|jpe?g|svg|json|ya?ml)(?:#\S*)?$",
    re.IGNORECASE,
)
"""The path of a document of the same folder; its section may be named in any language."""
_SLIPS = frozenset({"tps", "ttp", "ttps", "tp", "htp", "htps", "hhtp", "hhtps", "httpp", "htttp", "htttps"})
"""What is left of http and https where a letter is lost or doubled."""


def _cut(url: str) -> bool:
    """Whether the scheme is damaged."""
    scheme = re.match(r"([a-z]{1,6}):/{1,2}", url, re.IGNORECASE)
    return scheme is not None and scheme[1].lower() in _SLIPS


def _problem(link: Link, links: Sequence[Link]) -> str:
    url = link.url
    if not url or url.startswith("#") or (_SCHEME.match(url) and not re.search(r"[\s<>\"]|[,;)]$", url)):
        return ""
    if _BESIDE.match(url):
        return ""
    if not url.isascii() or re.search(r"\s", url):
        return "holds signs that an address cannot have"
    if _cut(url):
        whole = [o.url for o in links if o is not link and (url in o.url or url[1:] in o.url) and len(o.url) > len(url)]
        return "has a damaged scheme or is cut off" + (" at both ends" if whole and not whole[0].endswith(url) else "")
    if re.match(r"\W", url) or url.endswith((")", ",", ";")):
        return "holds a sign that belongs outside it"
    return "has no scheme (https://)" if _BARE_HOST.match(url) else ""


def archived(url: str) -> tuple[str, str] | None:
    """Day (YYYYMMDD) and address of a page kept by an archive; None for other addresses."""
    shown = _ARCHIVED.match(url)
    return (shown[1], shown["url"]) if shown else None


def _normal(url: str) -> str:
    return re.sub(r"^https?://", "", unquote(url)).replace(":80/", "/").rstrip("/").casefold()


@check(
    "S152", family="structure", severity="warning", says="The archived copy is not a copy of the address given as the original."
)
def other_original(corpus: Corpus) -> Iterator[Finding]:
    """Entries whose archived page differs from the original they name; those that differ in the host alone together."""
    for audited in corpus.documents:
        hosts: dict[tuple[str, str], list[Link]] = defaultdict(list)
        for copy, original in _pairs(audited):
            kept = archived(copy.url)
            if kept is None or _problem(original, ()) or _normal(kept[1]) == _normal(original.url):
                continue
            one, other = urlsplit("//" + _normal(kept[1])), urlsplit("//" + _normal(original.url))
            if one.path == other.path and one.query == other.query:
                hosts[(one.netloc, other.netloc)].append(copy)
                continue
            what = f"“{copy.label}”: the archived copy is of {kept[1]}, the original named is {original.url}"
            hint = "Name the page that was archived."
            yield found("S152", [audited.at(original.lines, original.url)], what[:240], hint)
        for (kept_host, named_host), links in hosts.items():
            for group in in_fours([audited.at(n.lines, n.url) for n in links]):
                what = f"The archived copies are of {kept_host}, the originals named are of {named_host}."
                yield found("S152", group, what, "Name the page that was archived.", severity="info", confidence=0.8)


def _pairs(audited: Audited) -> Iterator[tuple[Link, Link]]:
    """Links that stand in one entry: the archived copy, and the original after it."""
    entries: dict[str, list[Link]] = defaultdict(list)
    for link in audited.document.links:
        if not link.url.startswith("#"):
            entries[link.passage].append(link)
    for links in entries.values():
        copies = [n for n in links if archived(n.url)]
        others = [n for n in links if not archived(n.url)]
        if len(copies) == len(others) == 1:
            yield copies[0], others[0]


_RANGE = re.compile(r"\[([A-Z])-([A-Z])\]")
_NAME = re.compile(r"^\W*(?:The )?(\w)")


@check("S153", family="structure", severity="warning", says="The label and the address of a link disagree.")
def label_disagrees(corpus: Corpus) -> Iterator[Finding]:
    """Labels with a range of letters, or a name, that the address's own range does not cover."""
    for audited in corpus.documents:
        for entry in audited.document.references:
            query = parse_qs(urlsplit(entry.archive_url or entry.url).query)
            first, last = (query.get(k, [""])[0] for k in ("first", "last"))
            if not (first.isalpha() and last.isalpha()):
                continue
            shown = _RANGE.search(entry.label)
            if shown and shown.groups() != (first, last):
                what = f"“{_shortened(entry.label)}” says {shown[0]}, its address leads to [{first}-{last}]."
                yield found("S153", [audited.at(entry.lines)], what, "Correct the label or the address.")
                continue
            named = _NAME.match(entry.label.rpartition(". ")[2] if shown else entry.label)
            if named and named[1].isalpha() and not first <= named[1].upper() <= last:
                what = f"“{_shortened(entry.label)}” is not among the names that its address covers ([{first}-{last}])."
                yield found("S153", [audited.at(entry.lines)], what, "Correct the label or the address.", confidence=0.9)


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59].rstrip()}…"


_ITEM = re.compile(r"#\d+$|[?&/](?:[cf]?id|p)=\d+", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“]([^\"“”]{3,60})[\"”]")


@check("S154", family="structure", severity="warning", says="One address stands under two labels that name different things.")
def two_labels(corpus: Corpus) -> Iterator[Finding]:
    """Addresses of a single item whose labels have no name in common."""
    for audited in corpus.documents:
        labels: dict[str, list[Link]] = defaultdict(list)
        for link in audited.document.links:
            if _ITEM.search(link.url) and link.label not in ("original",):
                labels[link.url].append(link)
        for url, links in labels.items():
            first = links[0]
            other = next((n for n in links[1:] if not _shares_name(first.label, n.label)), None)
            if other:
                what = f"“{first.label}” and “{other.label}” have the same address, {url}"
                where = [audited.at(other.lines, other.label), audited.at(first.lines, first.label)]
                yield found("S154", where, what[:240], "Find out which of them it belongs to.", confidence=0.9)


def _shares_name(one: str, other: str) -> bool:
    return fuzz.token_set_ratio(one.casefold(), other.casefold()) >= 75


@check("S155", family="structure", severity="warning", says="A source is named without a link, beside a link to another one.")
def label_without_link(corpus: Corpus) -> Iterator[Finding]:
    """Words after the link of an entry that introduce a link in other entries."""
    for audited in corpus.documents:
        intros = {
            text
            for p in audited.document.passages
            if p.kind == "reference" and ":" in p.text and len(text := p.text.partition(":")[0].strip()) >= 12
        }
        for passage in audited.document.passages:
            raw = audited.raw(passage)
            rest = re.sub(r"<[^>]+>|[*_]", "", raw.rpartition("</a>")[2]).strip() if "</a>" in raw else ""
            if passage.kind == "reference" and rest in intros:
                what = f"“{rest}” stands after the link of another source and has none of its own."
                yield found("S155", [audited.place(passage)], what, "Link it, or take it out.")


@check("S156", family="structure", severity="warning", says="A list of links has lost its addresses.")
def lost_links(corpus: Corpus) -> Iterator[Finding]:
    """Sections that announce links and hold none."""
    for audited in corpus.documents:
        for section in sections(audited):
            first, last = section.heading.lines.first, max((p.lines.last for p in section.body), default=0)
            if not re.search(r"\blinks?\b|链接|連結|リンク", section.title, re.IGNORECASE) or not section.body:
                continue
            if re.fullmatch(r"(?:external |useful |related |further )?links?|.*链接|.*リンク", section.title, re.IGNORECASE):
                linked = any(first <= n.lines.first <= last for n in audited.document.links)
                lines = [n for n in range(first + 1, last + 1) if audited.printed[n - 1].strip()]
                if lines and not linked and "://" not in "".join(audited.printed[first - 1 : last]):
                    what = f"“{section.title}” lists {len(lines)} titles without an address."
                    yield found("S156", places(audited, lines)[:MAX_PLACES], what, "Add the addresses.")


_MONTHS = [name.casefold() for name in calendar.month_name[1:]]
_DAY = re.compile(r"\b(\d{1,2}) (\w+) (\d{4})\b")
_FILE_DAY = re.compile(r"(?<!\d)(\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])(?!\d)")


def _days(text: str) -> list[str]:
    return [
        f"{year}{_MONTHS.index(month.casefold()) + 1:02}{int(day):02}"
        for day, month, year in _DAY.findall(text)
        if month.casefold() in _MONTHS
    ]


@check("S157", family="structure", severity="info", says="The dates of a reference contradict each other.")
def dates_disagree(corpus: Corpus) -> Iterator[Finding]:
    """Entries archived before they were written, archived on another day than their address says, or misdated by file name."""
    for audited in corpus.documents:
        for passage in audited.document.passages:
            if passage.kind == "reference" and (problem := _dates_problem(passage.text, _addresses(audited, passage.id))):
                severe: Severity | None = "warning" if "after the day" in problem else None
                what = f"“{_shortened(passage.text.lstrip('↑ .0123456789'))}” {problem}."
                yield found("S157", [audited.place(passage)], what, "Look the date up.", severity=severe)


def _addresses(audited: Audited, passage: str) -> list[str]:
    return [n.url for n in audited.document.links if n.passage == passage]


def _dates_problem(text: str, urls: Sequence[str]) -> str:
    head, _, tail = text.partition("Archived from")
    dated, kept = _days(head), _days(tail.partition("Retrieved")[0])
    printed = [*urls, *re.findall(r"https?://\S+", text)]
    if dated and kept and tail and kept[0] < dated[0]:
        return "is dated after the day on which it was archived"
    copies = {c[0] for u in printed if (c := archived(u))}
    if kept and copies and kept[0] not in copies:
        return f"says it was archived on {kept[0]}, its address says {min(copies)}"
    named = {f"20{y}{m}{d}" for u in printed for y, m, d in _FILE_DAY.findall(u.rpartition("/")[2])}
    if dated and named and dated[0] not in named and not tail:
        return f"is dated {dated[0]}, the name of its file says {min(named)}"
    return ""


_FORM_USUAL = 10


@check("S158", family="structure", severity="info", says="A label is worded otherwise than its like.")
def odd_label(corpus: Corpus) -> Iterator[Finding]:
    """Labels that begin with a quoted name as most of their list do, but go on otherwise."""
    for audited in corpus.documents:
        lists: dict[str, list[Link]] = defaultdict(list)
        for link in audited.document.links:
            if re.match(r"[\"“][^\"“”]+[\"”]", link.label):
                lists[link.passage.partition("#")[0]].append(link)
        for links in lists.values():
            forms = [re.sub(r"[\"“][^\"“”]+[\"”]", "…", n.label).strip() for n in links]
            usual, often = Counter(forms).most_common(1)[0]
            odd = [n for n, form in zip(links, forms, strict=True) if form != usual and form.count("…") == usual.count("…")]
            if often >= _FORM_USUAL and odd and len(odd) * 5 <= often and " " in usual:
                what = f"{', '.join(n.label for n in odd[:MAX_PLACES])}: the others of the list read “{usual}”."
                where = [audited.at(n.lines, n.label) for n in odd]
                yield from found_each("S158", where, what, "Word the label like the others.", confidence=0.85)
