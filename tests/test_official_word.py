"""Konami's word: formulas of statements, statements tied to effects, and its verdict before the computed one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from card_samples import YAML_YUGI
from law_samples import LAWS, law

from ingest.cards import read_card_file
from ingest.readers import faq_json
from kb.cards.record import Card
from kb.digest.load import sources_dir
from kb.errors import BadData, BadInput
from kb.official.formulas import load_formulas, masked, read_sentence, sentences
from kb.official.store import OfficialStore, write_official
from kb.official.ties import numbered
from query.card.batch import check_row
from query.card.check import check_card
from query.card.contract import checks_json
from query.card.numbered import CardDesk
from query.card.official import Official
from query.card.word import CALCULATION

FORMULAS = load_formulas(sources_dir())
JA = (
    "①：自分の昆虫族モンスターが戦闘を行うダメージ計算時、このカードを手札から捨てて発動できる。その攻撃力を７００アップする。"
    "②：１ターンに１度、自分の墓地の罠カード１枚を対象として発動できる。そのカードをデッキに戻す。"
)
ROWS = [
    {**YAML_YUGI[0], "text": {**YAML_YUGI[0]["text"], "ja": JA}},
    {**YAML_YUGI[1], "text": {**YAML_YUGI[1]["text"], "ja": "自分は１枚引き、その後手札を１枚捨てる。"}},
]
CARDS = {c.id: c for c in read_card_file(json.dumps(ROWS).encode(), "cards.json").cards}
MOTH, SWARM = CARDS["90001"], CARDS["90002"]


def official(tmp_path: Path, faq: dict[str, list[str]], card: int = 90001) -> Official:
    data = json.dumps({"cid": card, "databaseDate": "2022-02-02", "FAQ": faq}).encode()
    write_official(tmp_path / "official.sqlite", [faq_json.read(faq_json.source(data), data)])
    return Official(OfficialStore(tmp_path / "official.sqlite"), FORMULAS)


def said(tmp_path: Path, faq: dict[str, list[str]], card: Card = MOTH) -> list[tuple[tuple[int, ...], bool, str, object]]:
    found = official(tmp_path, faq, card.konami or 0).tied(card)
    return [(t.subject.numbers, t.subject.whole, t.field, t.value) for t in found]


def test_an_effect_said_to_be_of_one_kind_and_at_times_of_another_has_no_one_kind(tmp_path):
    told = official(tmp_path, {"2": ["墓地で発動できる起動効果です。", "相手の場が空の場合、誘発即時効果として発動できます。"]})
    effects = check_card(MOTH, laws=LAWS.each(), lang="zh", official=told).effects
    assert effects[1].word is not None and effects[1].word.value("kind") is None


@pytest.mark.parametrize(
    ("sentence", "field", "value"),
    [
        ("モンスターゾーンで発動できる誘発効果です", "kind", "trigger"),
        ("墓地で発動できる誘発即時効果です", "kind", "quick"),
        ("自分の場が空の場合、誘発即時効果として発動できます", "kind", "quick"),
        ("『①』のモンスター効果は永続効果です", "starts_chain", False),
        ("墓地で発動できるチェーンブロックの作られる効果です", "starts_chain", True),
        ("モンスターゾーンで発動できる誘発効果です", "mandatory", False),
        ("墓地で発動する誘発効果です", "mandatory", True),
        ("条件を満たした場合に必ず発動します", "mandatory", True),
        ("対象を取る効果ではありません", "targets", False),
        ("相手フィールドの灯１つを対象に取る効果です", "targets", True),
        ("この効果を発動する際にコストとして、灯を１つ消します", "cost", True),
        ("ダメージステップには発動できません", "damage_step", "no"),
        ("また、ダメージステップに発動する事はできません", "damage_step", "no"),
        ("ダメージステップでも発動できます", "damage_step", "yes"),
        ("ダメージステップ中に条件を満たした場合でも発動できます", "damage_step", "yes"),
        ("ダメージステップ開始時からダメージ計算前までの間であれば、ダメージステップでも発動できます", "damage_step", "early"),
        (
            "ダメージステップに発動する場合、ダメージステップ開始時からダメージ計算前までに発動する事になります",
            "damage_step",
            "early",
        ),
        (
            "ダメージステップ開始時からダメージ計算時までの間であれば、ダメージステップでも発動できます",
            "damage_step",
            "through",
        ),
        ("このカードの発動時の効果です", "kind", "activation"),
        ("『灯す』は効果として扱いません", "kind", "none"),
    ],
)
def test_a_formula_fills_its_field(sentence: str, field: str, value: object) -> None:
    ((span, plain),) = sentences(sentence)
    assert {s.field: s.value for s in read_sentence(plain, span, FORMULAS)}.get(field) == value


@pytest.mark.parametrize(
    "sentence",
    [
        "相手が発動した場合、ダメージステップには発動できません",
        "ダメージステップでも適用されます",
        "灯が点いているならダメージステップには発動できません",
    ],
)
def test_what_is_said_on_a_condition_or_of_applying_fills_nothing(sentence: str) -> None:
    ((span, plain),) = sentences(sentence)
    assert "damage_step" not in {s.field for s in read_sentence(plain, span, FORMULAS)}


def test_quotes_are_masked_at_their_length_nested_ones_too() -> None:
    text = "『a『b』「c」』は「d」です"
    assert len(masked(text)) == len(text) and masked(text).endswith("はＮＮＮです")


def test_a_japanese_text_is_cut_at_its_numbers() -> None:
    assert sorted(numbered(JA)) == [0, 1, 2] and numbered(JA)[2].startswith("１ターンに１度")
    assert numbered("番号なし。") == {0: "番号なし。"}


def test_a_title_or_the_index_ties_a_statement(tmp_path: Path) -> None:
    faq = {"1": ["【②の効果について】", "対象を取る効果ではありません。"], "2": ["対象を取る効果ではありません。"]}
    assert {s[0] for s in said(tmp_path, faq)} == {(2,)}


def test_a_quoted_clause_goes_before_the_index(tmp_path: Path) -> None:
    faq = {"1": ["『そのカードをデッキに戻す』効果は対象を取る効果ではありません。（ダメージステップには発動できません。）"]}
    assert said(tmp_path, faq) == [((2,), True, "targets", False), ((2,), True, "damage_step", "no")]


def test_a_number_in_the_sentence_goes_before_the_title(tmp_path: Path) -> None:
    faq = {"1": ["【①の効果について】", "②の効果はダメージステップには発動できません。", "ダメージステップでも発動できます。"]}
    assert {(s[0], s[3]) for s in said(tmp_path, faq)} == {((2,), "no"), ((1,), "yes")}


def test_what_is_said_of_one_bullet_is_not_said_of_the_effect(tmp_path: Path) -> None:
    faq = {"1": ["『●灯す』効果は対象を取る効果ではありません。"], "1.5": ["【１つ目の『●』の効果について】", "永続効果です。"]}
    assert {s[1] for s in said(tmp_path, faq)} == {False}


def test_what_cannot_be_tied_is_left_out(tmp_path: Path) -> None:
    assert said(tmp_path, {"3": ["ダメージステップには発動できません。"]}) == []
    assert said(tmp_path, {"1": ["『どこにもない言葉です』効果は対象を取る効果ではありません。"]}) == []
    assert said(tmp_path, {"0.5": ["ダメージステップには発動できません。"]}) == []


def test_the_word_is_the_verdict_and_the_computed_one_stands_beside_it(tmp_path: Path) -> None:
    told = official(tmp_path, {"2": ["ダメージステップでも発動できます。", "モンスターゾーンで発動する誘発効果です。"]})
    for lang in ("en", "zh"):
        check = check_card(MOTH, laws=LAWS.each(), lang=lang, official=told)
        first, second = check.effects
        assert first.word is None and first.verdict() == "yes"
        assert second.verdict() == "yes" and check_card(MOTH, laws=LAWS.each(), lang=lang).effects[1].verdict() == "no"
        assert {(d.field, d.official, d.computed) for d in second.differences} == {
            ("damage_step", "yes", "no"), ("kind", "trigger", "ignition"), ("mandatory", True, False),
        }  # fmt: skip
        assert second.verdict([CALCULATION]) == "unknown"
    row = checks_json([check], law("OCG"))["as"][0]["effects"][1]
    assert row["official"]["date"] == "2022-02-02" and row["official"]["source"] == "official-faq-90001:90001/2#1"
    assert [d["field"] for d in row["official_differs"]] == ["damage_step", "kind", "mandatory"]


def test_a_named_timing_settles_every_timing(tmp_path: Path) -> None:
    faq = {"1": ["ダメージステップ開始時からダメージ計算前までの間であれば、ダメージステップでも発動できます。"]}
    effect = check_card(MOTH, laws=[law("OCG")], official=official(tmp_path, faq)).effects[0]
    verdicts = [j.verdict for _, c in effect.judged for j in c.judgements]
    assert verdicts == ["yes", "yes", "no", "no", "no"] and effect.verdict() == "yes"


def test_statements_that_contradict_each_other_settle_nothing(tmp_path: Path) -> None:
    faq = {"2": ["ダメージステップでも発動できます。", "ダメージステップには発動できません。"]}
    assert check_card(MOTH, laws=[law("OCG")], official=official(tmp_path, faq)).effects[1].verdict() == "no"


def test_a_text_without_numbers_is_one_effect_where_it_has_one(tmp_path: Path) -> None:
    told = official(tmp_path, {"0": ["ダメージステップでも発動できます。"]}, 90002)
    assert check_card(SWARM, laws=[law("OCG")], lang="en", official=told).verdict == "yes"


class Desk(CardDesk):
    """A desk over cards and statements of the test."""

    def __init__(self, told: Official | None) -> None:
        super().__init__(None)
        self.__dict__["official"] = told

    def card(self, field: str, number: object) -> Card:
        found = next((c for c in CARDS.values() if number in (c.konami, *c.passcodes)), None)
        if found is None:
            raise BadInput("no such card")
        return found


def test_a_line_may_name_a_card_and_its_effect(tmp_path: Path) -> None:
    desk = Desk(official(tmp_path, {"2": ["ダメージステップでも発動できます。"]}))
    row = check_row({"id": 1, "konami_id": 90001, "effect_no": 2, "lang": "zh"}, law=law("OCG"), desk=desk)
    assert (row["damage_step"], row["computed"]["damage_step"]) == ("yes", "no")
    assert row["official"]["damage_step"] == "yes" and row["profile"]["targets"] is True
    one = check_row({"id": 2, "password": 80000001, "effect_no": 1, "lang": "zh"}, law=law("OCG"), desk=desk)
    assert one["damage_step"] == "yes" and "official" not in one
    spell = check_row({"id": 3, "konami_id": 90002, "effect_no": 1, "lang": "zh"}, law=law("OCG"), desk=desk)
    assert spell["profile"]["kind"] == "activation"


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"konami_id": "7"}, "`konami_id` is '7'; write a whole number"),
        ({"password": True}, "`password` is True; write a whole number"),
        ({"konami_id": 1, "lang": "ja"}, "`lang` is 'ja'"),
        ({"konami_id": 90001}, "No cards are built"),
        ({"lang": "en"}, "`text` is missing"),
    ],
)
def test_a_bad_line_says_what_is_wrong(row: dict[str, object], why: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=why):
        check_row({"id": 1, **row}, law=law("OCG"), desk=CardDesk(tmp_path))


@pytest.mark.parametrize("table", ["[[formula]]\nfield = 1", '[[formula]]\nfield = "x"\nvalue = 1\nja = ["("]', "="])
def test_a_wrong_table_of_formulas_is_named(table: str, tmp_path: Path) -> None:
    (tmp_path / "cues").mkdir()
    (tmp_path / "cues" / "official.toml").write_text(table, "utf-8")
    with pytest.raises(BadData, match=r"official\.toml"):
        load_formulas(tmp_path)


@pytest.mark.slow
def test_real_statements_on_the_damage_step_are_read_and_tied(tmp_path: Path) -> None:
    here = Path(__file__).parents[2] / "shared"
    data = Path(os.environ.get("RULINGS_DATA_DIR", here / "data"))
    exam = Path(os.environ.get("RULINGS_EXAM_DIR", here / "exam")) / "faq_dev.jsonl"
    if not (data / "official_faq.jsonl").is_file() or not exam.is_file():
        if os.environ.get("CI") == "true":
            pytest.fail("official_faq.jsonl or faq_dev.jsonl is missing: set RULINGS_DATA_DIR and RULINGS_EXAM_DIR")
        pytest.skip("official_faq.jsonl or faq_dev.jsonl is missing")
    raw = (data / "official_faq.jsonl").read_bytes()
    write_official(tmp_path / "official.sqlite", [faq_json.read(faq_json.source(raw), raw)])
    told = Official(OfficialStore(tmp_path / "official.sqlite"), FORMULAS)
    cards = {c.konami: c for c in read_card_file((data / "cards.json").read_bytes(), "cards.json").cards}
    right = wrong = 0
    gold = [json.loads(line) for line in exam.read_text("utf-8").splitlines()]
    for g in gold:
        mine = [
            t
            for t in told.tied(cards[g["konami_id"]])
            if g["effect_no"] in t.subject.numbers and t.subject.whole and t.statement.pendulum == g["pendulum"]
        ]
        values = {"yes" if t.value in ("early", "through") else t.value for t in mine if t.field == "damage_step"}
        right += values == {g["damage_step"]}
        wrong += bool(values) and values != {g["damage_step"]}
    assert len(gold) == 2515 and wrong == 0 and right > 0.97 * len(gold)
