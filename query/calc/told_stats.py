"""ATK or DEF after a sequence that was read from a question: every value on the way, and what was asked of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line, Missing, Option
from query.calc.calculation import Calculation
from query.calc.stats import stat
from query.calc.told_situation import rule_texts
from query.read.procedure.model import Change, Procedure, Stats

_LINK = "summoning.link-atk-only"
"""The entry on Link Monsters, which have no DEF."""
_MANY = 3
"""Up to so many changes of unknown kind are tried both ways."""


def answer_stats(asked: Procedure, given: Stats, law: Law) -> Computed | None:
    """The values, each with the rule that decides what becomes of the change before."""
    if given.unordered:
        return _both_orders(asked, given, law)
    if any(kind == "perhaps" for kind, _ in given.events):
        return _how_long(asked, given, law)
    open_ = [i for i, c in enumerate(given.changes) if not c.lasts]
    if len(open_) > _MANY:
        return None
    done = [_one(asked, _with(given, open_, bits), law) for bits in range(1 << len(open_))]
    if any(d is None for d in done):
        return None
    found = [d for d in done if d is not None]
    if all((d.text, d.verdict) == (found[0].text, found[0].verdict) for d in found):
        return found[0]
    return _asked_back(asked.lang, found)


def _both_orders(asked: Procedure, given: Stats, law: Law) -> Computed | None:
    """The answer with either change first; which it was is asked for where that matters."""
    turned = replace(given, changes=given.changes[::-1], unordered=False)
    one, two = answer_stats(asked, replace(given, unordered=False), law), answer_stats(asked, turned, law)
    if one is None or two is None or _end(one) == _end(two):
        return one
    lang = asked.lang
    shown = [_sign(change, lang) for change in given.changes]
    names = [{"en": f"{s} first", "zh": f"先{s}"}[lang] for s in shown]
    missing = Missing(
        fact="order",
        told={"en": "which change came first", "zh": "哪个变化在先"}[lang],
        question={"en": "Which of the changes came first?", "zh": "哪个变化先适用？"}[lang],
        options=(Option(label=names[0], verdict=one.verdict), Option(label=names[1], verdict=two.verdict)),
    )
    text = {"en": f"{names[0]}: {one.text} {names[1]}: {two.text}", "zh": f"{names[0]}：{one.text}{names[1]}：{two.text}"}[lang]
    steps = tuple(dict.fromkeys((*one.steps, *two.steps)))
    return replace(one, verdict="depends", text=text, steps=steps, missing=(missing,))


def _how_long(asked: Procedure, given: Stats, law: Law) -> Computed | None:
    """The answer if a change lasts for the turn, and if it lasts longer; which it is is asked for."""
    ways = (
        replace(given, events=tuple(("end" if kind == "perhaps" else kind, which) for kind, which in given.events)),
        replace(given, events=tuple(e for e in given.events if e[0] != "perhaps")),
    )
    one, two = (answer_stats(asked, way, law) for way in ways)
    if one is None or two is None:
        return None
    lang = asked.lang
    names = {"en": ("only until the end of the turn", "longer"), "zh": ("只到回合结束", "更久")}[lang]
    missing = Missing(
        fact="duration",
        told={"en": "how long the change lasts", "zh": "这个变化持续到什么时候"}[lang],
        question={"en": "How long does the change last?", "zh": "这个变化持续到什么时候？"}[lang],
        options=(Option(label=names[0], verdict=one.verdict), Option(label=names[1], verdict=two.verdict)),
    )
    text = {
        "en": f"If it lasts {names[0]}: {one.text} If it lasts {names[1]}: {two.text}",
        "zh": f"{names[0]}的场合：{one.text}持续{names[1]}的场合：{two.text}",
    }[lang]
    return replace(one, verdict="depends", text=text, missing=(missing,))


def _end(done: Computed) -> list[str]:
    """The value at the end of each sentence."""
    return re.findall(r"(\d+)[.。]", done.text)


def _with(given: Stats, open_: Sequence[int], bits: int) -> Stats:
    changes = list(given.changes)
    for n, i in enumerate(open_):
        changes[i] = replace(changes[i], lasts="C" if bits >> n & 1 else "L")
    return replace(given, changes=tuple(changes))


def _asked_back(lang: Lang, found: Sequence[Computed]) -> Computed:
    first, last = found[0], found[-1]
    names = {
        "en": ("by an effect that was activated", "continuously, while its card is face-up"),
        "zh": ("由发动的效果变化", "由卡表侧存在期间持续适用的效果变化"),
    }[lang]
    question = {"en": "How is the value changed?", "zh": "数值是怎样变化的？"}[lang]
    on = {"en": "how the value is changed", "zh": "数值变化的方式"}[lang]
    options = (Option(label=names[0], verdict=first.verdict), Option(label=names[1], verdict=last.verdict))
    joined = {
        "en": f"If {names[0]}: {first.text} If {names[1]}: {last.text}",
        "zh": f"{names[0]}的场合：{first.text}{names[1]}的场合：{last.text}",
    }
    settled = first.verdict == last.verdict and first.verdict != "n/a"
    return replace(
        first,
        verdict=first.verdict if settled else "depends",
        text=joined[lang],
        missing=(Missing(fact="lasts", told=on, question=question, options=options),),
    )


def written(change: Change) -> str:
    """A change in the words of `rulings calc atk`."""
    return f"{change.lasts}{'O' if change.original else ''}{change.sign}{change.amount}"


def _one(asked: Procedure, given: Stats, law: Law) -> Computed | None:
    lang = asked.lang
    words: list[str] = []
    values: list[str] = []
    lines: list[Line] = []
    done = None
    for kind, which in given.events:
        if kind == "change":
            words.append(written(given.changes[which[0]]))
        else:
            words += [f"end:{i + 1}" for i in _ended(kind, which, given)]
        done = stat(given.of, str(given.printed), words, law=law)
        values.append(done.steps[-1].value)
        rules = _rules(kind, which, given, done)
        lines.append(Line(text=_line(kind, which, given, done, lang), rules=rules, decides=rules != _OF_ALL))
    if done is None or done.verdict == "unknown" or any(str(v) not in values for v in given.stated):
        return None
    if given.unknown:
        told = {"en": 'A printed "?" counts as an original value of 0.', "zh": "记载为「?」的数值，原本数值视为0。"}
        lines.insert(0, Line(text=told[lang], rules=("stat-modifiers.printed-question-mark-zero",), decides=True))
    if any(ask.about == "link" for ask in asked.asks):
        told = rule_texts((_LINK,), lang, law)
        if not told:
            return None
        lines.insert(0, Line(text=told[_LINK], rules=(_LINK,), decides=True))
    verdict = _verdict(asked, given, values, law)
    if given.hidden:
        return Computed(
            topic="stats", lang=lang, verdict=verdict, text=_kept(asked, given, verdict), steps=tuple(_bare(i) for i in lines)
        )
    return Computed(
        topic="stats",
        lang=lang,
        verdict=verdict,
        text=_told(given, values, lang),
        steps=tuple(lines),
        understood=_understood(given, lang) if given.changes else "",
    )


def _kept(asked: Procedure, given: Stats, verdict: Verdict) -> str:
    """What becomes of a change of a value that nobody told."""
    lang = asked.lang
    shown = _sign(given.changes[int(asked.asks[0].of)], lang)
    if (verdict == "yes") == (asked.asks[0].about == "still"):
        return {"en": f"The change ({shown}) still counts.", "zh": f"这个变化（{shown}）仍然计算。"}[lang]
    return {"en": f"The change ({shown}) no longer counts.", "zh": f"这个变化（{shown}）不再计算。"}[lang]


def _bare(line: Line) -> Line:
    """A step without the values, which hang on a number that nobody told."""
    return replace(line, text=re.sub(r"\s*[:：]\s*\d+(?:\.\d+)?(?=[.。])", "", line.text))


def _ended(kind: str, which: tuple[int, ...], given: Stats) -> list[int]:
    """What an event ends: a card that leaves takes with it only what it does while it is face-up, and a monster that is turned
    face-down is no longer what an activated effect applies to."""
    if kind == "face-down":
        return [i for i in which if given.changes[i].lasts == "L" or given.changes[i].equip]
    return [i for i in which if kind != "gone" or given.changes[i].lasts == "C"]


_OF_ALL = ("stat-modifiers.six-categories",)
"""What holds of a change of which no entry tells anything of its own."""


def _rules(kind: str, which: tuple[int, ...], given: Stats, done: Calculation) -> tuple[str, ...]:
    if kind == "face-down":
        return ("retaining-information.facedown-resets-effects",)
    if kind == "away":
        return ("moving-cards.temporary-return-effects-gone",)
    if kind == "negated" and given.unknown:
        return ("decks-and-cards.question-mark-self",)
    if kind == "negated" and which:
        lasting = any(given.changes[i].lasts == "C" for i in which)
        return ("stat-modifiers.continuous-modifier-definition",) if lasting else ("stat-modifiers.self-change-negated",)
    return done.steps[-1].rules or _OF_ALL


def _line(kind: str, which: tuple[int, ...], given: Stats, done: Calculation, lang: Lang) -> str:
    if kind == "face-down":
        return {
            "en": f"Turned face-down, what was applied to it ends: {done.steps[-1].value}.",
            "zh": f"变成里侧后，适用中的效果不再适用：{done.steps[-1].value}。",
        }[lang]
    if kind == "away":
        return {
            "en": f"After leaving the field, what was applied to it is gone: {done.steps[-1].value}.",
            "zh": f"离开场上后，之前适用的效果不再适用：{done.steps[-1].value}。",
        }[lang]
    if kind == "negated" and (which or given.unknown):
        return {
            "en": f"Its effects being negated, what it did to its own value does not apply: {done.steps[-1].value}.",
            "zh": f"效果被无效，自身效果造成的数值变化不适用：{done.steps[-1].value}。",
        }[lang]
    if kind == "negated":
        return {
            "en": f"Its effects being negated takes nothing that other cards did: {done.steps[-1].value}.",
            "zh": f"效果被无效，不影响其他卡造成的变化：{done.steps[-1].value}。",
        }[lang]
    return done.steps[-1].text[lang]


def _told(given: Stats, values: Sequence[str], lang: Lang) -> str:
    name = {"atk": {"en": "ATK", "zh": "攻击力"}, "def": {"en": "DEF", "zh": "守备力"}}[given.of][lang]
    parts = []
    for (kind, which), value in zip(given.events, values, strict=True):
        parts.append(f"{_what(kind, which, given, lang)} → {value}")
    if given.other is not None and len(given.changes) == 1 and len(given.events) == 1:
        name2 = {"atk": {"en": "DEF", "zh": "守备力"}, "def": {"en": "ATK", "zh": "攻击力"}}[given.of][lang]
        parts.append(f"{name2} {given.other} → {given.printed}")
    sequence = ("; " if lang == "en" else "；").join(parts)
    dot = "." if lang == "en" else "。"
    return f"{name} {given.printed}: {sequence}{dot}" if lang == "en" else f"{name}{given.printed}：{sequence}{dot}"


def _what(kind: str, which: tuple[int, ...], given: Stats, lang: Lang) -> str:
    shown = ", ".join(_sign(given.changes[i], lang) for i in which)
    if kind == "change":
        return shown
    if kind == "gone":
        return {"en": f"card of {shown} gone", "zh": f"{shown}的卡离场"}[lang]
    if kind == "end":
        return {"en": f"{shown} over", "zh": f"{shown}结束"}[lang]
    named = {
        "face-down": {"en": "turned face-down", "zh": "变成里侧"},
        "away": {"en": "left the field", "zh": "离开场上"},
        "negated": {"en": "effects negated", "zh": "效果被无效"},
    }
    return named[kind][lang]


def _sign(change: Change, lang: Lang) -> str:
    own = {"en": "original ", "zh": "原本"}[lang] if change.original else ""
    named = {"/": {"en": "halved", "zh": "减半"}, "x": {"en": "doubled", "zh": "翻倍"}}
    if change.sign in named:
        return own + named[change.sign][lang]
    return f"{own}{change.sign}{change.amount}"


def _verdict(asked: Procedure, given: Stats, values: Sequence[str], law: Law) -> Verdict:
    if not asked.asks:
        return "n/a"
    ask = asked.asks[0]
    if ask.about == "link":
        return "yes" if ask.of == "yes" else "no"
    if ask.about == "negative":
        return "yes" if int(values[-1]) < 0 else "no"
    if ask.about == "equals":
        return "yes" if values[ask.at - 1] == ask.of else "no"
    if ask.about == "halved":
        return "yes" if any(c.sign in ("/", "x") for c in given.changes[int(ask.of) + 1 :]) else "no"
    counts = _counts(replace(given, events=given.events[: ask.at or None]), int(ask.of), law)
    return "yes" if counts == (ask.about == "still") else "no"


def _counts(given: Stats, index: int, law: Law) -> bool:
    """Whether a change still counts in the last value: taking it out of the sequence would alter that value."""
    if any(kind != "change" and index in _ended(kind, which, given) for kind, which in given.events):
        return False
    with_, without = _last(given, -1, law), _last(given, index, law)
    return with_ != without


def _last(given: Stats, leave_out: int, law: Law) -> str:
    changes = list(given.changes)
    if leave_out >= 0:
        changes[leave_out] = replace(changes[leave_out], sign="+", amount=0, original=False)
    words: list[str] = []
    for kind, which in given.events:
        ended = [f"end:{i + 1}" for i in _ended(kind, which, given)]
        words += [written(changes[which[0]])] if kind == "change" else ended
    return stat(given.of, str(given.printed), words, law=law).steps[-1].value


def _understood(given: Stats, lang: Lang) -> str:
    steps = []
    for kind, which in given.events:
        ended = [f"end:{i + 1}" for i in _ended(kind, which, given)]
        steps += [written(given.changes[which[0]])] if kind == "change" else ended
    name = {"atk": "DEF", "def": "ATK"}[given.of]
    other = f" / {name} {given.other}" if given.other is not None else ""
    return f"{given.of.upper()} {'?' if given.unknown else given.printed}{other}: {' '.join(steps)}"
