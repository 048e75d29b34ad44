"""The Ask page: from a typed question to its evidence, with an invented digest and an invented, hostile document."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl

import pytest
from card_samples import write_yaml_yugi
from few import few_of
from page import drawn, html, links, open_page, param

from cli.main import main
from ingest.build import Order, build
from kb.errors import UnknownName
from kb.model import Lang, Verdict
from kb.reviews.reports import read_reports
from query.answer.asked import how_asked
from query.model import Answer, Ground, Question
from query.read.question import read_question
from ui import state
from ui.answer import ruling_html
from ui.served.sheet import sheet_html
from ui.verdict import answer_html, verdict_word
from ui.words import say_in

EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>"
RULES = """
[[rule]]
id = "lamps.one-each"
kind = "rule"
en = "Every keeper may light one lamp at dusk."
zh = "每位看守者在黄昏时可以点一盏灯。"
concepts = ["chain"]
conflicts = ["lamps.one-in-all"]
prevails = "The lamp book is newer."
cites = [ { source = "lamp-book", section = "Dusk", lines = [3, 3] } ]

[[rule.asks]]
en = "May both keepers light a lamp at dusk?"
zh = "两位看守者黄昏时都能点灯吗？"
verdict = "yes"
side = "allowed"

[[rule]]
id = "lamps.one-in-all"
kind = "rule"
en = "In the old days a single lamp burned at dusk, whoever lit it."
zh = "旧时黄昏只能点一盏灯，不论谁点。"
concepts = ["chain"]
conflicts = ["lamps.one-each"]
until = "2001"
cites = [ { source = "lamp-book-old", section = "Dusk", lines = [1, 1] } ]

[[rule.asks]]
en = "In the old lamp book, did one lamp burn for all?"
zh = "旧灯书里大家合用一盏灯吗？"
verdict = "yes"
side = "happens"

[[rule]]
id = "lamps.storm"
kind = "rule"
en = "In a storm a lamp goes out where its glass is broken."
zh = "暴风雨中，玻璃破了的灯会熄灭。"
cites = [ { source = "lamp-book", section = "Storms", lines = [5, 5] } ]

[[rule.asks]]
en = "Does my lamp go out in a storm?"
zh = "暴风雨中我的灯会熄灭吗？"
verdict = "depends"
side = "happens"
fact = { en = "whether its *glass* is broken", zh = "玻璃破没破" }
options = [ { en = "<b>broken</b>", zh = "破了", verdict = "yes" }, { en = "whole", zh = "没破", verdict = "no" } ]
"""
REGISTRY = """
[[source]]
id = "lamp-book"
file = "lamp-book.md"
title = "Lamp book <b>new</b>"
title_zh = "灯书"
lang = "en"
edition = "second"
edition_zh = "第二版"
territory = "OCG"
authority = "official"
supersedes = ["lamp-book-old"]
format = "markdown"

[[source]]
id = "lamp-book-old"
file = "lamp-book-old.md"
title = "Old lamp book"
lang = "en"
edition = "first"
territory = "TCG"
authority = "wiki"
format = "markdown"
"""
DOCUMENT = f"""# Dusk {EVIL}

