"""What is normal in a kind of document is no finding: program text, collections of answers, names, British spelling."""

from __future__ import annotations

from dataclasses import replace

import pytest
from audited import audited, found

from kb.audit.corpus import Audited
from kb.audit.meaning.names import same_name
from kb.audit.meaning.propositions import Propositions, facts_shared, stated_by
from kb.graph.read import ReadDocument
from kb.model import Predicate, Rule, Source, State

BOOK = Source(id="book", file="book.md", title="Lamp book", lang="en", format="markdown")
NOTES = Source(id="notes", file="notes.txt", title="灯规", lang="zh", format="zh-notes")


def book(text: str) -> Audited:
    return audited(BOOK, text)


def as_answers(read: Audited) -> Audited:
    """The same document as a collection of answers."""
    source = replace(read.source, format="qa-json")
    return Audited(read=ReadDocument(document=replace(read.document, source=source), mentions=(), statements=()))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("S102", "# Lamp book\n\n## Oil\n\nOil burns.\n"),
        ("S204", "# Lamps\n\n```sh\nlamp --light oil\n```\n"),
        ("S204", "# Lamps\n\nLight it:\n\n```sh\nlamp on\n```\n\nor wait until it is dark.\n"),
        ("S211", "# Lamps\n\nThe colour of its behaviour is grey.\n"),
        ("S211", "# Lamps\n\nA draught puts the lamp out.\n"),
        ("S211", "# Lamps\n\n| Term | Meaning |\n| --- | --- |\n| Transfered | handed to a keeper |\n"),
        ("S221", "# Lamps\n\nThe lamp Bo Bo burns. A keeper lights Bo Bo at night.\n"),
        ("S204", "# Lamps\n\nThe lamp Beware! is lit by a keeper who is near.\n"),
        ("S222", "# Lamps\n\nA usable lamp and a useful bell are things.\n"),
        ("S221", "# Lamps\n\nA lamp that you took control of from a keeper burns.\n"),
        ("S222", "# Lamps\n\nA utopian lamp, an unexpected bell and a ukulele are things.\n"),
    ],
)
def test_what_is_normal_is_no_finding(code: str, text: str) -> None:
    assert not found(code, [book(text)])


@pytest.mark.parametrize(("kind", "faults"), [("markdown", 1), ("html", 0)])
def test_where_lines_end_says_nothing_in_a_web_page(kind: str, faults: int) -> None:
    lines = ["<html><body>", *(f"<p>Keeper {n} lights the lamp at dusk.</p>" for n in range(8))]
    text = "\n".join([*lines, "<p>A keeper who is asleep\nlights no lamp at all.</p>", "</body></html>", ""])
    if kind == "markdown":
        text = text.replace("<html><body>", "# Lamps").replace("</body></html>", "").replace("<p>", "\n").replace("</p>", "")
    page = replace(BOOK, format=kind, file=f"book.{kind}")
    assert len(found("S181", [audited(page, text)])) == faults


def test_a_vocabulary_of_its_own_is_not_read_by_the_dictionary() -> None:
    strange = " ".join(f"zibbl{letter}" for letter in "abcdefghijklmnop")
    slip = "The lamp is transfered to the keeper."
    assert found("S211", [book(f"# Lamps\n\n{slip}\n")])
    assert not found("S211", [book(f"# Lamps\n\n{slip} {strange}.\n")])


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("灯（甲は点いている）。\n", 0),
        ("例）灯は点いている。\n", 0),
        ("｢灯」は点いている。\n", 0),
        ("”灯”は点く。\n", 0),
        ("（灯は点く。\n", 1),
    ],
)
def test_brackets_as_japanese_prints_them_pair(text: str, faults: int) -> None:
    assert len(found("S170", [audited(NOTES, f"#灯规\n##灯\n- {text}")])) == faults


def test_headings_that_come_again_are_normal_in_answers() -> None:
    first = "### On the first effect\n\n"
    read = book(f"# Lamps\n\n## Bell\n\n{first}It rings.\n\n## Horn\n\nLoud.\n\n# Oil\n\n{first}It burns.\n")
    assert found("S206", [read]) and not found("S206", [as_answers(read)])


def test_a_row_of_two_columns_is_no_broken_sentence() -> None:
    table = "".join(f"- {name}  遇到雨就熄灭\n" for name in ("纸灯", "铜灯"))
    assert not found("S238", [audited(NOTES, f"#灯规\n##灯\n{table}")])
    assert found("S238", [audited(NOTES, "#灯规\n##灯\n- 守灯人，在夜里 点亮灯笼。\n")])


def test_forms_of_one_verb_are_one_name() -> None:
    assert same_name("leaves the field", "left the field") and same_name("pass", "passed")
    assert not same_name("extra deck", "fusion deck")


def _rule(name: str, *states: State) -> Rule:
    return Rule(id=name, topic="t", kind="rule", en=name, zh="灯", cites=(), states=states)


def test_entries_are_compared_by_what_they_state() -> None:
    held = Propositions((Predicate(id="permission", sides=("allowed", "barred"), labels={}),))
    wide = _rule("a", State(side="allowed", given={"act": "light"}))
    narrow = _rule("b", State(side="barred", given={"act": "light", "place": "hand"}))
    other = _rule("c", State(side="happens", given={"act": "ring"}))
    assert held.one_question(wide, narrow) and not held.one_question(wide, other)
    assert held.opposed(wide, narrow) and not held.opposed(wide, wide)
    assert facts_shared(wide, narrow) == 1.0 and facts_shared(wide, other) == 0.0
    same = _rule("d", State(side="barred", given={"act": "light"}))
    assert stated_by(narrow, same) and not stated_by(same, narrow) and not stated_by(_rule("e"), same)
