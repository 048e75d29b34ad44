"""English words that show what an effect responds to and what it does, over masked text."""

from __future__ import annotations

from kb.cardtext.pattern import one_of
from kb.lang.later import later

QUICK = one_of(
    r"\(quick effect\)",
    r"this (?:is a|effect is a) quick effect",
    r"quick effect\b",
    r"during (?:either|each) player's",
    r"\bin either player's turn",
    r"can (?:be activated|activate this effect|use this effect) during either player's turn",
    r"during either turn",
)
FLIP = later(r"flip:")
EXCLUDED = later(r"except (?:during|in) the damage step")
BARRED = later(r"cannot be activated (?:during|in) the damage step")
INCLUDED = later(r"(?:even|also|or) (?:during|in) the damage step")
OPTIONAL = later(
    r"\b(?:you|the turn player|they|your opponent|either player) (?:can|may)\b|"
    r"\bcan special summon\b|\bcan be special summoned\b"
)
OPTIONAL_TAIL = later(r"\byou can(?: \(quick effect\))?$")
OPTIONAL_LEAD = later(
    r"\s*(?:immediately after this effect resolves, )?(?:you|the turn player|either player)(?: can|"
    r" may)\b"
)

OPENING = later(
    r"(?:you can )?(?:only )?activate (?:this card )?(?:only )?(?=when|if|during|while|at|before|"
    r"after)|(?:you can only activate this card|this card can only be activated) (?=when|if|during|"
    r"while|at|before|after)|(?:when|if) (?:this card is activated|you activate this card)"
)
CLAUSE = later(
    r", (?=(?:and |or |but )?(?:if|when|while|during|at the|before|after|once per|each time)\b)"
    r"| (?=(?:or|and) (?:if|when|at the|during|before|after)\b)| (?=while\b(?! face-up leaves))"
)
SELF = r"this (?:[a-z\"~/-]+ ){0,4}?(?:card|monster)(?! or\b)(?!'s)"
_SUMMONED = (
    r"(?:(?:normal|special|tribute|flip|fusion|synchro|xyz|link|ritual|pendulum|gemini)"
    r"(?:,? (?:or|and/or|and) |, |/)?)* ?summoned"
)
_MOVED = (
    r"sent|destroyed|banished|tributed|discarded|returned|added|drawn|detached|shuffled|placed|"
    r"moved|removed|attached|excavated|milled|"
    r"used as|set|put"
)
SELF_EVENTS = (
    (
        "self-flipped",
        later(r"\b(?:is|are) (?:normal |flip )?(?:summoned or )?(?:flipped|turned) face-(?:up|down)|flip summoned"),
    ),
    (
        "self-position",
        later(
            r"\b(?:is|are) (?:changed|switched) (?:from|to)|battle position (?:\w+ )?(?:is|"
            r"was) changed|changes? (?:its )?battle position"
        ),
    ),
    ("self-summoned", later(r"\b(?:is|are|becomes?) (?:\w+ )?(?:successfully )?" + _SUMMONED)),
    ("self-moved", later(r"\b(?:is|are) (?:\w+ )?(?:" + _MOVED + r")\b|\bleaves\b|\bmoves\b|\breturns\b|\bgoes\b")),
    ("self-equipped", later(r"\bbecomes equipped to\b")),
)
SELF_OBJECT = one_of(
    r"\byou (?:draw|discard|tribute|banish|add|send|set|flip|(?:\w+ )?summon) (?:this card|it)\b",
    r"(?:when|if) (?:this card is |it is )?(?:\w+ )?summoned this way",
    r"\b(?:when|if) you do$",
    r"^(?:when|if) it is (?:\w+ )?summoned\b",
    r"\bsummoned using this card as material",
    r"this (?:[a-z-]+ ){0,4}card\b[^,]* has left the field",
    r"\band this card is (?:sent|destroyed|banished|returned)\b",
    r"\b(?:send|destroy|banish|return|tribute|discard|use)s? this (?:face-up |set )?card\b",
)
EITHER = one_of(
    r"this card (?:or|and/or) (?:an?|another|any|1|your|\"|the)",
    r"(?:an?|another|any|your|\"~+\")[^,]{0,40} or this card",
    r"(?:1|one) or more [^,]*including this card",
)
TIMINGS = (
    (
        "damage-step.start",
        later(r"at the start of (?:the|that|a|each) damage step|without (?:applying )?damage calculation"),
    ),
    ("damage-step.before-calculation", later(r"\bbefore (?:applying |conducting )?damage calculation")),
    (
        "damage-step.calculation",
        later(
            r"(?:during|at|for) (?:the |that |this |your |either player's )?damage calculation|"
            r"would (?:take|inflict) (?:\d+ or more )?battle damage"
        ),
    ),
    ("damage-step.after-calculation", later(r"\bafter (?:the |that )?damage calculation")),
    ("damage-step.end", later(r"end of (?:the|that|a|each) damage step")),
    (
        "damage-step",
        later(
            r"(?<!except )(?<!even )(?:during|in) (?:the|either player's|your|that|"
            r"your opponent's|each)(?: same)? damage step"
        ),
    ),
)
HOW_IT_WAS = later(r"\b(?:was|were)\b[^,]*\bat the start of (?:the|that) damage step")
"""A state that is looked back on, no moment."""
BATTLE_EVENTS = (
    (
        "battle-damage",
        later(
            r"(?:battle (?:or effect )?damage|damage (?:to (?:you|your opponent|"
            r"a player) )?(?:from|by) (?:a |the )?(?:battle|direct attack|an attack))"
        ),
    ),
    (
        "battle-destroyed",
        later(r"(?:destroyed|leaves the field)\b[^:]*?\b(?:battle|attack)\b"),
    ),
    (
        "battle-destroys",
        later(
            r"attacking (?:card|monster) destroys|destroys? (?:[^,]*? )?(?:by|in|as a result of) battle|"
            r"destroys? (?:an opponent's|a|1|your opponent's)[^,]*by battle"
        ),
    ),
    (
        "damage",
        later(
            r"(?:takes?|took|receives?) (?:\d+ or more |any |"
            r"battle or effect )?(?:points of )?damage(?! from (?:an?|your|"
            r"the)[^,]* effect)\b(?! from a card effect)|damage is inflicted|"
            r"takes? \d+ or more damage|inflicts? damage to"
        ),
    ),
)
EFFECT_DAMAGE = later(r"effect damage|damage (?:from|by) (?:a |an |your |the )?[^,]*effect")
AT_ONCE = later(r"without (?:applying )?damage calculation|at the start of the damage step")
BATTLED = one_of(
    r"\b(?:battles|battled)\b",
    r"\battacks or is attacked\b",
    r"\battacked or was attacked\b",
    r"\b(?:attacked|attacks)\b(?! declared| have| can)",
    r"\bis attacked\b",
)
ATTACK = one_of(
    r"declares? an? (?:direct )?attack",
    r"attack is declared",
    r"declares? (?:a|its) (?:direct )?attack",
    r"targets? [^,]*for an attack",
    r"targeted for an attack",
    r"attack target",
    r"attacks? directly",
    r"when an attack is",
    r"attack(?:ing)? (?:is|was) negated",
    r"an? (?:opponent's )?monster attacks",
)
ACTIVATION = one_of(
    r"\b(?:activates?|activated)\b",
    r"\bchain(?:s| link)?\b",
    r"\bresolves\b",
    r"\bis negated\b",
    r"\bis targeted by\b",
    r"\byou negate\b",
)
STATE = later(r"\b(?:was|were|has been|have been|had|activated|did|because it)\b")
ASIDE = later(
    r",? because (?!of)[^,:]*|,? except (?!during)(?:[^,:]*?(?=,|$)|[^,:]*)|,? (?:that|"
    r"which) (?:was|were) [^,:]*?(?=,|$| is | are | destroys | you control)"
)
OTHER = one_of(
    r"\b(?:is|are) (?:\w+ )?(?:"
    + _SUMMONED
    + r"|"
    + _MOVED
    + r"|flipped|changed|switched|equipped|targeted|revealed|used|turned|negated|inflicted|selected|lost|paid)\b",
    r"\b(?:normal |special |tribute |flip |fusion |synchro |xyz |link |ritual |"
    r"pendulum )?(?:summons?|sets?)\b(?! card| spell| trap| monster|,? or )",
    r"\b(?:leaves?|leave|draws?|discards?|adds?|sends?|banishes|banish|tributes?|pays?|gains?|"
    r"loses|moves?|returns?|takes?|detach(?:es)?|targets?|rolls?|tosses|excavates?|equips?|"
    r"destroys?|uses?|shuffles?|reveals?|places?|becomes?|changes|inflicts?|declares?)\b",
    r"\bbattle position\b[^,]*\bchange",
)
PHASES = (
    ("main-phase", later(r"\bmain phase")),
    ("battle-step", later(r"\bbattle step|during (?:the|your) battle, ")),
    (
        "battle-phase.start",
        later(r"start of (?:\S+ ){0,3}battle phase|start step|enter(?:s|ing)? (?:the|your|their) battle phase"),
    ),
    ("battle-phase.end", later(r"end of (?:\S+ ){0,3}battle phase|end step")),
    ("battle-phase", later(r"battle phase")),
    ("standby-phase", later(r"standby phase")),
    ("end-phase", later(r"end phase|end of (?:your|the|your opponent's|each) turn")),
    ("draw-phase", later(r"draw phase|(?:normal )?draws?(?: for the turn)?, ")),
)
EXCEPT_PHASE = later(r"\bexcept (?:during )?the (?:draw|end|standby|main|battle)")
SELF_START = 24
"""Where the subject of a clause may begin at the latest."""
SELF_STATE = later(r" (?:is|was|has|had|gained|points)\b")
SELF_POSITION = later(
    r"battle position of this card is changed|this (?:\w+ )?card's battle position is changed|"
    r"change this card's battle position"
)
WAS = later(r"\b(?:was|were|this turn)\b")
ACTIVATED = later(r"\b(?:you|opponent|player|was|were|that|have|has|card) (?:have |has |already )?activated\b(?! by)")
OR_EFFECT = later(
    r"\bor (?:by )?(?:an? |your |the )?(?:opponent's |other )?(?:card|effect|monster effect)|"
    r"card effect|(?:in|by) battle or|or (?:is )?(?:banished|sent|tributed|leaves)"
)
