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
        [section("Fan", "Lanterns burn.", link("Fanpedia")), section("Told", "Lamps too.", link("Court rulebook page 3"))],
        [section("Fan", "Lanterns burn.", link("House list of 3 May"))],
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


def test_a_citation_of_a_site_that_is_withdrawn_or_gone_is_told() -> None:
    listed = ".. [S1] 灯书。状态：有效。\n\n.. [S2] 油量问卷，收回 112 份。状态：由统计组撤回。\n\n.. [S3] 纪要。状态：有效。\n"
    sources = Source(id="list", file="sources.rst", title="来源", lang="zh", format="rst")
    text = "灯\n==\n\n油量 [S2]_ 里七成的人说不够，这是改为两杯的理由。\n\n旧的问卷 [S2]_ 不再使用。\n\n钟 [S1]_ 在响。\n"
    said = audited(replace(sources, id="said", file="lamp.rst", title="灯"), text)
    (finding,) = found("E222", [said, audited(sources, "来源\n====\n\n" + listed)])
    assert finding.lines == Lines(4, 4) and "withdrawn" in finding.message


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Every lamp of the court is lit on all nights of the year", True),
        ("Lamps are lit on trial until the spring feast", False),
        ("all lamps", False),
    ],
)
def test_words_that_the_source_at_hand_does_not_have_are_told(words: str, told: bool) -> None:
    rows = "| S1 | Court book | |\n| S2 | Minutes | 4 May 2031 |\n| S3 | Letter | |\n"
    table = f"# Sources\n\n| No. | Source | Date |\n| --- | --- | --- |\n{rows}"
    listed = audited(replace(OURS, id="list", file="sources.md", title="Sources"), table)
    held = "# Minutes, 4 May 2031\n\n## 1. Lamps\n\nResolved: lamps are lit on trial until the spring feast.\n"
    minutes = audited(replace(OURS, id="minutes", file="minutes/2031-05-04.md", title="Minutes, 4 May 2031"), held)
    citing = page(section("Lamp", f"The court says: “{words}” [S2]."))
    findings = found("E233", [citing, listed, minutes])
    assert bool(findings) is told
    assert all(finding_in_chinese(f.message) and finding_in_chinese(f.hint) for f in findings)


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
    assert not found("E223", [rulings("It burns all day by 31-04, in the place of 31-02.", "-"), _log()]), (
        "the newer one is named"
    )
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


RESOLVED = "# 决议汇编\n\n" + "".join(
    f"## QL-2031-0{n} {title}\n\n- 内容：{said}\n- 状态：{state}\n\n"
    for n, title, said, state in (
        (1, "灯油", "每晚两杯。", "有效"),
        (2, "敲钟", "敲三下。", "**撤回**（由 QL-2031-04 撤回）"),
        (3, "大门", "黄昏关上。", "有效"),
        (4, "敲钟的次数", "撤回 QL-2031-02，改敲两下。", "有效"),
    )
)


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ("敲钟三下（决议 QL-2031-02）。", ["E223"]),
        ("敲钟两下（决议 QL-2031-04）。", []),
        ("守灯人白天睡觉（决议 QL-2031-07）。", ["E231"]),
    ],
)
def test_sections_headed_by_keys_are_a_register(said: str, codes: list[str]) -> None:
    kept = audited(replace(OURS, id="kept", file="resolutions.md", title="决议汇编", lang="zh"), RESOLVED)
    others = "灯油两杯（QL-2031-01）。\n\n大门关上（QL-2031-03）。\n\n" * 3
    citing = audited(replace(OURS, id="rules", file="rules.md", title="规程", lang="zh"), f"# 规程\n\n{others}{said}\n")
    told = [f for code in ("E223", "E231") for f in found(code, [citing, kept])]
    assert [f.code for f in told] == codes
    assert all(finding_in_chinese(f.message) and finding_in_chinese(f.hint) for f in told)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Decided: C-31-05 is withdrawn as of today.", True),
        ("Decided: C-31-05 is kept.", False),
        ("C-31-06 is withdrawn, C-31-05 is not.", False),
    ],
)
def test_a_ruling_that_minutes_withdraw_is_told_where_it_is_cited(sentence: str, told: bool) -> None:
    minutes = audited(replace(OURS, id="minutes", file="minutes.md", title="Minutes"), f"# Minutes\n\n{sentence}\n")
    citing = page(section("Totals", "The lower total stands; ruling C-31-05 is quite clear on that."))
    assert bool(found("E223", [citing, minutes])) is told
    past = page(section("Totals", "Until last year ruling C-31-05 said otherwise."))
    assert not found("E223", [past, minutes])


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ("Bells were talked about. It is agreed to put the matter off. No vote was taken.", True),
        ("Bells ring twice: put off last year, now carried with 5 votes for.", False),
        ("Bells ring twice.", False),
    ],
)
def test_an_item_in_which_nothing_was_decided_is_told(item: str, told: bool) -> None:
    kept = f"# Minutes\n\n## 4 May 2031\n\n1. The kettle is mended.\n2. {item}\n3. Lamps are lit at dusk.\n"
    minutes = audited(replace(OURS, id="minutes", file="minutes.md", title="Minutes"), kept)
    findings = found("E234", [page(section("Bell", "The bell rings twice (minutes of 4 May 2031, item 2).")), minutes])
    assert bool(findings) is told
    assert all(finding_in_chinese(f.message) and finding_in_chinese(f.hint) for f in findings)
    said = "Whether the bell rings twice was put off (minutes of 4 May 2031, item 2)."
    assert not found("E234", [page(section("Bell", said)), minutes])


