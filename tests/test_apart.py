"""Files made to stall or burst a reader end in a document or in one line, within their time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.apart import Apart
from ingest.registry import Registry
from kb.errors import BadInput
from kb.model import Document, Source

SECONDS = 5.0
SPANS = "<table>" + "<tr>" + "<td colspan=9999 rowspan=9999>a" * 400 + "</table>"
HOSTILE = {
    "spans.html": f"<!doctype html><html><body>{SPANS}</body></html>",
    "scripts.html": "<!doctype html><html><body>" + "<script>" * 10_000,
    "brackets.md": "# A\n\n" + "[" * 100_000,
    "columns.md": "|" + "a|" * 5_000 + "\n|" + "-|" * 5_000 + "\n|" + "b|" * 5_000,
    "levels.md": "\n".join(" " * n + "- a" for n in range(600)),
    "stars.md": "**" * 20_000,
    "roles.rst": "A\n=\n\n" + "`a " * 6_000,
}


@pytest.fixture(scope="module")
def apart() -> Iterator[Apart]:
    with Apart(seconds=SECONDS) as one:
        yield one


def read(apart: Apart, name: str, text: str) -> Document:
    found = apart.identify(Path(name), text.encode(), Registry(), None, name)
    return apart.read(found.source, text.encode())


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_ends_in_a_document_or_one_line(apart: Apart, name: str) -> None:
    started = time.monotonic()
    try:
        assert read(apart, name, HOSTILE[name]).passages
    except BadInput as error:
        assert str(error).startswith(f"{name}: ") and "\n" not in str(error)
    assert time.monotonic() - started < 4 * (SECONDS + len(HOSTILE[name]) / 20_000)
    assert read(apart, "next.md", "# Lamps\n\nA lamp is lit.\n").passages


def test_a_file_that_takes_too_long_says_so() -> None:
    with Apart(seconds=0.001) as apart, pytest.raises(BadInput, match=r"^a\.rst: reading was ended, it took longer than"):
        apart.read(Source(id="a", file="a.rst", title="A", lang="en"), HOSTILE["roles.rst"].encode())
