"""A Chain that was read from a question: its order, which links are negated, a cost paid for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line
from query.calc.calculation import rules_of
from query.calc.told_situation import rule_texts
from query.read.procedure.model import Backwards, Negated, Paid, Procedure, Side, Turned


def answer_backwards(asked: Procedure, given: Backwards, law: Law) -> Computed:
    """The order in which the links resolve."""
    lang = asked.lang
    order = list(range(given.count, 0, -1))
    text = {
        "en": f"Chain Links {', '.join(map(str, order))}: the last one activated resolves first.",
        "zh": f"按连锁{'、'.join(map(str, order))}的顺序处理：最后发动的最先处理。",
    }
    return chain_answer(asked, "n/a", text[lang], ("chains.resolve-backwards",), f"{given.count}", law)


_WHO: dict[Side, dict[Lang, str]] = {"own": {"en": "you", "zh": "你"}, "opp": {"en": "the opponent", "zh": "对方"}}
_ALTERNATE = "fast-effect-timing.alternate-in-chain"


def answer_turned(asked: Procedure, given: Turned, law: Law) -> Computed:
    """Who may add the next link, and which it would be: the player who did not activate the last."""
    goes: Side = "own" if given.last == "opp" else "opp"
    lang, number = asked.lang, given.count + 1
    who, other = _WHO[goes][lang], _WHO[given.last][lang]
    text = {
        "en": f"{who[0].upper()}{who[1:]} may add Chain Link {number} first; only if {who} pass{'es' if goes == 'opp' else ''} "
        f"may {other} add it.",
        "zh": f"先由{who}决定是否追加连锁{number}，{who}放弃之后才轮到{other}。",
    }
    verdict = ("yes" if asked.asks[0].of == goes else "no") if asked.asks else "n/a"
    return chain_answer(asked, verdict, text[lang], (_ALTERNATE,), f"{given.count}: {given.last}", law)


def answer_negated(asked: Procedure, given: Negated, law: Law) -> Computed:
    """Which links resolve, the last first, and which do nothing."""
    lang = asked.lang
    dead = negated_links(given)
    left = [n for n in range(given.count, 0, -1) if n not in dead]
    idle = ", ".join(map(str, sorted(dead))) if lang == "en" else "、".join(map(str, sorted(dead)))
    do = "does" if len(dead) == 1 else "do"
    text = {
        "en": f"Chain Links {', '.join(map(str, left))} resolve in this order; Chain Link {idle} {do} nothing.",
        "zh": f"按连锁{'、'.join(map(str, left))}的顺序处理；连锁{idle}被无效，不适用效果。",
    }
    verdict = "n/a"
    if asked.asks:
        verdict = "no" if int(asked.asks[0].about) in dead else "yes"
    rules = ("negation.negated-effect-not-applied", "chains.example-negated-link", "chains.resolve-backwards")
    shown = f"{given.count}: " + ", ".join(f"{by} > {of}" for by, of in given.pairs)
    return chain_answer(asked, verdict, text[lang], rules, shown, law)


def negated_links(given: Negated) -> set[int]:
    """The links that do nothing."""
    return dead_links(given.pairs)


def dead_links(pairs: Sequence[tuple[int, int]]) -> set[int]:
    """The links that do nothing: from the last one down, one that is not negated itself negates its own."""
    dead: set[int] = set()
    for by, of in sorted(pairs, reverse=True):
        dead |= {of} if by not in dead else set()
    return dead


def answer_paid(asked: Procedure, given: Paid, law: Law) -> Computed | None:
    """What is left after a cost that is not given back; None where the law does not say that it is not."""
    lang = asked.lang
    left = given.start - given.cost
    text = {
        "en": f"{given.start}-{given.cost}={left} LP: a cost is not given back when the activation or effect is negated.",
        "zh": f"{given.start}-{given.cost}={left}基本分：发动或效果被无效，支付的cost也不返还。",
    }
    decision = law.decide({"act": "negate", "about": "cost"})
    if not decision.then or decision.then == "conflict":
        return None
    shown = f"{given.start} LP, -{given.cost}"
    return chain_answer(asked, "no" if asked.yes_no else "n/a", text[lang], rules_of(decision), shown, law)


def chain_answer(asked: Procedure, verdict: str, text: str, rules: tuple[str, ...], shown: str, law: Law) -> Computed:
    """An answer about a Chain with the entries it follows, the one that decides first."""
    told = rule_texts(rules, asked.lang, law)
    lines = tuple(Line(text=told.get(i, ""), rules=(i,)) for i in reversed(rules))
    return Computed(topic="chain", lang=asked.lang, verdict=cast("Verdict", verdict), text=text, steps=lines, understood=shown)