KEYS_EN = """# References

**[R01]** Court book. In force.

**[R02]** Old court book. Replaced by R01.

**[R03]** Letter of the keeper. Text: "A lamp burns only while the keeper who lit it is awake at the gate."
"""


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ("A bell rings [R01].", []),
        ("A bell rings [R02].", ["E222"]),
        ("A bell rings [R04].", ["E222"]),
        ('He says: "A lamp burns only while the keeper who lit it is awake at the gate." [R03]', []),
        ('He says: "A lamp burns only while the keeper is awake at the gate." [R03]', ["E233"]),
    ],
)
def test_a_list_of_sources_in_paragraphs_is_read(said: str, codes: list[str]) -> None:
    listed = audited(replace(OURS, id="list", file="references.md", title="References"), KEYS_EN)
    documents = [page(section("Bell", said)), listed]
    assert [f.code for code in ("E222", "E233") for f in found(code, documents)] == codes


def test_a_key_of_several_letters_that_a_site_lists_as_withdrawn_is_told() -> None:
    rows = [f".. [RS-0{n}] Sheet {n}, 4 May 2031." for n in range(1, 5)]
    rows[1] += " Superseded as a whole by sheet 4."
    place = Source(id="list", file="list.rst", title="Papers", lang="en", format="rst")
    listed = audited(place, "Papers\n======\n\n" + "\n\n".join(rows) + "\n")
    said = "Lamps\n=====\n\nA lamp burns. This was settled by [RS-02]_.\n\nA bell rings, by [RS-03]_.\n"
    (finding,) = found("E223", [audited(replace(place, id="said", file="lamps.rst", title="Lamps"), said), listed])
    assert "RS-02" in finding.message and finding.lines == Lines(4, 4)


KEPT = """# 例会纪要 2031-05-04

1. 灯芯：灯芯剪过才能点（L-31-02）。
2. 门钟：门钟响两次，第二次之后大门关上。
3. 一并确认 L-31-04 至 L-31-06，字句不改。
4. 水壶：水壶由管事去修。
"""
RULED_ZH = """# 裁定一览

| 编号 | 事项 | 裁定 | 依据 |
| --- | --- | --- | --- |
| L-31-01 | 门钟 | 响两次，第二次之后大门关上。 | 纪要 2031-05-04 第 {bell} 项 |
| L-31-02 | 灯芯 | 没剪过的不能点。 | 纪要 2031-05-04 第 1 项 |
| L-31-05 | 水壶 | 水壶可以当灯罩用。 | 纪要 2031-05-04 第 3 项 |
"""


def _kept(text: str = KEPT, **more: object) -> Audited:
    about = {"id": "kept", "file": "jiyao.md", "title": "例会纪要", "lang": "zh"} | more
    return audited(replace(OURS, **about), text)  # type: ignore[arg-type]


