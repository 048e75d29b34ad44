"""The reader of PDFs, on documents made here: English and Chinese, lists, tables, columns, and files that cannot be read."""

from __future__ import annotations

import io
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import check_whole
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    ListFlowable,
    ListItem,
    PageBreak,
    PageTemplate,
    Paragraph,
    SimpleDocTemplate,
    Table,
)

from ingest.readers import pdf, read_document
from kb.errors import BadInput
from kb.model import Document, Passage, Source

SOURCE = Source(id="pdf", file="manual.pdf", title="t", lang="en")
STYLES = getSampleStyleSheet()
LONG = (
    "A keeper who holds the taper may answer the last lamp that was lit, as long as the night has not ended for both of them."
)
LONG_ZH = "灯的处理从最后点亮的那一盏开始，按照相反的次序一盏一盏处理，直到所有的灯都处理完毕，油不够的灯在这个时候熄灭。"


def text(words: str, style: str = "BodyText") -> Paragraph:
    return Paragraph(words, STYLES[style])


def chinese(words: str, size: int = 11) -> Paragraph:
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    style = ParagraphStyle("zh", fontName="STSong-Light", fontSize=size, leading=size * 1.4, wordWrap="CJK", spaceAfter=6)
    return Paragraph(words, style)


def bullets(*items: Flowable | str) -> ListFlowable:
    return ListFlowable([ListItem(text(i) if isinstance(i, str) else i) for i in items], bulletType="bullet")


def furniture(canvas: Canvas, document: BaseDocTemplate) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.drawString(60, 820, "The Keeper's Manual")
    canvas.drawCentredString(300, 20, f"Page {document.page}")


@cache
def manual() -> bytes:
    out = io.BytesIO()
    story: list[Flowable] = []
    for chapter in ("Lamps", "Racks", "Oil"):
        story += [
            text(f"Chapter {chapter}", "Heading1"),
            text(LONG + " " + LONG),
            text("Limits", "Heading2"),
            text("A keeper may:"),
            bullets(
                "Light one lamp each night, or two if the rack is full and nobody has trimmed a wick since the night began."
            ),
            chinese("第一章 灯架", 18),
            chinese(LONG_ZH),
            chinese("例：甲点灯，乙跟着点。"),
            Table(
                [["Lamp", "Low rack"], ["Tin Heron", "always"], ["Paper Moth", "never"]],
                style=[("GRID", (0, 0), (-1, -1), 1, (0, 0, 0))],
            ),
            PageBreak(),
        ]
    SimpleDocTemplate(out, pagesize=A4).build(story, onFirstPage=furniture, onLaterPages=furniture)
    return out.getvalue()


@cache
def read_manual() -> Document:
    return pdf.read(SOURCE, manual())


def drawn(*lines: tuple[float, float, str], encrypt: StandardEncryption | None = None) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, encrypt=encrypt)
    for x, y, words in lines:
        canvas.drawString(x, y, words)
    canvas.rect(10, 10, 50, 50)
    canvas.save()
    return out.getvalue()


def on_page(number: int, *kinds: str) -> list[Passage]:
    return [p for p in read_manual().passages if p.page == number and p.kind in kinds]


def test_every_passage_knows_its_page() -> None:
    check_whole(read_manual())
    assert {p.page for p in read_manual().passages} == {1, 2, 3}
    assert [p.text for p in on_page(2, "heading")][:2] == ["Chapter Racks", "Limits"]


def test_running_heads_and_page_numbers_are_boilerplate_and_titles_are_not() -> None:
    assert [p.text for p in on_page(3, "boilerplate")] == ["The Keeper's Manual", "Page 3"]


def test_headings_nest_by_type_size() -> None:
    (paragraph,) = [p for p in on_page(2, "paragraph") if p.text.startswith("A keeper may")]
    assert paragraph.heading == ("Chapter Racks", "Limits")
    (chinese_paragraph,) = [p for p in on_page(1, "paragraph") if p.text.startswith("灯的处理")]
    assert chinese_paragraph.heading == ("第一章 灯架",)


