"""What waits for a decision: findings, conflicts of the digest, users' reports; the most severe first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.audit.corpus import Corpus
from kb.audit.run import SEVERITIES, identity
from kb.model import Finding, FoundAt, Lines, Rule
from kb.reviews.model import Decision, Review, Seen, subject_id
from kb.reviews.reports import Report, report_id
from kb.text import text_hash

QUOTED = 80
"""Code points of a quote that a decision keeps."""
REPORTED = "U001"
"""Code of a user's report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing to look at."""

    finding: Finding
    subject: Review
    """With what was decided so far."""
    reopened: bool = False
    """Something was decided, but a text has changed since."""

    @property
    def id(self) -> str:
        """Of the subject."""
        return self.subject.id

    @property
    def decided(self) -> Decision | None:
        """The decision that holds; None if there is none, or it was reopened."""
        return None if self.reopened else self.subject.current


def queue_of(
    corpus: Corpus, findings: Iterable[Finding], reviews: Mapping[str, Review], reports: Sequence[Report] = ()
) -> list[Item]:
    """Every finding and report with what was decided on it, in the order of the queue."""
    hashes = passage_hashes(corpus)
    found = [_finding_item(corpus, f, reviews, hashes) for f in findings]
    found += [_report_item(corpus, r, reviews) for r in reports]
    return sorted(found, key=lambda i: (SEVERITIES.index(i.finding.severity), not i.reopened, -i.finding.confidence))


def passage_hashes(corpus: Corpus) -> dict[str, str]:
    """Of every present passage and digest entry, by id."""
    hashes = {name: known for d in corpus.documents for name, known in d.hashes.items()}
    return hashes | {r.id: entry_hash(r) for r in corpus.rules}


def entry_hash(rule: Rule) -> str:
    """Of both texts of a digest entry."""
    return text_hash(f"{rule.en}\n{rule.zh}")


def _finding_item(corpus: Corpus, finding: Finding, reviews: Mapping[str, Review], hashes: Mapping[str, str]) -> Item:
    name = identity(finding)
    subject = Review(
        id=name,
        code=finding.code,
        message=finding.message,
        entries=conflict_at(corpus.rules, finding),
        places=tuple(_seen(corpus, p, hashes) for p in finding.places),
    )
    known = reviews.get(name)
    if known is None:
        return Item(finding=finding, subject=subject)
    return Item(
        finding=finding,
        subject=Review(**{n: getattr(subject, n) for n in _FIELDS}, decisions=known.decisions),
        reopened=bool(known.current and known.changed(hashes)),
    )


_FIELDS = ("id", "about", "code", "message", "entries", "places")


def _seen(corpus: Corpus, place: FoundAt, hashes: Mapping[str, str]) -> Seen:
    name = place.passage or _passage_at(corpus, place)
    return Seen(
        source=place.source,
        file=place.file,
        lines=place.lines,
        quote=place.quote[:QUOTED],
        passage=name,
        hash=hashes.get(name, ""),
    )


def _passage_at(corpus: Corpus, place: FoundAt) -> str:
    audited = corpus.by_source.get(place.source)
    return audited.passage_at(place.lines) if audited else ""


def conflict_at(rules: Iterable[Rule], finding: Finding) -> tuple[str, ...]:
    """The two opposed digest entries that a conflict's places are cited by; none where that is not one pair only."""
    if finding.family != "meaning":
        return ()
    at = {r.id: [p for p in finding.places if _cites(r, p)] for r in rules if r.conflicts}
    pairs = {
        tuple(sorted((r.id, other)))
        for r in rules
        for other in r.conflicts
        if at.get(r.id) and at.get(other) and r.en in finding.message
    }
    return next(iter(pairs)) if len(pairs) == 1 else ()


def _cites(rule: Rule, place: FoundAt) -> bool:
    return any(c.source == place.source and c.lines[0] <= place.lines[1] and place.lines[0] <= c.lines[1] for c in rule.cites)


def _report_item(corpus: Corpus, report: Report, reviews: Mapping[str, Review]) -> Item:
    name = report_id(report)
    said = report.remark or "no remark"
    said += f" Blamed: {report.blamed}" if report.blamed else ""
    led = tuple(dict.fromkeys((*filter(None, (report.blamed,)), *report.citations)))
    finding = Finding(
        code=REPORTED,
        severity="warning",
        message=f"Reported by a user: “{report.question}” was answered {report.verdict}: {report.answer} Remark: {said}",
        hint="Look at what is cited; correct or reject the passage or entry that misled.",
        places=tuple(p for c in led[:4] if (p := place_of(corpus, c))),
        confidence=0.5,
    )
    known = reviews.get(name)
    hashes = {p.passage: _hash_of(corpus, p.passage) for p in finding.places}
    subject = Review(
        id=name,
        about="report",
        code=REPORTED,
        message=finding.message,
        places=tuple(_seen(corpus, p, hashes) for p in finding.places),
        decisions=known.decisions if known else (),
    )
    return Item(finding=finding, subject=subject)


def place_of(corpus: Corpus, name: str) -> FoundAt | None:
    """Where a passage or a digest entry stands; None if nothing bears that id."""
    for audited in corpus.documents:
        if name in audited.hashes:
            return audited.place(audited.passages[name])
    rule = next((r for r in corpus.rules if r.id == name), None)
    if rule is None:
        return None
    return FoundAt(source="digest", file=rule.file, lines=Lines(rule.line, rule.line), quote=rule.en, passage=rule.id)


def _hash_of(corpus: Corpus, name: str) -> str:
    rule = next((r for r in corpus.rules if r.id == name), None)
    if rule:
        return entry_hash(rule)
    return next((d.hashes[name] for d in corpus.documents if name in d.hashes), "")


def statement_subject(corpus: Corpus, name: str, reviews: Mapping[str, Review]) -> Review | None:
    """A passage or a digest entry as something to decide on; None if nothing bears that id."""
    place = place_of(corpus, name)
    if place is None:
        return None
    about = "entry" if place.source == "digest" else "passage"
    subject = subject_id(about, name)  # type: ignore[arg-type]  # one of two words, as told above
    known = reviews.get(subject)
    return Review(
        id=subject,
        about=about,  # type: ignore[arg-type]  # one of two words, as told above
        message=name,
        entries=(name,) if about == "entry" else (),
        places=(_seen(corpus, place, {name: _hash_of(corpus, name)}),),
        decisions=known.decisions if known else (),
    )
