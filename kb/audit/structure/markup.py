"""Markup that readers of the text will see, or that hides what was meant."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from kb.audit.check import MAX_PLACES, check, found, found_each
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import every_place, on_its_line, places, readable, times
from kb.audit.structure.program import in_program, is_program
from kb.model import Finding, FoundAt, Passage

_TAGS = re.compile(r"<[^>]*>")


def _lines(audited: Audited, pattern: re.Pattern[str]) -> list[int]:
    return [n for n, line in enumerate(audited.printed, 1) if pattern.search(line)]


def _all_over(
    corpus: Corpus, code: str, pattern: re.Pattern[str], says: Callable[[int], str], hint: str, *, fewest: int = 1
) -> Iterator[Finding]:
    """A fault of a document's format, all of it together, and how often it is there."""
    for audited in corpus.documents:
        lines = _lines(audited, pattern)
        if len(lines) >= fewest:
            yield from found_each(code, every_place(audited, lines), says(len(lines)), hint)


_UNHASHED = frozenset(("rst", "html", "csv", "pdf", "text"))
"""Formats in which # marks no heading."""


@check("S161", family="structure", severity="warning", says="Headings lack the space that CommonMark wants after #.")
def heading_without_space(corpus: Corpus) -> Iterator[Finding]:
    """All of a document together."""
    for audited in (d for d in corpus.documents if d.source.format not in _UNHASHED):
        inside = in_program(audited)
        lines = [n for n in _lines(audited, re.compile(r"^#{1,6}[^#\s]")) if n not in inside]
        if lines:
            what = f"{len(lines)} headings have no space after #: a Markdown reader takes them for plain text."
            yield found("S161", places(audited, _alone(lines)), what, "Put a space after the #.")


def _alone(lines: Sequence[int]) -> list[int]:
    """The first lines, at most the fifteen of one place if they are neighbours."""
    return list(lines[:MAX_PLACES])


@check("S162", family="structure", severity="info", says="A list item lacks the space after its dash.")
def item_without_space(corpus: Corpus) -> Iterator[Finding]:
    """Lines that open with a dash and go on at once, between items that have the space."""
    for audited in corpus.documents:
        items = len(_lines(audited, re.compile(r"^\s*- \S")))
        lines = _lines(audited, re.compile(r"^\s*-[^\s\-\d>|:]"))
        if lines and items > len(lines):
            what = (
                f"{len(lines)} list item{'s' if len(lines) > 1 else ''} without a space after the dash: plain text to a reader."
            )
            yield from found_each("S162", every_place(audited, lines), what, "Put a space after the dash.", confidence=0.95)


@check("S163", family="structure", severity="info", says="LaTeX stands in text that is no formula.")
def latex(corpus: Corpus) -> Iterator[Finding]:
    """Spacing commands and the like."""
    hint = "Use a list's own indentation."
    yield from _all_over(
        corpus,
        "S163",
        re.compile(r"\$?\\(?:hspace|quad|qquad|vspace|text|mathrm|mathbf)\b"),
        lambda n: f"{n} line{'s' if n > 1 else ''} carry LaTeX commands, which show as letters outside a formula.",
        hint,
    )


@check("S164", family="structure", severity="info", says="Bold runs stand against each other: a space or a break is missing.")
def fused_bold(corpus: Corpus) -> Iterator[Finding]:
    """`**4****Title**`."""
    hint = "Separate them, or make them one."
    yield from _all_over(
        corpus,
        "S164",
        re.compile(r"\*\*[^*\s][^*\n]*\*\*\*\*[^*\s][^*\n]*\*\*"),
        lambda n: f"{n} line{'s' if n > 1 else ''} with two bold parts against each other.",
        hint,
    )


_CJK = r"[\u3040-\u30ff\u3400-\u9fff]"


_COLUMNS = rf".*(?:{_CJK}{{2,}}\s+){{2}}|.*(?:\s{_CJK}{{2,}}){{2}}"
"""The head of a table whose columns are set apart by blanks."""


