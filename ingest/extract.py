"""Statements: what each sentence of a passage permits, forbids, requires, defines or tells, and on what condition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.analysed import Analysed
from ingest.surroundings import Said, Surroundings, Turn, asks_both_ways
from kb.digest.load import bundled_linker
from kb.lang.clauses import denies_alone, later_clauses
from kb.lang.fragments import introduces, is_formula, is_fragment, is_nominal, is_verbless, states_nothing, tells_a_story
from kb.lang.link import Linker
from kb.lang.modality import Reading, read_modality
from kb.model import STATING_KINDS, Lang, Mention, Modality, Passage, Span, Statement

_DEPARTS = re.compile(
    r"^\W*(?:however|but|except|nevertheless|the (?:only )?exceptions?|(?:an|unique|some) exceptions?|exceptions?)\b"
    r"|^\W*unless\b[^,]*$|^\W*this (?:rule )?(?:excludes|does not (?:include|apply))\b"
    r"|^\W*(?:但是?|不过|然而|可是|作为例外|例外|只是)|^\W*除非[^，,]*$|的例外",
    re.I,
)
_SURE = 0.7
"""A later clause states something of its own only if its cue is at least so clear."""
_DENIED: Mapping[Modality, Modality] = {"permits": "forbids"}
"""What a modality becomes where it is denied and no longer the same."""
_CELL = 0.4
_READ: frozenset[Lang] = frozenset(("en", "zh"))
"""Languages whose modal words are known."""
_NOMINAL = 0.5


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of a passage and what it says."""

    span: Span
    said: Said
    condition: str = ""


def extract(analysed: Iterable[Analysed], linker: Linker | None = None) -> tuple[Statement, ...]:
    """The statements of one document's passages, in their order; none from headings, references, boilerplate and Japanese.

    A sentence makes one statement, and one more for each later clause that states something else. Words that make no
    sentence, such as the items of a list, say what the mark, the lead-in or the heading says of them, or nothing. A timing
    that the words do not name is that of the headings they stand under. An exception points to the statement before it, or
    to that of the passage it hangs under. `linker` reads the headings: the bundled one if None.
    """
    around, turn = Surroundings(), Turn(linker or bundled_linker())
    found: list[Statement] = []
    first_of: dict[str, str] = {}
    for one in analysed:
        timing = turn.of(one.passage, one.mentions)
        if one.passage.kind in STATING_KINDS and one.passage.lang in _READ and one.sentences:
            pieces = _pieces(one, around)
            above = first_of.get(one.passage.parent or one.passage.illustrates or "")
            made = list(_statements(one, pieces, turn, timing, above))
            found += made
            if made:
                first_of[one.passage.id] = made[0].id
    return tuple(found)


def _statements(
    one: Analysed, pieces: Sequence[_Piece], turn: Turn, timing: tuple[str, ...], above: str | None
) -> Iterator[Statement]:
    before = above
    for number, piece in enumerate(pieces, 1):
        mentions = [m for m in one.mentions if piece.span.start <= m.span.start < piece.span.end]
        words = one.passage.text[slice(*piece.span)]
        made = Statement(
            id=f"{one.passage.id}!{number}",
            passage=one.passage.id,
            modality=piece.said.modality,
            polarity=piece.said.polarity,
            span=piece.span,
            concepts=tuple(dict.fromkeys(m.target for m in mentions if m.target_kind == "concept")),
            timing=turn.narrow(turn.named(mentions), timing),
            cards=_cards(one.passage, mentions),
            condition=piece.condition,
            exception_of=before if _DEPARTS.search(words) else None,
            confidence=piece.said.confidence,
        )
        before = made.id
        yield made


def _cards(passage: Passage, mentions: Iterable[Mention]) -> tuple[str, ...]:
    """Ids of known cards, else names as printed."""
    names = {m.span: m.target if m.target_kind == "card" else passage.text[slice(*m.span)] for m in _of_cards(mentions)}
    return tuple(dict.fromkeys(names.values()))


def _of_cards(mentions: Iterable[Mention]) -> list[Mention]:
    return [m for m in mentions if m.target_kind in ("card", "name")]


def _pieces(one: Analysed, around: Surroundings) -> list[_Piece]:
    passage, found = one.passage, []
    inherited = False
    for number, (span, reading) in enumerate(one.sentences):
        words = passage.text[slice(*span)]
        said = around.of(passage) if passage.mark and not number else _said(passage, words, reading, around, first=not number)
        if said is None:
            continue
        inherited = inherited or (reading.guessed and said.modality != "follows")
        found.append(_Piece(span, said, _cut(words, reading.condition)))
        if said.modality != "example":
            found += _later(span, words, reading, said, passage)
    span, reading = one.sentences[-1]
    around.remember(passage, passage.text[slice(*span)], reading, inherited)
    return found


def _cut(words: str, condition: Span | None) -> str:
    return words[slice(*condition)] if condition else ""


def _said(passage: Passage, words: str, reading: Reading, around: Surroundings, *, first: bool) -> Said | None:
    """What one sentence says; None if it states nothing."""
    if passage.kind == "example" or is_formula(words):
        return Said("example", reading.polarity, min(reading.confidence, 0.8))
    if not passage.mark and (states_nothing(words) or (reading.confidence < _SURE and tells_a_story(words, passage.lang))):
        return None
    if introduces(words) and words.rstrip().endswith((":", "：")) and reading.modality in ("defines", "follows"):
        return None
    fragment = reading.guessed and is_fragment(words, passage.lang)
    item = fragment or (first and reading.guessed and is_verbless(words, passage.lang))
    if item and (said := around.of(passage)):
        return said
    if fragment:
        told = passage.kind == "table-cell" and passage.row_headers and not asks_both_ways(passage.col_headers)
        return Said("follows", True, _CELL) if told else None
    if reading.guessed and passage.lang == "zh" and is_nominal(words):
        return Said("defines", True, _NOMINAL)
    return Said(reading.modality, reading.polarity, reading.confidence)


def _later(span: Span, words: str, reading: Reading, said: Said, passage: Passage) -> Iterator[_Piece]:
    """The clauses of a sentence that state something else than what it is read to say, in their order."""
    told: set[tuple[Modality, bool]] = {(said.modality, said.polarity)}
    later = later_clauses(words, passage.lang, reading.condition)
    first = [Span(0, later[0].start)] if later else []
    for clause in (*first, *later):
        text = words[slice(*clause)]
        read = read_modality(text, passage.lang)
        if passage.lang == "en" and said.polarity and denies_alone(text):
            read = read._replace(modality=_DENIED.get(said.modality, said.modality), polarity=False, confidence=_SURE)
        states = read.modality != "example" and (read.modality != "follows" or (not read.polarity and not read.guessed))
        if states and read.confidence >= _SURE and (read.modality, read.polarity) not in told:
            told.add((read.modality, read.polarity))
            place = Span(span.start + clause.start, span.start + clause.end)
            yield _Piece(place, Said(read.modality, read.polarity, read.confidence), _cut(text, read.condition))
