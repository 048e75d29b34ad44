"""The reader of Chinese notes: a golden document, single behaviours, and arbitrary text."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reading import check_golden, read_golden

from ingest.readers import markdown, read_document, zh_notes
from ingest.segment import coverage
from kb.errors import BadInput
from kb.model import Document, Source

SOURCE = Source(id="zh", file="notes.txt", title="t", lang="zh")
LINES = "#题~######深~- 灯~    - 芯~  - 油。~> 例：甲~> 例子：~1. 步~2. 说完之后，走。~~乙。~-『戊』~--"
SNIPPETS = [*(line + "\n" for line in LINES.split("~")), "**丙**", "*（丁）*", "✔ ", "\r\n", "\t", "<br>", "[a](#题)"]
TEXTS = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join))


def read(text: str) -> Document:
    return zh_notes.read(SOURCE, text.encode())


def test_golden() -> None:
    check_golden(read_golden(zh_notes, "zh_notes.md", "zh"), "zh_notes.expected.txt")


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
    assert len({p.id for p in document.passages}) == len(document.passages)
    for p in document.passages:
        raw = document.text[p.span.start : p.span.end]
        assert raw == raw.strip() != ""
        assert p.text or p.kind == "boilerplate"
        assert p.parent is None or p.parent != p.id


def test_six_levels_of_headings_without_a_blank() -> None:
    document = read("\n".join("#" * n + f"第{n}级" for n in range(1, 7)) + "\n- 灯\n")
    assert document.passages[-1].heading == tuple(f"第{n}级" for n in range(1, 7))


@pytest.mark.parametrize("indent", ["  ", "    ", "\t"])
def test_items_nest_by_any_indent(indent: str) -> None:
    outer, inner, innermost, after = read(f"- 外\n{indent}- 内\n{indent * 2}- 里\n- 后\n").passages
    assert (outer.parent, inner.parent, innermost.parent, after.parent) == (None, outer.id, inner.id, None)


def test_an_example_illustrates_the_item_at_its_indent() -> None:
    outer, inner, near, far = read("- 外\n    - 内\n    > 例：近\n> 例：远\n").passages
    assert (near.illustrates, far.illustrates) == (inner.id, outer.id)
    assert {near.kind, far.kind} == {"example"}


def test_lines_after_an_example_go_on_with_it_until_a_blank_line_or_an_item() -> None:
    document = read("- 规则\n> 例子：\n  说明一\n说明二\n\n另一句。\n")
    assert [(p.kind, p.text) for p in document.passages] == [
        ("bullet", "规则"),
        ("example", "例子： 说明一 说明二"),
        ("paragraph", "另一句。"),
    ]


def test_a_numbered_line_with_items_is_a_heading_and_one_that_states_something_is_not() -> None:
    document = read("#题\n1. 开始时\n- 说明\n2. 开始之后，可以点灯。\n")
    assert [(p.kind, p.heading) for p in document.passages] == [
        ("heading", ("题",)),
        ("heading", ("题", "1. 开始时")),
        ("bullet", ("题", "1. 开始时")),
        ("bullet", ("题", "1. 开始时")),
    ]


def test_a_plain_line_introduces_the_items_below_it() -> None:
    document = read("#题\n以下情况平手\n- 同时熄灭\n- 同时用完\n\n- 无关\n")
    _, lead, first, second, other = document.passages
    assert first.parent == second.parent == lead.id
    assert other.parent is None


def test_chinese_notes_and_markdown_are_told_apart() -> None:
    notes, plain = "#规则\n##灯\n- 灯亮。\n", "# 规则\n\n## 灯\n\n- 灯亮。\n"
    assert zh_notes.matches(SOURCE, notes) and not markdown.matches(SOURCE, notes)
    assert markdown.matches(SOURCE, plain) and not zh_notes.matches(SOURCE, plain)
    assert read_document(SOURCE, notes.encode()).passages[-1].heading == ("规则", "灯")


def test_another_encoding_is_refused_in_one_line() -> None:
    with pytest.raises(BadInput, match=r"^notes\.txt: byte \d+ is not UTF-8 \(on line \d+\)\. Save the file as UTF-8"):
        zh_notes.read(SOURCE, "#规则\n- 灯".encode("gb18030"))
