"""Cards and pasted texts judged: tables, territories, timings by name, markup as text."""

import json
from dataclasses import replace

import pytest
from card_samples import YAML_YUGI
from hypothesis import given, settings
from hypothesis import strategies as st
from law_samples import LAWS, law

from ingest.cards import read_card_file
from kb.cards.record import Card
from kb.digest.load import load_rules
from kb.errors import BadInput, RulingsError, UnknownName
from query.answer.entries import cite_rules
from query.card.check import check_card, check_pasted, timings_asked
from query.card.contract import checks_json
from query.card.judge import STEP
from query.card.pasted import kinds_of, named_kind, plain

CARDS = {c.name("en"): c for c in read_card_file(json.dumps(YAML_YUGI).encode(), "cards.json").cards}
BOTH = LAWS.each()
EVERY = law().parts(STEP)
CALCULATION = "damage-step.calculation"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_effect_has_a_verdict_at_each_timing_in_each_territory(lang):
    check = check_card(CARDS["Lantern Moth"], laws=BOTH, lang=lang)
    boost, recycle = check.effects
    assert check.lang == lang and check.timings == EVERY and len(check.timings) == 5
    assert [t for t in check.timings if boost.verdict([t]) == "yes"] == [CALCULATION]
    assert recycle.verdict() == "no" and check.verdict == "yes"
    assert [t for t, _ in boost.at(CALCULATION)] == ["OCG", "TCG"]
    assert recycle.effect.profile.targets and not boost.effect.profile.targets


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_counter_trap_and_a_boost_may_be_activated_where_the_rules_say(lang):
    assert check_card(CARDS["Cobalt Verdict of Frost"], laws=BOTH, lang=lang).verdict == "yes"
    glint = check_card(CARDS["Glint"], laws=BOTH, lang=lang)
    assert glint.effects[0].at("damage-step.start")[0][1].verdict == "yes"
    assert glint.effects[0].at("damage-step.end")[0][1].verdict == "no"
    assert check_card(CARDS["Lantern Moth Swarm"], laws=BOTH, lang=lang).verdict == "no"


@pytest.mark.parametrize(
    ("first", "verdict"),
    [
        ("", "yes"),
        ("Special Summon this card as an Effect Monster (Rock/EARTH/Level 4/ATK 1700/DEF 900). ", "no"),
    ],
)
def test_what_a_trap_monster_does_in_battle_comes_after_its_activation(first, verdict):
    trigger = "When this card is destroyed by battle" if first else "When a Rock monster you control is destroyed by battle"
    text = first + trigger + ": You can draw 1 card."
    (check,) = check_pasted(text, lang="en", kind=named_kind("Continuous Trap"), laws=BOTH)
    assert check.effects[0].effect.profile.kind == "activation" and check.effects[0].verdict() == verdict


def test_every_verdict_names_the_rules_it_rests_on_with_their_places():
    check = check_card(CARDS["Glint"], laws=BOTH)
    cited = cite_rules(check.rule_ids(), "en", law())
    assert cited and all(c.quote and c.cites for c in cited)
    cells = [j for e in check.effects for t in check.timings for _, j in e.at(t)]
    assert all(j.because for j in cells)
    assert {i for j in cells for i in j.because} <= {c.id for c in cited}


def test_a_story_is_not_judged_but_its_pendulum_effect_is():
    check = check_card(CARDS["Pendulous Heron"], laws=BOTH)
    assert check.lore and [e.effect.pendulum for e in check.effects] == [True]


def test_a_language_that_is_missing_gives_way_to_the_one_there_is():
    assert check_card(CARDS["Pendulous Heron"], laws=BOTH, lang="zh").lang == "en"
    japanese = Card(id="1", type="trap", names={"ja": "罠"}, texts={"ja": "文"})
    with pytest.raises(BadInput, match="neither in English nor in Chinese"):
        check_card(japanese, laws=BOTH)


def test_a_rule_about_a_named_card_counts_for_that_card_alone():
    (named,) = [r for r in load_rules() if r.id == "damage-step-activation.barred-by-ruling"]
    boost = check_card(CARDS["Glint"], laws=BOTH, at="damage-step.start")
    assert boost.verdict == "yes" and named.id not in boost.rule_ids()
    for name in named.cards:
        barred = check_card(replace(CARDS["Glint"], names={"en": name}), laws=BOTH, at="damage-step.start")
        assert barred.verdict == "no" and named.id in barred.rule_ids()


