"""Statements that leave open what they are about, and lists that skip or break off."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.digest import Evidence, check_cites
from kb.audit.meaning.entries import MAX_LINES, at_lines, entries_of
from kb.audit.structure.outline import RECORDS
from kb.model import SEARCHED_KINDS, Finding, Lines, Passage

_POINTING = re.compile(
    r"\b(?:for |in )?(?:these|such|those) (?:special|exceptional|particular|certain) "
    r"(?:cases|cards|effects|monsters|situations)\b"
    r"|\bcertain (?:cards|effects|cases|monsters) (?:cannot|can|will|always)\b"
    r"|一部分特殊的?(?:卡片?|效果|怪兽)|某些特殊(?:情况|卡片?|效果)|这些特殊",
    re.IGNORECASE,
)
_NAMED = re.compile(r"[\"“「『]|such as|for example|e\.g\.|\blike\b|例如|比如|像|等")
_SERIES = re.compile(
    r"^(?P<stem>.*?\b(?:part|chapter|section|volume|episode|step|no\.|#)\s*)(?P<number>\d{1,2})\b", re.IGNORECASE
)
_REMARK = re.compile(
    r"小心|各回各家|[（(][^）)]{0,12}(?:小心|笑|懂|自己|记住)[^）)]{0,12}[）)]|哈哈|个人(?:认为|理解|觉得)|我(?:个人)?觉得|若对手质疑"
    r"|\b(?:lol|haha|i think|in my opinion|imho|i personally)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|\"[^\"]*\"|《[^》]*》")
"""Names and card texts: no words of the author."""
SERIES = 3
"""Members from which on titles that count are a series."""


@check("M312", family="meaning", severity="warning", says="A rule is about cases that are nowhere named.")
def unnamed_cases(corpus: Corpus) -> Iterator[Finding]:
    """Passages on "these special cases" and the like whose section names no example."""
    for audited in corpus.documents:
        for section in _sections(audited):
            for number, passage in enumerate(section):
                mark = _POINTING.search(passage.text)
                around = section[max(0, number - 1) : number + 2]
                if mark and not any(_NAMED.search(p.text) for p in around if p.kind in SEARCHED_KINDS):
                    what = f"“{mark.group().strip()}”: none of them is named, so nobody can tell what the rule is about."
                    yield found(
                        "M312", [audited.place(passage)], what, "Name the cards or cases, or give a source.", confidence=0.7
                    )


def _sections(audited: Audited) -> list[list[Passage]]:
    under: dict[tuple[str, ...], list[Passage]] = defaultdict(list)
    for passage in audited.document.passages:
        if passage.kind in SEARCHED_KINDS:
            under[passage.heading].append(passage)
    return list(under.values())


@check("M313", family="meaning", severity="info", says="A numbered series skips a number.")
def gap_in_series(corpus: Corpus) -> Iterator[Finding]:
    """References or headings "… Part 1", "… Part 2" of one section among which a number is missing."""
    for audited in corpus.documents:
        series: dict[tuple[tuple[str, ...], str], dict[int, Lines]] = defaultdict(dict)
        counted = [(r.heading, r.label, r.lines) for r in audited.document.references]
        counted += [(p.heading[:-1], p.text, p.lines) for p in audited.document.passages if p.kind == "heading"]
        for heading, title, lines in counted:
            numbered = _SERIES.match(title.strip('"“”「」 '))
            if numbered:
                series[heading, numbered["stem"].lower().strip()].setdefault(int(numbered["number"]), lines)
        for (_, stem), members in series.items():
            yield from _gaps(audited, stem, members)


def _gaps(audited: Audited, stem: str, members: dict[int, Lines]) -> Iterator[Finding]:
    have = sorted(members)
    missing = sorted(set(range(have[0], have[-1] + 1)) - set(have))
    if len(have) >= SERIES and missing and len(missing) <= len(have) // 2:
        before = max(n for n in have if n < missing[0])
        after = min(n for n in have if n > missing[0])
        what = f"“{stem}” goes from {before} to {after}: {', '.join(map(str, missing))} is missing."
        where = [audited.at(members[n]) for n in (before, after)]
        yield found("M313", where, what, "Add what is missing, or say why it is left out.", confidence=0.85)


@check(
    "M314",
    family="meaning",
    severity="info",
    says="A personal remark stands among the rules.",
    off="false in every sample on unseen documents, where brackets say more about the rule.",
)
def remark(corpus: Corpus) -> Iterator[Finding]:
    """Asides, warnings and opinions, four to a finding; in a collection of answers people ask as they speak."""
    for audited in (d for d in corpus.documents if d.source.format not in RECORDS):
        said = {n: m.group() for n, line in enumerate(audited.printed, 1) if (m := _REMARK.search(_QUOTED.sub("", line)))}
        known = {
            n for p in audited.document.passages if p.kind in SEARCHED_KINDS for n in range(p.lines.first, p.lines.last + 1)
        }
        lines = [n for n in said if n in known]
        for start in range(0, len(lines), 4):
            where = [at_lines(audited, Lines(n, n)) for n in lines[start : start + 4]]
            words = "”, “".join(said[n] for n in lines[start : start + 4])
            what = f"Not a rule but a remark: “{words}”."
            yield found("M314", where, what, "Take it out, or put the policy it means in its place.", confidence=0.7)


@check("M315", family="meaning", severity="error", says="An entry of the digest cites lines that no longer say it.")
def stale_citation(corpus: Corpus) -> Iterator[Finding]:
    """What the digest's own check of its citations finds, where the place is inside the document."""
    entries = entries_of(corpus)
    present = {
        a.source.id: Evidence(
            passages=a.document.passages,
            mentions={p: tuple(m.target for m in ms) for p, ms in a.mentions.items()},
            statements=a.statements,
            last_line=len(a.printed),
        )
        for a in corpus.documents
    }
    for problem in check_cites(corpus.rules, present):
        if problem.severity != "error":
            continue
        rule, audited = entries.by_id[problem.key], corpus.by_source[problem.source]
        where = at_lines(audited, _inside(problem.lines or Lines(1, 1), len(audited.printed)))
        what = f"{problem.message}. The entry says: {rule.en}"
        yield found("M315", [where], what, problem.hint, confidence=0.9)


def _inside(lines: Lines, last: int) -> Lines:
    """The lines, as far as the document has them and a place may hold them."""
    first = min(max(lines.first, 1), last)
    return Lines(first, max(first, min(lines.last, last, first + MAX_LINES - 1)))
