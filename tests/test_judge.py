"""Verdicts at each timing of the Damage Step, from invented texts; the rules behind them are the digest's own."""

from __future__ import annotations

import pytest
from law_samples import law

from kb.cardtext import kind_of, read
from kb.cardtext.parts import CardKind
from kb.law.rules import check_when
from kb.model import EffectProfile, Response, Territory
from query.card.effects import CheckedEffect, check_text
from query.card.judge import judge

MONSTER = kind_of("Monster", None, "Plant / Effect")
QUICK_PLAY, EQUIP = kind_of("Spell", "Quick-Play"), kind_of("Spell", "Equip")
NORMAL_TRAP, CONTINUOUS_TRAP, COUNTER = (kind_of("Trap", s) for s in ("Normal", "Continuous", "Counter"))
START, BEFORE, DURING, AFTER, END = range(5)
ALWAYS = set(range(5))


def checked(text: str, kind: CardKind = MONSTER, territory: Territory = "OCG", name: str = "") -> tuple[CheckedEffect, ...]:
    lang = "en" if text.isascii() or "●" in text else "zh"
    return check_text(read(text, lang=lang, kind=kind), kind, law=law(territory), name=name)  # type: ignore[arg-type]


def allowed(text: str, kind: CardKind = MONSTER) -> set[int]:
    """Numbers of the timings at which the first effect may be activated."""
    return {n for n, j in enumerate(checked(text, kind)[0].judgements) if j.verdict == "yes"}


@pytest.mark.parametrize(
    ("text", "kind", "timings"),
    [
        # The list is closed: nothing else is let in.
        ("You can discard 1 Plant; draw 1 card.", MONSTER, set()),
        ("①：舍弃1张手牌可以发动。自己抽1张。", MONSTER, set()),
        ("(Quick Effect): You can discard 1 Plant; draw 1 card.", MONSTER, set()),
        ("Draw 1 card.", QUICK_PLAY, set()),
        ("Equip only to a Plant. It gains 900 ATK.", EQUIP, set()),
        # Counter Traps, mandatory effects and what negates an activation: always.
        ("When a Plant would be Summoned: Negate the Summon.", COUNTER, ALWAYS),
        ("If another Plant is Summoned: Gain 100 LP.", MONSTER, ALWAYS),
        ("①：其他植物族怪兽被召唤的情况下发动。自己回复100LP。", MONSTER, ALWAYS),
        ("When a Field Spell is activated (Quick Effect): You can negate the activation.", MONSTER, ALWAYS),
        ("When a Field Spell is activated (Quick Effect): You can negate its effect.", MONSTER, set()),
        # ATK and DEF: fast effects that change them themselves, until damage calculation.
        ("Target 1 Plant; it loses 250 DEF.", QUICK_PLAY, {START, BEFORE}),
        ("①：以1只植物族怪兽为对象可以发动。其守备力下降250。", NORMAL_TRAP, {START, BEFORE}),
        ("You can target 1 Plant; it loses 250 DEF.", MONSTER, set()),
        ("If another Plant is Summoned: You can make it gain 100 ATK.", MONSTER, set()),
        ("Special Summon 1 Plant from your GY, and if you do, it gains 900 ATK.", NORMAL_TRAP, set()),
        ("Draw 1 card, then 1 Plant you control gains 100 ATK.", NORMAL_TRAP, set()),
        ("Each Plant you control gains 250 ATK.", CONTINUOUS_TRAP, {START, BEFORE}),
        ("Draw 1 extra card in each Draw Phase.", CONTINUOUS_TRAP, set()),
        # Triggers: on the card itself, not on others, not on both, not where they Fusion Summon.
        ("If this card is banished: You can gain 100 LP.", MONSTER, ALWAYS),
        ("①：这张卡被除外的场合才能发动。自己回复100LP。", MONSTER, ALWAYS),
        ("If this card is banished (except during the Damage Step): You can gain 100 LP.", MONSTER, set()),
        ("If another Plant is banished: You can gain 100 LP.", MONSTER, set()),
        ("If this card or another Plant is banished: You can gain 100 LP.", MONSTER, set()),
        ("If this card is Summoned: You can Fusion Summon 1 Plant.", MONSTER, set()),
        ("FLIP: You can gain 100 LP.", MONSTER, {AFTER}),
        # Moments of the Damage Step.
        ("At the start of the Damage Step, if a Plant battles: You can draw 1 card.", MONSTER, {START}),
        ("Before damage calculation, if a Plant battles: You can draw 1 card.", MONSTER, {BEFORE}),
        ("During damage calculation (Quick Effect): You can gain 100 LP.", MONSTER, {DURING}),
        ("①：植物族怪兽进行战斗的伤害计算后可以发动。自己抽1张。", MONSTER, {AFTER}),
        ("At the end of the Damage Step, if a Plant battled: You can draw 1 card.", MONSTER, {END}),
        ("During damage calculation (Quick Effect): You can make this card gain 100 ATK.", MONSTER, {DURING}),
        ("When a Plant is destroyed by battle: Target 1 Plant; it gains 100 ATK.", NORMAL_TRAP, {END}),
        ("When you take battle damage: You can draw 1 card.", MONSTER, {AFTER}),
        ("When a Plant is destroyed by battle: You can draw 1 card.", MONSTER, {END}),
        ("①：此卡因战斗破坏怪兽时可以发动。自己抽1张。", MONSTER, {END}),
        # Another phase or step, or the declaration of an attack, cannot be now.
        ("During the Main Phase (Quick Effect): You can make 1 Plant gain 100 ATK.", MONSTER, set()),
        ("During the End Phase: Draw 1 card.", MONSTER, set()),
        ("When a Plant declares an attack: You can make it gain 100 ATK.", NORMAL_TRAP, set()),
        # The text itself may let it in.
        ("①：其他植物族怪兽被除外的情况下可以发动（在伤害步骤也可以发动）。自己抽1张。", MONSTER, {START, BEFORE, AFTER, END}),
    ],
)  # fmt: skip
def test_verdicts_follow_from_the_text(text: str, kind: CardKind, timings: set[int]) -> None:
    assert allowed(text, kind) == timings


