"""Claims in frames, of which the reader of sides learns who affirms what; and the questions just inside and outside a rule."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.twins import load_twins, scored
from kb.digest.framed import load_framed
from kb.digest.load import load_rules, sources_dir
from kb.errors import BadInput

ROWS = """# remark
claim\ten\tallowed\ta lamp may be lit
claim\ten\tbarred\ta lamp may not be lit
frame\ten\t+\tso {}, right?
frame\ten\t~\tis it a myth that {}?
doing\ten\t-\tlight it\tlighting it
asked\ten\trequired\tmust i {do}?
asked\ten\tneedless\tmay i go without {doing}?
doing\tzh\t-\t点灯
asked\tzh\trequired\t非得{}不可吗？
"""


def folder(tmp_path: Path, rows: str) -> Path:
    (tmp_path / "cues").mkdir(parents=True)
    (tmp_path / "predicates.toml").write_bytes((sources_dir() / "predicates.toml").read_bytes())
    for name in ("glossary.toml", "timings.toml", "words.toml"):
        (tmp_path / name).write_bytes((sources_dir() / name).read_bytes())
    (tmp_path / "cues" / "framed.tsv").write_text(rows, "utf-8")
    return tmp_path


def test_a_claim_is_put_into_every_frame_which_may_turn_it_round(tmp_path: Path) -> None:
    made = {one.text: one.side for one in load_framed(folder(tmp_path, ROWS))}
    assert made == {
        "so a lamp may be lit, right?": "allowed",
        "so a lamp may not be lit, right?": "barred",
        "is it a myth that a lamp may be lit?": "barred",
        "is it a myth that a lamp may not be lit?": "allowed",
        "must i light it?": "required",
        "may i go without lighting it?": "needless",
        "非得点灯不可吗？": "required",
    }


def test_a_share_is_always_the_same_one() -> None:
    some, every = load_framed(share=0.1), load_framed()
    assert some == load_framed(share=0.1)
    assert len(some) == round(len(every) / 10)
    assert set(some) <= set(every)
    sides = Counter(one.side for one in every)
    assert min(sides.values()) > 100


@pytest.mark.parametrize(
    "row",
    [
        "frame\ten\t+\tso it burns",
        "claim\ten\tlit\tit burns",
        "frame\tfr\t+\t{}",
        "told\ten\tallowed\t{}",
        "claim\ten\tallowed\t",
    ],
)
def test_a_wrong_row_is_told_with_its_line(tmp_path: Path, row: str) -> None:
    with pytest.raises(BadInput, match=r"framed\.tsv:1: "):
        load_framed(folder(tmp_path, row + "\n"))


def test_no_such_file_is_no_claim(tmp_path: Path) -> None:
    made = folder(tmp_path, "")
    (made / "cues" / "framed.tsv").unlink()
    assert load_framed(made) == ()


def test_twins_have_the_other_answer_and_are_no_known_questions() -> None:
    apart, rules = load_twins("apart"), {rule.id: rule for rule in load_rules()}
    known = {text for rule in rules.values() for ask in rule.asks for text in (ask.en, ask.zh)}
    assert not known & {one.question for one in (*apart, *load_twins("reworded"))}
    assert {one.entry for one in apart} <= set(rules)
    counted = Counter(one.verdict for one in apart)
    assert abs(counted["yes"] - counted["no"]) <= 2
    beside = sum(one.verdict != other.verdict and one.lang == other.lang for one, other in pairwise(apart))
    assert beside >= len(apart) // 2 - 2


def test_what_is_sure_is_counted_apart() -> None:
    asked = load_twins("apart")[:4]
    told = [(one.verdict, sure) for one, sure in zip(asked, (0.9, 0.5, 0.9, 0.9), strict=True)]
    told[3] = "depends", 0.9
    assert scored(asked, told) == {"right": 0.75, "sure": 0.75, "right of sure": 2 / 3}
