"""What one document says on a matter and another, which treats the same matter, leaves out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.audit.check import check, found
from kb.audit.corpus import Corpus
from kb.audit.meaning.entries import MAX_LINES, Entries, at_lines, entries_of, joined, named, section_of, told
from kb.audit.meaning.propositions import facts_shared, stated_by
from kb.model import Finding, Lines, Rule

NEAR = 0.3
"""How near in meaning an entry must be to one that the other document states."""
QUESTION, FACTS, TERMS, WORDS, SHARED, TOGETHER = 0.1, 0.2, 0.2, 0.3, 0.1, 0.25
"""What is added to their nearness, each times its share: a predicate in common, facts, terms, words; both documents state the
other entry; a document states both within some lines."""
BESIDE = 3
"""Those lines."""
SAME_LINE, HEADED = 0.3, 0.3
"""What is added where a document states both on one line; where the other one treats the matter under a heading of its own."""
LEAST = 1.1
"""Sum from which on an entry that is missing is told of."""
FOREMOST = 1.25
"""Sum that the foremost of a finding must reach: only then do both documents treat the matter."""
SAME = 0.78
"""How near two entries must be for the one to say what the other does: nothing is missing then."""
STATED = 0.55
"""The same, where the other also states every side of it under no more facts, or is the other document's own."""
SINGLE = 0.8
"""Share of a document's entries with one step or phase from which on the document is about that and need say nothing else."""
FEWEST, SURE = 2, 1.6
"""Rules missing in one place from which on it is a gap and no turn of phrase; a single one must be as near as the second."""
SHOWN = 3
"""Rules that a finding quotes."""
EXAMPLE = "Example"
"""How an entry begins that works a rule out: nobody misses another document's."""
STRETCHES = 2
"""Stretches of the document that has them that a finding shows."""
MOST = 95
"""Findings of the check, at most: the matters that are surest."""


@dataclass(frozen=True, slots=True)
class _Gap:
    """An entry that a document lacks, beside the nearest one that it states."""

    near: float
    lacking: Rule
    beside: Rule
    at: Lines
    """Where the one document states the entry."""
    beside_at: Lines
    """Where the other one treats the matter."""
    under: tuple[str, ...]
    """The headings over that."""
    also_at: Lines | None
    """Where else it does."""
    new: bool
    """Whether the entry is about something that its section does not even name."""


@dataclass
class _Matter:
    """Gaps beside one place, in one section, of the document that lacks them."""

    gaps: list[_Gap]
    ats: list[Lines]
    """Where the other document states them: two stretches at most, as narrow as a place may be."""
    beside_at: Lines

    def takes(self, gap: _Gap) -> bool:
        """Adds a gap if all stretches stay as narrow as a place may be."""
        beside_at = _over(self.beside_at, gap.beside_at)
        if gap.under != self.gaps[0].under or beside_at.last - beside_at.first >= MAX_LINES:
            return False
        for number, at in enumerate(self.ats):
            both = _over(at, gap.at)
            if both.last - both.first < MAX_LINES:
                self.ats[number] = both
                break
        else:
            if len(self.ats) == STRETCHES:
                return False
            self.ats.append(gap.at)
        self.gaps.append(gap)
        self.beside_at = beside_at
        return True


@check(
    "M305",
    family="meaning",
    across=True,
    severity="info",
    says="A document treats a matter and leaves out rules on it that another one has.",
)
def incomplete(corpus: Corpus) -> Iterator[Finding]:
    """Entries of one document that stand beside a rule which it shares with another document, and are missing there."""
    entries = entries_of(corpus)
    by_pair: dict[tuple[str, str], list[_Gap]] = defaultdict(list)
    for rule in corpus.rules:
        for has, lacks, gap in _gaps(entries, rule):
            by_pair[has, lacks].append(gap)
    matters = [(has, lacks, m) for (has, lacks), gaps in by_pair.items() for m in _matters(gaps)]
    ranked = sorted(matters, key=lambda m: (-m[2].gaps[0].near, m[0], m[1], m[2].ats))
    for has, lacks, matter in ranked[:MOST]:
        yield _finding(corpus, has, lacks, matter)


def _gaps(entries: Entries, rule: Rule) -> Iterator[tuple[str, str, _Gap]]:
    """Where an entry is missing: the document that has it, the one that lacks it, the gap."""
    present = entries.current(rule)
    if not present or rule.until or rule.conflicts or rule.en.startswith(EXAMPLE):
        return
    near = [(score, o) for score, o in entries.nearest(rule, NEAR) if entries.kin(rule, o)]
    for lacks in entries.of_source:
        if lacks in entries.sources(rule) or lacks in entries.corpus.superseded or not _in_scope(entries, rule, lacks):
            continue
        theirs = [(score, o) for score, o in near if lacks in entries.sources(o)]
        if any(_says(entries, rule, o, score, present, lacks) for score, o in theirs):
            continue
        treated = _treated(entries, rule, lacks, theirs, present)
        near_by, has, other, at = max(treated, key=lambda t: t[0], default=(0.0, "", rule, Lines(1, 1)))
        if near_by >= LEAST:
            far = [t for t in treated if abs(t[3].first - at.first) > MAX_LINES and t[0] >= LEAST]
            also = max(far, key=lambda t: t[0])[3] if far else None
            yield (
                has,
                lacks,
                _Gap(
                    near_by,
                    rule,
                    other,
                    _lines(rule, has)[0],
                    at,
                    entries.path(lacks, at),
                    also,
                    bool(_new(entries, rule, lacks, at)),
                ),
            )


