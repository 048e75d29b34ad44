"""The reader of plain text: golden documents, single behaviours, and arbitrary text."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reading import check_golden, check_whole, read_golden

from ingest.readers import READERS, read_document, text
from kb.errors import BadInput
from kb.model import Document, Source

SOURCE = Source(id="txt", file="lamps.txt", title="t", lang="en")
SNIPPETS = [
    *("TITLE\n", "\n", "  - item\n", "\u2022 dot\n", "1. One\n", "2.1 Two words\n", "Q: why?\n", "A: so.\n", "\f"),
    *("Page 3\n", "7\n", "Running title 4\n", "A line that goes on and", " is wrapped some-\nwhere in the middle.\n"),
    *("左边      右边      第三\n", "一、标题\n", "例：\n", "[Pictured: a lamp\n", "]\n", "-----\n", "Name ....... 4\n"),
    *("left column words here      right column words here\n", "✔ yes\n", "\t", "\r"),
]
TEXTS = st.one_of(st.text(max_size=150), st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join))


def read(words: str) -> Document:
    return read_document(SOURCE, words.encode())


def kinds(document: Document) -> list[tuple[str, str]]:
    return [(p.kind, p.text) for p in document.passages if p.kind != "boilerplate"]


@pytest.mark.parametrize(("name", "lang"), [("text_rulebook", "en"), ("text_both", "zh")])
def test_golden(name: str, lang: str) -> None:
    check_golden(read_golden(text, f"{name}.txt", lang), f"{name}.expected.txt")  # type: ignore[arg-type]


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(TEXTS.filter(lambda t: "\0" not in t))
def test_any_text_is_read_whole(words: str) -> None:
    check_whole(text.read(SOURCE, words.encode("utf-8", "replace")))


def test_what_no_other_reader_claims_is_plain_text() -> None:
    assert kinds(read("just words")) == [("paragraph", "just words")]
    for data in (b'{"a": 1}', b'[{"a": 1}]', b"<?xml version='1.0'?><a/>"):
        with pytest.raises(BadInput, match=r"^lamps\.txt: no reader understands"):
            read_document(SOURCE, data)
    assert list(READERS)[-1] == "text"


def test_a_running_title_is_left_out_wherever_its_page_ends() -> None:
    pages = [f"Lamps {n} of 4\f\nLAMP RULES\n\nRule {n} is about lamp {n}, and it is long.\n\n" for n in range(1, 5)]
    document = read("".join(pages))
    assert [t for k, t in kinds(document) if k == "paragraph"] == [
        f"Rule {n} is about lamp {n}, and it is long." for n in range(1, 5)
    ]
    assert sum(p.text == "LAMP RULES" for p in document.passages if p.kind == "boilerplate") == 4


def test_a_numbered_heading_need_not_be_lettered_as_a_title_and_the_last_of_a_list_is_none() -> None:
    document = read("1. Wicks\n\nA wick is cut short.\n\n2. Late lamps\n\nA late lamp is put out.\n")
    assert [p.heading for p in document.passages if p.kind == "paragraph"] == [("1. Wicks",), ("2. Late lamps",)]
    listed = read("LAMPS\n\n1. Cut a wick\n\n2. Fill it up\n\n3. Light it\n\nThen it burns the whole of the night.\n")
    assert {p.heading for p in listed.passages if p.kind in ("paragraph", "bullet")} == {("LAMPS",)}


def test_bare_page_numbers_are_left_out_and_years_are_not() -> None:
    document = read("".join(f"A lamp is lit in the year {1990 + n}.\n\n{n}\n\n" for n in range(1, 6)))
    assert [t for _, t in kinds(document)] == [*(f"A lamp is lit in the year {1990 + n}." for n in range(1, 6))]


def test_a_figure_is_a_caption_and_no_rule() -> None:
    document = read("Lamps are lit.\n\n[Pictured: a lamp\nand a wick]\n\nFigure 2: the wick\n\nWicks are cut.\n")
    assert [k for k, _ in kinds(document)] == ["paragraph", "caption", "caption", "paragraph"]


def test_items_are_not_glued() -> None:
    document = read("You need:\n- a lamp\n- a wick that\n  is long\n1. oil\n2) a match\n")
    assert [t for k, t in kinds(document) if k == "bullet"] == ["a lamp", "a wick that is long", "1. oil", "2) a match"]
    assert {p.parent for p in document.passages if p.kind == "bullet"} == {document.passages[0].id}


def test_answers_hang_under_their_questions() -> None:
    document = read("Q: May it be lit?\nA: Yes.\nIt costs oil.\n\nQ2. In the rain?\nA2. No.\n")
    by_id = {p.id: p.text for p in document.passages}
    asked = [(by_id[p.parent or ""], p.text) for p in document.passages if p.kind == "answer"]
    assert asked[0][0] == "Q: May it be lit?" and asked[1] == ("Q2. In the rain?", "A2. No.")


@pytest.mark.parametrize("label", ["例：", "Example:", "For example:", "例2：", "例如："])
def test_a_label_by_itself_belongs_to_what_follows(label: str) -> None:
    document = read(f"A lamp may be lit once.\n\n{label}\n\nNora lights it at noon and not again.\n")
    rule, example = [p for p in document.passages if p.kind != "boilerplate"]
    assert (example.kind, example.illustrates) == ("example", rule.id)
    assert "Nora" in example.text


def test_both_languages_of_a_file_are_told() -> None:
    document = read("A lamp may be lit only once in a turn.\n\n每回合只能点亮一盏灯笼，除非另有说明。\n")
    assert [p.lang for p in document.passages] == ["en", "zh"]


def test_a_sentence_that_a_page_ends_in_is_one_passage() -> None:
    foot = "".join(f"Lamp rules {n}\n\f\nSome words about lamp {n}.\n\n" for n in range(1, 4))
    document = read(foot + "The lamp that is lit at noon goes\n\nLamp rules 4\n\f\nout at night.\n")
    assert "The lamp that is lit at noon goes out at night." in [t for _, t in kinds(document)]


def test_a_table_without_a_head_has_none_and_its_title_is_a_heading() -> None:
    rows = "Spark     A counter on a player, not on a lamp\nSoot      A lamp that is face-down\nDraught   What moves a lamp\n"
    document = read(f"TERMS\n{rows}")
    cells = [(p.heading, p.row_headers, p.col_headers) for p in document.passages if p.kind == "table-cell"]
    assert cells == [(("TERMS",), (name,), ()) for name in ("Spark", "Soot", "Draught")]


CONTENTS = "Lamps ..... 3\nWicks ..... 4\nOil ..... 5\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (f"A lamp burns while\n{CONTENTS}the oil lasts.\n", ["A lamp burns while", "the oil lasts."]),
        (f"---\ntitle: A\n{CONTENTS}---\n\nThe oil lasts a while.\n", ["The oil lasts a while."]),
    ],
)
def test_nothing_goes_on_across_a_table_of_contents(words: str, told: list[str]) -> None:
    document = read(words)
    check_whole(document)
    assert [t for _, t in kinds(document)] == told
    assert any("Wicks" in words[p.span.start : p.span.end] for p in document.passages if p.kind == "boilerplate")


def test_a_line_that_calls_itself_a_page_is_left_out_though_it_is_the_only_one() -> None:
    document = read(
        "灯规\n\n一、点灯\n\n  1.1  夜里点灯，白天不点。\n\n           第 1 页\n\n二、灭灯\n\n  2.1  天亮灭灯，不得拖延。\n"
    )
    assert "第 1 页" not in [p.text for p in document.passages if p.kind != "boilerplate"]
    assert [p.heading[-1] for p in document.passages if p.kind not in ("heading", "boilerplate")] == ["一、点灯", "二、灭灯"]


CHARTER = """LAMP CHARTER

