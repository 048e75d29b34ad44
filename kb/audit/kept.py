"""The audit of what is built, kept in the home: made once for documents and a digest, by the build or by whoever asks first."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from kb.audit.apart import of_snapshot
from kb.audit.checked import found_in_each
from kb.audit.corpus import Audited, Corpus, corpus_of, read_corpus, read_kept
from kb.audit.plain import from_row, to_row
from kb.audit.replies import HELD, Replies
from kb.audit.run import audit, ranked
from kb.cache import Cache, code_version
from kb.digest.load import digest_mark, sources_dir
from kb.graph.read import ReadDocument
from kb.loading import loading
from kb.model import Finding, Lines, Source
from kb.store.snapshot import Snapshot
from kb.worker import Worker

KIND = "audit"
"""Of the cache's entries."""


@dataclass(frozen=True, kw_only=True)
class Made:
    """An audit by every check that is not off."""

    corpus: Corpus
    """A document that was not read for it is read from the snapshot when it is first asked for more than its lines: hold the
    snapshot open as long."""
    findings: tuple[Finding, ...]
    told: str = ""
    """One line: why it had to be made, and how long that took; empty if it was opened as kept."""


class Reopened(Audited):
    """A document of a kept audit: source, lines and hashes at hand, the rest read when it is asked for."""

    def __init__(self, kept: Mapping[str, Any], read: Callable[[], ReadDocument]) -> None:
        self._kept: Mapping[str, Any]
        self._read: Callable[[], ReadDocument]
        object.__setattr__(self, "_kept", kept)
        object.__setattr__(self, "_read", read)

    @cached_property
    def read(self) -> ReadDocument:
        """The document with its mentions and statements. Raises SnapshotError if the graph is damaged."""
        return self._read()

    @cached_property
    def source(self) -> Source:
        """What is known of it."""
        row = self._kept["source"]
        return Source(**{**row, "supersedes": tuple(row["supersedes"])})

    @cached_property
    def printed(self) -> tuple[str, ...]:
        """Its lines as printed."""
        return tuple(self._kept["lines"])

    @cached_property
    def hashes(self) -> Mapping[str, str]:
        """Of every passage's text, by id."""
        return dict(self._kept["hashes"])

    def passage_at(self, lines: Lines) -> str:
        """The id of the longest passage that touches these lines; empty if none does."""
        known = self._kept["at"].get(_range(lines))
        return str(known) if known is not None else super().passage_at(lines)


def open_audit(
    snapshot: Snapshot,
    home: Path,
    *,
    sources: Path | None = None,
    progress: Callable[[str, int, int], None] | None = None,
    seconds: float | None = None,
    worker: Worker | None = None,
) -> Made:
    """The audit of a snapshot of a home: what is kept, or else made now, kept, and said in `told`.

    A kept one that is damaged is made again, in the process of the `worker`, if one is given. Raises SnapshotError if the
    graph is damaged, BadSources if the digest is wrong, AuditEnded if it has to be made and takes longer than `seconds`, or
    than the documents give it if that is None.
    """
    folder = sources_dir(sources)
    cache, mark = Cache(home, KIND, version=code_version("kb")), audit_mark(snapshot, folder)
    body = cache.get(mark)
    if body is not None:
        return _opened(_parsed(body), snapshot, folder, home)
    why = "what was kept is damaged" if cache.holds(mark) else "none is kept for these documents and this digest"
    began = time.monotonic()
    if progress:
        progress("Looking for what is wrong in the documents", 0, 1)
    body = of_snapshot(_made, snapshot, seconds, worker, folder, home)
    cache.put(mark, body)
    took = time.monotonic() - began
    then = "and kept" if cache.get(mark) is not None else f"but {cache.folder} cannot be written"
    return _opened(_parsed(body), snapshot, folder, home, told=f"{why}: made in {took:.1f} s, {then}.")


def _made(snapshot: Snapshot, folder: Path, home: Path) -> bytes:
    """An audit as it is kept."""
    with loading():
        corpus = read_corpus(snapshot, sources=folder, home=home)
        known = found_in_each(corpus, home, snapshot.manifest.graphs, digest_mark(folder))
        return _written(corpus, with_held(audit(corpus, known=known), corpus, Replies(home, folder)))


def with_held(findings: Iterable[Finding], corpus: Corpus, replies: Replies) -> list[Finding]:
    """The findings with what the statements say against the rules (M326), as far as these were replied to."""
    others = [f for f in findings if f.code != HELD]
    return ranked([*others, *audit(replace(corpus, ask=replies.get), codes=(HELD,))]) if replies else others


def keep_held(snapshot: Snapshot, home: Path, folder: Path, made: Made, replies: Replies) -> Made:
    """The audit with what the statements say against the rules, kept as such: whoever opens it next, sees it."""
    findings = with_held(made.findings, made.corpus, replies)
    cache = Cache(home, KIND, version=code_version("kb"))
    cache.put(audit_mark(snapshot, folder), _written(made.corpus, findings))
    return replace(made, findings=tuple(findings))


def audit_mark(snapshot: Snapshot, folder: Path) -> str:
    """Stands for everything that an audit looks at: the graphs of the documents, their vectors, and the digest of a sources
    folder."""
    graphs = snapshot.manifest.graphs
    parts = [
        digest_mark(folder),
        f"{snapshot.manifest.encoder} {len(snapshot.manifest.extra)}",  # one more where no vector is left to be made
        *(f"{name}\0{graphs.get(name, '')}" for name in sorted(snapshot.manifest.sources)),
    ]
    return hashlib.sha256("\1".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _written(corpus: Corpus, findings: Iterable[Finding]) -> bytes:
    told = list(findings)
    documents = [
        {
            "source": asdict(d.source),
            "lines": d.printed,
            "hashes": d.hashes,
            "at": {
                _range(p.lines): d.passage_at(p.lines)
                for f in told
                for p in f.places
                if p.source == d.source.id and not p.passage
            },
        }
        for d in corpus.documents
    ]
    body = {"findings": [*map(to_row, told)], "documents": documents}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _parsed(body: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(body.decode("utf-8", "surrogatepass"))
    return found


def _opened(kept: Mapping[str, Any], snapshot: Snapshot, folder: Path, home: Path, *, told: str = "") -> Made:
    documents = tuple(Reopened(d, partial(read_kept, snapshot, home, d["source"]["id"])) for d in kept["documents"])
    return Made(corpus=corpus_of(documents, folder), findings=tuple(map(from_row, kept["findings"])), told=told)


def _range(lines: Lines) -> str:
    return f"{lines.first}-{lines.last}"
