"""The question compared with what each entry found says: its own questions, each a side of a predicate with its verdict.

An entry's question that asks about the side the player asks about passes its verdict on; one that asks about the opposite
side passes on the opposite. How near the two questions are, and how likely they are about the same predicate, says how much
it counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kb.model import Ask, Lang, Rule
from query.find.search import Hit
from query.model import Question
from query.read.facts import contradicts, open_facets
from query.read.reading import Facts, Sides
from query.rule.conflicts import is_settled
from query.rule.likeness import matched
from query.rule.phrased import alike_each, facts_each

COMPARED, NEAREST = 8, 60
"""Entries of the digest that are compared with a question, and how many of their own questions in all."""
CONTESTED = 1.0
"""Likeness (words and vectors, 0..2) from which on an entry answers the question asked, so that a conflict on it counts."""
ANSWERED_FAR, OPEN_FAR = 0.04, 0.08
"""How much farther a question lies that counts a third, for what it says and for its being open."""
_SHARPER, _LEAST = 3, 1e-9
"""How much more what counts most counts among the foremost; the least share that is told from none."""
_SIGNS = {"yes": 1, "no": -1}
Features = Mapping[str, float]
_Row = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One question of an entry beside the one asked."""

    hit: Hit
    ask: Ask
    said: float
    """What it says on the question: 1 surely yes, -1 surely no, 0 for "depends"."""
    features: Features
    """What speaks for its being the question asked: words, vectors, rank, predicate, facts."""
    share: float = 0.0
    """How much it counts among all that are compared, 0..1."""

    @property
    def open(self) -> bool:
        """Whether it is a question that depends."""
        return self.ask.verdict == "depends"

    @property
    def likeness(self) -> float:
        """Words and vectors together, 0..2."""
        return self.features["words"] + self.features["vectors"]


def compare(
    question: Question,
    hits: Sequence[Hit],
    rules: Mapping[str, Rule],
    opposite: Mapping[str, str],
    weights: Mapping[str, float],
) -> tuple[Compared, ...]:
    """The questions and the statements of the digest's entries among the hits, in the order of the hits.

    `opposite`: of every side of a predicate, the other. `weights`: what each of the features counts.
    """
    lang: Lang = "zh" if question.lang == "zh" else "en"
    sides, facts = question.reading.sides, question.reading.facts
    asked = [h for h in hits if h.entry.asks]
    told = [*asked[:COMPARED], *(h for h in asked[COMPARED:] if h.along)]
    near = _nearest(question, told, lang)
    texts = [
        [h.entry.asks[n].zh if lang == "zh" else h.entry.asks[n].en for n in own] for h, own in zip(told, near, strict=True)
    ]
    every = [text for own in texts for text in own]
    words = iter(alike_each(question.reading, every))
    given = iter(facts_each(every, lang, question.reading.folder))
    stated = [h.entry.text(lang) for h in told]
    of_stated = zip(alike_each(question.reading, stated), matched(question.text, stated), strict=True)
    found = [
        (hit, *compared)
        for hit, asks, own in zip(told, near, of_stated, strict=True)
        for compared in (
            *_of_entry(question, sides, facts, hit, [(n, v, next(words), next(given)) for n, v in asks.items()], opposite),
            *_stated(question, sides, facts, hit, rules.get(hit.entry.id), opposite, *own),
        )
    ]
    share = shares([features for *_, features in found], weights)
    return tuple(
        Compared(hit=hit, ask=ask, said=said, features=features, share=counts)
        for (hit, ask, said, features), counts in zip(found, share, strict=True)
    )


