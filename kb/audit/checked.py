"""What the checks of single documents found, kept by document: an audit looks again only at documents that have changed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kb.audit.corpus import Corpus
from kb.audit.plain import from_row, to_row
from kb.audit.run import all_checks, in_document
from kb.cache import Cache, code_version
from kb.model import Finding

KIND = "checked"
"""Of the cache's entries."""
Found = Mapping[str, Sequence[Finding]]
"""By the check's code."""


def found_in_each(corpus: Corpus, home: Path, marks: Mapping[str, str], digest: str) -> dict[str, Found]:
    """By document, what every check that looks at one document alone, and is not off, finds in it: as kept, or else found now
    and kept.

    `marks` stand for what the documents say, by their ids; `digest` for what the sources folder says.
    """
    cache = Cache(home, KIND, version=f"{code_version('kb')} {digest}")
    alone = [c for c in all_checks().values() if not (c.across or c.off)]
    found: dict[str, Found] = {}
    for audited in corpus.documents:
        name = audited.source.id
        mark = f"{name}\0{marks[name]}"
        body = cache.get(mark)
        if body is None:
            found[name] = {c.code: some for c in alone if (some := in_document(c, corpus, audited))}
            cache.put(mark, _written(found[name]))
        else:
            found[name] = _read(body)
    return found


def _written(found: Found) -> bytes:
    rows = {code: [*map(to_row, some)] for code, some in found.items()}
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _read(body: bytes) -> Found:
    rows: dict[str, list[dict[str, Any]]] = json.loads(body.decode("utf-8", "surrogatepass"))
    return {code: [*map(from_row, some)] for code, some in rows.items()}