def _ruled(bell: object) -> Audited:
    return audited(replace(OURS, id="ruled", file="ruled.md", title="裁定", lang="zh"), RULED_ZH.format(bell=bell))


def test_the_whole_row_of_a_table_cites_an_item_of_minutes() -> None:
    assert not found("E225", [_ruled(2), _kept()]), "the row, or a key, says what it is about"
    (wrong,) = found("E225", [_ruled(4), _kept()])
    assert [(p.source, p.lines.first) for p in wrong.places] == [("ruled", 5), ("kept", 6), ("kept", 4)]


def test_an_item_that_the_minutes_of_its_day_do_not_have_is_told() -> None:
    (beyond,) = found("E227", [_ruled(9), _kept()])
    assert [(p.source, p.lines.first) for p in beyond.places] == [("ruled", 5), ("kept", 6)]
    gone = KEPT.replace("2. 门钟", "门钟")
    (gap,) = found("E227", [_ruled("二"), _kept(gone)])
    assert [(p.source, p.lines.first) for p in gap.places] == [("ruled", 5), ("kept", 3)]
    for finding in (beyond, gap):
        assert finding_in_chinese(finding.message) and finding_in_chinese(finding.hint)
    assert not found("E227", [_ruled(2), _kept()]) and not found("E227", [_ruled(9)])
    assert not found("E227", [_ruled(9), _kept(KEPT + "\n（九）散会。\n")]), "a line begins with it"
    assert not found("E227", [_ruled(9), _kept("只登摘录。\n\n" + KEPT)])
    assert not found("E227", [_ruled(9), _kept(KEPT.replace("05-04", "06-08"))]), "another day"


MATTERS = (("Kettle", "It is mended."), ("Bell", "It rings twice."), ("Lamp", "It is lit."))


@pytest.mark.parametrize(
    ("cited", "told"),
    [
        ("minutes of 2031-05-04, item 8", True),
        ("item 8 of the minutes of the meeting of 4 May 2031", True),
        ("PL minutes of 4 May 2031, item 3", False),
        ("the board's minutes of 4 May 2031, item 8", False),
        ("list of 4 May 2031, item 8", False),
        ("M-31, item 8", True),
        ("M-31, item 2", False),
    ],
)
def test_an_item_is_looked_up_in_the_minutes_that_are_meant(cited: str, told: bool) -> None:
    items = "".join(f"## {n} {of}\n\n{said}\n\n" for n, (of, said) in enumerate(MATTERS, 1))
    text = f"# Minutes of the council, 4 May 2031\n\nM-31\n\n{items}"
    minutes = audited(replace(OURS, id="minutes", file="minutes.md", title="Minutes of the council"), text)
    assert bool(found("E227", [page(section("Bell", f"It rings twice ({cited}).")), minutes])) is told


SOURCES = """# Sources

| source_id | kind | date |
| --- | --- | --- |
| D-031 | letter | 2031-02-03 |
| D-032 | letter | 2031-03-10 |
| ER-E01 | report | 2031-04-12 |
| M-31-05-LW | minutes | 2031-05-04 |
"""
RULINGS = """# Rulings

| ruling_id | date | topic | source_id |
| --- | --- | --- | --- |
| R-01 | 2031-02-03 | bell | D-031 |
| R-02 | 2031-03-10 | lamp | D-032 |
| R-03 | {third} | wick | {source} |
| R-04 | 4 May 2031 | kettle | M-31-05-LW |
| R-05 | 2031-05-04 | chair | D-031; M-31-05-LW |
"""
SOURCES_ZH = SOURCES.replace("source_id", "编号").replace("date", "日期").replace("kind", "种类")
RULINGS_ZH = (
    RULINGS.replace("ruling_id", "编号").replace("source_id", "依据").replace("date", "裁定日期").replace("topic", "事项")
)


