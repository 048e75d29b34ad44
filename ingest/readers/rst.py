"""reStructuredText as rules sites write it: roles and directives of any name, line blocks, link targets, CJK titles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from docutils import nodes

from ingest.readers._dated import DatedLinks
from ingest.readers._decode import decode
from ingest.readers._draft import Piece, assign_illustrated, to_blocks
from ingest.readers._front import is_field
from ingest.readers._labels import tie_forward
from ingest.readers._links import Hyper, passage_at
from ingest.readers._marks import marks
from ingest.readers._quiz import find_quizzes
from ingest.readers._references import reference
from ingest.readers._replies import tie_replies
from ingest.readers._rst_locate import Locator
from ingest.readers._rst_names import Substitutions
from ingest.readers._rst_pieces import RstPieces
from ingest.readers._rst_text import ADORNMENT, rst_text
from ingest.readers._rst_tree import parse
from ingest.segment import LineIndex, gaps, partition
from kb.model import Anchor, Document, Image, Lines, Link, Passage, Reference, Source, Span

_SIGNS = re.compile(r"^[ \t]*\.\. (?:[\w-]+::|_[^\n]+:|\[[^\]\n]+\] )|:(?:ref|doc|term|guilabel|strike|numref):`", re.M)
_OTHERS = re.compile(r"\s*(?:<|%PDF|\{|Link: )")
_MARKUP_LINE = re.compile(
    rf"{ADORNMENT}|\.\.|\.\.\s+(?:_[^\n]*:.*|__.*|\|[^|]*\|\s.*|[\w.+:-]+\s?::.*|\[[^\]]*\])|__\s.*"
    r"|:[\w -]+:(?:\s.*)?|[-+=|*\s,\"]+|::"
)
"""A line, trimmed, that shows nothing by itself: adornment, target, directive, option, table rule."""
_EXTERNAL = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
_LINKING_ROLES = frozenset(("ref", "doc", "any", "term", "numref", "download"))


def matches(source: Source, head: str) -> bool:
    """Whether a text looks like reStructuredText: by its file name, or by directives, targets or cross-reference roles."""
    if _OTHERS.match(head.lstrip("\ufeff")):
        return False
    return source.file.lower().endswith((".rst", ".rest")) or bool(_SIGNS.search(head))


def read(source: Source, data: bytes) -> Document:
    """The document: passages with exact spans, links, anchors, images and footnotes.

    Raises BadInput if the bytes are no text. A text that docutils cannot take is cut at its blank lines.
    """
    text = decode(data, source.file)
    names = Substitutions(f"{source.names}\n{text}")
    found = RstPieces(text, Locator(text), expand=names.expand)
    try:
        tree = parse(text)
        found.read(tree)
    except (RecursionError, ValueError, AssertionError, LookupError, TypeError, AttributeError):
        # Nothing a document says may stop the build; docutils has no error of its own for what it cannot take.
        tree, found = parse(""), RstPieces(text, Locator(text), expand=names.expand)
    index = LineIndex(text)
    pieces = _disjoint(found.pieces)
    references = list(_references(source.id, found, index))
    _tie(found, references)
    dated = DatedLinks(source.id, text, index, every_official=True)
    dated.collect(_citing(found, {id(p) for p in pieces}))
    references += dated.references

    def shown(raw: str) -> str:
        return rst_text(names.expand(raw))

    pieces = sorted([*pieces, *_rest(text, pieces)], key=lambda p: p.span)
    for piece in pieces:
        piece.kind = "boilerplate" if piece.kind == "paragraph" and is_field(text[piece.start : piece.end]) else piece.kind
    pieces = tie_forward(tie_replies(find_quizzes(pieces, text, shown), text, shown), text, shown)
    assign_illustrated(pieces)
    passages = partition(source.id, source.lang, text, to_blocks(pieces, text), shown)
    anchors = tuple(_anchors(source.id, tree, found, index))
    return Document(
        source=source,
        text=text,
        passages=passages,
        references=tuple(references),
        links=tuple(_links(source.id, found, tree, {a.name for a in anchors}, passages, index)),
        anchors=anchors,
        images=tuple(
            Image(source=source.id, url=n.get("uri", ""), alt=n.get("alt", ""), lines=Lines(line, line))
            for n, line in found.images
        ),
        marks=marks(passages),
    )


def _disjoint(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces in order; one that reaches into its neighbour, as cells of several lines do, takes it in."""
    kept: list[Piece] = []
    for piece in sorted(pieces, key=lambda p: p.span):
        if kept and piece.start < kept[-1].end:
            kept[-1].end = max(kept[-1].end, piece.end)
        else:
            kept.append(piece)
    return kept