@check("S165", family="structure", severity="warning", says="Spaces stand inside a Chinese or Japanese word.")
def spaced_word(corpus: Corpus) -> Iterator[Finding]:
    """Single characters with spaces between them, a title that is spaced out as a whole aside; all of a document together."""
    hint = "Take the spaces out, or the word cannot be found."
    yield from _all_over(
        corpus,
        "S165",
        re.compile(rf"^(?!\W*(?:{_CJK} +)+{_CJK}\W*$)(?!{_COLUMNS}).*?(?:{_CJK} +){{2}}{_CJK}(?!\S*{_CJK})"),
        lambda n: f"{n} line{'s' if n > 1 else ''} spell a word with spaces between its characters.",
        hint,
    )


@check("S166", family="structure", severity="info", says="Stray punctuation stands around a footnote.")
def stray_punctuation(corpus: Corpus) -> Iterator[Finding]:
    """A full stop set apart after a footnote or doubled before and after it, and a comma that ends a paragraph before one."""
    pattern = re.compile(r"(?<!\])[.,。，]\s*(?:\[[\w ]+\]\s*)+[.,。，](?:\s|$)|\]\s+\.(?:\s*$)|,\s*(?:\[\d+\]\s*)+$")
    for audited in corpus.documents:
        lines = [
            n
            for p in readable(audited)
            for n in range(p.lines.first, p.lines.last + 1)
            if pattern.search(audited.printed[n - 1].rstrip())
        ]
        for start in range(0, len(lines), MAX_PLACES):
            group = lines[start : start + MAX_PLACES]
            what = f"{len(group)} line{'s' if len(group) > 1 else ''} end in punctuation that does not fit the footnote."
            yield found("S166", places(audited, group), what, "Leave one sign, at the sentence's end.", confidence=0.95)


_PUNCTUATION = re.compile(
    r"(?<![.…])\)\.,|\bet[ck]\)\.\s*[,a-z]|,\s*,|。\s*。|，\s*，"
    r"|(?<![.!?…])\.\s+,|但是。|\b(?!VS\b)(?<!\d )[A-Z]{2,4}\. [a-z]|[，、]。|、，"
)


@check("S167", family="structure", severity="info", says="Punctuation that no sentence has.")
def odd_punctuation(corpus: Corpus) -> Iterator[Finding]:
    """Two signs of which one is too many, and a full stop inside a sentence; the same slip together."""
    for audited in corpus.documents:
        odd: dict[str, list[FoundAt]] = defaultdict(list)
        told: dict[str, str] = {}
        for passage in (p for p in audited.document.passages if p.kind not in ("reference", "boilerplate")):
            if is_program(audited, passage):
                continue
            if shown := _PUNCTUATION.search(passage.text):
                before, after = passage.text[: shown.start()][-12:], passage.text[shown.end() :][:12]
                around = f"{before.partition(' ')[2] or before}{shown[0]}{after.rpartition(' ')[0] or after}"
                odd[shown[0][:4]].append(on_its_line(audited, passage, around))
                told.setdefault(shown[0][:4], around)
        for sign, where in odd.items():
            what = f"“…{told[sign]}…” holds a sign too many."
            yield from found_each("S167", where, what, "Keep the one that belongs there.", confidence=0.9)


@check(
    "S168",
    family="structure",
    severity="info",
    says="A table's cell ends in line breaks, or holds nothing where its neighbours do.",
)
def dangling_break(corpus: Corpus) -> Iterator[Finding]:
    """Trailing <br> before the end of a cell, with the empty cell after it."""
    for audited in corpus.documents:
        text = "\n".join(audited.printed)
        for shown in re.finditer(
            r"(?:(?:<br\s*/?>\s*){2,}</td>|<br\s*/?>\s*</td>(?=\s*<td[^>]*>\s*</td>))(?:\s*<td[^>]*>\s*</td>)?", text
        ):
            first = text.count("\n", 0, shown.start()) + 1
            last = first + shown[0].count("\n")
            empty = " and the next cell is empty" if shown[0].count("</td>") > 1 else ""
            what = f"The cell ends in line breaks{empty}: nothing is meant, or something was lost."
            where = places(audited, range(first, last + 1))
            yield found("S168", where, what, "Say so in words, or restore what stood there.", confidence=0.9)


_VOID = {"br", "img", "hr", "input", "meta", "link", "col", "wbr"}
_LISTS = ("ul", "ol", "table", "td", "tr", "th", "div", "li", "details", "summary", "sup", "b", "i", "p", "span")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)\b[^>]*?(/?)>")


