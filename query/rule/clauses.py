"""A sentence of a document in its clauses: which of them say something, and which only name an occasion."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from kb.lang.later import later
from query.rule.likeness import words_of

_CLAUSE = later(r"[,，;；]|\b(?:and|but)\b|而(?=不)|(?=\b(?:instead of|rather than)\b)", re.I)
_SENTENCE = later(r"[^.!?;。！？；]+[.!?;。！？；]*")
_ELLIPTIC = later(r"\b(can|may|must|will|do|does|is|are)(?:\s?not|n't)?\W*$", re.I)
_INSTEAD = later(r"\b(?:instead of|rather than)\b|而(?=不)", re.I)
_RATHER = later(r"^(?:instead of|rather than)\b", re.I)
_DENIAL = later(r"^(?:not\b|不)")
"""What is denied beside what happens in its place."""
_CONDITION = later(
    r"^\W*(?:(?:if|when(?:ever)?|while|unless|once|after|before|because|since|although|in case|as long as|during)\b"
    r"|如果|若|假如|只要|当(?!作|成))"
    r"|^[^，,]*(?:时候?|的话|的?场合|以后|之后|之前|以前|期间|的情况下?)\W*$",
    re.I,
)
"""A clause that only names an occasion: it affirms nothing."""


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, at least one."""
    return [s.strip() for s in _SENTENCE.findall(text) if s.strip()] or [text]


def clauses_of(sentence: str, core: Collection[str]) -> list[str]:
    """What a sentence says, as a whole and in its clauses; only what it denies, where that has words of what is asked.

    `core`: the terms of what is asked.
    """
    found = _clauses(sentence)
    denied = [c for c in found if _DENIAL.match(c) and words_of(c) & set(core)] if _INSTEAD.search(sentence) else []
    return denied or [sentence, *found]


def _clauses(sentence: str) -> Sequence[str]:
    """The clauses that affirm something; one that leaves its verb to the clause before it ("…, Traps may not") takes that."""
    found: list[str] = []
    for clause in (_RATHER.sub("not", c.strip()) for c in _CLAUSE.split(sentence)):
        short = _ELLIPTIC.search(clause)
        verb = re.search(rf"\b{short[1]}\b(?: not)?(.+)", found[-1], re.I) if short and found else None
        if len(words_of(clause)) > 1 and not _CONDITION.search(clause):
            found.append(clause.rstrip(".!") + verb[1] if verb else clause)
    return found
