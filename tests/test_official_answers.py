"""Official Q&As beside and instead of answers, and the clause that was judged."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from card_samples import YAML_YUGI
from law_samples import LAWS, law

from ingest.cards import read_card_file
from ingest.readers import faq_json, qa_json
from kb.cards.nicknames import Nicknames
from kb.cards.store import CardStore, write_cards
from kb.digest.load import sources_dir
from kb.model import Span
from kb.official.formulas import load_formulas
from kb.official.store import OfficialStore, write_official
from query.against.same import answer_ruled, cards_named, rulings_on
from query.answer.contract import answer_json
from query.card.check import check_card
from query.card.clause import clause_lines, clause_of
from query.card.differing import differing
from query.card.links import CardMention
from query.card.official import Official
from query.card.question import damage_step_answer
from query.card.search import CardSearch
from query.model import Answer, Question, Understood
from query.read.question import read_question

CARDS = {c.id: c for c in read_card_file(json.dumps(YAML_YUGI).encode(), "cards.json").cards}
MOTH, SWARM, VERDICT = CARDS["90001"], CARDS["90002"], CARDS["90003"]
NAMES = {"Lantern Moth Swarm": "90002", "Lantern Moth": "90001", "Cobalt Verdict of Frost": "90003"}
ASKED = "While my Lantern Moth is lit, can my opponent still play Cobalt Verdict of Frost?"


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CardSearch:
    path = tmp_path_factory.mktemp("cards") / "cards.sqlite"
    write_cards(path, CARDS.values())
    return CardSearch(CardStore(path), Nicknames())


def mentions(text: str) -> list[CardMention]:
    found: list[CardMention] = []
    for name, card in NAMES.items():
        at = text.find(name)
        if at >= 0 and not any(m.span.start <= at < m.span.end for m in found):
            found.append(CardMention(Span(at, at + len(name)), name, (card,), "exact"))
    return sorted(found, key=lambda m: m.span)


def store(tmp_path: Path, *rows: dict[str, object]) -> OfficialStore:
    data = "\n".join(json.dumps(r) for r in rows).encode()
    write_official(tmp_path / "official.sqlite", [qa_json.read(qa_json.source(data), data)])
    return OfficialStore(tmp_path / "official.sqlite")


def qa(
    number: int, question: str, answer: str, cards: tuple[int, ...], date: str = "2020-01-01", **more: object
) -> dict[str, object]:
    wording = {"title": question, "question": question, "answer": answer, "thisSrc": {"date": date}, **more}
    return {"id": number, "cards": list(cards), "qaData": {"en": wording, "ja": {**wording, "translationStatus": ""}}}


def ask(text: str, search: CardSearch, held: OfficialStore) -> Answer | None:
    question = Question(reading=read_question(text, lang="en"))
    return answer_ruled(question, mentions(text), search, held)


def test_q_and_as_on_all_the_cards_stand_newest_first_and_outdated_last(search: CardSearch, tmp_path: Path) -> None:
    held = store(
        tmp_path,
        qa(1, "One?", "Yes.", (90001,), "2020-05-05"),
        qa(2, "Two?", "Yes.", (90001, 90003), "2024-05-05", translationStatus="outdated"),
        qa(3, "Three?", "Yes.", (90001, 90003), "2018-05-05"),
        qa(4, "Four?", "Yes.", (90003, 90001, 90002), "2021-05-05"),
    )
    of_both = rulings_on(cards_named(mentions(ASKED), search), held, "en")
    assert [r.number for r in of_both] == ["4", "3", "2"]
    assert of_both[2].status.startswith("outdated") and not of_both[0].status
    assert [r.number for r in rulings_on([MOTH], held, "zh")] == ["4", "1", "3", "2"]
    assert rulings_on([], held, "en") == () == rulings_on([MOTH], None, "en")


@pytest.mark.parametrize(
    "asked",
    [
        "While my Lantern Moth is lit, can my opponent still play Cobalt Verdict of Frost?",
        "While your Lantern Moth is lit, can your opponent still play Cobalt Verdict of Frost?",
    ],
)
def test_a_question_asked_in_nearly_the_same_words_is_answered_by_it(asked: str, search: CardSearch, tmp_path: Path) -> None:
    answer = ask(ASKED, search, store(tmp_path, qa(1, asked, "Yes, they can.", (90001, 90003))))
    assert (answer.verdict, answer.ground, answer.citations[0].authority) == ("yes", "stated", "official-ruling")
    assert "1" in answer.text and answer.citations[0].quote == "Yes, they can."


@pytest.mark.parametrize(
    ("asked", "said", "cards"),
    [
        ("While my Lantern Moth is lit, can my opponent not play Cobalt Verdict of Frost?", "Yes, they can.", (90001, 90003)),
        ("While my Lantern Moth is lit, can I still play Cobalt Verdict of Frost?", "Yes.", (90001, 90003)),
        ("While my Cobalt Verdict of Frost is lit, can my opponent still play Lantern Moth?", "Yes.", (90001, 90003)),
        (ASKED, "Yes.", (90001, 90002, 90003)),
        (ASKED, "If it burns, it can.", (90001, 90003)),
        ("When is Lantern Moth lit beside Cobalt Verdict of Frost?", "Yes.", (90001, 90003)),
    ],
)
def test_a_question_asked_otherwise_is_not(
    asked: str, said: str, cards: tuple[int, ...], search: CardSearch, tmp_path: Path
) -> None:
    assert ask(ASKED, search, store(tmp_path, qa(1, asked, said, cards))) is None


def test_what_is_outdated_never_answers(search: CardSearch, tmp_path: Path) -> None:
    assert ask(ASKED, search, store(tmp_path, qa(1, ASKED, "Yes.", (90001, 90003), translationStatus="outdated"))) is None


def test_rulings_are_in_the_json_of_an_answer(search: CardSearch, tmp_path: Path) -> None:
    held = store(tmp_path, qa(1, ASKED, "Yes.", (90001, 90003)))
    answer = ask(ASKED, search, held)
    (row,) = answer_json(replace(answer, rulings=rulings_on([MOTH], held, "en")))["rulings"]
    assert (row["number"], row["date"], row["title"], row["lang"]) == ("1", "2020-01-01", ASKED, "en")


def told(tmp_path: Path) -> Official:
    faq = {"cid": 90001, "databaseDate": "2022-02-02", "FAQ": {"1": ["ダメージステップでも発動できます。"]}}
    data = json.dumps(faq).encode()
    write_official(tmp_path / "faq.sqlite", [faq_json.read(faq_json.source(data), data)])
    return Official(OfficialStore(tmp_path / "faq.sqlite"), load_formulas(sources_dir()))


@pytest.mark.parametrize(
    ("lang", "kind", "start"), [("en", "Quick", "Start of the Damage Step: no"), ("zh", "诱发即时", "伤害步骤开始时: 不可以")]
)
def test_the_clause_is_shown_with_its_kind_and_the_timings_in_a_row(lang, kind, start) -> None:
    check = check_card(MOTH, laws=LAWS.each(), lang=lang)
    first, row = clause_lines(clause_of(check.effects[0], check.timings, lang, law("OCG")), lang)
    assert first.startswith("① “") and kind in first and row.startswith(start) and row.count(" · ") == 4


def test_editors_see_where_konami_says_otherwise(tmp_path: Path) -> None:
    moth = replace(MOTH, texts={**MOTH.texts, "ja": "①：手札から発動できる。②：墓地から発動できる。"})
    write_cards(tmp_path / "cards.sqlite", [moth, SWARM])
    faq = {"cid": 90001, "FAQ": {"2": ["ダメージステップでも発動できます。", "対象を取る効果ではありません。"]}}
    data = json.dumps(faq).encode()
    write_official(tmp_path / "faq.sqlite", [faq_json.read(faq_json.source(data), data)])
    official = Official(OfficialStore(tmp_path / "faq.sqlite"), load_formulas(sources_dir()))
    found = list(differing(CardSearch(CardStore(tmp_path / "cards.sqlite"), Nicknames()), official, [law("OCG")]))
    assert [(d.card.konami, d.number, d.difference.field) for d in found] == [(90001, 2, "damage_step"), (90001, 2, "targets")]
    assert (found[1].difference.official, found[1].difference.computed) == (False, True)


def test_konami_s_statement_makes_the_answer_stated_and_is_shown(tmp_path: Path) -> None:
    text = "Can I activate the first effect of Lantern Moth in the Damage Step?"
    step = Understood(id="damage-step", kind="timing", label="", surface="Damage Step", match="exact")
    question = Question(reading=read_question(text, lang="en"), understood=(step,))
    moth = replace(MOTH, texts={**MOTH.texts, "ja": "①：手札から発動できる。②：墓地から発動できる。"})
    answer = damage_step_answer(question, moth, laws=LAWS.each(), official=told(tmp_path))
    assert answer.verdict == "yes" and answer.official[0].quote == "ダメージステップでも発動できます。"
    assert answer.clauses[0].date == "2022-02-02" and "Konami" in clause_lines(answer.clauses[0], "en")[2]
    assert not damage_step_answer(question, MOTH, laws=LAWS.each()).official
