"""A Chain as it is told, clause by clause: which link a place belongs to, who acts there, what it does to others."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

from kb.lang.later import later
from query.read.procedure.links import link_around, markers, mentions, negating
from query.read.procedure.model import SIDES, Side
from query.read.procedure.words import Words

FACE_UP = ("continuous-spell", "continuous-trap", "field-spell", "equip-spell")
"""Kinds whose effect needs the card face-up on the field as it resolves."""
LASTS = (
    *("normal-spell", "normal-trap", "quick-play", "ritual-spell", "counter"),
    *("ignition", "trigger", "quick-effect", "flip", "monster-effect"),
)
"""Kinds whose effect resolves without the card."""
Pairs = tuple[tuple[int, int], ...]
"""(the link that does it, the link it is done to) of each."""
Marks = list[tuple[int, int, int]]
_STOPS = later(r"[,，;；.。?？!！()（）:：\n]|\s(?=(?:and|n|but|then|so)\s)")


@dataclass(frozen=True)
class Clause:
    """A stretch of the telling; `link` 0 where none has begun, `by` the player who acts in it."""

    start: int
    end: int
    link: int
    by: Side


class Told:
    """The links of a Chain that a text tells, by their numbers or, where it gives none, by who answers whom."""

    def __init__(self, words: Words) -> None:
        """Of a question; what it asks is left out."""
        self.words = words
        marks = markers(words)
        self.marks: Marks = marks if len(marks) > 1 else []
        self.asked = words.asked()

    def in_question(self, place: int) -> bool:
        """Whether an offset stands in what is asked."""
        return any(a <= place < b for a, b, _ in self.asked)

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """What is told, in order."""
        cuts = sorted({0, len(self.words.text), *(m.end() for m in _STOPS.finditer(self.words.text)), *self._starts()})
        found: list[Clause] = []
        for start, end in itertools.pairwise(cuts):
            text = self.words.text[start:end]
            if text.strip(" ,，.。?？()（）") and not self.in_question(start):
                found.append(self._clause(start, end, text, found[-1] if found else None))
        return tuple(found)

    def _starts(self) -> list[int]:
        return [start for _, start, _ in self.marks] + [start for start, _, _ in self.asked]

    def _clause(self, start: int, end: int, text: str, before: Clause | None) -> Clause:
        named = subject(self.words, text)
        if self.marks:
            link = self.link_at(end - 1) or 0
            return Clause(start, end, link, named or (before.by if before and before.link == link else ""))
        link = before.link if before else 0
        cues = self.words.cues
        if link == 0:
            begun = cues.has("chain.begins", text) or bool(mentions(self.words, start, end))
            link = (2 if cues.has("chain.undoes", text) and named else 1) if begun else 0
        elif before and self._answers(text, named, before):
            link += 1
        return Clause(start, end, link, named or (before.by if before else ""))

    def _answers(self, text: str, named: Side, before: Clause) -> bool:
        """Whether a clause puts a new link on the Chain."""
        cues = self.words.cues
        if cues.has("chain.answers-told", text):
            return not cues.has("chain.answers-whom", text)
        undone = cues.has("chain.undoes", text) or cues.has("chain.removes", text)
        return undone and bool(named) and named != before.by

    def link_at(self, place: int) -> int | None:
        """The number of the link a place of the text belongs to; None if it belongs to none."""
        if self.marks:
            return link_around(self.words.text, self.marks, place)
        clause = self.clause_at(place)
        return clause.link if clause and clause.link else None

    def clause_at(self, place: int) -> Clause | None:
        """The clause around a place; None in what is asked."""
        return next((c for c in self.clauses if c.start <= place < c.end), None)

    def count(self) -> int:
        """How many links are told."""
        return max([n for n, _, _ in self.marks] + [c.link for c in ([] if self.marks else self.clauses)], default=0)

    def kind(self, link: int) -> str:
        """What kind of card or effect a link is; empty if it is not said."""
        if self.marks:
            places = [m for m in mentions(self.words) if self.link_at(m.start) == link and not self.in_question(m.start)]
        else:
            places = [m for c in self.clauses if c.link == link for m in mentions(self.words, c.start, c.end)]
        return places[0].kind if places else ""

    def negations(self) -> tuple[tuple[int, int], ...] | None:
        """(by, negated) of each link that negates another; None where it is not sure which."""
        if self.marks:
            return negating(self.words, self.marks) if self._undone() else ()
        found = {m: self.link_at(m) for m in self._undone()}
        links = {n for n in found.values() if n}
        if any(n is None or n < 2 for n in found.values()):
            return None
        return tuple((n, n - 1) for n in sorted(links))

    def _undone(self) -> list[int]:
        places = [m.start() for m in self.words.cues.all("chain.undoes", self.words.text)]
        return [p for p in places if not self.in_question(p)]

    def removals(self) -> tuple[tuple[int, int], ...] | None:
        """(by, removed) of each link that takes the card of the one before away; None where it is not sure which."""
        found: set[tuple[int, int]] = set()
        for match in self.words.cues.all("chain.removes", self.words.text):
            clause = self.clause_at(match.start())
            if clause is None or self.in_question(match.start()):
                continue
            if clause.link < 2:
                continue
            what = self.words.text[match.end() if self.words.lang == "en" else clause.start : clause.end]
            if self.words.cues.has("chain.other-card", what) or self.words.cues.has(
                "chain.perhaps", self.words.text[clause.start : match.start()]
            ):
                return None
            found.add((clause.link, clause.link - 1))
        return tuple(sorted(found))


def subject(words: Words, text: str) -> Side:
    """The player a stretch of text names first; "my opponent" is the opponent, 自己 whoever acts."""
    text = text.replace("自己", "  ")
    found = [(m.start(), side != "opp", side) for side in SIDES for m in words.cues.all(f"side.{side}", text)]
    return min(found)[2] if found else ""