_Treated = tuple[float, str, Rule, Lines]
"""How sure it is that one entry is missing beside another; the document that has the one; the other; where that is stated."""


def _treated(
    entries: Entries, rule: Rule, lacks: str, theirs: Sequence[tuple[float, Rule]], present: Sequence[str]
) -> list[_Treated]:
    """Every place where a document states something near an entry that it lacks."""
    found_: list[_Treated] = []
    about = {has: {*rule.concepts, *entries.headed(has, _lines(rule, has)[0])} for has in present}
    for score, other in theirs:
        there = [(at, entries.headed(lacks, at)) for at in _lines(other, lacks)]
        alone = _alone(entries, rule, other, score)
        for has in present:
            near_by = _together(entries, rule, other, has, alone)
            found_ += [(near_by + HEADED * (not about[has].isdisjoint(headed)), has, other, at) for at, headed in there]
    return found_


def _says(entries: Entries, rule: Rule, other: Rule, score: float, present: Sequence[str], source: str) -> bool:
    """Whether another entry says what this one does, or is a document's own way of saying it."""
    if score >= SAME or (score >= STATED and stated_by(rule, other)):
        return True
    own = not set(present) & set(entries.sources(other))
    return own and score >= STATED and not any(_new(entries, rule, source, at) for at in _lines(other, source))


def _new(entries: Entries, rule: Rule, source: str, at: Lines) -> list[str]:
    """What an entry is about that the section of a place in a document does not name, nor anything narrower."""
    there = entries.named_around(source, at)
    wider = {b for c in entries.corpus.concepts if c.id in there for b in c.broader}
    return [name for name in (*rule.concepts, *rule.timing) if name not in there and name not in wider]


def _alone(entries: Entries, rule: Rule, other: Rule, score: float) -> float:
    """How sure it is that a document which states the one entry should state the other: the higher the more."""
    fewer = min(len(rule.concepts), len(other.concepts)) or 1
    return (
        score
        + QUESTION * entries.propositions.one_question(rule, other)
        + FACTS * facts_shared(rule, other)
        + TERMS * len(set(rule.concepts) & set(other.concepts)) / fewer
        + WORDS * entries.alike(rule, other)
    )


def _together(entries: Entries, rule: Rule, other: Rule, has: str, sure: float) -> float:
    """How sure it is, by where the document that has the one entry states the other."""
    return (
        sure
        + SHARED * (has in entries.sources(other))
        + TOGETHER * _stand_together(rule, other, has, BESIDE)
        + SAME_LINE * _stand_together(rule, other, has, 0)
    )


def _in_scope(entries: Entries, rule: Rule, source: str) -> bool:
    """Whether a document should have an entry: any does, unless it is about one step or phase alone."""
    counted = entries.steps[source]
    topic, count = counted.most_common(1)[0] if counted else ("", 0)
    return count < SINGLE * len(entries.of_source[source]) or any(t.split(".")[0] == topic for t in rule.timing)


def _stand_together(one: Rule, other: Rule, source: str, apart: int) -> bool:
    """Whether a document states two entries within some lines of each other."""
    a, b = ([c.lines for c in r.cites if c.source == source] for r in (one, other))
    return any(x.first - apart <= y.last and y.first - apart <= x.last for x in a for y in b)


def _lines(rule: Rule, source: str) -> list[Lines]:
    """Where a document states an entry."""
    return joined(c.lines for c in rule.cites if c.source == source)


def _over(one: Lines, other: Lines) -> Lines:
    return Lines(min(one.first, other.first), max(one.last, other.last))


def _matters(gaps: Sequence[_Gap]) -> Iterator[_Matter]:
    """Gaps put together that stand together, the surest first; single ones and those beside no sure one are left out."""
    left = sorted(gaps, key=lambda g: (-g.near, g.at))
    while left and left[0].near >= FOREMOST:
        matter = _Matter([left[0]], [left[0].at], left[0].beside_at)
        left = [g for g in left[1:] if not matter.takes(g)]
        if len(matter.gaps) >= FEWEST or (matter.gaps[0].near >= SURE and matter.gaps[0].new):
            yield matter


def _elsewhere(matter: _Matter) -> Sequence[Lines]:
    """Where else the document that lacks something treats the matter: the place that its surest gaps name most."""
    named_ = [g.also_at for g in matter.gaps if g.also_at and abs(g.also_at.first - matter.beside_at.first) > MAX_LINES]
    return [Counter(named_).most_common(1)[0][0]] if named_ else []


def _finding(corpus: Corpus, has: str, lacks: str, matter: _Matter) -> Finding:
    told_of = "; ".join(told(g.lacking) for g in matter.gaps[:SHOWN])
    more = f"; and {len(matter.gaps) - SHOWN} more" if len(matter.gaps) > SHOWN else ""
    shared = told(matter.gaps[0].beside)
    who = "Both say" if has in {c.source for c in matter.gaps[0].beside.cites} else "It says"
    what = f"{named(corpus, [lacks])} lacks what {named(corpus, [has])} adds: {told_of}{more}. {who}: {shared}."
    where = [
        at_lines(corpus.by_source[lacks], section_of(corpus.by_source[lacks], matter.beside_at)),
        *(at_lines(corpus.by_source[has], at) for at in matter.ats),
    ]
    where += [at_lines(corpus.by_source[lacks], section_of(corpus.by_source[lacks], also)) for also in _elsewhere(matter)]
    sure = min(0.9, 0.35 + matter.gaps[0].near / 5 + 0.02 * len(matter.gaps))
    return found("M305", where, what, "Add it, or say that the list is not complete.", confidence=sure)
