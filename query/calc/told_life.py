"""Life Points along a Chain, worked out: costs, what each link does, what is left of it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import cast

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed
from query.calc.calculation import rules_of
from query.calc.told_chain import chain_answer, dead_links
from query.calc.told_situation import rule_texts
from query.read.procedure.model import Ask, Boosted, Life, Procedure, Side

_WHO: dict[str, dict[str, str]] = {"own": {"en": "you", "zh": "你"}, "opp": {"en": "your opponent", "zh": "对方"}}


def answer_life(asked: Procedure, given: Life, law: Law) -> Computed | None:
    """Life Points after each link, the last link first; costs were paid before. None where a cost cannot have been
    paid, or an odd number is halved."""
    lang = asked.lang
    now, dead = dict(given.start), _without(given)
    parts, lost, over = _costs(given, now, lang), "", 0
    if any(n < 1 for n in now.values()):
        return None
    links: list[tuple[int, Side, int | None]] = [*given.links, *((n, "", 0) for n in _silent(given, dead))]
    for number, group in itertools.groupby(sorted(links, key=lambda link: -link[0]), key=lambda link: link[0]):
        if lost:
            break
        if number in dead:
            parts.append({"en": f"Chain Link {number}: {dead[number][0]}", "zh": f"连锁{number}：{dead[number][1]}"}[lang])
            continue
        still = any(of == number and by not in dead for by, of in given.removed)
        for _, side, change in group:
            if change is None and now.get(side, 0) % 2:  # no source says which way half of an odd number is rounded
                return None
            if side in now:
                parts.append(_hit(number, side, now, change, lang, still=still))
        beaten = [s for s, value in now.items() if not value]
        lost, over = ("both" if len(beaten) > 1 else beaten[0], number) if beaten else ("", 0)
    if not parts or (asked.asks and not _known(asked.asks[0], now, lost)):
        return None
    verdict: Verdict = "n/a"
    if asked.asks:
        verdict = "yes" if _holds(asked.asks[0], now, lost, set(dead) | set(range(over))) else "no"
    told_last = parts[-1].endswith(f"={next(iter(now.values()))}")
    start = _SAID.get((asked.asks[0].about, verdict), {}).get(lang, "") if asked.asks else ""
    text = (
        start
        + ("; " if lang == "en" else "；").join(parts)
        + ("." if lang == "en" else "。")
        + _ended(lost, over, now, lang, told_last)
    )
    kept = law.decide({"act": "negate", "about": "cost"}) if given.paid and given.negated else None
    gone = law.decide(_NEGATED_CARD) if given.where and given.negated else None
    if gone is not None:
        text += (" " if lang == "en" else "") + " ".join(rule_texts(rules_of(gone), lang, law).values())
    rules = (
        *((_DRAW if lost == "both" else _ZERO,) if lost else ()),
        *(("negation.negated-effect-not-applied",) if dead_links(given.negated) else ()),
        *((_LEFT,) if any(n in dead for n in given.fallen) else ()),
        *((_MOVED,) if any(of not in dead and by not in dead for by, of in given.removed) else ()),
        *(rules_of(kept) if kept else ()),
        *(rules_of(gone) if gone else ()),
        "chains.resolve-backwards",
    )
    return chain_answer(asked, verdict, text, rules, f"{dict(given.start)} LP: {given.links}", law)


_SAID: dict[tuple[str, str], dict[str, str]] = {
    ("refund", "no"): {"en": "No. ", "zh": "不返还。"},
    ("applies", "yes"): {"en": "Yes. ", "zh": "会。"},
    ("applies", "no"): {"en": "No. ", "zh": "不会。"},
}
_ZERO = "winning.lp-zero-mid-resolution"
_DRAW = "winning.draw-both-lp-zero"
_LEFT = "spells-traps-tokens.continuous-spell-destroyed-in-chain"
_MOVED = "effect-handling.resolves-after-moving"
_NEGATED_CARD: dict[str, object] = {"act": "negate", "about": "card", "effect": {"kind": "activation", "negated": "activation"}}


def answer_boosted(asked: Procedure, given: Boosted, law: Law) -> Computed:
    """The value after the Chain: with the change if Chain Link 1 does what it says, without it if not."""
    lang, dead = asked.lang, _without(given)
    after = given.base if 1 in dead else max(0, given.base + given.amount)
    of = {"en": given.of.upper(), "zh": "攻击力" if given.of == "atk" else "守备力"}[lang]
    why = dead.get(1, ("it resolves", "照常处理"))
    result = {"en": "is not applied", "zh": "不适用"}[lang] if 1 in dead else f"={after}"
    verdict: Verdict = "n/a"
    if asked.asks:
        verdict = "yes" if int(asked.asks[0].about.split()[1]) == after else "no"
    text = {
        "en": f"{of} {after}. Chain Link 1: {why[0]}, {given.base}{given.amount:+d} {result}.",
        "zh": f"{of}{after}。连锁1{why[1]}，{given.base}{given.amount:+d}{result}。",
    }[lang]
    rules = (
        *(("negation.negated-effect-not-applied",) if dead_links(given.negated) else ()),
        *((_LEFT,) if given.removed and 1 in given.fallen else ()),
        *((_MOVED,) if given.removed and 1 not in given.fallen else ()),
        "chains.resolve-backwards",
    )
    return chain_answer(asked, verdict, text, rules, f"{of} {given.base}{given.amount:+d}", law)


def _without(given: Life | Boosted) -> dict[int, tuple[str, str]]:
    """The links that do nothing, each with why, in English and Chinese; one that does nothing undoes none."""
    dead: dict[int, tuple[str, str]] = {}
    undone = [(by, of, True) for by, of in given.negated] + [(by, of, False) for by, of in given.removed]
    for by, of, negated in sorted(undone, reverse=True):
        if by in dead:
            continue
        if negated:
            dead[of] = ("negated", "被无效")
        elif of in given.fallen:
            dead.setdefault(of, ("its card has left the field, so it does nothing", "那张卡已离场，效果不适用"))
    return dead


def _silent(given: Life, dead: Mapping[int, object]) -> list[int]:
    """Links without numbers that are told to do nothing."""
    return [n for n in dead if n not in {number for number, _, _ in given.links}]


def _hit(number: int, side: Side, now: dict[Side, int], change: int | None, lang: Lang, *, still: bool) -> str:
    """What a link does to a player's Life Points, and does it."""
    before, now[side] = now[side], now[side] // 2 if change is None else max(0, now[side] + change)
    by = "/2" if change is None else f"{change:+d}"
    who = f"{_WHO[side][lang]} " if len(now) > 1 else ""
    gone = {"en": " (its card is gone, it resolves all the same)", "zh": "（卡已离场，效果照样处理）"}[lang] if still else ""
    return {
        "en": f"Chain Link {number}{gone}: {who}{before}{by}={now[side]}",
        "zh": f"连锁{number}{gone}：{who.strip()}{before}{by}={now[side]}",
    }[lang]


