"""Where a user's own documents disagree, with each other or with the digest: both are shown, and which prevails and why."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from kb.index.entry import DIGEST, Entry
from kb.law.ranking import Ranking
from kb.model import Lang, Rule, Source
from query.answer.cite import citation_of
from query.answer.words import say
from query.find.search import Hit
from query.model import Disagreement, Question
from query.rule.likeness import overlap, words_of
from query.rule.passages import Told, names_own, spoken
from query.rule.verdict import Ruling

SAME_MATTER, SAME_RULE = 0.4, 0.6
"""Share of their words that two texts have in common, 0..1, from which on they can contradict each other; and from which on
they are about the very same rule."""
LIKELY = 0.7
"""How likely the digest's verdict must be where a passage surely says the opposite."""

HARDLY, SURELY = 0.3, 0.9
"""How far a passage that hardly says anything agrees or disagrees; how likely the digest's verdict must be to go before it."""


class Known(Protocol):
    """What is known of the documents."""

    @property
    def documents(self) -> Mapping[str, Source]:
        """By id."""

    @property
    def digested(self) -> Collection[str]:
        """Those that entries of the digest cite."""

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The digest's entries by id."""

    @property
    def ranking(self) -> Ranking:
        """Whose word counts more."""


def weighed(told: Told, question: Question, hits: Sequence[Hit], known: Known) -> Told:
    """The passage that decides, held against one of another document that surely says the opposite, if there is one.

    The higher authority prevails, then the newer; where neither settles it, the verdict is "depends".
    """
    others = (other for other in spoken(question, hits, known.digested) if other and _opposes(told, other))
    other = next(others, None) if told.says_so else None
    if other is None:
        return told
    for winner, loser in ((told, other), (other, told)):
        if why := _prevails(winner.hit.entry, loser.hit.entry, known.ranking):
            return replace(winner, against=loser.hit, why=why)
    return replace(told, verdict="depends", against=other.hit)


def _opposes(told: Told, other: Told) -> bool:
    apart = told.hit.entry.source != other.hit.entry.source and other.verdict != told.verdict
    one, another = (words_of(t.ask.en or t.ask.zh) for t in (told, other))
    return apart and other.says_so and overlap(one, another) >= SAME_MATTER


def _prevails(one: Entry, other: Entry, ranking: Ranking) -> str:
    """By what a passage prevails over another one, as `kb.law.precedence` names it; empty if it does not."""
    mine, theirs = (ranking.place(e.source, e.authority) for e in (one, other))
    if mine != theirs:
        return "higher authority" if mine < theirs else ""
    shared = min(len(one.issued), len(other.issued))
    return "newer" if shared and one.issued[:shared] > other.issued[:shared] else ""


def opposed(
    told: Told | None, ruling: Ruling | None, question: Question, hits: Sequence[Hit], known: Known
) -> tuple[Disagreement, ...]:
    """The disagreement of the passage that decides with another document's, or of the entry that decides with a passage."""
    lang: Lang = "zh" if question.lang == "zh" else "en"
    if told:
        return (_between(told.hit, told.against, told.why, lang, known),) if told.against else ()
    if ruling is None or ruling.verdict not in ("yes", "no"):
        return ()
    least = SAME_MATTER if ruling.ground == "stated" else SAME_RULE
    for one in spoken(question, hits, known.digested):
        if one and one.stated and one.verdict != ruling.verdict and _shared(ruling.voices[0].hit, one) >= least:
            return (_between(ruling.voices[0].hit, one.hit, "digest", lang, known),)
    return ()


def overruled(told: Told, ruling: Ruling | None, question: Question, hits: Sequence[Hit], digested: Collection[str]) -> bool:
    """Whether the digest decides: where the passage hardly says anything on the question and the digest is sure; where an entry
    states the answer and nothing that only the passages know is named; or where an entry about the very rule that the passage
    states concludes the opposite."""
    stated = ruling is not None and ruling.ground == "stated" and ruling.likely >= (SURELY if told.stated else LIKELY)
    if stated and not names_own(hits, digested):
        return True
    if ruling and abs(told.agrees) < HARDLY and ruling.likely >= SURELY:
        return True
    if ruling is None or not told.stated or {told.verdict, ruling.verdict} != {"yes", "no"} or ruling.likely < LIKELY:
        return False
    entry = ruling.voices[0].hit
    return _shared(entry, told) >= SAME_RULE and _names_nothing_else(question, hits, told)


def _names_nothing_else(question: Question, hits: Sequence[Hit], told: Told) -> bool:
    """Whether every word that question and passage, its place included, share is one that entries of the digest use."""
    entry = told.hit.entry
    shared = question.reading.words & words_of(" ".join((entry.text(entry.lang), entry.title, *entry.surroundings())))
    digest = [h.entry for h in hits if h.entry.kind == DIGEST]
    texts = (text for e in digest for text in (*e.texts.values(), *(t for ask in e.asks for t in (ask.en, ask.zh))))
    return shared <= frozenset().union(*(words_of(text) for text in texts))


def _shared(entry: Hit, one: Told) -> float:
    """Share of its words that a passage's sentence has in common with an entry's text or the nearest of its questions, 0..1."""
    said = words_of(one.ask.en or one.ask.zh)
    texts = [*entry.entry.texts.values(), *(text for ask in entry.entry.asks for text in (ask.en, ask.zh))]
    return max(overlap(said, words_of(text)) for text in texts)


def _between(hit: Hit, other: Hit, why: str, lang: Lang, known: Known) -> Disagreement:
    text = hit.entry.text(lang)
    by = hit.entry.issued if why == "newer" else " > ".join(_names(h, known) for h in (hit, other))
    return Disagreement(
        position=text,
        other=other.entry.text(lang),
        prevails=text if why else "",
        reason=say(f"prevails.{why}", lang).format(by) if why else "",
        citations=tuple(citation_of(h.entry, lang, known.documents) for h in (hit, other)),
    )


def _names(hit: Hit, known: Known) -> str:
    """What a document ranks as: itself, where the user's own order names it, else its authority."""
    entry = hit.entry
    return entry.source if entry.source in known.ranking.own else entry.authority
