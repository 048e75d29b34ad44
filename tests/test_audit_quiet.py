"""What is normal in a kind of document is no finding: program text, collections of answers, names, British spelling."""

from __future__ import annotations

from dataclasses import replace

import pytest
from audited import audited, found

from ingest.readers import rst
from kb.audit.corpus import Audited
from kb.audit.meaning.names import same_name
from kb.audit.meaning.propositions import Propositions, facts_shared, stated_by
from kb.graph.read import ReadDocument
from kb.model import Concept, Predicate, Rule, Source, State
from ui.finding_said import finding_in_chinese

BOOK = Source(id="book", file="book.md", title="Lamp book", lang="en", format="markdown")
NOTES = Source(id="notes", file="notes.txt", title="灯规", lang="zh", format="zh-notes")


def book(text: str) -> Audited:
    return audited(BOOK, text)


def as_answers(read: Audited) -> Audited:
    """The same document as a collection of answers."""
    source = replace(read.source, format="qa-json")
    return Audited(read=ReadDocument(document=replace(read.document, source=source), mentions=(), statements=()))


_STEP = "1. Fetch the oil from the shelf at the back of the house.\n2. {} it.\n"
_STEPS = "# Lamps\n\n## Day\n\n" + _STEP.format("Sell") + "\n## Night\n\n" + _STEP.format("Burn")
_TITLES = ("Oil", "A. Bell", "Rope (short)", "Wick", "Horn")
_CONTENTS = (
    "# Lamps\n\n* **[Oil](#oil)**\n* [bell](#a-bell)\n* [Rope](#rope-short)\n* [Wick](#wick)\n* [Horn](#horn)\n\n"
    + "".join(f"## {t}\n\nIt is here.\n\n" for t in _TITLES)
)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("S102", "# Lamp book\n\n## Oil\n\nOil burns.\n"),
        ("S204", "# Lamps\n\n```sh\nlamp --light oil\n```\n"),
        ("S166", "# Lamps\n\nMarks: [O], [T], [P], [W] are put on every lamp.\n"),
        ("S101", "# Lamps\n\nOil burns.\n\n## Footnotes\n\n[Court rulebook](https://court.example/rules)\n"),
        ("S101", "**Lamps of the yard**\n\n**1. Oil**\n\nOil burns.\n\n**2. Wicks**\n\nWicks are lit.\n"),
        ("S105", "# Lamps\n\nOil burns.\n\nTiming\n------\n\nAt dusk.\n\n## Wicks\n\nThey are lit.\n"),
        ("S143", "# Lamps {: #lamps }\n\nOil burns. See [lamps](#lamps).\n"),
        ("S181", "# Lamps\n\nOil burns [here][one], there [too][two].\n\n[one]: ../oil/one.md\n[two]: ../oil/two.md\n"),
        ("S193", "# Minutes\n\nThe keepers voted.\n\nNothing else.\n\n3 月 1 日起。\n"),
        ("S244", "# Minutes\n\n1. Oil. 2. Wicks. 3. Horns.\n4. Bells.\n"),
        ("S204", "# Lamps\n\nLight it:\n\n```sh\nlamp on\n```\n\nor wait until it is dark.\n"),
        ("S211", "# Lamps\n\nThe colour of its behaviour is grey.\n"),
        ("S211", "# Lamps\n\nA draught puts the lamp out.\n"),
        ("S211", "# Lamps\n\n| Term | Meaning |\n| --- | --- |\n| Transfered | handed to a keeper |\n"),
        ("S221", "# Lamps\n\nThe lamp Bo Bo burns. A keeper lights Bo Bo at night.\n"),
        ("S204", "# Lamps\n\nThe lamp Beware! is lit by a keeper who is near.\n"),
        ("S222", "# Lamps\n\nA usable lamp and a useful bell are things.\n"),
        ("S221", "# Lamps\n\nA lamp that you took control of from a keeper burns.\n"),
        ("S222", "# Lamps\n\nA utopian lamp, an unexpected bell and a ukulele are things.\n"),
        ("S222", "# Lamps\n\nAn rcLamp and an nlamp are things; so is an sgLamp.\n"),
        ("S221", "# Lamps\n\nA sign says which lamp burns, and a keeper reads who lit it.\n"),
        ("S221", "# Lamps\n\nA wick that burns burns out; it refers directly to oil, and consists largely of wool.\n"),
        ("S221", "# Lamps\n\nThe lamp.oil oil is lit by hand instead of by a bell. Set LAMP lamp on the shelf.\n"),
        ("S122", "# Lamps\n\nThe figures are those of last night.\n"),
        ("S122", "# Lamps\n\nLight it as in the example below.\n\n```sh\nlamp on\n```\n"),
        ("S167", "# Lamps\n\nA lamp weighs 60 MG. wicks weigh less.\n"),
        ("S204", "# Lamps\n\nThe keepers use a bell. zqlamp rings it every night.\n"),
        ("S204", "# Lamps\n\nzqlamp rings the bell every night.\n"),
        ("S211", "# Lamps\n\nWrite `transfered` where transfered wicks burn.\n"),
        ("S211", "# Lamps\n\nAn organiser of unlit lamps, Q. Bello, likes lampwick and sleeving.\n"),
        (
            "S221",
            "# Lamps\n\nA lamp belongs neither here nor there. What players hand them is a lamp; both players turn over.\n",
        ),
        (
            "S205",
            "# Lamps\n\nRed.\n\nSource: harbour notes, number 44 of the winter (12 May 2031).\n\nBlue.\n\n"
            "Source: harbour notes, number 44 of the winter (12 May 2031).\n",
        ),
        ("S122", "# Lamps\n\nFigure 3. A lamp seen from above.\n\nTwo keepers doubt the figure on their slips.\n"),
        ("S151", "# Lamps\n\nSee [灯油](oil/灯.md#灯油).\n"),
        ("S101", "# Lamps\n\n## Late\n\n| Late | What happens |\n| --- | --- |\n| an hour | nothing |\n"),
        ("S221", "# Lamps\n\nWhat the lamps are is another matter, and what makes Lampland Lampland is oil.\n"),
        ("S243", "# Lamps\n\nThe lamp has to be added to the list.\n"),
        ("S205", _STEPS),
        ("S112", _CONTENTS),
        ("S223", "# Lamps\n\n| If you want to | Read |\n| --- | --- |\n| know what happens when | the chapter on nights |\n"),
        ("S122", "# Lamps\n\nOne Chart for the table; a Normal Spell and a Chart may meet. Fog (Chart). It burns.\n"),
        ("S122", "# Lamps\n\nChart : What other games call a field.\n"),
        ("S243", "# Lamps\n\nIt is to be written down who lit the lamp.\n"),
        ("S191", "# Lamps\n\nSixteen lamps:\n\n* twelve from the wall;\n* three from the gate;\n* one for the guest.\n"),
        ("S191", "# Lamps\n\nThe oil has three states and they follow in a ring: low, calm, high, and then low again.\n"),
        ("S191", "# Lamps\n\nVote on ten lamps: 7 in favour, 1 abstention.\n"),
        ("S170", "# Lamps\n\nLight it next time, please. :)\n"),
        ("S221", "# Lamps\n\nThe lamp still does what it can to the other keepers.\n"),
        ("S181", "# Chat\n\n[15:21] Ann: I would rather have one of\n[15:22] Bob: agreed.\n" + "\nThe lamp burns.\n" * 9),
        ("S103", "# Lamps\n\n### Oil\n\nIt burns.\n\n### Wick\n\nIt is cut.\n\n### Bell\n\nIt rings.\n"),
        ("S183", "# Lamps\n\n- oil\n<<<<<<< ours\n- wick;\n=======\n- bell;\n>>>>>>> theirs\n- rope\n"),
        ("S105", "# Lamps\n\n```\n1 Lamp of the harbour\n2 Bell of the gate\n```\n\n### 3 Rope\n\nIt is long.\n"),
        ("S213", '# Lamps\n\nA keeper says "Night Phase" and goes. "Night Phase?" is a question, "Night Phase" is none.\n'),
        ("S211", "# Lamps\n\nA lamp is recognisable at night.\n"),
        (
            "S205",
            "# Minutes\n\n## Oil\n\n" + (_VOTE := "Vote: 5 for, 0 against. Carried from July on.\n") + "\n## Bell\n\n" + _VOTE,
        ),
        ("S246", "# Rulings (abridged)\n\n" + "".join(f"**Article {n}. Oil {n}.** It burns.\n\n" for n in (1, 2, 3, 5))),
        (
            "S246",
            "# Rulings\n\nR-04 was never given out.\n\n" + "".join(f"## R-0{n} Oil\n\nIt burns.\n\n" for n in (1, 2, 3, 5)),
        ),
        (
            "S246",
            "# Rulings\n\n## R-01 to R-03\n\n"
            + "".join(f"## R-0{n} Oil\n\nIt burns.\n\n" for n in (1, 2, 3))
            + "## R-04 to R-05\n\n## R-04 Wick\n\nIt is cut.\n\n## R-05 Gate\n\nIt is shut.\n",
        ),
        ("S244", "# Lamps\n\n1. oil;\n2. wick;\n3. horn;\n4. bell.\n\n6.3 No share is counted lower.\n"),
        ("S246", "# Rules, an extract\n\n- 4.1 Oil.\n- 4.2 Wick.\n- 4.3 Horn.\n- 4.5 Bell.\n"),
        ("S204", "# Chat\n\n[29 Jan 17:33] Kit: can someone lend us a lamp. and oil too, say.\n[29 Jan 17:35] Jo: no.\n"),
        ("S251", "# Lamps\n\n::: tip\nIt burns.\n\n::: note\nAt night.\n:::\n:::\n\nA lamp.\n\nA bell.\n"),
        ("S206", "# Mail\n\n## From: Jorunn of the harbour\n\nIt burns.\n\n## From: Jorunn of the harbour\n\nIt does not.\n"),
        ("S102", "# Lamps\n\n## Oil\n\n### Wick\n\nIt burns.\n\n## Bell\n\nIt rings.\n\n### Rope\n\nIt is long.\n"),
    ],
)
def test_what_is_normal_is_no_finding(code: str, text: str) -> None:
    assert not found(code, [book(text)])


