"""The evidence checks: each on an invented document with the fault and on one without it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from audited import audited, found, touched

from kb.audit.check import found_each
from kb.audit.corpus import Audited
from kb.audit.run import all_checks
from kb.model import Concept, FoundAt, Lines, Source
from ui.finding_said import finding_in_chinese

OURS = Source(id="ours", file="ours.txt", title="Ours", lang="en", format="markdown")
NOTES = Source(id="notes", file="notes.txt", title="Notes", lang="zh", format="zh-notes")
ENTRY = '<li id="{id}"><a href="{url}">{label}</a></li>'


def section(title: str, text: str, *references: str) -> str:
    listed = "\n".join(f"\t\t<li>\n\t\t\t{r}\n\t\t</li>" for r in references)
    return f"## {title}\n\n{text}\n" + (f"\n**References**:\n\t<ol>\n{listed}\n\t</ol>\n" if references else "")


def link(label: str, url: str = "https://example.org/rules/one") -> str:
    return f'<a href="{url}">{label}</a>'


def page(*sections: str, **changes: object) -> Audited:
    return audited(OURS, "# Lantern Court\n\n" + "\n".join(sections), **changes)  # type: ignore[arg-type]


def noted_by(*labels: str) -> str:
    """A statement with a footnote for every label, beside one with a footnote of 2020."""
    marks = "".join(f'<sup><a href="#a-{n}">[{n}]</a></sup>' for n in range(len(labels)))
    entries = [ENTRY.format(id=f"a-{n}", url=f"https://example.org/{n}", label=label) for n, label in enumerate(labels)]
    entries.append(ENTRY.format(id="a-9", url="https://example.org/9", label="Bell ruling of 2020"))
    text = f'- The keeper may light a lantern.{marks}\n- The keeper may ring a bell.<sup><a href="#a-9">[9]</a></sup>'
    return section("A", text) + "\n**References**:\n\t<ol>\n" + "\n".join(entries) + "\n\t</ol>\n"


ARCHIVED = "http://web.archive.org/web/20080110101010/http://gone.example.com/faq/cards/a"
CITED = [
    section(f"Matter {n}", f"Lanterns of court {n} are lit by their keeper.", link(f"Court manual page {n}")) for n in range(4)
]
RULED = [section(f"Lamp {n}", f"Lamp {n} burns at night.\n\nSource: court book, item {n} (4 May 2031).") for n in range(5)]
MANY = "\n".join(f"- Keeper {n} may light lantern {n} again." for n in range(14))
FAULTS = {
    "E201": ([*CITED, section("Bare", "Lanterns burn all night.")], CITED, {}),
    "E202": (
        [section("Fan", "Lanterns burn.", link("Fanpedia"))],
        [section("Fan", "Lanterns burn.", link("Court rulebook page 3"))],
        {},
    ),
    "E204": (
        [section("Crowd", MANY, link("Court manual"))],
        [section("Few", "- One may.\n- Two may.", link("Court manual"))],
        {},
    ),
    "E205": (
        [section("Guess", "That a lit lantern stays lit is an extrapolation from three older answers.", link("Court manual"))],
        [section("Fact", "That a lit lantern stays lit is said in the manual on its third page.", link("Court manual"))],
        {},
    ),
    "E206": ([section("Old", "Lanterns burn.", link("Lantern ruling", ARCHIVED))], CITED, {}),
    "E207": ([*CITED, section("All of it", "Lanterns burn.", link("Court manual"))], CITED, {}),
    "E209": (
        [section("Two", "Lanterns burn.", link("Court answer of 2001"), link("Court answer of 2020"))],
        [section("Two", "Lanterns burn.", link("Court answer of 2019"), link("Court answer of 2020"))],
        {},
    ),
    "E210": (
        [section("A", "Lanterns burn.", link("Ruling", ARCHIVED), link("Other", "http://gone.example.com/faq/cards/b"))],
        [section("A", "Lanterns burn.", link("Ruling", ARCHIVED), link("Other", "http://alive.example.com/faq/cards/b"))],
        {},
    ),
    "E211": (
        [section("A", "Lanterns burn.", link("Official court rulebook", "https://fans.example.net/copy"))],
        [section("A", "Lanterns burn.", link("A fan's remark", "https://fans.example.net/copy"))],
        {},
    ),
    "E212": ([section("A", "Lanterns burn.", link("Source"))], CITED, {}),
    "E215": (
        [section("A", "Lanterns burn.", link("Page of the manual", "https://imgur.com/abc"))],
        [section("A", "Lanterns burn.", link("Page of the manual", "https://web.archive.org/web/2020/https://imgur.com/abc"))],
        {},
    ),
    "E218": ([*RULED[:3], RULED[4], section("Bell", "A bell that is cracked may still be rung.")], RULED, {}),
    "E219": ([*RULED, section("Bell", "It rings.\n\nSource: a post on the old court forum (2019).")], RULED, {}),
    "E220": (
        [section("Bell (ruled 4 May 2031)", "It rings.\n\nSource: court book, ruling of 5 June 2031.")],
        [section("Bell (ruled 4 May 2031)", "It rings.\n\nSource: court book, ruling of 4 May 2031.")],
        {},
    ),
    "E216": ([noted_by("ruling of 2001")], [noted_by("ruling of 2001", "ruling of 2019")], {}),
}


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_is_found_and_only_a_fault(code: str) -> None:
    faulty, sound, changes = FAULTS[code]
    findings = found(code, [page(*faulty, **changes)])
    assert findings, f"{code} finds nothing"
    assert not found(code, [page(*sound, **changes)])
    for finding in findings:
        assert finding.family == "evidence" and 1 <= len(finding.places) <= 4
        assert finding_in_chinese(finding.message) and finding_in_chinese(finding.hint)
        assert all(p.lines.last - p.lines.first < 15 and p.quote for p in finding.places)


def test_a_cell_without_footnote_is_named_by_its_line() -> None:
    noted = "\n".join(f'- Lantern {n} is lit at dusk by its own keeper.<sup><a href="#r">[1]</a></sup>' for n in range(5))
    text = f"{noted}\n- Lantern nine is never lit by anybody at all."
    entry = '<li id="r"><a href="https://example.org/a">Court manual page 2</a></li>'
    body = section("List", text) + f"\n**References**:\n\t<ol>\n\t\t{entry}\n\t</ol>\n"
    lines = touched(found("E203", [page(body)]))["ours"]
    assert lines == {next(n for n, line in enumerate(page(body).printed, 1) if "never lit" in line)}
    assert not found("E203", [page(section("List", noted))])


def test_a_withdrawn_edition_is_told_where_it_is_cited_and_not_where_it_is_history() -> None:
    book = replace(OURS, id="book", file="book.txt")
    new = audited(book, "# Court book\n\nThis book replaces version 2.1, which was withdrawn in May.\n")
    cited = "A cracked bell is a Warning (Court Book 2.1, item 5)."
    told = found("E221", [page(section("Bell", cited)), new])
    assert [(f.places[0].source, f.places[-1].source) for f in told] == [("ours", "book")]
    assert finding_in_chinese(told[0].message) and finding_in_chinese(told[0].hint)
    old = "A cracked bell was a Warning in the old Court Book 2.1."
    assert not found("E221", [page(section("Bell", old)), new])
    assert not found("E221", [page(section("Bell", "A bell weighs 2.1 stone, and is 2.1 feet high.")), new])


def test_a_key_that_the_list_of_sources_lacks_or_calls_withdrawn_is_told() -> None:
    rows = "| [1] | Court book |  |\n| [2] | Old court book | Withdrawn, replaced by [1]. |\n| [3] | Minutes |  |\n"
    table = f"# Sources\n\n| No. | Source | Remark |\n| --- | --- | --- |\n{rows}"
    listed = audited(replace(OURS, id="list", file="sources.md", title="Sources"), table)
    said = [
        "A bell rings [1].",
        "A lamp burns [4].",
        "A wick is cut [2].",
        "It was cut before, by the old book [2].",
        "See [3](a.md).",
    ]
    told = found("E222", [page(section("Bell", "\n\n".join(said))), listed])
    assert [f.message.split(" ")[0] for f in told] == ["[4]", "[2]"]
    assert all(finding_in_chinese(f.message) and finding_in_chinese(f.hint) for f in told)
    assert not found("E222", [page(section("Bell", "\n\n".join(said)))])


REGISTER = """# Log

