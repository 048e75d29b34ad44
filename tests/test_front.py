"""Front matter tells title, date, language and author, and is no text of the document."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import check_whole

from ingest.readers import read_document
from ingest.readers._front import front
from ingest.registry import Registry, identify
from kb.model import Document, Source

BODY = "# Wicks\n\nA wick is cut before the lamp is lit.\n"


def told(name: str, text: str) -> Source:
    return identify(Path(name), text.encode(), Registry()).source


def read(name: str, text: str) -> Document:
    return read_document(Source(id="d", file=name, title="t", lang="en"), text.encode())


@pytest.mark.parametrize(
    ("name", "text", "title", "issued", "publisher"),
    [
        ("a.md", f'---\ntitle: "On Wicks"\ndate: 2021-3-4 10:00\nauthor: Nora\nlayout: post\n---\n{BODY}',
         "On Wicks", "2021-03-04", "Nora"),
        ("a.md", f"---\nlayout: post\ntags:\n  - lamp\n  - wick\n---\n\n{BODY}", "Wicks", "", ""),
        ("a.md", f"+++\ntitle = 'On Wicks'\ndate = 2021-03-04\n+++\n{BODY}", "On Wicks", "2021-03-04", ""),
        ("a.txt", "Title: On Wicks\nAuthor: Nora\nDate: March 2021\n\nA wick is cut.\n", "On Wicks", "2021", "Nora"),
        ("a.txt", "标题：灯芯\n作者：小灯\n日期：2021年3月4日\n\n先剪芯。\n", "灯芯", "2021-03-04", "小灯"),
        ("a.rst", "Wicks\n=====\n\n:author: Nora\n:date: 2021-03\n\nA wick is cut.\n", "Wicks", "2021-03", "Nora"),
        ("a.md", f"\ufeff---\r\ntitle: On Wicks\r\n---\r\n{BODY}", "On Wicks", "", ""),
    ],
)  # fmt: skip
def test_it_tells_of_the_document(name: str, text: str, title: str, issued: str, publisher: str) -> None:
    found = told(name, text)
    assert (found.id, found.title, found.issued, found.publisher) == ("a", title, issued, publisher)
    document = read(name, text)
    check_whole(document)
    shown = [p for p in document.passages if p.kind not in ("boilerplate", "heading")]
    assert shown[-1].heading[-1:] in (("Wicks",), ("On Wicks",), ()) and "layout" not in " ".join(p.text for p in shown)


def test_language_authority_and_edition_are_taken_only_where_they_mean_something() -> None:
    found = told("a.md", f"---\ntitle: x\nlang: zh-CN\nauthority: Official\nversion: 2.1\nterritory: ocg\n---\n{BODY}")
    assert (found.lang, found.authority, found.edition, found.territory) == ("zh", "official", "2.1", "OCG")
    odd = told("a.md", f"---\ntitle: x\nlang: Klingon\nauthority: me\ndate: soon\nurl: /a/b\n---\n{BODY}")
    assert (odd.lang, odd.authority, odd.issued, odd.url) == ("en", "notes", "", "")


@pytest.mark.parametrize(
    "text", ["---\n\nA rule of dashes.\n\n---\n", "Note: lamps burn.\nOil: costs points.\n\nText.\n", "Text\n---\nmore"]
)
def test_what_is_text_stays_text(text: str) -> None:
    found = front(text)
    assert found is None or not found.says


@given(
    st.lists(
        st.sampled_from(["---\n", "title: x\n", "a: b\n", "+++\n", "# T\n", "text\n", "\n", "日期：2020\n", "标题：灯\n"]),
        max_size=14,
    )
)
def test_any_beginning_is_read_whole(lines: list[str]) -> None:
    text = "".join(lines)
    if text.strip():
        check_whole(read("a.md", text))
        check_whole(read_document(Source(id="d", file="a.txt", title="t", lang="en", format="text"), text.encode()))


def test_the_title_of_front_matter_stands_above_the_headings() -> None:
    text = b"---\ntitle: Tin Heron\n---\n\n## Its effect\n\nIt is lit once a night.\n"
    read = read_document(Source(id="d", file="tin.md", title="t", lang="en"), text)
    assert [p.heading for p in read.passages if p.kind == "paragraph"] == [("Tin Heron", "Its effect")]


def test_a_field_that_tells_of_the_document_is_no_rule() -> None:
    text = b"Wicks\n=====\n\n:author: Nora\n:date: 2021-03-04\n\nA wick is cut first.\n"
    read = read_document(Source(id="d", file="wicks.rst", title="t", lang="en"), text)
    assert [p.text for p in read.passages if p.kind == "paragraph"] == ["A wick is cut first."]
