"""Vectors of eight bits: products close to those of the floats, whatever the number of rows."""

from __future__ import annotations

import numpy as np
import pytest

from kb.index.quantised import quantised
from kb.index.vectors import unit


@pytest.mark.parametrize("rows", [0, 1, 7, 2047, 2048, 2049, 5000])
def test_products_are_those_of_the_floats_to_two_thousandths(rows: int) -> None:
    rng = np.random.default_rng(rows)
    vectors = unit(rng.normal(size=(rows, 384)).astype(np.float32))
    asked = unit(rng.normal(size=384).astype(np.float32))
    held = quantised(vectors)
    assert len(held) == rows and held.codes.dtype == np.int8
    assert np.allclose(held @ asked, vectors @ asked, atol=2e-3)
    assert np.allclose(held.floats(), vectors, atol=2e-3)


def test_a_row_of_zeros_is_like_nothing() -> None:
    held = quantised(np.zeros((3, 8), dtype=np.float32))
    assert not (held @ np.ones(8, dtype=np.float32)).any() and not held.floats().any()
