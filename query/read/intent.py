"""What a question asks for: its intent, and whether it wants yes or no."""

from __future__ import annotations

import re

from kb.lang.later import later
from query.read.asking import FIRST, WHOM, bare, last_sentence, tagged, untagged
from query.read.reading import POLAR_INTENTS, Intent

_SUBORDINATE = later(
    r"^\s*(?:(?:so|and|but|ok|okay|well|now|also)[, ]+)?"
    r"(?:(?:when(?:ever)?|while|after|before|if|once|since|as|where|during|with|suppose)\b[^,]{3,160},\s*"
    rf"|(?:when(?:ever)?|while|after|before|if|once|since) (?!{FIRST}\b)[^,?]{{3,120}}? (?={FIRST} {WHOM} ))",
    re.I,
)
_EN_INTENT: tuple[tuple[Intent, re.Pattern[str]], ...] = tuple(
    (intent, later(pattern, re.I))  # type: ignore[misc]  # an Intent each
    for intent, pattern in (
        (
            "agreement",
            r"\b(sources?|documents?|rulebooks?|editions?|ocg and (the )?tcg)\b[^?]*\b(agree|disagree|conflict|"
            r"contradict|consistent|say the same|differ)|\b(agree|conflict|contradict)\w*\b[^?]*\b(sources|documents|rulebook)",
        ),
        ("difference", r"\bdifferen(ce|t)\b|\bversus\b|\bvs\.?\b|\bcompare|\bdistinguish|how (do|does|is|are) .* differ"),
        (
            "definition",
            r"\bdefin(e|ition)|\bwhat (does|do) .* mean\b|\bmeaning of\b|^what('s| is| are) (a|an|the|meant)?\b(?!.*\bhappen)"
            r"|\bwhat counts as\b|\bwhich (places|zones|cards|effects) (are|is|count)|\bwhat does that mean",
        ),
        (
            "number",
            r"\bhow (many|much)\b|\b(max(imum)?|min(imum)?|starting|final|total) [\w ]{2,24}\?$"
            r"|\bresult(ing)?\?$|, damage\?$|\bmaximum\b"
            r"|\bwhat('s| is) (the|its|my|his) (atk|def|attack|defense|damage|number|limit)",
        ),
        (
            "procedure",
            r"\bstep by step\b|\bprocedure\b|\bwhat (order|steps)\b"
            r"|\bhow (do|does|should|can|would) (i|you|we|they|a|an|the|one)\b"
            r"|\bhow to\b|\bwhat do (both|the|we|i|you)\b|\bin which order\b|\bwalk me through",
        ),
        (
            "consequence",
            r"\bwhat (happens|happened|would happen|will happen|becomes|about|now|kind|type)\b|\bwhere (does|do|is|will)\b"
            r"|\bwho (wins|chooses|picks|decides|goes|gets|loses|can|controls)\b|\bwhich (of|one|player|zone|effects?)\b"
            r"|\bwhen (can|does|do|is|are|may|should|will)\b|\bwhy\b|^(what|which|where|who|when)\b",
        ),
        ("exception", r"\bexception|\bloophole|\bany way around\b|\bunless\b|\bstill ok\b|\bis .* (different|special)\b"),
        ("permission", r"\b(can|could|may|am i (able|allowed)|allowed|legal|permitted|possible|able to|too late|illegal)\b"),
    )
)
_ZH_INTENT: tuple[tuple[Intent, re.Pattern[str]], ...] = tuple(
    (intent, later(pattern))  # type: ignore[misc]  # an Intent each
    for intent, pattern in (
        (
            "agreement",
            r"(资料|来源|规则书|文档|两边的?(?:说法|写法|规则)|几份|版本).*(一致|一样|口径|矛盾|冲突|分歧|不同)|(OCG|ocg).*(TCG|tcg).*(一样|不同|区别)",
        ),
        ("difference", r"区别|不一样|有啥不同|有什么不同|差别|差异|分别是什么|怎么区分"),
        ("definition", r"什么是|是什么意思|啥意思|何谓|定义|指什么|指的是|叫什么|什么叫|算什么|是啥|写的是什么|主要处理"),
        ("number", r"几[张只个次回点星血枚局套场副条种位名]|多少|上限|最多|至少要"),
        ("procedure", r"怎么[做走操打出叠召处算进]|步骤是|一步一步|流程|顺序|如何|怎样[进做召]|该谁|怎么选|具体怎么"),
        (
            "consequence",
            r"会怎[么样]|怎么办|怎么处理|咋[办样]|去哪|谁[来先赢输会]|哪[个些种边]|什么时候|何时|为什么|为啥|会发生什么"
            r"|变成什么|什么",
        ),
        ("exception", r"例外|特殊情况|除外情况|除非|漏洞"),
        (
            "permission",
            r"能不能|可不可以|可否|能否|能[^够]?.*[吗么嘛？?]|可以.*[吗么嘛？?]|行不行|行吗|允许|合法|来得及|还能|不能",
        ),
    )
)
_EN_POLAR = later(
    r"(^|[.,;:!?—-]\s*|\b(and|but|so|then|or|also|i mean)\s+)(can|could|may|might|do|does|did|is|are|am|was|were|will|would|"
    r"should|must|has|have|had|shall|need|can't|cannot|isn't|doesn't|don't|won't|aren't|couldn't|didn't)"
    r"\s+(?!you (tell|explain))"
    r"|\b(legal|allowed|right|correct|ok|okay|fine|possible|enough|too late|safe|still)\s*\?|\bor (not|nah|nope)\b"
    r"|[,;.!—-]\s*(?:(?:is|was) (?:that|it|this) )?(?:legal|allowed|ok|okay|fine|possible)(?: to [\w' ]{2,24})?\s*$"
    r"|[,:;—-]\s*(still |even )?(usable|legal|allowed|possible|playable|activatable|chainable|safe|fine|okay?|too late|barred)"
    r"\b[^,?]*\?\s*$"
    r"|\bwhether\b|\byes or no\b|\bany (loophole|exception|way)",
    re.I,
)
_ZH_POLAR = later(
    r"[吗嘛么]\s*[？?。!！~]*\s*$|[吗嘛][？?，,。]|能不能|可不可以|是不是|会不会|有没有|要不要|算不算|行不行|对不对|可否|能否|是否"
    r"|能[^，。？?]{0,30}不能|吧\s*[？?]?\s*$|(.)不\1|没有\s*[？?]\s*$|(?:对|行|可以|能|合规|合法|允许)不\s*[？?]?\s*$"
    r"|(?:能|可以|(?<!大)会|算|必须|照样)[^，。？?]{1,12}(?<!条件|时机|时点|顺序|步骤|流程|区别|上限|次数|情况|范围|效果)[？?]\s*$"
    r"|还是(?:得|要|会|能|可以|不)[^，,。？?]{1,12}[？?]\s*$|还是说(?:得|要|能|不|只)[^，,。？?]{1,14}[？?]?\s*$"
)
_ZH_WH = later(
    r"什么(?!时候都)|怎么(?!样?都)|怎样(?!都)|哪|(?<![这那好前后])几[张只个次点星枚回局套场副条种位名]|多少|谁|为啥|为何|如何|咋|去哪|何时|分别"
)
_EN_WH = later(
    r"(^|[.,;:!?]\s*|\b(and|but|so|then)\s+)(which|whom?|whose|(what|who|where|when|why|how)s?|were(?= (?:do|does|did)\b))\b"
    r"(?! (if|about if)\b)",
    re.I,
)
_EN_VERBS = (
    r"can|could|may|might|must|do|does|did|is|are|am|was|were|has|have|had|will|would|should|shall|cannot|\w+n't|i|you|he|she|it|we"
    r"|they|legal|allowed|ok|okay|possible|right|correct|true|yes|no|not|still|need|gets?|allow"
)
_EN_ONE_OF_TWO = later(
    r"^\W*(?!(?:yes|true|legal|ok|okay|right|allowed|good|safe|fine|possible|valid)\b)[\w'-]+(?: [\w'-]+)?,? or "
    r"(?!(?:not|no|nah|nope|nothing|can|do|does|is|are|am|did|must|should|would|will|have|has)\b)[\w'-]+(?: [\w'-]+)?\?$"
    rf"|^\W*(?!.*\b(?:{_EN_VERBS})\b)[a-z'-]+(?: [a-z'-]+){{1,4}},? or [a-z'-]+(?: [a-z'-]+){{0,4}}\?$"
    r"|^\W*(?:the )?order of [\w' -]{2,40}\?$",
    re.I,
)
"""Two things put side by side, of which one is wanted: "Hand or Deck?"."""
_AND_IF = later(r"^\W*(?:and|but|or)(?: what)? if\b[^,?]*\?$|^\W*(?:那|但)?(?:如果|要是|假如)[^，,？?]*呢[？?]?$", re.I)
"""A case put behind a question, which asks of it what that one did."""

