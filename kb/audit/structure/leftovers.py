"""What the layout or another format left behind: ornaments, navigation, labels of pictures, pieces of code."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate, dropwhile

from kb.audit.check import check, found, found_each
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import every_place, places, readable, tight
from kb.audit.structure.program import in_program, without_named
from kb.model import Finding, Lines

_TAGS = re.compile(r"<[^>]*>")


def _lines(audited: Audited, pattern: re.Pattern[str]) -> list[int]:
    return [n for n, line in enumerate(audited.printed, 1) if pattern.search(line)]


_LEADERS = re.compile(r"^#+\s.*\.{4,}")
_ORNAMENT = re.compile(r"^#+\s*(?:\*\*)?(?:(?:&lt;|<){2}|[«»]{2})")
_RULED = re.compile(r"^#+\s*(?:-{3,}|={3,}).*\w")
_BRACKETED = re.compile(r"^#+\s*(?:\*\*)?\[[^\]]+\](?:\*\*)?\s*$")


_NO_HEADINGS = (
    (_LEADERS, "with the dots of a table of contents"),
    (_RULED, "with a ruled line"),
    (_ORNAMENT, "with ornaments of the layout"),
    (_BRACKETED, "in brackets: the caption of a picture"),
)


@check("S172", family="structure", severity="info", says="A heading carries ornaments, or is a caption and no heading.")
def no_heading(corpus: Corpus) -> Iterator[Finding]:
    """Headings with signs of the layout in their titles, and headings in square brackets; each kind together."""
    for audited in corpus.documents:
        for pattern, what in _NO_HEADINGS:
            lines = _lines(audited, pattern)
            if lines:
                said = f"{len(lines)} headings {what}." if len(lines) > 1 else f"A heading {what}."
                hint = "Keep the title alone, or make it text."
                yield from found_each("S172", every_place(audited, lines), said, hint, confidence=0.85)


@check("S173", family="structure", severity="info", says="A navigation box stands in the document as text.")
def navigation_box(corpus: Corpus) -> Iterator[Finding]:
    """Long runs of lines of a few words without a full stop, near the document's end."""
    for audited in corpus.documents:
        run: list[int] = []
        longest: list[int] = []
        for number, line in enumerate([*audited.printed, "This is a sentence, and it ends the run at last, so to say."], 1):
            text = _TAGS.sub("", line).strip()
            if not text or (
                len(text) < 70 and not text.endswith((".", "。", ":", "：")) and not re.match(r"[-*#|<\d]", line.strip())
            ):
                run.append(number)
                continue
            longest, run = max(longest, run, key=len), []
        filled = [n for n in longest if audited.printed[n - 1].strip()] if longest else []
        if len(filled) > 80:
            what = (
                f"Lines {filled[0]} to {filled[-1]} are a navigation box, not text: {len(filled)} entries without their order."
            )
            where = places(audited, filled[:15])[:1]
            yield found("S173", where, what, "Leave them out of the document.", confidence=0.95)


_RESIDUE = re.compile(r"^#.*&(?:lt|gt|quot|nbsp|#\d+);|^[^<\s|].*<b>|^\s*Images: \[")
_PAGE_RESIDUE = re.compile(r"^\s*Images: \[")
"""Of a web page: its headings and its text are HTML."""
_MERGE = re.compile(r"(?:<{7}|>{7})(?: .*)?|={7}")
_MISREAD = re.compile(r"â€[™œ“”˜¦\x9d]|Ã[\x80-\xbf©¨¼¶¤±]|Â[£§°«»]|\ufffd|锟斤拷|烫烫烫|鈥[\u4e00-\u9fff]")
"""What text in UTF-8 looks like that was read as Latin or as Chinese of another coding."""
_FOREIGN = re.compile(r"[^\x00-\x7f\ufffd]{4,}")
_THREES = re.compile(rb"(?:[\xe4-\xe9][\x80-\xbf]{2}|[\xe2\xe3\xef][\x80-\xbf]{2}){2,}(?:[\xe2-\xef][\x80-\xbf]?)?")
"""Characters in UTF-8, a broken last one allowed."""
_LATIN = re.compile(r"[ä-é]")
"""How Chinese begins that was read as Latin."""
_HAN = re.compile(r"[\u3400-\u9fff]")