@pytest.mark.parametrize(
    ("effect", "timings"),
    [
        ("During either player's turn, when a Plant's effect is activated: You can negate the activation.", ALWAYS),
        ("Once per turn: You can target 1 Plant; it gains 100 ATK.", {START, BEFORE}),
        ("When your Plant is destroyed by battle: You can gain 100 LP.", {END}),
        ("When your Plant is destroyed by battle: Gain 100 LP.", set()),
        ("During either player's turn, when a Plant's effect is activated: You can negate its effect.", set()),
        ("Once per turn: You can discard 1 card; draw 1 card.", set()),
    ],
)  # fmt: skip
def test_a_set_continuous_trap_may_come_with_its_effect(effect: str, timings: set[int]) -> None:
    assert allowed(f"Plants cannot attack. {effect}", CONTINUOUS_TRAP) == timings


def test_one_sufficient_reason_is_enough_and_the_others_are_named() -> None:
    text = "When a Plant is destroyed by battle: Special Summon 1 Plant from your GY, and if you do, it gains 900 ATK."
    end = checked(text, NORMAL_TRAP)[0].judgements[END]
    assert end.verdict == "yes"
    assert end.because == ("damage-step-activation.destroyed-by-battle",)
    assert "damage-step-activation.summoned-monsters-atk-def" in end.no_reason
    assert [(b.rule, b.by) for b in end.beaten if b.rule.endswith("closed")] == [
        ("damage-step-activation.closed", "damage-step-activation.destroyed-by-battle")
    ]


def test_a_named_card_is_judged_by_name_only_where_the_name_is_known() -> None:
    about = law("both").about("activate", "damage-step")
    (name,) = next(f.rule.cards for f in about if len(f.rule.cards) == 1 and f.rule.territory == "TCG")
    text = "Target 1 Plant; it gains 100 ATK."
    verdicts = {
        (territory, who): checked(text, NORMAL_TRAP, territory, who)[0].verdict  # type: ignore[arg-type]
        for territory in ("OCG", "TCG")
        for who in ("", "Some Plant", name)
    }
    assert verdicts.pop(("TCG", name)) == "no"
    assert set(verdicts.values()) == {"yes"}


def test_a_missing_fact_is_named_and_the_answer_depends_on_it() -> None:
    profile = EffectProfile(kind="quick", spell_speed=2, mandatory=False, negates_activation=None, changes_atk_def=False)
    first = judge(profile, MONSTER, law=law())[START]
    assert (first.verdict, first.missing) == ("depends", ("effect.negates",))


def test_an_unknown_that_changes_nothing_is_no_doubt() -> None:
    profile = EffectProfile(
        kind="quick", spell_speed=2, mandatory=False, responses=(Response(events=("activation",)),),
        negates_activation=True, changes_atk_def=None,
    )  # fmt: skip
    assert {j.verdict for j in judge(profile, MONSTER, law=law())} == {"yes"}


def test_the_best_of_several_conditions_counts() -> None:
    judgements = checked("If another Plant is banished, or if this card is banished: You can draw 1 card.")[0].judgements
    assert {j.verdict for j in judgements} == {"yes"}


def test_every_formal_entry_is_sound() -> None:
    rules = law("both").about("activate", "damage-step")
    assert len(rules) >= 35
    known = {f.rule.id for f in rules}
    for formal in rules:
        assert check_when(formal.rule) == []
        assert set(formal.rule.overrides) <= known, formal.rule.id
        assert formal.rule.then in ("permitted", "forbidden", "insufficient")
