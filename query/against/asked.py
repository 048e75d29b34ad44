"""Which card is held against which, and how, as a question puts it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from query.against.cues import TOLD, Cues
from query.card.links import CardMention

CARD = "card activation"
"""What is told of a card where its own activation is asked about."""
_ACT = "\ue000"
_NUMBER = re.compile(r"([①-⑤])|第?([一二三四1-4])个?(?=的?效果)|\b(first|second|third|fourth) effect")
_ORDINAL = re.compile(
    r"[①-⑤]|第?[一二三四1-4]个?|\b(?:first|second|third|fourth|effects?|monster|spell|trap|own|quick|trigger|ignition)\b"
    r"|怪兽|那个|这个|的|速攻|诱发|起动"
)
_ORDER = {"first": 1, "second": 2, "third": 3, "fourth": 4} | {c: n for n, c in enumerate("一二三四", 1)}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question whether one card negates, answers or targets another."""

    relation: str
    """negate, stop, answer, target, destroy or summon (negate its Summon)."""
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


def read_asked(text: str, mentions: Sequence[CardMention], cues: Cues) -> Asked | None:
    """What a question asks of the two cards it names; None where it names more or fewer, leaves a name open, or says more."""
    if len(mentions) != 2 or not all(m.card for m in mentions) or mentions[0].card == mentions[1].card:
        return None
    first, second = sorted(mentions, key=lambda m: m.span)
    plain = _plain(text, first, second)
    lang = "en" if plain.isascii() or not re.search(r"[\u4e00-\u9fff]", plain) else "zh"
    for ask in (a for a in cues.asks if a.lang == lang):
        if match := ask.pattern.fullmatch(plain):
            ids = (first.card, second.card)
            doing, done = ids[int(match["A"][-1])], ids[int(match["B"][-1])]
            return Asked(
                ask.relation,
                doing,
                done,
                _number(plain, match["B"]),
                _told(match, "B", plain),
                _number(plain, match["A"]),
                _told(match, "A", plain),
            )
    return None


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


def _plain(text: str, first: CardMention, second: CardMention) -> str:
    """The question in small letters, its names as tokens, quotes and brackets left out."""
    marked = (
        text[: first.span.start] + f"{_ACT}0" + text[first.span.end : second.span.start] + f"{_ACT}1" + text[second.span.end :]
    )
    plain = re.sub(r"[\"“”「」『』《》【】]", "", marked.lower().replace("’", "'"))
    return re.sub(r"\s+", " ", plain).strip()


def _number(plain: str, token: str) -> int:
    """The number of the effect of the card that is named right before or after its token."""
    at = plain.index(token)
    near = plain[max(0, at - 24) : at] + "|" + plain[at + len(token) : at + len(token) + 16]
    match = _NUMBER.search(near)
    if not match:
        return 0
    found = next(g for g in match.groups() if g)
    return ord(found) - 0x245F if "①" <= found <= "⑤" else _ORDER.get(found) or int(found)
