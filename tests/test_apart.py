"""Files made to stall or burst a reader, the linker or the extractor end in a document or in one line, within their time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest import make
from ingest.apart import Apart
from ingest.registry import Registry
from ingest.remembered import Remembered
from kb.digest.load import sources_dir
from kb.errors import BadInput
from kb.lang.link import Linker
from kb.model import Document, Source

SECONDS = 20.0
NOWHERE = Path("/nowhere")
SPANS = "<table>" + "<tr>" + "<td colspan=9999 rowspan=9999>a" * 400 + "</table>"
HOSTILE = {
    "spans.html": f"<!doctype html><html><body>{SPANS}</body></html>",
    "scripts.html": "<!doctype html><html><body>" + "<script>" * 10_000,
    "brackets.md": "# A\n\n" + "[" * 100_000,
    "columns.md": "|" + "a|" * 5_000 + "\n|" + "-|" * 5_000 + "\n|" + "b|" * 5_000,
    "levels.md": "\n".join(" " * n + "- a" for n in range(600)),
    "stars.md": "**" * 20_000,
    "roles.rst": "A\n=\n\n" + "`a " * 6_000,
    "characters.txt": "灯" * 20_000,
    "terms.md": "# A\n\n" + "伤害步骤" * 5_000,
    "conditions.md": "# A\n\n" + "如果可以，" * 4_000,
    "quotation.md": "# A\n\n" + "「灯会亮。" * 4_000,
    "lines.txt": "a\n" * 10_000,
    "blanks.txt": "a" + " " * 20_000 + "b",
}


@pytest.fixture(scope="module")
def apart() -> Iterator[Apart]:
    with Apart(seconds=SECONDS) as one:
        yield one


def known() -> Remembered:
    return Remembered(NOWHERE, sources_dir())


def read(apart: Apart, name: str, text: str) -> Document:
    found = apart.identify(Path(name), text.encode(), Registry(), None, name)
    return apart.make(found.source, text.encode(), known()).document


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_ends_in_a_document_or_one_line(apart: Apart, name: str) -> None:
    started = time.monotonic()
    try:
        assert read(apart, name, HOSTILE[name]).passages
    except BadInput as error:
        assert str(error).startswith(f"{name}: ") and "\n" not in str(error)
    assert time.monotonic() - started < 4 * (SECONDS + len(HOSTILE[name]) / 5_000)
    assert read(apart, "next.md", "# Lamps\n\nA lamp is lit.\n").passages


def test_a_file_that_takes_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.apart._BYTES", 10**9)
    with Apart(seconds=0.001) as apart, pytest.raises(BadInput, match=r"^a\.rst: reading was ended, it took longer than"):
        apart.make(Source(id="a", file="a.rst", title="A", lang="en"), HOSTILE["roles.rst"].encode(), known())


def test_what_another_process_found_in_texts_is_known_here(apart: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    here, text = known(), "# Lamps\n\nA lamp of the Damage Step is lit.\n"
    made = apart.make(Source(id="a", file="a.md", title="A", lang="en"), text.encode(), here)
    passage = next(p for p in made.document.passages if "lit" in p.text)
    assert here.analysed.knows(f"en False {passage.text}")
    monkeypatch.setattr(Linker, "link", None)
    assert here.link(passage.text) == [m.target for m in made.annotated.mentions]


def test_a_document_of_too_many_passages_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "MOST_PASSAGES", 3)
    with pytest.raises(BadInput, match=r"^a\.md: 4 passages, 3 at most\. Split the file\.$"):
        make.make(Source(id="a", file="a.md", title="A", lang="en"), b"A lamp.\n\nB lamp.\n\nC lamp.\n\nD lamp.\n", known())


def test_a_document_whose_graph_this_machine_has_no_memory_for_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    source, text = Source(id="a", file="a.md", title="A", lang="en"), b"The Damage Step.\n\nThe Damage Step.\n"
    annotated = make.make(source, text, known()).annotated
    found = len(annotated.mentions) + len(annotated.statements)
    assert found > 1
    monkeypatch.setattr("os.sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 10}.__getitem__)
    with pytest.raises(BadInput, match=rf"^a\.md: {found} names and statements, 1 at most\. Split the file\.$"):
        make.make(source, text, known())