def _registers(*, source: str = "ER-E01", third: str = "2031-04-12", lang: str = "en") -> list[Audited]:
    sources, rulings = (SOURCES, RULINGS) if lang == "en" else (SOURCES_ZH, RULINGS_ZH)
    listed = audited(replace(OURS, id="listed", file="a.md", title="A", lang=lang), sources)  # type: ignore[arg-type]
    ruled = replace(OURS, id="ruled", file="b.md", title="B", lang=lang)  # type: ignore[arg-type]
    return [listed, audited(ruled, rulings.format(source=source, third=third))]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_source_of_a_row_that_the_table_of_sources_lacks_is_told(lang: str) -> None:
    (told,) = found("E222", _registers(source="D-041", lang=lang))
    assert told.message == "D-041 is cited, which the list of sources does not have."
    assert [(p.source, p.lines.first) for p in told.places] == [("ruled", 7), ("listed", 8)]
    assert finding_in_chinese(told.message) and finding_in_chinese(told.hint)
    assert not found("E222", _registers(lang=lang))
    assert not found("E222", _registers(source="mail of the steward, K-7", lang=lang)), "no key of that table"
    elsewhere = page(section("D-041", "A letter about bells."))
    assert not found("E222", [*_registers(source="D-041", lang=lang), elsewhere]), "it has a title of its own"


KEYED = "\n".join(
    [
        "# Rulings",
        "",
        "| No. | About | Ruling |",
        "| --- | --- | --- |",
        *(f"| LR-0{n} | Lamp {n} | It burns. |" for n in range(1, 7)),
    ]
)


@pytest.mark.parametrize("line", ["Lamps burn twice (LR-19).", "灯可以点两次（LR-19）。"])
def test_a_key_that_no_register_has_is_told_where_nearly_all_others_lead_to_a_row(line: str) -> None:
    register = audited(replace(OURS, id="ruled", file="b.md", title="The list"), KEYED)
    text = "\n\n".join(("# Lamps", *(f"A lamp burns (LR-0{n})." for n in range(1, 7)), line)) + "\n"
    (told,) = found("E231", [register, audited(OURS, text)])
    assert told.message == "LR-19 is cited, and The list has no such row." and told.places[0].lines.first == 15
    assert finding_in_chinese(told.message) and finding_in_chinese(told.hint)
    assert not found("E231", [register, audited(OURS, text.replace("LR-19", "LR-04"))])
    assert not found("E231", [register, audited(OURS, text.replace("LR-19", "LR-1"))]), "formed in another way"
    assert not found("E231", [register, audited(OURS, f"# Lamps\n\n{line}\n")]), "nobody else cites the list"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_ruling_that_is_dated_before_its_source_is_told(lang: str) -> None:
    (told,) = found("E228", _registers(third="2031-01-12", lang=lang))
    assert told.message == "R-03 is dated 2031-01-12, before its source, which is of 2031-04-12."
    assert [(p.source, p.lines.first) for p in told.places] == [("ruled", 7), ("listed", 7)]
    assert finding_in_chinese(told.message) and finding_in_chinese(told.hint)
    assert not found("E228", _registers(lang=lang))
    assert not found("E228", _registers(third="2031-04-13", lang=lang))
    assert not found("E228", _registers(third="2031-01-12", source="D-031 or a call", lang=lang)[1:]), "its day is not known"
    assert not found("E228", _registers(third="2031-01-12", source="ER-E01; a call", lang=lang)), "it has another source"


def test_a_table_of_a_page_that_puts_it_in_tags_is_a_table_as_well() -> None:
    def as_tags(text: str) -> str:
        rows = [line.strip("| ").split(" | ") for line in text.split("\n") if line.startswith("| ") and "---" not in line]
        cells = ["".join(f"<{tag}>{cell}</{tag}>" for cell in row) for tag, row in zip(["th", *["td"] * 9], rows, strict=False)]
        return "<h1>Log</h1><table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"

    told = _registers(source="D-041", third="2031-01-12")[1].document.text
    html = [
        audited(replace(OURS, id=name, file=f"{name}.html", title=name, format="html"), as_tags(text))
        for name, text in (("listed", SOURCES), ("ruled", told), ("early", told.replace("D-041", "ER-E01")))
    ]
    assert len(found("E222", html[:2])) == 1 and len(found("E228", [html[0], html[2]])) == 1


