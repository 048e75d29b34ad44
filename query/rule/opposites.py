"""Words that mean the opposite: "keep" in a sentence denies what a question with "lose" asks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kb.digest.opposites import load_opposites
from kb.index.terms import index_terms
from kb.text import normalise
from query.rule.likeness import words_of


def opposed_words(asked: str, told: str, folder: Path | None = None, *, when: bool = False) -> frozenset[str]:
    """The terms of the question's words whose opposite alone the sentence has: of those that say who or when, or of all others.

    >>> sorted(opposed_words("Do we lose our lamps?", "Both keep their lamps."))
    ['lose']
    """
    found: set[str] = set()
    for lang, one, other, _ in (pair for pair in load_opposites(folder) if pair.when == when):
        for mine, theirs in ((one, other), (other, one)):
            said = _said(asked, mine, lang)
            if said and not _said(asked, theirs, lang) and _said(told, theirs, lang) and not _said(told, mine, lang):
                found.update(*map(index_terms, said))
    return frozenset(found)


def _said(text: str, forms: Sequence[str], lang: str) -> list[str]:
    """The forms that a text has: English ones by their stem."""
    if lang == "zh":
        plain = normalise(text).text
        return [form for form in forms if form in plain]
    words = words_of(text)
    return [form for form in forms if words & words_of(form)]
