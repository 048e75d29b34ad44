"""The reader of web pages: a golden page, single behaviours, and arbitrary text."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reading import check_golden, check_whole, read_golden

from ingest.readers import html, read_document
from ingest.readers._page_tags import page_text
from kb.model import Document, Source

SOURCE = Source(id="page", file="lamps.html", title="t", lang="en")
SNIPPETS = [
    *(
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<ul>",
        "<li>",
        "</li>",
        "</ul>",
        "<table>",
        "<caption>",
        "<tr>",
        "<td>",
        "<th>",
        "</table>",
        "</a>",
    ),
    *(
        '<a href="#x">',
        "<h2>",
        "</h2>",
        "[1]",
        "<sup>",
        "</sup>",
        '<li id="x">',
        "<!--",
        "-->",
        "<script>",
        "</script>",
        "<",
        ">",
    ),
    *(
        '"',
        "'",
        "&amp;",
        "&",
        "<b>",
        "<dl>",
        "<dt>",
        "<dd>",
        "<caption>",
        "<nav>",
        "<blockquote>",
        "Text. ",
        "灯灭了。",
        "\n",
        " ",
    ),
    *(":", "✔", "<br>", "<img src=a>", "<details>", "<summary>", "<x-y>", "</x-y>", "<td rowspan=9999>", "<title>", "例如："),
]
TEXTS = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(SNIPPETS), max_size=50).map("".join))


def read(text: str) -> Document:
    return html.read(SOURCE, text.encode())


def kinds(document: Document) -> list[tuple[str, str]]:
    return [(p.kind, p.text) for p in document.passages if p.kind != "boilerplate"]


def test_golden() -> None:
    check_golden(read_golden(html, "page.html"), "page.expected.txt")


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(TEXTS.filter(lambda t: "\0" not in t))
def test_any_text_is_read_whole(text: str) -> None:
    check_whole(html.read(SOURCE, text.encode("utf-8", "replace")))


@given(st.text(alphabet="ab灯<>&\"'/ \n", max_size=40))
def test_text_between_tags_is_kept(words: str) -> None:
    shown = " ".join(words.split())
    escaped = words.replace("&", "&amp;").replace("<", "&lt;")
    assert page_text(f"<p><b>{escaped}</b></p>") == shown


def test_deep_nesting_is_read() -> None:
    assert kinds(read("<div>" * 5000 + "灯" + "</div>" * 5000)) == [("paragraph", "灯")]


def test_scripts_styles_and_comments_hold_no_text() -> None:
    document = read("<body><script>a < b; '<p>no</p>'</script><style>p {}</style><!-- <p>no</p> --><p>Yes.</p></body>")
    assert kinds(document) == [("paragraph", "Yes.")]


@pytest.mark.parametrize("tag", ["nav", "footer", 'div class="navbox"', 'div role="navigation"', 'ul class="breadcrumbs"'])
def test_navigation_is_boilerplate(tag: str) -> None:
    document = read(f"<body><p>Rule.</p><{tag}><a href='/'>Home</a></{tag.split()[0]}></body>")
    assert [(p.kind, "Home" in p.text) for p in document.passages[-1:]] == [("boilerplate", True)]
    assert kinds(document) == [("paragraph", "Rule.")]


def test_tags_a_page_may_leave_out_are_supplied() -> None:
    document = read("<p>One<p>Two<ul><li>a<li>b</ul><dl><dt>T<dd>m<dt>U<dd>n</dl>")
    assert [t for _, t in kinds(document)] == ["One", "Two", "a", "b", "T", "m", "U", "n"]
    by_text = {p.text: p for p in document.passages}
    assert (by_text["n"].parent, by_text["b"].parent) == (by_text["U"].id, None)


def test_footnote_marks_lead_down_the_page_and_back_links_do_not() -> None:
    document = read(
        '<p id="t1">灯可以点<sup><a href="#f1">1</a></sup>。</p><h2>注</h2><p id="f1"><sup><a href="#t1">1</a></sup> 手册</p>'
    )
    assert [p.references for p in document.passages] == [("page:ref:f1",), (), ()]
    assert [(r.key, r.label) for r in document.references] == [("f1", "手册")]
    assert kinds(document) == [("paragraph", "灯可以点。"), ("heading", "注"), ("reference", "手册")]


def test_a_short_link_that_is_no_raised_or_bracketed_mark_is_no_footnote() -> None:
    document = read('<p>See <a href="#a">A</a>.</p><p id="a">Part A</p>')
    assert document.references == () and len(document.links) == 1


@pytest.mark.parametrize("start", ["<!DOCTYPE html>\n", "\ufeff<html>", "<?xml version='1.0'?>\n<!-- x -->\n<html lang='zh'>"])
def test_a_page_is_recognised_by_how_it_begins(start: str) -> None:
    source = Source(id="page", file="page.txt", title="t", lang="zh")
    assert read_document(source, f"{start}<body><h1># 灯</h1></body></html>".encode()).passages[-1].text == "# 灯"


@pytest.mark.parametrize("rows", ["<td><tr><td>oil", "<tr><th><th>L", "<tbody><tr><td>wick<td >", "<thead><tr><th>a<th>b"])
def test_a_table_s_title_ends_where_its_rows_begin(rows: str) -> None:
    """Found by `benchmarks.fuzz`: a title never closed swallowed the rows, whose cells then stood in each other."""
    document = html.read(SOURCE, f"<!DOCTYPE html><table><caption>Lamps{rows}".encode())
    check_whole(document)
    assert "Lamps" in document.passages[0].text


def test_what_surrounds_the_main_part_of_a_saved_wiki_page_is_no_passage() -> None:
    check_golden(read_golden(html, "wiki_page.html"), "wiki_page.expected.txt")
