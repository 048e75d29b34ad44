"""An exam taken: each question asked, an option chosen by what the sources say, the choice held against the key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kb.index.encode import Encoder
from kb.index.terms import index_terms
from kb.lang.later import later
from kb.quiz import Quiz
from query.engine import Engine
from query.model import Answer

_YES = later(r"\W*(?:yes|true|可以|能|是|对|正确)\b|\W*(?:可以|能|是|对|正确)", re.I)
_NO = later(r"\W*(?:no|false)\b|\W*(?:不|否|错)", re.I)
_EVIDENCE = 5
_WORDS_SHARE = 0.5
"""What words that only some options have count beside the likeness of meaning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """One question of an exam, answered."""

    quiz: Quiz
    chosen: str
    """A letter, "yes" or "no"; empty where the sources do not say."""
    answer: Answer

    @property
    def right(self) -> bool | None:
        """Whether the choice is what the key says, or one of several that it names; None without a choice or a key."""
        if not self.chosen or not self.quiz.key:
            return None
        return self.chosen in self.quiz.key if self.quiz.options else self.chosen == self.quiz.key


def take(engine: Engine, quizzes: Iterable[Quiz]) -> Iterator[Taken]:
    """Every question asked of the engine, in order. What stands in a quiz itself is never evidence for its answer."""
    asked = list(quizzes)
    own = {" ".join(text.split()) for quiz in asked for text in (quiz.question, *quiz.options.values())}
    for quiz in asked:
        answer = engine.ask(quiz.question)
        yield Taken(quiz=quiz, chosen=choose(quiz, answer, own, engine.encoder), answer=answer)


def choose(quiz: Quiz, answer: Answer, own: set[str], encoder: Encoder | None) -> str:
    """The option that the answer and its evidence speak for; empty if the sources do not say."""
    if answer.abstained:
        return ""
    if not quiz.options:
        return answer.verdict if answer.verdict in ("yes", "no") else ""
    signs = {letter: _sign(text) for letter, text in quiz.options.items()}
    if answer.verdict in ("yes", "no") and sorted(signs.values()) == ["no", "yes"]:
        return next(letter for letter, sign in signs.items() if sign == answer.verdict)
    evidence = [c.quote for c in answer.citations[:_EVIDENCE] if not any(text and text in c.quote for text in own)]
    return _likest(quiz, [answer.text, *evidence], encoder) if evidence else ""


def _sign(text: str) -> str:
    return "no" if _NO.match(text) else "yes" if _YES.match(text) else ""


def _likest(quiz: Quiz, evidence: Sequence[str], encoder: Encoder | None) -> str:
    letters, texts = list(quiz.options), list(quiz.options.values())
    scores = np.array(_words(texts, evidence)) * _WORDS_SHARE
    if encoder is not None:
        put = encoder.passages([f"{quiz.question} {text}" for text in texts])
        scores = scores + (put @ encoder.passages(list(evidence)).T).max(axis=1)
    return letters[int(np.argmax(scores))]


def _words(texts: Sequence[str], evidence: Sequence[str]) -> list[float]:
    """Of each text, the share of the terms it has and not all others have that the evidence has too; 0..1."""
    terms = [set(index_terms(text)) for text in texts]
    common = set.intersection(*terms)
    said = {term for text in evidence for term in index_terms(text)}
    return [len((own - common) & said) / max(1, len(own - common)) for own in terms]
