"""Pictures: those that are not there, and text that points to one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import readable, sections
from kb.audit.structure.program import is_program
from kb.model import Finding, FoundAt, Image, Passage

_POINTS = re.compile(
    r"\b(?:diagram|chart|illustration|flow ?chart)s?\b(?: (?:above|below|listed below|shown))?"
    r"|\b(?:this|following|see|in the) figure\b(?: (?:above|below|listed below|shown))?|\bthe figure (?:above|below|shows?)\b"
    r"|\bfigures? (?:\d|above\b|below\b|shown\b)"
    r"|\b(?:shown|illustrated|pictured) (?:above|below|on the (?:right|left))"
    r"|\bin the (?:example|picture|image)s? (?:above|below)\b|\bfollowing (?:formation|picture)\b"
    r"|\bon the (?:right|left) (?:is|are)\b|(?:如|见|參照|参照)(?:下|上|右|左)?[图圖]|[上下右左][图圖]",
    re.IGNORECASE,
)
_CAPTION = re.compile(r"\W*(?:figure|fig\.|diagram|chart|图|圖)\s*[\dIVX一二三四五六七八九十]+\W", re.IGNORECASE)
_SURE = re.compile(r"diagram|chart|shown on the|shown in|below|图|圖", re.IGNORECASE)
_NEAR = 12
"""Lines within which a picture counts as the one that is meant."""
_FAR = 150


_FURNITURE = re.compile(r"/(?:extensions|skins|resources)[\w-]*/.*/(?:resources|images|assets)/", re.IGNORECASE)
"""Signs of the site a document was saved from, no part of it."""


@check("S121", family="structure", across=True, severity="warning", says="A picture is not part of the document.")
def missing_image(corpus: Corpus) -> Iterator[Finding]:
    """Pictures known to be absent, or named by a path that held where they were published; four of a chapter together."""
    hint = "Put the pictures beside the document, or say in words what they show."
    for audited in corpus.documents:
        lost: dict[str, list[Image]] = defaultdict(list)
        old = audited.source.id in corpus.superseded
        everything = [s.heading for s in sections(audited)]
        titles = [(h.lines.first, h.text) for h in everything]
        chapters = [(h.lines.first, h.heading[0]) for h in everything]
        for image in audited.document.images:
            if _FURNITURE.search(image.url):
                continue
            if image.exists is False or (image.exists is None and not re.match(r"[a-z]+:", image.url, re.IGNORECASE)):
                lost["" if old else _above(chapters, image)].append(image)
        for images in lost.values():
            for group in _in_fours(images):
                names = ", ".join(_named(i) for i in group)
                what = (
                    f"{'Pictures' if len(group) > 1 else 'A picture'} that the document shows {_are(group)} not here: {names}."
                )
                where = [audited.at(i.lines, f"{i.url} ({_above(titles, i)})") for i in group]
                yield found("S121", where, what, hint)


def _are(group: Sequence[Image]) -> str:
    return "are" if len(group) > 1 else "is"


def _in_fours(images: Sequence[Image]) -> Iterator[Sequence[Image]]:
    for start in range(0, len(images), MAX_PLACES):
        yield images[start : start + MAX_PLACES]


def _named(image: Image) -> str:
    name = image.url.rpartition("/")[2]
    return f"{name} (“{image.alt[:40]}”)" if image.alt else name


def _above(titles: Sequence[tuple[int, str]], image: Image) -> str:
    """The title of the section that a picture stands in."""
    return next((t for line, t in reversed(titles) if line <= image.lines.first), "")


@check("S122", family="structure", severity="warning", says="The text points to a diagram that is not there.")
def pointed_at(corpus: Corpus) -> Iterator[Finding]:
    """Passages that name a diagram, chart or picture; with the missing picture, where the document still names it."""
    for audited in corpus.documents:
        present = [i for i in audited.document.images if i.exists]
        for passage in _pointing(audited):
            shown = _POINTS.search(passage.text)
            if any(abs(i.lines.first - passage.lines.first) <= _NEAR for i in present) or _printed(audited, passage, shown):
                continue
            named = shown[0] if shown else "a picture"
            what = f"The text points to “{named.lower()}”, but no picture is there."
            sure = 0.9 if _SURE.search(named) else 0.7
            yield found(
                "S122", _with_image(audited, passage), what, "Add the picture, or say in words what it shows.", confidence=sure
            )


def _pointing(audited: Audited) -> list[Passage]:
    """Passages that point to a picture, card texts and other examples left out."""
    return [
        p
        for p in readable(audited)
        if (shown := _POINTS.search(p.text)) and not _CAPTION.match(p.text) and not _is_name(p.text, shown)
    ]


_ANY = re.compile(r"\ban?(?: [a-z]+)?$")
"""Before a picture of whatever kind: none is pointed to."""
_CLAUSE = re.compile(r"(?:^|[.!?:;。！？：；]\s*|[*_\"“])$")


def _is_name(text: str, shown: re.Match[str]) -> bool:
    """Whether what points to a picture is the name of something in the game: written with a capital inside a sentence, or what
    an entry explains; or just any such picture."""
    if not shown[0].isascii() or " " in shown[0]:
        return False
    before, behind = text[: shown.start()].rstrip(), text[shown.end() :].lstrip()
    if _ANY.search(before) and not behind.startswith(("(", "[")):
        return True
    if not before and (not behind or behind[0] in ":：.,，)"):
        return True
    return shown[0][0].isupper() and not _CLAUSE.search(before)


def _printed(audited: Audited, passage: Passage, shown: re.Match[str] | None) -> bool:
    """Whether what a passage points to is printed near it as program text: an example, or a sketch in letters; or has
    its caption somewhere."""
    if shown is None:
        return False
    if any(p.kind == "caption" and p.text.casefold().startswith(shown[0].casefold()) for p in audited.document.passages):
        return True
    first, last = max(1, passage.lines.first - _NEAR), passage.lines.last + _NEAR
    return any(is_program(audited, p) and first <= p.lines.last and p.lines.first <= last for p in audited.document.passages)


def _with_image(audited: Audited, passage: Passage) -> Sequence[FoundAt]:
    nearest = min(audited.document.images, key=lambda i: _distance(i, passage), default=None)
    where = [audited.place(passage)]
    if nearest and _distance(nearest, passage) <= _FAR and nearest.lines != passage.lines:
        where.append(audited.at(nearest.lines, nearest.url))
    return where


def _distance(image: Image, passage: Passage) -> int:
    """In lines; a picture before the text counts as twice as far."""
    lines = image.lines.first - passage.lines.first
    return lines if lines >= 0 else -2 * lines
