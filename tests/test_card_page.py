"""The commands about cards, from building them to their page."""

import json

import pytest
from card_samples import write_cdb, write_yaml_yugi
from law_samples import LAWS

from cli.main import main
from ingest.build import Order, build
from kb.errors import BadInput
from kb.store.snapshot import open_current
from query.card.page import card_page

QA = [
    (11, "confirmed", "2020-01-01", "May the Lantern Moth glow twice?", "No, it may not."),
    (12, "outdated", "2023-01-01", "Does the Lantern Moth sleep by day?", "It does."),
    (13, "confirmed", "2022-01-01", "Can the Lantern Moth be tamed?", "It cannot."),
]
NOTES = "# Moths\n\nThe “Lantern Moth” is the first example here.\n\nNothing else matters in this paragraph of the notes.\n"


def qa_lines():
    for number, status, date, question, answer in QA:
        wording = {
            "id": number, "title": question, "question": question, "answer": answer, "translationStatus": status,
            "thisSrc": {"date": date, "type": 4}, "tlSrc": {"date": date, "type": 0},
        }  # fmt: skip
        yield json.dumps({"id": number, "cards": [90001], "notes": {}, "qaData": {"en": wording}, "tags": []})


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("home")
    (folder / "qa.jsonl").write_text("\n".join(qa_lines()), "utf-8")
    (folder / "moths.md").write_text(NOTES, "utf-8")
    cards = write_yaml_yugi(folder / "cards.json")
    report = build(folder / "kb", Order(paths=[folder / "qa.jsonl", folder / "moths.md"], cards=[cards], encoder="none"))
    assert report.cards == 5 and "cards" in report.changed
    return folder / "kb"


def run(capsys, *arguments):
    code = main([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_page_has_passages_and_official_answers_newest_first_outdated_last(home):
    page = card_page("Lantern Moth", laws=LAWS.each(), home=home)
    assert [a.id for a in page.answers] == ["13", "11", "12"]
    assert [a.outdated for a in page.answers] == [False, False, True]
    assert page.answers[0].date == "2022-01-01" and page.answers[0].question and page.answers[0].answer
    assert [p.quote for p in page.passages if "first example" in p.quote]
    assert not [p for p in page.passages if "Nothing else" in p.quote]


def test_a_page_says_what_may_answer_the_effects(home):
    page = card_page("Glint", laws=LAWS.each(), home=home)
    assert page.stops and all(c.kind == "digest" and c.cites for c in page.stops)


def test_cards_stay_through_later_builds_and_cost_nothing(home):
    report = build(home, Order(encoder="none"))
    assert report.cards == 5 and "cards" not in report.changed
    with open_current(home) as snapshot:
        assert snapshot.manifest.counts["cards"] == 5


def test_a_bad_card_file_leaves_the_snapshot_as_it_is(home, tmp_path):
    before = (home / "current").read_text()
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(BadInput, match=r"bad\.json: no reader understands it"):
        build(home, Order(cards=[tmp_path / "bad.json"], encoder="none"))
    assert (home / "current").read_text() == before


@pytest.mark.parametrize(("name", "words"), [("Glint", "Damage Step: YES"), ("微光", "伤害步骤: 可以")])
def test_check_prints_the_table_in_the_language_of_the_name(home, capsys, name, words):
    code, out, err = run(capsys, "check", name, "--home", home)
    assert (code, err) == (0, "") and words in out and "[1]" in out and "←" in out


def test_check_as_json_has_both_territories_at_each_timing(home, capsys):
    code, out, _ = run(capsys, "check", "Lantern Moth", "--home", home, "--json")
    row = json.loads(out)
    assert code == 0 and row["damage_step"] == "yes" and row["citations"]
    cell = row["as"][0]["effects"][0]["timings"]["damage-step.calculation"]
    assert cell["OCG"]["verdict"] == cell["TCG"]["verdict"] == "yes" and cell["OCG"]["because"]


def test_card_prints_the_page(home, capsys):
    code, out, _ = run(capsys, "card", "lantern moth", "--home", home)
    assert code == 0 and out.index("Q&A 13") < out.index("Q&A 11") < out.index("Q&A 12")
    code, out, _ = run(capsys, "card", "lantern moth", "--home", home, "--json")
    assert code == 0 and json.loads(out)["card"]["konami_id"] == 90001


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "Lantern"], "several cards fit"),
        (["check", "Quartz Octopus"], "no such card"),
        (["card", "Quartz Octopus"], "no such card"),
        (["check"], "give a card's name"),
        (["check", "Glint", "--at", "tea time"], "no timing of the Damage Step"),
        (["check", "Glint", "--territory", "Mars"], "Give OCG, TCG or both"),
        (["check", "--text", "Draw 1 card.", "--kind", "Sandwich"], "--kind Sandwich"),
        (["check", "Glint", "--lang", "fr"], "Give en or zh"),
    ],
)
def test_what_cannot_be_answered_is_one_line_and_status_2(home, capsys, arguments, says):
    code, out, err = run(capsys, *arguments, "--home", home)
    assert code == 2 and out == "" and err.count("\n") == 1 and says in err


def test_without_cards_a_name_cannot_be_looked_up_but_a_text_can_be_judged(tmp_path, capsys):
    code, _, err = run(capsys, "check", "Glint", "--home", tmp_path)
    assert code == 2 and "--cards" in err and "--text" in err
    code, out, _ = run(capsys, "check", "--text", "反击陷阱\n①：魔法卡发动时可以发动。将其无效。", "--home", tmp_path)
    assert code == 0 and "可以" in out


def test_build_takes_cards_from_the_command_line_and_says_what_it_left_out(few_rules, tmp_path, capsys):
    rows = [(80000030, 0, 0x2, 0, 0, 0, 0, 0, "", "无名。")]
    path = write_cdb(tmp_path / "odd.cdb", [*rows, (80000031, 0, 0x2, 0, 0, 0, 0, 0, "有名", "①：自己抽1张。")])
    code, out, _ = run(capsys, "build", "--cards", path, "--encoder", "none", "--home", tmp_path / "kb")
    assert code == 0 and "K030" in out and "1 cards" in out
