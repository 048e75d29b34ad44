"""Questions and answers in documents: which are told apart and tied, whatever they are written with."""

from __future__ import annotations

import pytest

from ingest.readers import read_document
from kb.model import Document, Source


def read(text: str, file: str = "kettles.md", lang: str = "en") -> Document:
    return read_document(Source(id="kettles", file=file, title="Kettles", lang=lang), text.encode())  # type: ignore[arg-type]


def pairs(document: Document) -> list[tuple[str, str]]:
    by_id = {p.id: p for p in document.passages}
    return [
        (by_id[p.parent].text, p.text)
        for p in document.passages
        if p.kind == "answer" and p.parent and by_id[p.parent].kind == "question"
    ]


LABELLED = "# Kettles\n\n**Q: May a kettle\nsing?**\n\nA: It may, at dawn.\n\nQ2. And at dusk?\n\nAnswer: No.\n"
RUN_TOGETHER = "# 茶壶\n\n问：茶壶能唱歌吗？\n答：能。只限清晨。\n问：傍晚呢？\n答：不能。\n"
LABEL_ALONE = "# 茶壶\n\n**问**：茶壶能唱歌吗？\n\n**答**：能。\n\n**问**：我的茶壶倒了。\n\n**答**：扶起来。\n"
BOLD = "# Kettles\n\nA page on kettles.\n\n**May a kettle sing?**\n\nIt may, at dawn.\n\nKettles are heavy.\n"
BARE = "# Kettles\n\nMay a kettle sing?\n\nIt may, at dawn.\n\nAnd two of them?\n\nNot together.\n"


@pytest.mark.parametrize(
    ("text", "lang", "found"),
    [
        (LABELLED, "en", [("Q: May a kettle sing?", "A: It may, at dawn."), ("Q2. And at dusk?", "Answer: No.")]),
        (RUN_TOGETHER, "zh", [("问：茶壶能唱歌吗？", "答：能。只限清晨。"), ("问：傍晚呢？", "答：不能。")]),
        (LABEL_ALONE, "zh", [("问：茶壶能唱歌吗？", "答：能。"), ("问：我的茶壶倒了。", "答：扶起来。")]),
        (BOLD, "en", [("May a kettle sing?", "It may, at dawn.")]),
        (BARE, "en", [("May a kettle sing?", "It may, at dawn."), ("And two of them?", "Not together.")]),
    ],
)
def test_a_question_and_its_answer_are_tied(text: str, lang: str, found: list[tuple[str, str]]) -> None:
    assert pairs(read(text, lang=lang)) == found


def test_they_are_tied_in_restructured_text_too() -> None:
    text = "Kettles\n=======\n\n**Q: May a kettle sing?**\n\nA: It may, at dawn.\n"
    assert pairs(read(text, "kettles.rst")) == [("Q: May a kettle sing?", "A: It may, at dawn.")]


@pytest.mark.parametrize(
    "text",
    [
        "# Kettles\n\nWho would not like a kettle?\n\nKettles are heavy.\n",
        "# Kettles\n\n- Is it hot?\n- Is it full?\n- Lift the lid.\n",
        "# Kettles\n\n**Heavy ones**\n\nThey stay at home.\n",
        "# Kettles\n\nMay it sing?\n\n## Dusk\n\nIt sleeps.\n",
    ],
)
def test_a_single_question_in_running_text_is_none(text: str) -> None:
    assert pairs(read(text)) == []


def test_no_text_is_lost_where_a_paragraph_is_cut() -> None:
    document = read(RUN_TOGETHER, lang="zh")
    kept = "".join("".join(document.text[slice(*p.span)].split()) for p in document.passages)
    assert kept == "".join(RUN_TOGETHER.split())


WRAPPED = """KETTLE RULES

1. AT THE STOVE

  1.1  A kettle that is placed on the stove must be filled with
       water before anybody lights it.
  1.2  You may lift the lid of your own kettle at any time when
       it does not sing. Others may not.

2. AFTERWARDS

  2.1  Water that is left over is poured on the nearest flower,
       unless it is raining.
"""


def test_a_numbered_line_whose_sentence_goes_on_is_an_item() -> None:
    told = [(p.kind, p.text) for p in read(WRAPPED, "kettles.txt").passages]
    assert ("bullet", "1.2 You may lift the lid of your own kettle at any time when it does not sing. Others may not.") in told
    assert [text for kind, text in told if kind == "heading"] == ["KETTLE RULES", "1. AT THE STOVE", "2. AFTERWARDS"]


def test_a_number_behind_the_label_is_enough() -> None:
    text = (
        "# 茶壶\n\n**问 1\u3000茶壶能唱歌吗？**\n答：能，只限清晨。（条 1.2）\n\n**问 2\u3000傍晚呢？**\n答：不能。（条 1.3）\n"
    )
    found = [("问 1 茶壶能唱歌吗？", "答：能，只限清晨。（条 1.2）"), ("问 2 傍晚呢？", "答：不能。（条 1.3）")]
    assert pairs(read(text, lang="zh")) == found