_INLINE = ("em", "strong", "b", "i", "u", "s", "q", "small", "mark", "sup", "sub", "span", "a", "code")
"""Elements that a web page has to close as well."""
_PAGES = (".html", ".htm", ".xhtml")


@check("S169", family="structure", severity="info", says="HTML elements are opened and not closed.")
def unclosed_tag(corpus: Corpus) -> Iterator[Finding]:
    """Elements that are opened more often than closed, all of a kind together; a web page may leave ends out."""
    for audited in corpus.documents:
        known = _INLINE if audited.source.file.lower().endswith(_PAGES) else _LISTS
        opened: dict[str, list[int]] = defaultdict(list)
        lost: dict[str, list[int]] = defaultdict(list)
        for number, closes, tag in _tags(audited):
            if tag not in known:
                continue
            if not closes:
                opened[tag].append(number)
            elif opened[tag]:
                opened[tag].pop()
            else:
                lost[tag].append(number)
        for tag, lines in [*opened.items(), *lost.items()]:
            if lines:
                what = f"<{tag}> is opened and closed unevenly, {len(lines)} time{'s' if len(lines) > 1 else ''}."
                yield from found_each("S169", every_place(audited, lines), what, f"Close each <{tag}>.", confidence=0.9)


def _tags(audited: Audited) -> Iterator[tuple[int, bool, str]]:
    """The tags of elements that have an end, each with its line and whether it is the end; one may go over several lines."""
    text = audited.document.text
    number, at = 1, 0
    for shown in _TAG.finditer(text):
        closes, name, itself = shown.groups()
        if name.lower() not in _VOID and not itself:
            number, at = number + text.count("\n", at, shown.start()), shown.start()
            yield number, bool(closes), name.lower()


_BOLD = re.compile(r"(?<![*\\])\*{2,3}(?!\*)")
"""Where bold type begins or ends: a third asterisk beside it begins italic type, or is one that is printed."""


@check("S149", family="structure", severity="warning", says="Bold type is opened and never closed.")
def unclosed_bold(corpus: Corpus) -> Iterator[Finding]:
    """Paragraphs of Markdown with an odd number of double asterisks; <b> and <strong> of a web page without their end."""
    for audited in corpus.documents:
        marked = audited.source.format == "markdown"
        for passage in (p for p in audited.document.passages if p.kind not in ("boilerplate", "heading")):
            raw = re.sub(r"`[^`]*`", "", audited.raw(passage))
            tags = [len(re.findall(rf"<{end}(?:b|strong)>", raw, re.IGNORECASE)) for end in ("", "/")]
            if (marked and len(_BOLD.findall(raw)) % 2) or tags[0] > tags[1]:
                what = f"Bold type is opened here and not closed: “{passage.text[:40].strip()}…”."
                yield found("S149", [audited.place(passage)], what, "Close it where it ends.", confidence=0.85)


_PAIRS = {"(": ")", "（": "）", "【": "】", "「": "」", "『": "』", "《": "》", "“": "”"}


@check("S170", family="structure", severity="info", says="Brackets or quotation marks do not pair.")
def unbalanced(corpus: Corpus) -> Iterator[Finding]:
    """Passages with more of one bracket than of its partner, and link labels with a single quotation mark."""
    for audited in corpus.documents:
        for passage in readable(audited):
            text = passage.text
            for left, right in _PAIRS.items():
                opens, closes = _counted(text, left, right)
                if opens != closes and not _paired_further(audited, passage, left, right):
                    what = f"{opens} {left} and {closes} {right} in one passage."
                    yield found("S170", [audited.place(passage)], what, "Put the missing one in.", confidence=0.9)
                    break
            else:
                if text.count('"') % 2 and not re.search(r'\d"', text) and not _ends_below(audited, passage):
                    what = 'A quotation mark (") has no partner.'
                    yield found("S170", [audited.place(passage)], what, "Put the missing one in.", confidence=0.85)
        for link in audited.document.links:
            if link.label.count('"') % 2:
                what = f"The label {link.label} has a single quotation mark."
                yield found("S170", [audited.at(link.lines, link.label)], what, "Put the missing one in.")


def _ends_below(audited: Audited, passage: Passage) -> bool:
    """Whether what a quotation mark opens ends in the passage right below or above: columns, read line by line."""
    text = audited.document.passages
    at = text.index(passage)
    beside = [p for p in text[max(0, at - 1) : at + 2] if p is not passage]
    return audited.source.format == "text" and any(p.text.count('"') % 2 for p in beside)


