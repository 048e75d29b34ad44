"""The sentence of a question that asks, and what of it counts: names and tags out, put as it is meant."""

from __future__ import annotations

import re
from functools import lru_cache

from kb.lang.chatted import HAN, punctuated
from kb.lang.later import later
from kb.lang.quoted import is_text
from kb.text import normalise
from query.read.claimed import as_asked

_QUOTED = later(r"[“\"「『《][^”\"」』》]{1,120}[”\"」』》]")

_APOSTROPHE = later(r"\b(is|are|was|were|do|does|did|ca|wo|would|could|should|has|have|had)nt\b", re.I)
_SUBJECT = (
    r"(?:i|we|you|he|she|it|they|that|this|these|those|there|the|an?|my|your|his|her|its|their|our|any(?! ?more)|all|both|some|"
    r"every|each|one|opp\w*|[a-z]+s)\b(?!\s*[?.!]*\s*$)|[\"“「『]"
)
_INVERTED = later(
    r"((?:^|[.!?]\s+)(?:so|and|but|then|or|well)?\s*)(ca|could|wo|would|does|did)n't (?=\w+ \w)"
    r"|(^|[.!?,;:—–-]\s*|\b(?:so|and|but|then|or|also|because|well)\s+)"
    rf"(ca|could|wo|would|is|are|was|were|do|does|did|should|has|have|had)n't (?={_SUBJECT})",
    re.I,
)
"""What is put negatively with the verb first asks what the same does without: "Can't I attack?" is no where one cannot."""
_POSITIVE = {"ca": "can", "wo": "will"}
_OR_NOT = later(rf"(?![能可是会要该用对行好])({HAN})不\1(?=得?{HAN}|了?[？?，,。\s]|$)")
"""A verb that asks whether: 占不占 is no "不占"."""
_NTH_MAY = later(r"(第[一二三四五六七八九十两\d]+)只(?=能|可以)")
"""The second one can, not "the second only can": 只 counts monsters too."""
_TAG = later(
    r"[,，;；]?\s*(right|correct|true|no|yes|yeah|yea|ya|yup|huh|ok|okay|is that (so|right|correct|true)|am i right|"
    r"(is|are|was|were|do|does|did|ca|wo|would|could|should|has|have)(n't)? (it|they|i|he|she|we|you|that|this))\s*[?!.]*\s*$"
    r"|(?<=.)[，,]?\s*(对吗|对吧|对不对|是吗|是吧|是不是|我?没(?:记|说|搞|弄|看|理解)?错(?:吧|吗)|是这样吗|真的吗|这样对吗|这样理解对吗)\s*[？?!！。]*\s*$",
    re.I,
)
_WRONG = later(
    r"(?<=\w)[，,;；.。!！]?\s*(?:(?:so|and)\s+)?"
    r"(?:(?:was|is) (?:that|it|this) (?:wrong|a mistake|a misplay)"
    r"|did (?:i|we|he|she|they) (?:do|play|handle|resolve) (?:that|it|this) wrong)\s*[?!.]*\s*$"
    r"|(?<=\w)[，,。；]?\s*(?:我们?|他|对[手面方])?"
    r"(?:是不是(?:处理|操作|做|弄|搞|打|结算)错了?|(?:处理|操作|做|弄|搞|打|结算)错了(?:吗|没))[？?!！。]*\s*$",
    re.I,
)
_WRONG_TO_SAY = later(
    r"\b(?:(?:am|was) i|would i be|(?:is|was) it|would it be) wrong"
    r" (?:(?:to (?:say|think|assume|believe|claim)|in (?:saying|thinking|assuming|believing)|if i (?:say|said))"
    r"(?: that)?|that)\s+"
    r"(?P<en>[^?]+?)\s*[?!.]*\s*$"
    r"|我(?:说|以为|认为|觉得)(?P<zh>[^？?]+?)[，,]?\s*(?:是不是)?(?:我?(?:说|想|理解|弄|搞))?错了(?:吗|吧|没有?)[？?!！。]*\s*$",
    re.I,
)
FIRST = r"(?:can|could|may|might|do|does|did|is|are|am|was|were|will|would|should|must|has|have|had)"
WHOM = r"(?:i|we|you|he|she|it|they|my|his|her|their|the|this|that|these|those|opp\w*|opponent\w*)"
_UNMARKED = later(
    rf"^\W*(?:(?:so|and|but|then|like|ok|okay|i mean|or)[, ]+)*{FIRST} {WHOM} (?!is\b|was\b)[^.!]+$"
    r"|[吗嘛]\s*$|(?:行|可以|能|合法|成|算|对)(?:不|没|没有)\s*$",
    re.I,
)
"""A question without its mark: the verb first, or a particle at the end."""


