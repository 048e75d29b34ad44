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
