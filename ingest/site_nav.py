"""The navigation of a MkDocs site: its pages in order, with the titles given there.

Of `mkdocs.yml` only `docs_dir` and the list under `nav` are read, line by line; what else it holds may be anything.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path

NAMES = ("mkdocs.yml", "mkdocs.yaml")
_MOST_BYTES = 1_000_000
_DOCS = re.compile(r"^docs_dir:\s*['\"]?([^'\"#\n]+?)['\"]?\s*(?:#.*)?$", re.M)
_PAGE = re.compile(
    r"^\s*-\s+(?:(?P<quote>['\"]?)(?P<title>[^'\"\n]*?)(?P=quote):\s+)?['\"]?(?P<page>[^'\"#:\n]+\.(?:md|markdown|html?))['\"]?"
    r"\s*(?:#.*)?$",
    re.I,
)


def navigation(folder: Path) -> Mapping[str, str]:
    """Of a folder's pages, by path in the folder and in the order of its navigation, the title; empty for one without title.

    Nothing where the folder is no such site or its file cannot be read.
    """
    for name in NAMES:
        try:
            with (folder / name).open("rb") as opened:
                text = opened.read(_MOST_BYTES).decode("utf-8", "replace")
        except OSError:
            continue
        docs = found[1].strip() if (found := _DOCS.search(text)) else "docs"
        pages: dict[str, str] = {}
        for page, title in _pages(text.splitlines()):
            pages.setdefault(posixpath.normpath(f"{docs}/{page.lstrip('/')}"), title)
        return pages
    return {}


def _pages(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every page under `nav`, with its title; sections are passed through."""
    start = next((n for n, line in enumerate(lines) if re.match(r"nav:\s*(?:#.*)?$", line)), len(lines))
    for line in takewhile(lambda line: not line.strip() or line[0] in " \t-#", lines[start + 1 :]):
        if match := _PAGE.match(line):
            yield match["page"].strip(), (match["title"] or "").strip()
