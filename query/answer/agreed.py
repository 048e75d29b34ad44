"""A computed answer held against what the search finds: two ways to the same verdict are worth more than one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from kb.index.entry import DIGEST
from query.calc.computed import ASSUMED
from query.model import Answer

AGREED = 0.97
"""How far a verdict is trusted that is computed and found: of 228 such of the bank two were wrong."""
_READ = ("stated", "inferred")
_VERDICTS = ("yes", "no", "depends")


def held_against(computed: Answer, searched: Answer, digested: Collection[str]) -> Answer:
    """The computed answer, as sure as what was found lets it be; what was found where that is surely another.

    What was found wins where a user's own document disagrees, and where an entry states another verdict than a yes or no
    that does not rest on numbers, which only the computation reads; so does a refusal for a topic that no source treats where
    no verdict was computed.
    `digested`: the documents that the digest cites.
    """
    if _own_disagrees(searched, digested):
        return searched
    if searched.abstained and searched.question.reading.outside and computed.verdict not in _VERDICTS:
        return searched
    if searched.ground not in _READ or searched.verdict not in _VERDICTS or computed.verdict not in _VERDICTS:
        return computed
    if searched.verdict == computed.verdict:
        return replace(computed, confidence=max(computed.confidence, AGREED))
    if searched.ground != "stated":
        return computed
    entry = bool(searched.citations) and searched.citations[0].kind == DIGEST
    other = entry and computed.confidence <= ASSUMED and "depends" not in (computed.verdict, searched.verdict)
    return searched if other else replace(computed, confidence=ASSUMED)


def _own_disagrees(answer: Answer, digested: Collection[str]) -> bool:
    """Whether an answer tells of a disagreement with a document that the digest does not know."""
    cited = {c.source for d in answer.disagreements for c in d.citations}
    return bool(cited - set(digested) - {DIGEST})
