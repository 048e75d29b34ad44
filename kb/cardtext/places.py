"""Where its own card has to be for an effect to be activated, as far as the text says so; both languages."""

from __future__ import annotations

from kb.cardtext.parts import Found
from kb.lang.later import later

_THIS = r"(?:此卡|这张卡)"
_ENGLISH = (
    (
        "graveyard",
        later(r"this card (?:and [^;.]{0,60})?(?:is |was )?(?:in|from) (?:your |the )?(?:hand or |field or )?(?:gy|graveyard)"),
    ),
    (
        "hand",
        later(
            r"this card (?:is )?(?:in|from) (?:your |the )?hand|reveal this card in your hand|discard this card|"
            r"this card \(from (?:your |the )?hand"
        ),
    ),
    ("banished", later(r"this banished card|while this card is (?:currently )?banished")),
    (
        "extra-deck",
        later(r"this (?:face-up )?card (?:is )?(?:face-up )?(?:in|from) (?:your |the )?(?:face-up )?extra deck"),
    ),
)
_CHINESE = (
    (
        "graveyard",
        later(
            r"墓地(?:存在)?的"
            + _THIS
            + "(?!被)|"
            + _THIS
            + r"从(?:自己的?)?墓地[^,。]{0,8}特殊召唤|"
            + _THIS
            + r"(?:已)?(?:存在于|在)(?:自己的?)?(?:手[牌卡]·)?墓地|"
            r"从(?:自己的?)?(?:手[牌卡]·)?墓地(?:将|把)[^。,]{0,30}" + _THIS
        ),
    ),
    (
        "hand",
        later(
            r"手[牌卡](?:·场上)?(?:的|将|把|丢弃|舍弃)+"
            + _THIS
            + "|"
            + _THIS
            + r"从手[牌卡](?:[·][^,。]{1,6})?(?:丢弃|舍弃|送|特殊召唤|除外)|"
            r"从手[牌卡](?:将|把)" + _THIS + "|" + _THIS + r"(?:存在于|在)(?:自己的?)?手[牌卡]"
        ),
    ),
    ("banished", later(r"除外(?:状态|中|存在)?的" + _THIS + "|" + _THIS + "除外中")),
    (
        "extra-deck",
        later(r"额外[牌卡]组(?:表侧表示)?(?:存在)?的(?:表侧表示的)?" + _THIS + "|" + _THIS + r"(?:存在于|在)额外[牌卡]组"),
    ),
)


def places(whole: str, base: int, found: Found, *, english: bool) -> tuple[str, ...]:
    """hand, graveyard, banished, extra-deck: each that the text of an effect names for its own card.

    `base` is the offset of `whole` in the card text. Empty where the text says nothing, as of most cards on the field.
    """
    named: list[str] = []
    if english and "this" not in whole:
        return ()
    for name, pattern in _ENGLISH if english else _CHINESE:
        if hit := pattern.search(whole):
            named.append(name)
            found.show("places", base + hit.start(), base + hit.end())
    return tuple(named)
