"""What an open verdict comes to where the question itself settles it: it gives the fact that the answer turns on, or asks
whether something is ever so or always so."""

from __future__ import annotations

from typing import cast

from kb.lang.later import later
from kb.model import Ask, Lang, Verdict
from query.model import Question
from query.read.asking import bare
from query.read.facts import excludes, read_facts
from query.read.reading import Facts

_NEVER = r"(?:n't|\bnot|\bcannot|\b(?:no|nor|hardly|without))\b[^.?!,;]{0,24}\bever\b|\bnever\b"
_ALWAYS = later(
    rf"{_NEVER}|\balways\b(?!-)|\bevery (?:single )?time\b|\bno matter (?:what|which|how|where|when|who)\b|\bautomatically\b"
    r"|\bin (?:every|all) cases?\b"
    r"|一律|每一?次都|总是|必然|任何(?:时候|情况下?)都|什么(?:时候|情况下)都|永远|从来"
)
_EVER = later(
    r"(?:^|[,;:.—–-]\s*|\b(?:so|and|but|or|then) )(?:is|are|am|was|were|can|could|do|does|did|will|would|may|has|have)\b"
    r"(?:(?!\b(?:if|before|after|when|once|since)\b)[^.?!,;]){0,40}\bever\b(?! since)"
    r"|\b(?:is|are|was) there (?:any|a|some)\b[^.?!,;]{0,20}\b(?:ways?|kinds?|sorts?|types?|cases?|situations?|circumstances)\b"
    r"|\bin any (?:way|case|situation)\b|\b(?:under|in) any circumstances\b"
    r"|有没有可能|有可能[^，。]*[吗嘛么]|有没有(?:什么|任何|别的)?(?:办法|情况)|(?:存在|有)[^，。]{0,4}(?:情况|办法)[^，。]*吗"
)


def settled(question: Question, missing: Ask | None) -> Verdict | None:
    """Yes or no where an open question leaves the asker's own settled, None where it depends all the same. `missing`: the open
    question, its options answering what is asked; None where nobody wrote what the verdict turns on."""
    given = _given(question, missing) if missing is not None else None
    return given if given is not None else quantified(question.reading.asking)


def quantified(asking: str) -> Verdict | None:
    """What a question that depends comes to if it asks for one case or for all; None for any other.

    >>> quantified("Is there any way to light a lamp at noon?"), quantified("白天有没有可能点灯？")
    ('yes', 'yes')
    >>> quantified("Do lamps always burn?"), quantified("I can't ever light it, right?"), quantified("灯一律要交税吗？")
    ('no', 'no', 'no')
    >>> quantified("May I light it?")
    """
    plain = bare(asking).lower()
    if _ALWAYS.search(plain):
        return "no"
    return "yes" if _EVER.search(plain) else None


def _given(question: Question, missing: Ask) -> Verdict | None:
    """The verdict of the one option whose fact the question gives: a fact that the other options exclude. An option that gives
    none by itself ("this turn") is read behind what it answers ("when it was Set")."""
    lang: Lang = "zh" if question.lang == "zh" else "en"
    texts = [option.get(lang, "") for option in missing.options]
    behind = [f"{missing.fact.get(lang, '')}: {text}" for text in texts]
    for written in (texts, behind):
        told = [read_facts(text, lang, question.reading.folder) for text in written]
        fitting = [i for i, fact in enumerate(told) if any(_tells(question.reading.facts, fact, other) for other in told)]
        if len(fitting) == 1:
            return cast("Verdict", missing.options[fitting[0]]["verdict"])
    return None


def _tells(facts: Facts, option: Facts, other: Facts) -> bool:
    """Whether what is given has a fact of this option that the other excludes, and nothing of the other's."""
    return any(
        facts[facet] <= values and not values & other[facet]
        for facet, values in option.items()
        if excludes(facet) and facet in facts and facet in other
    )
