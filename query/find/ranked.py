"""Search hits under a user's own order of authorities: each moves by as much as that order moves its document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kb.index.entry import DIGEST, Entry
from kb.law.ranking import Ranking
from kb.model import AUTHORITIES, Source
from query.find.fuse import load_weights
from query.find.search import Hit


def ranked(hits: Sequence[Hit], ranking: Ranking, documents: Mapping[str, Source], most: int) -> tuple[Hit, ...]:
    """The `most` best hits, best first, and those that come along; as they come where the order is the standard one."""
    if not ranking.own:
        return _kept(hits, most)
    step = load_weights().authority
    moved = [replace(h, score=h.score + step * _risen(h.entry, ranking, documents)) for h in hits]
    return _kept(sorted(moved, key=lambda h: (h.beside, -h.score)), most)


def _kept(hits: Sequence[Hit], most: int) -> tuple[Hit, ...]:
    return (*hits[:most], *(h for h in hits[most:] if h.along or h.beside))


def place_of_entry(entry: Entry, ranking: Ranking, documents: Mapping[str, Source]) -> int:
    """Where an entry stands, from 0, the highest: by its document, one of the digest by the highest that it cites."""
    if entry.kind != DIGEST:
        return ranking.place(entry.source, entry.authority)
    return ranking.highest(documents[c.source] for c in entry.cites if c.source in documents)


def _risen(entry: Entry, ranking: Ranking, documents: Mapping[str, Source]) -> int:
    """How many places higher than in the standard order; below 0 for lower."""
    return AUTHORITIES.index(entry.authority) - place_of_entry(entry, ranking, documents)
