"""What a new edition changed: passages matched by what they say, not by where they stand."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from kb.audit.corpus import Audited
from kb.model import SEARCHED_KINDS, Passage

Change = Literal["added", "removed", "changed", "moved"]
CHANGES: tuple[Change, ...] = ("added", "removed", "changed", "moved")
ALIKE = 0.5
"""From this likeness on, 0..1, two passages are one and the same rule, reworded."""
SHORTEST = 12
"""Signs below which a passage says too little to be matched by its words."""
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[\u3400-\u9fff]", re.I)
_REFERENCE = re.compile(r"\[\d+\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """One difference."""

    change: Change
    old: Passage | None = None
    new: Passage | None = None
    likeness: float = 0.0
    """Of the two texts, 0..1."""
    polarity: bool = False
    """Whether one edition affirms what the other denies."""


def compare_editions(old: Audited, new: Audited) -> list[Changed]:
    """What differs, in the order of the new edition; what was removed stands last, in that of the old.

    Passages with the same words under the same heading are no difference; under another heading they have moved. Of the rest,
    the likest pairs are the changed ones, by words and by the concepts they name.
    """
    before, after = _searched(old), _searched(new)
    pairs = _same(before, after)
    left = [p for p in before if p.id not in {o.id for o, _ in pairs}]
    right = [p for p in after if p.id not in {n.id for _, n in pairs}]
    moved = [Changed(change="moved", old=o, new=n, likeness=1.0) for o, n in pairs if not _one_heading(o, n)]
    changed = list(_likest(old, left, new, right))
    matched = {c.old.id for c in changed if c.old} | {c.new.id for c in changed if c.new}
    added = [Changed(change="added", new=p) for p in right if p.id not in matched]
    removed = [Changed(change="removed", old=p) for p in left if p.id not in matched]
    first = sorted([*moved, *changed, *added], key=lambda c: c.new.span if c.new else (0, 0))
    return [*first, *removed]


def _searched(audited: Audited) -> list[Passage]:
    """The passages that say something: scraps of a few signs count only where a statement was found in them."""
    found = (p for p in audited.document.passages if p.kind in SEARCHED_KINDS)
    return [p for p in found if len(p.text) >= SHORTEST or audited.statements.get(p.id)]


def _key(passage: Passage) -> tuple[str, ...]:
    """Words and mark: what must be equal for two passages to say the same."""
    return (*_words(passage.text), "", *passage.row_headers, *passage.col_headers)


@lru_cache(maxsize=16384)
def _words(text: str) -> tuple[str, ...]:
    return tuple(w.lower() for w in _WORD.findall(_REFERENCE.sub("", text)))


def _one_heading(one: Passage, other: Passage) -> bool:
    """Whether they stand under the same innermost heading."""
    return [_words(t) for t in one.heading[-1:]] == [_words(t) for t in other.heading[-1:]]


def _same(before: Sequence[Passage], after: Sequence[Passage]) -> list[tuple[Passage, Passage]]:
    """Pairs of equal words: under the same heading first, then wherever."""
    found: list[tuple[Passage, Passage]] = []
    used: set[str] = set()
    for strict in (True, False):
        waiting: dict[tuple[str, ...], list[Passage]] = defaultdict(list)
        for passage in after:
            if passage.id not in used:
                waiting[_key(passage)].append(passage)
        for passage in before:
            if passage.id in used:
                continue
            fits = [n for n in waiting[_key(passage)] if not strict or _one_heading(passage, n)]
            if fits:
                found.append((passage, fits[0]))
                waiting[_key(passage)].remove(fits[0])
                used |= {passage.id, fits[0].id}
    return found


def _likest(old: Audited, left: Sequence[Passage], new: Audited, right: Sequence[Passage]) -> Iterator[Changed]:
    """The likest pairs, each passage in one at most."""
    rated = sorted(_rated(old, left, new, right), key=lambda r: (-r[0], r[1].span, r[2].span))
    used: set[str] = set()
    for likeness, one, other in rated:
        if one.id not in used and other.id not in used:
            used |= {one.id, other.id}
            turned = _polarity(old, one) != _polarity(new, other) and None not in (_polarity(old, one), _polarity(new, other))
            yield Changed(change="changed", old=one, new=other, likeness=likeness, polarity=turned or one.mark != other.mark)


def _rated(
    old: Audited, left: Sequence[Passage], new: Audited, right: Sequence[Passage]
) -> Iterator[tuple[float, Passage, Passage]]:
    having: Mapping[str, list[int]] = _having(right)
    cap = max(8, len(right) // 20)
    for one in left:
        near = {n for w in set(_words(one.text)) if len(having.get(w, ())) <= cap for n in having.get(w, ())}
        for number in near:
            likeness = _likeness(old, one, new, right[number])
            if likeness >= ALIKE:
                yield likeness, one, right[number]


def _having(passages: Sequence[Passage]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for number, passage in enumerate(passages):
        for word in set(_words(passage.text)):
            found[word].append(number)
    return found


def _likeness(old: Audited, one: Passage, new: Audited, other: Passage) -> float:
    """Words in their order for the most part, the concepts both name, the heading both stand under."""
    from rapidfuzz.distance import Indel

    words = Indel.normalized_similarity(_words(one.text), _words(other.text))
    named = [frozenset(m.target for m in d.mentions.get(p.id, ())) for d, p in ((old, one), (new, other))]
    concepts = _shared(*named) if any(named) else words
    return 0.7 * words + 0.2 * concepts + 0.1 * _one_heading(one, other)


def _shared(one: Iterable[str], other: Iterable[str]) -> float:
    left, right = set(one), set(other)
    return 2 * len(left & right) / (len(left) + len(right)) if left or right else 1.0


def _polarity(audited: Audited, passage: Passage) -> bool | None:
    """Whether it affirms, if all its statements agree; None if they do not, or there are none."""
    found = {s.polarity for s in audited.statements.get(passage.id, ()) if s.modality in ("permits", "forbids", "requires")}
    return found.pop() if len(found) == 1 else None
