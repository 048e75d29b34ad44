"""Headings of the wrong level, and headings that lost their mark."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from docutils.utils import column_width

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import Section, sections
from kb.audit.structure.program import in_program
from kb.model import Finding, Lines

_SYMBOL = re.compile(r"^[#\s*]*((?:&lt;&lt;|[«»■●◆□○◇▶★])+)\s*\S")
_NUMBER = re.compile(r"^\s*(?:\d+|[ⅠⅡI])\s*[.、:：)]?\s*|\s*\d+\s*$")


@check("S103", family="structure", severity="info", says="A heading stands more than one level below the one before it.")
def level_jump(corpus: Corpus) -> Iterator[Finding]:
    """Marked headings that skip a level on the way down; not those right under the title where nothing has the level between:
    that is the document's form."""
    for audited in corpus.documents:
        marked = [s for s in sections(audited) if s.marked]
        usual = Counter(s.level for s in marked)
        for before, after in pairwise(marked):
            skipped = any(usual[level] for level in range(before.level + 1, after.level))
            if after.level > before.level + 1 and (skipped or before.level > 1):
                what = f"“{after.title}” is a heading of level {after.level} right under one of level {before.level}."
                yield found(
                    "S103", [audited.place(after.heading), audited.place(before.heading)], what, "Give it the next level."
                )


@check("S104", family="structure", severity="info", says="Headings of the same kind stand at different levels.")
def uneven_levels(corpus: Corpus) -> Iterator[Finding]:
    """Headings that share a symbol, a title or a place in the turn, but not the level."""
    timings = {
        label.casefold(): t.level
        for t in corpus.timings
        if t.level in ("phase", "step")
        for label in t.labels.values()
        if label
    }
    for audited in corpus.documents:
        marked = [s for s in sections(audited) if s.marked]
        for kind, of in (("symbol", _symbol(audited)), ("title", _title), ("timing", _timing(timings))):
            for key, group in _grouped(marked, of).items():
                yield from _uneven(audited, kind, key, group)


def _symbol(audited: Audited) -> Callable[[Section], str]:
    def of(section: Section) -> str:
        shown = _SYMBOL.match(audited.printed[section.heading.lines.first - 1])
        return shown[1] if shown else ""

    return of


def _title(section: Section) -> str:
    return section.title.casefold()


def _timing(timings: Mapping[str, str]) -> Callable[[Section], str]:
    return lambda section: timings.get(_NUMBER.sub("", section.title).casefold()) or timings.get(section.title.casefold(), "")


def _grouped(marked: Sequence[Section], of: Callable[[Section], str]) -> Mapping[str, list[Section]]:
    groups: dict[str, list[Section]] = defaultdict(list)
    for section in marked:
        if key := of(section):
            groups[key].append(section)
    return groups


def _uneven(audited: Audited, kind: str, key: str, group: Sequence[Section]) -> Iterator[Finding]:
    levels = Counter(s.level for s in group)
    if len(levels) < 2 or (kind == "title" and len(group) < 3):
        return
    usual = levels.most_common(1)[0][0]
    odd = [s for s in group if s.level != usual]
    if kind == "title" and len(odd) > 1:
        return
    like = next(s for s in group if s.level == usual)
    named = {"symbol": f"marked {key}", "title": f"“{group[0].title}”", "timing": f"that name a {key} of the turn"}[kind]
    what = f"Headings {named} stand at levels {', '.join(map(str, sorted(levels)))}; mostly at {usual}."
    shown = _steps(group) if kind == "symbol" else [*odd[: MAX_PLACES - 1], like]
    where = [audited.place(s.heading) for s in shown]
    yield found("S104", where, what, "Give headings of one kind one level.", confidence=0.8)