_EN_BESIDES = later(
    r"(?<=\w), (?:which|who|whose|whom) (?!(?:of|one|ones)\b)[\w' -]+?(?=,|[?!.]*$)",
    re.I,
)
"""A relative clause set off by commas: what it names is told of, not asked for."""
_EN_NO_MATTER = later(r",? no matter (?:how|what|which|who|whom|where|when)\b[^,?]*", re.I)
"""What changes nothing: its word for a thing asks for none."""
_EN_PUT_FIRST = later(
    r"^\W*(?:can|could|may|might|do|does|did|is|are|am|was|were|will|would|should|must|has|have|had|shall)\b", re.I
)
_EN_ASKS_FOR_A_THING = later(
    r"\b(can|could|would) you (please )?(tell|explain|list|name|describe|walk)\b"
    r"|(^|[.,:;]\s*)(max(imum)?|min(imum)?|starting|opening|final|total)( [\w-]+){1,5}\?$"
    r"|(^|[.,:;]\s*)(?:his|her|my|their|our|its|opp\w*(?:'s|s)?) (?:(?:final|new|total) )?(?:lps?|life points?|atk|def)\b"
    r"(?:(?!\b(?:is|are|was|were|does|do|stays?|still|goe?s?|drops?|becomes?|counts?|changes?)\b)[^?])*\?$"
    r"|(^|[\s.])result(ing \w+)?\?$|(^|[.,] ?)damage\?$|(^|[.,:;]\s*)diff(erence)?s? between\b|\bbecomes\?$",
    re.I,
)
_ZH_OR = later(r"还是[^，。]*$")
_ZH_AND_THEN = later(r"(?:然后|接下来|结果|后来)呢\s*[？?]?\s*$")
_ZH_EITHER = later(r"(?<!不)(是|算)(?!不是)[^，,。？?]{1,20}还是[^，,。？?吗]{1,20}[？?]\s*$")
_ZH_ASKS_FOR_A_THING = later(
    r"((?:你|您|有人|谁|想|想要)知道|告诉|说说|解释|讲讲|请问|讲一下|说一下).{0,30}(什么|怎么|哪|多少|几)"
)
_ZH_WHETHER_TOLD = later(
    r"(?:是不是|能不能|可不可以|要不要|用不用|需不需要|是否|必须|一定)[^，,。]{0,10}(?:告诉|说|讲|报|公开|公布|交代|告知)"
)
"""Whether something has to be told is asked, not the thing itself."""
_ZH_POLAR_AROUND = later(
    r"([吗嘛吧]|能不能|可不可以|是不是|会不会|行不行|对不对|(?:可以|行|能|成|对|会)(?:不|没有|没))\s*[？?]?\s*$|是不是.*(什么|哪|谁|几)|有没有(?:什么|哪|谁)|(?:谁|哪|什么|几)[^，,。？?]{0,10}是不是|[，,]\s*[^，,什怎哪几多谁]*是不是[^，,什怎哪几多谁]*$"
)
_PUT_AS_QUESTION = later(
    r"[?？]\s*$|[^么]不\s*[。!！]*\s*$|\b(can|could|may|do|does|did|is|are|was|were|will|would|should|must|has|have)\s+"
    r"(i|we|you|he|she|it|they|my|our|his|her|its|their|the|a|an|this|that|opp)\b",
    re.I,
)
_NAMES_A_THING = later(
    r"\b(what|which|who|whose|where|why|how|list|name|remind|walk|examples?|give|tell|explain|show|diff|difference)\b"
    r"|\bor\b[^?]*\?$|[.,:;] *[\w ]{1,30}\?$|^[\w ]{1,24}\?$",
    re.I,
)


