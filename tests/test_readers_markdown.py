"""The Markdown reader: golden documents that copy the formats' quirks, single behaviours, and arbitrary text."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_texts import SNIPPETS, TEXTS
from reading import check_golden, read_golden

from ingest.readers import READERS, markdown, read_document
from ingest.readers._links import github_slugs
from ingest.readers._readable import readable
from ingest.readers._references import is_official
from ingest.readers._tags import find_tags, regions, tree
from ingest.segment import MAX_PASSAGE, coverage, split_sentences
from kb.errors import BadInput
from kb.model import Document, Passage, Source, Span

SOURCE = Source(id="doc", file="doc.md", title="t", lang="en")


def read(text: str) -> Document:
    return markdown.read(SOURCE, text.encode())


def find(document: Document, words: str) -> Passage:
    (found,) = [p for p in document.passages if words in p.text]
    return found


@pytest.mark.parametrize("name", ["markdown_compendium", "markdown_lost_marks", "markdown_pdf"])
def test_golden(name: str) -> None:
    check_golden(read_golden(markdown, f"{name}.md"), f"{name}.expected.txt")


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(TEXTS)
def test_any_text_is_read_whole(text: str) -> None:
    if "\0" in text:
        return
    try:
        document = read(text)
    except UnicodeEncodeError:
        return
    assert coverage(document.text, document.passages)[0] == 1.0
    at = 0
    for p in document.passages:
        raw = document.text[p.span.start : p.span.end]
        assert p.span.start >= at
        assert raw == raw.strip() != ""
        assert p.text or p.kind == "boilerplate"
        whole = split_sentences(document.text, p.span, readable)
        assert len(p.text) <= MAX_PASSAGE or len(whole) == 1
        at = p.span.end


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(TEXTS)
def test_everything_a_document_names_exists(text: str) -> None:
    if "\0" in text:
        return
    try:
        document = read(text)
    except UnicodeEncodeError:
        return
    ids = {p.id for p in document.passages}
    references = {r.id for r in document.references}
    assert len(ids) == len(document.passages)
    assert len(references) == len(document.references)
    for p in document.passages:
        assert {p.parent, p.illustrates} - {None} <= ids
        assert set(p.references) <= references
    assert {m.passage for m in document.marks} <= ids
    assert {link.passage for link in document.links} <= ids | {""}


@pytest.mark.parametrize(
    "hostile", ["<ul><li>" * 3000, "[" * 20_000, "> " * 5_000, "- " * 5_000, "." * 20_000, " " * 20_000 + "x"]
)
def test_hostile_nesting_is_read(hostile: str) -> None:
    document = read(hostile)
    assert coverage(document.text, document.passages)[0] == 1.0


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_endings_stay_as_they_are(ending: str) -> None:
    text = ending.join(["# Lamps", "", "- a lamp", "- a wick", ""])
    document = read(text)
    assert document.text == text
    assert [(p.kind, p.lines.first, p.text) for p in document.passages] == [
        ("heading", 1, "Lamps"),
        ("bullet", 3, "a lamp"),
        ("bullet", 4, "a wick"),
    ]


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert markdown.read(SOURCE, b"\xef\xbb\xbf# Lamp").text == "# Lamp"
    assert markdown.read(SOURCE, "# 灯".encode("utf-16")).text == "# 灯"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"caf\xe9 au lait", "doc.md: byte 3 is not UTF-8"),
        (b"PNG\0\0", "doc.md: byte 3 is zero"),
        (b"a\n" + b"x" * 1_000_001, "doc.md: line 2 has 1,000,001 characters"),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(data: bytes, said: str) -> None:
    with pytest.raises(BadInput) as error:
        markdown.read(SOURCE, data)
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)


def test_a_word_wrapped_to_the_next_line_stays_with_its_item() -> None:
    assert find(read("- at most four of your Lamp\nShelves.\n- next"), "four").text == "at most four of your Lamp Shelves."


def test_an_item_does_not_hold_its_nested_items() -> None:
    document = read("1. Two ways:\n   - by hand\n   - by rope\n2. One way\n")
    assert [p.text for p in document.passages] == ["1. Two ways:", "by hand", "by rope", "2. One way"]
    first, hand, rope, second = document.passages
    assert hand.parent == rope.parent == first.id
    assert second.parent is None


def test_a_line_that_breaks_off_before_a_list_introduces_it_and_a_finished_sentence_does_not() -> None:
    lead, item, *_ = read("A keeper may\n- light a lamp\n").passages
    assert item.parent == lead.id
    _, item, *_ = read("A keeper lights lamps.\n- A lamp burns.\n").passages
    assert item.parent is None
    _, item, *_ = read("Who lights lamps?\n\n- A lamp burns.\n").passages
    assert item.parent is None


def test_a_paragraph_that_ends_the_sentence_of_a_list_belongs_to_what_introduced_it() -> None:
    lead, _, _, tail, after = read("If\n- it burns\n- it is red\n\nthen it is kept.\n\nelse not\n").passages
    assert tail.parent == lead.id
    assert after.parent is None


def test_a_footnote_and_a_listed_reference_support_different_passages() -> None:
    document = read(
        "# A\n\nOne<sup><a href='#n'>[1]</a></sup>.\n\nTwo.\n\n*References*:\n<ol>\n"
        "<li id='n'><a href='http://x.y'>N, page 7</a></li>\n<li><a href='http://z.y'>Z</a></li>\n</ol>\n\n# B\n\nThree.\n"
    )
    assert find(document, "One").references == ("doc:ref:n",)
    assert find(document, "Two").references == ("doc:ref:line-10",)
    assert find(document, "Three").references == ()
    assert [(r.key, r.label, r.page, r.url) for r in document.references] == [
        ("n", "N, page 7", "7", "http://x.y"),
        ("", "Z", "", "http://z.y"),
    ]


def test_a_line_of_links_supports_subsections_that_cite_nothing_themselves() -> None:
    document = read("# A\n[Source](http://x.y)\n\n## B\n\nOne.\n\n## C\n[Other](http://z.y)\n\nTwo.\n\n# D\n\nThree.\n")
    assert find(document, "One").references == ("doc:ref:line-2",)
    assert find(document, "Two").references == ("doc:ref:line-9",)
    assert find(document, "Three").references == ()


def test_a_footnote_that_leads_nowhere_is_a_link_that_does_not_resolve() -> None:
    document = read("One<sup><a href='#gone'>[1]</a></sup>.\n")
    assert document.passages[0].references == ()
    assert [(link.label, link.resolves) for link in document.links] == [("[1]", False)]


@pytest.mark.parametrize(
    ("url", "label", "official"),
    [
        ("https://www.yugioh-card.com/en/", "", True),
        ("https://web.archive.org/web/2019/http://blog.konami.com/x", "", True),
        ("https://yugipedia.com/wiki/X", "X", False),
        ("https://ygorganization.com/x", "Perfect Rulebook 2017 page 3", None),
        ("https://example.org", "A list (unofficial resource)", False),
        ("https://konami.com.evil.example", "", None),
        ("http://[", "", None),
    ],
)
def test_official_sources_are_told_by_their_hosts(url: str, label: str, official: bool | None) -> None:
    assert is_official(url, label) is official


def test_a_mark_alone_in_a_cell_stays_readable_and_is_polarity() -> None:
    document = read("<table><tr><th>What</th><th>Kept</th></tr><tr><td>Its oil</td><td>❌</td></tr></table>\n")
    cell = find(document, "❌")
    assert (cell.mark, cell.row_headers, cell.col_headers) == ("no", ("Its oil",), ("Kept",))


def test_a_multiplication_sign_is_no_cross() -> None:
    assert read("×2 oil\n").passages[0].mark is None
    assert read("× oil\n").passages[0].mark == "no"


def test_lost_marks_are_never_guessed_where_the_text_still_has_marks_or_other_letters() -> None:
    lines = " one lamp burns\n\n two lamps burn\n\n three lamps burn\n\n"
    assert [m.mark for m in read(lines).marks] == [None, None, None]
    assert [m.mark for m in read(lines + "✔ four\n").marks] == ["yes"]
    assert read(lines + "Fünf\n").marks == ()


def test_headers_of_a_cell_that_spans_rows_and_columns() -> None:
    document = read(
        "<table><tr><th></th><th>oil</th><th>wick</th></tr><tr><th>dusk</th><td rowspan=2 colspan=2>both</td></tr>"
        "<tr><th>dawn</th></tr></table>"
    )
    cell = find(document, "both")
    assert (cell.row_headers, cell.col_headers) == (("dusk", "dawn"), ("oil", "wick"))


def test_a_table_left_open_swallows_nothing() -> None:
    document = read("<table><tr><td>a cell\n\n# Next\n\nA lamp.\n")
    assert find(document, "A lamp.").heading == ("Next",)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("its length\\* counts [*in the yard]", "its length* counts [*in the yard]"),
        ("**bold** and *light*, `x*y`", "bold and light, x*y"),
        ("[Lamp \\& wick](http://x.y/a(b)) ![pic](p.png)", "Lamp & wick"),
        ("one<br>two<b>three</b> &amp; four\\\nfive", "one two three & four five".replace("two three", "twothree")),
        ("<Brass Finch> is a name", "<Brass Finch> is a name"),
        ("$\\hspace{4em}$✔️ late", "late"),
        ("-『油』的灯", "『油』的灯"),
        ("规则**【必须】**如此。*（注意）*", "规则【必须】如此。（注意）"),
        ("从~~手卡~~以外", "从~~手卡~~以外"),
    ],
)
def test_readable_text_is_the_markup_deleted(raw: str, text: str) -> None:
    assert readable(raw) == text


@settings(deadline=None)
@given(st.text(alphabet="ab *_`[]()<>/#-|\\\n\t=!~:灯。", max_size=80))
def test_readable_text_is_never_more_than_the_original(raw: str) -> None:
    rest = iter(raw)
    assert all(c in rest for c in readable(raw) if not c.isspace())


@given(st.text(max_size=200))
def test_tags_lie_in_order_inside_the_text(text: str) -> None:
    whole = "<td a='1'>x</td><!-- y -->" + text
    tags = find_tags(whole)
    assert [t.name for t in tags][:3] == ["td", "td", "!"]
    assert all(a.span.end <= b.span.start for a, b in pairwise(tags)) and tags[-1].span.end <= len(whole)


def test_a_tag_that_is_never_closed_is_none() -> None:
    assert [t.name for t in find_tags("<td>x<q")] == ["td"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([s for s in SNIPPETS if s.startswith("<")]), max_size=30).map("x".join))
def test_elements_nest_inside_their_parents(text: str) -> None:
    tags = find_tags(text)
    for span in [Span(0, len(text)), *regions(tags, frozenset({"table", "ul"}))]:
        for node in tree(tags, span).walk():
            assert node.outer.start <= node.inner.start <= node.inner.end <= node.outer.end
            for a, b in pairwise(node.children):
                assert a.outer.end <= b.outer.start


def test_repeated_titles_get_numbered_anchors() -> None:
    assert github_slugs(["Lit (late)?", "A/B & C", "A/B & C", "灯"]) == ["lit-late", "ab--c", "ab--c-1", "灯"]


def test_the_reader_is_chosen_by_format_or_by_what_the_document_looks_like() -> None:
    for name, data in [
        ("a.txt", "# Lamps\n\n- [x](#y)\n"),
        ("a.txt", "- [Lamps](#lamps)\n- [Wicks](#wicks)\n- [Oil](#oil)\n"),
        ("a.md", "no signs at all\n"),
    ]:
        source = Source(id="a", file=name, title="t", lang="en")
        assert markdown.matches(source, data)
        assert read_document(source, data.encode()).text == data
    chosen = Source(id="a", file="a.bin", title="t", lang="en", format="markdown")
    assert read_document(chosen, b"plain").passages[0].text == "plain"


@pytest.mark.parametrize(
    ("source", "data", "said"),
    [
        (SOURCE, b" \n", "the file is empty"),
        (
            Source(id="a", file="a.x", title="t", lang="en", format="wax"),
            b"x",
            "no reader is called 'wax'. Choose one of markdown",
        ),
        (
            Source(id="a", file="a.x", title="t", lang="en"),
            b'{"just": "words"}',
            "no reader understands this file (tried markdown",
        ),
    ],
)
def test_no_reader_is_an_error_that_lists_them(source: Source, data: bytes, said: str) -> None:
    with pytest.raises(BadInput, match=r"^(doc\.md|a\.x): ") as error:
        read_document(source, data)
    assert said in str(error.value)


def test_two_readers_for_one_file_is_an_error_that_names_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(READERS["zh-notes"], "matches", lambda source, head: True)
    with pytest.raises(BadInput, match=r"markdown, zh-notes all claim this file"):
        read_document(replace(SOURCE, file="lamps"), b"# Lamps\n\n- a lamp\n")


def test_of_two_readers_for_one_file_its_name_tells_the_right_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(READERS["zh-notes"], "matches", lambda source, head: True)
    assert read_document(SOURCE, b"# Lamps\n\n- a lamp\n").source.format == "markdown"


def test_bold_lines_are_headings_where_nothing_else_is() -> None:
    cards = "".join(f"**Lamp {n} Heron**\n\n" + "".join(f"- Rule {n}.{i} of it.\n" for i in range(16)) + "\n" for n in range(6))
    document = read(f"# All lamps\n\n{cards}")
    rule = find(document, "Rule 3.4 of it")
    assert rule.heading == ("All lamps", "Lamp 3 Heron")
    glued = "".join(f"**Lamp {n} Heron**\n" + "It burns.\n\n" + "More of it.\n\n" * 9 for n in range(6))
    assert [p.heading for p in read(glued).passages if p.text == "It burns."] == [(f"Lamp {n} Heron",) for n in range(6)]


def test_bold_lines_stay_labels_where_headings_divide_the_text() -> None:
    text = "".join(f"## Part {n}\n\n**Lamp {n}**\n\nIt burns at night.\n\n" for n in range(8))
    assert {p.heading for p in read(text).passages} == {(f"Part {n}",) for n in range(8)}


NAMED = """# Tides {#tides}

