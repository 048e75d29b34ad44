"""Whether anything departs from a rule that a question tells: "…, any exceptions?" asks that, not what the rule denies."""

from __future__ import annotations

from collections.abc import Mapping

from kb.lang.later import later
from kb.model import Rule
from query.read.asking import bare, last_sentence

_IT = r"(?:this|that|it|the rule|that rule|this rule)"
_ASKED = later(
    r"(?:^|[,;:—–-]\s*|\b(?:so|but|and|or) )"
    r"(?:(?:are|is) there |does (?:that|this|it) have |do (?:these|those|they) have )?"
    r"(?:(?:any|some|no|an|ever any)(?: \w+){0,2} |(?<=there ))exceptions?"
    rf"(?: (?:at all|ever|here|to {_IT}))?\s*\??\s*$"
    r"|^\W*(?:(?:so|but|and) )?(?:is|are) there (?:any|ever a|a)(?: (?:kinds?|types?|sorts?) of)? "
    rf"(?:cards?|monsters?|effects?|cases?|situations?)(?: (?:that|where|for which))? {_IT} "
    r"(?:doesn't|does not|isn't|won't) (?:hold|apply|count|work)(?: (?:for|to|in))?\s*\??\s*$"
    r"|(?:^|[，,。；;]\s*)(?:那|但|这个?|这条|这点|这|它|规则)*"
    r"(?:有没有|存不存在|是否有|是不是有|真的没有?|有)(?:什么|任何|其他|别的|哪些|啥)?"
    r"(?:卡|效果|怪兽?|情况)?(?:是|算)?(?:的)?例外(?:的|情况)?(?:吗|么|嘛|没有?|呢)?\s*[？?]?\s*$",
)
_DEPARTS = later(
    r"\b(?:unless|except\w*|aside|apart from|other than|normally|usually|generally|otherwise)\b"
    r"|除外(?!状态|区|的卡)|除非|以外|之外|另有|通常(?!召唤|怪|魔|陷|抽)|一般|例外",
)
"""What an entry says that leaves room for something else."""


def asks_for_exceptions(text: str) -> bool:
    """Whether a question tells a rule and asks if there is any exception to it.

    >>> asks_for_exceptions("No lamp may be lit at noon. Any exceptions?"), asks_for_exceptions("中午不能点灯，有例外吗？")
    (True, True)
    >>> asks_for_exceptions("Is my lamp an exception?"), asks_for_exceptions("Any exceptions?")
    (False, False)
    """
    plain = bare(text)
    asked = last_sentence(plain)
    found = _ASKED.search(asked)
    return found is not None and bool(plain[: plain.rfind(asked)].strip() or asked[: found.start()].strip())


def has_exception(entry: str, rules: Mapping[str, Rule]) -> bool:
    """Whether an entry leaves room for an exception, is one, or another departs from it."""
    rule = rules.get(entry)
    if rule is None:
        return False
    departs = bool(_DEPARTS.search(f"{rule.en} {rule.zh}"))
    return departs or rule.kind == "exception" or any(entry in other.overrides for other in rules.values())
