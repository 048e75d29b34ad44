"""Numbers that do not add up: announced counts, interrupted and headless lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import is_title, on_its_line, readable, sections
from kb.lang.numerals import WORDS, value
from kb.model import Finding, Lines, Passage

_THINGS = "|".join(
    f"{thing}s?"
    for thing in (
        *("type", "kind", "step", "sub-step", "timing", "case", "group", "phase"),
        *("condition", "way", "part", "reason", "example", "rule", "categorie"),
    )
)
_UNITS = "cards|points|minutes|hours|days|weeks|turns|players|people|persons|rounds|games|duels|times|years|months|euros|pounds"
_ANNOUNCED = re.compile(
    rf"\b(?P<en>\d{{1,2}}|{WORDS}) (?:[a-z-]+ )?(?P<thing>{_THINGS})\b[^.]*[.:]?$"
    rf"|\b(?P<num>{WORDS}) (?:[a-z-]+ )?(?P<any>(?!{_UNITS})[a-z]{{3,}}s)\b[^.:\d]{{0,30}}:$"
    r"|(?:以下|下列|如下|下面)的?\s*(?P<zhnum>[两二三四五六七八九十])\s*(?P<zhany>[个种类项条])[^。：:]{0,30}[：:]$"
    rf"|(?:分为?|有|以下|下面|共计?|按照以下|属于以下)\s*(?P<zh>\d{{1,2}}|[一两二三四五六七八九十])"
    r"\s*(?P<zhthing>[个种段步类项条级档等](?:\w{1,4}|(?=[：:])|(?=，?(?:依次|分别|即|就))|(?=，由)|(?=$)))(?:，?(?:依次|分别|即|就)(?:是|为))?(?:，由[轻低小]到[重高大]|，由[重高大]到[轻低小])?[。：:]?$",
    re.IGNORECASE,
)
_INLINE = re.compile(
    rf"\b(?P<en>{WORDS}) (?P<thing>[a-z]+s)\b[^.,:;()]{{0,40}}(?:, [^.,:;()]{{2,40}})?: "
    r"(?P<list>(?:[^.,;:()]{2,30}, )+(?:and |or )?[^.,;:()]{2,30})\."
    rf"|\bof the (?P<these>{WORDS}) (?P<ones>[a-z]+s)\b[^.,:;()]{{0,60}}: "
    r"(?P<named>(?:[^.,;:()]{2,30}, ){2,}(?:and |or )?[^.,;:()]{2,30})(?:\.|$)"
    rf"|\b(?P<of>{WORDS}) (?P<those>[a-z]+s)(?: of [a-z]+)?, (?:which|and these|these)\b[^.,:;]{{0,40}} are "
    r"(?P<are>(?:[^.,;:()]{2,30}, )+(?:and |or )?[^.,;:()]{2,30})\."
    r"|(?:有|分为|分成)\s*(?P<zh>\d{1,2}|[两二三四五六七八九十])(?P<zhthing>[个种类项级等档步段条样]\w{0,4})"
    r"[：:](?P<zhlist>(?:[^。，；：、（）]{1,12}、)+[^。，；：、（）]{1,14})。"
)
_LAST = re.compile(r" (?:and|or) |[和与及]")
_ITEM = re.compile(r"^\s*(?:#{1,6}\s*)?(?:\*\*)?(?P<n>\d{1,2})[.、)](?:\*\*)?\s*(?P<title>\S.*)$")


@check(
    "S191",
    family="structure",
    severity="warning",
    says="A text announces a number of things, and the list after it has another.",
)
def wrong_count(corpus: Corpus) -> Iterator[Finding]:
    """Announcements at the end of a passage, compared with the numbered or marked list that follows at once."""
    for audited in corpus.documents:
        passages = [p for p in audited.document.passages if p.kind not in ("boilerplate", "reference")]
        for number, passage in enumerate(passages):
            shown = _ANNOUNCED.search(passage.text.strip())
            if not shown or re.search(r"\bout of\b|\bup to\b", shown[0]):
                continue
            announced = value(shown["en"] or shown["num"] or shown["zhnum"] or shown["zh"])
            thing = shown["thing"] or shown["any"] or shown["zhany"] or shown["zhthing"]
            items = _following(audited, passages[number + 1 :])
            if items and not (items[0].parent or _LEADS.search(passage.text) or _FIRST.match(_line(audited, items[0]))):
                continue
            if len(items) > 1 and len(items) != announced and announced > 1 and not _add_up(items, announced, thing):
                beyond = items[announced] if len(items) > announced else items[-1]
                what = f"{announced} {thing} are announced, {len(items)} follow."
                where = [audited.place(passage), *(audited.place(p) for p in dict.fromkeys((beyond, *items[-2:])))]
                yield found("S191", where[:MAX_PLACES], what, "Correct the number, or the list.", confidence=0.9)
        yield from _wrong_inline(audited)


def _add_up(items: Sequence[Passage], announced: int, thing: str) -> bool:
    """Whether each item is a number of the things, and together they are as many as announced."""
    led = [re.match(rf"\W*(\d{{1,3}}|{WORDS})\b", item.text, re.IGNORECASE) for item in items]
    if all(led) and sum(value(shown[1]) for shown in led if shown) == announced:
        return True
    first = thing.split()[-1].rstrip("s") if thing.isascii() else (thing.lstrip("个名条项张只") or thing)[:1]
    counted = [re.findall(rf"(\d+)\s*{re.escape(first)}", item.text, re.IGNORECASE) for item in items]
    return all(counted) and sum(int(numbers[-1]) for numbers in counted) == announced


_NO_ITEM = re.compile(r"(?:from|to|of|in|on|at|by|with|which|who|s?he|they|it|you|we|\d+ (?:for|against|in favou?r|abst\w+))\b")
"""How a clause goes on that lists nothing."""


def _wrong_inline(audited: Audited) -> Iterator[Finding]:
    """Sentences that announce a number and list things behind a colon."""
    for passage in readable(audited):
        for shown in _INLINE.finditer(passage.text):
            announced, thing = (
                value(shown["en"] or shown["of"] or shown["these"] or shown["zh"]),
                shown["thing"] or shown["those"] or shown["ones"] or shown["zhthing"],
            )
            *firm, last = re.split(r", (?:and |or )?|、", shown["list"] or shown["are"] or shown["named"] or shown["zhlist"])
            again = re.search(r"\b(?:again|once more)\b|又|再次?|重新", last)
            counts = {len(firm) + 1, len(firm) + len(_LAST.split(last)), len(firm) + (not again)}
            if any(_NO_ITEM.match(item) for item in (*firm, last)):
                continue
            if announced > 1 and announced not in counts and " out of " not in shown[0]:
                what = f"{announced} {thing} are announced, {max(counts)} follow."
                where = on_its_line(audited, passage, shown[0])
                yield found("S191", [where], what, "Correct the number, or the list.", confidence=0.85)


def _following(audited: Audited, passages: Sequence[Passage]) -> list[Passage]:
    """The list that begins at once: numbered items from 1 on, whatever stands between; or marked items without a gap."""
    if not passages:
        return []
    if (shown := _ITEM.match(audited.printed[passages[0].lines.first - 1])) and shown["n"] == "1":
        return _numbered_from_one(audited, passages)
    if _LETTERED.match(passages[0].text):
        return list(takewhile(lambda p: _LETTERED.match(p.text) is not None, passages))
    items: list[Passage] = []
    for passage in passages:
        if passage.kind != "bullet" or (items and passage.parent and passage.parent in {i.id for i in items}):
            if passage.kind == "bullet":
                continue
            break
        if items and passage.parent != items[0].parent:
            break
        items.append(passage)
    return items if items and (items[0].parent or passages[0] is items[0]) else []


_LEADS = re.compile(r"[:：]\s*$")
_FIRST = re.compile(r"\s*(?:#{1,6}\s*)?(?:\*\*)?1[.、)](?!\d)")


def _line(audited: Audited, passage: Passage) -> str:
    return audited.printed[passage.lines.first - 1]


_LETTERED = re.compile(r"\W{0,2}[a-h][.)）]\s")
"""How an item begins that is counted with letters."""


def _numbered_from_one(audited: Audited, passages: Sequence[Passage]) -> list[Passage]:
    items: list[Passage] = []
    for passage in passages:
        line = audited.printed[passage.lines.first - 1]
        shown = _ITEM.match(line)
        if shown and int(shown["n"]) == len(items) + 1:
            items.append(passage)
        elif is_title(passage) and (line.lstrip().startswith("#") or audited.source.format == "rst"):
            break
    return items


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """Lines without an empty one between."""

    lines: Lines
    text: str
    number: int | None
    """The number it opens with."""
    short: bool


_OPENS = re.compile(r"^(?:[-*+]\s+)?(?:\*\*)?(?P<n>\d{1,2}|I)(?:\*\*)?[.、)]?\s+(?=\S)")


def _blocks(audited: Audited) -> list[_Block]:
    blocks: list[_Block] = []
    start = 0
    for number, line in enumerate([*audited.printed, ""], 1):
        if line.strip():
            start = start or number
        elif start:
            text = audited.printed[start - 1]
            shown = _OPENS.match(text)
            value = (1 if shown["n"] == "I" else int(shown["n"])) if shown else None
            blocks.append(_Block(lines=Lines(start, number - 1), text=text, number=value, short=len(text) < 40))
            start = 0
    return blocks


@check("S192", family="structure", severity="info", says="A caption stands in the middle of a numbered list.")
def interrupted_list(corpus: Corpus) -> Iterator[Finding]:
    """A short line without a number between the short items n and n+1."""
    for audited in corpus.documents:
        blocks = _blocks(audited)
        for number, (before, between, after) in enumerate(zip(blocks, blocks[1:], blocks[2:], strict=False)):
            numbered = before.number is not None and after.number == before.number + 1
            plain = between.number is None and not re.match(r"\s*[-#*<|\d]", between.text)
            told = len(blocks) > number + 3 and blocks[number + 3].number is None  # each item has its text on a line below
            if numbered and plain and not told and before.short and between.short and after.short and before.number == 1:
                last = _last_item(blocks, number + 2)
                what = f"“{between.text.strip()}” stands between items {before.number} and {after.number} of a list."
                where = [audited.at(Lines(before.lines.first, min(last, before.lines.first + 14)))]
                yield found("S192", where, what, "Move it above the list.", confidence=0.95)


def _last_item(blocks: Sequence[_Block], at: int) -> int:
    while at + 1 < len(blocks) and blocks[at + 1].number == (blocks[at].number or 0) + 1:
        at += 1
    return blocks[at].lines.last


_DATE = re.compile(r"\W*\d{1,4}\s*[年月日]")


@check("S193", family="structure", severity="info", says="The first items of a numbered list have lost their numbers.")
def headless_list(corpus: Corpus) -> Iterator[Finding]:
    """A section whose paragraphs are not numbered until one opens with 2 or 3, as many before it as numbers are missing."""
    for audited in corpus.documents:
        blocks = _blocks(audited)
        titles = [s.heading.lines.first for s in sections(audited)]
        for number, block in enumerate(blocks):
            if (
                _DATE.match(block.text)
                or block.number not in (2, 3, 4)
                or block.text[:1] in "-*+"
                or block.lines.first in titles
            ):
                continue
            start = max((t for t in titles if t < block.lines.first), default=0)
            if start and re.match(rf"\W*{block.number - 1}[.、)]", audited.printed[start - 1]):
                continue
            before = [b for b in blocks[:number] if b.lines.first > start and not b.text.startswith(("#", "<"))]
            if len(before) == block.number - 1 and all(b.number is None for b in before):
                where = [audited.at(Lines(before[0].lines.first, min(block.lines.last, before[0].lines.first + 14)))]
                what = f"The list begins with item {block.number}; the {len(before)} before it carry no number."
                yield found("S193", where, what, "Number them.", confidence=0.95)


@check("S194", family="structure", severity="info", says="A letter stands for a digit.")
def letter_for_digit(corpus: Corpus) -> Iterator[Finding]:
    """A capital I in the place of 1, with 2 in the same place after it."""
    for audited in corpus.documents:
        blocks = _blocks(audited)
        for number, block in enumerate(blocks):
            after = [b.number for b in blocks[number + 1 : number + 4]]
            if block.text.startswith("I ") and block.short and 2 in after:
                what = f"“{block.text.strip()}” opens a numbered list with the letter I."
                yield found("S194", [audited.at(block.lines)], what, "Write 1.", confidence=0.95)
