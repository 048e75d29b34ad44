"""The digest against the documents, both ways: cites that do not hold, and what is stated that no entry cites."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from kb.audit.corpus import Audited, Corpus
from kb.audit.digest import Evidence, check_cites, passages_at, stating, uncited
from kb.digest.read import BadSources
from kb.model import Finding, Lines, Passage

FILE = "uncited.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A passage that states something and that no entry cites."""

    source: str
    passage: Passage
    reason: str
    """Why it was left out; empty if nobody has said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestAudit:
    """What came of it."""

    cites: int
    """Cites of present documents."""
    broken: Sequence[Finding]
    stating: int
    """Passages of the documents that state something."""
    left: Sequence[Left]


def audit_digest(corpus: Corpus, reasons: Sequence[Mapping[str, object]] = ()) -> DigestAudit:
    """Every cite resolved, and every stating passage that none reaches, with its reason from `uncited_reasons`."""
    present = {d.source.id: evidence_of(d) for d in corpus.documents}
    broken = list(check_cites(corpus.rules, present))
    left: list[Left] = []
    count = 0
    for audited in corpus.documents:
        found = stating(present[audited.source.id])
        count += len(found)
        open_lines = set(uncited(corpus.rules, audited.source.id, [p.lines for p in found]))
        reached = _reached(corpus, audited, present[audited.source.id])
        missed = [p for p in found if p.lines in open_lines and p.id not in reached]
        left += [Left(source=audited.source.id, passage=p, reason=_reason(corpus, audited, p, reasons)) for p in missed]
    cites = sum(c.source in present for r in corpus.rules for c in r.cites)
    return DigestAudit(cites=cites, broken=broken, stating=count, left=left)


def evidence_of(audited: Audited) -> Evidence:
    """A document as the digest's checks look at it."""
    named: dict[str, set[str]] = defaultdict(set)
    for mention in audited.read.mentions:
        named[mention.passage].add(mention.target)
    last = audited.document.text.count("\n") + 1
    return Evidence(passages=audited.document.passages, mentions=named, statements=audited.statements, last_line=last)


def _reached(corpus: Corpus, audited: Audited, evidence: Evidence) -> set[str]:
    """Ids of the passages that are cited through what they hang under, and of those that a cited example illustrates."""
    cited = {
        p.id for r in corpus.rules for c in r.cites if c.source == audited.source.id for p in passages_at(evidence, c.lines)
    }
    return {p.id for p in audited.document.passages if p.parent in cited or p.illustrates in cited}


def _reason(corpus: Corpus, audited: Audited, passage: Passage, reasons: Sequence[Mapping[str, object]]) -> str:
    for row in reasons:
        first, last = cast(Sequence[int], row["lines"])
        if row["source"] == audited.source.id and first <= passage.lines[1] and passage.lines[0] <= last:
            return str(row["reason"])
    if audited.source.id in corpus.superseded:
        return "an older edition: what still holds is cited from the newer one"
    if passage.kind in ("example", "question", "answer", "caption"):
        return f"{passage.kind}: it illustrates a rule, it states none of its own"
    return ""


def uncited_reasons(sources: Path) -> list[Mapping[str, object]]:
    """The rows of `uncited.toml`: source, lines, reason. None if there is no such file; raises BadSources where it is wrong."""
    path = sources / FILE
    if not path.is_file():
        return []
    try:
        rows = tomllib.loads(path.read_text("utf-8")).get("left", [])
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSources.single("R001", FILE, f"cannot be read ({error})", "Mend the line.") from error
    for number, row in enumerate(rows if isinstance(rows, list) else [None], 1):
        if not _sound(row):
            hint = 'Write [[left]] with source = "…", lines = [first, last], reason = "…".'
            raise BadSources.single("R003", FILE, f"entry {number} is not sound", hint)
    return list(rows)


def _sound(row: object) -> bool:
    if not isinstance(row, dict) or set(row) != {"source", "lines", "reason"}:
        return False
    lines = row["lines"]
    texts = all(isinstance(row[k], str) and row[k] for k in ("source", "reason"))
    return texts and isinstance(lines, list) and len(lines) == 2 and all(type(n) is int for n in lines) and bool(Lines(*lines))