CHAPTER I  LAMPS

Article 1.  The League ("the League") consists of the harbour, the gate and
the lamp keepers of the town, who meet twice.

Article 2.  There are three lamps:
    (1) the red one;
    (2) the blue one.

CHAPTER II  OIL

Article 3.  Oil is kept in the shed behind the gate, and each keeper may only
take a can of it.
"""


def test_articles_that_run_over_lines_are_text_and_their_chapters_headings() -> None:
    document = read(CHARTER)
    assert [p.text for p in document.passages if p.kind == "heading"] == [
        "LAMP CHARTER",
        "CHAPTER I LAMPS",
        "CHAPTER II OIL",
    ]
    assert any(p.text.endswith("each keeper may only take a can of it.") for p in document.passages)


def test_a_numbered_sentence_that_leads_into_a_list_is_no_heading() -> None:
    document = read(
        "1 THE DAY\n\n4.1  Each day has four parts for a keeper:\n\n     Dawn, Noon, Dusk, Night\n\n4.2  It ends.\n"
    )
    assert [p.text for p in document.passages if p.kind == "heading"] == ["1 THE DAY"]


def test_places_to_fill_in_and_boxes_to_tick_are_no_headings() -> None:
    form = (
        "ENTRY\n\nNAME      ____________\n\nPlease tick one.\n\n  □ a lamp of the gate\n  □ a bell\n\n  [ ] no oil\n\n"
        "To Jorunn Bell\n\nAll three: £28\n\nThank you for it, and good night.\n"
    )
    assert [p.text for p in read(form).passages if p.kind == "heading"] == ["ENTRY"]


CHAT = (
    "Minutes of a chat\n\n[10-12 13:52] Ann: the lamp is out\n[10-12 13:53] Bo (keeper): light it\nat once\n"
    "[10-12 13:59] Ann: done\n"
)


@pytest.mark.parametrize("file", ["chat.txt", "chat.md"])
def test_each_message_of_a_chat_is_a_passage(file: str) -> None:
    document = read_document(Source(id="chat", file=file, title="t", lang="en"), CHAT.encode())
    assert [p.text for p in document.passages if p.text.startswith("[")] == [
        "[10-12 13:52] Ann: the lamp is out",
        "[10-12 13:53] Bo (keeper): light it at once",
        "[10-12 13:59] Ann: done",
    ]


TITLES = "第一章　点灯\n第二章　灯油\n第三章　用语\n"
HANDBOOK = f"灯会手册\n\n目录\n\n{TITLES}\n" + "\n\n灯有灯的用法。\n\n".join(TITLES.splitlines()) + "\n\n灯指油灯。\n"


def test_a_table_of_contents_without_leaders_is_no_heading() -> None:
    document = read(HANDBOOK)
    assert [p.text for p in document.passages if p.kind == "heading"] == [
        "灯会手册",
        "第一章 点灯",
        "第二章 灯油",
        "第三章 用语",
    ]
    assert next(p for p in document.passages if p.text.startswith("目录")).kind == "boilerplate"


def test_lines_that_stand_nowhere_else_are_no_table_of_contents() -> None:
    document = read("LAMP NOTES\n\nCONTENTS\n\nA can of oil.\nTwo wicks.\nA glass.\n\nThe box holds that and no more.\n")
    assert any("Two wicks" in p.text for p in document.passages if p.kind != "boilerplate")


RUNNING = "Lamp Hall                    House Rules, 3rd ed.\n"
CLAUSE = "      Lamps are lit at dusk by the keeper and by nobody\n      else, and"
PAGED = "\f\n".join(
    f"{RUNNING}\n{start}\n\n{n}.1   The lamps.\n{CLAUSE} {end}\n"
    for n, (start, end) in enumerate((("", "whoever has"), ("oil left lights them.", "a bell is"), ("rung.", "so on.")), 1)
)


def test_a_running_title_with_a_number_of_its_own_is_no_text() -> None:
    document = read(PAGED)
    assert not [p.text for p in document.passages if "Lamp Hall" in p.text and p.kind != "boilerplate"]
    assert any(p.text.endswith("and whoever has oil left lights them.") for p in document.passages)


RULED = """STORES

  LAMP      OIL A NIGHT  WHERE
  --------  -----------  -------------------------
  Gate      2 cans       by the wall, out of the
                         rain
  Long one  none         anywhere
  Tall one  two cans of oil

More text.
"""


def test_dashes_tell_the_columns_of_a_table() -> None:
    document = read(RULED)
    cells = [p for p in document.passages if p.kind == "table-cell"]
    assert [c.text for c in cells] == [
        "Gate",
        "2 cans",
        "by the wall, out of the rain",
        "Long one",
        "none",
        "anywhere",
        "Tall one",
        "two cans of oil",
    ]
    assert cells[2].col_headers == ("WHERE",) and cells[2].row_headers == ("Gate",)
    assert {p.heading for p in cells} == {("STORES",)}


@pytest.mark.parametrize(
    "line", ["  A lamp that is longer than its column  2  x", "no columns at all in this line of text here"]
)
def test_words_across_an_edge_are_no_ruled_table(line: str) -> None:
    document = read(RULED.replace("  Gate      2 cans       by the wall, out of the", line))
    assert not any(p.col_headers == ("WHERE",) for p in document.passages)
