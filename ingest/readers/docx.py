"""Word documents (.docx): headings, paragraphs, lists, tables, links and footnotes as one web page, which is the stored text.

What is deleted in a document with tracked changes is left out, what is inserted is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from xml.etree.ElementTree import Element

from ingest.readers import html
from ingest.readers._docx_styles import W, heading_levels, targets
from ingest.readers._zipped import Parts, opened, page
from kb.errors import BadInput
from kb.model import Document, Source

_BODY, _STYLES, _LINKS, _NOTES = "word/document.xml", "word/styles.xml", "word/_rels/document.xml.rels", "word/footnotes.xml"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_LEFT_OUT = frozenset(
    (f"{W}del", f"{W}moveFrom", f"{W}pPr", f"{W}rPr", f"{W}txbxContent", f"{W}instrText", f"{W}sectPr", f"{W}tblPr")
)
_DEEPEST = 6
"""Of headings and of lists."""


def claims(data: bytes, file: str) -> bool:
    """Whether the bytes are a Word document: a ZIP file that is named so."""
    return data.startswith(b"PK\x03\x04") and file.lower().endswith((".docx", ".docm"))


def matches(source: Source, head: str) -> bool:
    """Whether the head is that of a Word document."""
    return claims(head.encode("latin-1", "replace"), source.file)


def read(source: Source, data: bytes) -> Document:
    """The document, as its page is read.

    Raises BadInput if the file is damaged, locked, no Word document, without text, or unpacks to more than is read.
    """
    return html.read(source, text_of(data, source.file).encode("utf-8", "surrogatepass"))


def text_of(data: bytes, file: str) -> str:
    """The document as one page. Raises BadInput as `read` does."""
    with opened(data, file) as parts:
        if _BODY not in parts.names:
            raise BadInput(f"{file}: this is no Word document, it has no {_BODY}. Save it as .docx, PDF or text.")
        writer = _Writer(
            heading_levels(parts.xml(_STYLES)) if _STYLES in parts.names else {},
            targets(parts.xml(_LINKS)) if _LINKS in parts.names else {},
        )
        writer.blocks(parts.xml(_BODY))
        writer.close_lists(0)
        body = "".join((*writer.out, *_footnotes(parts, writer)))
    if not "".join(writer.out).strip():
        raise BadInput(f"{file}: this Word document has no text. Give one with text in it.")
    return page("", body)


def _footnotes(parts: Parts, writer: _Writer) -> Iterator[str]:
    """The footnotes that are referred to, as entries that their marks lead to."""
    if not writer.noted:
        return
    notes = {n.get(f"{W}id"): n for n in parts.xml(_NOTES).iter(f"{W}footnote")} if _NOTES in parts.names else {}
    for key in writer.noted:
        if key in notes:
            said = " ".join(writer.inline(p).strip() for p in notes[key].iter(f"{W}p"))
            yield f'<p id="note-{escape(key)}">{said}</p>'


@dataclass(slots=True)
class _Writer:
    """Writes blocks as markup."""

    levels: Mapping[str, int]
    """Of headings, by the id of the paragraph's style."""
    links: Mapping[str, str]
    out: list[str] = field(default_factory=list)
    noted: dict[str, None] = field(default_factory=dict)
    """Ids of the footnotes met."""
    _open: int = 0
    """Lists that are open, each with an open item."""

    def blocks(self, parent: Element) -> None:
        """Writes the paragraphs and tables of an element, those inside of content controls and inserted ones too."""
        for child in parent:
            if child.tag == f"{W}p":
                self._paragraph(child)
            elif child.tag == f"{W}tbl":
                self.close_lists(0)
                self._table(child)
            elif child.tag not in _LEFT_OUT:
                self.blocks(child)

    def _paragraph(self, paragraph: Element) -> None:
        said = self.inline(paragraph).strip()
        if not said:
            return
        style = paragraph.find(f"{W}pPr/{W}pStyle")
        level = self.levels.get(style.get(f"{W}val", "") if style is not None else "", 0)
        numbered = paragraph.find(f"{W}pPr/{W}numPr")
        if level or numbered is None:
            self.close_lists(0)
            tag = f"h{min(level, _DEEPEST)}" if level else "p"
            self.out.append(f"<{tag}>{said}</{tag}>")
        else:
            self._item(said, numbered)

    def _item(self, said: str, numbered: Element) -> None:
        at = numbered.find(f"{W}ilvl")
        depth = at.get(f"{W}val", "0") if at is not None else "0"
        wanted = min(int(depth) if depth.isdecimal() else 0, _DEEPEST - 1, self._open) + 1
        self.close_lists(wanted)
        self.out.append("<ul>" if wanted > self._open else "</li>")
        self._open = wanted
        self.out.append(f"<li>{said}")

    def close_lists(self, down_to: int) -> None:
        """Closes the lists that are open beyond so many."""
        self.out.append("</li></ul>" * max(self._open - down_to, 0))
        self._open = min(self._open, down_to)

    def _table(self, table: Element) -> None:
        self.out.append("<table>")
        for number, row in enumerate(table.iter(f"{W}tr")):
            tag = "td" if number else "th"
            cells = ("<br/>".join(filter(None, map(self.inline, cell.iter(f"{W}p")))) for cell in row.findall(f"{W}tc"))
            self.out.append("<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>")
        self.out.append("</table>")

    def inline(self, element: Element) -> str:
        """What stands in an element, as markup."""
        return "".join(self._pieces(element))

    def _pieces(self, element: Element) -> Iterator[str]:
        for child in element:
            match child.tag.removeprefix(W):
                case "t":
                    yield escape(child.text or "", quote=False)
                case "tab":
                    yield " "
                case "br" | "cr":
                    yield "<br/>"
                case "noBreakHyphen":
                    yield "-"
                case "footnoteReference":
                    key = child.get(f"{W}id", "")
                    self.noted[key] = None
                    yield f'<sup><a href="#note-{escape(key)}">[{escape(key)}]</a></sup>'
                case "hyperlink":
                    url = self.links.get(child.get(_RELATION, ""), "")
                    yield f'<a href="{escape(url)}">{self.inline(child)}</a>' if url else self.inline(child)
                case _ if child.tag not in _LEFT_OUT:
                    yield from self._pieces(child)