| No. | Subject | Decision | Status |
| --- | --- | --- | --- |
| 31-01 | Brass Lantern | It burns at dusk. | in force |
| 31-02 | Brass Lantern | It burns at noon. | replaced by 31-04 |
| 31-03 | Hollow Bell | It rings twice. | in force |
| 31-04 | Brass Lantern | It burns all day. Replaces 31-02. | in force |
"""


def _log() -> Audited:
    return audited(replace(OURS, id="log", file="rulings-log.md", title="Log"), REGISTER)


def test_a_row_that_is_withdrawn_or_about_another_thing_is_told_where_it_is_cited() -> None:
    def rulings(lantern: str, bell: str, **more: object) -> Audited:
        text = f"# Rulings\n\n## L-1 Brass Lantern\n\n- {lantern}\n\n## L-2 Hollow Bell\n\n- {bell}\n"
        return audited(replace(OURS, **more), text)  # type: ignore[arg-type]

    right = rulings("It burns all day. [Log 31-04]", "It rings twice. [Log 31-03]")
    assert not found("E223", [right, _log()]) and not found("E224", [right, _log()])
    (gone,) = found("E223", [rulings("It burns at noon. [Log 31-02]", "It rings twice. [Log 31-03]"), _log()])
    assert [(p.source, p.lines.first) for p in gone.places] == [("ours", 5), ("log", 6)]
    assert not found("E223", [rulings("It burnt at noon, by the old 31-02.", "-"), _log()]), "it is told of as past"
    partly = replace(OURS, id="log", file="rulings-log.md", title="Log")
    partly_gone = audited(partly, REGISTER.replace("replaced by 31-04", "partly replaced by 31-04"))
    assert not found("E223", [rulings("It burns at noon. [Log 31-02]", "-"), partly_gone])
    minutes = rulings("It burns at noon. [Log 31-02]", "-", file="minutes-31.md")
    assert not found("E223", [minutes, _log()])
    (other,) = found("E224", [rulings("It burns all day. [Log 31-04]", "It rings twice. [Log 31-01]"), _log()])
    assert [(p.source, p.lines.first) for p in other.places] == [("ours", 9), ("log", 5)]
    for finding in (gone, other):
        assert finding_in_chinese(finding.message) and finding_in_chinese(finding.hint)


def test_an_official_answer_that_is_not_named_is_told() -> None:
    (told,) = found("E226", [page(section("Bell", "Does it ring twice? For that see the official Q&A."))])
    assert told.places[0].lines.first == 5 and finding_in_chinese(told.message) and finding_in_chinese(told.hint)
    named = ["see the official Q&A 231", "see the official Q&A of 4 May 2031", "the official Q&A has numbers"]
    assert not found("E226", [page(section("Bell", f"Does it ring twice? For that {words}.")) for words in named])
    assert not found("E226", [page(section("Bell", "See the official Q&A ([here](https://example.org/7))."))])
    assert found("E226", [audited(NOTES, "#灯规\n##灯\n- 钟响两次，见官方问答。\n")])


def test_an_item_of_minutes_about_another_matter_is_told() -> None:
    kept = "# Minutes\n\n## 4 May 2031\n\n1. The kettle is mended by the steward.\n2. A bell rings twice at the harbour gate.\n"
    more = "3. Lamps are lit at dusk.\n\n## 8 June 2031\n\n1. New chairs were bought for the porch.\n"
    minutes = audited(replace(OURS, id="minutes", file="minutes.md", title="Minutes"), kept + more)
    said = "The harbour bell rings twice (minutes of 4 May 2031, item {})."
    (wrong,) = found("E225", [page(section("Bell", said.format(1))), minutes])
    assert [(p.source, p.lines.first) for p in wrong.places] == [("ours", 5), ("minutes", 5), ("minutes", 6)]
    assert finding_in_chinese(wrong.message) and finding_in_chinese(wrong.hint)
    assert not found("E225", [page(section("Bell", said.format(2))), minutes])


def test_an_edition_that_the_others_have_left_behind_is_told() -> None:
    named = "".join(f"- 灯{n}要在夜里点亮。依据：灯规第四版第{n}条。\n" for n in range(1, 5))
    text = f"#灯规\n##灯\n{named}- 破灯不点。依据：灯规第{{}}版第九条。\n"
    (finding,) = found("E221", [audited(NOTES, text.format("三"))])
    assert finding.places[0].lines.first == 7 and finding_in_chinese(finding.message)
    assert not found("E221", [audited(NOTES, text.format("四"))])


def test_one_ruling_with_two_dates_is_told_with_both_places() -> None:
    def cited(number: int, day: str) -> str:
        address = f"https://www.db.yugioh-card.com/yugiohdb/faq_search.action?fid={number}"
        return f"Lanterns burn at dusk. [Q&A {number}]({address}) ({day})"

    told = found("E217", [page(section("A", cited(7, "2015/04/02")), section("B", cited(7, "2022/09/14")))])
    assert [[p.lines.first for p in f.places] for f in told] == [[5, 9]]
    assert told[0].message == "“Q&A 7” is dated 2015-04-02 here and 2022-09-14 elsewhere."
    assert finding_in_chinese(told[0].message) and finding_in_chinese(told[0].hint)
    assert not found("E217", [page(section("A", cited(7, "2015/04/02")), section("B", cited(8, "2022/09/14")))])
    assert not found("E217", [page(section("A", cited(7, "2015/04/02")), section("B", cited(7, "2015/4/2")))])


def test_a_document_that_cites_nothing_is_told_once_at_its_first_four_parts() -> None:
    text = "#灯规\n" + "".join(
        f"##第{n}部\n###灯\n" + "".join(f"- 守灯人可以点亮灯笼{n}{k}。\n" for k in range(6)) for n in range(5)
    )
    lamp = [Concept(id="lamp", category="thing", labels={"zh": "灯笼"})]
    findings = found("E208", [audited(NOTES, text, lamp)])
    assert [len(f.places) for f in findings] == [4]
    assert not found("E208", [audited(NOTES, text)]), "it names nothing of the game"
    assert not found("E208", [audited(NOTES, text[: len(text) // 2], lamp)])
    official = Source(id="notes", file="notes.txt", title="Notes", lang="zh", format="zh-notes", authority="official")
    assert not found("E208", [audited(official, text, lamp)])


def test_every_evidence_check_is_tested() -> None:
    assert {c for c, check in all_checks().items() if check.family == "evidence"} == {
        *FAULTS,
        "E203",
        "E221",
        "E222",
        "E223",
        "E224",
        "E225",
        "E226",
        "E208",
        "E213",
        "E214",
        "E217",
    }


QA = Source(id="answers", file="answers.json", title="Answers", lang="en", format="qa-json", authority="official-ruling")
TERMS = [Concept(id=name, category="thing", labels={"en": name}) for name in ("lantern", "keeper", "harbour", "bell")]


def answers(question: str, answer: str, number: int = 77) -> Audited:
    told = {"id": number, "qaData": {"en": {"title": "About lights", "question": question, "answer": answer}}}
    return audited(QA, json.dumps(told), TERMS)


def citing(text: str, label: str, number: int = 77) -> Audited:
    listed = ENTRY.format(id="lights-1", url=f"https://db.example.org/qa#{number}", label=label)
    page = f'# Lights\n\n- {text}<sup><a href="#lights-1">[1]</a></sup>\n\n**References**:\n<ol>\n{listed}\n</ol>\n'
    return audited(OURS, page, TERMS)


MAY = "The keeper may light a lantern"
ANSWER = answers('Can the keeper relight a "Tall Beacon" lantern?', "Yes, the keeper may relight the lantern.")


def test_a_reference_whose_text_is_at_hand_must_say_the_same() -> None:
    assert not found("E213", [citing(MAY, 'Answers: "Tall Beacon"'), ANSWER])
    (names,) = found("E213", [citing(MAY, 'Answers: "Tall Beacon", "Low Beacon"'), ANSWER])
    assert "Low Beacon" in names.message and "Tall" not in names.message.split("names")[1]
    (matter,) = found("E213", [citing("A bell rings in the harbour", "Answers"), ANSWER])
    assert "nothing of what" in matter.message and {p.source for p in matter.places} == {"ours", "answers"}
    (opposite,) = found("E213", [citing("The keeper cannot light a lantern", "Answers"), ANSWER])
    assert "permits what" in opposite.message


def test_a_reference_to_a_text_that_is_not_at_hand_is_not_judged() -> None:
    assert not found("E213", [citing("A bell rings in the harbour", "Answers", 78), ANSWER])
    assert not found("E213", [citing("A bell rings in the harbour", "Answers")])


TWIN = "The keeper may light every lantern of the harbour before the evening bell rings."


def test_a_statement_without_the_footnote_that_another_document_has_is_told() -> None:
    plain = audited(replace(OURS, id="plain", title="Plain"), f"# Lights\n\n- {TWIN}\n", TERMS)
    (finding,) = found("E214", [citing(TWIN, "Answers"), plain])
    assert [p.source for p in finding.places] == ["plain"] and "1 statement that Ours" in finding.message
    assert not found("E214", [citing(TWIN, "Answers"), citing(TWIN, "Answers")])
    other = audited(
        replace(OURS, id="plain", title="Plain"), "# Lights\n\n- The keeper may douse every lantern at noon.\n", TERMS
    )
    assert not found("E214", [citing(TWIN, "Answers"), other])


def test_a_fault_in_many_places_is_shown_four_at_a_time() -> None:
    where = [FoundAt(source="ours", file="ours.txt", lines=Lines(n, n), quote=f"line {n}") for n in range(1, 31)]
    one, two, three = found_each("E214", where, "Thirty.", "Do it.", confidence=0.5)
    assert [len(f.places) for f in (one, two, three)] == [4, 4, 4]
    assert one.message == "Thirty." and three.message == "Thirty. (Places 9 to 12 of 30.)" and three.confidence == 0.5
    assert [f.message for f in found_each("E214", where[:3], "Three.")] == ["Three."]
