"""Whether what is told may answer what, and be activated from where it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from kb.law.law import Law
from kb.model import Lang
from query.calc.answered import Computed, Line, Missing, Option
from query.calc.calculation import rules_of
from query.calc.chain import chain
from query.calc.told_chain import chain_answer
from query.calc.told_situation import rule_texts
from query.read.procedure.model import Links, Procedure

_CARD = {"counter": ("trap", "counter"), "quick-play": ("spell", "quick-play")}
_OPEN = {"trap": (2, 3), "spell": (1, 2), "monster-effect": (1, 2)}
_EFFECT = {"quick-effect": "quick", "ignition": "ignition", "trigger": "trigger", "flip": "flip"}


def answer_links(asked: Procedure, given: Links, law: Law) -> Computed | None:
    """Whether each link may answer the one before it, and the card be activated from where it is; what else is asked
    behind that; a single kind's Spell Speed; what may be the next link.
    """
    if given.placed in _BARRED:
        return _beside(asked, given, _barred(asked, given, law), law)
    done = _speeds_fit(asked, given, law)
    if done is None or not given.placed or done.verdict != "yes":
        return _beside(asked, given, done, law)
    return _beside(asked, given, _unplaced(asked, given, done, law), law)


_NUMBERED = "chains.link-numbers"
"""The entry by which links are counted."""


def answer_link(link: int, lang: Lang, law: Law) -> Computed | None:
    """That an activation is this link of a Chain; None where the entry that counts links is not in force."""
    if not law.stands(_NUMBERED):
        return None
    text = {"en": f"It is Chain Link {link}.", "zh": f"它是连锁{link}。"}[lang]
    return Computed(topic="chain", lang=lang, verdict="n/a", text=text, steps=(Line(text=text, rules=(_NUMBERED,)),))


_OF_SETS = {"quick-play": "spells-traps-tokens.quick-play-not-same-turn"}
_BARRED = {
    "set-now": "spells-traps-tokens.trap-not-same-turn",
    "hand-trap": "spells-traps-tokens.trap-must-be-set",
    "hand-his-turn": "spells-traps-tokens.quick-play-opponent-turn",
}
"""The entry that forbids to activate a card from there."""
_DOUBTS: dict[str, tuple[str, dict[str, str], dict[str, str], dict[str, tuple[str, str]]]] = {
    "set-unsure": (
        "set-turn",
        {"en": "the turn in which it was Set", "zh": "是哪个回合盖放的"},
        {"en": "Was it Set this turn?", "zh": "是这个回合盖放的吗？"},
        {"en": ("Set in an earlier turn", "Set this turn"), "zh": ("之前的回合盖放", "这个回合盖放")},
    ),
    "hand-unsure": (
        "whose-turn",
        {"en": "whose turn it is", "zh": "现在是谁的回合"},
        {"en": "Is it your own turn?", "zh": "是你自己的回合吗？"},
        {"en": ("Your own turn", "The opponent's turn"), "zh": ("自己的回合", "对方的回合")},
    ),
}
"""What is not told of where a card comes from: the fact, as told, as asked, its two values, the one that allows it first."""


def _rule_of(placed: str, kind: str) -> str:
    where = {"set-unsure": "set-now", "hand-unsure": "hand-his-turn"}.get(placed, placed)
    return _OF_SETS.get(kind, _BARRED[where]) if where == "set-now" else _BARRED[where]


def _barred(asked: Procedure, given: Links, law: Law) -> Computed | None:
    """No, whatever it would answer."""
    rule = _rule_of(given.placed, given.kinds[-1])
    told = rule_texts((rule,), asked.lang, law)
    if rule not in told:
        return None
    start = {"en": "No. ", "zh": "不可以。"}[asked.lang]
    return chain_answer(asked, "no", start + told[rule], (rule,), " → ".join(given.kinds), law)


def _unplaced(asked: Procedure, given: Links, done: Computed, law: Law) -> Computed | None:
    """It depends on what nobody said of where the card comes from."""
    lang, rule = asked.lang, _rule_of(given.placed, given.kinds[-1])
    fact, told, question, labels = _DOUBTS[given.placed]
    texts = rule_texts((rule,), lang, law)
    if rule not in texts:
        return None
    options = (Option(label=labels[lang][0], verdict="yes"), Option(label=labels[lang][1], verdict="no"))
    start = {"en": f"It depends on {told['en']}. ", "zh": f"要看{told['zh']}。"}[lang]
    gap = " " if lang == "en" else ""
    return replace(
        done,
        verdict="depends",
        text=start + texts[rule] + gap + done.text,
        steps=(*done.steps, Line(text=texts[rule], rules=(rule,), decides=True)),
        missing=(Missing(fact=fact, told=told[lang], question=question[lang], options=options),),
    )


def _beside(asked: Procedure, given: Links, done: Computed | None, law: Law) -> Computed | None:
    """The answer with those to what else was asked; the verdict stays that of the first."""
    found = [_speeds_fit(asked, Links(kinds=pair), law) for pair in given.more]
    if done is None or any(f is None for f in found):
        return done
    gap = " " if asked.lang == "en" else ""
    text = gap.join(dict.fromkeys([done.text, *(f.text for f in found if f)]))
    return replace(done, text=text, steps=tuple(dict.fromkeys((*done.steps, *(s for f in found if f for s in f.steps)))))


def _speeds_fit(asked: Procedure, given: Links, law: Law) -> Computed | None:
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
