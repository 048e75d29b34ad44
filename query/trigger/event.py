"""What a question says has happened to a card whose effect it asks about."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.lang.later import later
from kb.model import Span
from query.card.links import CardMention
from query.trigger.cues import Cues, Spoken, Telling

_CARD = later("[\ue000-\ue003]")
_IT = later(r"\b(?:it|that card|that monster|this card)\b|\b(?:she|he)(?=(?:'s| is| gets| was)\b)|它|这张卡")
_NUMBERS = {"first": 1, "second": 2, "third": 3, "fourth": 4} | {c: n for n, c in enumerate("一二三四", 1)}
MOST_CARDS = 2
"""Cards that may be named: the one asked about, and one that does something to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """A question whether an effect of a card triggers on what happens to it."""

    card: str
    """Its id."""
    other: str = ""
    """Id of the card that does it; empty where none is named."""
    other_does: bool = False
    """Whether it is said that the other card does it."""
    facts: Mapping[str, str]
    number: int = 0
    """The effect that is named; 0 for none."""
    told: bool = False
    """Whether it is told which effect is meant."""
    misses: bool = False
    """Whether it is asked if the effect misses its timing."""
    triggers: bool = False
    """Whether it is asked if an effect triggers, and not only if one may be activated."""


def read_event(text: str, lang: str, mentions: Sequence[CardMention], cues: Cues) -> Happened | None:
    """What a question tells of a card whose effect it asks about; None where it asks something else, or tells more."""
    ids = tuple(dict.fromkeys(m.card for m in mentions))
    if not ids or not all(ids) or len(ids) > MOST_CARDS:
        return None
    spoken = cues.spoken("zh" if lang == "zh" else "en")
    plain = _plain(text, [(m.span, ids.index(m.card)) for m in mentions])
    asked = _asked(plain, spoken)
    if asked is None:
        return None
    told, subject = asked
    named = _CARD.search(subject["subject"] or "")
    tried = [ord(named[0]) - 0xE000] if named else range(len(ids))
    found = [(n, facts) for n in tried if (facts := _told(_marked(told, n), spoken, cues)) is not None]
    if len(found) != 1:
        return None
    number, facts = found[0]
    other = next((i for n, i in enumerate(ids) if n != number), "")
    does = facts.pop("other", "") == "does"
    return Happened(
        card=ids[number],
        other=other,
        other_does=does,
        facts=facts,
        number=_number(subject),
        told=_is_told(subject),
        misses=bool(subject.groupdict().get("misses")),
        triggers=bool(spoken.triggers.search(subject[0])),
    )


def _asked(plain: str, spoken: Spoken) -> tuple[str, re.Match[str]] | None:
    """What a question tells besides asking whether an effect triggers, and the words that ask."""
    end = plain.rstrip(" ?？。.!")
    for pattern in spoken.asks:
        ending = [m for m in _endings(pattern, end) if m.end() == len(end) and m.start()]
        if ending:
            return end[: ending[0].start()], ending[0]
        if match := pattern.match(end):
            rest = end[match.end() :]
            if joined := spoken.joined.match(rest):
                return _with_name(rest[joined.end() :], match), match
    return None


