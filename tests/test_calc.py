"""The calculators: battles, ATK after changes, Chains, limits after a negation; outcomes as the documents work them out."""

from __future__ import annotations

import json

import pytest

from cli.main import main
from query.engine import Engine


def calc(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["calc", *words]) == 0
    return capsys.readouterr().out


NOBODY = "nobody takes battle damage."
BATTLES = [
    (("1800", "atk:1500"), "The attacked monster is destroyed; the player under attack takes 300 battle damage."),
    (("1000", "atk:1500"), "The attacking monster is destroyed; the attacking player takes 500 battle damage."),
    (("1800", "atk:1800"), f"Both monsters are destroyed; {NOBODY}"),
    (("0", "atk:0"), f"No monster is destroyed; {NOBODY}"),
    (("2500", "def:1000"), f"The attacked monster is destroyed; {NOBODY}"),
    (("2000", "def:2000"), f"No monster is destroyed; {NOBODY}"),
    (("1200", "def:2000"), "No monster is destroyed; the attacking player takes 800 battle damage."),
    (("2600", "def:1900", "--piercing"), "The attacked monster is destroyed; the player under attack takes 700 battle damage."),
    (("1500", "direct"), "No monster is destroyed; the player under attack takes 1500 battle damage."),
]


@pytest.mark.parametrize(("words", "told"), BATTLES)
def test_a_battle_tells_what_is_destroyed_and_who_takes_what(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    assert calc(capsys, "battle", *words).splitlines()[0] == told


STATS = [
    ("1900", ("L+700", "L-600"), 2000),
    ("1900", ("L+700", "L/2"), 1300),
    ("1900", ("L+700", "L/2", "end"), 1900),
    ("1900", ("L+700", "C=100"), 100),
    ("1900", ("L+700", "C=100", "end"), 2600),
    ("1900", ("C+800", "L/2"), 1350),
    ("1900", ("C+800", "L/2", "end"), 2700),
    ("1900", ("C+800", "C=100"), 900),
    ("1900", ("C+800", "C=100", "end"), 2700),
    ("1900", ("L/2", "C=100", "end"), 950),
    ("2300", ("Cx2", "C=100"), 100),
    ("2300", ("Cx2", "C=100", "end"), 4600),
    ("1900", ("L=1000", "L+500"), 1500),
]


@pytest.mark.parametrize(("printed", "changes", "value"), STATS)
def test_atk_after_changes(capsys: pytest.CaptureFixture[str], printed: str, changes: tuple[str, ...], value: int) -> None:
    assert calc(capsys, "atk", printed, *changes).splitlines()[0] == f"ATK {value}"


@pytest.mark.parametrize(
    ("speeds", "legal"),
    [(("1", "2", "3"), True), (("1", "1"), False), (("3", "2"), False), (("3", "3"), True), (("2", "2", "2"), True)],
)
def test_a_chain_needs_speed_two_and_no_less_than_what_it_answers(
    capsys: pytest.CaptureFixture[str], speeds: tuple[str, ...], legal: bool
) -> None:
    assert ("may be built" in calc(capsys, "chain", *speeds).splitlines()[0]) is legal


@pytest.mark.parametrize(
    ("limit", "negated", "again"),
    [("activate", "activation", True), ("activate", "effect", False), ("use", "activation", False), ("use", "effect", False)],
)
def test_a_limit_after_a_negation(capsys: pytest.CaptureFixture[str], limit: str, negated: str, again: bool) -> None:
    found = json.loads(calc(capsys, "again", "--limit", limit, "--negated", negated, "--json"))
    assert (found["verdict"] == "yes") is again, found


def test_the_working_is_in_chinese_where_asked_and_names_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    shown = calc(capsys, "battle", "1000", "atk:1500", "--lang", "zh")
    assert "攻击怪兽破坏" in shown
    assert "{damage-calculation.attack-position-loss}" in shown


@pytest.mark.parametrize(
    "words",
    [("battle", "x", "atk:1"), ("battle", "100", "sideways"), ("atk", "1900", "Q+1"), ("chain", "4"), ("atk", "1900", "end:9")],
)
def test_what_cannot_be_computed_is_told_in_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    assert main(["calc", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (
            "1700 ATK monster with a continuous +600. An activated effect halves the current ATK. And after that ends?",
            "stat-modifiers.lingering-set-over-continuous",
        ),
        (
            "1700攻的怪先被发动的效果+600，再被发动的效果变成一半。减半结束后多少攻？",
            "stat-modifiers.lingering-set-removes-lingering",
        ),
    ],
)
def test_the_rule_that_is_special_to_a_change_is_cited_before_that_of_all_changes(text, rule):
    assert Engine.open(encoder="none").ask(text).citations[0].id == rule