def _rest(text: str, pieces: Sequence[Piece]) -> list[Piece]:
    """What is left between the pieces: markup lines as boilerplate, other lines as paragraphs, cut at blank lines."""
    found: list[Piece] = []
    ends = [(p.end, p.heading) for p in pieces]
    for gap in gaps(text, [p.span for p in pieces]):
        heading = next((h for end, h in reversed(ends) if end <= gap.start), ())
        open_piece: Piece | None = None
        for match in re.finditer(r"[^\n]+", text[gap.start : gap.end]):
            span = Span(gap.start + match.start(), gap.start + match.end())
            kind = "boilerplate" if _MARKUP_LINE.fullmatch(match.group().strip()) else "paragraph"
            if not match.group().strip():
                open_piece = open_piece if open_piece and open_piece.kind == "boilerplate" else None
            elif open_piece and open_piece.kind == kind:
                open_piece.end = span.end
            else:
                open_piece = Piece(*span, kind, heading=heading)
                found.append(open_piece)
    return found


def _references(source: str, found: RstPieces, index: LineIndex) -> Iterator[Reference]:
    taken: Counter[str] = Counter()
    for n, (label, node, piece) in enumerate(found.cited, 1):
        key = label or f"#{n}"
        taken[key] += 1
        key = key if taken[key] == 1 else f"{key}-{taken[key]}"
        words = " ".join(c.astext() for c in node.children if not isinstance(c, nodes.label))
        urls = [r["refuri"] for r in node.findall(nodes.reference) if r.get("refuri")]
        hypers = [Hyper(piece.span, "", url) for url in urls]
        yield reference(source, key, " ".join(words.split()), hypers, index.lines(piece.span), piece.heading)


def _tie(found: RstPieces, references: Sequence[Reference]) -> None:
    """Hang each footnote on the pieces its marks stand in; unnumbered marks and notes pair up in order."""
    keys = [label.lower() for label, _, _ in found.cited]
    numbered = {key: r.id for key, r in reversed(list(zip(keys, references, strict=True))) if key}
    unnumbered = iter([r.id for key, r in zip(keys, references, strict=True) if not key])
    for piece, node in found.inline:
        if isinstance(node, nodes.footnote_reference | nodes.citation_reference):
            key = node.get("refname", "").lower()
            tied = numbered.get(key) if key else next(unnumbered, None)
            if tied and piece.kind != "reference":
                piece.references.append(tied)


def _citing(found: RstPieces, kept: set[int]) -> Iterator[tuple[Piece, Hyper]]:
    """The links to other places, each with its piece; those of footnotes and comments left out."""
    for piece, node in found.inline:
        url = str(node.get("refuri", "")) if isinstance(node, nodes.reference) else ""
        if url and id(piece) in kept and piece.kind not in ("reference", "boilerplate"):
            label = node.astext()
            at = found.text.find(url, piece.start, piece.end)
            end = found.text.find("`", at) if at >= 0 else -1
            span = Span(at, end + 1) if 0 <= at < end < piece.end else piece.span
            yield piece, Hyper(span, label, url)


def _anchors(source: str, tree: nodes.document, found: RstPieces, index: LineIndex) -> Iterator[Anchor]:
    for target in tree.findall(nodes.target):
        names: list[str] = [] if target.get("refuri") else target.get("names", [])
        for name in names:
            yield Anchor(source=source, name=name, lines=Lines(target.line or 1, target.line or 1), explicit=True)
    for piece in found.pieces:
        if piece.kind == "heading" and piece.level:
            title = nodes.fully_normalize_name(piece.heading[-1])
            yield Anchor(source=source, name=title, lines=index.lines(piece.span), explicit=False)


def _links(
    source: str,
    found: RstPieces,
    tree: nodes.document,
    anchors: set[str],
    passages: Sequence[Passage],
    index: LineIndex,
) -> Iterator[Link]:
    urls: dict[str, str] = {}
    for target in tree.findall(nodes.target):
        urls |= dict.fromkeys(target.get("names", []), target.get("refuri", ""))
    for piece, node in found.inline:
        pointed = _pointed(node, urls)
        if pointed is None:
            continue
        label, url = node.astext(), pointed
        at = found.text.find(label, piece.start, piece.end) if label else -1
        start = at if at >= 0 else piece.start
        resolves = None if _EXTERNAL.match(url) else url.removeprefix("#") in anchors
        if isinstance(node, nodes.inline) and not resolves:
            resolves = None
        lines = index.lines(Span(start, start + 1))
        yield Link(source=source, label=label, url=url, lines=lines, passage=passage_at(passages, start), resolves=resolves)


def _pointed(node: nodes.Element, urls: dict[str, str]) -> str | None:
    """The address a node leads to: external, or `#name` inside the document; None for what is no link."""
    if isinstance(node, nodes.inline):
        if node.get("role") not in _LINKING_ROLES:
            return None
        target = str(node["target"])
        return target if node["role"] in ("doc", "download") else "#" + nodes.fully_normalize_name(target)
    if isinstance(node, nodes.reference):
        name = str(node.get("refname", ""))
        return str(node.get("refuri") or urls.get(name) or (f"#{name}" if name else "")) or None
    return None
