"""The verdict on a question: which entry decides, yes or no or depends, how likely that is, and on what ground.

What is compared is in `query/rule/propositions.py`; the weights of `reading.toml`, fitted by `python -m benchmarks.reading
--write`, make of it how likely yes is, and how likely that it depends.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from kb import toml
from kb.model import Ask, Rule, Verdict
from query.find.search import Hit
from query.model import Ground, Question
from query.rule.excepted import asks_for_exceptions, has_exception
from query.rule.likeness import same_words
from query.rule.opened import settled
from query.rule.passages import Told
from query.rule.propositions import Compared, Features, compare, depends_features, entry_says, is_contested, yes_features

SAME_QUESTION, SURELY = 1.75, 0.9
"""Likeness (words and vectors, 0..2) from which on two questions are nearly the same, and how surely their sides must agree."""
SAME_DEPENDS = 0.75
"""How likely a question depends, at least, where nearly the same question does."""
SAME_WORDS = 0.95
"""Share of words from which on a question is the written one itself, whatever its side is read as."""
ANSWERED_ALIKE = 0.82
"""How near a question must lie that says the same, for its entry to count as stating the verdict: farther ones, however many
agree, are about something else, or about the same but for the detail that decides (`benchmarks/twins.py`)."""
ALIKE_AT_ALL = 0.8
"""Likeness (words and vectors, 0..2) that such a question must have besides: a question in other words that only sounds alike
is about something else."""
FACT_NEAR = 0.6
"""How near an open question must lie, for what it turns on to be what the question asked turns on."""
EVEN, UNLIKELY, LEANING, BARELY = 0.5, 0.4, 0.3, 0.05
"""How likely at least the verdict of a passage is that states it; how likely that of one that tells nothing, how much more at
most where it says what is asked without stating it, and where it hardly says that. Of 180 questions on six collections nobody
here had seen the last were right in 48 of 119, those before in 22 of 46."""
PROBABLY = 0.69
"""Of a passage that does not say it in so many words, at most: on ten collections two of three such were right."""
EXCEPTED: Mapping[Verdict, float] = {"yes": 0.9, "no": 0.55}
"""How likely there is an exception to a rule whose entry leaves room for one, and how likely there is none to another."""
SETTLED = 0.7
"""How likely the verdict is of an open question that gives itself what its answer turns on."""
SIDE_READ, SIDE_DOUBTED = 0.7, 0.75
"""How surely what is heard must be on the question's side or the other, on the whole; how likely a verdict is at most where
it is not. Of 24 such of the bank 19 were right."""
TAKEN = 0.6
"""How likely a verdict is at most where the sentence that asks only takes a stand on what is told before it ("was I robbed?"):
of 105 such questions by a writer of idioms 62 were right, with the right rule shown for most."""
WRITTEN = 0.98
"""How likely the verdict of a question is that an entry answers letter by letter."""
WEIGHTS_FILE = Path(__file__).with_name("reading.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """What one entry says on the question."""

    hit: Hit
    ask: Ask
    """Its question that comes nearest."""
    verdict: Verdict
    near: float
    """Likeness of the two questions by their vectors."""
    words: float
    """Share of words that the two questions have in common, 0..1."""
    weight: float
    """Of this entry among all, 0..1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What the comparison comes to."""

    verdict: Verdict
    likely: float
    """How likely the verdict is, 0..1."""
    voices: tuple[Voice, ...]
    """Those for the verdict first, the one that decides first of all."""
    ground: Ground
    missing: Ask | None = None
    """For "depends": the open question that names the fact, where somebody has written one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Weights of what speaks for a verdict."""

    nearness: Mapping[str, float]
    """By which a question counts as the one asked."""
    yes: Mapping[str, float]
    depends: Mapping[str, float]
    unknown: Mapping[str, float]
    least_depends: float
    """How likely "depends" must be to be said."""
    least_unknown: float
    """How likely it must be that no source answers, to say so."""
    least_stated: float
    """How likely a verdict must be for its entry to count as stating it."""


@cache
def load_reading(path: Path = WEIGHTS_FILE) -> Reading:
    """The weights of that file."""
    return Reading(**toml.loads(path.read_text("utf-8")))


def chance(features: Features, weights: Mapping[str, float]) -> float:
    """How likely something is, 0..1, by the weighted sum of what speaks for it."""
    level = sum(weights.get(name, 0.0) * size for name, size in features.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, level))))


def voices_of(found: Sequence[Compared]) -> tuple[Voice, ...]:
    """What each entry says, heaviest first."""
    by_entry: dict[str, list[Compared]] = {}
    for one in found:
        by_entry.setdefault(one.hit.entry.id, []).append(one)
    voices = []
    for own in by_entry.values():
        nearest = max(own, key=lambda c: c.share)
        said = entry_says(own, nearest.hit)
        verdict: Verdict = "yes" if said > 0 else "no" if said < 0 else "depends"
        weight = sum(c.share for c in own)
        voices.append(
            Voice(
                hit=nearest.hit,
                ask=nearest.ask,
                verdict=verdict,
                near=nearest.features["vectors"],
                words=nearest.features["words"],
                weight=weight,
            )
        )
    return tuple(sorted(voices, key=lambda v: -v.weight))


def rule_on(question: Question, hits: Sequence[Hit], rules: Mapping[str, Rule], opposite: Mapping[str, str]) -> Ruling | None:
    """The likeliest verdict; None if no entry speaks on it. `opposite`: of every side of a predicate, the other."""
    reading = load_reading()
    found = compare(question, hits, rules, opposite, reading.nearness)
    if not found:
        return None
    if (written := _written(question, found, rules)) is not None:
        return _as_written(written, found, question, opposite)
    if asks_for_exceptions(question.text):
        return _excepted(voices_of(found), rules)
    yes = chance(yes_features(question, found), reading.yes)
    depends = chance(depends_features(question, found, rules, yes), reading.depends)
    if _is_the_same(found, "depends") or is_contested(found, rules):
        depends = max(depends, SAME_DEPENDS)
    verdict: Verdict = "depends" if depends >= reading.least_depends else "yes" if yes >= 0.5 else "no"
    likely = depends if verdict == "depends" else (1 - depends) * max(yes, 1 - yes)
    likely = min(likely, SIDE_DOUBTED) if verdict != "depends" and _side_read(found) < SIDE_READ else likely
    likely = min(likely, TAKEN) if question.stands and verdict != "depends" else likely
    missing = _missing(question, found, opposite) if verdict == "depends" else None
    if verdict == "depends" and (told := settled(question, missing)) is not None:
        return _as_settled(told, voices_of(found))
    voices = sorted(voices_of(found), key=lambda v: v.verdict != verdict) if verdict != "depends" else voices_of(found)
    return Ruling(
        verdict=verdict,
        likely=likely,
        voices=tuple(voices),
        ground="stated" if _is_stated(found, verdict, likely, reading) else "inferred",
        missing=missing,
    )


def _side_read(found: Sequence[Compared]) -> float:
    """How surely what is heard is told to be on the question's side or not, 0..1, weighed by shares; 1 where none has one."""
    heard = sum(c.share for c in found if c.said)
    return sum(c.share * abs(c.said) for c in found if c.said) / heard if heard else 1.0


