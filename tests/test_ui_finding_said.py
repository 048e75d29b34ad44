"""Findings in Chinese: every line that a check says or advises has its translation, entries and counts carried over."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace

from kb.model import Rule
from ui.finding_said import FINDINGS, finding_in_chinese

LINES = tomllib.loads(FINDINGS.read_text("utf-8"))


def test_what_a_finding_quotes_of_the_digest_is_quoted_in_its_chinese_words() -> None:
    wide = Rule(id="a", topic="t", kind="rule", en="A keeper may light a lantern.", zh="守灯人可以点灯。", cites=())
    narrow = replace(wide, id="b", en="A keeper may light a lantern at night.", zh="守灯人夜里可以点灯。")
    line = "Outdated: A keeper may light a lantern. Now: A keeper may light a lantern at night."
    assert finding_in_chinese(line, (wide, narrow)) == "已过时：守灯人可以点灯。现在：守灯人夜里可以点灯。"


def test_parts_of_a_fault_and_counts_are_said() -> None:
    assert (
        finding_in_chinese("The list goes from 2 to 4. (Places 5 to 8 of 9.)")
        == "列表从 2 直接到 4。（第 5 至 8 处，共 9 处。）"
    )
    assert finding_in_chinese("“on-line” twice, “online” 7 times.") == "「on-line」2 次，「online」7 次。"
    assert finding_in_chinese('“on-line” twice, “"online"” 7 times.') == "「on-line」2 次，「online」7 次。"
    assert finding_in_chinese("No check ever says this.") == ""


def test_a_line_and_its_translation_carry_the_same_things() -> None:
    for en, zh in LINES.items():
        named = set(re.findall(r"\{(\w+)\}", zh))
        assert named <= set(re.findall(r"\{(\w+)\}", en)), en
        assert re.search(r"[\u4e00-\u9fff，。]", zh), en
