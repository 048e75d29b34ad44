"""`rulings calc ask`: printing what a question with numbers or a sequence of events comes to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.lines import read_lines
from kb.errors import BadInput
from kb.model import Lang

if TYPE_CHECKING:
    from kb.law.law import Law

_NONE: dict[Lang, str] = {"en": "This is not read as a calculation.", "zh": "没有读出可以计算的内容。"}


def show_computed(text: str, lang: Lang, as_json: bool, laws: Sequence[Law]) -> int:
    """Prints what one question comes to; 1 where it is no calculation."""
    from query.calc.asked import computed_answer
    from query.calc.computed import answer_text, computed_json, evidence

    done = computed_answer(text, lang, *_asked(text, laws))
    if done is None:
        print(json.dumps(_nothing(lang)) if as_json else _NONE[lang])
        return 1
    if as_json:
        print(json.dumps(computed_json(done, laws[0]), ensure_ascii=False))
        return 0
    from cli.card_show import show_entry

    numbers = {rule: n for n, rule in enumerate(done.rules, 1)}
    print(answer_text(done))
    print(f"  = {done.understood}")
    for step in done.steps:
        print(f"  {step.text}" + "".join(f" [{numbers[i]}]" for i in step.rules))
    for fact in done.missing:
        print(f"  ? {fact.question}")
    for citation in evidence(done, laws[0]):
        show_entry(citation, f"[{numbers[citation.id]}]")
    return 0


def answer_lines(path: Path, laws: Sequence[Law]) -> int:
    """Prints an answer a line; 2 where a line is not a question."""
    bad = 0
    for line in read_lines(path):
        if line.strip():
            row = _row(line, laws)
            bad += "error" in row
            print(json.dumps(row, ensure_ascii=False), flush=True)
    return 2 if bad else 0


def _row(line: str, laws: Sequence[Law]) -> dict[str, Any]:
    from query.calc.asked import computed_answer
    from query.calc.computed import computed_json

    try:
        given = json.loads(line)
        number, text = given["id"], given["question"]
        if not isinstance(text, str):
            raise BadInput("question: not a text")
    except (ValueError, KeyError, TypeError, BadInput) as error:
        return {"id": None, "error": f'{type(error).__name__}: give {{"id", "question"}} on every line'}
    done = computed_answer(text, "", *_asked(text, laws))
    return {"id": number, **(computed_json(done, laws[0]) if done else _nothing("en"))}


def _asked(text: str, laws: Sequence[Law]) -> list[Law]:
    """The law of the territory that a question names, or all."""
    from query.read.territory import territory_named

    named = territory_named(text)
    return [law for law in laws if law.territory == named] or list(laws)


def _nothing(lang: Lang) -> dict[str, Any]:
    return {"lang": lang, "verdict": "unknown", "ground": "none", "abstained": True, "answer": _NONE[lang], "citations": []}
