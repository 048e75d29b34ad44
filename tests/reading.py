"""What a reader made of a document, as text that a person can check line by line, and comparison with golden files."""

from __future__ import annotations

import difflib
from pathlib import Path
from types import ModuleType

import pytest

from ingest.segment import coverage
from kb.model import Document, Lang, Lines, Source

GOLDEN = Path(__file__).parent / "golden"


def read_golden(reader: ModuleType, name: str, lang: Lang = "en") -> Document:
    """The golden input of that name as the reader reads it."""
    return reader.read(Source(id="doc", file=name, title="t", lang=lang), (GOLDEN / name).read_bytes())


def check_golden(document: Document, name: str) -> None:
    """Fail with a diff unless the document's dump equals the expected file, or if there is none."""
    path = GOLDEN / name
    if not path.exists():
        pytest.fail(f"{path} is missing: write the expected output by hand or check it line by line, then add it")
    want, got = path.read_text(encoding="utf-8").splitlines(), dump(document).splitlines()
    if want != got:
        pytest.fail("\n".join(difflib.unified_diff(want, got, name, "read", lineterm="", n=1)))


def check_whole(document: Document) -> None:
    """Fail unless the passages partition the text, are named once each and name only what exists."""
    assert coverage(document.text, document.passages)[0] == 1.0
    ids = [p.id for p in document.passages]
    references = [r.id for r in document.references]
    assert len(set(ids)) == len(ids)
    assert len(set(references)) == len(references)
    known = set(references)
    end, line, names = 0, 1, set(ids)
    for p in document.passages:
        raw = document.text[p.span.start : p.span.end]
        assert raw == raw.strip() != ""
        assert p.span.start >= end
        line += document.text.count("\n", end, p.span.start)
        assert p.lines == (line, line + raw.count("\n"))
        end, line = p.span.end, p.lines.last
        assert p.text or p.kind == "boilerplate"
        assert {p.parent, p.illustrates} - {None} <= names and p.id not in (p.parent, p.illustrates)
        assert set(p.references) <= known


def dump(document: Document) -> str:
    """One line per passage, then what else it holds. A passage is named by its first line and, if needed, a letter."""
    names: dict[str, str] = {}
    for passage in document.passages:
        number = sum(p.lines.first == passage.lines.first for p in document.passages[: len(names)])
        names[passage.id] = f"{passage.lines.first}{'abcdefghijklmnop'[number - 1] if number else ''}"
    out: list[str] = []
    for p in document.passages:
        facts = [
            f"under {names[p.parent]}" if p.parent else "",
            f"illustrates {names[p.illustrates]}" if p.illustrates else "",
            f"row {' / '.join(p.row_headers)}" if p.row_headers else "",
            f"column {' / '.join(p.col_headers)}" if p.col_headers else "",
            f"page {p.page}" if p.page else "",
            f"mark {p.mark}" if p.mark else "",
            f"cites {' '.join(r.split(':ref:')[1] for r in p.references)}" if p.references else "",
        ]
        said = "; ".join(f for f in facts if f)
        out.append(f"{_lines(p.lines)} {p.kind} | {' > '.join(p.heading)} | {said} | {p.text}")
    for r in document.references:
        out.append(
            f"REFERENCE {_lines(r.lines)} | key {r.key or '-'} | {r.label} | {r.url} | archive {r.archive_url or '-'}"
            f" | page {r.page or '-'} | date {r.date or '-'} | official {r.official}"
        )
    for link in document.links:
        out.append(f"LINK {_lines(link.lines)} in {names[link.passage]} | {link.label} | {link.url} | {link.resolves}")
    for a in document.anchors:
        out.append(f"ANCHOR {_lines(a.lines)} | {a.name} | {'explicit' if a.explicit else 'heading'}")
    for i in document.images:
        out.append(f"IMAGE {_lines(i.lines)} | {i.url} | {i.alt}")
    for m in document.marks:
        out.append(f"MARK {_lines(m.lines)} in {names[m.passage]} | {m.mark}")
    return "\n".join(out) + "\n"


def _lines(lines: Lines) -> str:
    return str(lines.first) if lines.first == lines.last else f"{lines.first}-{lines.last}"
