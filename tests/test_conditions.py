"""The language of `when`: three truth values, and mistakes named with the nearest right word."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.law.conditions import all_of, any_of, compile_when, missing, negate, problems
from kb.law.vocabulary import CONCLUSIONS, TERMS, VOCABULARY

DOC = Path(__file__).resolve().parent.parent / "docs" / "rules.md"
TRI = (True, False, None)


def holds(when: dict[str, object], **facts: object) -> bool | None:
    return compile_when(when)({name.replace("__", "."): value for name, value in facts.items()})


@pytest.mark.parametrize(("one", "two"), list(itertools.product(TRI, TRI)))
def test_unknown_is_carried_unless_the_rest_decides(one: bool | None, two: bool | None) -> None:
    assert all_of([one, two]) is (False if False in (one, two) else None if None in (one, two) else True)
    assert any_of([one, two]) is (True if True in (one, two) else None if None in (one, two) else False)
    assert any_of([one, two]) is negate(all_of([negate(one), negate(two)]))


def test_every_line_must_hold() -> None:
    when: dict[str, object] = {"act": "activate", "card": {"type": "trap", "sort": "counter"}}
    assert holds(when, act="activate", card__type="trap", card__sort="counter") is True
    assert holds(when, act="activate", card__type="trap", card__sort="normal") is False
    assert holds(when, act="activate", card__type="trap") is None
    assert holds(when, act="resolve") is False


def test_a_list_means_any_of_its_values() -> None:
    assert holds({"effect": {"kind": ["quick", "trigger"]}}, effect__kind="trigger") is True
    assert holds({"effect": {"event": ["damage", "battled"]}}, effect__event=("self-moved", "battled")) is True
    assert holds({"effect": {"event": "damage"}}, effect__event=()) is False


def test_numbers_have_limits() -> None:
    assert holds({"speed_min": 2}, speed=3) is True
    assert holds({"speed_min": 2}, speed=1) is False
    assert holds({"chain_speed_max": 2}, chain_speed=3) is False
    assert holds({"speed": [1, 3]}, speed=2) is False
    assert holds({"speed_min": 2}) is None


def test_groups_of_conditions() -> None:
    either: dict[str, object] = {"any": [{"act": "chain"}, {"speed_min": 2}]}
    assert holds(either, act="activate", speed=2) is True
    assert holds(either, act="activate") is None
    assert holds({"none": [{"act": "chain"}]}, act="chain") is False
    assert holds({"none": [{"act": "chain"}]}, act="pay") is True
    assert holds({"all": [{"act": "pay"}, {"speed": 1}]}, act="pay", speed=1) is True


def test_a_timing_counts_with_what_contains_it() -> None:
    inside = ("damage-step.end", "damage-step", "battle-phase")
    assert holds({"timing": "damage-step"}, timing=inside) is True
    assert holds({"timing": "damage-step.start"}, timing=inside) is False
    assert holds({"before": "damage-step.calculation"}, before=("damage-step.end",)) is False


def test_what_is_not_known_is_named() -> None:
    when: dict[str, object] = {"act": "activate", "any": [{"effect": {"targets": True}}], "card": {"name": "X"}}
    assert missing(when, {"act": "activate", "card.name": ""}) == ("effect.targets",)


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ({"speeed_min": 2}, "`speed"),
        ({"effect": {"knd": "quick"}}, "`effect.kind`"),
        ({"effect": {"kind": "quik"}}, "`quick`"),
        ({"effect": {"event": "battle-destroy"}}, "`battle-destroy"),
        ({"card": {"sort": "quickplay"}}, "`quick-play`"),
        ({"act": "activat"}, "`activate`"),
        ({"any": [{"text": {"exclude": "damage-step"}}]}, "`text.excludes`"),
    ],
)
def test_a_wrong_word_is_answered_with_the_nearest_right_one(when: dict[str, object], said: str) -> None:
    (line,) = problems(when)
    assert said in line
    assert "did you mean" in line
    with pytest.raises(ValueError, match="did you mean"):
        compile_when(when)


@pytest.mark.parametrize(
    "when",
    [
        {"effect": {"mandatory": "yes"}},
        {"speed_min": "2"},
        {"speed": True},
        {"effect": {"kind_min": "quick"}},
        {"any": {"act": "activate"}},
        {"act": 3},
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(when: dict[str, object]) -> None:
    assert len(problems(when)) == 1


@given(st.dictionaries(st.text(max_size=8), st.one_of(st.text(max_size=5), st.integers(), st.lists(st.text(max_size=5)))))
def test_nonsense_is_reported_not_raised(when: dict[str, object]) -> None:
    assert all(isinstance(line, str) for line in problems(when))


def test_every_term_is_documented_with_its_example() -> None:
    text = DOC.read_text("utf-8")
    rows = {m[1]: m[0] for m in re.finditer(r"^\| `([a-z_.]+)` .*$", text, re.M)}
    for term in TERMS:
        assert term.name in rows, f"{term.name} is missing in docs/rules.md"
        assert f"`{term.example}`" in rows[term.name], term.name
        for value in term.values:
            assert f"`{value}`" in text, f"{term.name}: {value}"


def test_event_and_change_words_are_explained() -> None:
    text = DOC.read_text("utf-8")
    for word in (*VOCABULARY["effect.event"].values, *VOCABULARY["effect.atk_def"].values, *CONCLUSIONS):
        assert f"| `{word}` |" in text, word


def test_every_example_is_sound() -> None:
    import tomllib

    for term in TERMS:
        assert problems(tomllib.loads(term.example)) == []
