"""Situations told in words, decided by the formal rules, and told in the words of the entries that decide."""

from __future__ import annotations

from dataclasses import replace

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line, Missing, Option
from query.calc.calculation import rules_of
from query.calc.case import told
from query.read.procedure.cues import Fact, Frame, Way
from query.read.procedure.model import Procedure, Situation

_WORDS: dict[Verdict, dict[Lang, str]] = {"yes": {"en": "Yes.", "zh": "是。"}, "no": {"en": "No.", "zh": "否。"}}


def answer_situation(asked: Procedure, frame: Frame, law: Law) -> Computed | None:
    """The verdict of what was asked; where a fact is left open, each way. None where the rules leave it open."""
    if frame.fact is not None:
        return _open(asked, frame, frame.fact, law)
    lang = asked.lang
    holds, rules, result = _decided(frame, lang, law)
    if holds is None and rules:
        return _unsettled(frame, rules, lang, law)
    if holds is None:
        return None
    verdict: Verdict = "n/a"
    if asked.asks:
        verdict = "yes" if holds == (asked.asks[0].about == "yes") else "no"
    texts = rule_texts(rules, lang, law)
    lines = tuple(Line(text=texts.get(i, ""), rules=(i,)) for i in dict.fromkeys(rules))
    if not lines:
        return None
    start = _WORDS[verdict][lang] if verdict in _WORDS else result
    gap = " " if lang == "en" else ""
    return Computed(
        topic=frame.topic,
        lang=lang,
        verdict=verdict,
        text=f"{start}{gap}{lines[0].text}".strip(),
        steps=tuple(reversed(lines)),
        understood=_understood(frame, lang),
    )


def unhurt(done: Computed | None, given: Situation, lang: Lang) -> Computed | None:
    """The answer with the damage, 0, and the Life Points that stay, where that is asked as well."""
    if done is None or not given.unhurt:
        return done
    stays = {"en": ", ", "zh": "、"}[lang].join(str(value) for _, value in given.life)
    told = {
        "en": " It deals 0 battle damage" + (f": Life Points stay at {stays}." if stays else "."),
        "zh": "战斗伤害是0" + (f"，基本分仍是{stays}。" if stays else "。"),
    }[lang]
    return replace(done, text=done.text + told)


def _open(asked: Procedure, frame: Frame, fact: Fact, law: Law) -> Computed | None:
    """What holds each way; the fact is asked for where that differs."""
    done = [answer_situation(asked, _closed(frame, way), law) for way in frame.ways]
    found = [d for d in done if d is not None]
    if not found or len(found) < len(done):
        return None
    if len({d.verdict for d in found}) == 1:
        return found[0]
    en = asked.lang == "en"
    labels = [way.en if en else way.zh for way in frame.ways]
    told = [f"{label}: {d.text}" if en else f"{label}：{d.text}" for label, d in zip(labels, found, strict=True)]
    options = tuple(Option(label=label, verdict=d.verdict) for label, d in zip(labels, found, strict=True))
    missing = Missing(
        fact=fact.id, told=fact.en if en else fact.zh, question=fact.ask_en if en else fact.ask_zh, options=options
    )
    start = f"It depends on {fact.en}. " if en else f"要看{fact.zh}。"
    return replace(
        found[0],
        verdict="depends",
        text=start + (" " if en else "").join(told),
        steps=tuple(dict.fromkeys(step for d in found for step in d.steps)),
        missing=(missing,),
    )


def _unsettled(frame: Frame, rules: tuple[str, ...], lang: Lang, law: Law) -> Computed:
    """What a source itself leaves open, said as that."""
    texts = rule_texts(rules, lang, law)
    said = " ".join(texts.values()) if lang == "en" else "".join(texts.values())
    return Computed(
        topic=frame.topic,
        lang=lang,
        verdict="depends",
        text={"en": f"Not settled. {said}", "zh": f"尚无定论。{said}"}[lang],
        steps=tuple(Line(text=text, rules=(i,)) for i, text in texts.items()),
        understood=_understood(frame, lang),
    )


def _closed(frame: Frame, way: Way) -> Frame:
    return replace(frame, fact=None, ways=(), case=way.case, rules=way.rules, then=way.then, on=frame.on or ("permitted",))


def rule_texts(ids: tuple[str, ...], lang: Lang, law: Law) -> dict[str, str]:
    """What these entries of the digest say."""
    found = [law.rules[i] for i in ids if i in law.rules]
    return {r.id: r.zh if lang == "zh" else r.en for r in found}


def _decided(frame: Frame, lang: Lang, law: Law) -> tuple[bool | None, tuple[str, ...], str]:
    """Whether it holds, by which rules, in which words; with rules but no answer where a source calls it unsettled."""
    if not frame.case:
        return frame.then, frame.rules, ""
    decision = law.decide(frame.case)
    if decision.then == "unsettled":
        return None, rules_of(decision), ""
    if not decision.then or decision.then == "conflict":
        return None, (), ""
    return decision.then in frame.on, (*rules_of(decision), *frame.rules), told(decision)[lang]


def _understood(frame: Frame, lang: Lang) -> str:
    return " ".join(f"{k}={v}" for k, v in frame.case.items() if not isinstance(v, dict)) or frame.id