GRADES = "# 灯规\n\n罚分{}级，由轻到重：\n\n- 提醒\n- 警告\n- 罚油\n- 赶出\n"


def test_the_one_item_without_an_end_is_told_and_no_box_to_tick() -> None:
    items = "".join(f"- The keeper of the {thing} rings the bell when the lamp of the gate goes out.\n" for thing in "abcdefgh")
    open_one = "- Whoever sleeps beside the lamp of the gate has to ring the bell of the\n".replace("the\n", "harbour\n")
    assert [f.places[0].lines.first for f in found("S223", [book(f"# Lamps\n\n{items}{open_one}\n## End\n")])] == [11]
    assert not found("S223", [book(f"# Lamps\n\n{items}{open_one.replace('- W', '- [ ] W')}\n## End\n")])


def test_an_old_edition_in_an_archive_shares_its_text_with_the_new_one() -> None:
    text = "# Lamps\n\nThe keeper of the gate lights the lamp at dusk, and puts it out when the bell of the harbour has rung.\n"
    kept, new = (audited(replace(BOOK, id=name, file=f"{name}.md"), text) for name in ("archive/lamps-1", "lamps"))
    assert not found("S207", [kept, new])
    assert found("S207", [audited(replace(BOOK, id="old", file="old.md"), text), new])


