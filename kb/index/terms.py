"""The terms of a text as BM25 counts them: stems of English words, pairs of Chinese characters."""

from __future__ import annotations

import re
from sys import intern

from kb.lang.words import CJK, stems
from kb.text import normalise

_RUN = re.compile(f"[{CJK}]+")
_IDLE_WORDS = """
a an the is are was were be been being of to in on at for or if it its this that these those with by as from do does did i my me
mine you your they their them we our us he his she her has have had will would can could may shall should what which who whom
where there here so
"""
_IDLE = frozenset(_IDLE_WORDS.split())
"""Words too common to tell texts apart. "when", "not", "no", "and", "then", "only" stay: rules turn on them."""


def index_terms(text: str) -> list[str]:
    """The terms of a text in either language or both, in order, repeated as often as they stand there.

    >>> index_terms("The monsters are destroyed")
    ['monster', 'destroy']
    >>> index_terms("伤害步骤")
    ['伤害', '害步', '步骤']
    """
    norm = normalise(text).text
    found = stems(norm, without=_IDLE)
    for match in _RUN.finditer(norm):
        run = match.group()
        found += [intern(run[i : i + 2]) for i in range(len(run) - 1)] or [run]
    return found
