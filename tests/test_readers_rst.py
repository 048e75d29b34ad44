"""The reader of reStructuredText: a golden document, single behaviours, and arbitrary text."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reading import check_golden, check_whole, read_golden

from ingest.readers import read_document, rst
from ingest.readers._rst_text import rst_text
from kb.model import Document, Source

SOURCE = Source(id="rst", file="lamps.rst", title="t", lang="en")
SNIPPETS = [
    *(
        "Title\n=====\n",
        "灯\n==\n",
        "-----\n",
        "\n",
        "- item\n",
        "  - sub\n",
        "1. one\n",
        ":ref:`x <y>`",
        ".. _a:\n",
        ".. note::\n",
    ),
    *(
        "   inner\n",
        ".. figure:: a.png\n",
        "   :alt: b\n",
        "|",
        "| 一行\n",
        ".. list-table::\n",
        "   * - a\n",
        "     - b\n",
        "text. ",
    ),
    *("``lit``", "*emph*", "`link <http://x>`_", "a_ ", "[1]_", "[#]_", ".. [1] foot\n", ".. [#] auto\n", "::\n", "+--+--+\n"),
    *(
        "| a| b|\n",
        "==== ====\n",
        "a    b\n",
        "中文。",
        "\t",
        ".. include:: /etc/hostname\n",
        ".. raw:: html\n",
        ".. glow:: x\n",
    ),
    *(
        ":glow:`z`",
        "\\",
        "term\n   meaning\n",
        ":field: v\n",
        ".. |s| replace:: t\n",
        ".. csv-table::\n",
        ".. toctree::\n",
        "例：甲\n",
    ),
]
TEXTS = st.one_of(st.text(max_size=150), st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join))


def read(text: str) -> Document:
    return rst.read(SOURCE, text.encode())


def kinds(document: Document) -> list[tuple[str, str]]:
    return [(p.kind, p.text) for p in document.passages if p.kind != "boilerplate"]


def test_golden() -> None:
    check_golden(read_golden(rst, "rules.rst", "zh"), "rules.expected.txt")


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(TEXTS.filter(lambda t: "\0" not in t))
def test_any_text_is_read_whole(text: str) -> None:
    check_whole(rst.read(SOURCE, text.encode("utf-8", "replace")))


@settings(deadline=None)
@given(st.lists(st.sampled_from([*"灯油芯火夜", *"abc", " "]), min_size=1, max_size=30).map("".join))
def test_text_in_roles_and_directives_nobody_knows_is_kept(words: str) -> None:
    shown = " ".join(words.split())
    if shown:
        document = read(f".. lantern:: {shown}\n\n   {shown} end\n\nSee :glow:`{shown}` now.\n")
        assert [t for _, t in kinds(document)] == [shown, f"{shown} end", f"See {shown} now."]


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (r"Keep \*stars\* and ``*code*``", "Keep *stars* and *code*"),
        ("2 * 3 * 4 and 甲\\ :strike:`乙`\\ 丙", "2 * 3 * 4 and 甲乙丙"),
        ("`see <x>`__ `y`_ _`z` :term:`~wick`", "see y z wick"),
        ("snake_case stays, link_ does not", "snake_case stays, link does not"),
        ("芯是干的，\n  灯也亮", "芯是干的，灯也亮"),
        ("| ✔ 可以点", "可以点"),
    ],
)
def test_readable_text(raw: str, shown: str) -> None:
    assert rst_text(raw) == shown


def test_a_title_underlined_too_short_for_its_wide_characters_is_a_title() -> None:
    document = read("灯芯\n==\n\n油。\n\n==\n灯架\n==\n\n架。\n")
    assert [p.heading[-1] for p in document.passages] == ["灯芯", "灯芯", "灯架", "灯架"]
    assert document.passages[2].lines == (6, 8)


def test_nothing_is_read_from_outside_the_text() -> None:
    text = ".. include:: /etc/hostname\n\n.. raw:: html\n   :file: /etc/hostname\n\nEnd of the page.\n"
    document = read(text)
    assert kinds(document) == [("paragraph", "End of the page.")]
    assert document.text == text


def test_unnumbered_footnotes_pair_up_in_order() -> None:
    document = read("One. [#]_\n\nTwo. [#]_\n\n.. [#] First book\n.. [#] Second book\n")
    labels = {r.id: r.label for r in document.references}
    assert [[labels[r] for r in p.references] for p in document.passages[:2]] == [["First book"], ["Second book"]]


def test_an_admonition_called_example_holds_examples() -> None:
    document = read("规则一句。\n\n.. admonition:: 例子\n\n   甲点灯。\n")
    rule, title, example = (p for p in document.passages if p.kind != "boilerplate")
    assert (example.kind, example.illustrates) == ("example", title.id)
    assert rule.text == "规则一句。"


@pytest.mark.parametrize("name", ["lamps.rst", "lamps.txt"])
def test_the_format_is_recognised(name: str) -> None:
    source = Source(id="rst", file=name, title="t", lang="zh")
    assert read_document(source, "灯\n==\n\n.. note:: 见 :ref:`oil`\n".encode()).passages[-1].kind == "note"


def test_lists_nested_deeper_than_the_parser_goes_are_read_all_the_same() -> None:
    check_whole(read("\n".join("  " * n + f"- level {n}\n" for n in range(300))))
