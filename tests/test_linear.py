"""A text four times as long takes about four times as long to read; a quadratic reader would take sixteen times."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from ingest.make import make
from ingest.registry import Registry, identify
from ingest.remembered import Remembered
from kb.cardtext import kind_of, read
from kb.digest.load import sources_dir
from kb.errors import BadInput
from kb.graph import graph_of_document
from kb.index.build import build_index
from kb.model import Lang, Source
from kb.store.triples import to_lines
from kb.store.validate import check_graph
from query.card.check import check_pasted
from query.card.effects import MAX_TEXT
from query.engine import MAX_QUESTION, Engine

LENGTH = 40_000
NOWHERE = Path("/nowhere")
MONSTER, SPELL = kind_of("Monster", None, "Beast / Effect"), kind_of("Spell", "Field")


def quickest(work: Callable[[], object], times: int) -> float:
    """Processor time of the quickest run, without collecting garbage."""
    taken = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(times):
            start = time.process_time()
            work()
            taken.append(time.process_time() - start)
    finally:
        gc.enable()
    return min(taken)


def seconds(text: str, lang: Lang) -> float:
    """Of reading it as a monster's text and as a Spell's."""
    return quickest(lambda: [read(text, lang=lang, kind=kind) for kind in (MONSTER, SPELL)], 5)


@pytest.mark.parametrize(
    ("unit", "lang"), [(" ", "en"), ("\n ", "en"), ("a. ", "en"), ("● ", "en"), ("●", "zh"), ("灯。", "zh"), ("，", "zh")]
)
def test_a_text_four_times_as_long_takes_about_four_times_as_long(unit: str, lang: Lang) -> None:
    short, long = ((unit * LENGTH)[:n] for n in (LENGTH // 4, LENGTH))
    assert seconds(long, lang) < 13 * seconds(short, lang) + 0.05


DOCUMENTS = {
    "characters.txt": "灯",
    "sentences.md": "灯会亮。",
    "terms.md": "伤害步骤",
    "conditions.md": "如果可以",
    "clauses.md": "you can, but you cannot, ",
    "quotations.md": "「灯会亮。",
    "abbreviations.md": "A. ",
    "lines.txt": "a\n",
    "items.md": "- a lamp can burn: [1](#lamp)\n",
    "names.md": '"Foo Bar" ',
}


def preparing(name: str, length: int) -> float:
    data = ("# A\n\n" + (DOCUMENTS[name] * length)[:length]).encode()
    source = identify(Path(name), data, Registry(), None, name=name).source
    return quickest(lambda: make(source, data, Remembered(NOWHERE, sources_dir())), 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_read_linked_and_extracted_in_time_that_grows_with_its_length(name: str) -> None:
    preparing(name, 100)
    assert preparing(name, 16_000) < 13 * preparing(name, 4_000) + 0.2


QUESTIONS = (
    "Can I light the lamp? ",
    "连锁2可以发动吗？",
    "Damage Step ",
    "灯",
    "a ",
    "1900 ATK attacks 2000 DEF. ",
    "Chain Link 1 is a lamp. ",
)


@pytest.fixture(scope="module")
def engine() -> Engine:
    found = Engine.open(NOWHERE, encoder="none")
    found.ask("Can I light the lamp?")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("unit", QUESTIONS)
def test_a_question_is_answered_in_time_that_grows_with_its_length(engine: Engine, unit: str) -> None:
    fresh = count()

    def answering(length: int) -> float:
        return quickest(lambda: engine.ask(f"{next(fresh)} {unit * length}"[:length]), 2)

    assert answering(MAX_QUESTION // 2) < 13 * answering(MAX_QUESTION // 8) + 0.2


GROUNDED = {
    "names": "The Damage Step.",
    "statements": "You can light it, but you cannot chain it in the Damage Step.",
    "same": "A.",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", GROUNDED.values(), ids=GROUNDED)
def test_a_document_is_put_in_the_graph_checked_and_indexed_in_time_that_grows_with_its_length(text: str) -> None:
    def grounding(passages: int) -> float:
        source = Source(id="a", file="a.md", title="A", lang="en")
        made = make(source, (f"{text}\n\n" * passages).encode(), Remembered(NOWHERE, sources_dir()))

        def work() -> None:
            quads = graph_of_document(made.document, made.annotated.mentions, made.annotated.statements)
            assert not check_graph("a", to_lines(quads))
            build_index(made.entries, encoder=None, concepts=(), timings=())

        return quickest(work, 1)

    grounding(10)
    assert grounding(800) < 13 * grounding(200) + 0.05


def test_a_text_longer_than_any_card_s_is_refused() -> None:
    with pytest.raises(BadInput, match=r"are read at most\. Paste one card's text"):
        check_pasted("a" * (MAX_TEXT + 1), laws=[])
    assert MAX_TEXT <= 4_000, "patterns that look ahead are quadratic in a sentence: its length must stay small"