_CODING = "characters of a wrong coding"
_LONGEST = 40
"""Characters of what was meant, at most."""


@check("S174", family="structure", severity="info", says="Pieces of another format stand in the text.")
def residue(corpus: Corpus) -> Iterator[Finding]:
    """Character references in headings, HTML in rows of tabs, a list of pictures as program text, text of a wrong coding."""
    for audited in corpus.documents:
        lines: dict[str, list[int]] = defaultdict(list)
        meant = ""
        for number, line in enumerate(audited.printed, 1):
            said = "" if line.isascii() else _as_was_meant(line)
            meant = meant or said
            if said or _MISREAD.search(line):
                lines[_CODING].append(number)
            elif _MERGE.fullmatch(line) and _is_merge(audited, number, line):
                lines["marks of two versions"].append(number)
            elif (_PAGE_RESIDUE if audited.source.format == "html" else _RESIDUE).search(line):
                lines["a list of pictures" if "Images: [" in line else "HTML"].append(number)
        for kind, at in lines.items():
            what = f"Lines with {kind} as text: {len(set(at))}."
            hint = "Replace it by what it stands for."
            if kind == _CODING and meant:
                hint = f"Replace it by what it stands for, here “{meant[:_LONGEST]}”."
            yield from found_each("S174", every_place(audited, at), what, hint, confidence=0.8)


def _as_was_meant(line: str) -> str:
    """What a line says in UTF-8 that was read as Chinese of another coding, or as Latin; empty where it was not.

    What was misread are rare characters mostly, and usual ones when read right.

    >>> _as_was_meant("地点：鍖楁浮鍙ｆ枃鍖栫珯"), _as_was_meant("è®°åˆ†"), _as_was_meant("地点：北渡口文化站")
    ('北渡口文化站', '记分', '')
    """
    for run, coded in _coded(line):
        for shown in _THREES.finditer(b"".join(coded)):
            said = shown[0].decode("utf-8", "ignore")
            meant = _HAN.findall(said)
            ends = list(accumulate(map(len, coded)))
            misread = run[bisect_right(ends, shown.start()) : bisect_left(ends, shown.end()) + 1]
            rare = sum(not _is_usual(char) for char in misread)
            if len(misread) < 4 or rare * 2 <= len(misread) or len(meant) < 2:
                continue
            if sum(map(_is_usual, meant)) * 4 >= len(meant) * 3:
                return "".join(dropwhile(lambda char: not _is_usual(char), said))
    return ""


def _coded(line: str) -> Iterator[tuple[str, list[bytes]]]:
    """The runs of a line that are not in ASCII, each with the bytes of its characters that may have been misread.

    What has no sign in the Latin of Windows stands for itself there.
    """
    for run in _FOREIGN.findall(line):
        yield run, [char.encode("gb18030", "replace") for char in run]
        if _LATIN.search(run):
            yield run, [char.encode("latin-1" if char <= "\xff" else "cp1252", "replace") for char in run]


def _is_usual(char: str) -> bool:
    """Whether a character is one of the 3755 that are met most: GB 2312 has them first."""
    coded = char.encode("gb18030", "replace")
    return len(coded) == 2 and 0xB0 <= coded[0] <= 0xD7 and coded[1] > 0xA0


def _is_merge(audited: Audited, number: int, line: str) -> bool:
    """Whether a line is one of the three marks around two versions: a rule of = alone may underline a title."""
    return line[0] != "=" or any(text.startswith("<" * 7) for text in audited.printed[: number - 1])


_CARD_NUMBER = re.compile(r"^\s*[A-Z0-9]{3,4}-[A-Z]{2}\d{3}\s*$")


