"""Mended copies of documents, with a report and a patch, in a folder of their own."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.audit.corpus import Audited, Corpus
from kb.audit.mend.edits import Edit, edits_of
from kb.audit.run import identity
from kb.errors import BadInput
from kb.files import write_atomically
from kb.model import Finding

PATCH, REPORT = "mends.diff", "mends.md"
EXTRACTED = frozenset({".pdf", ".docx", ".docm", ".epub", ".json", ".jsonl"})
"""Files whose stored text is not the file itself: a line of it is no line of theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """One finding with what mends it."""

    finding: Finding
    edits: tuple[Edit, ...]


def mends(findings: Sequence[Finding], corpus: Corpus) -> list[Mended]:
    """What can be mended, in the order of the findings: no line is changed by two of them, the first has it."""
    taken: set[tuple[str, int]] = set()
    found = []
    for finding in findings:
        edits = tuple(e for e in edits_of(finding, corpus) if _is_the_file(corpus.by_source[e.source]))
        if edits and not any((e.source, e.line) in taken for e in edits):
            taken |= {(e.source, e.line) for e in edits}
            found.append(Mended(finding=finding, edits=edits))
    return found


def _is_the_file(audited: Audited) -> bool:
    return Path(audited.source.file).suffix.lower() not in EXTRACTED


def write_copies(folder: Path, found: Sequence[Mended], corpus: Corpus) -> list[Path]:
    """The files written: a copy of each document that is mended, the patch, the report.

    Raises BadInput if the folder has anything in it, so that nothing is overwritten, or cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BadInput(f"{folder}: is not empty. Give a new folder: nothing is overwritten.")
        changed = {d.source.id: d for d in corpus.documents if any(e.source == d.source.id for m in found for e in m.edits)}
        texts = {_name(d): mended_text(d, [e for m in found for e in m.edits if e.source == s]) for s, d in changed.items()}
        texts[PATCH] = "".join(patch(d, texts[_name(d)]) for d in changed.values())
        texts[REPORT] = report(found)
        for name, text in texts.items():
            write_atomically(folder / name, text.encode("utf-8", "surrogatepass"))
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written ({error.strerror or error}). Give another folder.") from error
    return [folder / name for name in texts]


def _name(audited: Audited) -> str:
    return Path(audited.source.file).name or f"{audited.source.id}.txt"


def mended_text(audited: Audited, edits: Sequence[Edit]) -> str:
    """The document with these lines changed and no others."""
    lines = list(audited.printed)
    for edit in edits:
        lines[edit.line - 1] = edit.after
    return "\n".join(lines)


def patch(audited: Audited, text: str) -> str:
    """A unified diff that `patch -p1` takes."""
    name = _name(audited)
    before, after = (t.splitlines(keepends=True) for t in (audited.document.text, text))
    made = difflib.unified_diff(before, after, f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in made)


def report(found: Sequence[Mended]) -> str:
    """What was mended, finding by finding."""
    lines = sum(len(m.edits) for m in found)
    told = [f"# Mends\n\n{len(found)} findings, {lines} lines. The documents themselves are as they were.\n"]
    for mended in found:
        f = mended.finding
        told.append(f"\n## {f.code} {identity(f)}\n\n{' '.join(f.message.split())}\n\n")
        told += [f"- {e.source}:{e.line}\n\n      {e.before.strip()}\n      {e.after.strip()}\n\n" for e in mended.edits[:20]]
        if len(mended.edits) > 20:
            told.append(f"- and {len(mended.edits) - 20} lines more\n")
    return "".join(told)