def _last_clause(asked: str) -> str:
    return re.split(r"[，,；;]", asked.rstrip("，,；; "))[-1]


def is_polar(text: str, lang: str) -> bool:
    """Whether a question asks for yes or no rather than for a thing, an order or a number.

    >>> is_polar("Can I chain to a cost?", "en"), is_polar("连锁是什么？", "zh")
    (True, False)
    """
    plain = bare(text)
    asked = last_sentence(plain)
    if _AND_IF.match(asked) and re.search("[?？]", before := plain[: plain.rfind(asked)]):
        return is_polar(before, lang)
    return _is_polar_zh(asked, text) if lang == "zh" else _is_polar_en(asked, text)


def _is_polar_zh(asked: str, text: str) -> bool:
    thing = _ZH_ASKS_FOR_A_THING.search(asked) and not re.search(r"[吗吧]\s*[？?]?\s*$", asked)
    if (thing and not _ZH_WHETHER_TOLD.search(asked)) or _ZH_EITHER.search(asked) or _ZH_AND_THEN.search(asked):
        return False
    if _ZH_WH.search(asked):
        # 吗 never ends a question for a thing: a 哪 or 什么 before it stands in an inner clause.
        return bool(_ZH_POLAR_AROUND.search(asked) or _ZH_WHETHER_TOLD.search(asked))
    return bool(_ZH_POLAR.search(asked) or _ZH_POLAR.search(bare(text)))