def _endings(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Every match that reaches the end of the text, the longest first."""
    whole = later(rf"(?:{pattern.pattern})$")
    first = whole.search(text)
    return [first] if first else []


def _with_name(told: str, asking: re.Match[str]) -> str:
    """What happens, with the card for "it" where the asking words alone name the card."""
    named = _CARD.search(asking["subject"] or "")
    return _for_it(told, named[0]) if named and named[0] not in told else told


def _for_it(told: str, name: str) -> str:
    """With the name for the first "it", if no other card is named before that."""
    match = _IT.search(told)
    meant = match and not _CARD.search(told, 0, match.start()) and "&" not in told[: match.start()]
    if match is None and not _CARD.search(told) and "&" not in told:
        return f"{name} {told}"
    return _IT.sub(name, told, count=1) if meant else told


def _marked(told: str, number: int) -> str:
    """With @ for the card asked about, & for the other."""
    return _CARD.sub(lambda m: "@" if ord(m[0]) - 0xE000 == number else "&", told)


def _told(told: str, spoken: Spoken, cues: Cues) -> dict[str, str] | None:
    """The facts of an event; None where none is told, or something is told that is not understood."""
    told = told if "@" in told else _for_it(told, "@")
    whose = _whose(told, spoken)
    facts: dict[str, str] = {}
    rest = told
    for telling in spoken.events:
        rest, found = _taken(telling, rest, cues)
        if found is not None and facts and facts["what"] != found.get("what", facts["what"]):
            return None
        if found is not None and facts.get("goal", "gy") not in ("gy", found.get("goal", "gy")):
            return None
        goal = (found or {}).get("goal", "gy")
        facts = (found or {}) | facts | ({"goal": goal} if goal != "gy" else {})
    for telling in spoken.besides:
        before = rest
        rest, found = _taken(telling, rest, cues)
        if "&" in before and "&" not in rest:
            facts["other"] = "does"
        facts |= {k: v for k, v in (found or {}).items() if k not in facts or k == "as"}
    if (
        "what" not in facts
        or "@" not in told
        or "&" in rest
        or spoken.doing.search(rest)
        or re.sub(r"[@&,.;:!?'，。、 …-]", "", spoken.filler.sub("", rest))
    ):
        return None
    if whose and "whose" not in facts:
        facts["whose"] = whose
    return _settled(facts)


def _taken(telling: Telling, rest: str, cues: Cues) -> tuple[str, dict[str, str] | None]:
    """The text without what was told, and what that is."""
    match = telling.pattern.search(rest)
    if match is None:
        return rest, None
    groups = {k.rstrip("_"): cues.words.get(v, v) for k, v in match.groupdict().items() if v}
    left = " @ " if "@" in match[0] else " "
    return rest[: match.start()] + left + rest[match.end() :], {**telling.facts, **groups}


def _whose(told: str, spoken: Spoken) -> str:
    """Who does it, as the player of the card sees it; empty where that is not said."""
    turned = bool(spoken.owner_theirs.search(told))
    plain = spoken.owner_theirs.sub("@", told)
    found = next((who for who in ("theirs", "mine") if spoken.doers[who].search(plain)), "")
    return {"theirs": "mine", "mine": "theirs"}.get(found, "") if turned else found


def _settled(facts: dict[str, str]) -> dict[str, str]:
    """With what follows from what is told."""
    if facts["what"] != "moved":
        return facts
    facts = {"destroyed": "no", "tributed": "no", "discarded": "no", "material": "none"} | facts
    if facts["destroyed"] == "yes" or facts["material"] in ("link", "synchro", "xyz"):
        facts.setdefault("origin", "field")
    if facts["destroyed"] == "no":
        facts.pop("by", None)
    elif "by" in facts:
        facts.setdefault("as", facts["by"])
    return facts


def _is_told(asking: re.Match[str]) -> bool:
    return any(v for k, v in asking.groupdict().items() if k.rstrip("_") == "told") or " last effect" in asking[0]


def _number(asking: re.Match[str]) -> int:
    found = next((v for k, v in asking.groupdict().items() if k in ("by", "own", "its") and v), "")
    return ord(found) - 0x245F if "①" <= found <= "⑤" else _NUMBERS.get(found) or int(found or 0)


def _plain(text: str, named: Sequence[tuple[Span, int]]) -> str:
    """The question in small letters, its names as tokens, quotes and brackets left out."""
    for span, number in sorted(named, reverse=True):
        text = f"{text[: span.start]}{chr(0xE000 + number)}{text[span.end :]}"
    plain = re.sub(r"[\"“”「」『』《》【】]", "", text.lower().replace("’", "'"))
    return re.sub(r"\s+", " ", plain).strip()
