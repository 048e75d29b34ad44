"""Chinese card texts in the official and the fan wording, and older ones. All cards are invented."""

from __future__ import annotations

import pytest

from kb.cardtext import kind_of, read
from kb.cardtext.parts import CardKind
from kb.model import CardText, EffectProfile, Span

MONSTER = kind_of("Monster", None, "Beast / Effect")
XYZ = kind_of("Monster", None, "Beast / Xyz / Effect")
NORMAL_SPELL, FIELD = (kind_of("Spell", s) for s in ("Normal", "Field"))
NORMAL_TRAP, CONTINUOUS_TRAP, COUNTER = (kind_of("Trap", s) for s in ("Normal", "Continuous", "Counter"))


def zh(text: str, kind: CardKind = MONSTER, **more: object) -> CardText:
    return read(text, lang="zh", kind=kind, **more)  # type: ignore[arg-type]


def only(text: str, kind: CardKind = MONSTER) -> EffectProfile:
    (effect,) = zh(text, kind).effects
    return effect.profile


def part(card: CardText, span: Span | None) -> str:
    return card.text[span.start : span.end] if span else ""


def test_a_numbered_text_falls_into_effects_and_remarks() -> None:
    card = zh(
        "植物族怪兽×2\n此卡名的②效果1回合仅可使用1次。①：只要场上有植物族怪兽，它们的守备力上升150。"
        "②：去除此卡的1个超量素材，以1张陷阱卡为对象可以发动。将该卡放回牌组。"
        "③：此卡被除外的情况下发动。自己回复250LP。",
        XYZ,
    )
    assert [(e.number, e.profile.kind, e.profile.mandatory, e.profile.once_per_turn) for e in card.effects] == [
        (2, "ignition", False, "by_name"),
        (3, "trigger", True, "none"),
    ]
    assert [r.label for r in card.remarks] == ["materials", "limit", "continuous"]


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("①：自己的植物族怪兽被除外时，舍弃1张手牌，以1张盖放的卡为对象可以发动。将该卡破坏。然后，自己抽1张。", "official"),
        ("①：自己的植物族怪兽被除外时，丢弃1张手卡，以1张盖放的卡为对象才能发动。那张卡破坏。那之后，自己抽1张。", "fan"),
    ],
)
def test_condition_cost_target_and_resolution_in_both_wordings(text: str, style: str) -> None:
    card = zh(text)
    (effect,) = card.effects
    assert card.style == style
    assert part(card, effect.condition) == "自己的植物族怪兽被除外时"
    assert part(card, effect.cost).strip("，") in ("舍弃1张手牌", "丢弃1张手卡")
    assert part(card, effect.targeting) == "以1张盖放的卡为对象"
    assert part(card, effect.resolution).startswith(("将该卡破坏", "那张卡破坏"))
    assert effect.conjunctions == ("then",)
    p = effect.profile
    assert (p.kind, p.mandatory, p.targets, p.destroys, p.draws, p.cost) == ("trigger", False, True, True, True, True)
    assert p.can_miss_timing is True


@pytest.mark.parametrize(
    ("text", "kind", "speed", "mandatory"),
    [
        ("①：支付200LP可以发动。给予对手300伤害。", "ignition", 1, False),
        ("①：此卡被除外的情况下发动。自己抽1张。", "trigger", 1, True),
        ("①：这张卡被除外的场合才能发动。自己抽1张。", "trigger", 1, False),
        ("①：在对手的准备阶段发动。自己回复250LP。", "trigger", 1, True),
        ("①：此卡反转的情况下发动。将1张陷阱卡放回手牌。", "flip", 1, True),
        ("①：在自己・对手回合中，解放此卡可以发动。自己抽1张。", "quick", 2, False),
        ("①：1回合1次，把这张卡解放才能发动。自己抽1张。这个效果在对方回合也能发动。", "quick", 2, False),
        ("①：仪式魔法卡发动时，舍弃此卡可以发动。将该发动无效。", "quick", 2, False),
        ("①：自己的植物族怪兽进行战斗的伤害计算时可以发动。其攻击力变为900。", "quick", 2, False),
        ("①：每当自己召唤等级5以上的植物族怪兽则发动。自己回复250LP。", "trigger", 1, True),
        ("①：此卡被除外的情况下发动（应对此效果不可发动陷阱）。自己抽1张。", "trigger", 1, True),
    ],
)
def test_kinds_of_monster_effects(text: str, kind: str, speed: int, mandatory: bool) -> None:
    profile = only(text)
    assert (profile.kind, profile.spell_speed, profile.mandatory) == (kind, speed, mandatory)


