"""The cross-encoder: what an invented rule says on a question in other words, in either language."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kb.index.cross_encoder import CrossEncoder, load_cross_encoder

LEARNED = Path(__file__).parents[1] / "benchmarks" / "read"
RULES = [
    ("Borrowed boards go back to the shelf before the hall closes, unless the warden signs for a night.", [
        ("Can I keep the set until next week without asking anyone?", "no"),
        ("Do I have to put the board away tonight if nobody signed anything?", "yes"),
        ("Is parking free behind the building?", "silent"),
    ]),
    ("Members under sixteen may not stay after nine o'clock; older members may stay until closing.", [
        ("I'm seventeen. Can I still be there at half past nine?", "yes"),
        ("My daughter is twelve, could she play on until ten?", "no"),
        ("What does a year's membership cost, is it more than thirty?", "silent"),
    ]),
    ("Each player may call for one pause in a match; a second one costs the game.", [
        ("I've used my break already. Is another one free?", "no"),
        ("Haven't stopped the clock yet. Am I allowed a breather?", "yes"),
    ]),
    ("会员每次最多借两副棋，归还后才能再借。", [
        ("我手上已经有两副没还，还能再拿一副吗？", "no"),
        ("我一副都没借，今天拿两副走行不行？", "yes"),
        ("停车场晚上几点锁门，九点以后能进吗？", "silent"),
    ]),
    ("迟到不满五分钟不处罚；满五分钟判负第一局。", [
        ("我晚到三分钟，会被罚吗？", "no"),
        ("来晚了八分钟，第一局是不是算我输？", "yes"),
    ]),
    ("比赛中不得使用手机，裁判允许的除外。", [
        ("裁判点头了，我可以看一眼手机吗？", "yes"),
        ("没跟谁说，我对局时刷手机可以吗？", "no"),
    ]),
]  # fmt: skip


@pytest.fixture(scope="module")
def encoder() -> CrossEncoder:
    return load_cross_encoder()


def test_it_tells_what_a_text_says_from_what_it_is_silent_on(encoder: CrossEncoder) -> None:
    asked = [(text, question, verdict) for text, questions in RULES for question, verdict in questions]
    silent = {question: encoder.says(question, [text])[0].silent for text, question, _ in asked}
    without = [silent[question] for _, question, verdict in asked if verdict == "silent"]
    assert min(without) > max(silent[question] for _, question, verdict in asked if verdict != "silent")


@pytest.mark.parametrize(("lang", "least"), [("en", 0.75), ("zh", 0.65)])
def test_yes_and_no_are_told_apart_as_it_has_learned_them(encoder: CrossEncoder, lang: str, least: float) -> None:
    rows = [json.loads(line) for line in (LEARNED / f"{lang}.jsonl").read_text("utf-8").splitlines()[::25]]
    asked = [(row["passage"], one) for row in rows for one in row["questions"] if one["verdict"] in ("yes", "no")]
    right = [(encoder.says(one["question"], [text])[0].agrees > 0) == (one["verdict"] == "yes") for text, one in asked]
    assert len(right) >= 200 and sum(right) >= least * len(right), sum(right) / len(right)


def test_what_is_likely_adds_up_to_one_and_texts_do_not_touch_each_other(encoder: CrossEncoder) -> None:
    question, texts = "Can I keep the set until next week?", [text for text, _ in RULES]
    together = encoder.says(question, texts)
    for says, text in zip(together, texts, strict=True):
        assert sum(says) == pytest.approx(1, abs=1e-4)
        assert tuple(says) == pytest.approx(tuple(encoder.says(question, [text])[0]), abs=1e-6)
        assert says.agrees == says.yes - says.no


def test_any_text_is_read(encoder: CrossEncoder) -> None:
    assert encoder.says("?", []) == []
    odd = ["", "\0\ud800 \u202e", "🃏" * 500, "x" * 20_000, "效" * 5_000]
    assert len(encoder.says("", odd)) == len(encoder.says("我" * 3000, odd)) == len(odd)


def test_threads_share_it(encoder: CrossEncoder) -> None:
    asked = [(question, text) for text, questions in RULES for question, _ in questions]
    alone = [encoder.says(question, [text])[0] for question, text in asked]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda one: encoder.says(one[0], [one[1]])[0], asked)) == alone
