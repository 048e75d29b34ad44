"""The batch of `rulings check`: fields, defaults, bad lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from law_samples import law

from kb.errors import BadInput
from kb.model import Territory
from query.card import batch
from query.card.effects import MAX_TEXT

FIELDS = {
    "id", "damage_step", "during_damage_calculation", "only_before_damage_calculation",
    "profile", "effects", "citations", "latency_ms",
}  # fmt: skip
PROFILE = {
    "kind", "mandatory", "targets", "can_miss_timing", "spell_speed", "negates_activation", "negates_effect", "changes_atk_def",
    "special_summons", "destroys", "adds_to_hand", "draws", "once_per_turn",
}  # fmt: skip
TIMINGS = ["damage-step." + part for part in ("start", "before-calculation", "calculation", "after-calculation", "end")]
QUICK = "(Quick Effect): You can discard 1 Plant, then target 1 Plant; it gains 300 ATK."
DRAW = "①：1回合1次，舍弃1张手牌可以发动。自己抽1张。"
MOVED = "②：此卡被除外的情况下可以发动。自己回复100LP。"


def check_row(row: dict[str, Any], territory: Territory = "OCG") -> dict[str, Any]:
    return batch.check_row(row, law=law(territory))


def row(text: str, **more: Any) -> dict[str, Any]:
    lang = "en" if text.isascii() else "zh"
    return {
        "id": "x",
        "card_type": "Monster",
        "property": None,
        "monster_type_line": "Plant / Effect",
        "text": text,
        "lang": lang,
    } | more


def test_the_answer_has_exactly_the_fields_of_the_contract() -> None:
    answer = check_row(row(QUICK))
    assert set(answer) == FIELDS
    assert set(answer["profile"]) == PROFILE
    (effect,) = answer["effects"]
    assert set(effect) == {"no", "text", "profile", "damage_step"}
    assert list(effect["damage_step"]) == TIMINGS
    assert (answer["id"], effect["no"], effect["text"]) == ("x", 1, QUICK)
    json.dumps(answer)


def test_verdicts_of_the_whole_step_and_of_damage_calculation() -> None:
    assert picked(row(QUICK)) == ("yes", "no", True)
    assert picked(row("During damage calculation (Quick Effect): You can gain 100 LP.")) == ("yes", "yes", False)
    assert picked(row(DRAW)) == ("no", "no", None)


def test_a_mandatory_flip_effect_waits_until_after_damage_calculation() -> None:
    flip = row("FLIP: Destroy 1 monster your opponent controls.", monster_type_line="Rock / Flip / Effect")
    (effect,) = check_row(flip)["effects"]
    assert [effect["damage_step"][at] for at in TIMINGS] == ["no", "no", "no", "yes", "no"]


def picked(asked: dict[str, Any]) -> tuple[str, str, bool | None]:
    a = check_row(asked)
    return a["damage_step"], a["during_damage_calculation"], a["only_before_damage_calculation"]


def test_a_numbered_effect_is_picked_by_its_number() -> None:
    assert picked(row(DRAW + MOVED, effect_no=1))[0] == "no"
    assert picked(row(DRAW + MOVED, effect_no=2))[0] == "yes"
    assert check_row(row(DRAW + MOVED, effect_no=2))["profile"]["kind"] == "trigger"


def test_of_several_effects_with_none_named_the_best_counts_and_no_profile_is_given() -> None:
    answer = check_row(row(DRAW + MOVED))
    assert (answer["damage_step"], answer["profile"], len(answer["effects"])) == ("yes", None, 2)


def test_a_spell_or_trap_is_asked_about_as_a_card_unless_said_otherwise() -> None:
    text = "Draw 1 card. If this card is banished: You can gain 100 LP."
    trap = row(text, card_type="Trap", property="Normal", monster_type_line=None)
    assert check_row(trap)["profile"]["kind"] == "activation"
    assert picked(trap)[0] == "no"
    assert check_row(trap | {"of": "effect"})["profile"]["kind"] == "trigger"
    assert picked(trap | {"of": "effect"})[0] == "yes"


def test_a_lone_effect_of_a_trap_may_be_given_by_itself() -> None:
    text = "You can target 1 Plant; it gains 200 ATK."
    trap = row(text, card_type="Trap", property="Normal", monster_type_line=None, of="effect")
    answer = check_row(trap)
    assert (answer["profile"]["kind"], answer["profile"]["spell_speed"], answer["damage_step"]) == ("quick", 2, "yes")


def test_the_pendulum_effect_is_picked_where_both_are_in_the_text() -> None:
    text = (
        "[ Pendulum Effect ]\nYou can pay 100 LP; draw 1 card.\n"
        "[ Monster Effect ]\nIf this card is banished: You can gain 200 LP."
    )
    assert check_row(row(text))["profile"]["kind"] == "trigger"
    assert check_row(row(text, pendulum=True))["profile"]["kind"] == "ignition"


def test_verdicts_cite_the_entries_and_the_originals_behind_them() -> None:
    for text, lang in ((QUICK, "en"), (DRAW, "zh")):
        citations = check_row(row(text))["citations"]
        assert 1 <= len(citations) <= 10
        first = citations[0]
        assert {"source", "file", "quote", "lang", "authority", "kind", "cites"} <= set(first)
        assert (first["kind"], first["lang"]) == ("digest", lang)
        assert first["quote"].isascii() == (lang == "en")
        assert first["cites"]
        assert all(set(c) >= {"source", "file", "lines"} and len(c["lines"]) == 2 for c in first["cites"])


def test_territories_are_judged_apart() -> None:
    assert check_row(row(QUICK), territory="TCG")["damage_step"] == "yes"


def test_unknown_fields_are_ignored() -> None:
    assert check_row(row(QUICK, colour="green"))["damage_step"] == "yes"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"text": None}, "`text`"),
        ({"text": "  "}, "`text`"),
        ({"text": "a" * (MAX_TEXT + 1)}, "`text`"),
        ({"lang": "fr"}, "`lang`"),
        ({"card_type": "Skill"}, "`card_type`"),
        ({"of": "deck"}, "`of`"),
        ({"effect_no": "2"}, "`effect_no`"),
        ({"effect_no": True}, "`effect_no`"),
    ],
)
def test_what_is_wrong_with_a_row_is_said(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        check_row(row(QUICK) | change)


def test_a_bad_line_is_reported_and_the_run_goes_on() -> None:
    lines = [
        json.dumps(row(QUICK)),
        "{not json",
        "",
        "[1, 2]",
        json.dumps({"id": 7, "text": ""}),
        "[" * 100_000,
        json.dumps(row(DRAW) | {"id": "last"}),
    ]
    answers = list(batch.check_lines(lines, law=law()))
    assert [set(a) == {"id", "error"} for a in answers] == [False, True, True, True, True, False]
    assert [a["id"] for a in answers] == ["x", None, None, 7, None, "last"]
    assert [a["error"].split(":")[0] for a in answers if "error" in a] == ["line 2", "line 4", "line 5", "line 6"]
    assert "\n" not in "".join(a.get("error", "") for a in answers)


def test_html_and_markdown_are_text_and_stay_as_they_are() -> None:
    text = "<b>Once per turn</b>: You can **draw** 1 card <script>alert(1)</script>."
    (effect,) = check_row(row(text))["effects"]
    assert effect["text"] == text
    assert check_row(row(text))["profile"]["draws"] is True


def test_a_text_without_effects_is_unknown_not_an_error() -> None:
    answer = check_row(row("A gentle plant that loves the rain."))
    assert (answer["damage_step"], answer["profile"], answer["effects"]) == ("unknown", None, [])