def _is_polar_en(asked: str, text: str) -> bool:
    asked = _EN_NO_MATTER.sub("", asked)
    if _EN_ASKS_FOR_A_THING.search(asked):
        return False
    asked = _SUBORDINATE.sub("", asked)
    if _EN_ONE_OF_TWO.match(asked) and not _EN_PUT_FIRST.match(asked):
        return False
    if _EN_PUT_FIRST.match(asked):
        asked = _EN_BESIDES.sub("", asked)
    if re.search(r"\b(what|how) about\b[^?]*\?$", asked, re.I):
        return bool(re.search(r"\b(can|can't|cannot|may|could|allowed|legal)\b", text, re.I))
    if _EN_WH.search(asked):
        return tagged(asked) and not re.match(r"(what|which|who|where|when|why|how)\b", asked, re.I)
    return bool(_EN_POLAR.search(asked) or tagged(asked)) or (
        asked.endswith("?") and not re.search(r"\b(what|which|who|where|when|why|how)\b", asked, re.I)
    )


def may_be_polar(text: str, lang: str) -> bool:
    """Whether a question may want yes or no though none of the usual words asks for it: it is put as a question and names
    neither a thing, a place, an order nor a number that it wants.

    >>> may_be_polar("in the damage step can i flip it", "en"), may_be_polar("伤害步骤有哪几个时点", "zh")
    (True, False)
    """
    plain = bare(text)
    asked = last_sentence(plain)
    if not _PUT_AS_QUESTION.search(plain):
        return False
    if lang == "zh":
        return not any(pattern.search(asked) for pattern in (_ZH_WH, _ZH_EITHER, _ZH_AND_THEN, _ZH_OR))
    return not (_NAMES_A_THING.search(asked) or _EN_ASKS_FOR_A_THING.search(asked))


def read_intent(text: str, lang: str, polar: bool | None = None) -> Intent:
    """The kind of answer a question wants; `polar` where it is known whether that is yes or no."""
    plain = bare(text)
    polar = is_polar(text, lang) if polar is None else polar
    asked = _last_clause(untagged(plain)) if lang == "zh" else plain
    for intent, pattern in _ZH_INTENT if lang == "zh" else _EN_INTENT:
        if polar and intent not in POLAR_INTENTS:
            continue
        if not polar and intent in ("permission", "exception"):
            continue
        if pattern.search(asked if intent == "permission" else plain):
            return intent
    return "fact" if polar else "consequence"
