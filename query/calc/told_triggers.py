"""Trigger Effects whose texts were quoted: which may be activated, which miss their timing, and the Life Points after."""

from __future__ import annotations

from dataclasses import replace

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line, Missing, Option
from query.calc.calculation import rules_of
from query.calc.told_situation import rule_texts
from query.read.procedure.model import SIDES, Place, Procedure, Reaction, Reactions, Side

_MOVED = "effects-interaction.trigger-lost-on-move"
_BY_COST = "cost.move-by-cost-no-effect-trigger"
_PAIR = 2
"""Effects of more than which it is told how many may be activated."""
_START: dict[Verdict, dict[Lang, str]] = {"yes": {"en": "Yes. ", "zh": "是。"}, "no": {"en": "No. ", "zh": "否。"}}
_WHO: dict[Side, dict[Lang, str]] = {
    "own": {"en": "You go from {a} to {b} LP.", "zh": "你的基本分从{a}变成{b}。"},
    "opp": {"en": "Your opponent goes from {a} to {b} LP.", "zh": "对方的基本分从{a}变成{b}。"},
}
_SAME: dict[Side, dict[Lang, str]] = {
    "own": {"en": "You stay at {a} LP.", "zh": "你的基本分仍是{a}。"},
    "opp": {"en": "Your opponent stays at {a} LP.", "zh": "对方的基本分仍是{a}。"},
}
_PLACES: dict[Place, dict[str, object]] = {
    "earlier": {"last_event": False},
    "last": {"last_event": True},
    "tribute-summon": {"happened": "tribute-summon"},
    "built-in-summon": {"happened": "built-in-summon"},
}


def answer_reactions(asked: Procedure, given: Reactions, law: Law) -> Computed | None:
    """What was asked of the effects; each way where it hangs on what came after the event. None where no rule decides."""
    if given.place == "unsaid":
        return _open(asked, given, law)
    decided = [_decided(effect, given.place, law) for effect in given.effects]
    if any(rules is None for _, rules in decided):
        return None
    able = [may for may, _ in decided]
    lang = asked.lang
    rules = tuple(dict.fromkeys(i for _, found in decided for i in found or ()))
    texts = rule_texts(rules, lang, law)
    verdict: Verdict = "n/a"
    if asked.asks:
        if len(set(able)) > 1:
            return None
        verdict = "yes" if able[0] == (asked.asks[0].about == "can") else "no"
    gap = " " if lang == "en" else ""
    said = [_each(given.effects, able, lang)] if len(able) > 1 else [texts[i] for i in rules[:1] if i in texts]
    said += _life(given, able, lang)
    return Computed(
        topic="timing",
        lang=lang,
        verdict=verdict,
        text=(_START[verdict][lang] if verdict in _START else "") + gap.join(said),
        steps=tuple(Line(text=texts.get(i, ""), rules=(i,)) for i in reversed(rules)),
        understood=", ".join(
            f"{e.name or 'effect'}={e.says}/{'mandatory' if e.mandatory else 'optional'}" for e in given.effects
        )
        + f", event={given.place}",
    )


def _decided(effect: Reaction, place: Place, law: Law) -> tuple[bool, tuple[str, ...] | None]:
    """Whether it may be activated, and by which entries; None for them where no rule decides."""
    if place == "moved":
        return False, (_MOVED,) if _MOVED in law.rules else None
    if place == "cost":
        return False, (_BY_COST,) if _BY_COST in law.rules else None
    case: dict[str, object] = {"act": "activate-later", "effect": {"mandatory": effect.mandatory}}
    if not effect.mandatory:
        case |= {"text": {"says": effect.says}}
        case |= _PLACES[place] if effect.says == "when" else {}
    decision = law.decide(case)
    if decision.then not in ("permitted", "forbidden"):
        return False, None
    return decision.then == "permitted", rules_of(decision)


def _each(effects: tuple[Reaction, ...], able: list[bool], lang: Lang) -> str:
    """Which of several may be activated, and which may not."""
    may = [e.name.upper() for e, yes in zip(effects, able, strict=True) if yes]
    lost = [e.name.upper() for e, yes in zip(effects, able, strict=True) if not yes]
    count = {"en": f" ({len(may)})", "zh": f"（{len(may)}个）"}[lang] if len(effects) > _PAIR and may else ""
    if lang == "en":
        parts = [f"{' and '.join(may)} can be activated{count}" if may else "", f"{' and '.join(lost)} cannot" if lost else ""]
        return "; ".join(p for p in parts if p) + "."
    parts = [f"{'、'.join(may)}能发动{count}" if may else "", f"{'、'.join(lost)}不能发动" if lost else ""]
    return "；".join(p for p in parts if p) + "。"


def _life(given: Reactions, able: list[bool], lang: Lang) -> list[str]:
    """The Life Points after what comes before the effects and after those that may be activated, of whom they were told."""
    changes = [*given.before, *(c for e, yes in zip(given.effects, able, strict=True) if yes for c in e.life)]
    if not changes and not any(e.life for e in given.effects):
        return []
    told = []
    for side, start in sorted(given.life, key=lambda row: SIDES.index(row[0])):
        now = start
        for whom, change in changes:
            now = max(0, now + change) if whom == side and now else now
        told.append((_WHO if now != start else _SAME)[side][lang].format(a=start, b=now))
    return told


def _open(asked: Procedure, given: Reactions, law: Law) -> Computed | None:
    """The answer where nobody said what came after the event: each way, if that matters."""
    places: tuple[Place, ...] = ("last", "earlier")
    done = [answer_reactions(asked, replace(given, place=place), law) for place in places]
    found = [d for d in done if d is not None]
    if len(found) < len(done):
        return None
    if len({(d.verdict, d.text) for d in found}) == 1:
        return found[0]
    lang = asked.lang
    labels = {
        "en": ("it is the last thing to happen", "something else happens after it"),
        "zh": ("那是最后发生的事", "那之后还有别的处理"),
    }[lang]
    options = tuple(Option(label=label, verdict=d.verdict) for label, d in zip(labels, found, strict=True))
    told = {"en": "whether anything happens after the event", "zh": "那件事之后是否还有别的处理"}[lang]
    ask = {
        "en": "Does anything else happen after it (an earlier Chain Link, the rest of the effect)?",
        "zh": "那之后还有别的处理吗（前面的连锁、效果的后半段）？",
    }
    ways = [f"If {label}: {d.text}" if lang == "en" else f"若{label}：{d.text}" for label, d in zip(labels, found, strict=True)]
    return replace(
        found[0],
        verdict="depends",
        text={"en": f"It depends on {told}. ", "zh": f"要看{told}。"}[lang] + (" " if lang == "en" else "").join(ways),
        steps=tuple(dict.fromkeys(step for d in found for step in d.steps)),
        missing=(Missing(fact="last-event", told=told, question=ask[lang], options=options),),
    )