def _nearest(question: Question, told: Sequence[Hit], lang: Lang) -> list[dict[int, float]]:
    """Of each entry, the numbers of its questions that are compared, with how near they lie: the nearest of all."""
    texts = [[ask.zh if lang == "zh" else ask.en for ask in hit.entry.asks] for hit in told]
    written = [[n for n, text in enumerate(own) if text] for own in texts]
    near = [
        dict(zip(numbers, matched(question.text, [own[n] for n in numbers]), strict=True))
        for numbers, own in zip(written, texts, strict=True)
    ]
    least = sorted((v for own in near for v in own.values()), reverse=True)[:NEAREST][-1:] or [0.0]
    return [{n: v for n, v in own.items() if v >= least[0]} for own in near]


def _of_entry(
    question: Question,
    sides: Sides,
    facts: Facts,
    hit: Hit,
    asks: Sequence[tuple[int, float, float, Facts]],
    opposite: Mapping[str, str],
) -> Iterator[tuple[Ask, float, Features]]:
    """`asks`: of those of its questions that are compared the number, how near it lies, what of its words is shared, and the
    facts it gives."""
    lang: Lang = "zh" if question.lang == "zh" else "en"
    for number, near, words, given in asks:
        ask = hit.entry.asks[number]
        side, text = ask.put(lang), ask.zh if lang == "zh" else ask.en
        if side not in opposite or ask.verdict not in ("yes", "no", "depends"):
            continue
        vectors = hit.near_asks[number] if number < len(hit.near_asks) else words
        told = hit.told_asks[number] if number < len(hit.told_asks) else 0.0
        features = {
            "words": words,
            "vectors": vectors,
            "both": (words + vectors) ** 2,
            "matched": near,
            "matched well": max(0.0, near) ** 3,
            "told": told / 5,
            "rank": hit.score,
            "predicate": math.log(sides.share(side, opposite[side]) + 0.02),
            "length": len(text) / 100,
            **_facts_shared(facts, given),
            "statement": 0.0,
        }
        yield ask, _SIGNS.get(ask.verdict, 0) * sides.agrees(side, opposite[side]), features


def _stated(
    question: Question,
    sides: Sides,
    facts: Facts,
    hit: Hit,
    rule: Rule | None,
    opposite: Mapping[str, str],
    words: float,
    near: float,
) -> Iterator[tuple[Ask, float, Features]]:
    """What an entry states, each as a question that it answers with yes; not what the question's facts contradict.

    `words`, `near`: how much of the words of its text is shared, and how near it lies.
    """
    for state in rule.states if rule else ():
        if state.side not in opposite or contradicts(state.given, facts):
            continue
        features = {
            "words": words,
            "vectors": hit.near_text if hit.near_text is not None else words,
            "both": 0.0,
            "matched": near,
            "matched well": max(0.0, near) ** 3,
            "told": 0.0,
            "rank": hit.score,
            "predicate": math.log(sides.share(state.side, opposite[state.side]) + 0.02),
            "length": 0.0,
            **_facts_shared(facts, {facet: frozenset({value}) for facet, value in state.given.items()}),
            "statement": 1.0,
        }
        said = sides.agrees(state.side, opposite[state.side])
        yield Ask(en=rule.en if rule else "", zh=rule.zh if rule else "", verdict="yes", side=state.side), said, features


def _facts_shared(asked: Facts, other: Facts) -> Features:
    both = [facet for facet in asked if facet in other]
    return {
        "facts": sum(len(asked[facet] & other[facet]) for facet in both) / 3,
        "facts apart": float(sum(not asked[facet] & other[facet] for facet in both)),
        "facts asked": sum(facet not in other for facet in asked) / 3,
        "facts beside": sum(facet not in asked for facet in other) / 3,
    }


def shared(found: Sequence[Compared], weights: Mapping[str, float]) -> tuple[Compared, ...]:
    """What is compared, with how much each counts by other weights."""
    counts = shares([c.features for c in found], weights)
    return tuple(
        Compared(hit=c.hit, ask=c.ask, said=c.said, features=c.features, share=share)
        for c, share in zip(found, counts, strict=True)
    )


