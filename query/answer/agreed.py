"""A computed answer held against what the search finds: two ways to the same verdict are worth more than one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from kb.index.entry import DIGEST
from query.calc.computed import ASSUMED
from query.model import Answer
from query.read.asking import unquoted

AGREED = 0.97
"""How far a verdict is trusted that is computed and found: of 228 such of the bank two were wrong."""
SURELY = 0.96
"""How likely a stated verdict must be to win against a computed one: of 14 of the bank, 12 were computed rightly."""
DOUBTED = 0.65
"""As much as is said of what a user's own document says where the rules of the game come to something else."""
_READ = ("stated", "inferred")
_VERDICTS = ("yes", "no", "depends")


def held_against(computed: Answer, searched: Answer, digested: Collection[str]) -> Answer:
    """The computed answer, as sure as what was found lets it be; what was found where that is surely another.

    What was found wins where a user's own document disagrees, with a doubt where such a document merely lies nearest, and
    where an entry surely states another yes or no, which rests neither on numbers nor, where the computed one is settled, on a
    quoted text, which only the computation reads, nor on another entry of the same topic, which the computation knows as well;
    where it is the very entry that the computation follows, it wins with less than sure;
    so does a refusal for a topic that no source treats, where no verdict was computed.
    `digested`: the documents that the digest cites.
    """
    if _own_disagrees(searched, digested):
        return searched
    if searched.abstained and searched.question.reading.outside and computed.verdict not in _VERDICTS:
        return searched
    if searched.ground not in _READ or searched.verdict not in _VERDICTS or computed.verdict not in _VERDICTS:
        return computed
    if searched.verdict != computed.verdict and _own_leads(searched, digested):
        return replace(searched, ground="inferred", confidence=min(searched.confidence, DOUBTED))
    if searched.verdict == computed.verdict:
        return replace(computed, confidence=max(computed.confidence, AGREED))
    if searched.ground != "stated":
        return computed
    entry = bool(searched.citations) and searched.citations[0].kind == DIGEST
    quoted = computed.verdict != "depends" and unquoted(computed.question.text) != computed.question.text
    polar = searched.verdict != "depends"
    surer = polar and computed.confidence <= ASSUMED and searched.confidence >= SURELY
    other = entry and surer and not quoted and not _is_a_neighbour(searched.trace.fired, computed.trace.fired)
    if other and searched.trace.fired == computed.trace.fired != "":  # one entry, read both ways
        return replace(searched, confidence=min(searched.confidence, ASSUMED))
    return searched if other else replace(computed, confidence=ASSUMED)


def _is_a_neighbour(found: str, followed: str) -> bool:
    """Whether an entry that was found is another one of the topic of the one that a computation follows.

    >>> _is_a_neighbour("lamps.too-slow", "lamps.fast-enough"), _is_a_neighbour("lamps.too-slow", "lamps.too-slow")
    (True, False)
    """
    return found != followed and topic_of(found) == topic_of(followed) != ""


def topic_of(entry: str) -> str:
    """The topic of an entry of the digest, by its id; empty for none.

    >>> topic_of("lamps.too-slow")
    'lamps'
    """
    return entry.partition(".")[0]


def _own_disagrees(answer: Answer, digested: Collection[str]) -> bool:
    """Whether an answer tells of a disagreement with a document that the digest does not know."""
    cited = {c.source for d in answer.disagreements for c in d.citations}
    return bool(cited - set(digested) - {DIGEST})


def _own_leads(answer: Answer, digested: Collection[str]) -> bool:
    """Whether what was found first is a passage of a document that the digest does not know."""
    first = answer.citations[0] if answer.citations else None
    return first is not None and first.kind == "passage" and first.source not in digested
