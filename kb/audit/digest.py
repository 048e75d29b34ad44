"""Whether the digest's citations hold, and what the documents state that no entry cites."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.model import SEARCHED_KINDS, Cite, Finding, Lines, Passage, Rule, Statement

MAX_LINES = 6
_BARE = re.compile(r"[\W_]+")


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What is known of one present document."""

    passages: Sequence[Passage]
    mentions: Mapping[str, Collection[str]]
    """Ids of the concepts and timings that a passage names, by passage id."""
    statements: Mapping[str, Sequence[Statement]]
    """By passage id."""
    last_line: int

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Of every passage, by id, which one it is."""
        return {p.id: n for n, p in enumerate(self.passages)}

    @cached_property
    def on_line(self) -> Mapping[int, Sequence[int]]:
        """Of every line, which passages touch it, boilerplate left out."""
        touching: dict[int, list[int]] = defaultdict(list)
        for number, passage in enumerate(self.passages):
            for line in range(passage.lines[0], passage.lines[1] + 1) if passage.kind != "boilerplate" else ():
                touching[line].append(number)
        return touching


def bare(title: str) -> str:
    """A heading without punctuation, marks and case, for comparing."""
    return _BARE.sub("", title.lower())


def same_section(cited: str, printed: Iterable[str]) -> bool:
    """Whether one of the printed headings is the cited one; a cited heading that ends in … stands for its beginning."""
    wanted, shortened = bare(cited), cited.rstrip().endswith("…")
    return any(bare(p).startswith(wanted) if shortened else bare(p) == wanted for p in printed)


def passages_at(evidence: Evidence, lines: Lines) -> list[Passage]:
    """The passages that touch a range of lines, boilerplate left out."""
    printed = range(max(lines[0], 1), min(lines[1], evidence.last_line) + 1)
    there = {n for line in printed for n in evidence.on_line.get(line, ())}
    return [evidence.passages[n] for n in sorted(there)]


def check_cites(rules: Iterable[Rule], present: Mapping[str, Evidence]) -> Iterator[Finding]:
    """What is wrong with the citations, as far as the cited documents are present.

    D001 lines outside the document, D002 too many lines, D003 nothing but boilerplate there, D004 no such section above
    them, D005 the passage names none of the entry's concepts, D006 the passage states the opposite.
    """
    for rule in rules:
        places = [(cite, present[cite.source]) for cite in rule.cites if cite.source in present]
        for cite, evidence in places:
            yield from _check_one(rule, cite, evidence)


def _check_one(rule: Rule, cite: Cite, evidence: Evidence) -> Iterator[Finding]:
    if cite.lines[1] > evidence.last_line or cite.lines[0] < 1:
        yield _finding("D001", rule, cite, f"the document has {evidence.last_line} lines")
        return
    if cite.lines[1] - cite.lines[0] + 1 > MAX_LINES:
        yield _finding("D002", rule, cite, f"more than {MAX_LINES} lines")
    found = passages_at(evidence, cite.lines)
    if not found:
        yield _finding("D003", rule, cite, "no passage stands there")
        return
    titled = any(_titles(p) for p in found)
    if cite.section and titled and not any(same_section(cite.section, _titles(p)) for p in found):
        yield _finding("D004", rule, cite, f"the section there is {' > '.join(found[0].heading)!r}, not {cite.section!r}")
    wanted = {*rule.concepts, *rule.timing}
    if wanted and not any(wanted & set(evidence.mentions.get(p.id, ())) for p in _with_parents(found, evidence)):
        yield _finding("D005", rule, cite, "the passage names none of the entry's concepts")
    if _opposite(rule, found, evidence):
        yield _finding("D006", rule, cite, "what was extracted there has the opposite polarity")


def _titles(passage: Passage) -> tuple[str, ...]:
    return (*passage.heading, *((passage.text,) if passage.kind == "heading" else ()))


def _with_parents(found: Sequence[Passage], evidence: Evidence) -> list[Passage]:
    ids = {p.parent for p in found} | {p.illustrates for p in found}
    return [*found, *(evidence.passages[n] for n in sorted(evidence.places[i] for i in ids if i and i in evidence.places))]


_FORBIDS = {"prohibition": False, "permission": True}


def _opposite(rule: Rule, found: Sequence[Passage], evidence: Evidence) -> bool:
    """Whether everything stated there about doing something goes against what the entry permits or forbids."""
    claimed = _FORBIDS.get(rule.kind)
    if claimed is None:
        return False
    stated = [
        s.modality == "permits" and s.polarity
        for p in found
        for s in evidence.statements.get(p.id, ())
        if s.modality in ("permits", "forbids") and s.confidence >= 0.8
    ]
    return bool(stated) and all(s != claimed for s in stated)


def _finding(code: str, rule: Rule, cite: Cite, what: str) -> Finding:
    return Finding(
        code=code,
        severity="error" if code < "D005" else "warning",
        message=f"{rule.id}: {cite.source} {cite.lines[0]}-{cite.lines[1]}: {what}",
        hint="Correct the cite, or the entry, in the file named.",
        source=cite.source,
        lines=cite.lines,
        key=rule.id,
    )


def uncited(rules: Iterable[Rule], source: str, places: Iterable[Lines]) -> list[Lines]:
    """Of the places of a document that state a rule, those that no entry cites."""
    cited = [c.lines for rule in rules for c in rule.cites if c.source == source]
    return [p for p in places if not any(c[0] <= p[1] and p[0] <= c[1] for c in cited)]


def stating(evidence: Evidence) -> list[Passage]:
    """The searchable passages in which a statement was found: what the digest should cover where nobody labelled it."""
    return [p for p in evidence.passages if p.kind in SEARCHED_KINDS and evidence.statements.get(p.id)]