def shares(found: Sequence[Features], weights: Mapping[str, float]) -> list[float]:
    """How much each of what is compared counts, by its features; together 1."""
    if not found:
        return []
    names = [name for name in found[0] if name in weights]
    level = np.array([[features[name] for name in names] for features in found]) @ np.array([weights[name] for name in names])
    return [float(share) for share in _shares(level)]


def _shares(level: _Row) -> _Row:
    share = np.exp(level - level.max())
    return np.asarray(share / share.sum(), dtype=np.float64)


def says(found: Sequence[Compared]) -> float:
    """What those that decide say together, each as much as it counts: -1 surely no, 1 surely yes."""
    decided = [c for c in found if not c.open]
    whole = sum(c.share for c in decided)
    return sum(c.said * c.share for c in decided) / whole if whole else 0.0


def alike_says(found: Sequence[Compared]) -> float:
    """What those that lie nearest by what is answered alike say, by that alone: -1 surely no, 1 surely yes."""
    return _alike([c for c in found if not c.open], ANSWERED_FAR, lambda c: c.said)


def alike_open(found: Sequence[Compared]) -> float:
    """How far those that lie nearest by what is answered alike are open, by that alone, 0..1."""
    return _alike(found, OPEN_FAR, lambda c: float(c.open))


def _alike(found: Sequence[Compared], far: float, of: Callable[[Compared], float]) -> float:
    """The mean over the questions of entries; one that lies `far` farther than another counts a third of it."""
    asks = [c for c in found if not c.features["statement"]]
    near = np.array([c.features["matched"] for c in asks]) / far
    return float(_shares(near) @ np.array([of(c) for c in asks])) if asks else 0.0


def yes_features(question: Question, found: Sequence[Compared]) -> Features:
    """What speaks for yes (above 0) and for no (below 0)."""
    return {
        "says": says(found),
        "alike says": alike_says(found),
        "plain": question.reading.sides.plain(),
        **_says_foremost(found),
    }


def _says_foremost(found: Sequence[Compared]) -> Features:
    """What the few that count most say: the first, the foremost ones, and the entry that is heard most."""
    decided = [c for c in found if not c.open]
    if not decided:
        return {}
    share = np.array([c.share for c in decided]) + _LEAST
    heavier = (share / share.max()) ** _SHARPER
    of_entry: dict[str, float] = {}
    for one in found:
        of_entry[one.hit.entry.id] = of_entry.get(one.hit.entry.id, 0.0) + one.share
    heard = max(of_entry, key=lambda name: of_entry[name])
    return {
        "says foremost": float(heavier @ np.array([c.said for c in decided]) / heavier.sum()),
        "says first": max(decided, key=lambda c: c.share).said,
        "says of heard": says([c for c in found if c.hit.entry.id == heard]),
    }


def depends_features(question: Question, found: Sequence[Compared], rules: Mapping[str, Rule], likely: float) -> Features:
    """What speaks for "depends": open questions near by, entries that pull apart, facts left open, sources that disagree.

    `likely`: how likely yes is where it does not depend, 0..1.
    """
    lang: Lang = "zh" if question.lang == "zh" else "en"
    facts = question.reading.facts
    features: dict[str, float] = {
        "one": 1.0,
        "length": len(question.text) / (100 if lang == "en" else 40),
        "given": len(facts) / 5,
    }
    if not found:
        return features
    open_asks = [c for c in found if c.open]
    best, first = max(found, key=lambda c: c.likeness), found[0].hit
    of_first = [c for c in found if c.hit is first]
    open_first = max((c.likeness for c in open_asks if c.hit is first), default=0.0)
    features |= {
        "said": sum(c.share for c in open_asks),
        "best": best.likeness if best.open else 0.0,
        "near": max((c.likeness for c in open_asks), default=0.0),
        "matched open": _matched_most(open_asks) - _matched_most([c for c in found if not c.open]),
        "alike open": alike_open(found),
        "first open": open_first / (max(c.likeness for c in of_first) or 1.0),
        "apart": 1 - abs(says(found)),
        "sure": abs(likely - 0.5) * 2,
        "conflict": float(_open_conflict(_rule(rules, first), rules)),
        "conflicts": float(any(_open_conflict(_rule(rules, hit), rules) for hit in _entries(found)[:3])),
    }
    return {**features, **_opposed(found), **_left_open(rules.get(first.entry.id), facts), **_told_apart(found, rules)}


