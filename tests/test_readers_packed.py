"""Word documents and electronic books, made here: what they say is read in both languages, a bad file is one clear line."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import check_whole

from cli.main import main
from ingest.build import Order, build
from ingest.readers import _zipped, docx, epub, read_document
from kb.errors import BadInput
from kb.model import Document, Source
from query.engine import Engine

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
STYLES = f"""<w:styles {W}>
<w:style w:styleId="T"><w:name w:val="Title"/></w:style>
<w:style w:styleId="1"><w:name w:val="heading 1"/></w:style>
<w:style w:styleId="2"><w:name w:val="标题 2"/></w:style>
<w:style w:styleId="own"><w:name w:val="Club section"/><w:basedOn w:val="2"/></w:style>
<w:style w:styleId="out"><w:name w:val="x"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
<w:style w:styleId="a"><w:name w:val="a"/><w:basedOn w:val="b"/></w:style>
<w:style w:styleId="b"><w:name w:val="b"/><w:basedOn w:val="a"/></w:style>
</w:styles>"""
LINKS = '<Relationships><Relationship Id="r1" Target="https://example.org/tide" TargetMode="External"/></Relationships>'
NOTES = f"""<w:footnotes {W}><w:footnote w:id="3"><w:p>
<w:r><w:t>Minutes of the spring meeting.</w:t></w:r></w:p></w:footnote></w:footnotes>"""
CONTAINER = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
BOOK = """<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>The Tide &amp; the Pier</dc:title>
<dc:date>2021-05-04T00:00:00Z</dc:date><dc:publisher>Pier Press</dc:publisher></metadata><manifest>
<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="b" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/>
<item id="p" href="cover.png" media-type="image/png"/></manifest>
<spine><itemref idref="n"/>
<itemref idref="p"/><itemref idref="a"/><itemref idref="b"/><itemref idref="gone"/></spine></package>"""
ONE = """<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body>
<a id="top"/><h1>The tide</h1><p>The tide turns once in each turn.</p>
<ul><li>A rope may be tied.</li><li>A knot may be cut.</li></ul>
<p>See <a href="two%20b.xhtml#k">the knots</a>.</p></body></html>"""
TWO = """<html><body><h1 id="k">绳结</h1><p>有绳结的怪兽不能攻击。</p>
<table><tr><th>结</th></tr><tr><td>平结</td></tr></table></body></html>"""


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in parts.items():
            made.writestr(name, data)
    return file.getvalue()


def paragraph(text: str, style: str = "", level: int | None = None) -> str:
    numbered = "" if level is None else f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr>'
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{numbered}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def word(*blocks: str, **more: str) -> bytes:
    body = f"<w:document {W} {R}><w:body>{''.join(blocks)}<w:sectPr/></w:body></w:document>"
    names = {"styles": "word/styles.xml", "links": "word/_rels/document.xml.rels", "notes": "word/footnotes.xml"}
    return packed({"[Content_Types].xml": "<Types/>", "word/document.xml": body} | {names[k]: v for k, v in more.items()})


def book(**more: str | bytes | None) -> bytes:
    parts = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": BOOK,
        "OEBPS/nav.xhtml": "<html><body><nav>contents</nav></body></html>",
        "OEBPS/text/one.xhtml": ONE,
        "OEBPS/text/two b.xhtml": TWO,
    } | {k.replace("__", "/").replace("_opf", ".opf").replace("_xhtml", ".xhtml"): v for k, v in more.items()}
    return packed({name: data for name, data in parts.items() if data is not None})


def read(file: str, data: bytes) -> Document:
    document = read_document(Source(id="x", file=file, title="t", lang="en"), data)
    check_whole(document)
    return document


def said(document: Document) -> list[tuple[str, tuple[str, ...], str]]:
    return [(p.kind, p.heading, p.text) for p in document.passages if p.kind != "boilerplate"]


CLUB = (
    paragraph("House rules", "T"),
    paragraph("Ropes &amp; knots", "1"),
    paragraph("A rope may be tied once per turn."),
    paragraph("Tied ropes:", level=None),
    paragraph("hold a monster", level=0),
    paragraph("until cut", level=1),
    paragraph("are public", level=0),
    paragraph("绳结", "own"),
    paragraph("有绳结的怪兽不能攻击。"),
    paragraph("Deep", "out"),
    "<w:sdt><w:sdtContent>" + paragraph("Inside a control.") + "</w:sdtContent></w:sdt>",
    "<w:p><w:ins><w:r><w:t>A knot stays</w:t></w:r></w:ins><w:del><w:r><w:delText>goes</w:delText></w:r></w:del>"
    '<w:r><w:footnoteReference w:id="3"/></w:r></w:p>',
    '<w:p><w:hyperlink r:id="r1"><w:r><w:t>The tide table</w:t></w:r></w:hyperlink></w:p>',
    "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Knot</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Turns</w:t></w:r></w:p></w:tc>"
    "</w:tr><w:tr><w:tc><w:p><w:r><w:t>Reef</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>two turns</w:t></w:r></w:p></w:tc>"
    "</w:tr></w:tbl>",
)


def test_a_word_document_is_read_with_headings_lists_tables_links_and_footnotes() -> None:
    document = read("club.docx", word(*CLUB, styles=STYLES, links=LINKS, notes=NOTES))
    found = {text: (kind, heading) for kind, heading, text in said(document)}
    assert found["A rope may be tied once per turn."] == ("paragraph", ("Ropes & knots",))
    assert found["House rules"][0] == "heading"
    assert found["until cut"][0] == found["are public"][0] == "bullet"
    assert found["有绳结的怪兽不能攻击。"][1][-1] == "绳结"
    assert found["Inside a control."][1][-1] == "Deep"
    assert not any("goes" in text for text in found)
    by_text = {p.text: p for p in document.passages}
    assert by_text["until cut"].parent == by_text["hold a monster"].id
    cell = by_text["two turns"]
    assert (cell.kind, cell.col_headers) == ("table-cell", ("Turns",))
    assert [link.url for link in document.links if "example" in link.url] == ["https://example.org/tide"]
    (noted,) = document.references
    assert noted.label == "Minutes of the spring meeting"
    assert noted.id in next(p for p in document.passages if p.text.startswith("A knot stays")).references


def test_a_word_document_may_lack_everything_but_its_text() -> None:
    assert said(read("a.docx", word(paragraph("Only this.", "2"), paragraph("一行。")))) == [
        ("paragraph", (), "Only this."),
        ("paragraph", (), "一行。"),
    ]


def test_a_book_is_read_in_the_order_of_its_spine() -> None:
    document = read("tide.epub", book())
    texts = [text for _, _, text in said(document)]
    assert (
        texts.index("The tide turns once in each turn.")
        < texts.index("A knot may be cut.")
        < texts.index("有绳结的怪兽不能攻击。")
    )
    assert "contents" not in texts
    found = {text: heading for _, heading, text in said(document)}
    assert found["The tide turns once in each turn."] == ("The tide",)
    assert found["有绳结的怪兽不能攻击。"] == ("绳结",)
    assert [link.url for link in document.links] == ["#k"]


def test_a_book_tells_its_title_date_and_publisher() -> None:
    told = epub.said(book(), "tide.epub")
    assert told == {"title": "The Tide & the Pier", "issued": "2021-05-04", "publisher": "Pier Press"}


ENCRYPTED = '<encryption><CipherReference URI="OEBPS/text/one.xhtml"/></encryption>'
BAD = {
    "cut.docx": (word(paragraph("x"))[:-30], "it is damaged"),
    "cut.epub": (book()[:200], "it is damaged"),
    "sheet.docx": (packed({"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<x/>"}), "no Word document"),
    "empty.docx": (word(paragraph(" ")), "has no text"),
    "broken.docx": (packed({"word/document.xml": "<w:document"}), "is no XML"),
    "bomb.docx": (packed({"word/document.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'}), "declares entities"),
    "nothing.epub": (packed({"mimetype": "application/epub+zip"}), "lacks the part META-INF/container.xml"),
    "lost.epub": (book(OEBPS__book_opf=None), "lacks the part OEBPS/book.opf"),
    "pictures.epub": (book(OEBPS__book_opf="<package/>"), "no chapters of text"),
    "locked.epub": (packed({"META-INF/encryption.xml": ENCRYPTED, "mimetype": "application/epub+zip",
                            "META-INF/container.xml": CONTAINER, "OEBPS/book.opf": BOOK}), "encrypted"),
    "named.epub": (b"PK\x03\x04 no archive at all", "it is damaged"),
}  # fmt: skip


@pytest.mark.parametrize("file", BAD)
def test_a_bad_file_is_one_line_that_names_it(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, told = BAD[file]
    (tmp_path / file).write_bytes(data)
    assert main(["build", str(tmp_path / file), "--encoder", "none", "--home", str(tmp_path / "home")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and file in error and told in error


def test_what_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = word(paragraph("0" * 200_000))
    assert len(bomb) < 3000
    for limit in ("MOST_BYTES", "MOST_TEXT"):
        monkeypatch.setattr(_zipped, limit, 100_000)
        with pytest.raises(BadInput, match="unpacked"):
            docx.text_of(bomb, "bomb.docx")
        monkeypatch.undo()
    monkeypatch.setattr(_zipped, "MOST_PARTS", 1)
    with pytest.raises(BadInput, match="parts"):
        epub.text_of(book(), "many.epub")


def test_a_locked_archive_is_refused() -> None:
    data = bytearray(book())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    with pytest.raises(BadInput, match="password"):
        epub.text_of(bytes(data), "locked.epub")


@given(st.binary(max_size=300), st.sampled_from(["x.docx", "x.epub"]))
def test_arbitrary_bytes_end_in_a_document_or_in_one_line(data: bytes, file: str) -> None:
    for given_ in (b"PK\x03\x04" + data, word(paragraph("x"))[:100] + data):
        with pytest.raises(BadInput):
            (docx if file.endswith("docx") else epub).text_of(given_, file)


@given(st.lists(st.text(alphabet="<>/ab&\"'= \n点", max_size=30), min_size=1, max_size=4))
def test_whatever_a_chapter_holds_is_read_whole(texts: list[str]) -> None:
    data = book(OEBPS__text__one_xhtml=f"<html><body>{''.join(texts)}<p>end</p></body></html>")
    assert any(p.text.endswith("end") for p in read("x.epub", data).passages)


@pytest.mark.slow
def test_a_folder_with_both_answers_questions_in_both_languages(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "club.docx").write_bytes(word(*CLUB, styles=STYLES, links=LINKS, notes=NOTES))
    (tmp_path / "in" / "tide.epub").write_bytes(book())
    report = build(tmp_path / "home", Order(paths=[tmp_path / "in"]))
    assert {d.source: d.covered for d in report.documents} == {"club": 1.0, "tide": 1.0}
    engine = Engine.open(tmp_path / "home")
    assert engine.documents["tide"].title == "The Tide & the Pier" and engine.documents["club"].title == "House rules"
    for question, verdict in (("有绳结的怪兽能攻击吗？", "no"), ("May a rope be tied in my turn?", "yes")):
        answer = engine.ask(question)
        assert (answer.verdict, answer.citations[0].source in ("club", "tide")) == (verdict, True), question
