"""What may prevail in a disagreement: each side by what it says and by the sources that say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kb.errors import BadInput
from kb.model import Rule
from kb.reviews.model import Review


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One position."""

    id: str
    """What a decision names: a digest entry, or a source where the disagreement is between passages."""
    en: str
    zh: str
    """The entry's sentence in both languages; of a passage its first words, as they stand, in both."""
    sources: tuple[str, ...]
    """Ids of the documents that say so, each once."""


def sides_of(subject: Review, rules: Mapping[str, Rule]) -> tuple[Side, ...]:
    """The positions between which an editor may decide; none where there are not two.

    A conflict of two digest entries has these two sides: a document that both cite is on neither.
    """
    pair = [rules[e] for e in subject.entries if e in rules]
    if len(pair) == 2:
        return tuple(Side(id=r.id, en=r.en, zh=r.zh, sources=tuple(dict.fromkeys(c.source for c in r.cites))) for r in pair)
    first = {p.source: p for p in reversed(subject.places)}
    names = list(dict.fromkeys(p.source for p in subject.places))
    if len(names) < 2:
        return ()
    return tuple(Side(id=n, en=first[n].quote, zh=first[n].quote, sources=(n,)) for n in names)


def side_named(subject: Review, rules: Mapping[str, Rule], name: str) -> str:
    """The id of the side that goes by that id, or is the only one that this document establishes; the name itself if none does.

    Raises BadInput for a document that both sides cite.
    """
    sides = sides_of(subject, rules)
    if any(s.id == name for s in sides):
        return name
    holding = [s.id for s in sides if name in s.sources]
    if len(holding) > 1:
        raise BadInput(f"{name}: both sides cite it. Give the one that holds: {' or '.join(holding)}.")
    return holding[0] if holding else name