@check("S175", family="structure", severity="info", says="The face of a card stands as text in the middle of the rules.")
def card_face(corpus: Corpus) -> Iterator[Finding]:
    """A card's number on a line of its own, with the name before and the text after it."""
    for audited in corpus.documents:
        for number in _lines(audited, _CARD_NUMBER):
            before = [n for n in range(max(1, number - 6), number) if audited.printed[n - 1].strip()]
            after = [n for n in range(number + 1, number + 11) if n <= len(audited.printed)]
            end = next((n for n in after if re.search(r"©|\(c\)", audited.printed[n - 1])), number)
            where = [audited.at(tight(Lines(before[-1] if before else number, end)))]
            what = "The name, number and text of a card pictured here are printed as if they were rules."
            yield found("S175", where, what, "Mark it as an example, or leave it out.", confidence=0.85)


_LABELS = 5


@check("S176", family="structure", severity="info", says="The labels of a picture stand as text.")
def picture_labels(corpus: Corpus) -> Iterator[Finding]:
    """Runs of very short lines, each set apart, without a mark or a full stop."""
    for audited in (d for d in corpus.documents if d.source.format == "markdown"):
        run: list[int] = []
        for number, line in enumerate([*audited.printed, "The end of it all."], 1):
            text = line.strip()
            if not text:
                continue
            alone = number > len(audited.printed) or (number < 2 or not audited.printed[number - 2].strip())
            if alone and len(text) < 30 and re.match(r"[\w\"]", text) and not re.search(r"[.:;!?。：]$|^\d+$", text):
                run.append(number)
                continue
            if len(run) >= _LABELS:
                what = f"{len(run)} labels of a picture stand as text, from “{audited.printed[run[0] - 1].strip()}” on."
                where = [audited.at(tight(Lines(run[0], run[-1])))]
                yield found("S176", where, what, "Say what the picture shows, or leave them out.", confidence=0.85)
            run = []


_TO_DO = re.compile(
    r"\b(?:TODO|FIXME|TBD|XXX)\b|\blorem ipsum\b"
    r"|(?<!has )(?<!have )(?<!had )(?<!need )(?<!needs )\bto be (?:added|written|completed|announced|filled in|supplied)\b"
    r"(?! (?:down|off|up|out|on|in|into|by|to|with)\b)"
    r"|\b(?:XX|\?\?) (?:minutes?|hours?|days?|euros?|points?|cards?|copies)\b|\(fill(?:ed)? in\b"
    r"|[（(【\[](?:请|待)?填写?[）)】\]]"
    r"|[（(【\[](?:此处)?(?:待|暂)(?:补充?|完善|续|写|定|更新|确认)[^）)】\]]{0,12}[）)】\]]|^\s*(?:待补充?|待完善|待续|未完待续)"
)


@check("S243", family="structure", severity="warning", says="A note of the author to add something later stands in the text.")
def left_to_do(corpus: Corpus) -> Iterator[Finding]:
    """Marks such as TODO, and places kept free in brackets."""
    for audited in corpus.documents:
        lines = {n for p in readable(audited) for n in range(p.lines.first, p.lines.last + 1)}
        lines -= in_program(audited)
        at = [n for n in sorted(lines) if _TO_DO.search(_unmarked(audited.printed[n - 1]))]
        if at:
            hint = "Add what is meant, or take the note out."
            yield from found_each("S243", every_place(audited, at), f"Left to be done: {len(at)}.", hint, confidence=0.9)


def _unmarked(line: str) -> str:
    """A line without its tags and without what is set as program text, such as the name of a file."""
    return _TAGS.sub("", without_named(line))


_LOOSE = re.compile(r"[\w\"”)] +[.,;](?:\s|$)")
_OFTEN = 10


@check("S177", family="structure", severity="info", says="Spaces stand before punctuation throughout.")
def loose_spaces(corpus: Corpus) -> Iterator[Finding]:
    """One finding a document."""
    for audited in corpus.documents:
        lines = [p.lines.first for p in readable(audited) if _LOOSE.search(audited.printed[p.lines.first - 1])]
        if len(lines) >= _OFTEN:
            what = f"{len(lines)} passages have spaces before punctuation: left over from links that are gone."
            yield found("S177", places(audited, lines), what, "Take the spaces out.", confidence=0.85)
