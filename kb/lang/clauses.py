"""Later main clauses of a sentence, which may state something else than its first."""

from __future__ import annotations

import re
from itertools import pairwise

from kb.lang.later import later
from kb.model import Lang, Span

_SUBJECT = (
    r"(?:the|this|that|these|those|it|its|he|she|his|her|we|they|their|you|your"
    r"|nobody|anyone|anybody|everybody|every|both|neither|none?|many|any|each|all|an?|players?|monsters?|cards?"
    r"|effects?|most|some)\b"
)
_ENGLISH = later(
    rf"(?:(?<=,)|(?<=;)|(?<=\])|(?<=-)|(?<=—)) ?(?=(?:and|but|so|however|yet|while|whereas),? (?:[\w-]+ly,? )?{_SUBJECT})"
    rf"|(?<=[;:]) (?={_SUBJECT})|(?<=,) (?=(?:and|but) (?:can|may|must|cannot)\b)"
    r"|(?<=,) (?=(?:(?:and|but|yet) )?(?:never|not)\b(?! only))| (?=and (?:cannot|can't|may not|must not)\b)",
    re.I,
)
_CHINESE = later(r"(?<=[，；,;])")


def later_clauses(sentence: str, lang: Lang, condition: Span | None = None) -> list[Span]:
    """Spans of the sentence's main clauses after the first; none begins inside the condition or inside brackets.

    >>> text = "You may light it, but you cannot move it."
    >>> [text[slice(*s)] for s in later_clauses(text, "en")]
    ['but you cannot move it.']
    """
    starts = [m.end() for m in (_ENGLISH if lang == "en" else _CHINESE).finditer(sentence)]
    kept = [s for s in starts if 0 < s < len(sentence) and not _enclosed(sentence[:s]) and not _within(s, condition)]
    return [Span(a, b) for a, b in pairwise([*kept, len(sentence)])]


def denies_alone(clause: str) -> bool:
    """Whether a later clause only denies what the first one says: it has no verb of its own.

    >>> [denies_alone(c) for c in ("but never at dawn.", "not if it is dark", "but you cannot move it.")]
    [True, True, False]
    """
    return bool(_DENIES.match(clause.strip()))


_DENIES = later(r"(?:(?:and|but|yet) )?(?:never|not)\b(?! (?:a|an|the|all|every|only|treated|counted|considered)\b)", re.I)


def _within(place: int, span: Span | None) -> bool:
    return span is not None and span.start <= place < span.end


def _enclosed(before: str) -> bool:
    """Whether a bracket or a quotation is still open there."""
    pairs = (("(", ")"), ("（", "）"), ("「", "」"), ("『", "』"), ("“", "”"), ("[", "]"))
    return before.count('"') % 2 == 1 or any(before.count(a) > before.count(b) for a, b in pairs)
