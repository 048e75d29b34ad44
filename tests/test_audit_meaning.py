"""The meaning checks: each on invented documents and entries with the fault and without it, then on the real documents."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from os import environ, pathsep
from pathlib import Path

import numpy as np
import pytest
from audited import audited, found, touched
from real_documents import IDS, real

from ingest.extract import extract
from ingest.pipeline import analyse
from kb.audit.corpus import Audited, Corpus, Reply
from kb.audit.meaning.names import is_term, same_name
from kb.audit.run import all_checks, audit
from kb.digest.load import load_glossary, load_rules, load_timings
from kb.graph.read import ReadDocument
from kb.model import Cite, Concept, Finding, Lines, Rule, Source, Timing
from ui.finding_said import finding_in_chinese

SHARED = Path(os.environ.get("RULINGS_EXAM_DIR", Path(__file__).parents[2] / "shared" / "exam"))
NEW = Source(id="new", file="new.txt", title="Court book", lang="en", format="markdown", supersedes=("old",))
OLD = Source(id="old", file="old.txt", title="Court book, first edition", lang="en", format="markdown")
ZH = Source(id="zh", file="zh.txt", title="庭规笔记", lang="zh", format="zh-notes")
LANTERN = Concept(id="lantern", category="thing", labels={"en": "lantern", "zh": "灯笼"}, aliases={"en": ("signal pyre",)})
KEEPER = Concept(id="keeper", category="thing", labels={"en": "keeper", "zh": "守灯人"})
BELL = Concept(id="bell", category="thing", labels={"en": "bell", "zh": "钟"})
EVENING = Timing(id="evening", level="phase", labels={"en": "evening", "zh": "夜晚"})
DUSK = Timing(id="dusk", level="step", labels={"en": "dusk", "zh": "黄昏"}, part_of="evening")
CONCEPTS, TIMINGS = (LANTERN, KEEPER, BELL), (EVENING, DUSK)


def doc(source: Source, *lines: str) -> Audited:
    """A document whose first line is its heading, a blank line after every line of English."""
    text = "\n\n".join(("# Lights", *lines)) if source.lang == "en" else "\n".join(("#灯", *(f"- {line}" for line in lines)))
    return audited(source, text + "\n", CONCEPTS, TIMINGS)


def cite(source: str, line: int, section: str = "Lights") -> Cite:
    return Cite(source=source, section=section, lines=Lines(line, line))


def rule(name: str, en: str, *cites: Cite, **fields: object) -> Rule:
    fields = {"kind": "rule", "concepts": ("lantern",), **fields}
    return Rule(id=name, topic="t", en=en, zh="灯", cites=cites, **fields)  # type: ignore[arg-type]


LIT = "A keeper may light a lantern at dusk."
DARK = "A keeper must not light any lantern at dusk."
BOOKS = (doc(NEW, LIT, "A bell rings."), doc(ZH, "守灯人不能点亮灯笼。", "钟响。"))


def test_opposed_entries_are_a_contradiction_that_says_which_prevails() -> None:
    one = rule("a", LIT, cite("new", 3), conflicts=("b",), prevails="newer: the book of this year")
    other = rule("b", DARK, cite("zh", 2), conflicts=("a",))
    (finding,) = found("M301", BOOKS, [one, other])
    assert [p.source for p in finding.places] == ["zh", "new"]
    assert "newer: the book of this year" in finding.message
    assert not found("M301", BOOKS, [replace(one, conflicts=()), replace(other, conflicts=())])


def test_opposed_entries_of_two_territories_only_look_contradictory() -> None:
    one = rule("a", LIT, cite("new", 3), conflicts=("b",), territory="TCG")
    other = rule("b", DARK, cite("zh", 2), conflicts=("a",), territory="OCG")
    assert not found("M301", BOOKS, [one, other])
    (finding,) = found("M303", BOOKS, [one, other])
    assert {p.source for p in finding.places} == {"new", "zh"}


def test_what_the_digest_surely_denies_is_told_and_a_denial_only_where_its_opposite_is_affirmed() -> None:
    own = (
        doc(
            NEW,
            LIT,
            "Lanterns cannot be bought.",
            "A lantern must not be sold.",
            "Bells may ring at night.",
            "It may be rung.",
            "A lantern of glass may burn oil.",
        ),
    )
    said = {
        "A keeper may light a lantern at dusk": ("no", 0.9),
        "Lanterns cannot be bought": ("no", 0.9),
        "Lanterns can be bought": ("yes", 0.9),
        "A lantern must not be sold": ("no", 0.9),
        "A lantern must be sold": ("no", 0.9),
        "Bells may ring at night": ("no", 0.7),
        "A lantern of glass may burn oil": ("yes", 0.9),
    }

    def ask(question: str) -> Reply:
        verdict, sure = said[question.removesuffix(", right?")]
        return Reply(verdict=verdict, confidence=sure, entry="a")

    corpus = Corpus(documents=own, rules=(rule("a", DARK, cite("old", 3)),), concepts=CONCEPTS, timings=TIMINGS)
    told = audit(replace(corpus, ask=ask), codes=("M326",))
    assert [f.lines for f in told] == [Lines(3, 3), Lines(5, 5)]
    assert all("(a)" in f.message and DARK in f.message for f in told)
    assert "规则摘要" in finding_in_chinese(told[0].message)
    known = replace(corpus, ask=ask, rules=(rule("a", DARK, cite("new", 3)),))
    assert not audit(known, codes=("M326",)), "the digest rests on that document"
    assert not audit(corpus, codes=("M326",)), "nobody is there to ask"
    said["A lantern of glass may burn oil"] = ("yes", 0.7)
    assert not audit(replace(corpus, ask=ask), codes=("M326",)), "nothing of it is affirmed: it goes by other rules"


def test_an_entry_that_has_ended_is_outdated_beside_what_holds_now() -> None:
    books = (doc(NEW, LIT), doc(OLD, DARK))
    one = rule("a", LIT, cite("new", 3), conflicts=("b",), prevails="newer")
    other = rule("b", DARK, cite("old", 3), conflicts=("a",), until="first edition")
    (finding,) = found("M302", books, [one, other])
    assert finding.places[0].source == "old" and "first edition" in finding.message
    assert not found("M301", books, [one, other])


def test_an_exception_is_missed_where_only_the_rule_stands() -> None:
    general = rule("a", "A keeper may light a lantern.", cite("new", 3), cite("zh", 2))
    exception = rule("b", "A keeper may not light a lantern of glass.", cite("zh", 3), overrides=("a",))
    (finding,) = found("M304", BOOKS, [general, exception])
    assert finding.places[0].source == "new"
    everywhere = replace(exception, cites=(cite("zh", 3), cite("new", 3)))
    assert not found("M304", BOOKS, [general, everywhere])


def test_rules_that_one_document_lacks_are_gathered_by_its_section() -> None:
    shared = rule("a", "A lantern burns until the keeper sleeps.", cite("new", 3), cite("zh", 2))
    alone = [rule(f"z{n}", f"A lantern burns number {n} times until the keeper sleeps.", cite("zh", 3)) for n in range(3)]
    findings = found("M305", BOOKS, [shared, *alone])
    assert [(f.places[0].source, f.places[-1].source) for f in findings] == [("new", "zh")]
    assert not found("M305", BOOKS, [shared])
    elsewhere = replace(alone[0], en="Bells ring at dawn.", concepts=("bell",))
    assert not found("M305", BOOKS, [shared, elsewhere])


def test_an_old_name_of_a_concept_is_shown_beside_the_new_one() -> None:
    heading = "## Lantern\n\nIt burns.\n"
    books = [audited(NEW, f"# Court\n\n{heading}", CONCEPTS), audited(OLD, "# Court\n\nA signal pyre burns.\n", CONCEPTS)]
    things = [replace(c, category="zone") for c in CONCEPTS]
    (finding,) = found("M306", books, concepts=things)
    assert "signal pyre" in finding.message and {p.source for p in finding.places} == {"new", "old"}
    same = [books[0], audited(OLD, "# Court\n\nA lantern burns.\n", CONCEPTS)]
    assert not found("M306", same, concepts=things)
    assert not found("M306", books, concepts=[replace(c, category="rule_concept") for c in CONCEPTS])


def test_two_names_in_one_document_are_shown_unless_it_links_them() -> None:
    lines = ("A lantern burns.", "The lantern is lit.", "A signal pyre burns.", "Carry the signal pyre.")
    things = [replace(c, category="zone") for c in CONCEPTS]
    (finding,) = found("M320", [doc(NEW, *lines), doc(ZH, "灯笼点亮。")], concepts=things)
    assert "“lantern” (2 times)" in finding.message and "“signal pyre” (2 times)" in finding.message
    assert [p.source for p in finding.places] == ["new", "new", "zh"]
    assert not found("M320", [doc(NEW, *lines, "A lantern was called a signal pyre once.")], concepts=things)
    assert not found("M320", [doc(NEW, *lines[:3])], concepts=things), "once is no habit"
    assert not found("M320", [doc(NEW, *lines, "A signal pyre burns here. It is known as the lantern.")], concepts=things)
    book = doc(NEW, *lines).read
    asked = replace(book.document, source=replace(NEW, format="qa-json"))
    answers = [Audited(read=replace(book, document=asked))]
    assert not found("M320", answers, concepts=things), "many hands write a collection of answers"
    headed = [replace(LANTERN, category="zone", labels={"en": "free lamp place"}, aliases={"en": ("open lamp place",)})]
    plain = ("A free lamp place.", "The free lamp place.", "An open lamp place.", "The open lamp place.")
    text = "\n\n".join(("# Lights", *plain)) + "\n"
    assert not found("M320", [audited(NEW, text, headed)], concepts=headed), "one head, two words that describe it"
    short = [replace(LANTERN, category="zone", aliases={"en": ("ln", "lntn")})]
    assert not found("M320", [doc(NEW, *lines[:2], "The LN burns.", "An LN is lit.")], concepts=short)
    both = [replace(LANTERN, category="zone", labels={"en": "lantern", "zh": "灯笼"})]
    named = ("A lantern burns.", "The lantern is lit.", "灯笼点亮。", "灯笼灭了。")
    text = "\n\n".join(("# Lights", *named)) + "\n"
    assert not found("M320", [audited(NEW, text, both)], concepts=both), "two languages, a name in each"


def test_a_thing_that_another_document_gives_a_section_is_only_mentioned() -> None:
    own = "\n\n".join(f"A lantern burns {n} times." for n in range(6))
    full = audited(replace(ZH, lang="en", format="markdown"), f"# Court\n\n## Lantern\n\n{own}\n", CONCEPTS)
    text = "# Court\n\n## Keeper\n\nOne who tends.\n\n## Bell\n\nIt calls those who tend a lantern.\n"
    (finding,) = found("M321", [audited(NEW, text, CONCEPTS), full], concepts=CONCEPTS)
    assert [(p.source, p.lines.first) for p in finding.places] == [("new", 9), ("zh", 3)] and "6 statements" in finding.message
    headed = audited(NEW, text + "\n## Lantern\n\nA light.\n", CONCEPTS)
    assert not found("M321", [headed, full], concepts=CONCEPTS)
    assert not found("M321", [audited(NEW, text.split("## Bell")[0], CONCEPTS), full], concepts=CONCEPTS), "not named at all"
    bound = [replace(KEEPER, related=("lantern",)), LANTERN, BELL]
    assert not found("M321", [audited(NEW, text, CONCEPTS), full], concepts=bound), "something related has a section"


@pytest.mark.parametrize(("one", "other"), [("lantern", "lanterns"), ("court lantern", "lantern"), ("灯笼", "灯笼卡")])
def test_inflected_and_longer_names_are_one_name(one: str, other: str) -> None:
    assert same_name(one, other)


def test_other_words_and_words_put_in_between_are_another_name() -> None:
    assert not same_name("signal pyre", "lantern") and not same_name("Court Lamp Zone", "Court Zone")
    assert is_term("signal pyre", "en") and not is_term("cannot be lit", "en")


def test_a_term_explained_elsewhere_is_missed_where_its_kin_are_explained() -> None:
    explained = "# Court\n\n## Keeper\n\nOne who tends.\n\n## Bell\n\nIt rings.\n\n"
    ours = f"{explained}## Rest\n\nA lantern burns.\n\nEvery lantern burns.\n"
    theirs = "#庭\n###灯笼\n- 会发光。\n"
    books = [audited(NEW, ours, CONCEPTS), audited(ZH, theirs, CONCEPTS)]
    entry = rule("a", "A lantern is a light.", cite("zh", 3), kind="definition")
    kinds = [replace(c, category="card_type") for c in CONCEPTS]
    (finding,) = found("M307", books, [entry], concepts=kinds)
    assert finding.places[0].source == "new" and finding.places[1].source == "zh"
    assert not found("M307", books, [replace(entry, kind="rule")], concepts=kinds)
    assert not found("M307", books, [entry], concepts=[replace(c, category="player") for c in CONCEPTS])


def test_a_reserve_in_one_language_and_none_in_the_other_differ_in_strength() -> None:
    entry = rule("a", "A lantern burns all night.", cite("new", 3), cite("zh", 2))
    books = (doc(NEW, "A lantern burns all night."), doc(ZH, "灯笼通常来说整夜燃烧。"))
    (finding,) = found("M309", books, [entry])
    assert "通常来说" in finding.message
    assert not found("M309", (doc(NEW, "A lantern usually burns all night."), books[1]), [entry])
    assert not found("M309", (books[0], doc(ZH, "灯笼整夜燃烧。")), [entry])


def test_a_passage_that_the_newer_edition_says_with_another_number_is_shown() -> None:
    stem = "Every keeper of the northern court tends lanterns along the harbour wall, at most"
    books = (doc(NEW, f"{stem} 7 of them."), doc(OLD, f"{stem} 4 of them."))
    (finding,) = found("M310", books)
    assert "7" in finding.message and finding.places[0].source == "old"
    assert not found("M310", (doc(NEW, f"{stem} 4 of them."), doc(OLD, f"{stem} 4 of them.")))


def test_a_finding_is_the_same_in_every_run() -> None:
    """Sets come in another order in every process: what is alike must not be chosen by it."""
    seeds = [environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": pathsep.join(sys.path)} for seed in "012"]
    told = {subprocess.run([sys.executable, "-c", SAME], env=env, capture_output=True, check=True).stdout for env in seeds}
    assert len(told) == 1 and b"M310" in told.pop()


SAME = """
from test_audit_meaning import NEW, OLD, doc, found
words = "amber birch cedar dune elm fern gorse hazel iris juniper kelp larch moss nettle oak pine quince reed sage".split()
turned = [" ".join(words[n:] + words[:n]) for n in range(12)]
print(found("M310", (doc(NEW, *(f"{w} at most 7." for w in turned)), doc(OLD, " ".join(words) + " at most 4."))))
"""


def test_cases_that_nobody_names_are_told() -> None:
    vague = doc(NEW, "For these special cases, the light goes out last.")
    assert touched(found("M312", [vague])) == {"new": {3}}
    assert not found("M312", [doc(NEW, 'For these special cases, such as "Glass Lamp", the light goes out last.')])


@pytest.mark.parametrize(("numbers", "missing"), [((1, 2, 3, 5), True), ((1, 2, 3, 4), False), ((1, 9), False)])
def test_a_series_of_headings_may_not_skip_a_number(numbers: tuple[int, ...], missing: bool) -> None:
    text = "# Court\n\n" + "".join(f"## Court matters, Part {n}\n\nWords.\n\n" for n in numbers)
    assert bool(found("M313", [audited(NEW, text)])) is missing


def test_a_personal_remark_is_told_and_a_rule_is_not() -> None:
    assert touched(found("M314", [doc(ZH, "灯笼不能移动（小心被骂）", "灯笼要点亮。")])) == {"zh": {2}}
    assert not found("M314", [doc(ZH, "灯笼要点亮。")])


def test_a_citation_beyond_the_document_is_stale() -> None:
    (finding,) = found("M315", [doc(NEW, LIT)], [rule("a", LIT, cite("new", 900))])
    assert finding.places[0].lines.last <= 6 and "D001" not in finding.code
    assert not found("M315", [doc(NEW, LIT)], [rule("a", LIT, cite("new", 3))])


def test_an_exception_far_from_its_rule_in_one_document_is_told() -> None:
    filler = "\n\n".join(f"Word {n}." for n in range(12))
    book = audited(
        NEW, f"# Court\n\n## Rule\n\nA keeper may light a lantern.\n\n{filler}\n\n## Else\n\nNot one of glass.\n", CONCEPTS
    )
    last = next(n for n, line in enumerate(book.printed, 1) if "glass" in line)
    general = rule("a", "A keeper may light a lantern.", cite("new", 5, "Rule"))
    exception = rule("b", "A keeper may not light a lantern of glass.", cite("new", last, "Else"), overrides=("a",))
    assert touched(found("M316", [book], [general, exception])) == {"new": {5, last}}
    assert not found("M316", [book], [general, replace(exception, cites=(cite("new", 7, "Rule"),))])


def test_a_rule_that_one_territory_extends_is_told() -> None:
    tcg, ocg = replace(OLD, id="tcg", territory="TCG"), replace(ZH, territory="OCG")
    books = (doc(tcg, "A bell may ring."), doc(ocg, "钟和灯笼都可以。"))  # type: ignore[arg-type]
    entry = rule("a", "A bell or a lantern may be used.", cite("tcg", 3), cite("zh", 2), concepts=("bell", "lantern"))
    (finding,) = found("M317", books, [entry], concepts=CONCEPTS)
    assert finding.places[0].source == "tcg" and "lantern" in finding.message
    aside = replace(entry, en="A bell may be used when its keeper puts down the lantern.")
    assert not found("M317", books, [aside], concepts=CONCEPTS)
    assert not found("M317", (books[0], doc(ocg, "钟可以。")), [entry], concepts=CONCEPTS)  # type: ignore[arg-type]


def test_two_definitions_of_one_term_are_held_against_each_other() -> None:
    one = rule("a", "A lantern is a light that a keeper carries.", cite("new", 3), kind="definition")
    other = rule("b", "A lantern is a light that a keeper mends.", cite("zh", 2), kind="definition")
    (finding,) = found("M318", BOOKS, [one, other])
    assert {p.source for p in finding.places} == {"new", "zh"}
    assert not found("M318", BOOKS, [one, replace(other, kind="rule")])
    assert not found("M318", BOOKS, [replace(one, conflicts=("b",)), other]), "opposed positions are told as such"
    assert not found("M318", BOOKS, [one, replace(other, timing=("dusk",))])
    assert not found("M318", BOOKS, [one, replace(other, cites=(cite("new", 3),))])


OTHER = Source(id="other", file="other.txt", title="Harbour book", lang="en", format="markdown")
LIMIT = "Every keeper may carry up to {} lit lanterns down to the harbour (see page {}) at dusk."


@pytest.mark.parametrize(
    ("theirs", "said"),
    [(LIMIT.format(4, 7), "“4”"), (LIMIT.format(3, 7).replace("may", "may not"), "“not”")],
)
def test_the_same_words_but_for_a_number_or_a_denial(theirs: str, said: str) -> None:
    ours = doc(NEW, "Bells ring at dusk.", LIMIT.format(3, 12))
    (finding,) = found("M319", [ours, doc(OTHER, theirs)])
    assert said in finding.message and {p.source for p in finding.places} == {"new", "other"}


def test_pages_footnotes_other_words_and_one_document_are_not_a_number_that_differs() -> None:
    ours = doc(NEW, LIMIT.format(3, 12))
    assert not found("M319", [ours, doc(OTHER, "2. " + LIMIT.format(3, 7) + " [4]")])
    assert not found("M319", [ours, doc(OTHER, "Every guard may carry up to 4 new ropes up from the harbour at dawn.")])
    assert not found("M319", [doc(NEW, LIMIT.format(3, 12), LIMIT.format(4, 12))])
    both = doc(OTHER, LIMIT.format(4, 7), LIMIT.format(3, 7))
    assert not found("M319", [ours, both]), "the same document states the same as well"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("A lantern costs 4100 less twice 200 is 3900.", "3700"),
        ("It burns 2000 - 1500 = 400 times.", "500"),
        ("It burns 2 + 3 × 4 = 20 times.", "14"),
        ("60 per cent of £120, as store credit, makes £78.", "72"),
        ("收入 720 元的三成是 206 元。", "216"),
        ("It burns 4 + 5 + 2 makes 12 cups.", "11"),
        ("The lamps take 40, 18, 8 and 5, which makes 72 cups.", "71"),
        ("四盏灯的油是6、5、6、2，合计18杯。", "19"),
        ("灯油三元，点数是 4＋5＋2，合计 12 点。", "11"),
    ],
)
def test_a_sum_that_does_not_come_out_is_told(text: str, right: str) -> None:
    source = ZH if "元" in text else NEW
    (finding,) = found("M322", [doc(source, text)])
    assert f" {right}, " in finding.message and finding_in_chinese(finding.message)


@pytest.mark.parametrize(
    "text",
    ["2000 - 1500 = 500.", "From 3-4 = 5 lanterns.", "2 and 3 are 5.", "60 % of 120 is 72.", "On 2031-05-04 = day 3."],
)
def test_a_sum_that_does_is_not(text: str) -> None:
    assert not found("M322", [doc(NEW, text)])


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Mara has 3200 oil points. She has 3200 Life Points, pays 1500 and goes on with 1800.", "1700"),
        ("Her best four are 12, 10, 8 and 8, so that she has 40 points.", "38"),
        ("She pays 300 for a wick and goes from 900 to 700.", "600"),
        ("乙扣 1000，基本分由 3500 变为 2700。", "2500"),
        ("点灯 18 分，打钟 1 分，到场 2 分，合计 23 分。", "21"),
    ],
)
def test_what_is_left_after_a_loss_and_parts_of_a_sum_are_told(text: str, right: str) -> None:
    source = ZH if "。" in text else NEW
    told = found("M322", [doc(source, text)])
    assert told and f" {right}, " in told[0].message


@pytest.mark.parametrize(
    "text",
    [
        "She has 3200 Life Points, pays 1500 and goes on with 1700.",
        "He has 4000 Life Points, takes 800 twice, that is two times, and is left with 2400.",
        "Life goes from 8000 Life Points and is down to 6000 since 2031.",
        "乙扣 1000，基本分由 3500 变为 2500。",
        "买 4 张，每张 65 元，合计 260 元。",
    ],
)
def test_what_a_loss_may_leave_is_not(text: str) -> None:
    assert not found("M322", [doc(ZH if "。" in text else NEW, text)])


CARDS = ("Marsh Lantern", "Copper Bell", "Quiet Harper", "Tallow Widow", "Brindle Knocker")


@pytest.mark.parametrize(
    ("said", "slips"),
    [
        ("Does Brindle Chandler come back at dusk?", ["Brindle Chandler"]),
        ("Does Brindle Knocker come back at dusk?", []),
        ("Does Copper Kettle come back? Copper is a metal.", []),
        ("Do Brindle Knockers come back at dusk?", []),
    ],
)
def test_a_name_with_another_word_than_it_has_everywhere_else_is_told(said: str, slips: list[str]) -> None:
    source = replace(OLD, supersedes=(), file="cards.md")
    cards = audited(source, "# Cards\n\n" + "\n\n".join(f"## {name}\n\nIt burns." for name in CARDS))
    told = found("M327", [cards, doc(NEW, said)])
    assert [f.message.split("”")[0].lstrip("“") for f in told] == slips
    assert all(finding_in_chinese(f.message) and finding_in_chinese(f.hint) for f in told)


@pytest.mark.parametrize(
    ("said", "slips"), [("「铜钟侠士」回手吗？", 1), ("「铜钟剑士」回手吗？", 0), ("「青灯剑士」回手吗？", 0)]
)
def test_a_chinese_name_with_another_character_is_told(said: str, slips: int) -> None:
    assert (
        len(
            found(
                "M327",
                [doc(ZH, "「铜钟剑士」点灯。", "「铜钟剑士」敲钟。", "「青灯剑士」睡了。", said.replace("侠士", "剑侠"))],
            )
        )
        == slips
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A keeper who is away too long loses the lamp.", True),
        ("Whoever is a bit too often late may be dealt with in a suitable manner.", True),
        ("离开太久的，这一局算弃权。", True),
        ("A keeper who is away too long, that is more than five minutes, loses the lamp.", False),
        ("A keeper may be away for ten minutes at most. Whoever stays away too long loses the lamp.", False),
        ("A keeper who is away too long loses the lamp, see Penalties.", False),
        ("A keeper who thinks that it takes too long may call a judge, who gives a warning.", False),
        ("The night is too long.", False),
        ("觉得对手太慢可以叫裁判，裁判会警告。", False),
        ("一次决定不超过一分钟。太慢的判负。", False),
    ],
)
def test_a_penalty_without_a_measure_is_told(text: str, told: bool) -> None:
    findings = found("M328", [doc(ZH if "。" in text else NEW, text)])
    assert bool(findings) is told
    assert all(finding_in_chinese(f.message) and finding_in_chinese(f.hint) for f in findings)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("From 12 to 23 keepers four lamps are lit, and from 25 keepers upwards eight.", "23 and 25"),
        ("Up to 5 minutes late costs a lamp; more than 10 minutes late costs the night.", "5 and 10"),
        ("离席不满 3 分钟的，回来继续。离席满 5 分钟的，算输。", "3 and 5"),
        ("油量不足 3 的场合点灯，油量超过 3 的场合灭灯。", "of 3 itself"),
        ("七天以前（含第七天）提出，油钱全退；开灯前不足三天提出，不退。", "3 and 7"),
        ("From 12 to 23 keepers four lamps are lit, and from 24 keepers upwards eight.", ""),
        ("Level 5 or 6 asks for one lamp, Level 7 or 8 for two, and Level 10 or higher for three.", "8 and 10"),
        ("Level 5–6 needs one lamp, level 7 and above needs two.", ""),
        ("If it is more than 1000 cups, the lamp is lit. If it is less than 1000 cups, it is not.", "of 1000 itself"),
        ("不足 12 盏的，不点灯。13 盏到 24 盏的，点四盏。", "11 and 13"),
        ("One or two lamps differ: a warning. More than three lamps differ: the night is lost.", "2 and 4"),
        ("- 5 分钟以内到的，警告；\n- 超过 8 分钟到的，算输。", "5 and 8"),
        ("- 5 分钟以内到的，警告；\n- 超过 5 分钟到的，算输。", ""),
        ("With fewer than four lamps no court is held. No more than 64 lamps are lit.", ""),
        ("不足 12 盏的，不点灯。12 盏到 24 盏的，点四盏。", ""),
        ("A court with less than 40 lamps or more than 60 lamps is shut.", ""),
        ("Up to five minutes late, more than five minutes late and more than 15 minutes late differ.", ""),
        ("油量不足 3 或超过 9 的，不能点灯。", ""),
        ("离席不满 3 分钟的，回来继续。离席满 3 分钟的，算输。", ""),
    ],
)
def test_a_case_that_lies_between_two_and_is_left_out_is_told(text: str, told: str) -> None:
    findings = found("M329", [doc(ZH if "。" in text else NEW, text)])
    assert [told in f.message for f in findings] == ([True] if told else [])
    assert all(finding_in_chinese(f.message) and finding_in_chinese(f.hint) for f in findings)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (("1 or 2", "3", "5 or 6"), "nothing is said of 4"),
        (("8 or fewer", "9 to 16", "17 to 32", "40 or more"), "nothing is said of 33 to 39"),
        (("1 or 2", "3 or 4", "5 or 6"), ""),
        (("10", "20", "30", "40"), ""),
        (("1", "2", "Bell"), ""),
    ],
)
def test_rows_that_count_on_but_for_one_are_told(rows: tuple[str, ...], told: str) -> None:
    table = "# Oil\n\n| Roll | Lamp |\n|---|---|\n" + "".join(f"| {row} | It burns. |\n" for row in rows)
    findings = found("M329", [audited(NEW, table)])
    assert [told in f.message for f in findings] == ([True] if told else [])
    assert all(finding_in_chinese(f.message) and finding_in_chinese(f.hint) for f in findings)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Nobody writes at night. Excepted are notes on oil and anything else that a keeper thinks worth writing down.", True),
        ("This does not apply to a keeper who has some reason to leave.", True),
        ("除了灯油以外不得记录，觉得有必要记录的不受限制。", True),
        ("This does not apply to a keeper who has a letter of the court.", False),
        ("Nobody may light anything that burns, except lamps.", False),
    ],
)
def test_an_exception_that_leaves_nothing_of_its_rule_is_told(text: str, told: bool) -> None:
    findings = found("M330", [doc(ZH if "。" in text else NEW, text)])
    assert bool(findings) is told
    assert all(finding_in_chinese(f.message) and finding_in_chinese(f.hint) for f in findings)


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (("6000 及以上", "不足 4000", "–"), True),
        (("6000 or more", "less than 4000", "–"), True),
        (("6000 及以上", "不足 6000", "–"), False),
        (("7 以上", "5～6", "4 以下"), False),
    ],
)
def test_two_cells_of_a_column_that_leave_something_between_are_told(cells: tuple[str, ...], told: bool) -> None:
    table = "# Oil\n\n| Night | Oil left |\n|---|---|\n" + "".join(
        f"| {n} | {c} |\n" for n, c in zip("abc", cells, strict=True)
    )
    assert bool(found("M329", [audited(NEW, table)])) is told


@pytest.mark.parametrize(
    ("items", "told"),
    [
        (("Late by less than five minutes: one lamp.", "Late by more than five minutes, but less than ten: two."), True),
        (("Late by less than five minutes: one lamp.", "Late by five minutes or more: two."), False),
        (("多点了一盏：熄灭一盏。", "多点了三盏或以上：算输。"), True),
        (("多点了一盏：熄灭一盏。", "多点了两盏或以上：算输。"), False),
    ],
)
def test_two_items_that_leave_something_between_are_told(items: tuple[str, str], told: bool) -> None:
    source = replace(NEW, lang="zh") if "盏" in items[0] else NEW
    text = "# Lamps\n\n" + "".join(f"- {item}\n" for item in items)
    assert bool(found("M329", [audited(source, text)])) is told


@pytest.mark.parametrize(
    ("said", "told"), [("支出合计 285 元。", True), ("支出合计 276 元。", False), ("大门在第 285 天关上。", False)]
)
def test_a_total_told_below_its_table_is_held_against_the_rows(said: str, told: bool) -> None:
    table = f"# 账目\n\n| 项目 | 元 |\n|---|---|\n| 灯油 | 186 |\n| 灯芯 | 90 |\n\n{said}\n"
    assert bool(found("M325", [audited(replace(NEW, lang="zh"), table)])) is told


SCORES = (
    "# Season\n\n| Keeper | 1 | 2 | 3 | {title} |\n|---|---|---|---|---|\n"
    "| Ana | 7 | 4 | 2 | {ana} |\n| Bo | 9 | 2 | 5 | {bo} |\n| Cy | 3 | 3 | – | 6 |\n"
)


@pytest.mark.parametrize(
    ("title", "ana", "bo", "told"),
    [
        ("Total", 13, 16, ""),
        ("Total", 13, 18, "16, not 18"),
        ("Best two", 11, 14, ""),
        ("Best two", 11, 16, "14, not 16"),
        ("合计", 14, 16, "13, not 14"),
        ("Total", 14, 18, ""),
        ("Rank", 1, 2, ""),
    ],
)
def test_a_total_at_the_end_of_a_row_is_held_against_the_others(title: str, ana: int, bo: int, told: str) -> None:
    findings = found("M325", [audited(NEW, SCORES.format(title=title, ana=ana, bo=bo))])
    assert [told in f.message for f in findings] == ([True] if told else [])
    assert all(finding_in_chinese(f.message) for f in findings)


def test_a_time_of_a_row_that_was_changed_since_is_told() -> None:
    others = [f"The {thing} stands in the yard and is swept on Sundays." for thing in THINGS]
    log = doc(LOG, "Watch time from 40 to 45 minutes.", *others * 3)
    table = "# Court\n\n| Matter | Here |\n|---|---|\n| Watch | one lamp inside forty minutes |\n"
    (finding,) = found("M324", [audited(NEW, table), log])
    assert "40 was changed to 45" in finding.message
    assert not found("M324", [audited(NEW, table.replace("forty", "forty-five").replace("forty-five", "45")), log])
    assert not found("M324", [audited(NEW, table.replace("Watch", "Bell")), log])


COURT = (
    "The gate is shut at dusk by the keeper.",
    "A cart waits outside until the morning bell.",
    "Every guard carries 12 ropes on a patrol.",
    "The keeper sleeps in the lower tower.",
    "Nobody feeds the geese of the court.",
    "Lanterns burn until the oil is gone.",
    "The well belongs to the whole street.",
)
HOF = (
    "黄昏时由守灯人把大门关上。",
    "马车在门外等到早晨的钟声。",
    "每名卫兵巡逻时带 {} 根绳子。",
    "守灯人睡在下面的塔楼里。",
    "谁也不许喂院子里的鹅。",
    "灯笼一直烧到油用完为止。",
    "水井归整条街的人共用。",
)


def _lying_alike(*documents: Audited) -> dict[str, object]:
    """Vectors by which the passages of the documents lie nearest each other in their order."""
    vectors = {}
    for n, document in enumerate(documents):
        told = [p for p in document.document.passages if p.kind != "heading"]
        for number, passage in enumerate(told):
            vectors[passage.id] = np.eye(24, dtype=np.float32)[number] + 0.1 * np.eye(24, dtype=np.float32)[20 + n]
    return {"vectors": lambda: vectors}


def test_a_number_that_a_translation_gives_otherwise_is_told() -> None:
    english = doc(NEW, *COURT)
    wrong, right = (doc(ZH, *(line.format(count) for line in HOF)) for count in (10, "十二"))
    (finding,) = found("M323", [english, wrong], **_lying_alike(english, wrong))
    assert "10" in finding.message and "12" in finding.message and finding_in_chinese(finding.message)
    assert {p.source for p in finding.places} == {"new", "zh"}
    assert not found("M323", [english, right], **_lying_alike(english, right))
    assert not found("M323", [english, wrong]), "no vectors are built"


def test_a_bound_that_a_translation_turns_round_is_told() -> None:
    english = doc(NEW, *(line.replace("carries 12", "carries at most 12") for line in COURT))
    for said, told in (("至少 12", 1), ("最多 12", 0), ("12", 0)):
        chinese = doc(ZH, *(line.format(said) for line in HOF))
        findings = found("M332", [english, chinese], **_lying_alike(english, chinese))
        assert len(findings) == told
        assert all(finding_in_chinese(f.message) and finding_in_chinese(f.hint) for f in findings)
    years = doc(ZH, *(line.format(120) for line in HOF))
    assert not found("M323", [english, years], **_lying_alike(english, years)), "ten times as many count something else"
    short = doc(ZH, *(line.format(10) for line in HOF[2:6]))
    assert not found("M323", [english, short], **_lying_alike(english, short)), "too little for a translation"


THINGS = ("gate", "well", "bench", "cart", "tower", "bell", "goose")
LOG = Source(id="log", file="changelog.md", title="Change log", lang="en", format="markdown")


@pytest.mark.parametrize(
    "change",
    [
        "The oil ration of a lantern goes from 40 cups to 30 cups a week.",
        "A lantern has an oil ration of 30 cups instead of 40.",
        "A lantern has an oil ration of 30 cups in place of 40.",
        "The oil ration of a lantern is 30 cups. It had been 40 cups.",
        "The oil ration of a lantern is 30 cups; it used to be 40.",
        "The oil ration of a lantern is 30 cups, before it was 40.",
    ],
)
def test_a_value_that_was_changed_since_is_told(change: str) -> None:
    others = [f"The {thing} stands in the yard and is swept on Sundays." for thing in THINGS]
    log = doc(LOG, change, *others * 3)
    (finding,) = found("M324", [doc(NEW, "The oil ration of each lantern is 40 cups."), log])
    assert "40 was changed to 30" in finding.message and finding_in_chinese(finding.message)
    assert [p.source for p in finding.places] == ["new", "log"]
    for sound in ("is 30 cups", "was 40 cups until May", "is 30 cups, the least 40 drops", "is 40 pounds"):
        assert not found("M324", [doc(NEW, f"The oil ration of each lantern {sound}."), log])
    assert not found("M324", [doc(NEW, "A cart holds 40 cups."), log]), "something else has that many"
    back = doc(LOG, change, "The oil ration of a lantern goes from 30 cups to 40 cups a week.", *others * 3)
    assert not found("M324", [doc(NEW, "The oil ration of each lantern is 40 cups."), back]), "changed back"


def test_a_value_of_the_row_that_bears_its_name_is_told() -> None:
    minutes = Source(id="huiyi", file="huiyi.txt", title="例会纪要", lang="zh", format="zh-notes")
    others = [f"{thing}放在院子里，星期天打扫。" for thing in ("大门", "水井", "长凳", "马车", "塔楼", "钟", "鹅")]
    log = doc(minutes, "灯油上限由 6 杯改为 7 杯。", *others * 3)
    table = "# 术语\n\n| 词 | 意思 |\n|---|---|\n| 灯油上限 | 夜里多于 {} 杯时倒掉 |\n"
    glossary = replace(NEW, lang="zh", supersedes=())
    (finding,) = found("M324", [audited(glossary, table.format(6)), log])
    assert "6 was changed to 7" in finding.message
    assert not found("M324", [audited(glossary, table.format(7)), log])
    compared = "# 术语\n\n| 词 | 别处 | 这里 |\n|---|---|---|\n| 灯油上限 | 6 杯 | 7 杯 |\n"
    assert not found("M324", [audited(glossary, compared), log]), "the row has the new value too"


def test_a_value_changed_in_chinese_minutes_is_told() -> None:
    minutes = Source(id="huiyi", file="huiyi.txt", title="例会纪要", lang="zh", format="zh-notes")
    others = [f"{thing}放在院子里，星期天打扫。" for thing in ("大门", "水井", "长凳", "马车", "塔楼", "钟", "鹅")]
    log = doc(minutes, "灯笼的油量上限由 40 杯改为 30 杯。", *others * 3)
    (finding,) = found("M324", [doc(ZH, "每个灯笼的油量上限是 40 杯。"), log])
    assert "40 was changed to 30" in finding.message
    assert not found("M324", [doc(ZH, "每个灯笼的油量上限是 30 杯。"), log])
    assert not found("M324", [doc(ZH, "灯笼的油量上限原来是 40 杯。"), log])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A match is moved once, if the keepers agree and tell the court in good time.", True),
        ("对灯油有疑问，及时向守灯人提出。过后不改。", True),
        ("Keepers must tell the court in good time. That is two days before.", False),
        ("对灯油有疑问，及时向守灯人提出，即 30 分钟以内。过后不改。", False),
        ("守灯人没有及时提出，也不要紧，过后可以改。", False),
        ("The lamp is lit in good time.", False),
    ],
)
def test_a_deadline_that_nobody_can_tell_is_told(text: str, told: bool) -> None:
    findings = found("M333", [doc(ZH if "。" in text else NEW, text)])
    assert bool(findings) is told
    assert all(finding_in_chinese(f.message) and finding_in_chinese(f.hint) for f in findings)


def test_a_change_told_in_two_columns_is_a_change() -> None:
    others = [f"The {thing} stands in the yard and is swept on Sundays." for thing in THINGS]
    rows = "| Clause | Before | Now |\n|---|---|---|\n| 6.4 | at most four wicks in a lantern chain | at most three |\n"
    log = audited(LOG, f"# Log\n\n{rows}\n" + "\n\n".join(others * 3) + "\n")
    asked = "# Questions\n\n**How long may a chain of wicks in a lantern get?**\n\nFour wicks, counting the first.\n"
    (finding,) = found("M324", [audited(NEW, asked), log])
    assert "4 was changed to 3" in finding.message and finding_in_chinese(finding.message)
    assert not found("M324", [audited(NEW, asked.replace("Four", "Three")), log])


def test_a_value_beside_the_clause_that_was_changed_is_told_whatever_it_is_called() -> None:
    others = [f"{thing}放在院子里，星期天打扫。" for thing in ("大门", "水井", "长凳", "马车", "塔楼", "钟", "鹅")]
    log = doc(replace(LOG, lang="zh"), "规则 2.6.1：手里灯笼的上限由 7 盏改为 8 盏。", *others * 3)
    for said, told in (
        ("多于 7 盏的熄到 7 盏（规则 2.6.1）。", 1),
        ("多于 8 盏的熄到 8 盏（规则 2.6.1）。", 0),
        ("多于 7 盏的熄到 7 盏（规则 2.6.2）。", 0),
    ):
        assert len(found("M324", [doc(ZH, said), log])) == told


@pytest.mark.parametrize(
    "said",
    [
        "旧称「油点」一律改叫「油数」。旧词不再使用。",
        "“油点”改称“油数”。",
        "| 名称 | 意思 | 已停用的旧称 |\n|---|---|---|\n| 油数 | 灯里有多少油 | 油点 |\n",
        "| 什么 | 原来 | 现在 |\n|---|---|---|\n| 油的叫法 | 油点 | 油数 |\n",
    ],
)
def test_a_name_that_was_replaced_and_is_still_used_is_told(said: str) -> None:
    log = audited(replace(LOG, lang="zh"), f"# 更新\n\n{said}\n")
    (finding,) = found("M331", [doc(ZH, "灯笼的油点变成零就灭。"), log])
    assert "油数" in finding.message and finding_in_chinese(finding.message) and finding_in_chinese(finding.hint)
    assert not found("M331", [doc(ZH, "灯笼的油数变成零就灭。"), log])
    assert not found("M331", [doc(ZH, "油点是油数的旧称。"), log])


def test_an_old_name_in_english_is_told_but_no_common_word() -> None:
    log = doc(LOG, 'The pile of wicks was called "jetsam" before the Fourth Edition.', 'Once the keepers "shake the boots".')
    (finding,) = found("M331", [doc(NEW, "All burnt wicks go to the jetsam."), log])
    assert finding.message == "“jetsam” is an old name." and finding_in_chinese(finding.message)
    assert not found("M331", [doc(NEW, *["Whoever likes may look at the jetsam."] * 5), log])
    assert not found("M331", [doc(NEW, "They shake the boots."), log])


ACCOUNTS = """
| Item | Pounds |
|---|---|
| In the box | 40.00 |
| Oil sold | 186.00 |
| Wicks | 90.50 |
| **{label}** | **{total}** |
"""


@pytest.mark.parametrize("label", ["Total income", "Income", "合计"])
def test_a_total_that_its_rows_do_not_come_to_is_told(label: str) -> None:
    (finding,) = found("M325", [audited(NEW, ACCOUNTS.format(label=label, total="286.50"))])
    assert "276.5, not 286.5" in finding.message and finding_in_chinese(finding.message)
    assert finding.lines == Lines(7, 7)
    for sound in ("276.50", "316.50", "12.00"):
        assert not found("M325", [audited(NEW, ACCOUNTS.format(label=label, total=sound))])
    assert not found("M325", [audited(NEW, ACCOUNTS.format(label="Price of a lantern", total="286.50"))])
    columns = "    Oil sold       186.00\n    Wicks           90.50\n    ---------------------\n    Total          286.50\n"
    assert [f.lines for f in found("M325", [audited(NEW, columns)])] == [Lines(4, 4)]


def test_a_total_in_a_table_whose_rows_are_no_lines_is_told() -> None:
    page = "<table><tr><th>Item</th><th>Cups</th></tr>{}</table>"
    rows = "".join(f"<tr>\n<td>{a}</td>\n<td>{b}</td>\n</tr>\n" for a, b in (("Lamp", 6), ("Wick", 5), ("Bell", 8)))
    source = replace(NEW, file="page.html", format="html")
    wrong, right = (page.format(f"{rows}<tr>\n<td>Total</td>\n<td>{n}</td>\n</tr>") for n in (18, 19))
    (finding,) = found("M325", [audited(source, wrong)])
    assert "19, not 18" in finding.message
    assert not found("M325", [audited(source, right)])


def test_every_meaning_check_has_a_test() -> None:
    said = Path(__file__).read_text(encoding="utf-8")
    codes = [c for c, check in all_checks().items() if check.family == "meaning"]
    assert codes and all(f'"{code}"' in said for code in codes)


@cache
def _real_findings() -> list[Finding]:
    documents: list[Audited] = []
    for name in IDS:
        document = real(name)
        analysed = list(analyse(document.passages))
        mentions = tuple(m for one in analysed for m in one.mentions)
        documents.append(Audited(read=ReadDocument(document=document, mentions=mentions, statements=extract(analysed))))
    corpus = Corpus(
        documents=tuple(documents),
        rules=tuple(load_rules()),
        concepts=tuple(load_glossary()),
        timings=tuple(load_timings()),
    )
    codes = [c for c, check in all_checks().items() if check.family in ("evidence", "meaning")]
    return audit(corpus, codes=codes)


@pytest.mark.slow
def test_recall_on_the_real_documents() -> None:
    gold = SHARED / "audit_dev.jsonl"
    if not gold.exists():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"{gold} is missing: set RULINGS_EXAM_DIR")
    spec = importlib.util.spec_from_file_location("audit_score", SHARED / "audit_score.py")
    assert spec and spec.loader
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    reported = [
        {"family": f.family, "places": [{"file": p.file, "lines": list(p.lines)} for p in f.places]} for f in _real_findings()
    ]
    entries = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    hits = {
        kind: [any(score.touched(e, r) for r in reported) for e in entries if e["class"] == kind]
        for kind in ("evidential", "semantic")
    }
    assert (len(hits["evidential"]), len(hits["semantic"])) == (7, 55)
    assert sum(hits["evidential"]) / 7 >= 0.8
    assert sum(hits["semantic"]) / 55 >= 0.7


@pytest.mark.slow
def test_an_editor_is_not_flooded() -> None:
    findings = _real_findings()
    assert sum(f.family == "evidence" for f in findings) <= 80
    assert 150 <= sum(f.family == "meaning" for f in findings) <= 255
    assert all(1 <= len(f.places) <= 4 and all(p.lines.last - p.lines.first < 15 for p in f.places) for f in findings)