@pytest.mark.parametrize(
    ("at", "found"),
    [
        ("", EVERY),
        ("damage-step", EVERY),
        ("Damage Step", EVERY),
        (CALCULATION, (CALCULATION,)),
        ("during damage calculation", (CALCULATION,)),
        ("伤害计算时", (CALCULATION,)),
        ("start of the damage step", ("damage-step.start",)),
        ("伤害步骤结束时", ("damage-step.end",)),
    ],
)
def test_a_timing_goes_by_its_names(at, found):
    assert timings_asked(at, law()) == found


@pytest.mark.parametrize("at", ["Main Phase 1", "tea time"])
def test_a_timing_outside_the_step_is_refused_with_those_there_are(at):
    with pytest.raises(UnknownName, match=r"Give one of: .*; .*; .*; .*; "):
        timings_asked(at, law())


def test_one_timing_narrows_the_table_and_the_verdict():
    check = check_card(CARDS["Lantern Moth"], laws=BOTH, at="damage-step.start")
    assert check.timings == ("damage-step.start",) and check.verdict == "no"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Counter Trap\nNegate it.", [("trap", "counter")]),
        ("[Quick-Play Spell Card]\nDraw 1 card.", [("spell", "quick-play")]),
        ("反击陷阱\n①：无效。", [("trap", "counter")]),
        ("【速攻魔法】\n①：抽1张。", [("spell", "quick-play")]),
        ("[Dragon / Tuner / Effect]\nDraw 1 card.", [("monster", "")]),
        ("(Quick Effect): You can banish this card from your hand; draw 1 card.", [("monster", "")]),
        ("①：这张卡召唤的场合才能发动。自己抽1张。", [("monster", "")]),
    ],
)
def test_a_pasted_text_may_tell_what_it_stands_on(text, kinds):
    assert [(k.type, k.sort) for k in kinds_of(text)[1]] == kinds


@pytest.mark.parametrize(
    ("words", "kind"),
    [("Trap", ("trap", "normal")), ("永续陷阱", ("trap", "continuous")), ("Equip Spell Card", ("spell", "equip")),
     ("Dragon / Effect", ("monster", "")), ("效果怪兽", ("monster", ""))],
)  # fmt: skip
def test_a_kind_goes_by_its_english_and_chinese_name(words, kind):
    found = named_kind(words)
    assert found is not None and (found.type, found.sort) == kind


def test_a_kind_that_is_none_is_none():
    assert named_kind("Sandwich") is None


def test_a_text_that_does_not_tell_is_judged_for_every_kind_that_makes_a_difference():
    checks = check_pasted("Target 1 face-up monster; it gains 400 ATK until the end of this turn.", laws=BOTH)
    assert {c.verdict for c in checks} == {"yes", "no"} and sum(len(c.kinds) for c in checks) == 5
    row = checks_json(checks, law())
    assert row["damage_step"] == "depends" and row["missing"] == ["card.type"] and row["citations"]
    [told] = check_pasted("Quick-Play Spell\nTarget 1 face-up monster; it gains 400 ATK until the end of this turn.", laws=BOTH)
    assert told.verdict == "yes" and told.effects[0].effect.text.startswith("Target")


def test_markup_in_a_pasted_text_is_text():
    text = "<script>alert(1)</script> **Draw** 1 card. [x](http://y)"
    [check, *_] = check_pasted(text, laws=BOTH)
    assert check.texts[0].text == text


def test_control_characters_never_reach_a_terminal():
    assert plain("a\x1b]0;x\x07b\u202ec\r\nd") == "a]0;xbc\nd"


@pytest.mark.parametrize(("text", "says"), [("  ", "empty"), ("x" * 20_001, "20001")])
def test_no_text_and_too_long_a_text_are_refused(text, says):
    with pytest.raises(BadInput, match=says):
        check_pasted(text, laws=BOTH)


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=120))
def test_no_pasted_text_makes_the_check_stumble(text):
    try:
        json.dumps(checks_json(check_pasted(text, laws=BOTH), law()))
    except RulingsError as error:
        assert "empty" in str(error)