@pytest.mark.parametrize(
    ("card", "speed"), [(NORMAL_SPELL, 1), (FIELD, 1), (NORMAL_TRAP, 2), (CONTINUOUS_TRAP, 2), (COUNTER, 3)]
)
def test_a_spell_or_trap_always_has_an_activation(card: CardKind, speed: int) -> None:
    first = zh("自己抽1张。", card).effects[0].profile
    assert (first.kind, first.spell_speed, first.mandatory) == ("activation", speed, None)


def test_a_card_that_stays_has_effects_besides_its_activation() -> None:
    card = zh(
        "①：作为此卡发动时的处理，可确认自己牌组最上面的1张卡。②：1回合1次，舍弃1张植物族怪兽可以发动。自己抽1张。"
        "③：植物族怪兽的攻击力上升300。",
        FIELD,
    )
    assert [(e.number, e.profile.kind, e.profile.once_per_turn) for e in card.effects] == [
        (1, "activation", "none"),
        (2, "ignition", "this_card"),
    ]


def test_a_grave_effect_of_a_spell_is_an_effect_of_its_own() -> None:
    card = zh(
        "①：将1只植物族怪兽破坏。②：将墓地的此卡除外，以除外的1只植物族怪兽为对象可以发动。将该怪兽加入手牌。", NORMAL_SPELL
    )
    assert [(e.number, e.profile.kind) for e in card.effects] == [(1, "activation"), (2, "ignition")]
    grave = card.effects[1].profile
    assert (grave.targets, grave.adds_to_hand, grave.places, grave.cost) == (True, True, ("graveyard",), True)


@pytest.mark.parametrize(
    ("condition", "event"),
    [
        ("此卡从手牌被送至墓地的情况下", "self-moved"),
        ("这张卡反转召唤·特殊召唤成功时", "self-summoned"),
        ("此卡的表示形式被变更的情况下", "self-position"),
        ("此卡或其他植物族怪兽被召唤的情况下", "either-card"),
        ("其他植物族怪兽因效果被破坏时", "other-card"),
        ("对手发动场地魔法卡时", "activation"),
        ("对手的植物族怪兽攻击宣言时", "attack-declared"),
        ("此卡给予对手战斗伤害时", "battle-damage"),
        ("自己受到伤害时", "damage"),
        ("此卡因战斗被破坏时", "battle-destroyed"),
        ("此卡因战斗破坏植物族怪兽时", "battle-destroys"),
        ("这张卡和植物族怪兽进行战斗的场合", "battled"),
    ],
)
def test_events(condition: str, event: str) -> None:
    (response,) = only(f"①：{condition}可以发动。自己回复100LP。").responses
    assert response.events == (event,)


@pytest.mark.parametrize(
    ("condition", "timing"),
    [
        ("此卡进行战斗的伤害步骤开始时", "damage-step.start"),
        ("植物族怪兽攻击的伤害计算前", "damage-step.before-calculation"),
        ("植物族怪兽进行战斗的伤害计算时", "damage-step.calculation"),
        ("植物族怪兽被攻击的伤害计算后", "damage-step.after-calculation"),
        ("植物族怪兽攻击过的伤害步骤结束时", "damage-step.end"),
    ],
)
def test_timings_of_the_damage_step(condition: str, timing: str) -> None:
    (response,) = only(f"①：{condition}可以发动。将1只植物族怪兽送至墓地。").responses
    assert response.timings == (timing,)


@pytest.mark.parametrize(("remark", "said"), [("在伤害步骤也可以发动", "included"), ("伤害步骤除外", "excluded")])
def test_what_the_text_says_of_the_damage_step_itself(remark: str, said: str) -> None:
    (response,) = only(f"①：其他植物族怪兽被除外的情况下可以发动（{remark}）。自己回复100LP。").responses
    assert response.damage_step == said


