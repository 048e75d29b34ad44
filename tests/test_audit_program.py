"""Program text on web pages and in reStructuredText is no prose; what a page of a site always has is no fault of its text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from audited import audited, found

from kb.audit.corpus import Audited
from kb.audit.structure.program import in_program
from kb.model import Source

PAGE = Source(id="page", file="page.html", title="Lamp page", lang="en", format="html")
RST = Source(id="book", file="book.rst", title="Lamp book", lang="en", format="rst")


def page(body: str, name: str = "page") -> Audited:
    source = replace(PAGE, id=name, file=f"{name}.html")
    return audited(source, f"<!DOCTYPE html>\n<html><body>\n<h1>Lamps</h1>\n{body}\n</body></html>\n")


_TEXT = "<p>It burns all night, and the keeper sleeps beside it until the bell rings.</p>\n" * 8


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("S221", "Light the the lamp of the gate."),
        ("S211", "A keeper recieves the oil of the gate."),
        ("S170", "Light it (at night. Then wait for the bell."),
        ("S167", "Oil,, wick and bell are things of the gate."),
        ("S222", "A keeper wants a oil lamp at the gate."),
    ],
)
def test_slips_of_prose_are_told_in_paragraphs_not_in_program_text(code: str, words: str) -> None:
    assert found(code, [page(f"{_TEXT}<p>{words}</p>")])
    assert not found(code, [page(f"{_TEXT}<pre>\n{words}\n</pre>")])


def test_a_page_that_is_all_preformatted_is_prose() -> None:
    assert found("S221", [page("<pre>\nLight the the lamp of the gate, and then wait for the bell of the gate.\n</pre>")])


def test_words_set_as_program_text_are_no_slips() -> None:
    for words in (
        "Say <code>lamp lamp</code> twice.",
        '<span class="command"><b>recieves</b></span> is a tool; <tt>recieve</tt> another.',
    ):
        assert not found("S221", [page(f"{_TEXT}<p>{words}</p>")])
        assert not found("S211", [page(f"{_TEXT}<p>{words}</p>")])
    assert not found("S221", [page(f"{_TEXT}<p>The lamp for the wick <em>wick</em> is lit.</p>")])


def test_a_sentence_goes_on_in_program_text_or_a_list() -> None:
    stops = "<p>There are three lamps which you can light using the option, where it is one of</p>"
    assert found("S223", [page(f"{_TEXT}{stops}\n<p>Then the keeper sleeps.</p>")])
    assert not found("S223", [page(f"{_TEXT}{stops}\n<pre>\nred blue\n</pre>")])
    assert not found("S223", [page(f"{_TEXT}{stops}\n<ul>\n<li>the red one;</li>\n<li>the blue one.</li>\n</ul>")])
    assert not found("S223", [page(f"{_TEXT}<ul>\n<li>a lamp of the gate, or</li>\n<li>a bell of the gate.</li>\n</ul>")])


def test_brackets_may_pair_across_a_sketch() -> None:
    opens, closes = "<p>The keeper waits (as it is shown here:</p>", "<p>where the lamp is lit) until it is dark.</p>"
    assert not found("S170", [page(f"{_TEXT}{opens}\n<pre>\n..X..\n</pre>\n{closes}")])
    assert len(found("S170", [page(f"{_TEXT}{opens}\n{_TEXT}{closes}")])) == 2


def test_a_tag_over_several_lines_is_closed_all_the_same() -> None:
    assert not found("S169", [page('<p>See <a href="oil.html"\n title="Oil">the oil</a>.</p>')])
    assert found("S169", [page('<p>See <a href="oil.html"\n title="Oil">the oil.</p>')])


def test_a_hash_on_a_page_is_no_heading_and_bold_type_no_leftover() -> None:
    text = "<p>It was told as\n#12345 of the list, where <b>red</b> lamps are\nlit: <b>now</b></p>"
    assert not found("S161", [page(text)])
    assert not found("S174", [page(text)])


def test_the_name_of_a_file_is_nothing_left_to_do() -> None:
    assert not found("S243", [page(f"{_TEXT}<p>See the file <code>TODO</code> beside it.</p>\n<pre>\nTODO\n</pre>")])
    assert found("S243", [page(f"{_TEXT}<p>TODO: say when.</p>")])


def test_a_notice_that_all_pages_bear_is_no_shared_text() -> None:
    notice = "<p>This page is part of the handbook of the lamp keepers and has been written anew since the winter.</p>"
    pages = [page(f"<h2>Part {n}</h2>\n<p>Lamp {n} burns.</p>\n{notice}", f"page-{n}") for n in range(5)]
    assert not found("S207", pages)
    assert found("S207", pages[:2])


def test_arrows_of_the_navigation_are_no_lost_pictures() -> None:
    arrow = '<div class="navheader"><a href="next.html"><img src="images/next.png" alt="Next"></a></div>'
    lamp = '<p><img src="images/lamp.png" alt="A lamp"> It burns.</p>'
    assert [f.message for f in found("S121", [page(arrow + lamp)])] == [
        "A picture that the document shows is not here: lamp.png (“A lamp”)."
    ]


def test_blocks_of_restructured_text_are_program_text() -> None:
    text = (
        "Lamps\n=====\n\nLight it::\n\n    lamp --the the\n\n"
        ".. code-block:: sh\n\n   lamp the the\n\n.. note::\n\n   Light the the lamp.\n"
    )
    book = audited(RST, text)
    assert sorted(in_program(book)) == [6, 10]
    assert [f.places[0].lines.first for f in found("S221", [book])] == [14]


def test_a_letter_may_be_named() -> None:
    assert not found("S222", [page(f"{_TEXT}<p>The values of a and b are told at the gate; a is the larger one.</p>")])
