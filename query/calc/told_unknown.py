"""A battle whose attacked monster has a value that nobody told: what is asked for each range of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line, Missing, Option
from query.calc.fought import Fought, fight
from query.calc.understood import understood
from query.read.procedure.model import Ask, Battle, Procedure

_MOST = 9999
_OUTCOMES: dict[tuple[str, Verdict], dict[Lang, str]] = {
    ("lose", "yes"): {"en": "you lose the Duel", "zh": "你输掉决斗"},
    ("lose", "no"): {"en": "you survive", "zh": "你活下来"},
    ("win", "yes"): {"en": "you win the Duel", "zh": "你赢得决斗"},
    ("win", "no"): {"en": "the opponent survives", "zh": "对方活下来"},
    ("destroyed", "yes"): {"en": "it is destroyed", "zh": "会被破坏"},
    ("destroyed", "no"): {"en": "it is not destroyed", "zh": "不会被破坏"},
    ("damage", "yes"): {"en": "there is battle damage", "zh": "有战斗伤害"},
    ("damage", "no"): {"en": "there is no battle damage", "zh": "没有战斗伤害"},
}
Judge = Callable[[Ask, Battle, Fought], Verdict | None]


def answer_unknown(asked: Procedure, battle: Battle, law: Law, judge: Judge) -> Computed | None:
    """The answer, which depends where some values come to another verdict than others; None for no yes/no question."""
    if not asked.asks:
        return None
    ask, lang = asked.asks[0], asked.lang
    ranges = _ranges(lambda value: judge(ask, battle, fight(replace(battle, value=value), lang, law=law)), battle)
    if ranges is None:
        return None
    of = {"en": "ATK", "zh": "攻击力"} if battle.target == "attack" else {"en": "DEF", "zh": "守备力"}
    each = [(_label(low, high, lang), verdict) for low, high, verdict in ranges]
    options = tuple(Option(label=label, verdict=verdict) for label, verdict in each)
    told = {"en": f"the {of['en']} of the attacked monster", "zh": f"被攻击怪兽的{of['zh']}"}[lang]
    question = {"en": f"What {of['en']} does the attacked monster have?", "zh": f"被攻击怪兽的{of['zh']}是多少？"}[lang]
    said = [(label, _outcome(ask, verdict, lang)) for label, verdict in each]
    if len(each) == 1:
        text = {"en": f"Whatever its {of['en']} is, {said[0][1]}.", "zh": f"不论{of['zh']}是多少，{said[0][1]}。"}[lang]
    else:
        en = "; ".join(f"with {label}, {outcome}" for label, outcome in said)
        zh = "；".join(f"{label}的场合，{outcome}" for label, outcome in said)
        text = {"en": f"It depends on {told}: {en}.", "zh": f"要看{told}：{zh}。"}[lang]
    return Computed(
        topic="battle",
        lang=lang,
        verdict=each[0][1] if len(each) == 1 else "depends",
        text=text,
        steps=_steps(battle, lang, law),
        missing=(Missing(fact="value", told=told, question=question, options=options),) if len(each) > 1 else (),
        understood=understood(battle, lang),
    )


def _steps(battle: Battle, lang: Lang, law: Law) -> tuple[Line, ...]:
    """How such a battle is worked out, without the numbers of one value."""
    rules = tuple(dict.fromkeys(i for line in fight(battle, lang, law=law).lines for i in line.rules))
    en = "The attacked monster's value is not told; every range of it is worked out."
    return (Line(text={"en": en, "zh": "没有说被攻击怪兽的数值，所以分范围计算。"}[lang], rules=rules, decides=True),)


def _ranges(verdict_at: Callable[[int], Verdict | None], battle: Battle) -> list[tuple[int, int, Verdict]] | None:
    """(from, to, verdict) of each range of values, from 0 up; None where one is open."""
    atk = battle.attacks[0]
    near = {atk, *(abs(atk + s * k) for _, life in battle.life for s in (1, -1) for k in (life, 2 * life, life // 2))}
    places = sorted({0, _MOST, *(min(_MOST, max(0, v + d)) for v in near for d in (-2, -1, 0, 1, 2))})
    found: list[tuple[int, int, Verdict]] = []
    for value in places:
        verdict = verdict_at(value)
        if verdict is None:
            return None
        if found and found[-1][2] == verdict:
            found[-1] = (found[-1][0], value, verdict)
            continue
        if found and (edge := _edge(verdict_at, found[-1][1], value)) < value:
            found[-1], value = (found[-1][0], edge, found[-1][2]), edge + 1
        found.append((value, value, verdict))
    return found


def _edge(verdict_at: Callable[[int], Verdict | None], low: int, high: int) -> int:
    """The last value that has the verdict of the lowest."""
    first = verdict_at(low)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if verdict_at(middle) == first else (low, middle)
    return low


def _label(low: int, high: int, lang: Lang) -> str:
    if low == high:
        return str(low)
    if not low:
        return {"en": f"{high} or less", "zh": f"{high}或以下"}[lang]
    if high == _MOST:
        return {"en": f"{low} or more", "zh": f"{low}或以上"}[lang]
    return {"en": f"{low} to {high}", "zh": f"{low}到{high}"}[lang]


def _outcome(ask: Ask, verdict: Verdict, lang: Lang) -> str:
    about = ask.about
    if about.startswith("not "):
        about, verdict = about[4:], "no" if verdict == "yes" else "yes"
    if about == "live":
        about, verdict = ("win" if ask.of == "opp" else "lose"), "no" if verdict == "yes" else "yes"
    return _OUTCOMES[about, verdict][lang]
