"""The way of an answer over the graph: exceptions that no search found are told, and every edge of a trace is there."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest
from few import few_of

from kb.law.laws import Laws
from kb.network import Edge, along, path
from kb.reviews import Ledger, Review, Seen, text_hash
from query.answer.walk import BLANKET
from query.engine import Engine
from query.model import Answer

GENERAL, FEAST, GUILD, ORDER = "lamps.dusk", "lamps.feast", "lamps.guild", "lamps.order"
EN, ZH = "May a keeper light a lamp at dusk while a Chain resolves?", "连锁处理中，看守者黄昏时能点灯吗？"
FEAST_TEXT = ("On the harbour feast every wick burns until the gulls return.", "港口节之夜，所有灯芯一直燃到海鸥归来。")
SAID = {EN: f"Except: {FEAST_TEXT[0]}", ZH: f"例外：{FEAST_TEXT[1]}"}
REGISTRY = """
[[source]]
id = "lamp-book"
file = "lamp-book.md"
title = "Lamp book"
lang = "en"
supersedes = ["first-lamp-book"]

[[source]]
id = "first-lamp-book"
file = "first-lamp-book.md"
title = "First lamp book"
lang = "en"
"""


def entry(name: str, kind: str, texts: tuple[str, str], line: int, more: str = "") -> str:
    return (
        f'[[rule]]\nid = "{name}"\nkind = "{kind}"\nen = "{texts[0]}"\nzh = "{texts[1]}"\nconcepts = ["chain"]\n{more}\n'
        f'cites = [ {{ source = "lamp-book", section = "Dusk", lines = [{line}, {line}] }} ]\n\n'
    )


DUSK_TEXT = ("No keeper may light a lamp at dusk while a Chain resolves.", "连锁处理中黄昏时看守者不能点灯。")
GUILD_TEXT = ("Guild boats carry torches.", "公会的船可带火把。")
ORDER_TEXT = ("Storm bells silence the quay.", "风暴钟响，码头肃静。")


def lamps(above: tuple[str, ...]) -> str:
    """A prohibition with three entries that override it; `above`: what the last of them overrides too."""
    asks = f'[[rule.asks]]\nen = "{EN}"\nzh = "{ZH}"\nverdict = "no"\nside = "allowed"\n\n'
    order = ", ".join(f'"{name}"' for name in (GENERAL, *above))
    over = f'overrides = ["{GENERAL}"]'
    return (
        entry(GENERAL, "prohibition", DUSK_TEXT, 3)
        + asks
        + entry(FEAST, "exception", FEAST_TEXT, 30, over)
        + entry(GUILD, "exception", GUILD_TEXT, 40, f'{over}\nterritory = "OCG"')
        + entry(ORDER, "prohibition", ORDER_TEXT, 50, f"overrides = [{order}]")
    )


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("walk") / "sources"
    few_of(folder)
    chains = tuple(i for i in Laws(folder, folder.parent / "no-home").of("both").rules if i.startswith("chains."))
    (folder / "rules" / "lamps.toml").write_text(lamps(chains[:BLANKET]), "utf-8")
    with (folder / "registry.toml").open("a", encoding="utf-8") as registry:
        registry.write(REGISTRY)
    return folder


@pytest.fixture(scope="module")
def engine(sources: Path) -> Engine:
    return Engine.open(sources.parent / "home", sources=sources, encoder="none")


def told(answer: Answer) -> list[str]:
    """The exceptions among the steps."""
    return [s.text for s in answer.steps if s.text.startswith(("Except:", "例外："))]


@pytest.mark.parametrize("question", [EN, ZH])
def test_an_exception_that_the_search_did_not_find_is_told_and_cited(engine: Engine, question: str) -> None:
    answer = engine.ask(question, territory="TCG")
    assert (answer.verdict, answer.trace.fired) == ("no", GENERAL)
    assert FEAST not in answer.trace.tried
    assert told(answer) == [SAID[question]]
    assert answer.steps[0].citation and answer.steps[0].citation.id == GENERAL
    step = next(s for s in answer.steps if s.text == SAID[question])
    assert step.citation and step.citation.id == FEAST and step.citation.cites[0].lines == (30, 30)
    assert FEAST in {c.id for c in answer.citations}


@pytest.mark.parametrize("question", [EN, ZH])
def test_an_exception_of_another_territory_is_not_told(engine: Engine, question: str) -> None:
    assert len(told(engine.ask(question, territory="OCG"))) == 2
    assert len(told(engine.ask(question, territory="TCG"))) == 1


def test_what_overrides_many_is_walked_to_but_is_no_exception(engine: Engine) -> None:
    answer = engine.ask(EN)
    assert (ORDER, "overrides", GENERAL) in answer.trace.edges
    assert not any("bells" in text for text in told(answer))


@pytest.mark.parametrize("question", [EN, ZH])
def test_the_way_leads_from_the_question_to_where_the_exception_is_stated(engine: Engine, question: str) -> None:
    way = nx.Graph([(a, b) for a, _, b in engine.ask(question).trace.edges])
    assert nx.has_path(way, "question", GENERAL)
    assert nx.shortest_path(way, GENERAL, "lamp-book:30") == [GENERAL, FEAST, "lamp-book:30"]
    assert nx.has_path(way, "lamp-book:30", "first-lamp-book"), "what its document supersedes"


def test_every_edge_of_a_trace_is_in_the_graph(engine: Engine) -> None:
    graph = engine.laws.of("both").graph
    there = {(a.partition(":")[2], how, b.partition(":")[2]) for a, how, b in graph.edges()}
    asked = [text for rule in engine.rules.values() for ask in rule.asks[:1] for text in (ask.en, ask.zh)]
    walked = [(how, edge in there) for text in asked for edge in engine.ask(text).trace.edges for how in (edge[1],)]
    assert len(walked) > 1000
    assert {how for how, found in walked if not found} <= {"names", "decidedBy"}


def test_a_rejected_exception_is_walked_to_no_more(engine: Engine, sources: Path) -> None:
    rule = engine.rules[FEAST]
    place = Seen(source="digest", passage=FEAST, hash=text_hash(f"{rule.en}\n{rule.zh}"))
    review = Review(id="00000000000b", about="entry", entries=(FEAST,), places=(place,))
    ledger = Ledger(sources=sources, home=sources.parent / "home")
    ledger.decide(review, "reject", by="Ana", reason="misread")
    answer = engine.ask(EN, territory="TCG")
    ledger.undo(review.id, by="Ana")
    assert told(answer) == [] and not any(FEAST in edge for edge in answer.trace.edges)
    assert told(engine.ask(EN, territory="TCG")) == [SAID[EN]]


def test_a_refusal_tells_no_exception(engine: Engine) -> None:
    answer = engine.ask("Who bakes the sweetest cake in the harbour?")
    assert answer.abstained and told(answer) == []


def test_a_way_keeps_to_the_relations_and_kinds_it_may_take(engine: Engine) -> None:
    graph = engine.laws.of("both").graph
    assert along(graph, "overrides", to=f"rule:{GENERAL}") == [
        Edge(f"rule:{name}", "overrides", f"rule:{GENERAL}") for name in (FEAST, GUILD, ORDER)
    ]
    assert along(graph, "overrides", start="rule:nobody") == []
    ends = ("place:lamp-book:3", "place:lamp-book:30")
    assert len(path(graph, *ends)) == 2
    assert len(path(graph, *ends, relations=("cites", "overrides"), among=("rule",))) == 3
    assert path(graph, *ends, relations=("broader",)) == []
