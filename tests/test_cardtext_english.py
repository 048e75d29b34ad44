"""English card texts: where they split, what an effect is and does, where the text shows it. All cards are invented."""

from __future__ import annotations

import pytest

from kb.cardtext import kind_of, read
from kb.cardtext.parts import CardKind
from kb.model import CardText, Effect, EffectProfile, Span

MONSTER = kind_of("Monster", None, "Beast / Effect")
SYNCHRO = kind_of("Monster", None, "Beast / Synchro / Effect")
NORMAL_SPELL, QUICK_PLAY, FIELD = (kind_of("Spell", s) for s in ("Normal", "Quick-Play", "Field"))
NORMAL_TRAP, CONTINUOUS_TRAP, COUNTER = (kind_of("Trap", s) for s in ("Normal", "Continuous", "Counter"))


def en(text: str, kind: CardKind = MONSTER, **more: object) -> CardText:
    return read(text, lang="en", kind=kind, **more)  # type: ignore[arg-type]


def only(text: str, kind: CardKind = MONSTER) -> EffectProfile:
    (effect,) = en(text, kind).effects
    return effect.profile


def part(card: CardText, span: Span | None) -> str:
    return card.text[span.start : span.end] if span else ""


def parts(card: CardText, effect: Effect) -> tuple[str, str, str, str]:
    found = tuple(part(card, s) for s in (effect.condition, effect.cost, effect.targeting, effect.resolution))
    assert len(found) == 4
    return found


def test_a_text_falls_into_effects_and_remarks() -> None:
    card = en(
        "1 Tuner + 1+ non-Tuner Plant monsters\nCannot be used as Fusion Material. "
        "If this card is Synchro Summoned: You can draw 1 card. "
        "Each Plant monster you control gains 150 DEF. (Quick Effect): You can discard 1 Trap; destroy 1 Field Spell. "
        'You can only use each effect of "Reedmarsh Heron" once per turn.',
        SYNCHRO,
    )
    assert [e.profile.kind for e in card.effects] == ["trigger", "quick"]
    assert [(r.label, part(card, r.span)[:12]) for r in card.remarks] == [
        ("materials", "1 Tuner + 1+"),
        ("restriction", "Cannot be us"),
        ("continuous", "Each Plant m"),
        ("limit", "You can only"),
    ]
    assert {e.profile.once_per_turn for e in card.effects} == {"by_name"}
    assert card.style == "psct"


def test_condition_cost_target_and_resolution_are_told_apart() -> None:
    card = en(
        "When your opponent Sets a Trap: You can banish 2 Plants from your GY, then target 1 Set card; "
        "flip it face-up, and if you do, draw 1 card, then discard 1 card, also gain 100 LP."
    )
    (effect,) = card.effects
    condition, cost, target, resolution = parts(card, effect)
    assert condition == "When your opponent Sets a Trap"
    assert cost.strip(" ,") == "You can banish 2 Plants from your GY"
    assert target.endswith("target 1 Set card")
    assert resolution.startswith("flip it")
    assert effect.conjunctions == ("and-if-you-do", "then", "also")
    assert (effect.profile.targets, effect.profile.cost, effect.profile.draws) == (True, True, True)


@pytest.mark.parametrize(
    ("text", "kind", "speed", "mandatory"),
    [
        ("You can pay 200 LP; inflict 300 damage.", "ignition", 1, False),
        ("If this card is banished: Draw 1 card.", "trigger", 1, True),
        ("If this card is banished: You can draw 1 card.", "trigger", 1, False),
        ("During your opponent's Standby Phase: Gain 250 LP.", "trigger", 1, True),
        ("FLIP: Return 1 Trap to the hand.", "flip", 1, True),
        ("FLIP: You can return 1 Trap to the hand.", "flip", 1, False),
        ("(Quick Effect): You can Tribute this card; draw 1 card.", "quick", 2, False),
        ("During either player's turn: You can detach 2 materials from this card; draw 2 cards.", "quick", 2, False),
        ("When a Ritual Spell is activated (Quick Effect): You can negate the activation.", "quick", 2, False),
        ("During damage calculation, if your Plant battles: You can make its ATK 900.", "quick", 2, False),
    ],
)
def test_kinds_of_monster_effects(text: str, kind: str, speed: int, mandatory: bool) -> None:
    profile = only(text)
    assert (profile.kind, profile.spell_speed, profile.mandatory) == (kind, speed, mandatory)


@pytest.mark.parametrize(
    ("card", "speed"),
    [(NORMAL_SPELL, 1), (FIELD, 1), (QUICK_PLAY, 2), (NORMAL_TRAP, 2), (CONTINUOUS_TRAP, 2), (COUNTER, 3)],
)
def test_a_spell_or_trap_always_has_an_activation(card: CardKind, speed: int) -> None:
    first = en("Draw 1 card.", card).effects[0].profile
    assert (first.kind, first.spell_speed, first.mandatory) == ("activation", speed, None)


