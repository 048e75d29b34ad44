"""The words for cases: chains, targets, costs, negation, memory, ATK and DEF, battle, materials."""

from __future__ import annotations

from kb.law.term import Term

ABOUT = (
    "effect",
    "card",
    "cost",
    "activation",
    "targeting",
    "sent-from-field",
    "normal-summon",
    "stat-change",
    "counters",
    "equip-cards",
    "xyz-materials",
    "applied-effects",
    "itself",
    "flip-summon",
    "material-properties",
    "material-copies",
    "summon-method",
    "summoned-from",
    "lingering-effects",
    "once-per-turn",
    "position-changed",
    "attack-declared",
    "how-summoned",
    "gemini-summon",
    "pendulum-summon",
    "turn-summoned",
)
STAT_CHANGES = ("change", "set", "set-original")
LASTING = ("lingering", "continuous")

CASE_TERMS = (
    Term("about", "word", "What of it is asked about, where one act has several outcomes.", 'about = "cost"', ABOUT),
    Term(
        "to",
        "word",
        "What is answered.",
        'to = "activation"',
        ("activation", "summon", "tribute", "position-change", "cost", "attack"),
        "activation",
    ),
    Term("simultaneous", "flag", "They met their timing together and form one Chain.", "simultaneous = true", assumed=False),
    Term("resolving", "flag", "A Chain is just being resolved.", "resolving = true", assumed=False),
    Term(
        "state",
        "word",
        "Where the game stands.",
        'state = "open"',
        ("open", "after-action", "chain", "after-chain"),
    ),
    Term("triggered", "flag", "Some effect met its timing by what just happened.", "triggered = true"),
    Term(
        "passed",
        "word",
        "Who declined to act since.",
        'passed = "turn-player"',
        ("nobody", "turn-player", "opponent", "both"),
        "nobody",
    ),
    Term("last_player", "word", "Who added the last link.", 'last_player = "opponent"', ("turn-player", "opponent")),
    Term(
        "happened",
        "word",
        "How the event came about.",
        'happened = "tribute-summon"',
        ("by-itself", "tribute-summon", "built-in-summon", "during-resolving"),
        "by-itself",
    ),
    Term("card.public", "flag", "It lies open to both: face-up, in the Graveyard.", "card = { public = true }"),
    Term("card.revealed", "flag", "An effect keeps it revealed in the hand.", "card = { revealed = true }", assumed=False),
    Term("card.untargetable", "flag", "It cannot be targeted.", "card = { untargetable = true }", assumed=False),
    Term(
        "card.awaiting_graveyard",
        "flag",
        "It lost its battle and waits to be sent to the Graveyard.",
        "card = { awaiting_graveyard = true }",
        assumed=False,
    ),
    Term(
        "card.cannot_be_used",
        "flag",
        "An effect says that it cannot be used.",
        "card = { cannot_be_used = true }",
        assumed=False,
    ),
    Term(
        "card.monster",
        "word",
        "What kind of monster it is.",
        'card = { monster = "link" }',
        ("main-deck", "fusion", "ritual", "synchro", "xyz", "link"),
    ),
    Term("card.trap_monster", "flag", "It is a Trap treated as a monster.", "card = { trap_monster = true }", assumed=False),
    Term(
        "card.controller", "word", "Who has it.", 'card = { controller = "borrowed" }', ("own", "borrowed", "opponent"), "own"
    ),
    Term(
        "card.counters_from",
        "word",
        "Whose effect placed its counters.",
        'card = { counters_from = "itself" }',
        ("itself", "other"),
    ),
    Term(
        "cost.kind",
        "word",
        "What is paid.",
        'cost = { kind = "tribute" }',
        ("life-points", "discard", "discard-to-graveyard", "tribute", "banish", "detach", "send", "mill", "return"),
    ),
    Term("cost.in_full", "flag", "There is enough to pay all of it.", "cost = { in_full = false }", assumed=True),
    Term(
        "banished_instead",
        "word",
        "What is banished in place of going to the Graveyard.",
        'banished_instead = "monsters"',
        ("nothing", "monsters", "everything"),
        "nothing",
    ),
    Term(
        "target.exists",
        "flag",
        "There is something to target before any cost is paid.",
        "target = { exists = false }",
        assumed=True,
    ),
    Term("target.moved", "flag", "The target is no longer where it was targeted.", "target = { moved = true }", assumed=False),
    Term("target.fits", "flag", "It still is what the text asks of a target.", "target = { fits = false }", assumed=True),
    Term("target.others_hold", "flag", "So do all the other targets.", "target = { others_hold = false }", assumed=True),
    Term(
        "text.refers",
        "word",
        "How the text speaks of what it targeted.",
        'text = { refers = "it" }',
        ("that-target", "all-targets", "it"),
    ),
    Term("negation.destroys", "flag", "What negates also destroys.", "negation = { destroys = true }", assumed=False),
    Term(
        "change",
        "word",
        "What happened to the monster.",
        'change = "flipped-face-down"',
        ("flipped-face-down", "banished-temporarily"),
    ),
    Term(
        "this_turn",
        "words",
        "What the monster went through this turn.",
        'this_turn = "attacked"',
        ("summoned", "position-changed", "attacked"),
    ),
    Term("new.what", "word", "What a new ATK or DEF change does.", 'new = { what = "set" }', STAT_CHANGES),
    Term("new.lasts", "word", "How the new change lasts.", 'new = { lasts = "lingering" }', LASTING),
    Term("earlier.what", "word", "What the change before it does.", 'earlier = { what = "change" }', STAT_CHANGES),
    Term("earlier.lasts", "word", "How the change before it lasts.", 'earlier = { lasts = "continuous" }', LASTING),
    Term(
        "material_for",
        "word",
        "Which Summon it is to be used for.",
        'material_for = "xyz"',
        ("tribute", "fusion", "built-in-fusion", "ritual", "synchro", "xyz", "link"),
    ),
    Term("battle.target", "word", "What is attacked.", 'battle = { target = "defense" }', ("attack", "defense", "direct")),
    Term(
        "battle.difference",
        "number",
        "The attacker's ATK minus the value it is compared with.",
        "battle = { difference_min = 1 }",
    ),
    Term("battle.atk", "number", "The attacker's ATK.", "battle = { atk = 0 }"),
    Term("battle.piercing", "flag", "The attacker inflicts piercing damage.", "battle = { piercing = true }", assumed=False),
)

