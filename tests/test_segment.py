"""Segmentation: nothing lost, nothing twice, nothing cut in the middle of a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.segment import (
    MAX_PASSAGE,
    Block,
    LineIndex,
    content_hash,
    coverage,
    fold,
    gaps,
    is_markup,
    partition,
    slug,
    split_sentences,
)
from kb.model import Lines, Span

TEXTS = st.text(alphabet="ab .!?。！\n\t「」<br>|-#一二", max_size=120)


@st.composite
def texts_with_blocks(draw: st.DrawFn) -> tuple[str, list[Block]]:
    text = draw(TEXTS)
    edges = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    pairs = list(zip(edges[::2], edges[1::2], strict=False))
    return text, [Block(span=Span(a, b), kind="paragraph", heading=("T",)) for a, b in pairs]


@given(texts_with_blocks())
def test_passages_cover_every_non_space_character_exactly_once(case: tuple[str, list[Block]]) -> None:
    text, blocks = case
    passages = partition("s", "en", text, blocks)
    counts = [0] * len(text)
    for p in passages:
        for i in range(p.span.start, p.span.end):
            counts[i] += 1
    assert all(n == 1 for n, c in zip(counts, text, strict=True) if not c.isspace())
    assert max(counts, default=0) <= 1
    assert coverage(text, passages)[0] == 1.0


@given(texts_with_blocks())
def test_passages_come_in_order_trimmed_and_with_unique_ids(case: tuple[str, list[Block]]) -> None:
    text, blocks = case
    passages = partition("s", "en", text, blocks)
    assert list(passages) == sorted(passages, key=lambda p: p.span)
    assert len({p.id for p in passages}) == len(passages)
    for p in passages:
        raw = text[p.span.start : p.span.end]
        assert raw and raw == raw.strip()
        assert p.lines.first == text[: p.span.start].count("\n") + 1
        assert p.lines.last == text[: p.span.end].count("\n") + 1


def test_overlapping_blocks_are_a_fault_of_the_reader() -> None:
    blocks = [Block(span=Span(0, 5), kind="paragraph"), Block(span=Span(3, 8), kind="paragraph")]
    with pytest.raises(ValueError, match=r"s: block 1 \(3:8\) overlaps"):
        partition("s", "en", "abcdefgh", blocks)


def test_a_block_beyond_the_text_is_a_fault_of_the_reader() -> None:
    text = "abc"
    with pytest.raises(ValueError, match="leaves the text"):
        partition("s", "en", text, [Block(span=Span(0, 3), kind="paragraph"), Block(span=Span(2, 9), kind="paragraph")])


def test_what_no_block_covers_becomes_a_paragraph_under_the_heading_before_it() -> None:
    text = "Title\n\nforgotten words\n\n<br>\n"
    passages = partition("s", "en", text, [Block(span=Span(0, 5), kind="heading", heading=("Title",))])
    assert [(p.kind, p.heading, text[slice(*p.span)]) for p in passages] == [
        ("heading", ("Title",), "Title"),
        ("paragraph", ("Title",), "forgotten words\n\n<br>"),
    ]


def test_markup_between_blocks_is_boilerplate() -> None:
    text = "one <br> two"
    passages = partition("s", "en", text, [Block(span=Span(0, 3), kind="bullet"), Block(span=Span(9, 12), kind="bullet")])
    assert [p.kind for p in passages] == ["bullet", "boilerplate", "bullet"]


def test_a_block_without_a_word_to_read_is_boilerplate() -> None:
    passages = partition("s", "en", "***", [Block(span=Span(0, 3), kind="bullet")], clean=lambda raw: raw.strip("*"))
    assert [p.kind for p in passages] == ["boilerplate"]


def test_ids_name_source_heading_and_place_so_that_edits_elsewhere_do_not_move_them() -> None:
    text = "A\n\nx\n\nB\n\ny\n\nz"
    headings = {0: ("A",), 3: ("A",), 6: ("B & C",), 9: ("B & C",), 12: ("B & C",)}
    blocks = [Block(span=Span(i, i + 1), kind="paragraph", heading=h) for i, h in headings.items()]
    assert [p.id for p in partition("s", "en", text, blocks)] == ["s:a#1", "s:a#2", "s:b-c#1", "s:b-c#2", "s:b-c#3"]


def test_parents_and_examples_are_named_by_the_first_piece_of_a_split_block() -> None:
    long = "Lamps burn. " * 200
    text = long + "\nthe child"
    blocks = [
        Block(span=Span(0, len(long)), kind="paragraph"),
        Block(span=Span(len(long), len(text)), kind="example", parent=0, illustrates=0),
    ]
    passages = partition("s", "en", text, blocks)
    assert len(passages) > 2
    assert passages[-1].parent == passages[-1].illustrates == passages[0].id


@pytest.mark.parametrize(
    ("sentence", "joint"),
    [("A lamp burns for an hour. ", "."), ("灯可以点一个小时。", "。"), ("他说『灯要点着。』然后走了。", "。")],
)
def test_long_passages_are_cut_at_sentence_ends(sentence: str, joint: str) -> None:
    text = sentence * 300
    passages = partition("s", "en", text, [Block(span=Span(0, len(text)), kind="paragraph")])
    assert len(passages) > 1
    for p in passages:
        assert len(p.text) <= MAX_PASSAGE
        assert p.text.endswith(joint)
        assert p.text.startswith(sentence[:3])


def test_an_abbreviation_does_not_end_a_sentence() -> None:
    text = "Compare lamp vs. lamp, e.g. a red one vs. a blue one, with No. 5 in mind. " * 40
    parts = partition("s", "en", text, [Block(span=Span(0, len(text)), kind="paragraph")])
    assert len(parts) > 1
    for p in parts:
        assert p.text.startswith("Compare")


def test_line_ends_cut_only_what_has_no_sentence_ends() -> None:
    wrapped = "A lamp burns for an hour\nand then it goes out. " * 60
    pieces = split_sentences(wrapped, Span(0, len(wrapped)), fold)
    assert len(pieces) > 1
    assert all(wrapped[p.start : p.end].startswith("A lamp") for p in pieces)
    listed = "a line of a long list\n" * 120
    assert len(split_sentences(listed, Span(0, len(listed)), fold)) > 1


def test_a_sentence_longer_than_the_limit_stays_whole() -> None:
    text = "word " * 500 + "end."
    assert len(partition("s", "en", text, [Block(span=Span(0, len(text)), kind="paragraph")])) == 1


@given(TEXTS, st.integers(1, 30))
def test_split_pieces_join_up_to_the_span(text: str, limit: int) -> None:
    pieces = split_sentences(text, Span(0, len(text)), fold, limit)
    assert [p.start for p in pieces[1:]] == [p.end for p in pieces[:-1]]
    assert (pieces[0].start, pieces[-1].end) == (0, len(text))


def test_lines_are_counted_by_line_feeds_alone() -> None:
    text = "a\r\nb\u2028c\x0cd\ne"
    index = LineIndex(text)
    assert index.lines(Span(0, 1)) == Lines(1, 1)
    assert index.lines(Span(3, 8)) == Lines(2, 2)
    assert index.lines(Span(0, len(text))) == Lines(1, 3)


def test_gaps_are_what_spans_leave_over() -> None:
    assert gaps(" a b  c ", [Span(3, 4)]) == [Span(1, 2), Span(6, 7)]


@pytest.mark.parametrize("raw", ["<td align='center'></td>", "<!-- x -->", "| --- |", "  \n**", "&nbsp;"])
def test_markup_is_known(raw: str) -> None:
    assert is_markup(raw)


@pytest.mark.parametrize("raw", ["a", "<Name>灯", "灯", "3"])
def test_words_are_no_markup(raw: str) -> None:
    assert not is_markup(raw)


def test_slugs_keep_chinese_and_hashes_notice_a_change() -> None:
    assert slug("灯/油 & 芯") == "灯-油-芯"
    assert slug("!!") == "untitled"
    assert content_hash("a") != content_hash("b")
    assert len(content_hash("\ud800")) == 16


def test_an_empty_text_has_no_passages_and_counts_as_covered() -> None:
    assert partition("s", "en", " \n", []) == ()
    assert coverage(" \n", []) == (1.0, 0.0)
