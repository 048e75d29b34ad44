"""The graph as a search sees it: which entries name which concepts, and which concepts lie near."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from kb.index.lexical import Postings, postings
from kb.model import Concept, Timing

BROADER, NARROWER, RELATED = 0.4, 0.25, 0.25
"""What a neighbour counts, against the concept itself."""
LENGTH = 2.0
"""Added to an entry's norm, so that one that names a single concept does not win by brevity alone."""


def build_concepts(links: Sequence[Mapping[str, float]]) -> Postings:
    """Postings of the entries' linked ids: rarer ids share more, an entry that names many shares less for each.

    Row i of the result is `links[i]`.
    """
    counts: dict[str, int] = {}
    for linked in links:
        for target in linked:
            counts[target] = counts.get(target, 0) + 1
    rarity = {t: math.log(1 + (len(links) - n + 0.5) / (n + 0.5)) for t, n in counts.items()}
    numbers = {t: column for column, t in enumerate(counts)}
    triples: list[tuple[int, int, float]] = []
    for row, linked in enumerate(links):
        norm = math.sqrt(sum((rarity[t] * w) ** 2 for t, w in linked.items())) + LENGTH
        triples += [(numbers[t], row, rarity[t] * rarity[t] * w / norm) for t, w in linked.items()]
    return postings(counts, triples, len(links))


def neighbours(concepts: Iterable[Concept], timings: Iterable[Timing] = ()) -> dict[str, dict[str, float]]:
    """For every concept and timing, what lies next to it and how much that counts."""
    near: dict[str, dict[str, float]] = {}

    def add(one: str, other: str, weight: float) -> None:
        found = near.setdefault(one, {})
        found[other] = max(weight, found.get(other, 0.0))

    for concept in concepts:
        for above in concept.broader:
            add(concept.id, above, BROADER)
            add(above, concept.id, NARROWER)
        for other in concept.related:
            add(concept.id, other, RELATED)
            add(other, concept.id, RELATED)
    for timing in timings:
        if timing.part_of:
            add(timing.id, timing.part_of, BROADER)
            add(timing.part_of, timing.id, NARROWER)
    return near


def widened(links: Mapping[str, float], near: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """The linked ids and their neighbours, each with the highest weight that reaches it.

    >>> widened({"counter-trap-card": 1.0}, {"counter-trap-card": {"trap-card": 0.4}})
    {'counter-trap-card': 1.0, 'trap-card': 0.4}
    """
    wide = dict(links)
    for target, weight in links.items():
        for other, share in near.get(target, {}).items():
            wide[other] = max(wide.get(other, 0.0), weight * share)
    return wide