def test_sections_under_a_key_are_rows_as_well() -> None:
    def ruled(day: str) -> Audited:
        rest = "".join(f"## W-0{n}\n\n- **Date:** 2031-03-1{n}\n- **Source:** D-032\n\nIt burns.\n\n" for n in range(1, 5))
        last = f"## W-05\n\n- **Date:** {day}\n- **Source:** ER-E01\n\nIt rings.\n"
        return audited(replace(OURS, id="ruled", file="w.md"), f"# Rulings\n\n{rest}{last}")

    listed = _registers()[0]
    (told,) = found("E228", [listed, ruled("12 March 2031")])
    assert told.places[0].source == "ruled" and told.message.startswith("W-05 is dated 2031-03-12")
    assert not found("E228", [listed, ruled("12 April 2031")])


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("(D-032 of 10 April 2031)", True),
        ("(D-032, 2031-04-10)", True),
        ("(D-032, letter of 2031-04-10)", True),
        ("D-032 (2031-04-10)", True),
        ("（D-032，2031 年 4 月 10 日）", True),
        ("D-032（2031-04-10）", True),
        ("(R-02, letter of 2031-04-10)", True),
        ("(D-032 of 10 March 2031)", False),
        ("(R-02, letter of 2031-03-10)", False),
        ("(R-05, letter of 2031-02-03)", False),
        ("(R-02, withdrawn 2031-04-10)", False),
        ("(R-02, rulebook of 2031-04-10)", False),
        ("R-02 (2031-04-10 to 2031-06-01)", False),
        ("in force since R-02 (2031-04-10)", False),
        ("R-02（2031-04-10 起施行）", False),
        ("(D-031, D-032, 2031-04-10)", False),
        ("It was so by D-032. On 2031-04-10 it rang.", False),
        ("(D-039 of 10 April 2031)", False),
    ],
)
def test_a_source_with_another_day_than_its_row_is_told(said: str, told: bool) -> None:
    findings = found("E230", [page(section("Lamp", f"A lamp burns {said}.")), *_registers()])
    assert bool(findings) is told
    for finding in findings:
        assert finding.places[0].lines.first == 5 and finding.places[1].source in ("listed", "ruled")
        assert finding_in_chinese(finding.message) and finding_in_chinese(finding.hint)


CHATS = (
    "Somebody said so in the club chat in March, and since then it has been the official ruling.",
    "A keeper in the chat wrote that it burns on, so treat it as settled.",
    "Ondra wrote in the group chat that a cracked bell rings, so that settles it.",
    "Yes. A keeper said so on Discord last May, and since then that is binding for all lamps.",
    "Ana ruled on Discord that a cracked bell may be rung.",
    "A forum post by Ondra says that it burns. That is the official ruling.",
    "By the ruling that Ana posted in the club chat, a cracked bell is rung.",
    "The head judge confirmed in a text message that a cracked bell may be rung twice.",
    "据一位守灯人在聊天群里的说法，破灯不能点。各处一律照此执行。",
    "这件事没有议过，是阿措去年在群里答的，现场都照他说的判。",
    "阿措在微信群里裁定破灯不能点。",
    "主裁在QQ群里确认过，灯灭了不能再点。",
    "贴吧里有人答过，灯可以点两次，以他的说法为准。",
    "It adds nothing. Source: a comment by somebody under a video of lamps.",
    "The third lamp becomes a bell (ondra in #keepers, 2031-03-19).",
    "The loss is not undone (forum post by “wick”).",
    "A cracked bell stays. Somebody in the chat group remembered that a keeper once said so.",
    "听群里一位老玩家说，灯灭了还能再点。",
    "破灯照样算灯。出处：上个月直播时弹幕里都这么讲。",
    "破灯换一盏（依据：去年一位住客在点评网上的留言）。",
    "不能，请叫守灯人（守灯群 2031-04-17）。",
    "The bell is rung twice: so ruled by the keeper in the lamp channel, 22 January 2031.",
)
TALK = (
    "What a keeper says in a chat is a help, but not a ruling.",
    "Ondra said in the chat that this settles it. Such messages are not binding.",
    "Messages in the chat do not count. Ondra wrote in the chat that it rings, and that is binding.",
    "Ask in the group chat; the ruling of the head judge is final.",
    "Is a ruling that somebody wrote in the chat binding? No.",
    "The hall was confirmed by text message on Friday.",
    "The date was settled in the group chat, as the judges know.",
    "Ana ruled on Discord that it rings, and the minutes of 4 May 2031 say the same.",
    "The panel announced its ruling in the chat, and it is binding.",
    "The chat of the players was loud, and a judge ruled that it had to stop.",
    "The stream chat said that it was a slip, and the judge ruled it a Warning.",
    "The rulebook says that a forum post by its author is binding.",
    "Nobody has ruled on this. Ondra wrote in the chat how he would ring it.",
    "群规：群里说的广告一律按规定处理。",
    "据他在群里判断，天会下雨。",
    "聊天群里的话，不论是谁说的，都不算依据。",
    "阿措在群里说过可以，各处都照此执行。群里的话不能当裁定。",
    "裁定会在群里公布，公布之后有效。",
    "具体时间以群里通知为准。",
    "群里有疑问的，以裁判的答复为准。",
    "聚餐的时间在群里说好，就这么定了。",
    "The rules are in the book (see the forum rules for posts).",
    "It is lit (keepers in the yard, 4 May).",
    "出处：会议记录。群里的话不算依据。",
)


