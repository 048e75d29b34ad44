"""What is asked of a monster after what happened to it, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.lang.later import later
from query.read.procedure.model import Recall
from query.read.procedure.words import Asks, Words, either

_ABOUT = (
    *(
        "revive",
        "trigger",
        "returned",
        "from",
        "how",
        "pendulum",
        "flipped",
        "flip",
        "position",
        "attack",
        "use",
        "counters",
        "equip",
        "materials",
        "left",
    ),
    *("gemini", "boost", "claim", "life", "damage", "atk", "allowed"),
)
"""What may be asked, what is told apart by more words first."""
_AMOUNTS = frozenset({"counters", "materials", "left", "life", "damage", "atk", "equip"})
"""What may be asked without wanting yes or no."""
_TURNED = frozenset({"counters", "materials", "equip", "gemini", "boost"})
"""What may be asked by its being gone."""
_SHORT = 4
"""Words (English) or pairs of characters (Chinese) that may ask without a word that says so ("mats left")."""
_PART = later(r"[^,，;；:：]+")
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked, and where in the text."""

    recalls: tuple[Recall, ...]
    spans: tuple[Span, ...]


def read_asks(words: Words) -> Asked | None:
    """Everything that is asked; None where some clause asks what is not understood, or nothing does."""
    recalls: list[Recall] = []
    spans: list[Span] = []
    for start, end, kind in pieces(words):
        found = _abouts(words, start, end, kind)
        if not found and kind is None:
            continue
        if not found:
            return None
        for about, span in found:
            recall = _recall(words, about, (words.text[start:end], words.text[slice(*span)]), kind)
            if recall is None and len(found) > 1 and about in _AMOUNTS:
                recall = Recall(about=about)
            if recall is None:
                return None
            if all(recall.about != r.about for r in recalls):
                recalls.append(recall)
            spans.append(span)
    return Asked(tuple(recalls), tuple(spans)) if recalls else None


def pieces(words: Words) -> list[tuple[int, int, Asks | None]]:
    """The clauses that ask something; with no kind the last words of a question that only name a thing ("ATK now?")."""
    asked: list[tuple[int, int, Asks | None]] = [*words.asked()]
    for start, end in _sentences(words):
        parts = [(start + m.start(), start + m.end()) for m in _PART.finditer(words.text[start:end])]
        if not parts or any(a < parts[-1][1] and parts[-1][0] < b for a, b, _ in asked):
            continue
        if _asking(words, words.text[start:end], words.text[slice(*parts[-1])]):
            asked.append((*parts[-1], None))
    return sorted(asked, key=lambda piece: piece[:2])


def _asking(words: Words, sentence: str, last: str) -> bool:
    """Whether the last words of a sentence ask something although no word says so."""
    if sentence.rstrip().endswith(("?", "？")) or words.cues.has("ask.what", last):
        return True
    if words.lang == "zh" and last.rstrip().endswith(("不", "没", "没有")):
        return True
    return len(last.split()) <= _SHORT if words.lang == "en" else len(last.strip()) <= 2 * _SHORT


def _sentences(words: Words) -> list[Span]:
    """The sentences with a question mark, and the last one."""
    spans: list[Span] = []
    for start, _ in words.clauses():
        span = (words.sentence_start(start), words.sentence_end(start))
        if span not in spans:
            spans.append(span)
    marked = [s for s in spans if words.text[slice(*s)].rstrip().endswith(("?", "？"))]
    last = words.text[slice(*spans[-1])]
    if not marked or words.cues.has("ask.what", last):
        return list(dict.fromkeys((*marked, spans[-1])))
    return marked


def _abouts(words: Words, start: int, end: int, kind: Asks | None) -> list[tuple[str, Span]]:
    """What a clause asks about, in its order."""
    found: list[tuple[str, Span]] = []
    text = words.text[start:end]
    for about in _ABOUT if kind != "what" else [a for a in _ABOUT if a in _AMOUNTS]:
        for match in words.cues.all(f"mem.ask-{about}", text):
            span = (start + match.start(), start + match.end())
            if about == "attack" and not (words.cues.has("mem.may", text) or re.search(r"\bagain\b|再", text)):
                break
            denied = re.search(r"[没不]$", text[: match.start()]) is not None
            if match.group().strip() and not denied and not overlaps(span, [s for _, s in found]):
                found.append((about, span))
                break
    found = [f for f in found if f[0] != "allowed"] if len(found) > 1 else found
    return sorted(found, key=lambda f: f[1])


def overlaps(span: Span, others: Sequence[Span]) -> bool:
    """Whether a stretch of text shares a character with one of others."""
    return any(a < span[1] and span[0] < b for a, b in others)


def _recall(words: Words, about: str, said: tuple[str, str], kind: Asks | None) -> Recall | None:
    text, own = either(said[0]), said[1]
    polar = kind == "yes/no" or (kind is None and words.cues.has("mem.ask-yes", said[0]))
    wants = about not in _AMOUNTS or (polar and about in _TURNED)
    if not wants:
        return None if kind == "yes/no" else Recall(about=about)
    turned = words.cues.first("mem.turned", text)
    if turned is not None and about not in _TURNED:
        return None
    if about in ("revive", "attack") and not words.cues.has("mem.may", text) and not re.search(r"\bagain\b|再", text):
        return None
    rest = text.replace(turned.group(), " ") if turned else text
    if words.negative(rest):
        return None
    amount = re.search(r"\d+", own) if about in ("boost", "claim") else None
    return Recall(
        about="revive" if about == "allowed" else about,
        yes_no=True,
        opposite=turned is not None,
        amount=int(amount.group()) if amount else 0,
    )