OUTCOMES: dict[str, tuple[str, ...]] = {
    "speed": ("speed-1", "speed-2", "speed-3"),
    "go-next": ("turn-player", "opponent", "other-player", "same-player", "triggered", "resolve", "open-state", "next-phase"),
    "order": ("place-1", "place-2", "place-3", "place-4", "place-5", "place-6"),
    "resolve": ("applied", "not-applied"),
    "negate": ("not-applied", "stands", "graveyard", "stays", "destroyed", "removed", "ends", "used-up", "not-returned",
               "counts", "does-not-count"),
    "remember": ("remembered", "forgotten", "unsettled"),
    "flip": ("removed", "ends", "destroyed", "stays"),
    "leave-field": ("vanishes",),
    "modify": ("kept", "removed", "suspended", "reapplied"),
    "battle": ("target-destroyed", "attacker-destroyed", "both-destroyed", "none-destroyed"),
}  # fmt: skip
"""What a rule about an act may conclude, beside CONCLUSIONS."""
DAMAGES = ("none", "difference", "atk")
PLAYERS = ("nobody", "attacking-player", "defending-player")
VALUE: dict[str, tuple[str, ...]] = {"damage": DAMAGES, "to": PLAYERS}
"""Keys and words of `value`: what is to be computed, by name."""
