"""Terms counted document by document come to the same as counted all at once, and are counted once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kb.cache import Cache
from kb.index.counts import Counts, count_terms, counted, joined

TEXTS = st.lists(st.lists(st.sampled_from(["ash", "bay", "cay", "灯", "油"]), max_size=6), max_size=5)


def same(one: Counts, other: Counts) -> bool:
    arrays = ("lengths", "rows", "terms", "counts")
    return one.vocabulary == other.vocabulary and all(np.array_equal(getattr(one, n), getattr(other, n)) for n in arrays)


@given(st.lists(TEXTS, max_size=4))
def test_parts_joined_are_the_whole(parts: list[list[list[str]]]) -> None:
    whole = joined(map(count_terms, parts))
    flat = count_terms([text for part in parts for text in part])
    assert whole.vocabulary == flat.vocabulary and np.array_equal(whole.lengths, flat.lengths)
    table = [sorted(zip(c.rows.tolist(), c.terms.tolist(), c.counts.tolist(), strict=True)) for c in (whole, flat)]
    assert table[0] == table[1]


def never() -> list[list[str]]:
    raise AssertionError("counted again")


def test_what_is_counted_is_kept_and_a_damaged_file_costs_time_only(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "counted", version="1")
    first = counted(cache, ["a lamp", "油灯"], lambda: [["lamp"], ["油灯", "油灯"]])
    assert same(counted(cache, ["a lamp", "油灯"], never), first)
    (kept,) = (path for path in (tmp_path / "cache").rglob("*") if path.is_file())
    kept.write_bytes(kept.read_bytes()[:-9])
    assert same(counted(cache, ["a lamp", "油灯"], lambda: [["lamp"], ["油灯", "油灯"]]), first)
    assert same(counted(None, ["a lamp"], lambda: [["lamp"]]), count_terms([["lamp"]]))
