"""The answer to a question that a procedure works out: its working as steps, the entries it follows as evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.lang.later import later
from kb.law.law import Law
from kb.model import Lang, Verdict
from query.answer.contract import MAX_CITATIONS
from query.answer.words import say
from query.calc.answered import Computed
from query.calc.asked import computed_answer, numbers_beside, wanted_first
from query.calc.computed import confidence, evidence
from query.model import Answer, Citation, Missing, Question, Step, Trace

_RETYPED = ("battle", "stats")
"""Procedures whose input is told as a line that can be typed again."""
_BATTLE = "battle"
"""The procedure that is told along with what is asked about: its outcome alone answers no yes or no."""

_INNER = later(r"(?:谁|哪|什么|几)[^，,。？?]*吗\s*[？?]?\s*$")
"""A word for a thing in an inner clause: 吗 never ends a question that asks for one."""
_BY_KIND = frozenset({"chain", "set", "hand"})
"""Procedures that hang on what kind a card is, not on which it is."""


def answer_computed(question: Question, laws: Sequence[Law]) -> Answer | None:
    """The answer by the law of each territory asked about; None where the question is no procedure, a law leaves it open, or
    yes or no is wanted first and what is worked out says neither.
    """
    done = computed_answer(question.reading.told, _lang(question), *laws)
    if done is None:
        return None
    inner = _INNER.search(question.reading.told)
    first = "yes/no" if inner else wanted_first(question.reading.told, _lang(question), laws[0].sources)
    if done.verdict == "n/a" and (first == "yes/no" or (done.topic == _BATTLE and question.polar and first != "what")):
        return None
    return _answer(question, done, evidence(done, laws[0]), laws)


def answer_numbers(question: Question, laws: Sequence[Law], verdict: Verdict | None = None) -> Answer | None:
    """The numbers that a question asks for beside a yes or no of the rules, which comes to `verdict`; None where it asks for
    none, or they hang on what is not known."""
    done = numbers_beside(question.reading.told, _lang(question), *laws, verdict=verdict)
    return _answer(question, done, evidence(done, laws[0]), laws) if done else None


def beside_numbers(answer: Answer, numbers: Answer | None) -> Answer:
    """What was found, with numbers that are asked for beside it; as it is where nothing was found."""
    if numbers is None or answer.abstained:
        return answer
    known = {c.id for c in answer.citations}
    cited = (*answer.citations, *(c for c in numbers.citations if c.id not in known))
    gap = " " if answer.question.lang == "en" else ""
    return replace(
        answer,
        text=f"{answer.text}{gap}{numbers.text}",
        steps=(*answer.steps, *numbers.steps),
        citations=cited[:MAX_CITATIONS],
        notes=(*answer.notes, *numbers.notes),
    )


def answer_by_kind(question: Question, text: str, told: tuple[str, ...], laws: Sequence[Law]) -> Answer | None:
    """The answer where cards are known by name alone: `text` has their kinds instead, `told` says which. What hangs on the kind
    alone: Chains, and cards Set or in the hand.
    """
    done = computed_answer(text, _lang(question), *laws) if told else None
    if done is None or done.topic not in _BY_KIND:
        return None
    answer = _answer(question, done, evidence(done, laws[0]), laws)
    return replace(answer, notes=(*answer.notes, ("; " if done.lang == "en" else "；").join(told)))


def _lang(question: Question) -> Lang:
    return "zh" if question.lang == "zh" else "en"


def _answer(question: Question, done: Computed, cited: tuple[Citation, ...], laws: Sequence[Law]) -> Answer:
    by_id = {c.id: c for c in cited}
    return Answer(
        question=question,
        verdict=done.verdict,
        abstained=False,
        text=done.text,
        steps=(Step(text=done.text, citation=cited[0] if cited else None), *_steps(done, by_id)),
        citations=cited,
        notes=_notes(done, laws),
        confidence=confidence(done),
        ground="computed",
        missing=tuple(Missing(fact=m.told, options=tuple((o.label, o.verdict) for o in m.options)) for m in done.missing),
        trace=Trace(fired=done.rules[0] if done.rules else "", edges=tuple(("question", "decidedBy", i) for i in by_id)),
    )


def _steps(done: Computed, cited: dict[str, Citation]) -> tuple[Step, ...]:
    return tuple(Step(text=s.text, citation=next((cited[i] for i in s.rules if i in cited), None)) for s in done.steps)


def _notes(done: Computed, laws: Sequence[Law]) -> tuple[str, ...]:
    lang = done.lang
    notes = [say("computed.understood", lang).format(done.understood)] if done.topic in _RETYPED else []
    notes += [say("computed.assumed", lang).format(fact) for fact in done.assumed]
    where = {rule.territory for i in done.rules if (rule := laws[0].rules.get(i))} - {"both"}
    return (*notes, *(say("territory", lang).format(name) for name in sorted(where) if len(laws) == 1))
