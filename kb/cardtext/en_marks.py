"""English words that show what a sentence of a card text is."""

from __future__ import annotations

import re

from kb.cardtext.pattern import one_of
from kb.lang.later import later

SENTENCE = later(
    r"\s(?:(?:(?<=[.!?]\s)(?<!max\.\s)(?<!min\.\s)(?<!vs\.\s)(?<!no\.\s)|(?<=[.!?]\)\s))\s*+(?=[(\"'●a-z0-9])|"
    r"(?<=\n)\n*+[^\S\n]*+(?=●)|(?<=\n)\n*|(?<!\s\s)\s*+(?=●))"
)
"""The gap between two sentences. A run of blanks is looked along from its beginning only: text of blanks takes no longer."""
BLOCK = later(r"^[\[【 ]*(pendulum|monster)(?: effect)?s? *[\]】:]* *$", re.M)

LIMIT = one_of(
    r"\(?you can only (?:use|activate|apply|gain)\b",
    r"\(?you can only (?:special |link |fusion |synchro |xyz |ritual )?summon\b",
    r"\(?(?:this effect|the effects? of \"~+\"|each effect of \"~+\"|"
    r"this card's effects?) can only be (?:used|activated|applied)",
    r"\(?the (?:preceding|above) effects? can only be (?:used|activated|applied)",
    r"\(?only 1 \"~+\" can be",
    r"\(?you can use (?:this|each|only)\b.*per (?:turn|duel)",
    r"\(?\"~+\" can only be",
    r"\(?you cannot activate (?:this card|the following effects) .*same chain",
)
RESTRICTION = one_of(
    r"\(?cannot (?:be|special|normal|attack)\b",
    r"\(?must (?:first|also)? ?be\b",
    r"\(?must first\b",
    r"\(?you can only control\b",
    r"\(?there can only be\b",
    r"\(?can only be\b",
    r"\(?this card (?:cannot|can only|must)\b",
    r"\(?this card(?:'s name)? (?:is|becomes) (?:always )?(?:also )?(?:treated|\")",
    r"\(?this card is (?:always|also)\b",
    r"\(?equip only\b",
    r"\(?you must also tribute\b",
    r"\(?you can also (?:xyz|link|synchro)\b",
    r"\(?to (?:tribute|special|normal|xyz|link|synchro) summon\b",
    r"\(?this card can be used to ritual\b",
)
PROCEDURE = one_of(
    r"you can (?:also )?(?:special|normal|tribute) summon (?:this card|it)\b",
    r"\(from your (?:hand|extra deck|gy|graveyard|deck)",
)
INSTEAD = later(r"(?:once per turn, )?(?:if|when)\b[^:;]*\bwould (?:be|activate|have to)\b[^:;]*\binstead\b")
RESPONSE = later(r"in response to (?:this|these|that|its)\b|to activate (?:and to resolve )?this effect")
FOLLOW = one_of(
    r"\(",
    r"(?:this|these|that|those|its|it|they|their|then|otherwise|also|after that|by this effect|in addition)\b",
    r"if (?:you do|it does|so|not|it|they|that|the result|the (?:\w+ )?(?:card|monster|target))\b",
    r"if you (?:call|activated|banished|control|have|cannot|tributed|discarded|do not|used|special summon)\b",
    r"the (?:selected|targeted|activated|destroyed|chosen|revealed|excavated|discarded|added|"
    r"drawn|special summoned|summoned|equipped)\b",
    r"the atk\b",
    r"for the rest of\b",
    r"until (?:the|your|end)\b",
    r"when (?:that|it)\b",
    r"at the end of\b",
    r"during (?:the|your next|your|their) (?:end|next|standby)\b",
    r"during that turn\b",
    r"you must (?:control|have)\b",
    r"all face-up monsters you control must\b",
    r"neither player\b",
    r"both players\b",
    r"any (?:damage|battle)\b",
    r"other monsters cannot\b",
    r"monsters your opponent controls cannot\b",
    r"you cannot (?:conduct|special|normal|attack|declare|activate|summon|draw|set|inflict)\b",
    r"your opponent (?:can|must|chooses|takes|then|selects)\b",
    r"(?:destroy|banish|switch|send|return|shuffle|draw|place|gain|increase|reduce|inflict|special summon|discard|"
    r"negate|equip|change|reveal|toss|roll|apply)\b",
)
GRANT = later(r"(?:gains?|have|has|apply|applies) (?:these|this|the following|the appropriate|an?)?\s*effects?\b[^:;]*[.:;]?$")
RANKED = later(r"\d+\+?(?: or more)?: ")
HANDED_OUT = later(
    r"(?:\d+\+?(?: or more)?: )?(?:once per|when|if|during|\(quick effect\)|you can|"
    r"at the)\b[^●]*(?:: |; )"
)
ROLLED = later(r"\d(?:(?: or |-|, | to )\d)*: ")
FLIP_IF = later(r"flip: (?:if|when|during) [^;.●]*?:")
LASTING = later(r"this card (?:gains?|loses?) |this card's (?:original )?(?:atk|def)\b")
EACH = later(r"(?:each|one|1) of (?:these|the following|the preceding) effects?|following effects? of")