Keepers of the tower are patient people. At dusk every keeper may light one lamp of their own {EVIL} ![x](http://evil.example/x.png)

- Wicks are trimmed {"y" * 400}
"""
QUESTION = "May both keepers light a lamp at dusk?"
ASKED = "两位看守者黄昏时都能点灯吗？"


class _Elements(HTMLParser):
    """Names of all elements and attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {tag, *(name for name, _ in attrs)}


class House(NamedTuple):
    """Where a test's data lives."""

    sources: Path
    bare: Path
    """A home with nothing built."""
    built: Path
    """A home with the document built."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A digest with two topics of ours and entries on lamps that disagree; homes without and with a document."""
    folder = tmp_path_factory.mktemp("lamps")
    made = House(folder / "sources", folder / "bare", folder / "built")
    few_of(made.sources)
    (made.sources / "rules" / "lamps.toml").write_text(RULES, "utf-8")
    with (made.sources / "registry.toml").open("a", encoding="utf-8") as file:
        file.write(REGISTRY)
    (folder / "lamp-book.md").write_text(DOCUMENT, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULINGS_SOURCES", str(made.sources))
        assert main(["build", str(folder / "lamp-book.md"), "--home", str(made.built)]) in (0, None)
    return made


@pytest.fixture
def lamps(house: House, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home with nothing built."""
    monkeypatch.setenv("RULINGS_SOURCES", str(house.sources))
    monkeypatch.setenv("RULINGS_HOME", str(house.bare))
    return house.bare


@pytest.fixture
def built(lamps: Path, house: House, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home with the document built."""
    monkeypatch.setenv("RULINGS_HOME", str(house.built))
    return house.built


def ask(question: str, **params: str) -> str:
    return html(open_page(**{**params, "q": question}))


def opened(name: str, lang: str = "en") -> str:
    """The sheet of an entry."""
    with state.at({"lang": lang}):
        return sheet_html(name)


def test_a_typed_question_goes_into_the_address_and_is_answered(lamps: Path) -> None:
    at = open_page()
    at.text_area(key="dr-question").input(f"  {QUESTION} ")
    at = drawn(at.button(key="FormSubmitter:dr-ask-Ask").click().run())
    assert param(at, "q") == QUESTION
    assert '<section class="dr-verdict yes"' in html(at)
    assert "Every keeper may light one lamp" in html(at)


@pytest.mark.parametrize(("question", "word"), [(QUESTION, "Yes"), (ASKED, "能")])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_verdict_speaks_the_questions_language_and_the_page_its_own(
    lamps: Path, question: str, word: str, lang: str
) -> None:
    shown = ask(question, lang=lang)
    assert f'<span class="dr-word">{word}</span>' in shown
    judge = shown.split('class="dr-judge">')[1].split("<")[0]
    assert ("head judge" in judge) == (lang == "en")
    assert ("主裁判" in judge) == (lang == "zh")


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("黄昏时能点灯吗？", "can"),
        ("黄昏时可不可以点灯？", "may"),
        ("会熄灭的灯还可以点吗？", "may"),
        ("能点的灯会熄灭吗？", "will"),
        ("黄昏时不能点灯吗？", "assent"),
        ("黄昏时可以点灯吧？", "assent"),
        ("灯点了就熄，对吗？", "assent"),
        ("点了灯还能不能再点？", "can"),
        ("点灯是一种照明吗？", ""),
        ("Can I light a lamp?", ""),
        ("Can't I light a lamp?", ""),
        ("I can't light a second lamp, right?", "assent"),
        ("A lamp may not be moved, is that correct?", "assent"),
        ("I can light a lamp, right?", ""),
    ],
)
def test_a_yes_or_no_is_said_in_the_words_of_the_question(question: str, asked: str) -> None:
    assert how_asked(question) == asked
    assert verdict_word("depends", "zh", asked) == verdict_word("depends", "zh")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_is_no_likelier_right_than_wrong_is_no_probable_answer(lang: Lang) -> None:
    question = Question(reading=read_question(QUESTION, lang=lang))
    made = Answer(question=question, verdict="yes", abstained=False, text="Lamps.", ground="inferred", confidence=0.49)
    word = say_in(lang, "verdict.yes").lower()
    assert escape(say_in(lang, "closest.perhaps", word=word)) in answer_html(made, "Lamps.")
    assert escape(say_in(lang, "closest.likely", word=word)) in answer_html(replace(made, confidence=0.5), "Lamps.")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("verdict", "ground", "kind", "word"),
    [
        ("yes", "computed", "yes", "verdict.yes"),
        ("no", "stated", "no", "verdict.no"),
        ("yes", "inferred", "closest", "closest.likely"),
        ("no", "inferred", "closest", "closest.likely"),
        ("depends", "inferred", "closest", "closest.depends"),
        ("depends", "stated", "depends", "verdict.depends"),
        ("n/a", "inferred", "closest", "closest.told"),
        ("n/a", "stated", "told", "verdict.told"),
        ("unknown", "none", "unknown", "verdict.unknown"),
    ],
)
def test_only_what_is_worked_out_or_stated_is_large_and_the_ground_stands_beside(
    lang: Lang, verdict: Verdict, ground: Ground, kind: str, word: str
) -> None:
    question = Question(reading=read_question(QUESTION, lang=lang))
    answer = Answer(question=question, verdict=verdict, abstained=False, text="Lamps.", ground=ground, confidence=0.834)
    banner = answer_html(answer, "Lamps.")
    assert f'<section class="dr-verdict {kind}"' in banner
    said = (
        say_in(lang, word, word=say_in(lang, f"verdict.{verdict}").lower()) if word == "closest.likely" else say_in(lang, word)
    )
    assert f'<span class="dr-word">{escape(said)}</span>' in banner
    assert f'<span class="dr-ground">{say_in(lang, f"ground.{ground}", sure=83)}</span>' in banner