def called_right(text: str) -> str | None:
    """Of a question whether what was done was wrong, the one whether it was right; None of any other.

    >>> called_right("I put it in the GY. Was that wrong?"), called_right("Can I be wrong?")
    ('I put it in the GY, right?', None)
    >>> called_right("Am I wrong to say it may be lit?")
    'it may be lit, right?'
    """
    if said := _WRONG_TO_SAY.search(text):
        return text[: said.start()] + (f"{said['en']}, right?" if said["en"] else f"{said['zh']}，对吗？")
    found = _WRONG.search(text)
    if found is None:
        return None
    return text[: found.start()] + ("，对吗？" if "错" in found.group() else ", right?")


_LIMIT = later(
    r"\b(?:is|are) there (?:a|any|some) (?:\w+ )?(?:limits?|caps?|maximum|restrictions?) (?:on|to|for|of)\b"
    r"|有(?:没有)?(?:什么)?(?:张数|次数|数量|数目)?(?:的)?(?:限制|上限)(?:吗|嘛|没有|不|么)?[，,？?]",
    re.I,
)


def asks_of_a_limit(text: str) -> bool:
    """Whether a question asks if something is limited, so that yes would bar more of it.

    >>> asks_of_a_limit("Is there a limit on lamps in a yard?"), asks_of_a_limit("一个院子的灯有数量限制吗？")
    (True, True)
    """
    return bool(_LIMIT.search(text))


_TERM = later(r"(?<!\w)[“\"]([a-z][a-z]*(?: [a-z]+){0,3})[”\"](?!\w)")
"""A quoted term of the game rather than a name: in small letters."""


@lru_cache(maxsize=4096)
def bare(text: str) -> str:
    """The question in simplified characters and half width, apostrophes back in place, quoted names and rhetorical tags out,
    quoted words of a text without their marks, with the verb first put as without "not".

    >>> bare("Can't I attack?"), bare("I can't attack, can I?"), bare('May "Old Lamp" be lit "if it is lit by night"?')
    ('can i attack?', "i can't attack, can i?", 'may X be lit if it is lit by night?')
    """
    plain = _APOSTROPHE.sub(r"\1n't", normalise(_QUOTED.sub(_without_marks, _TERM.sub(r" \1 ", text))).text.replace("’", "'"))
    plain = _NTH_MAY.sub(r"\1只怪", punctuated(plain))
    return _QUOTED.sub("X", _INVERTED.sub(_positive, as_asked(plain)))


def whether(asked: str) -> str:
    """A Chinese sentence whose verb asks whether it is so, put with 吗.

    >>> whether("灯占不占桌子？"), whether("能不能点灯？")
    ('灯占桌子吗？', '能不能点灯？')
    """
    if not _OR_NOT.search(asked):
        return asked
    return re.sub(r"[啊呀呢吧吗的]*\s*[？?]?\s*$", "吗？", _OR_NOT.sub(r"\1", asked), count=1)


def _without_marks(quoted: re.Match[str]) -> str:
    """Words of a text without the marks around them; a name as it is."""
    inside = quoted[0][1:-1]
    return inside if is_text(inside) else quoted[0]


def _positive(found: re.Match[str]) -> str:
    before, verb = (found[1], found[2]) if found[2] else (found[3], found[4])
    return f"{before}{_POSITIVE.get(verb.lower(), verb)} "


def unquoted(text: str) -> str:
    """The question without what it quotes."""
    return _QUOTED.sub(" ", text)


