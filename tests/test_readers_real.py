"""The five real documents: read whole, and what a careful eye found in them is there."""

from __future__ import annotations

import html
from collections import Counter

import pytest
from real_documents import IDS, at, at_kind, one, real

from ingest.readers._readable import readable
from ingest.segment import MAX_PASSAGE, coverage, split_sentences
from kb.model import PASSAGE_KINDS

BOILERPLATE = {
    "compendium": 0.25,
    "rulebook-v7": 0.05,
    "ocg-notes": 0.01,
    "compendium-early": 0.25,
    "wiki-damage-step": 0.25,
}
"""Most of a document that may be boilerplate."""


@pytest.mark.parametrize("source", IDS)
def test_every_character_is_in_exactly_one_passage(source: str) -> None:
    document = real(source)
    covered, boilerplate = coverage(document.text, document.passages)
    assert covered == 1.0
    assert boilerplate <= BOILERPLATE[source]
    ends = [p.span.end for p in document.passages]
    assert all(p.span.start >= end for p, end in zip(document.passages[1:], ends, strict=False))


@pytest.mark.parametrize("source", IDS)
def test_passages_are_short_whole_and_readable(source: str) -> None:
    document = real(source)
    for p in document.passages:
        assert p.kind in PASSAGE_KINDS
        assert document.text.count("\n", 0, p.span.start) + 1 == p.lines.first
        assert p.text or p.kind == "boilerplate"
        if len(p.text) > MAX_PASSAGE:
            assert len(split_sentences(document.text, p.span, readable)) == 1


@pytest.mark.parametrize("source", ("compendium", "rulebook-v7", "ocg-notes", "compendium-early"))
def test_readable_text_is_the_original_with_characters_deleted(source: str) -> None:
    document = real(source)
    for p in document.passages:
        raw = iter(html.unescape(document.text[p.span.start : p.span.end]))
        assert all(c in raw for c in p.text if not c.isspace()), (p.lines, p.text)


@pytest.mark.parametrize("source", IDS)
def test_ids_are_unique_and_everything_named_exists(source: str) -> None:
    document = real(source)
    ids = {p.id for p in document.passages}
    references = {r.id for r in document.references}
    assert len(ids) == len(document.passages)
    assert len(references) == len(document.references)
    for p in document.passages:
        assert {p.parent, p.illustrates} - {None} <= ids
        assert set(p.references) <= references
        assert p.kind != "example" or p.illustrates


@pytest.mark.parametrize(
    ("source", "line", "heading"),
    [
        ("compendium", 268, "Getting started > The Game Mat/Dueling Field > The field > Extra Monster Zone"),
        ("compendium", 2624, "Card text > Problem Solving Card Text (PSCT) > Conjunctives > 0 ATK/DEF, reduction, and"),
        ("compendium-early", 251, "Game mechanics > Turns > Damage Step > Cards/effects that can be activated during"),
        ("rulebook-v7", 372, "Summoning Monster Cards > ■ Set"),
        ("rulebook-v7", 378, "Summoning Monster Cards > ■ Flip Summon"),
        ("rulebook-v7", 487, "<< Spell Cards > Quick-Play Spell Cards"),
        ("rulebook-v7", 671, "Battle Phase > 2 Battle Step"),
        ("rulebook-v7", 694, "Main Phase 2"),
        ("rulebook-v7", 898, "■ Limited Cards"),
        ("rulebook-v7", 998, "Glossary > ● RANDOM"),
        ("ocg-notes", 465, "ygo规则 > 效果 > 场所的移动 > 破坏"),
        ("ocg-notes", 699, "ygo规则 > 游戏的进行 > 游戏准备 > 回合的流程 > 战斗阶段 > 战斗的卷回"),
        ("ocg-notes", 722, "ygo规则 > 游戏的进行 > 游戏准备 > 回合的流程 > 战斗阶段 > 伤害步骤 > 2. 伤害计算前"),
    ],
)
def test_heading_paths(source: str, line: int, heading: str) -> None:
    assert " > ".join(one(source, line).heading).startswith(heading)


def test_parts_of_cells_know_row_and_column() -> None:
    for source, line, mark in [("compendium-early", 169, "no"), ("compendium", 1702, None)]:
        cell = one(source, line)
        assert (cell.kind, cell.row_headers) == ("table-cell", ("Before damage calculation",))
        assert cell.col_headers == ("What can/cannot activate",)
        assert cell.mark == mark