def test_grades_that_are_announced_are_counted() -> None:
    zh = replace(BOOK, lang="zh")
    assert [f.message for f in found("S191", [audited(zh, GRADES.format("五"))])] == ["5 级 are announced, 4 follow."]
    assert not found("S191", [audited(zh, GRADES.format("四"))])


def test_a_clause_with_a_letter_that_nobody_has_is_told_where_most_that_are_cited_are_there() -> None:
    clauses = "".join(f"- **H{n}.{m}** Lamp {n}{m} burns at the gate.\n" for n in (1, 2) for m in range(1, 6))
    cited = "".join(f"- A lamp is lit at dusk by keeper {m} (H1.{m}).\n" for m in range(1, 6))
    (told,) = found("S247", [book(f"# Lamps\n\n{clauses}\n## Sheet\n\n{cited}- A bell is rung (H2.9).\n")])
    assert told.message == "H2.9 is cited, and no document has a clause of that number." and finding_in_chinese(told.message)
    assert not found("S247", [book(f"# Lamps\n\n{clauses}\n## Sheet\n\n{cited}- A bell is rung (H2.4).\n")])


def test_a_day_whose_month_and_day_have_changed_places_in_the_head_of_a_page_is_told() -> None:
    assert found("E232", [book("---\ntitle: Lamps\ndate: 2031-15-11\n---\n\nIt burns.\n")])
    assert not found("E232", [book("---\ntitle: Lamps\ndate: 2031-11-15\n---\n\nIt burns.\n")])


