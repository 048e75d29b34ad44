"""Where the keys of vectors stand."""

from pathlib import Path

import numpy as np

from kb.index.stored import Stored
from kb.index.vectors import Keys


def test_keys_are_found_by_all_of_their_bytes() -> None:
    keys = np.frombuffer(b"lampblue0001lampred_0002lampgrey0003", dtype=np.uint8).reshape(3, 12)
    found = Keys(keys).of([b"lampgrey0003", b"lampblue0001", b"lampblue0009", b"zzzzzzzz0000", b"aaaaaaaa0000"])
    assert found.tolist() == [2, 0, -1, -1, -1]
    assert len(Keys(keys)) == 3 and Keys(keys).of([]).tolist() == []


def test_no_keys_hold_nothing() -> None:
    assert Keys(np.zeros((0, 12), dtype=np.uint8)).of([b"lampblue0001"]).tolist() == [-1]


def test_what_is_let_go_of_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "numbers.npz"
    np.savez(path, row=np.arange(5000))
    stored = Stored(path)
    row = stored["row"]
    stored.let_go()
    assert row.tolist() == list(range(5000)) and stored["row"].sum() == row.sum()
