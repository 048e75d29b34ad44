"""Which card is held against which, and how, as a question puts it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.lang.later import later
from kb.model import Span, Tri
from query.against.cues import TOLD, Cues
from query.card.links import CardMention

CARD = "card activation"
"""What is told of a card where its own activation is asked about."""
_ACT = "\ue000"
_PARTS = later(r"[,，。.;；]|(?<=\ue000[01]) (?:while|if|when|with|under)\b")
_LIES = later(
    r"^(?: (?:is|was))? (?:[a-z-]+ )?(?:on|in) (?:[a-z']+ ){1,3}|^(?:表侧表示|表侧)?(?:存在)?[在于](?:对方|对手|我方?|自己)"
)
_ASKER = ("i", "we", "我")
_QUOTES = '"“”「」『』'
_NUMBER = later(r"([①-⑤])|第?([一二三四1-4])个?(?=的?效果)|\b(first|second|third|fourth) effect")
_ORDINAL = later(
    r"[①-⑤]|第?[一二三四1-4]个?|\b(?:first|second|third|fourth|effects?|monster|spell|trap|own|quick|trigger|ignition)\b"
    r"|怪兽|那个|这个|的|速攻|诱发|起动"
)
_WAY = later(
    r"\b(normal|special|flip|tribute|fusion|synchro|xyz|link) summon|通常召唤|特殊召唤|特召|反转召唤|上级召唤|同调召唤"
)
_WAYS = {
    "通常召唤": "normal",
    "特殊召唤": "special",
    "特召": "special",
    "反转召唤": "flip",
    "上级召唤": "tribute",
    "同调召唤": "synchro",
}
_ORDER = {"first": 1, "second": 2, "third": 3, "fourth": 4} | {c: n for n, c in enumerate("一二三四", 1)}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question whether one card negates, answers or targets another."""

    relation: str
    """A relation of the cues: negate, stop, answer, target, destroy, summon (negate its Summon), and so on."""
    card: str
    """Id of the card that is to do it."""
    other: str
    """Id of the card it is to be done to."""
    number: int = 0
    """The effect of the other card that is named; 0 for none."""
    told: str = ""
    """What else is said of the effect of the other card that is meant."""
    by: int = 0
    """The effect of the card itself that is named."""
    by_told: str = ""
    way: str = ""
    """Which Summon is asked about: normal, special, flip, tribute, fusion, synchro, xyz, link; empty where that is not said."""
    same: Tri = None
    """Whether both cards are one player's; None where that is not said."""
    aimed: str = ""
    """At what the other card is said to attack: `direct` or `monster`; empty where that is not said."""
    where: str = ""
    """Where the other card is said to be: graveyard, field, hand, deck, extra-deck, banished, pendulum-zone; else empty."""


def read_asked(text: str, mentions: Sequence[CardMention], cues: Cues) -> Asked | None:
    """What a question asks of the two cards it names; None where it names more or fewer, leaves a name open, or says more.

    A group of cards that it quotes by their common name is no card that it names.
    """
    named = [m for m in sorted(mentions, key=lambda m: m.span) if not _quoted(text, m)]
    ids = tuple(dict.fromkeys(m.card for m in named))
    if len(ids) != 2 or not all(ids):
        return None
    plain = plain_with(text, [(m.span, ids.index(m.card)) for m in named], cues)
    lang = "en" if plain.isascii() or not re.search(r"[\u4e00-\u9fff]", plain) else "zh"
    for ask in (a for a in cues.asks if a.lang == lang and re.search(a.needs, plain)):
        if match := ask.pattern.fullmatch(plain):
            doing, done = ids[int(match["A"][-1])], ids[int(match["B"][-1])]
            return Asked(
                ask.relation,
                doing,
                done,
                _number(plain, match["B"]),
                _told(match, "B", plain),
                _number(plain, match["A"]),
                _told(match, "A", plain),
                _way(plain),
                _same(plain, match, cues),
                next((how for how in ("direct", "monster") if match.groupdict().get(how)), ""),
                _where(plain, match["B"], cues),
            )
    return None


