"""The conjunctions between the parts of a resolution, in both languages."""

from __future__ import annotations

from kb.lang.later import later

_NAMES = {"after": "also-after-that", "do": "and-if-you-do", "then": "then", "so": "then", "also": "also", "and": "and"}
_ENGLISH = later(
    r"^(?P<so>then)\b| (?:"
    r"(?P<after>also,? after that)\b"
    r"|(?P<do>and if (?:you|it|they|either player) (?:do|does)(?: that)?)\b"
    r"|(?P<then>(?<=[,;.] )then)\b"
    r"|(?P<also>also)\b"
    r"|(?P<and>(?<=[a-z0-9)\",] )and (?=(?:special|destroy|add|draw|banish|send|return|shuffle|gain|"
    r"inflict|negate|place|equip|set|change)\b)))"
)
_CHINESE = later(
    r"(?P<after>此效果处理后|这个效果处理后)"
    r"|(?P<then>(?:^|(?<=[。\n]))(?:然后|那之后|之后|其后))"
    r"|(?P<also>(?:^|(?<=[。\n,]))(?:此外|并且|同时))"
    r"|(?P<do>进而|的场合,再)"
    r"|(?P<and>(?<!然后)(?<!之后)(?<!其后),(?=将|把|从|给|自己|破坏|回复|恢复|抽)|并(?=破坏|特殊召唤|除外|送))"
)


def conjunctions(resolution: str, *, english: bool) -> tuple[str, ...]:
    """and, and-if-you-do, then, also, also-after-that in the order in which they join the parts of a resolution.

    >>> conjunctions("destroy it, and if you do, draw 1 card, then discard 1", english=True)
    ('and-if-you-do', 'then')
    """
    pattern = _ENGLISH if english else _CHINESE
    return tuple(_NAMES[hit.lastgroup or ""] for hit in pattern.finditer(resolution))