_LEAD = (
    r"(?:once per (?:turn|duel|chain),? |twice per turn, |\(?during (?:your|either|the)[^,;:]*?(?:, | (?=you can))|"
    r"if [^.:;]*?, |when(?:ever)? [^.:;]*?, "
    r"|by [^,]*, |each time [^.:;]*?, )*"
)
OLD_OPTIONAL = one_of(
    r"you (?:can|may) (?!(?:also )?(?:special|normal|tribute) summon this card|only|treat|control)",
    r"at the cost",
    r"(?:by )?(?:discarding|paying|tributing|removing|sending)",
    before=_LEAD,
)
OLD_TRIGGER = one_of(
    r"(?!each time [^.]*, place \d)(?:when|if|each time)(?:ever)? [^.]*?\b(?:is|are) (?:\w+ )?"
    r"(?:summoned|destroyed|sent|flipped|removed|returned|discarded|special|normal|tributed|"
    r"banished|drawn|changed|selected)[^.]*?, "
    r"(?!neither player|this card gains|this card cannot|you cannot|place \d+ [^.]*counter|it gains)",
    r"(?:when|if) this card (?:attacks|battles|destroys|inflicts|declares)[^.]*, "
    r"(?!this card(?:'s| gains| is| cannot)|its |it gains|it is changed|change it|you take no|"
    r"your opponent (?:takes no|cannot)|neither player|the atk|increase|inflict piercing|"
    r"during the damage step only)",
    r"if [^.]*?\bbattles?\b[^.]*?, destroy [^.]*?\bwithout (?:applying )?damage calculation",
)
OWN = one_of(
    r"you can send this equipped card to the (?:gy|graveyard)",
    r"you can (?:banish|return|shuffle|set|add|special summon) this card (?:you control )?(?:from|"
    r"in) (?:your |the )?(?:gy|graveyard)",
    r"(?:if|when|while|except the turn|once per turn, (?:if|when|while)|"
    r"during[^,:;]*,)[^:;]*?\bthis (?:\S+ ){0,2}?card[^:;]*?"
    r"(?:in (?:your|the) (?:gy|graveyard)|is (?:sent|destroyed|banished|discarded|removed|"
    r"returned|placed)|was (?:sent|banished)|leaves|sent to the (?:gy|graveyard))",
)
SELF_FROM = later(r"(?:banish|set|add|return|shuffle) this card (?:and [^;]{0,60})?from")
START = one_of(
    r"(?:when|if) (?:you activate this card|this card is activated)\b",
    r"activate (?:this card|only|at|when|if|during|before|after)\b",
    r"when activating this\b",
    r"you can activate this card\b",
    r"this card can only be activated\b",
    r"you can only activate this card\b",
)
BEFOREHAND = later(r"you (?:cannot|can only) [^.]*\bthe turn you activate\b")
IMPERATIVE = one_of(
    r"(?:target|select|special summon|destroy|draw|add|equip|choose|declare|pay|discard|tribute|"
    r"send|banish|remove|return|inflict|gain)\b",
    r"(?:negate|halve|place|change|take|until|all|activate)\b",
)
PAID_HEAD = later(r"(?:once per turn, )?you can (?:reveal|discard|tribute|banish|pay|detach|send|return|remove|target) [^:;]*:")
EQUIPS = later(
    r": target\b.*\bequip .*\bthis card\b|: activate this card\b|"
    r": special summon this card as an? (?:effect|normal)"
)
CONTINUES = ("then", "otherwise", "if you do", "●", "also")
TARGETING = later(r"(?:, then |^ *then |, and |, | to | )?(?:you can )?\btargets?\b")
OLD_HEAD = later(
    r"(?:(?:once per (?:turn|duel|chain)|twice per turn|(?:when|if|while|during|each time|at|after|before)\b[^,.]*"
    r"(?:, (?:and|or|if|when|while|during)[^,.]*)*)(?:, ?|(?<=damage step) (?=you can)))+"
)
OLD_COST = later(
    r"\b(?:by|tribute|discard|pay|banish|remove|send|return|detach|reveal|"
    r"shuffle)\b[^.;]*? to (?=special|destroy|draw|add|return|inflict|negate|"
    r"select|target|change|equip|increase|place|take|have|banish|remove|send|make|gain|switch|look|halve)"
)