@pytest.mark.parametrize(
    ("resolution", "how"),
    [
        ("该怪兽的攻击力上升350", "directly"),
        ("其守备力变为0", "directly"),
        ("自己抽1张。然后，此卡的攻击力下降100", "dependent"),
        ("从手牌将1只植物族怪兽特殊召唤。该怪兽的攻击力上升400", "summoned"),
        ("自己抽1张。其为植物族怪兽的情况下，此卡的攻击力上升400", "optionally"),
        ("自己回复相当于其攻击力数值的LP", ""),
        ("将其变为守备表示", ""),
        ("将1只攻击力900以下的植物族怪兽破坏", ""),
    ],
)
def test_how_attack_and_defence_change(resolution: str, how: str) -> None:
    profile = only(f"①：在自己・对手回合中，舍弃1张手牌，以1只植物族怪兽为对象可以发动。{resolution}。")
    assert (profile.atk_def, profile.changes_atk_def) == (how, bool(how))


@pytest.mark.parametrize(
    ("resolution", "activation", "effect"),
    [
        ("将该发动无效并除外", True, False),
        ("那个发动无效", True, False),
        ("将其效果无效", False, True),
        ("其效果不会被无效化", False, False),
    ],
)
def test_negating_an_activation_is_not_negating_an_effect(resolution: str, activation: bool, effect: bool) -> None:
    profile = only(f"①：对手发动效果时，舍弃1张植物族怪兽可以发动。{resolution}。")
    assert (profile.negates_activation, profile.negates_effect) == (activation, effect)


@pytest.mark.parametrize(
    ("limit", "form"),
    [
        ("此卡名的①效果1回合仅可使用1次。", "by_name"),
        ("这个卡名的①的效果在决斗中只能使用1次。", "duel"),
        ("此卡名的②效果1回合仅可使用1次。", "none"),
        ("", "none"),
    ],
)
def test_once_per_turn(limit: str, form: str) -> None:
    assert zh(f"{limit}①：舍弃1张植物族怪兽可以发动。自己抽1张。").effects[0].profile.once_per_turn == form


def test_an_effect_handed_to_a_monster_is_the_monsters() -> None:
    card = zh(
        "①：装备此卡的“莎草”怪兽获得以下效果。\n●在每个自己・对手回合中1次，可以发动。此卡的攻击力上升100。",
        kind_of("Spell", "Equip"),
    )
    assert [(e.profile.kind, e.profile.spell_speed) for e in card.effects] == [("activation", 1), ("quick", 2)]


def test_pendulum_and_monster_blocks() -> None:
    card = zh(
        "←3 【灵摆】 3→\n①：1回合1次，可以发动。自己抽1张。\n【怪兽效果】\n①：此卡被除外的情况下可以发动。自己回复200LP。"
    )
    assert [(e.number, e.pendulum, e.profile.kind) for e in card.effects] == [(1, True, "ignition"), (1, False, "trigger")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("这张卡被战斗破坏的时候，可以从卡组把1只植物族怪兽加入手卡。", "trigger"),
        ("自己的植物族怪兽不会被战斗破坏。", None),
        ("植物族怪兽上级召唤的场合，这张卡可以作为2只的解放。", None),
        ("这张卡攻击的场合，伤害步骤内攻击力上升350。", None),
        ("自己场上有植物族怪兽的场合，这张卡可以从手卡特殊召唤。", None),
    ],
)
def test_older_texts_without_numbers(text: str, kind: str | None) -> None:
    assert [e.profile.kind for e in zh(text).effects] == ([kind] if kind else [])


def test_older_texts_are_read_with_less_confidence() -> None:
    card = zh("这张卡被战斗破坏的时候，可以从卡组把1只植物族怪兽加入手卡。")
    assert card.style == "old"
    assert card.effects[0].profile.confidence < 1


def test_every_value_shows_the_words_it_was_read_from() -> None:
    card = zh("①：对手的怪兽被除外时，舍弃手牌的此卡，以1只植物族怪兽为对象可以发动。将该怪兽破坏，自己抽1张。")
    shown = {name: part(card, span) for name, span in card.effects[0].profile.shown}
    assert shown["events"] == "对手的怪兽被除外时"
    assert shown["targets"] == "为对象"
    assert shown["destroys"] == "破坏"
    assert shown["places"] == "手牌的此卡"