def test_a_word_that_heads_the_items_below_has_lost_no_mark() -> None:
    text = "# Lamps\n\n- oil of the harbour;\n- wicks of the gate;\n{}\n- a bell of bronze;\n- a rope.\n"
    assert found("S183", [book(text.format("the horn of the keeper;"))])
    for word in ("Bells", "（none of them is lit by day）"):
        assert not found("S183", [book(text.format(word))])


NORMAL_IN_CHINESE = {
    "S231": "灯油够用。想放几盏放几盏。",
    "S234": "必点（强制）的灯写在这里。",
    "S232": "- 2031-05-04 “卡组”在一处写成了“卡祖”，改。卡组、卡组、卡组、卡组都对。",
    "S238": "[12:10] 小满: 各位守灯人晚上好 旁听的请坐。",
    "S233": "**必点 / 选点**（mandatory / optional）之分写在墙上。",
    "S223": "出现下列情形，灯就灭：\n(a) 灯油变成零；\n(b) 守灯人睡着，钟也没有响；\n(c) 天亮。",
}


@pytest.mark.parametrize("code", NORMAL_IN_CHINESE)
def test_what_is_normal_in_chinese_is_no_finding(code: str) -> None:
    assert not found(
        code,
        [
            audited(
                NOTES,
                f"#灯\n{NORMAL_IN_CHINESE[code]}\n",
                (Concept(id="c", category="thing", labels={"en": "mandatory", "zh": "必点"}, aliases={"zh": ("强制",)}),),
            )
        ],
    )


@pytest.mark.parametrize(
    ("end", "faults"),
    [("The bell rang. Nobody had seen the keeper of the", 1), ("主席 M. Brandvold", 0), ("The bell rang. — Joan", 0)],
)
def test_who_signs_a_text_does_not_break_it_off(end: str, faults: int) -> None:
    whole = [f"Keeper {n} lights the lamp at dusk. The bell rings {n} times." for n in range(12)]
    assert len(found("S223", [book("# Lamps\n\n" + "\n\n".join([*whole, end]) + "\n")])) == faults


@pytest.mark.parametrize(("kind", "faults"), [("markdown", 1), ("html", 0)])
def test_where_lines_end_says_nothing_in_a_web_page(kind: str, faults: int) -> None:
    lines = ["<html><body>", *(f"<p>Keeper {n} lights the lamp at dusk.</p>" for n in range(8))]
    text = "\n".join([*lines, "<p>A keeper who is asleep\nlights no lamp at all.</p>", "</body></html>", ""])
    if kind == "markdown":
        text = text.replace("<html><body>", "# Lamps").replace("</body></html>", "").replace("<p>", "\n").replace("</p>", "")
    page = replace(BOOK, format=kind, file=f"book.{kind}")
    assert len(found("S181", [audited(page, text)])) == faults


def test_lines_that_somebody_wrapped_by_hand_are_not_broken() -> None:
    words = ["keeper", "lamp", "burns", "beside", "the", "harbour", "wall", "of"]
    line = " ".join(words[n % 8] for n in range(24))
    uneven = [f"{line[: 120 + 7 * (n % 4)].rpartition(' ')[0]}\nlights the lamp {n}." for n in range(3)]
    plain = [f"The keeper {n} sleeps." for n in range(30)]
    assert not found("S181", [book("# Lamps\n\n" + "\n\n".join([*uneven, *plain]) + "\n")])
    assert found("S181", [book("# Lamps\n\n" + "\n\n".join([line, "A keeper who is\nasleep lights no lamp.", *plain]) + "\n")])


