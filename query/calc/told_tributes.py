"""How many Tributes a monster of a Level needs."""

from __future__ import annotations

from kb.law.law import Law
from kb.model import Verdict
from query.calc.answered import Computed, Line
from query.calc.told_situation import rule_texts
from query.read.procedure.model import Procedure, Tributed


def answer_tributes(asked: Procedure, given: Tributed, law: Law) -> Computed | None:
    """The number by the table of Levels, and whether what is put forward is that; None where the table has no such Level."""
    lang = asked.lang
    row = next((r for r in given.table if r.least <= given.level <= r.most), None)
    text = rule_texts((row.rule,), lang, law).get(row.rule) if row else None
    if row is None or text is None:
        return None
    told = {
        "en": f"Level {given.level}: {row.count} Tribute{'' if row.count == 1 else 's'}.",
        "zh": f"{given.level}星：{row.count}个祭品。",
    }[lang]
    gap = " " if lang == "en" else ""
    return Computed(
        topic=asked.topic,
        lang=lang,
        verdict=_verdict(asked, given, row.count),
        text=f"{told}{gap}{text}",
        steps=(Line(text=text, rules=(row.rule,), decides=True),),
        understood={"en": f"Level {given.level}", "zh": f"{given.level}星"}[lang],
        exact=True,
    )


def _verdict(asked: Procedure, given: Tributed, count: int) -> Verdict:
    if not asked.asks or given.offered is None:
        return "n/a"
    if asked.asks[0].about == "needed":
        return "yes" if count >= given.offered else "no"
    return "yes" if given.offered == count else "no"
