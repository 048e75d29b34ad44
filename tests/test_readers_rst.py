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
    rule, example = (p for p in document.passages if p.kind != "boilerplate")
    assert (example.kind, example.illustrates, example.text) == ("example", rule.id, "例子甲点灯。")
    assert rule.text == "规则一句。"


def test_substitutions_are_put_in_everywhere() -> None:
    document = read(
        "|name| 的规则\n==============\n\n|intro| 点灯。\n\n.. list-table::\n   :header-rows: 1\n\n   * - |a|\n     - 灯油\n"
        "   * - |b|\n     - |c|\n\n.. |name| replace:: 灯笼\n.. |intro| replace:: 每回合一次可以用 |oil|\n"
        ".. |oil| replace:: 灯油\n.. |a| replace:: 时点\n.. |b| replace:: 早晨\n.. |c| replace:: 一滴\n"
    )
    shown = [p for p in document.passages if p.kind != "boilerplate"]
    assert "每回合一次可以用 灯油 点灯。" in [p.text for p in shown]
    assert {p.heading for p in shown} == {("灯笼 的规则",)}
    cell = next(p for p in shown if p.text == "一滴")
    assert (cell.row_headers, cell.col_headers) == (("早晨",), ("灯油",))


def test_a_name_that_stands_for_itself_ends() -> None:
    assert "See |a| now" in read(".. |a| replace:: |b|\n.. |b| replace:: |a|\n\nSee |a| now.\n").passages[-1].text


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("- | 先剪芯。\n  | 再点灯。", "先剪芯。再点灯。"),
        ("* - | 灯油", "灯油"),
        ("|unknown| 点灯", "|unknown| 点灯"),
        ("灯芯:strike:`旧的`规则", "灯芯旧的规则"),
        ("关于:ref:`灯油 <oil>`", "关于灯油"),
    ],
)
def test_bars_and_roles_leave_no_signs(raw: str, shown: str) -> None:
    assert rst_text(raw) == shown


def test_a_role_in_a_title_leaves_no_signs() -> None:
    document = read("效果:strike:`外`文本\n==================\n\n点灯。\n")
    assert document.passages[-1].heading == ("效果外文本",)


@pytest.mark.parametrize(
    ("text", "examples"),
    [
        ("灯只能点一次。\n\n例：\n\n甲点了灯，不能再点。\n\n另一条规则。\n", ["例：甲点了灯，不能再点。"]),
        ("灯只能点一次。\n\n例：\n\n- 甲点了灯。\n- 乙也点了。\n\n另一条规则。\n", ["甲点了灯。", "乙也点了。"]),
        ("| 灯只能点一次。\n| 例：\n| 甲点了灯。\n| 乙也点了。\n\n另一条规则。\n", ["例：甲点了灯。", "乙也点了。"]),
        ("- 灯只能点一次。\n\n  - 例：\n\n    - 甲点了灯。\n\n- 另一条规则。\n", ["甲点了灯。"]),
    ],
)
def test_a_label_by_itself_is_tied_forwards(text: str, examples: list[str]) -> None:
    document = read(text)
    found = [p for p in document.passages if p.kind == "example"]
    assert [p.text for p in found] == examples
    rule = next(p for p in document.passages if "只能点一次" in p.text)
    assert {p.illustrates for p in found} == {rule.id}
    assert next(p for p in document.passages if "另一条" in p.text).kind != "example"


def test_links_with_dates_are_references_and_their_status_is_kept() -> None:
    page = "https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid="
    document = read(
        f"灯可以点。 `（2021/3/4） <{page}12>`__ 灯不能灭。\n\n"
        f"- 灯油不够也可以点。`2019年12月31日 <{page}13>`__ （调整中）\n"
        f"- 旧的灯也算。 `旧裁定 2016/05/06 <{page}14>`__\n\n见 `主页 <http://lamps.example.org>`_ 。\n"
    )
    assert [(r.date, r.official, r.url[-2:]) for r in document.references] == [
        ("2021-03-04", True, "12"),
        ("2019-12-31", True, "13"),
        ("2016-05-06", True, "14"),
    ]
    by_text = {p.text[:4]: p for p in document.passages}
    assert [by_text[t].status for t in ("灯可以点", "灯油不够", "旧的灯也")] == ["", "unconfirmed", "outdated"]
    assert by_text["灯油不够"].references == (document.references[1].id,)
    check_whole(document)


@pytest.mark.parametrize("name", ["lamps.rst", "lamps.txt"])
def test_the_format_is_recognised(name: str) -> None:
    source = Source(id="rst", file=name, title="t", lang="zh")
    assert read_document(source, "灯\n==\n\n.. note:: 见 :ref:`oil`\n".encode()).passages[-1].kind == "note"


def test_lists_nested_deeper_than_the_parser_goes_are_read_all_the_same() -> None:
    check_whole(read("\n".join("  " * n + f"- level {n}\n" for n in range(300))))


def test_a_short_cell_is_found_in_its_own_column() -> None:
    text = """
=======  ======  =======
Lamp     Lit     Carried
=======  ======  =======
unlit    lit     unlit
lit      unlit   lit
=======  ======  =======

A lamp that is unlit by rain stays unlit.
"""
    passages = read(text).passages
    cells = [(p.lines.first, p.text, p.row_headers) for p in passages if p.kind == "table-cell"]
    assert cells == [
        (5, "unlit", ()),
        (5, "lit", ("unlit",)),
        (5, "unlit", ("unlit",)),
        (6, "lit", ()),
        (6, "unlit", ("lit",)),
        (6, "lit", ("lit",)),
    ]
    assert passages[-1].text == "A lamp that is unlit by rain stays unlit."


def test_cells_between_commas_are_found_in_their_row() -> None:
    text = """
.. csv-table::
   :header: Lamp, Says, Lit

   L1, old, no
   L2, replaced by L1, no
   "L3, L4", new, yes

L3 is new.
"""
    passages = read(text).passages
    cells = [(p.lines.first, p.text) for p in passages if p.kind == "table-cell"]
    assert cells == [
        *((5, "L1"), (5, "old"), (5, "no")),
        *((6, "L2"), (6, "replaced by L1"), (6, "no")),
        *((7, "L3, L4"), (7, "new"), (7, "yes")),
    ]
    assert passages[-1].text == "L3 is new."
