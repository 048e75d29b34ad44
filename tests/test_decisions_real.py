"""Decisions on findings of the real documents, ten of every kind: the answers before and after, and undo restores each."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from real_documents import DOCS, IDS, real

from cli.main import main
from kb.audit.corpus import Corpus
from kb.audit.kept import open_audit
from kb.digest.load import sources_dir
from kb.model import Rule
from kb.reviews import Ledger, Review
from kb.reviews.model import Choice
from kb.reviews.queue import Item, queue_of, statement_subject
from kb.reviews.sides import sides_of
from kb.store.snapshot import open_current
from query.engine import Engine
from query.model import Answer

TEN = 10
pytestmark = pytest.mark.slow


class Bench:
    """A home with the five documents, its queue, and a ledger of its own."""

    def __init__(self, place: Path) -> None:
        self.home, self.sources = place / "home", place / "sources"
        self.ledger = Ledger(sources=self.sources, home=self.home, to_sources=True)
        self.engine = Engine.open(self.home, sources=self.sources)
        snapshot = open_current(self.home)
        assert snapshot
        self.snapshot = snapshot
        made = open_audit(snapshot, self.home, sources=self.sources)
        self.corpus: Corpus = made.corpus
        self.findings = made.findings

    @property
    def rules(self) -> dict[str, Rule]:
        return {r.id: r for r in self.corpus.rules}

    def queue(self) -> list[Item]:
        return queue_of(self.corpus, self.findings, self.ledger.reviews())

    def asked(self, names: tuple[str, ...]) -> list[Answer]:
        """What the entries' own first questions are answered, in both languages."""
        asks = [a for n in names for a in self.rules[n].asks[:1]]
        return [self.engine.ask(text) for a in asks for text in (a.en, a.zh)]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    real(IDS[0])
    place = tmp_path_factory.mktemp("bench")
    shutil.copytree(sources_dir(None), place / "sources")
    shutil.rmtree(place / "sources" / "reviews", ignore_errors=True)
    at = ["--home", str(place / "home"), "--sources", str(place / "sources"), "--encoder", "none"]
    assert main(["build", str(DOCS), *at]) in (0, None)
    made = Bench(place)
    with made.snapshot:
        yield made


def core(answers: list[Answer]) -> list[object]:
    return [(a.verdict, a.text, tuple(c.id for c in a.citations), tuple(a.notes)) for a in answers]


def decide_and_undo(bench: Bench, subject: Review, choice: Choice, names: tuple[str, ...], **given: str) -> bool:
    """Whether an answer followed the decision; after the undo, every one is as it was."""
    before = core(bench.asked(names))
    bench.ledger.decide(subject, choice, by="Ana", reason="seen", **given)
    kept = bench.ledger.reviews()[subject.id].current
    assert kept and (kept.decision, kept.by) == (choice, "Ana")
    during = core(bench.asked(names))
    undone = bench.ledger.undo(subject.id, by="Ben")
    assert undone.current is None and "Ben" in undone.decisions[-1].undone
    assert core(bench.asked(names)) == before
    return during != before


@pytest.mark.parametrize("choice", ["accept", "reject", "defer"])
def test_ten_findings_decided_on_change_no_answer_and_leave_or_stay_in_the_queue(bench: Bench, choice: Choice) -> None:
    waiting = [i for i in bench.queue() if i.finding.family in ("structure", "evidence", "meaning")]
    some = waiting[:: len(waiting) // TEN][:TEN]
    assert len({i.finding.code for i in some}) >= 5
    for item in some:
        names = tuple(n for n in item.subject.entries if n in bench.rules)[:2]
        assert not decide_and_undo(bench, item.subject, choice, names)
        bench.ledger.decide(item.subject, choice, by="Ana", reason="seen")
        (now,) = [i for i in bench.queue() if i.id == item.id]
        assert now.decided and now.decided.decision == choice and not now.reopened
        bench.ledger.undo(item.id, by="Ana")


def test_ten_disputes_settled_are_answered_by_the_side_that_prevails(bench: Bench) -> None:
    rules = bench.rules
    sided = [(i, sides_of(i.subject, rules)) for i in bench.queue()]
    disputes = [(i, s) for i, s in sided if len(s) == 2 and all(n.id in rules for n in s)][:TEN]
    assert len(disputes) == TEN
    turned = 0
    for item, sides in disputes:
        turned += decide_and_undo(bench, item.subject, "prevails", tuple(s.id for s in sides), prevails=sides[0].id)
    assert turned >= TEN // 2


def test_ten_statements_corrected_are_quoted_in_their_new_words(bench: Bench) -> None:
    names = [r.id for r in bench.corpus.rules if r.asks and not r.conflicts][:: len(bench.corpus.rules) // (TEN + 2)][:TEN]
    for name in names:
        subject = statement_subject(bench.corpus, name, {})
        assert subject
        bench.ledger.decide(subject, "correct", by="Ana", corrected=f"Corrected words of {name}.", reason="seen")
        quotes = {c.quote for a in bench.asked((name,)) for c in a.citations if c.id == name}
        assert quotes <= {f"Corrected words of {name}."}
        bench.ledger.undo(subject.id, by="Ben")
        assert decide_and_undo(bench, subject, "correct", (name,), corrected="Other words.") or not quotes


def test_ten_findings_whose_text_changed_later_are_asked_again(bench: Bench) -> None:
    waiting = [i for i in bench.queue() if i.subject.places and all(p.hash for p in i.subject.places)]
    for item in waiting[:: len(waiting) // TEN][:TEN]:
        places = (replace(item.subject.places[0], hash="0" * 12), *item.subject.places[1:])
        bench.ledger.decide(replace(item.subject, places=places), "accept", by="Ana")
        (now,) = [i for i in bench.queue() if i.id == item.id]
        assert now.reopened and now.decided is None
        bench.ledger.undo(item.id, by="Ana")