def test_lines_of_a_paragraph_are_joined_in_both_languages() -> None:
    texts = [p.text for p in on_page(1, "paragraph")]
    assert f"{LONG} {LONG}" in texts
    assert LONG_ZH in texts
    assert all(p.lines.last > p.lines.first for p in on_page(1, "paragraph") if p.text in (LONG_ZH, f"{LONG} {LONG}"))


def test_a_list_item_goes_on_over_lines_and_hangs_under_what_announces_it() -> None:
    (item,) = on_page(1, "bullet")
    assert item.text.startswith("Light one lamp") and item.text.endswith("the night began.")
    (announcing,) = [p for p in on_page(1, "paragraph") if p.text == "A keeper may:"]
    assert item.parent == announcing.id


def test_an_example_is_tied_to_its_rule() -> None:
    (example,) = on_page(1, "example")
    (rule,) = [p for p in on_page(1, "paragraph") if p.text == LONG_ZH]
    assert example.illustrates == rule.id


def test_ruled_tables_have_row_and_column_headers() -> None:
    cells = [(p.text, p.row_headers, p.col_headers) for p in on_page(1, "table-cell")]
    assert ("never", ("Paper Moth",), ("Low rack",)) in cells and len(cells) == 4


def test_columns_are_read_one_after_the_other() -> None:
    out = io.BytesIO()
    document = BaseDocTemplate(out, pagesize=A4)
    frames = [Frame(50, 680, 490, 100), Frame(50, 60, 230, 600), Frame(310, 60, 230, 600)]
    document.addPageTemplates([PageTemplate(frames=frames)])
    left = [text(f"Left {n}: {LONG}") for n in range(4)]
    right = [text(f'Right {n}: {LONG} See <a href="https://lamps.example.org/{n}">the site</a>.') for n in range(5)]
    document.build([text("Both racks", "Heading1"), FrameBreak(), *left, FrameBreak(), *right])
    read = pdf.read(SOURCE, out.getvalue())
    order = [p.text.split(":")[0] for p in read.passages]
    assert order == ["Both racks", *(f"Left {n}" for n in range(4)), *(f"Right {n}" for n in range(5))]
    by_id = {p.id: p.text for p in read.passages}
    assert {(link.url[-1], by_id[link.passage][:7]) for link in read.links} == {(str(n), f"Right {n}") for n in range(5)}


def test_words_parted_at_a_line_end_are_put_together_as_the_document_spells_them() -> None:
    lines = ["The lamp hangs face-down on the extin-", "guished rack and stays face-", "down there."]
    document = pdf.read(SOURCE, drawn(*((72, 700 - 14 * n, line) for n, line in enumerate(lines))))
    assert document.passages[0].text == "The lamp hangs face-down on the extinguished rack and stays face-down there."


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (drawn(), r"^manual\.pdf: this PDF has no text layer"),
        (drawn((72, 700, "Lamp"), encrypt=StandardEncryption("a", ownerPassword="b")), r"^manual\.pdf: cannot be read as PDF"),
        (b"%PDF-1.4 and nothing else", r"^manual\.pdf: cannot be read as PDF"),
        (manual()[: len(manual()) // 2], r"^manual\.pdf: cannot be read as PDF"),
    ],
)
def test_a_pdf_that_cannot_be_read_says_so_in_one_line(data: bytes, why: str) -> None:
    with pytest.raises(BadInput, match=why) as error:
        read_document(SOURCE, data)
    assert "\n" not in str(error.value)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 5000), st.binary(min_size=1, max_size=20))
def test_a_damaged_pdf_is_read_or_refused(place: int, junk: bytes) -> None:
    data = drawn((72, 700, "The lamp hangs low."), (72, 680, "It is lit."))
    place %= len(data)
    try:
        check_whole(pdf.read(SOURCE, data[:place] + junk + data[place + len(junk) :]))
    except BadInput as error:
        assert "\n" not in str(error)
