"""Vectors of eight bits: products close to those of the floats, whatever the number of rows."""

from __future__ import annotations

import numpy as np
import pytest

from kb.index.packed import ROWS, Packed
from kb.index.quantised import MANY, OFTEN, products, quantised
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


@pytest.mark.parametrize("dim", [192, 384])
@pytest.mark.parametrize("rows", [1, ROWS - 1, ROWS, 2 * ROWS + 3])
def test_products_of_vectors_laid_out_are_the_same(rows: int, dim: int) -> None:
    rng = np.random.default_rng(rows)
    held = quantised(unit(rng.normal(size=(rows, dim)).astype(np.float32)))
    packed = Packed(held.codes)
    for asked in (unit(rng.normal(size=dim).astype(np.float32)), np.eye(dim, dtype=np.float32)[3], np.zeros(dim, np.float32)):
        assert np.allclose(packed.products(asked), products(held.codes, asked), rtol=0, atol=3e-4)


def test_vectors_that_are_asked_for_often_are_laid_out_and_those_of_one_question_or_another_size_are_not() -> None:
    rng = np.random.default_rng(0)
    many, few, odd = (
        quantised(rng.normal(size=size).astype(np.float32)) for size in ((MANY, 192), (MANY - 1, 192), (MANY, 100))
    )
    for held in (many, few, odd):
        asked = rng.normal(size=held.codes.shape[1]).astype(np.float32)
        first = held @ asked
        for _ in range(OFTEN - 1):
            held @ asked
        assert held._asked.packed is None
        assert np.allclose(held @ asked, first, rtol=0, atol=1e-4)
    assert many._asked.packed and not few._asked.packed and not odd._asked.packed
