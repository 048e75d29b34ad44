"""Effects that met their timing together, put on a Chain: the place of each by the digest's rules."""

from __future__ import annotations

import itertools

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line
from query.calc.calculation import rules_of
from query.calc.told_situation import rule_texts
from query.read.procedure.model import Order, Procedure, Triggered

Placed = tuple[int, Triggered, tuple[str, ...]]


def answer_order(asked: Procedure, given: Order, law: Law) -> Computed | None:
    """Which Chain Link each effect is; None where the law does not say where one goes."""
    lang = asked.lang
    placed = place(given, law)
    if not all(number for number, _, _ in placed):
        return None
    verdict = _verdict(asked, given, placed)
    if verdict is None:
        return None
    parts = []
    for number, (_, effect, _) in enumerate(placed, 1):
        parts.append(_named(number, effect, given, lang))
    ids = tuple(dict.fromkeys(i for _, _, rules in placed for i in rules))
    texts = rule_texts(ids, lang, law)
    note = _free(placed, lang)
    text = ("; " if lang == "en" else "；").join(parts) + ("." if lang == "en" else "。") + note
    return Computed(
        topic="order",
        lang=lang,
        verdict=verdict,
        text=text,
        steps=tuple(Line(text=texts[i], rules=(i,)) for i in ids if i in texts),
        understood=text,
    )


def place(given: Order, law: Law) -> list[Placed]:
    """The effects in the order of their links, each with its place and the rules that give it."""
    found: list[Placed] = []
    for effect in given.effects:
        card: dict[str, object] = {"public": effect.public or effect.revealed}
        if effect.revealed:
            card = {"public": False, "revealed": True}
        facts = {"effect": {"mandatory": effect.mandatory}, "turn_player": effect.owner == given.turn, "card": card}
        decision = law.decide({"act": "order", **facts})
        number = int(decision.then.removeprefix("place-")) if decision.then.startswith("place-") else 0
        found.append((number, effect, rules_of(decision)))
    return sorted(found, key=lambda p: p[0])


def _named(number: int, effect: Triggered, given: Order, lang: Lang) -> str:
    whose = {"own": {"en": "yours", "zh": "你的"}, "opp": {"en": "the opponent's", "zh": "对方的"}}[effect.owner][lang]
    kind = {True: {"en": "mandatory", "zh": "必发"}, False: {"en": "optional", "zh": "选发"}}[effect.mandatory][lang]
    place_ = "" if effect.public or effect.revealed else {"en": ", hidden card", "zh": "（非公开）"}[lang]
    return {"en": f"Chain Link {number}: {whose} ({kind}{place_})", "zh": f"连锁{number}：{whose}{kind}效果{place_}"}[lang]


def _free(placed: list[Placed], lang: Lang) -> str:
    same = any(a[0] == b[0] for a, b in itertools.pairwise(placed))
    if not same:
        return ""
    return {"en": " Effects of one group: their player chooses the order.", "zh": "同一组内的效果由该玩家自己决定顺序。"}[lang]


def _verdict(asked: Procedure, given: Order, placed: list[Placed]) -> Verdict | None:
    if not asked.asks:
        return "n/a"
    if asked.asks[0].about == "choose":
        groups = {(p[0], p[1].owner) for p in placed}
        return "yes" if len(groups) == 1 and placed[0][1].owner == "own" else None
    if not given.asked or not given.asked_of:
        return None
    possible = set()
    for number, (group, effect, _) in enumerate(placed, 1):
        if effect.owner == given.asked_of:
            possible.add(number)
        _ = group
    return "yes" if given.asked[0] in possible else "no"
