"""A Chain that was read from a question: its order, what may answer what, Life Points along it, a cost paid for nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import cast

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line, Missing, Option
from query.calc.calculation import rules_of
from query.calc.chain import chain
from query.calc.told_situation import rule_texts
from query.read.procedure.model import Ask, Backwards, Life, Links, Negated, Paid, Procedure, Side

_CARD = {"counter": ("trap", "counter"), "quick-play": ("spell", "quick-play")}
_OPEN = {"trap": (2, 3), "spell": (1, 2), "monster-effect": (1, 2)}
_EFFECT = {"quick-effect": "quick", "ignition": "ignition", "trigger": "trigger", "flip": "flip"}


def answer_backwards(asked: Procedure, given: Backwards, law: Law) -> Computed:
    """The order in which the links resolve."""
    lang = asked.lang
    order = list(range(given.count, 0, -1))
    text = {
        "en": f"Chain Links {', '.join(map(str, order))}: the last one activated resolves first.",
        "zh": f"按连锁{'、'.join(map(str, order))}的顺序处理：最后发动的最先处理。",
    }
    return _computed(asked, "n/a", text[lang], ("chains.resolve-backwards",), f"{given.count}", law)


def answer_links(asked: Procedure, given: Links, law: Law) -> Computed | None:
    """Whether each link may answer the one before it; a single kind's Spell Speed; what may be the next link."""
    speeds = [speeds_of(kind, law) for kind in given.kinds]
    if not all(speeds):
        return None
    if given.next:
        return _next(asked, given, [s[0] for s in speeds], law) if all(len(s) == 1 for s in speeds) else None
    tried = [_links(asked, given, chosen, law) for chosen in product(*speeds)]
    found = [c for c in tried if c is not None]
    if len(found) < len(tried):
        return None
    if len({c.verdict for c in found}) == 1 and (asked.asks or len(found) == 1):
        return found[0]
    return _unsure(asked, given, found) if asked.asks else None


def _links(asked: Procedure, given: Links, speeds: Sequence[int], law: Law) -> Computed | None:
    lang = asked.lang
    done = chain([str(s) for s in speeds], simultaneous=given.simultaneous, law=law)
    if any(s.value == "depends" or s.value == "unknown" for s in done.steps):
        return None
    told = [s.text[lang] for s in done.steps[len(speeds) :]] or [done.result[lang]]
    start = {"yes": {"en": "Yes. ", "zh": "可以。"}, "no": {"en": "No. ", "zh": "不可以。"}}.get(done.verdict)
    rules = tuple(r for kind, s in zip(given.kinds, speeds, strict=True) for r in _speed_rules(kind, s, law))
    lines = [Line(text=s.text[lang], rules=s.rules or rules) for s in done.steps]
    return Computed(
        topic="chain",
        lang=lang,
        verdict=done.verdict,
        text=(start[lang] if start else "") + ("" if lang == "zh" else " ").join(told),
        steps=tuple(lines),
        understood=" → ".join(given.kinds),
    )


_FASTEST = 3


def _next(asked: Procedure, given: Links, speeds: Sequence[int], law: Law) -> Computed | None:
    """Which Spell Speeds may follow: each is tried as the next link."""
    tried = {s: chain([*map(str, speeds), str(s)], law=law) for s in range(1, _FASTEST + 1)}
    able = [s for s, done in tried.items() if done.verdict == "yes"]
    number, lang = len(speeds) + 1, asked.lang
    if any(done.verdict not in ("yes", "no") for done in tried.values()):
        return None
    shown = {"en": " or ".join(map(str, able)), "zh": "或".join(map(str, able))}[lang]
    text = {
        "en": f"Chain Link {number} has to be Spell Speed {shown}." if able else "This Chain may not be built.",
        "zh": f"连锁{number}必须是咒文速度{shown}。" if able else "这个连锁不能成立。",
    }[lang]
    done = tried[able[0] if able else _FASTEST]
    kinds = tuple(r for kind, s in zip(given.kinds, speeds, strict=True) for r in _speed_rules(kind, s, law))
    members = tuple(f"spell-speed.speed-{s}-members" for s in able if f"spell-speed.speed-{s}-members" in law.rules)
    texts = rule_texts(members, lang, law)
    lines = [Line(text=s.text[lang], rules=s.rules or kinds) for s in done.steps[: len(speeds)] if s.text[lang]]
    lines += [Line(text=texts[i], rules=(i,), decides=True) for i in members]
    said = " ".join([text, *texts.values()]) if lang == "en" else text + "".join(texts.values())
    understood = " → ".join([*given.kinds, "?"])
    return Computed(topic="chain", lang=lang, verdict="n/a", text=said, steps=tuple(lines), understood=understood)


def _unsure(asked: Procedure, given: Links, found: Sequence[Computed]) -> Computed:
    lang = asked.lang
    options = {c.verdict: Option(label=c.steps[0].text + c.steps[-1].text, verdict=c.verdict) for c in found}
    text = {
        "en": f"It depends on the Spell Speed: {found[0].text} {found[-1].text}",
        "zh": f"要看咒文速度：{found[0].text}{found[-1].text}",
    }
    ask = {"en": "What kind of card or effect is it exactly?", "zh": "具体是哪种卡或效果？"}[lang]
    on = {"en": "what is activated exactly", "zh": "发动的具体是什么"}[lang]
    missing = (Missing(fact="speed", told=on, question=ask, options=tuple(options.values())),)
    return replace(found[0], verdict="depends", text=text[lang], missing=missing, understood=" → ".join(given.kinds))