def _matched_most(found: Sequence[Compared]) -> float:
    return max((c.features["matched"] for c in found), default=0.0)


def _rule(rules: Mapping[str, Rule], hit: Hit) -> Rule:
    return rules.get(hit.entry.id, _NO_RULE)


def _open_conflict(rule: Rule, rules: Mapping[str, Rule]) -> bool:
    """Whether other entries state the opposite and nothing settles it."""
    return bool(rule.conflicts) and not is_settled(rule, rules)


_NO_RULE = Rule(id="", topic="", kind="", en="", zh="", cites=())


def _entries(found: Sequence[Compared]) -> list[Hit]:
    return list({c.hit.entry.id: c.hit for c in found}.values())


def entry_says(found: Sequence[Compared], hit: Hit) -> float:
    """What one entry says on the question, -1..1."""
    return says([c for c in found if c.hit is hit])


def _opposed(found: Sequence[Compared]) -> Features:
    hits = _entries(found)
    told = [(h.score, said) for h in hits if (said := entry_says(found, h))]
    if not told:
        return {}
    score, leads = told[0]
    against = [float(np.exp((s - score) / 2)) * min(1.0, abs(v)) for s, v in told[1:5] if v * leads < 0]
    return {"opposed": max(against, default=0.0), "opposed.all": sum(against)}


def is_contested(found: Sequence[Compared], rules: Mapping[str, Rule]) -> bool:
    """Whether the entry whose question is most like this one is in an open conflict with one that answers it the other way."""
    nearest: dict[str, Compared] = {}
    for one in found:
        if not one.features["statement"]:
            known = nearest.setdefault(one.hit.entry.id, one)
            nearest[one.hit.entry.id] = max(known, one, key=lambda c: c.likeness)
    first = max(nearest.values(), key=lambda c: c.likeness, default=None)
    if first is None or first.likeness < CONTESTED or not _open_conflict(rule := _rule(rules, first.hit), rules):
        return False
    others = (nearest[other] for other in rule.conflicts if other in nearest)
    return any(one.likeness >= CONTESTED and one.said * first.said < 0 for one in others)


def _told_apart(found: Sequence[Compared], rules: Mapping[str, Rule]) -> Features:
    """Whether what counts most is open, disputed, or decided otherwise in the other territory."""
    top = sorted(found, key=lambda c: -c.share)[:5]
    return {
        "lands": _lands_apart(found, rules),
        "disputed": sum(c.share for c in found if _open_conflict(_rule(rules, c.hit), rules)),
        "top open": float(top[0].open),
        "top open surely": top[0].share if top[0].open else 0.0,
        "top share": top[0].share,
        "top three open": sum(c.open for c in top[:3]) / 3,
        "top five open": sum(c.open for c in top) / 5,
    }


def _lands_apart(found: Sequence[Compared], rules: Mapping[str, Rule]) -> float:
    """How far what holds in the OCG and what holds in the TCG say the opposite, 0..1."""
    ocg, tcg = (says([c for c in found if _rule(rules, c.hit).territory in ("both", land)]) for land in ("OCG", "TCG"))
    return min(abs(ocg), abs(tcg)) if ocg * tcg < 0 else 0.0


def _left_open(rule: Rule | None, facts: Mapping[str, frozenset[str]]) -> Features:
    stated = [s.given for s in rule.states if s.given] if rule else []
    fitting = [len(open_facets(given, facts)) for given in stated if not contradicts(given, facts)]
    return {"left open": min(fitting, default=0) / 2, "contradicted": float(bool(stated) and not fitting)}
