"""A Chain that was read from a question: its order, what may answer what, Life Points along it, a cost paid for nothing."""

from __future__ import annotations

from typing import cast

from kb.law.decide import decide_case
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line
from query.calc.calculation import rules_of
from query.calc.chain import chain
from query.calc.told_situation import rule_texts
from query.read.procedure.model import Backwards, Life, Links, Paid, Procedure

_CARD = {"counter": ("trap", "counter"), "quick-play": ("spell", "quick-play")}
_EFFECT = {"quick-effect": "quick", "ignition": "ignition", "trigger": "trigger", "flip": "flip"}


def answer_backwards(asked: Procedure, given: Backwards) -> Computed:
    """The order in which the links resolve."""
    lang = asked.lang
    order = list(range(given.count, 0, -1))
    text = {"en": f"Chain Links {', '.join(map(str, order))}: the last one activated resolves first.",
            "zh": f"按连锁{'、'.join(map(str, order))}的顺序处理：最后发动的最先处理。"}
    return _computed(asked, "n/a", text[lang], ("chains.resolve-backwards",), f"{given.count}")


def answer_links(asked: Procedure, given: Links) -> Computed | None:
    """Whether each link may answer the one before it."""
    lang = asked.lang
    speeds = [speed_of(kind) for kind in given.kinds]
    if any(s is None for s in speeds):
        return None
    done = chain([str(s) for s in speeds], simultaneous=given.simultaneous)
    lines = tuple(Line(text=s.text[lang], rules=s.rules) for s in done.steps)
    names = [s.text[lang] for s in done.steps[len(speeds) :]]
    start = {"yes": {"en": "Yes. ", "zh": "可以。"}, "no": {"en": "No. ", "zh": "不可以。"}}[done.verdict][lang]
    return Computed(
        topic="chain",
        lang=lang,
        verdict=done.verdict,
        text=start + ("" if lang == "zh" else " ").join(names),
        steps=lines,
        assumed=_assumed(given, lang),
        understood=" → ".join(given.kinds),
    )


def speed_of(kind: str) -> int | None:
    """Spell Speed of a kind of card or effect; None if the name alone does not tell it."""
    if kind in _EFFECT:
        case: dict[str, object] = {"card": {"type": "monster"}, "effect": {"kind": _EFFECT[kind]}}
    else:
        sort, _, type_ = kind.partition("-")
        type_, sort = _CARD.get(kind, (type_, sort))
        if kind == "trap":
            type_, sort = "trap", "normal"
        if type_ not in ("spell", "trap"):
            return None
        case = {"card": {"type": type_, "sort": sort}, "effect": {"kind": "activation"}}
    then = decide_case({"act": "speed", **case}).then
    return int(then[-1]) if then.startswith("speed-") else None


def _assumed(given: Links, lang: Lang) -> tuple[str, ...]:
    if "trap" not in given.kinds:
        return ()
    return ({"en": "the Trap is not a Counter Trap", "zh": "那张陷阱不是反击陷阱"}[lang],)


def answer_paid(asked: Procedure, given: Paid) -> Computed:
    """What is left after a cost that is not given back."""
    lang = asked.lang
    left = given.start - given.cost
    text = {"en": f"{given.start}-{given.cost}={left} LP: a cost is not given back when the activation or effect is negated.",
            "zh": f"{given.start}-{given.cost}={left}基本分：发动或效果被无效，支付的cost也不返还。"}
    decision = decide_case({"act": "negate", "about": "cost"})
    shown = f"{given.start} LP, -{given.cost}"
    return _computed(asked, "no" if asked.yes_no else "n/a", text[lang], rules_of(decision), shown)


def answer_life(asked: Procedure, given: Life) -> Computed | None:
    """Life Points after each link, the last link first."""
    lang = asked.lang
    now, parts, lost = given.start, [], 0
    for number, change in sorted(given.links, reverse=True):
        if not change:
            continue
        after = max(0, now + change)
        sign = f"{change:+d}"
        parts.append({"en": f"Chain Link {number}: {now}{sign}={after}", "zh": f"连锁{number}：{now}{sign}={after}"}[lang])
        now = after
        if not now:
            lost = number
            break
    if not parts:
        return None
    verdict: Verdict = "n/a"
    if asked.asks:
        verdict = "yes" if (asked.asks[0].about == "live") == (not lost) else "no"
    end = {"en": f" At 0 the Duel is lost at once; nothing after Chain Link {lost} helps.", "zh": f"变成0的瞬间就败北，连锁{lost}之后的处理没有意义。"}
    text = ("; " if lang == "en" else "；").join(parts) + ("." if lang == "en" else "。") + (end[lang] if lost else "")
    rules = (*(("winning.lp-zero-mid-resolution",) if lost else ()), "chains.resolve-backwards")
    return _computed(asked, verdict, text, rules, f"{given.start} LP: {given.links}")


def _computed(asked: Procedure, verdict: str, text: str, rules: tuple[str, ...], shown: str) -> Computed:
    told = rule_texts(rules, asked.lang)
    lines = tuple(Line(text=told[i], rules=(i,)) for i in reversed(rules) if i in told)
    return Computed(topic="chain", lang=asked.lang, verdict=cast("Verdict", verdict), text=text, steps=lines, understood=shown)
