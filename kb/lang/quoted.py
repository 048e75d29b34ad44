"""Names in quotes: which quoted stretches are names of cards or archetypes, and which are phrases."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from operator import itemgetter

from kb.lang.later import later
from kb.lang.words import CJK
from kb.model import Span

_QUOTED = later(r"“([^“”\n]{1,80})”|\"([^\"\n]{1,80})\"|「([^「」\n]{1,60})」|『([^『』\n]{1,60})』|《([^《》\n]{1,60})》")
_CJK = later(f"[{CJK}\u3040-\u30ff]")
_CLAUSE = later(r"[，。；：？、,;:?]|\.\.|…|～|~|○|xx|\.$")
_SMALL = frozenset(("a", "an", "the", "of", "and", "or", "to", "in", "on", "at", "for", "from", "by", "with", "as"))
_NAME_TERMS_MAX = 0.5
"""Largest share of a Chinese quotation's characters that known terms may cover if it is to be a name."""
_ZH_PHRASE = later(
    r"^(若|当|如果|那之后|并且|这张卡|自己|对方|这个|那个|以)|(的场合|才能|不能|可以|发动|使用|特殊召唤|破坏|处理)$"
)
_ZH_TEXT = later(
    r"^(?:不会?(?:被|成为|受|因)|不能(?:被|成为|攻击|使用|发动|特|通|作为|召唤|直接)|可以|只能|必须|无效(?:发动|效果|并|其|那|召唤|对方)"
    r"|把(?:那|发动|效果|对方|自己|怪|卡|这)|若|当|如果|那之后|并且|这张卡|这个(?:效果|回合|卡名)|那个(?:效果|发动|怪兽|召唤)"
    r"|自己(?:的|被|场|怪|抽|受|回|主|手|墓)|对方(?:的|场|怪|不能|把|发|回|主|受|攻)|以(?:自己|对方|场上|这|1)"
    r"|被(?:破坏|送|除外|丢|效果|战斗|解放|选|攻击|召唤|特殊|翻|盖|作为|对方|无效|回|装备)|从(?:手|卡组|场|墓|额外|自己|对方)"
    r"|直到|送去墓地|送墓|受到(?:战斗)?伤害|(?:发动|召唤|特殊召唤|效果|破坏)(?:$|无效|回合|时|成功|并|处理|发动|的(?:场合|发动|效果|回合))"
    r"|1回合|一回合|每回合|场上的|伤害步骤|伤害计算|战斗阶段|主要阶段|结束阶段|攻击宣言|改变表示)"
    r"|(?:场合|才能发动|不能|可以|成功时?|结束时|开始时|宣言时|计算时|送墓时?|送去墓地时?|破坏时|伤害时|发动时|使用|的发动|的对象"
    r"|战斗破坏|回到手卡|加入手卡|[发召]动?唤?无效|效果无效)$|[/…]|\d次[^\dA-Z]*$"
)
"""Words of a card's text, as a question quotes them: of 14,000 names one is taken for such."""
_EN_TEXT = later(r"[a-z][^\s]*(?:\s+\S+)+", re.S)
"""More than a word, the first in small letters."""
_ZH_LONGEST = 20
_EN_LONGEST = 9


def quoted_names(text: str, linked: Sequence[Span]) -> list[Span]:
    """Spans of the quoted names in a text, quotes left out; `linked` are the spans where it names known terms.

    A quotation is a name unless it is a known term, holds a clause, or reads like effect text.
    """
    found = []
    by_start = sorted(linked)
    for match in _QUOTED.finditer(text):
        group = match.lastindex or 0
        content = match.group(group)
        start = match.start(group) + len(content) - len(content.lstrip())
        span = Span(start, start + len(content.strip()))
        near = by_start[
            bisect_left(by_start, span.start, key=itemgetter(0)) : bisect_left(by_start, span.end, key=itemgetter(0))
        ]
        inside = [s for s in near if s.end <= span.end]
        if _is_name(content.strip(), span, inside):
            found.append(span)
    return found


def is_text(content: str) -> bool:
    """Whether what a question quotes is words of a card's text or a term, rather than a name.

    >>> is_text("被点亮的场合"), is_text("if lit at night"), is_text("被点亮的灯"), is_text("Lit Lamp")
    (True, True, False, False)
    """
    return bool(_ZH_TEXT.search(content) if _CJK.search(content) else _EN_TEXT.fullmatch(content))


def _is_name(content: str, span: Span, inside: Sequence[Span]) -> bool:
    if not re.search(r"[^\W\d_]", content) or _CLAUSE.search(content):
        return False
    if span in inside:
        return False
    if _CJK.search(content):
        covered = sum(s.end - s.start for s in inside) / max(1, span.end - span.start)
        return len(content) <= _ZH_LONGEST and covered <= _NAME_TERMS_MAX and not _ZH_PHRASE.search(content)
    return _is_titled(content)


def _is_titled(content: str) -> bool:
    """Whether English words are written like a name: all but the small ones with a capital or digit in front."""
    parts = re.findall(r"[^\s\-/]+", content)
    big = [p for p in parts if p.lower() not in _SMALL]
    return bool(big) and len(parts) <= _EN_LONGEST and all(not p.lstrip("'\"(#@")[:1].islower() for p in big)
