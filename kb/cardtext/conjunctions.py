"""The conjunctions between the parts of a resolution, in both languages."""

from __future__ import annotations

import re

from kb.cardtext.pattern import one_of

_ENGLISH = (
    ("also-after-that", one_of(r" also,? after that\b")),
    ("and-if-you-do", one_of(r" and if (?:you|it|they|either player) (?:do|does)(?: that)?\b")),
    ("then", one_of(r"(?:^|[,;.] )then\b")),
    ("also", one_of(r" also\b")),
    (
        "and",
        one_of(
            r"(?<=[a-z0-9)\",]) and (?=(?:special|destroy|add|draw|banish|send|return|shuffle|gain)\b)",
            r"(?<=[a-z0-9)\",]) and (?=(?:inflict|negate|place|equip|set|change)\b)",
        ),
    ),
)
_CHINESE = (
    ("also-after-that", re.compile(r"此效果处理后|这个效果处理后")),
    ("then", re.compile(r"(?:^|[。\n])(?:然后|那之后|之后|其后)")),
    ("also", re.compile(r"(?:^|[。\n,])(?:此外|并且|同时)")),
    ("and-if-you-do", re.compile(r"进而|的场合,再|的场合,进而")),
    ("and", re.compile(r",(?=(?:将|把|从|给|自己|破坏|回复|恢复|抽))|并(?=破坏|特殊召唤|除外|送)")),
)


def conjunctions(resolution: str, *, english: bool) -> tuple[str, ...]:
    """and, and-if-you-do, then, also, also-after-that in the order in which they join the parts of a resolution.

    >>> conjunctions("destroy it, and if you do, draw 1 card, then discard 1", english=True)
    ('and-if-you-do', 'then')
    """
    taken: list[tuple[int, int, str]] = []
    for name, pattern in _ENGLISH if english else _CHINESE:
        for hit in pattern.finditer(resolution):
            if not any(start < hit.end() and hit.start() < end for start, end, _ in taken):
                taken.append((hit.start(), hit.end(), name))
    return tuple(name for _, _, name in sorted(taken))