@pytest.mark.parametrize(
    ("text", "shown"),
    [("No lamp burns.", "No lamp burns."), ("No. It burns.", "It burns."), ("No", ""), ("Nothing burns.", "Nothing burns.")],
)
def test_a_sentence_that_begins_with_the_verdicts_word_loses_nothing(lamps: Path, text: str, shown: str) -> None:
    question = Question(reading=read_question(QUESTION, lang="en"))
    answer = Answer(question=question, verdict="no", abstained=False, text=text, ground="stated")
    banner = ruling_html(answer).split("</section>")[0]
    assert (f'class="dr-verdict-text">{shown}</p>' in banner) if shown else "dr-verdict-text" not in banner


@pytest.mark.parametrize(
    ("question", "fact", "labels", "verdicts"),
    [
        ("Does my lamp go out in a storm?", "whether its *glass* is broken", ("<b>broken</b>", "whole"), ("Yes", "No")),
        ("暴风雨中我的灯会熄灭吗？", "玻璃破没破", ("破了", "没破"), ("会", "不会")),
    ],
)
def test_what_it_depends_on_is_settled_by_a_press(
    lamps: Path, question: str, fact: str, labels: tuple[str, str], verdicts: tuple[str, str]
) -> None:
    shown = ask(question)
    assert escape(fact) in shown
    assert 'class="dr-then"' not in shown
    offered = links(shown, "dr-option")
    assert tuple(offered) == labels
    for label, verdict in zip(labels, verdicts, strict=True):
        assert offered[label]["if"] == label and offered[label]["q"] == question
        told = ask(**{**offered[label], "question": question})
        then = told.split('class="dr-then"')[1].split("</p>")[0]
        assert escape(label) in then
        assert then.endswith(f"{verdict}</span>")
        assert "if" not in links(told, "dr-option")[f"✓ {label}"]


def test_another_question_forgets_the_option_chosen(lamps: Path) -> None:
    at = open_page(q="Does my lamp go out in a storm?", **{"if": "whole"})
    at.text_area(key="dr-question").input(QUESTION)
    at = drawn(at.button(key="FormSubmitter:dr-ask-Ask").click().run())
    assert param(at, "if") == ""