See [fees](#fees) and [lanterns](#lantern-list) and [none](#nowhere).

## 费用 { .small #fees data-x="1" }

Two shells a day.

## Lantern list {: #lamps }

Set {a} down.

### A set {x, y}
"""


def test_what_a_heading_is_given_is_no_part_of_it_and_its_name_is_reached() -> None:
    document = read(NAMED)
    headings = [p.text for p in document.passages if p.kind == "heading"]
    assert headings == ["Tides", "费用", "Lantern list", "A set {x, y}"]
    assert {a.name for a in document.anchors if a.explicit} == {"tides", "fees", "lamps"}
    assert {link.url: link.resolves for link in document.links} == {
        "#fees": True,
        "#lantern-list": True,
        "#nowhere": False,
    }
    assert find(document, "Two shells").heading == ("Tides", "费用")


BOXED = """# Boats

!!! warning "雾天"
    The bell is rung twice.
    Then the boat waits.

    - No lamp is lit.
    - No rope is cut.

???+ note

    Ropes are dry.

!!! example ""
    A boat comes late.

After the box!!! a paragraph.
"""


def test_a_box_is_read_by_what_stands_in_it() -> None:
    document = read(BOXED)
    texts = [(p.kind, p.text) for p in document.passages if p.kind != "boilerplate"]
    assert texts == [
        ("heading", "Boats"),
        ("paragraph", "雾天"),
        ("paragraph", "The bell is rung twice. Then the boat waits."),
        ("bullet", "No lamp is lit."),
        ("bullet", "No rope is cut."),
        ("paragraph", "Ropes are dry."),
        ("example", "A boat comes late."),
        ("paragraph", "After the box!!! a paragraph."),
    ]
    title = find(document, "雾天")
    assert next(p.text for p in document.passages if p.parent == title.id).startswith("The bell")
    assert coverage(document.text, document.passages)[0] == 1.0


def test_a_column_of_questions_is_answered_by_the_one_beside_it() -> None:
    rows = ("| No. | Question | Answer | Since |", "| --- | --- | --- | --- |", "| 1 | May I ring twice? | No, once. | May |")
    document = read("\n".join((*rows, "| 2 | 可以夜里点灯吗？ | 可以。 | June |", "| 3 | Rope | Dry. | |")))
    asked = find(document, "May I ring")
    answer = find(document, "No, once.")
    assert (asked.kind, answer.kind, answer.parent) == ("question", "answer", asked.id)
    assert answer.row_headers == ("1",) and answer.col_headers == ("Answer",)
    assert find(document, "Rope").kind == "table-cell"


def test_a_fence_that_is_never_closed_does_not_swallow_the_sections_below() -> None:
    text = "# Lamps\n\n```text\nlamp on\n\n## Oil\n\nIt burns.\n\n## Wick\n\nIt is cut.\n"
    document = read_document(Source(id="lamps", file="lamps.md", title="Lamps", lang="en"), text.encode())
    assert [p.text for p in document.passages if p.kind == "heading"] == ["Lamps", "Oil", "Wick"]
    closed = read_document(Source(id="lamps", file="lamps.md", title="Lamps", lang="en"), f"{text}```\n".encode())
    assert [p.text for p in closed.passages if p.kind == "heading"] == ["Lamps"]


def test_a_title_with_a_line_under_it_is_its_words_alone() -> None:
    document = read_document(SOURCE, b"Yard\n====\n\nOil.\n\nLamps of the\nlong wall\n---------\n\nThey burn.\n")
    assert [p.heading for p in document.passages if p.text == "They burn."] == [("Yard", "Lamps of the long wall")]
    assert [p.text for p in document.passages if p.kind == "heading"] == ["Yard", "Lamps of the long wall"]


def test_what_a_paragraph_is_named_is_no_text_and_can_be_linked_to() -> None:
    told = "**2.5 Oil.**{: #oil-2-5 .rule } Nobody pays. See [it](#oil-2-5) and [wicks](#wick)."
    document = read_document(SOURCE, f"# Yard {{#yard}}\n\n{told}\n\nWick {{#wick}}\n: A cord.\n".encode())
    assert any(p.text == "2.5 Oil. Nobody pays. See it and wicks." for p in document.passages)
    assert {link.url: link.resolves for link in document.links} == {"#oil-2-5": True, "#wick": True}
