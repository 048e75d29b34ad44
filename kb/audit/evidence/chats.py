"""Rulings that rest on what somebody said in a chat or on a forum, told as settled."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.evidence.registers import TOLD
from kb.audit.evidence.rows import NAMED
from kb.audit.evidence.superseded import HISTORY
from kb.audit.structure.outline import RECORDS
from kb.lang.sentences import sentences
from kb.model import STATING_KINDS, Finding, Passage


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_CHAT = _any(
    r"\b(?:group |club |team |league |judges?['’]? )?chat(?: group| log| message)?s?\b(?! with| about| over)",
    r"\b(?:discord|whatsapp|wechat|telegram|reddit|facebook)\b",
    r"\bforums?\b(?: posts?| threads?)?",
    r"\b(?:text|direct|private|voice) messages?\b",
    r"\bmessage boards?\b",
    r"\btexted (?:me|us|him|her|them)\b",
    r"群里|群内|群中|群聊|聊天群|聊天记录|聊天里|微信|QQ\s?群|裁判群|贴吧|论坛|帖子|私信|短信",
)
"""Where people talk, and what they say is kept by nobody."""
_ITS_OWN = _any(r"\bofficial\s+(?:\w+ )?$", r"官方的?$")
"""Of a place of those who make the rules."""
_SAID = _any(
    r"\b(?:said|says|wrote|writes|written|texted|answered|replied|told|stated|explained|declared)\b",
    r"\b(?:ruled|decided|confirmed|agreed|settled)\b",
    r"\bposted(?= (?:in|on|to|so|that)\b)",
    r"\b(?:according to|per|based on|on the word of|on the strength of)\b",
    r"\b(?:posts?|messages?|threads?|words?) (?:by|from|of)\b",
    r"\b(?:his|her|their|this|that|(?!judge)\w+['’]s) (?:\w+ )?(?:message|post|word|answer)\b",
    r"说(?!不定|明)|答|回复|回的|回过|讲|写道|写的|写过|发话|表态|拍板|认为|口径|解释|判了|一句话|确认[过了]",
    r"[里内中上群吧]裁定(?![会组社书表页笔汇])|[里内中上]定的",
)
"""Somebody has said something."""
_GIVEN_OUT = _any(
    r"\b(?:announce[ds]?|publish(?:ed)?|copied|linked|collected|list(?:ed)?|registered|recorded|ask(?:ed|s)?)\b",
    r"公布|公告|公示|发布|通知|通报|登记|登在|收录|汇总|整理|问过|提问|来问|@",
)
"""What is only made known there, or asked."""
_BINDS = _any(
    r"\bbinding\b|\bbinds\b|\bauthoritative\b",
    r"\bsettles (?:it|this|that|the (?:matter|question|point))\b|\bso (?:it|this|that)(?: is|['’]s) settled\b",
    r"\b(?:is|are|been) (?:now )?ruled (?:that|so|this|accordingly)\b",
    r"\b(?:treat|take|regard|count|see)(?:ed|en|n)? (?:\w+ )?as (?:\w+ )?(?:official|binding|(?:a|the) ruling|settled|final)\b",
    r"\bwhich (?:everybody|everyone|we all|all judges) (?:now )?(?:follows?|plays?|rules?)\b",
    r"\b(?:everybody|everyone|all (?:the )?judges|we all|judges) (?:now |has to |have to |must )?"
    r"(?:rules?|plays?|follows?|decides?) (?:by it|it|accordingly|so\b|this|that)",
    r"\b(?:by|under|per|following) (?:the|a|this|that|his|her) ruling (?:that|which|posted|given|written|from)\b",
    r"\b(?:is|has been|was|became|(?:it|this|that)['’]s|(?:counts|stands|holds|treated|taken) as) (?:now |therefore |thus )?"
    r"(?:(?:a|the|our|an) )?(?:official |valid |standing |general )?(?:ruling|law)\b",
    r"\b(?:is|are|it['’]s|that['’]s|makes (?:it|this|that)) (?:now |therefore |thus |hereby )?(?:official|final|in force)\b",
    r"\b(?:applies|holds|stands|in force) (?:for|at|in|to) (?:all|every|any)\b",
    r"(?:照|按|据)着?(?:此|这|他|她|其|那)[^，。；]{0,10}(?:判(?!断)|裁(?!判)|执行|办(?![法公])|处理|打(?!算))|以此为准",
    r"(?:照|按)[^，。；]{0,4}(?:群里|群聊|微信|论坛|帖子|贴吧)[^，。；]{0,8}(?:判|裁|执行|处理|打)",
    r"(?:从此|此后|以后|今后|一律)[^，。；]{0,4}(?:照|按)(?![规章本标情])[^，。；]{0,6}(?:判|裁|执行|处理)",
    r"(?:都|一律|就)(?:这么|这样|如此)(?:判|裁|执行|处理)|(?:都|一律|统统)照办|(?:所以|因此|故|于是|据此)[^，。；]{0,6}裁定",
    r"以(?:他|她|其|这|那|上述)[^，。；]{0,14}为准|以[^，。；]{0,4}(?:群|论坛|帖子|微信|贴吧)[^，。；]{0,10}[说讲答写]的[^，。；]{0,2}为准",
    r"定论|作准|(?:有|具有|同等)(?:约束力|效力)|(?:一直|同样|长期|都|照样|全场|永久|一律)有效|(?<!谁)说了算",
    r"(?:就是|就算|算是|算作|等于|视为|作为|当作|当成)(?:正式|官方|有效)?的?(?:裁定|判例|规定|依据)",
)
"""Words by which what was said holds for others."""
_RULED = _any(r"\bruled\b", r"[里内中上群吧]裁定(?![会组社书表页笔汇])|[里内中上]定的")
_DONE = _any(
    r"\b(?:confirmed|(?:is|was|been|considered|thereby) settled)\b",
    r"确认[过了]|已经?确认|(?:这么|这样|此|这事|这条|就|算是?)定了",
)
"""Words that say so of rules, and of a date or a hall as well."""
_RULES = _any(r"\brul(?:e|es|ed|ing|ings)\b|\bjudges?\b|\bjudged\b", r"裁定|裁判|规则|判例|主裁")
_MAY = _any(
    r"\b(?:can|cannot|may|must|(?:is|are) (?:not )?allowed|counts?)\b|\b(?:ca|do|does)n['’]t\b", r"可以|不可|能|必须|算|不得"
)
"""Words of a rule."""
_LINKED = _any(
    r"\W*(?:and |so |therefore |since then |hence |thus )*"
    r"(?:that|this|it|he|she|his|her|their|so|since then|hence|therefore|which)\b",
    r"[^，。；]{0,10}(?:此|这|那|他|她|其|所以|因此|一律|从此|之后|于是)",
)
"""How a sentence begins that goes on about the one before."""
_NOT = r"(?:a |an |the |in itself |yet |by itself |as )?"
_DENIES = _any(
    rf"\b(?:not|\w+n['’]t) {_NOT}(?:binding|bind|rulings?|rules?|official|sources?|settled?|final|confirmed|evidence|count)",
    r"\b(?:do|does|did|may|can|must|is|are|should) ?not (?:be )?(?:count|bind|settle|cite|quote|used?|rest|rely|make)",
    r"\b(?:no|neither|never|nor)\b[^.;]{0,30}\b(?:ruling|rule|source|binding|authority|basis)",
    r"\b(?:provisional|unconfirmed|hearsay|no longer|pending|until|unofficial|worth nothing|a help)\b",
    r"\bfor (?:this|that|the) (?:match|game|round|event) only\b|\bwith a (?:grain|pinch) of salt\b|\bwrong|\bmistake",
    r"不算|不作[数准]|不足为|不能(?:当|作|算|引|写|据|用|代替)|不[可得](?:当|作|引|据|用)|别当|并非|无效|作废",
    r"不[当作是属][^，。；]{0,6}(?:依据|裁定|判例|出处|来源|结论|规定)|没有?(?:约束力|效力)|无约束力",
    r"[仅只]供参考|未经?确认|没有?(?:正式)?确认|待确认|有待|暂[行时按]|尚未|存疑|误传|谣言|以讹传讹|仅限本[局场轮]|错",
)
"""What takes it back, or says that such things are no rulings."""
_WHENEVER = _any(
    r"\b(?:if|unless|whether|whoever|whatever|anything|anyone|please|should|would|ask)\b|^\W*(?:when|whenever|where)\b",
    r"\bwhat (?:an?|any|the|our) \w+ (?:says?|writes?)\b",
    r"如果|若是|若有|凡|除非|是否|不论|无论|任何|请|可以在|要在|应当?在|[吗？?]",
)
"""Of a sentence that tells how such things are dealt with, or asks."""
_BETTER = _any(
    r"\b(?:minutes|register(?:ed)?|circular|letter|newsletter|rulebook|rule book|Q ?& ?A|FAQ|database|errata)\b",
    r"\b(?:item|section|article|clause|rule) \d",
    r"纪要|决议|登记表|第\s*[\d一二三四五六七八九十]+\s*[条项章节]|规则书|数据库|官方|判例\s*[A-Z\d]|通告|公告|勘误",
)
"""Something else that it rests on."""
_UNFIT = r"(?:comments?|chat|channel|forum|discord|reddit|stream|message board|#[\w-]+)"
_SOURCED_THERE = _any(
    rf"\bsources?\s*:\s*[^.\n]{{0,60}}?\b{_UNFIT}(?! rules?)\b",
    rf"\([\w.'’ -]{{1,30}}\bin (?:the |our )?(?:\w+ )?(?:{_UNFIT})(?=[\s,)])[^()]{{0,30}}\)",
    r"\((?:an? )?(?:old |archived )?(?:forum|chat|discord|reddit|message-board) (?:post|thread|message|comment)\b[^()]{0,40}\)",
    r"\b(?:somebody|someone|people|several people|a (?:viewer|regular|user)) in (?:the|a|an|our|some) (?:\w+ )?"
    r"(?:comments?|chat(?: group)?|stream|forum|group)\b"
    r"[^.]{0,60}\b(?:sure|remember(?:ed|s)?|said|says|claim(?:ed|s)|thought|wrote)\b",
    r"\([^()]{0,40}\b(?:said|says|told|wrote|answered|confirmed)\b[^()]{0,30}\b(?:stream|chat|video|forum|discord|podcast)\b[^()]{0,20}\)",
    r"(?:出处|来源|依据)[：:][^。\n]{0,40}(?:弹幕|评论区|直播|主播|贴吧|论坛|帖子|群里|群聊|聊天|网友|点评网|留言|朋友圈)",
    r"[（(](?:\S{0,4})(?:群|群聊|弹幕|直播间?|论坛|贴吧)\s?(?:20\d\d|\d{1,2}\s?[月/-]|第)[^（）()]{0,14}[）)]",
    r"\bruled (?:so )?by [^.]{0,40}\bin (?:the |a |our )?(?:\w+ )?(?:chat|channel|forum|stream)\b",
    r"听[^。，；]{0,8}(?:群|网上|直播|论坛|贴吧|老玩家|别人)[^。，；]{0,8}(?:说|讲)",
)
"""What is named as the source of a rule, or of what somebody is said to know of one."""
_NO = re.compile(r"(?:\b(?:not|no|never|nor|without)\b|n['’]t|没有?|未|无|不)[^.;。；，]{0,14}$", re.IGNORECASE)
_NEAR = 30
"""Code points between a word of saying and where it was said."""
_SIGN = re.compile(r"[,;:.，。；：、]")
_SHOWN = 60
"""Code points of a sentence that a finding repeats."""


@check("E229", family="evidence", severity="warning", says="What somebody said in a chat or on a forum is told as a ruling.")
def rests_on_a_chat(corpus: Corpus) -> Iterator[Finding]:
    """Sentences by which something said there is binding, settled or confirmed, unless they or their neighbours deny it."""
    for audited in corpus.documents:
        if audited.source.format in RECORDS or TOLD.search(audited.source.file) or HISTORY.search(audited.source.file):
            continue
        stating = [p for p in audited.document.passages if p.kind in STATING_KINDS and p.kind != "reference"]
        for before, passage, behind in zip([None, *stating], stating, [*stating[1:], None], strict=False):
            if not (_CHAT.search(passage.text) or _SOURCED_THERE.search(passage.text)):
                continue
            said = [passage.text[slice(*span)] for span in sentences(passage.text)]
            near = [_edge(before, passage, last=True), *said, _edge(behind, passage, last=False)]
            for number, sentence in enumerate(said, 1):
                if _rests(audited, passage, sentence, near[number - 1], near[number + 1]):
                    what = f"“{_words(sentence)}” is given as a ruling, and rests on what was said in a chat or on a forum."
                    hint = "Find a ruling that says so, or say that there is none."
                    yield found("E229", [audited.place(passage)], what, hint, confidence=0.8)
                    break


def _edge(other: Passage | None, passage: Passage, *, last: bool) -> str:
    """The sentence of a neighbouring passage that stands beside it."""
    if other is None or other.heading != passage.heading:
        return ""
    spans = sentences(other.text)
    return other.text[slice(*spans[-1 if last else 0])] if spans else ""


def _rests(audited: Audited, passage: Passage, sentence: str, before: str, behind: str) -> bool:
    if _SOURCED_THERE.search(sentence) and not any(_DENIES.search(one) for one in (before, sentence, behind)):
        return not any(map(_has_better, (sentence, behind)))
    place = _CHAT.search(sentence)
    if place is None or _ITS_OWN.search(sentence[: place.start()]) or _WHENEVER.search(sentence):
        return False
    if not _is_said_there(sentence, _SAID) or _GIVEN_OUT.search(sentence):
        return False
    if any(_DENIES.search(one) for one in (before, sentence, behind)) or any(map(_has_better, (sentence, behind))):
        return False
    further = behind if _LINKED.match(behind) and not _WHENEVER.search(behind) and behind in passage.text else ""
    both = f"{sentence} {further}"
    if _BINDS.search(both) or _is_said_there(sentence, _RULED):
        return True
    of_rules = bool(_RULES.search(both)) or bool(audited.mentions.get(passage.id))
    return bool(_DONE.search(both) and _MAY.search(both)) and of_rules


def _is_said_there(sentence: str, words: re.Pattern[str]) -> bool:
    """Whether one of some words of saying stands beside one for the place, with no sign between them."""
    for place in _CHAT.finditer(sentence):
        for said in words.finditer(sentence):
            gap = sentence[min(place.end(), said.end()) : max(place.start(), said.start())]
            if len(gap) <= _NEAR and not _SIGN.search(gap):
                return True
    return False


def _has_better(text: str) -> bool:
    """Whether a text names something better, and not that there is none."""
    return any(not _NO.search(text[: shown.start()]) for p in (_BETTER, NAMED) for shown in p.finditer(text))


def _words(sentence: str) -> str:
    return sentence if len(sentence) <= _SHOWN else sentence[:_SHOWN].rstrip() + "…"