def test_a_name_of_several_cards_is_asked_back(
    house: House, lamps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert build(tmp_path / "kb", Order(cards=[write_yaml_yugi(tmp_path / "cards.json")], encoder="none")).cards == 5
    monkeypatch.setenv("RULINGS_HOME", str(tmp_path / "kb"))
    offered = links(ask("Can my Lantern attack twice?"), "dr-option")
    assert list(offered) == ["Lantern Moth", "Lantern Moth Swarm"]
    asked = offered["Lantern Moth Swarm"]["q"]
    assert asked == 'Can my "Lantern Moth Swarm" attack twice?'
    assert not links(ask(asked), "dr-option")


def test_sources_that_disagree_are_both_named_with_the_one_that_prevails(lamps: Path) -> None:
    shown = ask(QUESTION)
    panel = shown[shown.index('class="dr-disagree"') :].split("</section>")[0]
    assert "Every keeper may light" in panel and "a single lamp burned" in panel
    assert "Lamp book &lt;b&gt;new&lt;/b&gt;" in panel and "Old lamp book" in panel
    assert "The lamp book is newer." in panel and "would prevail" in panel
    assert 'data-sheet="lamps.one-each"' in panel and "line 1 (" in panel and "line 3 (" in panel
    assert "source=lamp-book&amp;line=3" in panel


def test_a_line_of_evidence_speaks_one_language_and_names_its_first_place(lamps: Path) -> None:
    shown = ask(QUESTION)
    row = shown[shown.index('class="dr-row"') - 200 :].split("</li>")[0]
    assert "Every keeper may light one lamp" in row and "每位看守者" not in row
    assert "line 3 · Official" in row and 'data-sheet="lamps.one-each"' in row


@pytest.mark.parametrize(
    ("lang", "first", "folded"), [("en", "Every keeper", "每位看守者"), ("zh", "每位看守者", "Every keeper")]
)
def test_a_sheet_has_the_document_and_the_other_language_folded(lamps: Path, lang: str, first: str, folded: str) -> None:
    sheet = opened("lamps.one-each", lang)
    named = {"en": ("Lamp book &lt;b&gt;new", "second"), "zh": ("灯书", "第二版")}[lang]
    assert all(text in sheet for text in named) and "lamp-book.md" not in sheet
    assert first in sheet.split("<details")[0] and folded in sheet.split("<details")[-1]
    assert all(text in sheet for text in ("OCG", "3"))


def test_the_passage_stands_in_its_place_with_the_telling_sentence_marked(built: Path) -> None:
    sheet = opened("lamps.one-each")
    marked = sheet[sheet.index("<mark>") : sheet.index("</mark>")]
    assert "every keeper may light one lamp" in marked
    assert "patient people" in sheet and "patient people" not in marked
    assert 'class="dr-beside"' in sheet and "Wicks are trimmed" in sheet
    assert "./browse?source=lamp-book&amp;line=3" in sheet
    assert not {"script", "img", "iframe", "b"} & _Elements(sheet).found


def test_no_sheet_of_what_does_not_exist(lamps: Path) -> None:
    with pytest.raises(UnknownName):
        opened("lamps.<b>none</b>")


def test_an_empty_question_says_what_to_do(lamps: Path) -> None:
    at = open_page()
    at.text_area(key="dr-question").input("  ")
    at = drawn(at.button(key="FormSubmitter:dr-ask-Ask").click().run())
    assert "Type a question first." in html(at) and param(at, "q") == ""


def test_nothing_of_a_document_or_question_runs(built: Path) -> None:
    for question in (QUESTION, f"Wicks are trimmed? {EVIL} ![x](http://evil.example/q.png) :red[x]"):
        at = open_page(q=question)
        shown = html(at)
        assert not {"script", "img", "onerror", "iframe", "style", "b"} & _Elements(shown).found
        assert "&lt;b&gt;" in shown


def test_a_refusal_says_what_was_looked_for_and_calls_passages_no_answer(built: Path) -> None:
    shown = ask("How much is a booster box?")
    assert "dr-verdict unknown" in shown and "They do not answer it." in shown
    assert "Evidence</h2>" not in shown
    assert ">Source</a>" not in shown and 'data-do="share"' in shown
    assert ">Source</a>" in ask(QUESTION)


def test_a_term_can_be_taken_away_brought_back_and_added(lamps: Path) -> None:
    at = open_page(q="Can I chain a Counter Trap to a Counter Trap?")
    at = drawn(at.button(key="dr-chip-on-counter-trap-card").click().run())
    assert param(at, "without") == "counter-trap-card"
    at = drawn(at.button(key="dr-chip-off-counter-trap-card").click().run())
    assert param(at, "without") == ""
    at = drawn(at.selectbox(key="dr-add-term").select("cost").run())
    assert param(at, "also") == "cost" and "dr-chip-on-cost" in [b.key for b in at.button]
    at = drawn(at.button(key="dr-chip-on-cost").click().run())
    assert (param(at, "also"), param(at, "without")) == ("", "")


def test_a_report_goes_to_the_editors_queue_with_what_was_asked_and_shown(lamps: Path) -> None:
    at = open_page(q=QUESTION)
    at.text_area[1].input("<i>wrong</i>\nlamp")
    blamed = next(box for box in at.selectbox if box.label == "What is wrong?")
    assert blamed.value == "" and blamed.options[0] == "The answer as a whole"
    blamed.select("lamps.one-each")
    at = drawn(at.button(key="FormSubmitter:dr-report-Report").click().run())
    assert "The editors will see it." in html(at)
    (report,) = read_reports(lamps)
    assert (report.question, report.verdict, report.remark) == (QUESTION, "yes", "<i>wrong</i>\nlamp")
    assert report.citations[0] == report.blamed == "lamps.one-each" and report.when
    assert json.loads((lamps / "reports.jsonl").read_text("utf-8"))["question"] == QUESTION


def test_the_text_to_pass_on_has_verdict_reason_and_places(lamps: Path) -> None:
    shown = ask(QUESTION, lang="zh")
    text = unescape(shown.split('class="dr-answer-text"')[1].split(">", 1)[1].split("</pre>")[0])
    assert text.startswith(QUESTION)
    assert all(part in text for part in ("Yes: Every keeper", "Lamp book <b>new</b>, Dusk (3)", "head judge"))


def test_the_picture_leads_from_the_question_to_the_places(lamps: Path) -> None:
    shown = ask("Can a chain answer? May both keepers light a lamp at dusk?")
    picture = shown[shown.index('class="dr-graph wide"') :].split("</svg>")[0]
    assert "dr-node question" in picture and "dr-node concept" in picture and "dr-node rule strong" in picture
    assert "line 3" in picture and picture.count("dr-line") >= 3


def test_the_territory_is_kept_in_the_address_and_decides(lamps: Path) -> None:
    at = open_page(q=QUESTION)
    at = drawn(at.segmented_control(key="dr-territory").set_value("TCG").run())
    assert param(at, "in") == "TCG"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_examples_are_offered_in_the_page_s_language_and_answered(lamps: Path, lang: str) -> None:
    shown = html(open_page(lang=lang)).split('class="dr-examples"')[1]
    asked = re.findall(r'<a href="[./]*\?([^"]*)"', shown)
    assert len(asked) >= 4
    questions = [dict(parse_qsl(unescape(query)))["q"] for query in asked]
    assert {any(ord(sign) > 0x3000 for sign in question) for question in questions} == {lang == "zh"}
    assert "dr-verdict" in ask(questions[0])


@pytest.mark.parametrize("question", ["", "   ", "？", "x" * 30_000, "\u202e\u0000", "🂡" * 50, "a\nb"])
def test_any_text_is_shown_a_page(lamps: Path, question: str) -> None:
    assert "<h1" in ask(question)


@pytest.mark.parametrize(("lang", "told"), [("en", "It depends on the glass.</p>"), ("zh", "取决于the glass。</p>")])
def test_a_fact_without_options_is_named_and_asks_nothing(lang: str, told: str) -> None:
    from types import SimpleNamespace

    from query.model import Missing
    from ui import state
    from ui.open import open_html

    missing = Missing(fact="the glass", options=())
    answer = SimpleNamespace(missing=(missing,), text="It burns.", question=SimpleNamespace(lang=lang, cards=()))
    with state.at({"lang": lang}):
        shown = open_html(answer)  # type: ignore[arg-type]
    assert shown.endswith(told) and "dr-option" not in shown