def _as_settled(verdict: Verdict, voices: Sequence[Voice]) -> Ruling:
    """The verdict of an open question that the asker's own settles, with the entry that was open first."""
    first = replace(voices[0], verdict=verdict)
    return Ruling(verdict=verdict, likely=SETTLED, voices=(first, *voices[1:]), ground="inferred")


def _written(question: Question, found: Sequence[Compared], rules: Mapping[str, Rule]) -> Compared | None:
    """The entry's question that is the one asked, letter by letter; None for none, where two entries answer otherwise, or where
    the entry is in conflict with another: that is weighed."""
    same = [c for c in found if same_words(question.text, c.ask.zh if question.lang == "zh" else c.ask.en)]
    disputed = any((rule := rules.get(c.hit.entry.id)) is not None and rule.conflicts for c in same)
    return same[0] if len({c.ask.verdict for c in same}) == 1 and not disputed else None


def _as_written(written: Compared, found: Sequence[Compared], question: Question, opposite: Mapping[str, str]) -> Ruling:
    verdict = written.ask.verdict
    voices = sorted(voices_of(found), key=lambda v: (v.hit is not written.hit, v.verdict != verdict))
    first = replace(voices[0], verdict=verdict, ask=written.ask, near=1.0, words=1.0)
    missing = _missing(question, found, opposite) if verdict == "depends" else None
    return Ruling(verdict=verdict, likely=WRITTEN, voices=(first, *voices[1:]), ground="stated", missing=missing)