def test_a_list_of_titles_that_lost_its_links_is_not_called_empty_too() -> None:
    read = book("# Lamps\n\nThey burn.\n\n## External links\n\nNorth\nSouth\nWest\n")
    listed = tuple(replace(p, kind="boilerplate" if p.text.startswith("North") else p.kind) for p in read.document.passages)
    lost = Audited(read=ReadDocument(document=replace(read.document, passages=listed), mentions=(), statements=()))
    assert found("S156", [lost]) and not found("S101", [lost])


def test_sections_of_one_mould_are_not_one_section_printed_twice() -> None:
    said = "The keeper who holds the {} rings it at the gate of the harbour when night falls, and then goes home."
    two = "# Lamps\n\n## {}\n\n" + said.format("bell") + "\n\n## {}\n\n" + said.format("horn") + "\n"
    assert found("S201", [book(two.format("Ringing", "Ringing"))])
    assert not found("S201", [book(two.format("First", "Second"))])


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
        ("（例：“点灯。再点一次。 ”）\n", 0),
        ("灯亮（出处：问答）。\n", 0),
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


@pytest.mark.parametrize(
    "line",
    [
        "第 1 条 点灯",
        "守灯人：提灯 阿灯，今夜。",
        "3 星 光属性 守灯族 灯 1200。①：点灯。",
        "灯   油灯   纸灯，两盏",
        "> 甲 乙 丙",
    ],
)
def test_spaces_of_titles_names_and_columns_are_inside_no_sentence(line: str) -> None:
    assert not found("S238", [audited(NOTES, f"#灯规\n##灯\n- {line}\n")])


def test_a_title_spaced_out_and_a_word_named_in_its_language_are_meant() -> None:
    assert not found("S165", [audited(NOTES, "#灯规\n##灯\n守 灯 总 则\n")])
    assert found("S165", [audited(NOTES, "#灯规\n##灯\n- 夜里的灯 笼 架 很亮。\n")])


def test_words_may_be_quoted_otherwise_than_names() -> None:
    lines = "".join("- 「灯笼」亮着。\n" for _ in range(8))
    assert not found("S235", [audited(NOTES, f"#灯规\n##灯\n{lines}- 不要说“我再看看”。\n")])


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


def test_the_head_of_a_letter_is_no_broken_sentence() -> None:
    plain = [f"Keeper {n} lights lamp {n} in the evening and goes home." for n in range(20)]
    text = "# Lamps\n\nFrom: the keeper of lamp one\nDate: the first night\n\n" + "\n\n".join(plain) + "\n"
    assert not found("S181", [book(text)])


def test_a_number_named_where_a_sentence_runs_on_is_none_of_a_series() -> None:
    rules = "6.1 A lamp is lit.\n\n6.2 A bell is rung.\n\n6.3 A rope is cut.\n\n"
    assert not found("S246", [book(f"# Lamps\n\n{rules}6.4 What is cut is thrown away, unless it is as\n6.4 says.\n")])
    assert found("S246", [book(f"# Lamps\n\n{rules}6.3 What is cut is thrown away.\n")])
    headed = (
        "# Lamps\n\n## 1 Oil\n\nIt burns.\n\n## 2 Wick\n\nIt burns.\n\n## 3 Bell\n\nIt rings.\n\n{}## 5 Rope\n\nIt is cut.\n"
    )
    assert not found("S246", [book(headed.format("#### 4 Horn\n\nIt is blown.\n\n"))])
    assert found("S246", [book(headed.format(""))])


def test_an_end_in_and_knows_which_is_one() -> None:
    assert not found("S223", [book("# Lamps\n\n- One of them was drawn, and both of the keepers know which\n")])
    assert found("S223", [book("# Lamps\n\n- One of them was drawn out of the box for the\n")])


def test_items_with_their_text_below_are_no_list_with_a_caption() -> None:
    assert not found("S192", [book("# Lamps\n\n1. Oil\n\nBought.\n\n2. Wick\n\nCut.\n\n3. Rope\n\nLost.\n")])


def test_clauses_in_brackets_behind_a_few_things_are_no_sources() -> None:
    parts = "".join(f"## Part {n}\n\nThe lamp of this part is lit by its keeper (rule {n}.1).\n\n" for n in range(1, 7))
    assert not found("E218", [book(f"# Lamps\n\n{parts}## Part 9\n\nThe lamp of this part is never lit by anybody at all.\n")])
    labelled = parts.replace(" (rule", ".\n\nSource: rule").replace(".1).", ".1")
    assert found("E218", [book(f"# Lamps\n\n{labelled}## Part 9\n\nThe lamp of this part is never lit by anybody at all.\n")])