def test_a_card_that_stays_has_effects_besides_its_activation() -> None:
    card = en(
        "When this card is activated: You can look at the top card of your Deck. "
        "Once per turn: You can discard 1 Plant; draw 1 card. "
        "Plants you control gain 300 ATK.",
        FIELD,
    )
    assert [(e.number, e.profile.kind, e.profile.once_per_turn) for e in card.effects] == [
        (0, "activation", "none"),
        (1, "ignition", "this_card"),
    ]


def test_a_grave_effect_of_a_spell_is_an_effect_of_its_own() -> None:
    card = en(
        "Destroy 1 Plant. If you have no Plants, you can banish this card from your GY, then target 1 banished Plant; "
        "add it to your hand.",
        NORMAL_SPELL,
    )
    assert [e.profile.kind for e in card.effects] == ["activation", "ignition"]
    assert card.effects[0].profile.destroys and not card.effects[0].profile.targets
    grave = card.effects[1].profile
    assert (grave.targets, grave.adds_to_hand, grave.places, grave.cost) == (True, True, ("graveyard",), True)


@pytest.mark.parametrize(
    ("condition", "event"),
    [
        ("If this card is sent from the hand to the GY", "self-moved"),
        ("When this card is Flip or Special Summoned", "self-summoned"),
        ("If this card is flipped face-up", "self-flipped"),
        ("When this card's battle position is changed", "self-position"),
        ("If this card or another Plant is Normal Summoned", "either-card"),
        ("When another Plant is destroyed by card effect", "other-card"),
        ("When your opponent activates a Field Spell", "activation"),
        ("When an opponent's Plant declares an attack", "attack-declared"),
        ("When this card inflicts battle damage", "battle-damage"),
        ("When you take damage", "damage"),
        ("If this card is destroyed by battle", "battle-destroyed"),
        ("When this card destroys a Plant by battle", "battle-destroys"),
        ("If this card battles a Plant", "battled"),
    ],
)
def test_events(condition: str, event: str) -> None:
    (response,) = only(f"{condition}: You can gain 100 LP.").responses
    assert response.events == (event,)


@pytest.mark.parametrize(
    ("condition", "timing"),
    [
        ("At the start of the Damage Step, if this card battles", "damage-step.start"),
        ("Before damage calculation, if a Plant attacks", "damage-step.before-calculation"),
        ("During damage calculation", "damage-step.calculation"),
        ("After damage calculation, if a Plant was attacked", "damage-step.after-calculation"),
        ("At the end of the Damage Step, if a Plant attacked", "damage-step.end"),
    ],
)
def test_timings_of_the_damage_step(condition: str, timing: str) -> None:
    (response,) = only(f"{condition}: You can send 1 Plant to the GY.").responses
    assert response.timings == (timing,)


def test_alternatives_are_kept_apart() -> None:
    profile = only(
        "When a Plant is Summoned, or if this card is banished (except during the Damage Step): You can gain 100 LP."
    )
    assert [r.events for r in profile.responses] == [("other-card",), ("self-moved",)]
    assert profile.responses[-1].damage_step == "excluded"


@pytest.mark.parametrize(
    ("resolution", "how"),
    [
        ("that target gains 350 ATK", "directly"),
        ("its DEF becomes 0", "directly"),
        ("double its current ATK", "directly"),
        ("swap the ATK of the 2 Plants", "directly"),
        ("draw 1 card, then this card loses 100 ATK", "dependent"),
        ("Special Summon 1 Plant, and if you do, it gains 400 ATK", "summoned"),
        ("draw 1 card, and if it is a Plant, this card gains 400 ATK", "optionally"),
        ("gain LP equal to its ATK", ""),
        ("increase your Life Points by half of its ATK", ""),
        ("change it to Defense Position", ""),
        ("destroy 1 Plant with 900 or less ATK", ""),
        ("this turn, your opponent cannot activate effects that change ATK", ""),
    ],
)
def test_how_attack_and_defence_change(resolution: str, how: str) -> None:
    profile = only(f"(Quick Effect): You can discard 1 Plant, then target 1 Plant; {resolution}.")
    assert (profile.atk_def, profile.changes_atk_def) == (how, bool(how))


def test_a_lasting_change_belongs_to_the_activation_of_the_trap() -> None:
    activation = en(
        "Each Plant you control gains 250 ATK. Once per turn: You can pay 100 LP; draw 1 card.", CONTINUOUS_TRAP
    ).effects[0]
    assert activation.profile.atk_def == "granted"