def _quoted(text: str, mention: CardMention) -> bool:
    whole = len(mention.cards) == 1 and mention.how == "exact"
    before, behind = text[: mention.span.start][-1:], text[mention.span.end :][:1]
    return bool(before) and before in _QUOTES and bool(behind) and behind in _QUOTES and not whole


def _way(plain: str) -> str:
    match = _WAY.search(plain)
    return _WAYS.get(match[0], match[1]) if match else ""


def _same(plain: str, match: re.Match[str], cues: Cues) -> Tri:
    """Whether one player has both: by the words around each name, up to the nearest comma or stop, and by who is to use it."""
    sides = [_side(plain, match[token], cues) for token in ("A", "B")]
    if user := match.groupdict().get("who"):
        sides[0] = sides[0] or ("mine" if user in _ASKER else "theirs")
    return sides[0] == sides[1] if all(sides) else None


def _side(plain: str, token: str, cues: Cues) -> str:
    """Whose a card is said to be, by the words before its name and by where it is said to be behind it."""
    part = next((p for p in _PARTS.split(plain) if token in p), "")
    before, _, after = part.partition(token)
    before, after = re.split(r"\ue000[01]", before)[-1], re.split(r"\ue000[01]", after)[0]
    near = before + (lies[0] if (lies := _LIES.match(after)) else "")
    return next((side for side in ("theirs", "mine") if cues.sides[side].search(near)), "")


def _where(plain: str, token: str, cues: Cues) -> str:
    """Where the card is said to be, behind or before its first name; empty where nothing is said."""
    before, _, after = plain.partition(token)
    before, after = re.split(r"[,，。.]|\ue000", before)[-1], re.split(r"[,，。.?]|\ue000", after)[0]
    for place, (behind, ahead) in cues.places.items():
        if behind.match(after) or ahead.search(before):
            return place
    return ""


def _told(match: re.Match[str], slot: str, plain: str) -> str:
    """What stands at a name of its effect, order and number left out."""
    found = match.groupdict()
    if re.search(rf"\bactivation of (?:an? |the |my |your |their |(?:my |your |an )?opponent's )*{match[slot]}(?!'s)", plain):
        return CARD
    words = " ".join(found.get(slot + group) or "" for group in TOLD)
    return " ".join(_NUMBER.sub(" ", _ORDINAL.sub(" ", words)).replace("效果", " ").replace("发动", " ").split())


def asks_of_effects(text: str, mentions: Sequence[CardMention], cues: Cues) -> bool:
    """Whether a question turns on what a named card's own effect does, or tells a whole situation around a card."""
    named = [m for m in mentions if m.card]
    for mention in sorted(named, key=lambda m: m.span, reverse=True):
        text = f"{text[: mention.span.start]}@{text[mention.span.end :]}"
    plain = re.sub(r"[\"“”「」『』]", "", text.lower())
    return bool(named) and (len(plain) > cues.longest or bool(cues.own_effect.search(plain)))


def plain_with(text: str, named: Sequence[tuple[Span, int]], cues: Cues) -> str:
    """The question in small letters, its names as tokens, quotes, brackets and what says nothing left out."""
    for span, number in sorted(named, reverse=True):
        text = f"{text[: span.start]}{_ACT}{number}{text[span.end :]}"
    plain = re.sub(r"[\"“”「」『』《》【】]", "", text.lower().replace("’", "'"))
    plain = re.sub(r"\s+", " ", plain).strip()
    for pattern, instead in cues.folded:
        plain = pattern.sub(instead, plain)
    return plain


def _number(plain: str, token: str) -> int:
    """The number of the effect of the card that is named right before or after its token."""
    at = plain.index(token)
    near = plain[max(0, at - 24) : at] + "|" + plain[at + len(token) : at + len(token) + 16]
    match = _NUMBER.search(near)
    if not match:
        return 0
    found = next(g for g in match.groups() if g)
    return ord(found) - 0x245F if "①" <= found <= "⑤" else _ORDER.get(found) or int(found)