def _talk(text: str) -> Audited:
    return audited(replace(OURS, lang="en" if text.isascii() else "zh"), f"# Lamps\n\n{text}\n")


@pytest.mark.parametrize("text", CHATS)
def test_what_was_said_in_a_chat_and_is_told_as_a_ruling_is_found(text: str) -> None:
    (told,) = found("E229", [_talk(text)])
    assert told.places[0].lines.first == 3
    assert finding_in_chinese(told.message) and finding_in_chinese(told.hint)


@pytest.mark.parametrize("text", TALK)
def test_talk_that_nothing_rests_on_is_none(text: str) -> None:
    assert not found("E229", [_talk(text)])


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


@pytest.mark.parametrize("day", ["2031-11-31", "31 November 2031", "30 February", "2031年2月29日", "4月31日"])
def test_a_day_that_no_calendar_has_is_told(day: str) -> None:
    (told,) = found("E232", [audited(OURS, f"# Lamps\n\nThe lamps were lit on {day} by the keeper.\n")])
    assert day in told.message and told.lines == Lines(3, 3)
    assert finding_in_chinese(told.message) and finding_in_chinese(told.hint)


@pytest.mark.parametrize(
    "day", ["2031-11-30", "29 February", "2032年2月29日", "row 2031-11-31-7", "31 marbles", "version 2031.13.40"]
)
def test_a_day_that_there_is_is_not(day: str) -> None:
    assert not found("E232", [audited(OURS, f"# Lamps\n\nThe lamps were lit on {day} by the keeper.\n")])