def test_full_width_signs_are_the_same_to_it() -> None:
    wide = zh("①：１回合１次，支付２００ＬＰ可以发动。自己抽１张。").effects[0]
    plain = zh("①:1回合1次,支付200LP可以发动。自己抽1张。").effects[0]
    assert (wide.profile.kind, wide.profile.draws, wide.profile.once_per_turn) == (
        plain.profile.kind,
        plain.profile.draws,
        plain.profile.once_per_turn,
    )


def test_a_summon_that_is_about_to_happen_is_answered_fast() -> None:
    profile = only("①：对手将怪兽特殊召唤之际，舍弃手牌的此卡可以发动。将该特殊召唤无效。")
    assert (profile.kind, profile.spell_speed) == ("quick", 2)


def test_an_old_flip_effect_answers_its_own_flip() -> None:
    profile = only("反转：给与对方100分伤害。")
    assert profile.kind == "flip"
    assert [r.events for r in profile.responses if r.events] == [("self-flipped",)]


@pytest.mark.parametrize(
    ("text", "kind", "mandatory", "targets"),
    [
        ("①：此卡被选择为攻击对象的情况下发动。自己抽1张卡。", "trigger", True, False),
        ("①：自己的海龙族怪兽被选择作为攻击对象时才能发动。自己回复300LP。", "trigger", False, False),
        ("①：此卡被选择作为对方怪兽的攻击对象时才能发动。自己抽1张卡。", "trigger", False, False),
        ("②：有卡因对手从墓地离开的情况下可以发动。自己抽1张卡。", "trigger", False, False),
        ("②：选择场上1只海龙族怪兽才能发动。将该怪兽破坏。", "ignition", False, True),
        ("②：将墓地的此卡除外，以自己墓地的1只海龙族怪兽对象可以发动。将该怪兽放回牌组。", "ignition", False, True),
    ],
)
def test_what_was_chosen_for_an_attack_is_an_event_and_no_target(text: str, kind: str, mandatory: bool, targets: bool) -> None:
    profile = only(text)
    assert (profile.kind, profile.mandatory, profile.targets) == (kind, mandatory, targets)


@pytest.mark.parametrize(
    ("text", "kind", "targets"),
    [
        ("场上表侧表示存在的1只植物族怪兽破坏。", NORMAL_SPELL, True),
        ("丢弃1张手卡。对方场上1张卡回到持有者手卡。", NORMAL_SPELL, True),
        ("从自己墓地把1张永续魔法卡加入手卡。", NORMAL_SPELL, True),
        ("反转：1只里侧表示的植物族怪兽破坏。", MONSTER, True),
        ("这张卡召唤成功时，可以从对方墓地选择最多2张卡，从游戏中除外。", MONSTER, True),
        ("场上的植物族怪兽全部破坏。", NORMAL_SPELL, False),
        ("从自己卡组把1张永续魔法卡加入手卡。", NORMAL_SPELL, False),
        ("双方从各自墓地把1只怪兽特殊召唤。", NORMAL_SPELL, False),
        ("对方场上攻击力最低的1只怪兽破坏。", NORMAL_SPELL, False),
        ("把自己场上1只怪兽解放才能发动。从自己卡组抽2张卡。", NORMAL_SPELL, False),
        ("这张卡被战斗破坏时，在自己场上把2只「豆衍生物」特殊召唤。", MONSTER, False),
        ("将对手场上的怪兽全部破坏。将场上的1张卡放回牌组。", NORMAL_SPELL, False),
        ("①：把场上1张卡破坏。", NORMAL_SPELL, False),
    ],
)
def test_an_old_text_targets_cards_in_sight_of_which_it_names_a_number(text: str, kind: CardKind, targets: bool) -> None:
    assert zh(text, kind).effects[0].profile.targets is targets


def test_a_lone_effect_without_its_number_is_no_old_text() -> None:
    text = "场上1张卡破坏。"
    assert zh(text, NORMAL_SPELL, of="effect").effects[0].profile.targets is False