def _excepted(voices: Sequence[Voice], rules: Mapping[str, Rule]) -> Ruling:
    """Whether the entry that is heard most, which is the rule told, leaves room for an exception."""
    verdict: Verdict = "yes" if has_exception(voices[0].hit.entry.id, rules) else "no"
    first = replace(voices[0], verdict=verdict)
    return Ruling(verdict=verdict, likely=EXCEPTED[verdict], voices=(first, *voices[1:]), ground="inferred")


def ruling_of(told: Told) -> Ruling:
    """The verdict of a passage that is about the question and of which no entry of the digest is."""
    least, rest = (EVEN, 1 - EVEN) if told.stated else (UNLIKELY, LEANING if told.worded and told.clear else BARELY)
    likely = least + rest * abs(told.agrees)
    surely = told.stated and likely >= SURELY
    likely = likely if surely else min(likely, PROBABLY)
    voice = Voice(hit=told.hit, ask=told.ask, verdict=told.verdict, near=told.hit.near_text or 0.0, words=0.0, weight=1.0)
    return Ruling(verdict=told.verdict, likely=likely, voices=(voice,), ground="stated" if surely else "inferred")


def _is_stated(found: Sequence[Compared], verdict: Verdict, likely: float, reading: Reading) -> bool:
    """Whether an entry answers nearly the same question, or is likely enough and answers one that is answered alike; not where
    most that say so tell of other facts."""
    if _is_the_same(found, verdict):
        return True
    signs = {"yes": 1, "no": -1}
    agrees = [c for c in found if (c.open if verdict == "depends" else c.said * signs[verdict] > 0)]
    near = any(c.features["matched"] >= ANSWERED_ALIKE and c.likeness >= ALIKE_AT_ALL for c in agrees)
    contrary = sum(c.share for c in agrees if c.features["facts apart"])
    return near and contrary <= sum(c.share for c in agrees) / 2 and likely >= reading.least_stated


def _is_the_same(found: Sequence[Compared], verdict: Verdict) -> bool:
    """Whether an entry answers nearly the same question, put on a side that is read surely, with that verdict."""
    first = max(found, key=lambda c: c.share)
    if first.features["facts apart"]:
        return False
    if first.open or first.likeness < SAME_QUESTION:
        return verdict == "depends" and first.open and first.likeness >= SAME_QUESTION
    return abs(first.said) >= SURELY and verdict == ("yes" if first.said > 0 else "no")


def _missing(question: Question, found: Sequence[Compared], opposite: Mapping[str, str]) -> Ask | None:
    """The nearest open question with its fact, of the entries that are heard most, its options answering what was asked.

    One put on the opposite side has its options turned round. One whose side cannot be told from the question's is left out, so
    is one that does not lie near: what that turns on is another matter's.
    """
    sides, lang = question.reading.sides, "zh" if question.lang == "zh" else "en"
    written = [c for c in found if c.open and c.ask.options and c.features["matched"] >= FACT_NEAR]
    for one in sorted(written, key=lambda c: (-c.share, -c.likeness)):
        side = one.ask.put(lang)
        if one.features["words"] >= SAME_WORDS:
            return one.ask
        agrees = sides.agrees(side, opposite[side])
        if abs(agrees) >= SURELY:
            return one.ask if agrees > 0 else replace(one.ask, options=tuple(map(_turned, one.ask.options)))
    return None


def _turned(option: Mapping[str, str]) -> Mapping[str, str]:
    return {**option, "verdict": {"yes": "no", "no": "yes"}[option["verdict"]]}
