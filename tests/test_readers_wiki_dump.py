"""The reader of wiki pages saved as text: a golden page, single behaviours, arbitrary text, and the real page."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reading import check_golden, check_whole, read_golden
from real_documents import at_kind, one, real

from ingest.readers import read_document, wiki_dump
from ingest.readers._spacing import readable
from kb.model import Document, Source

SOURCE = Source(id="wiki", file="page.txt", title="t", lang="en")
HEAD = "Link: https://lamps.example.org/wiki/Wick\n Contents \n 1   Oil \n 2   Notes \n 3   References \n \n"
SNIPPETS = [
    *("Link: http://x\n", "Contents \n", " 1   A \n", " 1.1   B \n", " 2   References \n", " A \n", " B \n", " References \n"),
    *(" \n", "↑ x http://a.b/c . Retrieved 1 May 2001 . \n", "↑   \n", "[1]", "[Notes 1]", '" foo " ', "text", ". ", ": \n"),
    *("text \n", "This x \n", "Categories: x\n", "v e \n", "灯灭了。 \n", " Notes \n", " 3   Notes \n", "http://[x", "\r\n"),
]
TEXTS = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(SNIPPETS), max_size=50).map("".join))


def read(body: str) -> Document:
    return wiki_dump.read(SOURCE, (HEAD + body).encode())


def test_golden() -> None:
    check_golden(read_golden(wiki_dump, "wiki_dump.txt"), "wiki_dump.expected.txt")


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(TEXTS.filter(lambda t: "\0" not in t))
def test_any_text_is_read_whole(text: str) -> None:
    check_whole(wiki_dump.read(SOURCE, text.encode("utf-8", "replace")))


@given(
    st.lists(st.sampled_from(['" ', ' "', '"', "( ", " )", " ,", " .", "word", " ", "灯", "/", "—"]), max_size=30).map("".join)
)
def test_readable_text_differs_in_white_space_only(text: str) -> None:
    assert readable(text).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ('Lamps such as " Tin Heron ", " Moth "/" Newt " .', 'Lamps such as "Tin Heron", "Moth"/"Newt".'),
        (
            'The line " Light "Tin Heron" (or its glow) now. " is wrong',
            'The line "Light "Tin Heron" (or its glow) now." is wrong',
        ),
        ("the Oil / Soot —raised", "the Oil / Soot—raised"),
        ("灯主 （ 甲 ） 点灯", "灯主 （ 甲 ） 点灯"),
    ],
)
def test_blanks_around_linked_words_go(raw: str, shown: str) -> None:
    assert readable(raw) == shown


def test_a_page_is_recognised_by_its_first_line() -> None:
    text = HEAD + " Oil \n Oil burns. \n"
    assert read_document(SOURCE, text.encode()).passages[-1].text == "Oil burns."
    assert not wiki_dump.matches(SOURCE, "# Oil\n\nLink: see below\n")


def test_a_mark_without_its_note_is_a_dead_link() -> None:
    document = read(" Oil \n Oil burns. [1] It smells. [7] \n References \n \n ↑   A book. \n")
    assert [(link.label, link.resolves) for link in document.links] == [("[1]", True), ("[7]", False)]
    assert [p.references for p in document.passages if p.text.startswith("Oil burns")] == [("wiki:ref:1",)]


def test_brackets_that_cite_nothing_are_text() -> None:
    document = read(" Oil \n Oil burns [sic] for [2 hours]. \n")
    assert document.links == ()
    assert document.passages[-1].text == "Oil burns [sic] for [2 hours]."


def test_an_admitted_extrapolation_reaches_the_passages_that_carry_its_note() -> None:
    document = read(
        " Oil \n Oil lasts. [Notes 1] \n Notes \n \n ↑   This is an extrapolation. \n References \n \n ↑   A book. \n"
    )
    by_id = {r.id: r for r in document.references}
    (passage,) = [p for p in document.passages if p.text.startswith("Oil lasts")]
    assert [by_id[r].extrapolation for r in passage.references] == [True]
    assert not by_id["wiki:ref:1"].extrapolation


def test_a_quotation_in_a_reference_stays_in_its_passage() -> None:
    document = read(' Oil \n Oil. [1] \n References \n \n ↑   A book. "First line.\n Second line." \n \n Oil \n Wick \n')
    assert at_kind(document, "reference")[0].text == '↑ A book. "First line. Second line."'
    assert document.passages[-1].kind == "boilerplate"


def test_a_page_without_contents_is_read_as_paragraphs() -> None:
    document = wiki_dump.read(SOURCE, "Link: http://x\n灯灭之后要加油。\n油够的话可以再点。\n".encode())
    assert [p.text for p in document.passages] == ["Link: http://x", "灯灭之后要加油。", "油够的话可以再点。"]


def test_the_real_page_has_its_sections() -> None:
    headings = [p.heading for p in at_kind(real("wiki-damage-step"), "heading")]
    assert len(headings) == 11
    assert headings[5] == (headings[0][0], headings[4][1], "Monsters that were destroyed by battle")
    assert [len(h) for h in headings] == [1, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1]


def test_every_line_between_the_contents_and_the_notes_of_the_real_page_is_one_passage() -> None:
    document = real("wiki-damage-step")
    lines = document.text.split("\n")
    for number in range(73, 171):
        if lines[number - 1].strip():
            assert one("wiki-damage-step", number).lines == (number, number)


def test_the_real_page_s_lists_hang_together_where_the_layout_shows_it() -> None:
    parents = {86: 85, 90: 89, 100: 99, 101: 99, 115: 114, 128: 126, 131: 130, 153: 152, 163: 162, 164: 162, 168: 167}
    for child, parent in parents.items():
        assert one("wiki-damage-step", child).parent == one("wiki-damage-step", parent).id, child


def test_the_real_page_s_references_are_read() -> None:
    document = real("wiki-damage-step")
    by_key = {r.key: r for r in document.references}
    assert len(by_key) == 107 and [str(n) in by_key for n in range(1, 104)] == [True] * 103
    assert sum(r.official is True for r in document.references) == 102
    assert by_key["61"].official is None and by_key["61"].archive_url
    assert (by_key["10"].page, by_key["8"].page) == ("188-193", "41")
    assert [r.key for r in document.references if r.extrapolation] == ["note-3", "note-4"]
    assert all(r.date for r in document.references if "upperdeck" in r.url)
    assert not [link for link in document.links if not link.resolves]
    cited = {r for p in document.passages for r in p.references}
    assert cited == {r.id for r in document.references}


def test_the_real_page_s_readable_text_differs_in_white_space_only() -> None:
    document = real("wiki-damage-step")
    for p in document.passages:
        assert "".join(p.text.split()) == "".join(document.text[p.span.start : p.span.end].split())
