"""Ten decisions of every kind on findings in invented books: answers before and after, undo, a text that changes later."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from few import few_of

from ingest.build import Order, build
from kb.audit.corpus import Corpus, read_corpus
from kb.audit.run import audit
from kb.model import Rule
from kb.reviews import Ledger
from kb.reviews.model import Choice
from kb.reviews.queue import Item, queue_of, statement_subject
from kb.reviews.sides import sides_of
from kb.store.snapshot import open_current
from query.engine import Engine
from query.model import Answer

pytestmark = pytest.mark.slow

THINGS = {
    "lantern": "灯笼",
    "bell": "铜铃",
    "horn": "号角",
    "anchor": "船锚",
    "ladder": "梯子",
    "kettle": "水壶",
    "mirror": "镜子",
    "broom": "扫帚",
    "barrel": "木桶",
    "rope": "绳索",
}
TEN = len(THINGS)
TAIL = (
    "This was agreed by the keepers of the old harbour in the winter when the wall was built anew, and nobody has asked since."
)

KNOWN = """
[[source]]
id = "{name}-book"
file = "{name}-book.md"
title = "The {name} book"
lang = "en"
"""


def rules() -> str:
    """For every thing an entry that one book establishes and one of the other book that is opposed to it."""
    rows = []
    for number, (thing, zh) in enumerate(THINGS.items()):
        for side, other, book, may, darf, verdict in (
            ("free", "shut", "bright-book", "may move", "可以移动", "yes"),
            ("shut", "free", "dark-book", "may never move", "不能移动", "no"),
        ):
            line = 5 + 4 * number
            rows.append(f"""
[[rule]]
id = "harbour.{thing}-{side}"
kind = "{"permission" if verdict == "yes" else "prohibition"}"
en = "A keeper {may} the {thing} of the harbour at dusk."
zh = "看守者在黄昏时{darf}港口的{zh}。"
concepts = ["chain"]
conflicts = ["harbour.{thing}-{other}"]
cites = [ {{ source = "{book}", section = "{thing}", lines = [{line}, {line}] }} ]