def _steps(group: Sequence[Section]) -> list[Section]:
    """The first two pairs of neighbours whose level differs."""
    pairs = [(a, b) for a, b in pairwise(group) if a.level != b.level]
    return list(dict.fromkeys(s for pair in pairs[: MAX_PLACES // 2] for s in pair))


@check(
    "S105",
    family="structure",
    severity="warning",
    says="A heading has lost its mark: others like it are headings, it is plain text.",
)
def lost_heading(corpus: Corpus) -> Iterator[Finding]:
    """Numbered or symbol-marked titles that are headings in one line and plain or bold text in another."""
    for audited in corpus.documents:
        yield from _unmarked_symbols(audited)
        yield from _broken_series(audited)
        yield from _unmarked_timings(corpus, audited)
        yield from _plain_titles(audited)


def _unmarked_symbols(audited: Audited) -> Iterator[Finding]:
    lines: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for number, line in enumerate(audited.printed, 1):
        if (shown := _SYMBOL.match(line)) and len(line) < 60 and not line.rstrip()[-1].isdigit():
            lines[shown[1]].append((number, line.lstrip().startswith("#")))
    for symbol, at in lines.items():
        plain, headings = [n for n, h in at if not h], [n for n, h in at if h]
        if plain and len(headings) > len(plain):
            where = [audited.at(_one(n)) for n in [*plain[: MAX_PLACES - 1], headings[0]]]
            what = (
                f"{len(plain)} title{'s' if len(plain) > 1 else ''} marked {symbol} lost the heading mark that the others have."
            )
            yield found("S105", where, what, "Mark them as headings.", confidence=0.95)


_TITLE = re.compile(r"^\s*(?P<hash>#{1,6}\s*)?(?P<bold>\*\*)?(?P<n>\d{1,2}|I)(?:\*\*)*[.、)]?(?P<title>\s*[^\d.].{0,48})?$")


def _numbered(audited: Audited) -> Iterator[tuple[int, int, str]]:
    """Lines that are a number, or a number and a short title: (line, number, how it is marked)."""
    fenced = in_program(audited)
    for line, text in enumerate(audited.printed, 1):
        shown = _TITLE.match(text.rstrip())
        if (
            shown
            and line not in fenced
            and not text.rstrip().endswith((".", "。", "：", ":", "）"))
            and not (shown["n"] == "I" and not shown["title"])
        ):
            style = "heading" if shown["hash"] else "bold" if shown["bold"] else "plain"
            yield line, 1 if shown["n"] == "I" else int(shown["n"]), style


def _broken_series(audited: Audited) -> Iterator[Finding]:
    """Numbers that go on, from one line to the next, while the mark changes between heading and text."""
    series: list[tuple[int, int, str]] = []
    for item in [*_numbered(audited), (0, 0, "")]:
        if series and (item[1] != series[-1][1] + 1 or item[0] - series[-1][0] > 40):
            yield from _mixed(audited, series)
            series = []
        if series or item[1] == 1:
            series.append(item)


def _mixed(audited: Audited, series: Sequence[tuple[int, int, str]]) -> Iterator[Finding]:
    if len(series) < 3 or not {"heading"} < {s for _, _, s in series}:
        return
    odd = [s for s in series if s[2] != "heading"]
    first = next(s for s in series if s[2] == "heading")
    numbers = ", ".join(str(n) for _, n, _ in odd)
    what = (
        f"Of the titles numbered 1 to {series[-1][1]}, {numbers} {'is' if len(odd) == 1 else 'are'} no heading, the others are."
    )
    where = [audited.at(_one(line)) for line, _, _ in [*odd[: MAX_PLACES - 1], first]]
    yield found("S105", where, what, "Mark all of them the same way.", confidence=0.9)


def _unmarked_timings(corpus: Corpus, audited: Audited) -> Iterator[Finding]:
    """Steps or phases that stand as a numbered item while the others of their kind are headings."""
    names: dict[str, tuple[str | None, str]] = {
        label.casefold(): (t.part_of, t.level)
        for t in corpus.timings
        if t.level in ("phase", "step")
        for label in t.labels.values()
    }
    marked: dict[tuple[str | None, str], list[Section]] = defaultdict(list)
    plain: dict[tuple[str | None, str], list[Section]] = defaultdict(list)
    for section in sections(audited):
        bare = _NUMBER.sub("", section.title).casefold()
        if kind := names.get(section.title.casefold()) or names.get(bare):
            (marked if section.marked else plain)[kind].append(section)
    for kind, lost in plain.items():
        if len(marked[kind]) > len(lost):
            where = [audited.place(s.heading) for s in [*lost[:2], *marked[kind][:2]]]
            what = f"“{lost[0].title}” is an item of a list, while the other parts of the turn of its kind have headings."
            yield found("S105", where, what, "Make it a heading of its own.", confidence=0.9)


_PLAIN = re.compile(r"^[^\s#>|<*+\-\d●■◆].{1,23}[^\s。.，,：:；;！!？?）)\\]$")
_BOLD = re.compile(r"^\*\*(?P<title>[^*]{3,40})\*\*\s*$")


def _plain_titles(audited: Audited) -> Iterator[Finding]:
    """Short lines set apart above a list that carry no mark, and bold titles that are headings elsewhere."""
    printed = audited.printed
    marked = [s for s in sections(audited) if s.marked]
    if not marked:
        return
    for number in range(2, len(printed)):
        above, line, below = printed[number - 2 : number + 1]
        if not above.strip() and _PLAIN.match(line) and re.match(r"- ?[^\s-]", below):
            what = f"“{line.strip()}” stands above a list like a heading, without the mark of one."
            yield found("S105", [audited.at(_one(number))], what, "Mark it as a heading.", confidence=0.85)
    titles = {_NUMBER.sub("", s.title).casefold(): s for s in marked}
    bold = [(n, shown["title"]) for n, line in enumerate(printed, 1) if (shown := _BOLD.match(line))]
    same = [(n, like) for n, title in bold if (like := titles.get(_NUMBER.sub("", title).casefold()))]
    if len(same) > 1:
        what = f"{len(same)} titles are bold text here and headings elsewhere in the document."
        where = [*(audited.at(_one(n)) for n, _ in same[: MAX_PLACES - 1]), audited.place(same[0][1].heading)]
        yield found("S105", where, what, "Mark them as headings.", severity="info", confidence=0.85)


def _one(line: int) -> Lines:
    return Lines(line, line)


_SIGNS = re.compile(r"([!-/:-@\[-`{-~])\1{3,}")


@check("S249", family="structure", severity="info", says="The line under a heading is shorter than the heading.")
def short_underline(corpus: Corpus) -> Iterator[Finding]:
    """Headings of reStructuredText whose line of signs has fewer columns than their words: Chinese characters take two."""
    for audited in (d for d in corpus.documents if d.source.format == "rst"):
        printed = [line.rstrip() for line in audited.printed]
        for number, (before, title, under) in enumerate(zip(["", *printed], printed, printed[1:], strict=False), 1):
            heads = title and not title[0].isspace() and not _SIGNS.fullmatch(title) and _SIGNS.fullmatch(under)
            width = column_width(title)
            if heads and (not before or _SIGNS.fullmatch(before)) and width > len(under):
                what = f"The heading “{title}” has {width} columns, the line under it {len(under)}."
                yield found("S249", [audited.at(Lines(number, number + 1))], what, "Lengthen the line.", confidence=0.9)


_DIRECTIVES = (
    "note|warning|tip|hint|important|caution|attention|danger|error|admonition|seealso|list-table|csv-table|table|image|figure"
    "|toctree|code-block|versionadded|versionchanged|deprecated|topic|sidebar|contents|include|rubric|glossary|raw|container"
)
_COMMENTED = re.compile(rf"\s*\.\. (?P<name>{_DIRECTIVES})(?::(?!:)|\s*$)")


@check("S250", family="structure", severity="warning", says="A directive lacks a colon, so that what it holds is not shown.")
def commented_out(corpus: Corpus) -> Iterator[Finding]:
    """Names of directives of reStructuredText after two dots, with one colon or none behind them: that makes a comment."""
    for audited in (d for d in corpus.documents if d.source.format == "rst"):
        for number, line in enumerate(audited.printed, 1):
            if shown := _COMMENTED.match(line):
                what = f"“.. {shown['name']}” has no two colons: it is a comment, and what follows is not shown."
                yield found("S250", [audited.at(Lines(number, number))], what, "Put two colons after it.", confidence=0.9)