def tagged(asked: str) -> bool:
    """Whether a sentence ends with a tag that only asks for assent."""
    return bool(_TAG.search(asked))


def untagged(asked: str) -> str:
    """A sentence without the tag that only asks for assent: "…, right?", "…，对吗"."""
    return _TAG.sub("", asked)


_SENTENCE = later(r"(?:[^.?!。？！]|(?<=\d)\.(?=\d)|!(?=(?:['’]s)?,? +[a-z]))+[.?!。？！]*")
"""Neither the point of a number nor the mark of a name that goes on in small letters ends a sentence."""


_ASIDE = later(r"(?<=\S)\s*[(（][^()（）?？吗吧嘛]{1,60}[)）](?=\s*[?？.。!！]*\s*$)")
"""What is told in brackets behind a question, unless it asks itself."""


def last_sentence(text: str) -> str:
    """The part of the text that asks: its last sentence with a question mark, else its last one, without an aside behind it."""
    parts = [p for p in _SENTENCE.findall(_ASIDE.sub("", text)) if p.strip()]
    asking = [p for p in parts if p.rstrip().endswith(("?", "？"))]
    if asking and asking[-1] is not parts[-1] and _UNMARKED.search(parts[-1].strip()):
        asking.append(parts[-1])
    chosen: str = (asking or parts or [text])[-1]
    if asking and _TAG.fullmatch(chosen.strip()) and parts.index(chosen):
        chosen = parts[parts.index(chosen) - 1] + chosen
    if len(asking) > 1 and _OR_ELSE.match(chosen):
        chosen = asking[-2]
    return _DASHED.split(chosen.strip())[-1]


_DASHED = later(r"(?<=[吗呢么?？])\s*[—–]{1,2}\s*(?=\S)")
"""What parts two questions with one mark: the last of them asks."""
_MUST_ELSE = (
    r"还是说?(?:非?得|必须|只能|只许|只准|只让|要等|得等|等到?|不能|不可以|不行|会被|不会)"
    r"|or (?:(?:do|must|should|am|is|are|does|will|would|have|has|can) )?(?:(?:i|he|she|it|they|we|you|that|this) )?"
    r"(?:do |have |am |is )?(?:have to|has to|must|need to|needs to|wait|only|not|too late|stuck|forced|can't|cannot|won't"
    r"|never|first)\b"
)
_OR_ELSE = later(rf"\W*(?:{_MUST_ELSE})", re.I)
"""A second question that only puts the first the other way: what is asked is whether the first is so."""
_ELSE_BEHIND = later(rf"(?<=[^\s，,])[，,]\s*(?:{_MUST_ELSE})[^。.!！?？]*(?=[?？]?\s*$)", re.I)


_OFF_THAT = later(r"(?<!go)(?<!set)(?<!is)(?<!be)(?<!shut)(?<!turn)(?<!put)\s+off(?: of)? (?:that|this|it)\b(?=\W|$)", re.I)
_EXCEPTION_TO = later(r"\b(exceptions?) (?:to|from) (?!that\b|this\b|it\b)[^?？]*(?=[?？])", re.I)


def without_rule(asked: str) -> str:
    """A question whether something is an exception without the rule that it is one to: what that denies is not asked.

    >>> without_rule("Is a lamp an exception to nothing may be lit?")
    'Is a lamp an exception to that?'
    """
    return _EXCEPTION_TO.sub(r"\1 to that", asked)


def without_else(asked: str) -> str:
    """A question without the other way to put it that stands behind.

    >>> without_else("Can I light it now, or must I wait for dusk?"), without_else("现在能点吗，还是得等天黑？")
    ('Can I light it now?', '现在能点吗？')
    """
    return _ELSE_BEHIND.sub("", asked)


def without_cause(asked: str) -> str:
    """A question without what it is to follow from ("off that"), whose "off" denies nothing.

    >>> without_cause("Do I get to light it off that?"), without_cause("Is it off?")
    ('Do I get to light it?', 'Is it off?')
    """
    return _OFF_THAT.sub("", asked)