[[rule.asks]]
en = "At dusk, {"may a keeper move" if verdict == "yes" else "is a keeper allowed to move"} the {thing} of the harbour?"
zh = "黄昏时看守者{"可以移动" if verdict == "yes" else "能不能移动"}港口的{zh}吗？"
verdict = "{verdict}"
side = "allowed"
""")
    return "".join(rows)


def book(title: str, may: str, tail: str = TAIL) -> str:
    """A chapter for every thing, the ruling in its fifth line and on, each fourth."""
    chapters = "".join(
        f"## The {thing}\n\nA keeper {may} the {thing} of the harbour at dusk, whichever of the two keepers it is. {tail}\n\n"
        for thing in THINGS
    )
    empty = "".join(f"## Old {thing}\n\n" for thing in THINGS)
    return f"# {title}\n\n{chapters}{empty}"


class Bench:
    """A home with both books, what the audit finds in them, and a ledger."""

    def __init__(self, place: Path) -> None:
        self.place, self.home, self.sources = place, place / "home", place / "sources"
        few_of(self.sources)
        (self.sources / "rules" / "harbour.toml").write_text(rules(), "utf-8")
        with (self.sources / "registry.toml").open("a", encoding="utf-8") as registry:
            registry.write("".join(KNOWN.format(name=name) for name in ("bright", "dark")))
        self.ledger = Ledger(sources=self.sources, home=self.home, to_sources=True)
        self.print()

    def print(self, tail: str = TAIL) -> None:
        """Builds both books as they are printed now."""
        books = self.place / "books"
        books.mkdir(exist_ok=True)
        (books / "bright-book.md").write_text(book("Bright book", "may move", tail), "utf-8")
        (books / "dark-book.md").write_text(book("Dark book", "may never move", tail), "utf-8")
        build(self.home, Order(paths=[books]), sources=self.sources)
        self.engine = Engine.open(self.home, sources=self.sources)

    @contextmanager
    def corpus(self) -> Iterator[Corpus]:
        snapshot = open_current(self.home)
        assert snapshot
        with snapshot:
            yield read_corpus(snapshot, sources=self.sources)

    def queue(self) -> list[Item]:
        with self.corpus() as corpus:
            return queue_of(corpus, audit(corpus), self.ledger.reviews())

    def rules(self) -> dict[str, Rule]:
        return {name: rule for name, rule in self.engine.rules.items() if name.startswith("harbour.")}

    def disputes(self) -> list[Item]:
        return [i for i in self.queue() if i.finding.code == "M301" and i.subject.entries]

    def answers(self) -> dict[str, Answer]:
        """To a question of every invented entry: in English of one side, in Chinese of the other."""
        asked = [(r.id, a) for r in self.rules().values() for a in r.asks]
        return {q: self.engine.ask(q) for name, a in asked for q in (a.en if name.endswith("free") else a.zh,)}


def core(answers: dict[str, Answer]) -> object:
    return {q: (a.verdict, a.text, [(c.id, c.quote) for c in a.citations], list(a.notes)) for q, a in answers.items()}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("bench"))


@pytest.mark.parametrize("choice", ["accept", "reject", "defer"])
def test_ten_findings_decided_on_change_no_answer_and_are_open_again_when_undone(bench: Bench, choice: Choice) -> None:
    some = [i for i in bench.queue() if not i.subject.entries][:TEN]
    assert len(some) == TEN
    before = core(bench.answers())
    for item in some:
        bench.ledger.decide(item.subject, choice, by="Ana", reason="seen")
    assert core(bench.answers()) == before
    now = {i.id: i for i in bench.queue()}
    assert {i.decided and i.decided.decision for i in (now[s.id] for s in some)} == {choice}
    for item in some:
        bench.ledger.undo(item.id, by="Ben")
    assert not any(i.decided for i in bench.queue())
    assert core(bench.answers()) == before


@pytest.mark.parametrize(("side", "verdict"), [("free", "yes"), ("shut", "no")])
def test_ten_disputes_settled_are_answered_by_the_side_that_prevails_until_undone(
    bench: Bench, side: str, verdict: str
) -> None:
    disputes = bench.disputes()
    assert len(disputes) == TEN
    before = bench.answers()
    assert {a.verdict for a in before.values()} == {"depends"} and len(before) == 2 * TEN
    for item in disputes:
        (wins,) = [s for s in sides_of(item.subject, bench.rules()) if s.id.endswith(side)]
        bench.ledger.decide(item.subject, "prevails", by="Ana", reason="newer print", prevails=wins.id)
    during = bench.answers()
    assert {q: a.verdict for q, a in during.items()} == dict.fromkeys(before, verdict)
    assert all(any("Ana" in note for note in a.notes) for a in during.values())
    for item in disputes:
        bench.ledger.undo(item.id, by="Ben")
    assert core(bench.answers()) == core(before)


@pytest.mark.parametrize("choice", ["reject", "correct"])
def test_ten_statements_taken_out_or_reworded_are_as_they_were_when_undone(bench: Bench, choice: Choice) -> None:
    names = [f"harbour.{thing}-shut" for thing in THINGS]
    before = bench.answers()
    with bench.corpus() as corpus:
        subjects = [statement_subject(corpus, name, {}) for name in names]
    for name, subject in zip(names, subjects, strict=True):
        assert subject
        words = f"Keepers share it ({name})." if choice == "correct" else ""
        bench.ledger.decide(subject, choice, by="Ana", reason="misread", corrected=words)
    during = bench.answers()
    quotes = {c.id: c.quote for a in during.values() for c in a.citations if c.id in names}
    if choice == "reject":
        assert not quotes and {a.verdict for a in during.values()} == {"yes"}
    else:
        assert quotes == {name: f"Keepers share it ({name})." for name in names}
    for subject in subjects:
        assert subject
        assert bench.ledger.undo(subject.id, by="Ben").current is None
    assert core(bench.answers()) == core(before)


def test_ten_decisions_whose_text_changed_later_are_asked_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    disputes = bench.disputes()
    for item in disputes:
        (wins,) = [s for s in sides_of(item.subject, bench.rules()) if s.id.endswith("free")]
        bench.ledger.decide(item.subject, "prevails", by="Ana", reason="newer print", prevails=wins.id)
    assert {i.id for i in bench.queue() if i.decided} == {i.id for i in disputes}
    bench.print(TAIL.replace("nobody has asked since", "one keeper has objected since"))
    now = {i.id: i for i in bench.queue()}
    assert len(disputes) == TEN
    assert all(now[i.id].reopened and now[i.id].decided is None for i in disputes)
    asked_again = core(bench.answers())
    for item in disputes:
        assert bench.ledger.undo(item.id, by="Ben").current is None
    assert core(bench.answers()) == asked_again