@pytest.mark.parametrize(
    ("resolution", "activation", "effect"),
    [
        ("negate the activation, and if you do, banish it", True, False),
        ("negate the Summon, and if you do, banish it", False, False),
        ("negate its effects until your next turn", False, True),
        ("its effects cannot be negated", False, False),
    ],
)
def test_negating_an_activation_is_not_negating_an_effect(resolution: str, activation: bool, effect: bool) -> None:
    profile = only(f"(Quick Effect): You can discard 1 Plant; {resolution}.")
    assert (profile.negates_activation, profile.negates_effect) == (activation, effect)


@pytest.mark.parametrize(
    ("text", "misses"),
    [
        ("When this card is banished: You can draw 1 card.", True),
        ("If this card is banished: You can draw 1 card.", False),
        ("When this card is banished: Draw 1 card.", False),
        ("You can discard 1 Plant; draw 1 card.", None),
    ],
)
def test_missing_the_timing(text: str, misses: bool | None) -> None:
    assert only(text).can_miss_timing is misses


@pytest.mark.parametrize(
    ("limit", "form"),
    [
        ('You can only use this effect of "Sedge Ibis" once per turn.', "by_name"),
        ('You can only use this effect of "Sedge Ibis" once per Duel.', "duel"),
        ("You can only use this effect once per turn.", "this_card"),
        ("", "none"),
    ],
)
def test_once_per_turn(limit: str, form: str) -> None:
    assert only(f"You can discard 1 Plant; draw 1 card. {limit}").once_per_turn == form


def test_activating_one_a_turn_is_a_limit_of_the_activation() -> None:
    card = en('Draw 1 card. You can only activate 1 "Sedge Choir" per turn.', NORMAL_SPELL)
    assert card.effects[0].profile.once_per_turn == "by_name_activation"


def test_an_effect_handed_to_a_monster_is_the_monsters() -> None:
    card = en(
        'A "Sedge" monster equipped with this card gains this effect.\n'
        "● Once per turn (Quick Effect): You can discard 1 card; it gains 100 ATK.",
        kind_of("Spell", "Equip"),
    )
    assert [e.profile.kind for e in card.effects] == ["activation", "quick"]
    assert card.effects[1].profile.spell_speed == 2


def test_rolled_results_belong_to_the_effect_that_rolls() -> None:
    card = en(
        "Once per turn: You can roll a six-sided die and apply the result.\n"
        "1: Draw 1 card.\n2 or 3: Destroy 1 Plant.\n4: Gain 100 LP."
    )
    assert len(card.effects) == 1


def test_pendulum_and_monster_blocks() -> None:
    card = en(
        "[ Pendulum Effect ]\nOnce per turn: You can draw 1 card.\n"
        "[ Monster Effect ]\nIf this card is banished: You can gain 200 LP."
    )
    assert [(e.pendulum, e.profile.kind) for e in card.effects] == [(True, "ignition"), (False, "trigger")]
    assert en("Once per turn: You can draw 1 card.", pendulum=True).effects[0].pendulum


def test_older_texts_are_read_with_less_confidence() -> None:
    card = en(
        "When this card gets destroyed in battle with a Plant, you can select 1 Plant in your Deck and add it to your hand."
    )
    (effect,) = card.effects
    assert card.style == "old"
    assert effect.profile.confidence < 1
    assert (effect.profile.kind, effect.profile.mandatory, effect.profile.adds_to_hand) == ("trigger", False, True)


def test_every_value_shows_the_words_it_was_read_from() -> None:
    card = en(
        "When your opponent's Plant destroys a monster by battle (Quick Effect): You can discard this card, "
        "then target 1 Plant; destroy it, and if you do, draw 1 card."
    )
    shown = {name: part(card, span) for name, span in card.effects[0].profile.shown}
    assert shown["kind"] == "(Quick Effect)"
    assert shown["draws"] == "draw"
    assert shown["destroys"] == "destroy"
    assert "target" in shown["targets"]
    assert "destroys a monster by battle" in shown["events"]
    assert shown["places"] == "discard this card"


def test_names_in_quotes_mean_nothing() -> None:
    profile = only('You can add 1 "Destroy, Draw and Negate the Activation" card from your GY to your hand.')
    assert (profile.destroys, profile.draws, profile.negates_activation, profile.adds_to_hand) == (False, False, False, True)


def test_a_state_at_the_start_of_the_damage_step_is_no_moment() -> None:
    profile = only(
        "When this card, which was in Defense Position at the start of the Damage Step, is destroyed by battle: Gain 100 LP."
    )
    assert [t for r in profile.responses for t in r.timings] == []


def test_once_in_an_opponents_turn_is_a_limit_of_the_card() -> None:
    profile = only("Once per opponent's turn (Quick Effect): You can gain 100 LP.")
    assert (profile.once_per_turn, profile.kind) == ("this_card", "quick")
