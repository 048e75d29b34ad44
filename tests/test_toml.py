"""TOML read quickly, and tables as they are kept."""

import json

import pytest

from kb import toml
from kb.digest.read import _given, _taken


def test_what_is_no_toml_is_named_by_its_line() -> None:
    with pytest.raises(toml.TOMLDecodeError, match="line 2"):
        toml.loads("lamp = 1\nlamp = = 2\n")


def test_tables_of_bytes_come_back_as_they_were() -> None:
    tables = {"lamps": {"a": 1}, "rows": {"one": "灯".encode(), "none": b"", "two": b"lit\nout"}, "empty": {}}
    assert _taken(_given(tables)) == tables


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"{}\n", _given({"rows": {"one": b"lit"}})[:-1], json.dumps([1]).encode() + b"\n"]
)
def test_tables_that_are_not_whole_are_not_taken(data: bytes) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        _taken(data)