def test_every_evidence_check_is_tested() -> None:
    assert {c for c, check in all_checks().items() if check.family == "evidence"} == {
        *FAULTS,
        "E203",
        "E221",
        "E222",
        "E223",
        "E224",
        "E225",
        "E233",
        "E234",
        "E236",
        "E226",
        "E227",
        "E228",
        "E229",
        "E230",
        "E231",
        "E232",
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


ROWS = (
    "# Bells\n\n| Bell | Since | Source |\n| --- | --- | --- |\n"
    "| Red | May | R-11 |\n| Blue | May | R-12 |\n| Grey | June | R-13 |\n"
)


def test_a_row_that_rests_on_a_chat_is_told_where_the_others_rest_on_rulings() -> None:
    (told,) = found("E219", [audited(OURS, f"{ROWS}| Pale | June | Ondra in the chat |\n")])
    assert told.places[0].lines.first == 8
    assert not found("E219", [audited(OURS, ROWS)])


def test_editions_named_beside_later_ones_in_an_archive_or_of_another_work_are_history() -> None:
    book = audited(
        replace(OURS, id="book", file="book.txt", lang="zh"),
        "# 灯规\n\n《灯规》：第四版取代第三版，自 2031 年 3 月 1 日起施行。\n",
    )
    for line in ("依据：《灯规》第三版第九条。", "依据：灯规第三版第九条。"):
        assert found("E221", [audited(replace(OURS, lang="zh"), f"# 灯\n\n破灯不点。{line}\n"), book])
    for line in (
        "依据：《钟规》第三版第九条。",
        "第三版的依据见[归档](归档/第三版.md)。",
        "依据第三版第九条；第四版第十条另有说法。",
    ):
        assert not found("E221", [audited(replace(OURS, lang="zh"), f"# 灯\n\n破灯不点。{line}\n"), book])
    row = "# 登记\n\n| 号 | 日期 | 依据 |\n| --- | --- | --- |\n| 甲 | {} | 灯规第三版第九条 |\n"
    assert not found("E221", [audited(replace(OURS, lang="zh"), row.format("2030-05-04")), book])
    assert found("E221", [audited(replace(OURS, lang="zh"), row.format("2031-05-04")), book])


CLAUSES = "# Bells\n\n" + "".join(
    f"{n} A {what} is {done}.\n\n"
    for n, what, done in (
        ("3.1", "lamp of the harbour", "lit at dusk by the keeper"),
        ("3.2", "rope of the gate", "coiled before the winter"),
        ("3.3", "cracked bell", "rung no more and melted by the smith"),
        ("3.4", "boat", "moored at the quay"),
        ("3.5", "net", "dried on the wall"),
        ("3.6", "barrel of oil", "kept in the cellar"),
        ("3.7", "flag", "lowered in a storm"),
        ("3.8", "ladder", "leaned on the tower"),
    )
)


def test_a_clause_that_says_nothing_of_what_it_is_cited_for_is_told_with_the_one_that_does() -> None:
    rules = audited(replace(OURS, id="rules", file="rules.md"), CLAUSES)
    page = "# Questions\n\nThe smith melted our cracked bell, so it is rung no more (rule {}).\n"
    (told,) = found("E236", [audited(OURS, page.format("3.5")), rules])
    assert [p.source for p in told.places] == ["ours", "rules", "rules"] and "3.5" in told.message and "3.3" in told.message
    assert finding_in_chinese(told.message) and finding_in_chinese(told.hint)
    assert not found("E236", [audited(OURS, page.format("3.3")), rules])
    assert not found(
        "E236", [audited(OURS, "# Questions\n\nRule 3.5 is about something else; the smith melts a cracked bell.\n"), rules]
    )


def test_a_key_past_the_last_of_a_register_is_told_with_few_that_lead_somewhere() -> None:
    rows = "".join(f"| R-{n:02} | A lamp of keeper {n} burns. |\n" for n in range(1, 13))
    register = audited(
        replace(OURS, id="register", file="register.md"), f"# Rulings\n\n| No. | Ruling |\n| --- | --- |\n{rows}"
    )
    page = "# Key\n\nIt burns (R-03). It is out (R-05). It is taken back. ({})\n"
    (told,) = found("E231", [audited(OURS, page.format("R-17")), register])
    assert "R-17" in told.message and finding_in_chinese(told.message)
    assert not found("E231", [audited(OURS, page.format("R-07")), register])


def test_numbers_that_begin_with_a_year_are_counted_anew_in_each() -> None:
    keys = [f"R-24{n:02}" for n in range(1, 8)] + [f"R-25{n:02}" for n in range(1, 8)]
    rows = "".join(f"| {key} | A lamp of {key[2:]} keepers burns. |\n" for key in keys)
    register = audited(
        replace(OURS, id="register", file="register.md"), f"# Rulings\n\n| No. | Ruling |\n| --- | --- |\n{rows}"
    )
    page = "# Key\n\n" + "".join(f"It burns ({key}).\n\n" for key in keys[:7]) + "It is out ({}).\n"
    assert found("E231", [audited(OURS, page.format("R-2416")), register])
    assert not found("E231", [audited(OURS, page.format("R-2406")), register])


def test_what_stands_between_an_edition_and_its_end_may_be_what_has_ended() -> None:
    book = audited(replace(OURS, id="book", file="book.txt", lang="zh"), "# 判例\n\n第三版 6.4 写明不可以，本条废止。\n")
    assert not found("E221", [audited(replace(OURS, lang="zh"), "# 灯\n\n没有写到的，照灯规第三版。\n"), book])