def _paired_further(audited: Audited, passage: Passage, left: str, right: str) -> bool:
    """Whether a bracket that one passage opens is closed by the next text behind what is shown between them, or the reverse."""
    text = [p for p in audited.document.passages if p.kind not in ("heading", "reference", "boilerplate")]
    at = text.index(passage)
    opens, closes = _counted(passage.text, left, right)
    step = 1 if opens > closes else -1
    beside = text[max(0, at - _REACH) : at][::-1] if step < 0 else text[at + 1 : at + 1 + _REACH]
    shown = [is_program(audited, p) or p.kind == "bullet" for p in beside]
    if not shown or not shown[0]:
        return False
    other = next((p for p, aside in zip(beside, shown, strict=True) if not aside), None)
    return other is not None and sum(_counted(other.text, left, right)) > 0 and _balance(other, left, right) == closes - opens


def _balance(passage: Passage, left: str, right: str) -> int:
    opens, closes = _counted(passage.text, left, right)
    return opens - closes


_REACH = 4
"""Passages beyond which a bracket is not looked for."""
_SMILEY = re.compile(r"(?<![\w])[:;=]-?[()DP](?!\w)")
_HALF = str.maketrans("｢｣", "「」")
_ENUMERATED = re.compile(r"(?:^|[\s。；;：:、])\w{1,3}）")


def _counted(text: str, left: str, right: str) -> tuple[int, int]:
    text = _SMILEY.sub("", text.translate(_HALF))
    if left == "“" and "“" not in text and text.count("”") % 2 == 0:
        return 0, 0
    if left == "（":
        text = _ENUMERATED.sub(lambda m: m[0] if _is_open(text[: m.start()], left, right) else " ", text)
    if left == "(":
        half = re.compile(r"(?:^|[.;:,]\s)\w\)(?=\s|$)")
        text = half.sub(lambda m: m[0] if _is_open(text[: m.start()], left, right) else " ", text)
    return text.count(left), text.count(right)


def _is_open(before: str, left: str, right: str) -> bool:
    """Whether a bracket is open, so that the next one closes it and numbers nothing."""
    return before.count(left) > before.count(right)


@check("S171", family="structure", severity="info", says="The same label is set in two ways.")
def two_styles(corpus: Corpus) -> Iterator[Finding]:
    """Lines that hold a label alone, in italics here and in bold there; the less usual style comes first."""
    pattern = re.compile(r"^\s*(?P<mark>\*{1,3}|_{1,2})(?P<label>[^*_\d][^*_]{2,40})(?P=mark)\s*[:：]?\s*$")
    for audited in corpus.documents:
        styles: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for number, line in enumerate(audited.printed, 1):
            if shown := pattern.match(line):
                styles[shown["label"].strip()][shown["mark"]].append(number)
        for label, by_mark in styles.items():
            if len(by_mark) > 1 and sum(map(len, by_mark.values())) > 3:
                counts = sorted(by_mark.items(), key=lambda item: len(item[1]))
                told = ", ".join(f"{mark}{label}{mark} {times(len(lines))}" for mark, lines in counts)
                lines = [counts[-1][1][0], *counts[0][1]]
                yield from found_each("S171", every_place(audited, lines), f"One label, two styles: {told}.", "Set it one way.")
        yield from _plain_and_bold(audited, styles)


_NEAR = 100


def _plain_and_bold(audited: Audited, styles: Mapping[str, Mapping[str, Sequence[int]]]) -> Iterator[Finding]:
    """Labels that stand alone in a line, marked here and plain there, in one finding."""
    plain: dict[str, int] = {}
    for number, line in enumerate(audited.printed, 1):
        marked = [n for lines in styles.get(line.strip(), {}).values() for n in lines]
        if any(abs(n - number) <= _NEAR for n in marked):
            plain.setdefault(line.strip(), number)
    if plain:
        lines = [n for label, number in plain.items() for n in (number, next(iter(styles[label].values()))[0])]
        told = ", ".join(f"“{label}”" for label in list(plain)[:MAX_PLACES])
        what = f"{told}: bold or italic here, plain there."
        yield found("S171", places(audited, sorted(lines[:MAX_PLACES])), what, "Set it one way.", confidence=0.85)