def _costs(given: Life, now: dict[Side, int], lang: Lang) -> list[str]:
    """What was paid, taken off the Life Points there were."""
    parts = []
    for side, value in given.paid:
        if side in now:
            after = now[side] - value
            who = f"{_WHO[side][lang]} " if len(now) > 1 else ""
            back = {"en": " (it does not come back)", "zh": "（不返还）"}[lang] if given.negated else ""
            parts.append({"en": f"Cost: {who}{now[side]}-{value}={after}{back}",
                          "zh": f"cost：{who.strip()}{now[side]}-{value}={after}{back}"}[lang])  # fmt: skip
            now[side] = after
    return parts


def _known(ask: Ask, now: Mapping[Side, int], lost: str) -> bool:
    """Whether what is asked can be told of the players whose Life Points are known."""
    if ask.about == "draw":
        return len(now) > 1
    if ask.about in ("live", "lose"):
        return (ask.of or "own") in now and not (lost == "both" and ask.about == "live")
    return True


def _holds(ask: Ask, now: Mapping[Side, int], lost: str, dead: set[int]) -> bool:
    if ask.about == "refund":
        return False
    if ask.about == "grave":
        return True
    if ask.about == "draw":
        return lost == "both"
    if ask.about == "applies":
        return int(ask.of) not in dead
    if ask.about.startswith("equals "):
        side = ask.of if ask.of in now else next(iter(now))
        return not lost and now[cast("Side", side)] == int(ask.about.split()[1])
    return (ask.about == "live") == (lost != (ask.of or "own"))


def _ended(lost: str, over: int, now: Mapping[Side, int], lang: Lang, told_last: bool = False) -> str:
    """Who has lost, or what the players of whom it was told are left with; for one player only if that was not told last."""
    if lost == "both":
        return {
            "en": " Both players' Life Points are 0 at the same moment: the Duel is a draw.",
            "zh": "双方基本分同时变成0，决斗平局。",
        }[lang]
    if lost:
        return {
            "en": f" At 0 {_WHO[lost]['en']} lost the Duel at once; nothing after Chain Link {over} is resolved."
            + "".join(f" {_WHO[s]['en'].capitalize()} {'have' if s == 'own' else 'has'} {n} LP." for s, n in now.items() if n),
            "zh": f"{_WHO[lost]['zh']}的基本分变成0的瞬间就败北，连锁{over}之后不再处理。"
            + "".join(f"{_WHO[s]['zh']}剩{n}。" for s, n in now.items() if n),
        }[lang]
    if len(now) < 2 and told_last:
        return ""
    told = [f"{_WHO[s]['en']} {n}" if lang == "en" else f"{_WHO[s]['zh']}{n}" for s, n in now.items()]
    return {"en": f" In the end: {', '.join(told)}.", "zh": f"最后：{'，'.join(told)}。"}[lang]
