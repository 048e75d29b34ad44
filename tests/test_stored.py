"""Arrays read where they lie in their archive."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kb.index.stored import Stored


def test_every_array_is_as_it_was_written(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    written = {
        "small": rng.integers(-127, 127, (13, 7), dtype=np.int8),
        "odd": rng.random((3, 5)).astype(np.float32),
        "turned": np.asfortranarray(rng.random((4, 6))),
        "name": np.array("lantern"),
        "number": np.array(7),
        "none": np.zeros((0, 4), dtype=np.float32),
    }
    path = tmp_path / "lamps.npz"
    np.savez(path, **written)
    stored = Stored(path)
    assert list(stored) == list(written) and len(stored) == len(written)
    for name, array in written.items():
        assert stored[name].dtype == array.dtype and np.array_equal(stored[name], array)
        assert stored[name].flags.aligned
    assert not stored["small"].flags.writeable
    with pytest.raises(KeyError):
        stored["wick"]


def test_what_cannot_be_read_in_place_is_refused(tmp_path: Path) -> None:
    packed, objects, other = tmp_path / "packed.npz", tmp_path / "objects.npz", tmp_path / "other.npz"
    np.savez_compressed(packed, lamp=np.zeros(100))
    np.savez(objects, lamp=np.array([{}], dtype=object))
    other.write_bytes(b"no archive of any kind")
    with pytest.raises(ValueError, match="compressed"):
        Stored(packed)["lamp"]
    with pytest.raises(ValueError, match="objects"):
        Stored(objects)["lamp"]
    with pytest.raises(ValueError, match=r"other\.npz"):
        Stored(other)
    with pytest.raises(OSError, match="missing"):
        Stored(tmp_path / "missing.npz")
