"""Effects that met their timing together, put on a Chain: the place of each by the digest's rules."""

from __future__ import annotations

import itertools
from dataclasses import replace

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line, Missing, Option
from query.calc.calculation import rules_of
from query.calc.told_situation import rule_texts
from query.read.procedure.cues import OtherOrder
from query.read.procedure.model import SIDES, Order, Procedure, Triggered

Placed = tuple[int, Triggered, tuple[str, ...]]


def answer_order(asked: Procedure, given: Order, law: Law) -> Computed | None:
    """Which Chain Link each effect is; None where the law does not say where one goes."""
    if given.turn:
        return _answer(asked, given, law)
    mine, his = (_answer(asked, replace(given, turn=side), law) for side in SIDES)
    if mine is None or his is None:
        return None
    if (mine.text, mine.verdict) == (his.text, his.verdict):
        return mine
    return _whose_turn(asked.lang, mine, his, alike=_alike(given))


def _alike(given: Order) -> bool:
    """Whether both players have the same: whoever's turn it is, the order is told as well by who the turn player is."""
    own, opp = (sorted((e.mandatory, e.public, e.revealed) for e in given.effects if e.owner == side) for side in SIDES)
    return own == opp


def _whose_turn(lang: Lang, mine: Computed, his: Computed, *, alike: bool) -> Computed:
    names = {"en": ("On your turn", "On the opponent's turn"), "zh": ("你的回合", "对方的回合")}[lang]
    gap, colon = (" ", ": ") if lang == "en" else ("", "：")
    missing = Missing(
        fact="turn",
        told={"en": "whose turn it is", "zh": "是谁的回合"}[lang],
        question={"en": "Whose turn is it?", "zh": "是谁的回合？"}[lang],
        options=(Option(label=names[0], verdict=mine.verdict), Option(label=names[1], verdict=his.verdict)),
    )
    return replace(
        mine,
        verdict=mine.verdict if mine.verdict == his.verdict and (alike or mine.verdict != "n/a") else "depends",
        text=f"{names[0]}{colon}{mine.text}{gap}{names[1]}{colon}{his.text}",
        steps=tuple(dict.fromkeys((*mine.steps, *his.steps))),
        missing=(missing,),
    )


def _answer(asked: Procedure, given: Order, law: Law) -> Computed | None:
    lang = asked.lang
    chosen = next((o for o in given.others if o.id == given.by), None)
    placed = _grouped(given, chosen) if chosen else place(given, law)
    if not all(number for number, _, _ in placed):
        return None
    verdict = _verdict(asked, given, placed)
    if verdict is None:
        return None
    ids = tuple(dict.fromkeys(i for _, _, rules in placed for i in rules))
    texts = rule_texts(ids, lang, law)
    lines = [Line(text=texts[i], rules=(i,), decides=True) for i in ids if i in texts]
    text = _chain_told(placed, lang) + _free(placed, lang)
    beside = ids if chosen else ()
    if chosen:
        today = _chain_told(place(given, law), lang)
        text = {"en": f"{chosen.en}: {text} In force now: {today}", "zh": f"{chosen.zh}：{text}现在：{today}"}[lang]
    else:
        more = _differences(given, placed, lang, law)
        beside = tuple(i for line in more for i in line.rules)
        lines += more
    return Computed(topic="order", lang=lang, verdict=verdict, text=text, steps=tuple(lines), understood=text, beside=beside)


def _chain_told(placed: list[Placed], lang: Lang) -> str:
    parts = [_named(number, effect, lang) for number, (_, effect, _) in enumerate(placed, 1)]
    return ("; " if lang == "en" else "；").join(parts) + ("." if lang == "en" else "。")


def _differences(given: Order, placed: list[Placed], lang: Lang, law: Law) -> list[Line]:
    """What another document's order makes of the same effects, where that is another order and its entry is in force."""
    found = []
    for other in given.others:
        theirs = _grouped(given, other)
        if [e for _, e, _ in theirs] == [e for _, e, _ in placed] or other.rule not in law.rules or other.rule in law.corrected:
            continue
        told = _chain_told(theirs, lang)
        text = {
            "en": f"{other.en}, which the rule above prevails over: {told}",
            "zh": f"{other.zh}（以上面的规则为准）：{told}",
        }
        found.append(Line(text=text[lang], rules=(other.rule,)))
    return found


def _grouped(given: Order, other: OtherOrder) -> list[Placed]:
    """The effects in the groups of another document's order; 0 for one that is in none of them."""
    found: list[Placed] = []
    for effect in given.effects:
        facts = {"turn_player": effect.owner == given.turn, "mandatory": effect.mandatory, "public": effect.public}
        number = next((n for n, g in enumerate(other.groups, 1) if all(facts[k] == v for k, v in g.items())), 0)
        found.append((number, effect, (other.rule,)))
    return sorted(found, key=lambda p: p[0])


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


def _named(number: int, effect: Triggered, lang: Lang) -> str:
    whose = {"own": {"en": "yours", "zh": "你的"}, "opp": {"en": "the opponent's", "zh": "对方的"}}[effect.owner][lang]
    kind = {True: {"en": "mandatory", "zh": "必发"}, False: {"en": "optional", "zh": "选发"}}[effect.mandatory][lang]
    place_ = "" if effect.public or effect.revealed else {"en": ", hidden card", "zh": "（非公开）"}[lang]
    return {"en": f"Chain Link {number}: {whose} ({kind}{place_})", "zh": f"连锁{number}：{whose}{kind}效果{place_}"}[lang]


def _free(placed: list[Placed], lang: Lang) -> str:
    same = any(a[0] == b[0] for a, b in itertools.pairwise(placed))
    if not same:
        return ""
    return {
        "en": " Effects of one group: their player chooses the order; the later link resolves first.",
        "zh": "同一组内的效果由该玩家自己决定顺序，连锁数大的先处理。",
    }[lang]


def _verdict(asked: Procedure, given: Order, placed: list[Placed]) -> Verdict | None:
    if not asked.asks:
        return "n/a"
    if asked.asks[0].about == "choose":
        theirs = [p for p in placed if p[1].owner == asked.asks[0].of]
        groups = {number for number, _, _ in theirs}
        return ("yes" if len(theirs) > 1 else None) if len(groups) == 1 else "no" if not theirs else None
    if not given.asked or not given.asked_of:
        return None
    wanted = len(placed) if given.asked[0] == -1 else given.asked[0]
    return _may_be(placed, wanted, given)


def _may_be(placed: list[Placed], wanted: int, given: Order) -> Verdict | None:
    """Whether the effect asked about is that link; None where its player may choose so or otherwise."""
    mine = [e for _, e, _ in placed if e.owner == given.asked_of and given.asked_kind in (None, e.mandatory)]
    if not mine or not 1 <= wanted <= len(placed):
        return None
    _, at, _ = placed[wanted - 1]
    return "yes" if at in mine else "no"
