"""Several battles told one after the other: each part read by itself, the Life Points kept through all of them."""

from __future__ import annotations

from kb.lang.later import later
from query.read.procedure.battle import part_of_battle
from query.read.procedure.model import Ask, Battle, Battles, Procedure, Side
from query.read.procedure.numbers import life_of, numbers_of
from query.read.procedure.words import Words

_CUT = later(r"[.;?!。；？！]|[,，]|\bthen\b|\band\b|然后|接着|再(?=用|让|以|直)|之后")


def read_battles(words: Words) -> Procedure | None:
    """Two or more battles; None if a part of them is not understood."""
    parts = _parts(words)
    if len(parts) < 2 or words.has("battle.unread") or words.has("battle.times"):
        return None
    found: list[Battle] = []
    life: list[tuple[Side, int]] = []
    side: Side = ""
    for start, end in parts:
        battle = part_of_battle(Words(words.text[start:end], words.lang, words.cues), side)
        if battle is None:
            return None
        side = battle.attacker
        found.append(battle)
    for number in numbers_of(words):
        if number.tag == "life":
            life += life_of(words, number)
        elif number.tag not in ("count", "zero") and not any(a <= number.start < b for a, b in parts):
            return None
    asks, what = _asks(words, parts[-1][1])
    if asks is None or not (asks or what):
        return None
    given = Battles(parts=tuple(found), life=tuple(life))
    return Procedure(topic="battle", lang=words.lang, given=given, asks=tuple(asks), yes_no=bool(asks))


def _parts(words: Words) -> list[tuple[int, int]]:
    """The stretches that each tell one attack: from the cut before its first word to the cut before the next."""
    asked = [(a, b) for a, b, _ in words.asked()]
    verbs = [m for m in words.cues.all("battle.attack", words.text) if not any(a <= m.start() < b for a, b in asked)]
    cuts = [0, *(m.end() for m in _CUT.finditer(words.text))]
    starts = sorted({max(c for c in cuts if c <= verb.start()) for verb in verbs})
    values = [n.start for n in numbers_of(words) if n.tag in ("atk", "def", "")]
    if not starts:
        return []
    starts = [s for s, e in zip(starts, [*starts[1:], len(words.text)], strict=True) if any(s <= v < e for v in values)]
    stop = min((a for a, _ in asked if starts and a > starts[-1]), default=len(words.text))
    return list(zip(starts, [*starts[1:], stop], strict=True)) if len(starts) > 1 else []


def _asks(words: Words, since: int) -> tuple[list[Ask] | None, bool]:
    found: list[Ask] = []
    what = words.text.rstrip().endswith(("?", "？"))
    for start, end, kind in words.asked():
        text = words.text[start:end]
        if kind == "what":
            continue
        if words.cues.has("say.lose", text):
            found.append(Ask(about="lose", of="own"))
        elif words.cues.has("say.live", text):
            found.append(Ask(about="live", of=words.side_before(end, start) or "own"))
        elif words.cues.has("say.win", text):
            found.append(Ask(about="win", of="own"))
        else:
            return None, what
    return found, what and since > 0