def test_items_nested_in_a_cell_hang_under_their_item() -> None:
    for source, line, parent in [("compendium", 1767, 1739), ("compendium-early", 207, 198)]:
        item = one(source, line)
        assert (item.kind, item.row_headers) == ("bullet", ("After damage calculation",))
        assert item.parent == one(source, parent).id


def test_marks_stand_where_the_early_edition_has_them_and_are_lost_where_the_later_one_had_them() -> None:
    early, late = real("compendium-early"), real("compendium")
    assert Counter(m.mark for m in early.marks) == {"yes": 42, "no": 26}
    assert {m.mark for m in late.marks} == {None}
    lost = {m.lines.first for m in late.marks}
    assert {1682, 1711, 1804, 1891, 1893, 1924, 1934, 3132, 3150, 3197, 3239} <= lost
    assert not lost & {1675, 1936, 3151}
    assert one("compendium-early", 277).mark == "no"


def test_items_indented_by_a_spacer_nest_by_its_width() -> None:
    assert one("compendium-early", 273).parent == one("compendium-early", 271).id
    assert one("compendium-early", 271).parent == one("compendium-early", 257).id
    assert one("compendium", 1893).parent is None


def test_footnotes_and_listed_references_support_their_passages() -> None:
    document = real("compendium")
    references = {r.id: r for r in document.references}
    marked = [references[r] for r in one("compendium", 258).references]
    assert [(r.key, r.official, r.date) for r in marked] == [("extra_monster_zone-2", True, "2021")]
    listed = [references[r] for r in one("compendium", 260).references]
    assert [(r.key, r.page, r.official) for r in listed] == [("", "3-5", True), ("", "50-51", None)]
    archived = references["compendium:ref:sub-steps_of_the_damage_step-8"]
    assert archived.official is True and archived.archive_url.startswith("https://web.archive.org/web/2020")
    assert len(document.references) == len(at_kind(document, "reference"))


def test_links_into_the_document_know_whether_they_arrive() -> None:
    dead = [(link.lines.first, link.url) for link in real("compendium").links if link.resolves is False]
    assert dead == [(1063, "#properly_special_summon-1")]
    assert sum(link.resolves is True for link in real("compendium").links) > 250


def test_source_lines_of_the_early_edition_are_references_of_their_sections() -> None:
    document = real("compendium-early")
    urls = {r.id: r.url for r in document.references}
    assert [urls[r] for r in one("compendium-early", 308).references] == [
        "https://www.yugioh-card.com/en/play/2021_rules_update/"
    ]


def test_the_rulebook_gets_its_pages_from_its_table_of_contents() -> None:
    pages = {line: one("rulebook-v7", line).page for line in (94, 143, 372, 597, 724, 802, 842, 898, 998)}
    assert pages == {94: 2, 143: 4, 372: 16, 597: 26, 724: 34, 802: 37, 842: 39, 898: None, 998: 45}
    assert all(p.kind == "boilerplate" for p in real("rulebook-v7").passages if 15 <= p.lines.first <= 58)


def test_the_rulebook_s_chain_is_a_table_headed_by_its_links() -> None:
    cells = at(real("rulebook-v7"), 871, "table-cell")
    assert [c.row_headers for c in cells] == [("Chain Link 2",)] * 2
    assert cells[1].text == "Spell Speed 2"
    assert [c.col_headers for c in at(real("rulebook-v7"), 364, "table-cell")] == [("Level 5, 6",), ("Level 7 or higher",)]


def test_examples_of_the_notes_go_on_over_lines_and_illustrate_their_rule() -> None:
    example = one("ocg-notes", 19)
    assert (example.kind, example.lines) == ("example", (19, 20))
    assert example.illustrates == one("ocg-notes", 18).id
    assert one("ocg-notes", 10).lines == (10, 15)
    assert one("ocg-notes", 118).illustrates == one("ocg-notes", 116).id


def test_a_word_on_the_next_line_stays_with_its_sentence() -> None:
    assert one("compendium", 256).lines == (256, 257)
    assert one("compendium", 1460).lines == (1460, 1461)
    assert one("compendium", 1422).lines == (1422, 1423)