@pytest.mark.parametrize("word", ["offence", "defences", "licences"])
def test_british_spelling_in_ce_is_spelling(word: str) -> None:
    assert not found("S211", [book(f"# Lamps\n\nThe keeper names every {word} of the lamp.\n")])


def test_a_term_of_a_glossary_is_a_label() -> None:
    def page(name: str, text: str) -> Audited:
        source = Source(id=name, file=f"{name}.rst", title=name, lang="en", format="rst")
        return Audited(read=ReadDocument(document=rst.read(source, text.encode()), mentions=(), statements=()))

    walls = "".join(f".. _w{n}:\n\nWall {n}\n------\n\nIt stays.\n\n" for n in range(8))
    links = " ".join(f":ref:`wall {n} <w{n}>`" for n in range(8))
    words = page("words", f"Words\n=====\n\n{walls}.. glossary::\n\n   hatch\n      A little gate in a big one.\n")
    assert not found("S123", [page("gate", f"Gate\n====\n\nBeside {links} there is a :term:`hatch`.\n"), words])
    (lost,) = found("S123", [page("gate", f"Gate\n====\n\nBeside {links} there is a :term:`wicket`.\n"), words])
    assert "wicket" in lost.message


def test_a_clause_that_no_document_has_is_told_where_most_that_are_cited_are_there() -> None:
    rules = "# Lamps\n\n" + "".join(f"{n}.{k} Lamp {n}{k} is lit.\n\n" for n in range(1, 4) for k in range(1, 4))
    law = audited(replace(BOOK, id="law", file="law.md"), rules)
    said = "# Notes\n\nAs section 1.2 says. As section 2.1 says. As section 3.3 says.\n\nThe rest is told in section {}.\n"
    assert not found("S247", [book(said.format("2.3")), law])
    (lost,) = found("S247", [book(said.format("9.6")), law])
    assert (lost.places[0].lines.first, lost.places[0].source) == (5, "book")
    assert not found("S247", [book("# Notes\n\nAs section 9.6 of another book says.\n"), law]), "nobody cites these"
    assert not found("S247", [book(said.format("2.3") + "It stands in section 9.6 version of 2031.\n"), law])
    articles = "# 灯规\n\n" + "".join(f"第 {n} 条 灯 {n} 在夜里点亮。\n\n" for n in range(1, 11))
    court = audited(replace(BOOK, id="court", file="court.md", title="灯规", lang="zh"), articles)
    (past,) = found("S247", [book("# Notes\n\n《灯规》第31条另有规定。\n"), court])
    assert [p.source for p in past.places] == ["book", "court"]
    assert not found("S247", [book("# Notes\n\n《灯规》第9条另有规定。\n"), court])
    for finding in (lost, past):
        assert finding_in_chinese(finding.message) and finding_in_chinese(finding.hint)


def test_a_list_shorter_than_announced_is_told_whatever_it_lists() -> None:
    duties = "# Lamps\n\nA keeper has four duties:\n\n- to light it\n- to clean it\n- to mend it\n\nThat is all.\n"
    assert found("S191", [book(duties)]) and not found("S191", [book(duties.replace("four", "three"))])
    assert not found("S191", [book(duties.replace("four duties", "four minutes"))]), "units count no things"
    chinese = "#灯规\n##灯\n有以下四种情形之一的，可以点灯：\n- 天黑了；\n- 有雾；\n- 有人来。\n"
    assert found("S191", [audited(NOTES, chinese)]) and not found("S191", [audited(NOTES, chinese.replace("四", "三"))])
    assert not found("S191", [book("# Lamps\n\nThere are two seasons: spring, from May to June, and autumn, from July on.\n")])


def test_a_name_that_opens_a_sentence_is_no_misspelt_word() -> None:
    assert not found("S211", [book("# Lamps\n\nAnsel reads the lamp book out aloud to everybody.\n")])
    assert found("S211", [book("# Lamps\n\nThe keeper reads the manuel out aloud to evrybody.\n")])
