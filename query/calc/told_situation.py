"""Situations told in words, decided by the formal rules, and told in the words of the entries that decide."""

from __future__ import annotations

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line
from query.calc.calculation import rules_of
from query.calc.case import told
from query.read.procedure.cues import Frame
from query.read.procedure.model import Procedure

_WORDS: dict[Verdict, dict[Lang, str]] = {"yes": {"en": "Yes.", "zh": "是。"}, "no": {"en": "No.", "zh": "否。"}}


def answer_situation(asked: Procedure, frame: Frame, law: Law) -> Computed | None:
    """The verdict of what was asked; None where the rules leave it open."""
    lang = asked.lang
    holds, rules, result = _decided(frame, lang, law)
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


def rule_texts(ids: tuple[str, ...], lang: Lang, law: Law) -> dict[str, str]:
    """What these entries of the digest say."""
    found = [law.rules[i] for i in ids if i in law.rules]
    return {r.id: r.zh if lang == "zh" else r.en for r in found}


def _decided(frame: Frame, lang: Lang, law: Law) -> tuple[bool | None, tuple[str, ...], str]:
    if not frame.case:
        return frame.then, frame.rules, ""
    decision = law.decide(frame.case)
    if not decision.then or decision.then == "conflict":
        return None, (), ""
    return decision.then in frame.on, (*rules_of(decision), *frame.rules), told(decision)[lang]


def _understood(frame: Frame, lang: Lang) -> str:
    return " ".join(f"{k}={v}" for k, v in frame.case.items() if not isinstance(v, dict)) or frame.id
