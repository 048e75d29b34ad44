"""The words that the `when` of a rule may use: what each means, which values it takes, one example each."""

from __future__ import annotations

from kb.law.case_terms import CASE_TERMS
from kb.law.term import Term

ACTS = (
    "activate",
    "apply",
    "chain",
    "resolve",
    "target",
    "pay",
    "use-again",
    "summon",
    "tribute",
    "attack",
    "destroy",
    "modify",
    "flip",
    "leave-field",
    "use-as-material",
    "speed",
    "go-next",
    "order",
    "activate-later",
    "negate",
    "remember",
    "battle",
)
KINDS = ("activation", "ignition", "trigger", "quick", "flip", "continuous")
EVENTS = (
    "battle-damage",
    "damage",
    "effect-damage",
    "battle-destroyed",
    "battle-destroys",
    "battled",
    "attack-declared",
    "activation",
    "self-summoned",
    "self-moved",
    "self-flipped",
    "self-position",
    "self-equipped",
    "either-card",
    "other-card",
)
ATK_DEF = ("directly", "indirectly", "optionally", "dependent", "summoned", "granted")
SUMMONS = ("special", "normal", "tribute", "fusion", "ritual", "synchro", "xyz", "link", "pendulum")
PHASES = (
    "draw-phase",
    "standby-phase",
    "main-phase",
    "battle-phase",
    "battle-phase.start",
    "battle-phase.end",
    "battle-step",
    "end-phase",
)

TERMS = (
    Term("act", "word", "What is to be done.", 'act = "activate"', ACTS),
    Term(
        "timing", "timing", "When it is to be done: that timing, or a step or phase that contains it.", 'timing = "damage-step"'
    ),
    Term("before", "timing", "It is done earlier in the same step than that timing.", 'before = "damage-step.calculation"'),
    Term("speed", "number", "Spell Speed of the effect, 1 to 3.", "speed_min = 2"),
    Term("chain_speed", "number", "Spell Speed of the effect that is answered.", "chain_speed_max = 2"),
    Term("card.name", "word", "English name of the card, for a rule about named cards.", 'card = { name = ["…", "…"] }'),
    Term("card.type", "word", "Kind of card.", 'card = { type = "trap" }', ("monster", "spell", "trap")),
    Term(
        "card.sort",
        "word",
        "The property printed on a Spell or Trap.",
        'card = { sort = "counter" }',
        ("normal", "continuous", "quick-play", "field", "equip", "ritual", "counter"),
    ),
    Term("card.face", "word", "How the card lies.", 'card = { face = "down" }', ("up", "down")),
    Term(
        "card.place",
        "word",
        "Where the card is.",
        'card = { place = "graveyard" }',
        ("field", "hand", "graveyard", "banished", "deck", "extra-deck", "xyz-material"),
    ),
    Term("card.token", "flag", "The monster is a Token.", "card = { token = true }", assumed=False),
    Term(
        "effect.kind",
        "word",
        "What sort of effect it is, or the activation of a Spell or Trap.",
        'effect = { kind = ["trigger", "flip"] }',
        KINDS,
    ),
    Term("effect.mandatory", "flag", "It has to be activated once its condition is met.", "effect = { mandatory = true }"),
    Term("effect.starts_chain", "flag", "It is activated, so that it can be chained to.", "effect = { starts_chain = false }"),
    Term("effect.event", "words", "What it responds to.", 'effect = { event = "battle-damage" }', EVENTS),
    Term(
        "effect.negates",
        "words",
        "What it negates at resolution.",
        'effect = { negates = "activation" }',
        ("activation", "effect"),
    ),
    Term("effect.atk_def", "word", "How it changes ATK or DEF at resolution.", 'effect = { atk_def = "directly" }', ATK_DEF),
    Term(
        "effect.with_card",
        "words",
        "For the activation of a card: what an effect of it does that may be used with it.",
        'effect = { with_card = "negates-activation" }',
        ("negates-activation", "atk-def", "damage-step-event"),
    ),
    Term("effect.summons", "words", "Kinds of Summon it performs.", 'effect = { summons = "fusion" }', SUMMONS),
    Term("effect.targets", "flag", "It targets when it is activated.", "effect = { targets = true }"),
    Term("effect.cost", "flag", "Something is paid to activate it.", "effect = { cost = true }"),
    Term(
        "effect.negated",
        "word",
        "What was negated.",
        'effect = { negated = "activation" }',
        ("activation", "effect", "summon", "nothing"),
    ),
    Term(
        "effect.flips_itself",
        "flag",
        "It turns its own monster face-down.",
        "effect = { flips_itself = true }",
        assumed=False,
    ),
    Term(
        "effect.limit",
        "word",
        "How its once-per-turn limit is worded.",
        'effect = { limit = "by_name" }',
        ("none", "this_card", "by_name", "by_name_activation", "duel"),
    ),
    Term("text.names_timing", "flag", "The text names the timing in question.", "text = { names_timing = true }"),
    Term("text.names_step", "flag", "The text names some timing of the Damage Step.", "text = { names_step = true }"),
    Term("text.phase", "words", "Phases or steps that the text ties the effect to.", 'text = { phase = "main-phase" }', PHASES),
    Term("text.excludes", "word", "The text shuts this out.", 'text = { excludes = "damage-step" }', ("damage-step",)),
    Term("text.includes", "word", "The text names this as allowed.", 'text = { includes = "damage-step" }', ("damage-step",)),
    Term(
        "text.says", "word", "The conjunction the text begins its condition with.", 'text = { says = "when" }', ("when", "if")
    ),
    Term("last_event", "flag", "The event was the last thing to happen.", "last_event = false"),
    Term("turn_player", "flag", "The turn player is the one to act.", "turn_player = true"),
    Term("order", "number", "1 for what was applied first, 2 for the next.", "order = 1"),
    *CASE_TERMS,
)
VOCABULARY: dict[str, Term] = {term.name: term for term in TERMS}

CONCLUSIONS = ("permitted", "forbidden", "insufficient")
"""`then` of a rule about whether something may be done; other rules conclude in a word of their own."""