def speeds_of(kind: str, law: Law) -> tuple[int, ...]:
    """Spell Speeds that a kind of card or effect may have; none if it is no kind."""
    if kind in _OPEN:
        return _OPEN[kind]
    then = law.decide(_case(kind)).then
    return (int(then[-1]),) if then.startswith("speed-") else ()


def _case(kind: str) -> dict[str, object]:
    if kind in _EFFECT:
        return {"act": "speed", "card": {"type": "monster"}, "effect": {"kind": _EFFECT[kind]}}
    sort, _, type_ = kind.partition("-")
    type_, sort = _CARD.get(kind, (type_, sort))
    return {"act": "speed", "card": {"type": type_, "sort": sort}, "effect": {"kind": "activation"}}


def _speed_rules(kind: str, speed: int, law: Law) -> tuple[str, ...]:
    return (f"spell-speed.speed-{speed}-members",) if kind in _OPEN else rules_of(law.decide(_case(kind)))


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
    return _computed(asked, verdict, text[lang], rules, shown, law)


def negated_links(given: Negated) -> set[int]:
    """The links that do nothing: from the last one down, one that is not negated itself negates its own."""
    return _dead(given.pairs)


def _dead(pairs: Sequence[tuple[int, int]]) -> set[int]:
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
    return _computed(asked, "no" if asked.yes_no else "n/a", text[lang], rules_of(decision), shown, law)


_WHO: dict[str, dict[str, str]] = {"own": {"en": "you", "zh": "你"}, "opp": {"en": "your opponent", "zh": "对方"}}


def answer_life(asked: Procedure, given: Life, law: Law) -> Computed | None:
    """Life Points after each link, the last link first."""
    lang = asked.lang
    now, dead = dict(given.start), _dead(given.negated)
    parts, lost, over = [], "", 0
    for number, side, change in sorted(given.links, reverse=True):
        if over or side not in now:
            continue
        if number in dead:
            parts.append({"en": f"Chain Link {number}: negated", "zh": f"连锁{number}：被无效"}[lang])
            continue
        after = max(0, now[side] + change)
        who = f"{_WHO[side][lang]} " if len(now) > 1 else ""
        parts.append(
            {
                "en": f"Chain Link {number}: {who}{now[side]}{change:+d}={after}",
                "zh": f"连锁{number}：{who.strip()}{now[side]}{change:+d}={after}",
            }[lang]
        )
        now[side] = after
        if not after:
            lost, over = side, number
    if not parts:
        return None
    verdict: Verdict = "n/a"
    if asked.asks:
        verdict = "yes" if _holds(asked.asks[0], now, lost) else "no"
    text = ("; " if lang == "en" else "；").join(parts) + ("." if lang == "en" else "。") + _ended(lost, over, now, lang)
    rules = (
        *(("winning.lp-zero-mid-resolution",) if lost else ()),
        *(("negation.negated-effect-not-applied",) if dead else ()),
        "chains.resolve-backwards",
    )
    return _computed(asked, verdict, text, rules, f"{dict(given.start)} LP: {given.links}", law)


def _holds(ask: Ask, now: Mapping[Side, int], lost: str) -> bool:
    if ask.about.startswith("equals "):
        side = ask.of if ask.of in now else next(iter(now))
        return not lost and now[cast("Side", side)] == int(ask.about.split()[1])
    return (ask.about == "live") == (lost != (ask.of or "own"))


def _ended(lost: str, over: int, now: Mapping[Side, int], lang: Lang) -> str:
    """Who has lost, or what the players of whom it was told are left with."""
    if lost:
        return {
            "en": f" At 0 {_WHO[lost]['en']} lost the Duel at once; nothing after Chain Link {over} is resolved."
            + "".join(f" {_WHO[s]['en'].capitalize()} {'have' if s == 'own' else 'has'} {n} LP." for s, n in now.items() if n),
            "zh": f"{_WHO[lost]['zh']}的基本分变成0的瞬间就败北，连锁{over}之后不再处理。"
            + "".join(f"{_WHO[s]['zh']}剩{n}。" for s, n in now.items() if n),
        }[lang]
    if len(now) < 2:
        return ""
    told = [f"{_WHO[s]['en']} {n}" if lang == "en" else f"{_WHO[s]['zh']}{n}" for s, n in now.items()]
    return {"en": f" In the end: {', '.join(told)}.", "zh": f"最后：{'，'.join(told)}。"}[lang]


def _computed(asked: Procedure, verdict: str, text: str, rules: tuple[str, ...], shown: str, law: Law) -> Computed:
    told = rule_texts(rules, asked.lang, law)
    lines = tuple(Line(text=told.get(i, ""), rules=(i,)) for i in reversed(rules))
    return Computed(topic="chain", lang=asked.lang, verdict=cast("Verdict", verdict), text=text, steps=lines, understood=shown)
