"""What one document says on a matter and another, which treats the same matter, leaves out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.audit.check import check, found
from kb.audit.corpus import Corpus
from kb.audit.meaning.entries import Entries, at_lines, joined, named, told
from kb.model import Finding, FoundAt, Lines, Rule

NEAR = 0.25
"""How near an entry must be to one of another document to belong to the same matter."""
SAME = 0.62
"""From here on two entries that share no document may be one rule written twice."""
PAIRED = 4
"""Rules that one section has and one of another document lacks, from which on the two sections are a finding of their own."""
MOST_PAIRED = 44
MOST = 34
"""Findings of the check, at most: the matters of which most is missing."""
BESIDE = 2
"""Sections of a document that an entry may be missing from."""
EACH = 2
"""Places in each of the two documents."""


@dataclass(frozen=True, slots=True)
class _Gap:
    """An entry that a document lacks, and the nearest one that it has."""

    near: float
    lacking: Rule
    beside: Rule


Matters = dict[tuple[str, str, str, str], list[_Gap]]
"""By the document that has the rules, its section (empty: any), the document that lacks them and its section."""


@check(
    "M305",
    family="meaning",
    severity="info",
    says="A document treats a matter and leaves out rules on it that another one has.",
)
def incomplete(corpus: Corpus) -> Iterator[Finding]:
    """Entries of one document beside the section of another document on the same matter, where they are missing."""
    entries = Entries(corpus)
    by_pair: Matters = defaultdict(list)
    for rule in corpus.rules:
        for gap, has, lacks in _gaps(entries, rule):
            by_pair[has, _section(entries, rule, has), lacks, _section(entries, gap.beside, lacks)].append(gap)
    by_section: Matters = defaultdict(list)
    for (has, _, lacks, title), gaps in by_pair.items():
        if len(gaps) < PAIRED:
            by_section[has, "", lacks, title] += gaps
    paired = {m: g for m, g in by_pair.items() if len(g) >= PAIRED}
    for most, matters in ((MOST_PAIRED, paired), (MOST, by_section)):
        ranked = sorted(matters.items(), key=lambda m: (-sum(g.near for g in m[1]), m[0]))
        for (has, _, lacks, title), gaps in ranked[:most]:
            yield _finding(corpus, has, lacks, title, sorted(gaps, key=lambda g: -g.near))


def _gaps(entries: Entries, rule: Rule) -> Iterator[tuple[_Gap, str, str]]:
    """Where an entry is missing: the gap, the document that has the entry, the one that lacks it."""
    present = entries.current(rule)
    if not present or rule.until or rule.conflicts:
        return
    lacking = [s for s in entries.of_source if s not in entries.sources(rule) and s not in entries.corpus.superseded]
    near = entries.near(rule, NEAR)
    for source in lacking:
        sections: list[str] = []
        for score, other in near:
            if source not in entries.sources(other):
                continue
            has = next((s for s in present if s in entries.sources(other)), "")
            section = _section(entries, other, source)
            if section not in sections and (has or score < SAME):
                yield _Gap(score + (0.15 if has else 0.0), rule, other), has or present[0], source
            sections.append(section)
            if len(sections) == BESIDE:
                break


def _section(entries: Entries, rule: Rule, source: str) -> str:
    cited = entries.cited(rule, source)
    return cited[0].heading[-1] if cited and cited[0].heading else ""


def _finding(corpus: Corpus, has: str, lacks: str, title: str, gaps: Sequence[_Gap]) -> Finding:
    where = [
        *_places(corpus, lacks, [g.beside for g in gaps]),
        *_places(corpus, has, [g.lacking for g in gaps]),
    ]
    shown = "; ".join(told(g.lacking) for g in gaps[:2])
    more = f"; and {len(gaps) - 2} more" if len(gaps) > 2 else ""
    what = f"{named(corpus, [lacks])} on “{title}” lacks what {named(corpus, [has])} has: {shown}{more}."
    sure = min(0.9, 0.45 + gaps[0].near / 2 + 0.03 * len(gaps))
    return found("M305", where, what, "Add it, or say that the list is not complete.", confidence=sure)


def _places(corpus: Corpus, source: str, rules: Iterable[Rule]) -> list[FoundAt]:
    """The stretches of a document where most of the entries are cited, in order."""
    cited = [c.lines for r in {r.id: r for r in rules}.values() for c in r.cites if c.source == source]
    held: Counter[Lines] = Counter()
    for stretch in joined(cited):
        held[stretch] = sum(stretch.first <= c.first <= stretch.last for c in cited)
    best = sorted(held, key=lambda s: (-held[s], s))[:EACH]
    return [at_lines(corpus.by_source[source], stretch) for stretch in sorted(best)]
