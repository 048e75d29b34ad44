"""`rulings diff`: what a new edition changed."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Home, Json, Sources
from kb.errors import BadInput, UnknownName

if TYPE_CHECKING:
    from kb.audit.corpus import Audited
    from kb.audit.editions import Changed
    from kb.model import Passage


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("diff")(diff)


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A built source, or a file.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="A built source, or a file.")],
    json_: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Rules added, removed, changed and moved between two editions, by what they say."""
    files = [name for name in (old, new) if Path(name).is_file()]
    if len(files) == 1:
        raise BadInput(f"{files[0]} is a file, the other is none. Give two built sources or two files.")
    from kb.audit.editions import compare_editions

    one, other = _of_files(files, sources) if files else _built(old, new, home, sources)
    found = compare_editions(one, other)
    if json_:
        print(json.dumps([_json(c) for c in found], ensure_ascii=False, indent=1))
    else:
        _print(found, one, other)
    return 0


def _built(old: str, new: str, home: Path | None, sources: Path | None) -> tuple[Audited, Audited]:
    from kb.audit.corpus import read_corpus
    from kb.home import home_dir
    from kb.store.snapshot import open_current

    snapshot = open_current(home_dir(home))
    if snapshot is None:
        raise BadInput("diff: no documents are built. Run `rulings build FILE` first, or give two files.")
    with snapshot:
        known = read_corpus(snapshot, sources=sources).by_source
    for name in (old, new):
        if name not in known:
            raise UnknownName(f"{name}: neither a built source nor a file. Built: {', '.join(known)}.")
    return known[old], known[new]


def _of_files(files: Sequence[str], sources: Path | None) -> tuple[Audited, Audited]:
    """Both read as a build reads them, in a home that goes again."""
    from ingest.build import Order, build
    from kb.audit.corpus import read_corpus
    from kb.store.snapshot import open_current

    read: list[Audited] = []
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            build(Path(folder), Order(paths=(Path(file),), encoder="none"), sources=sources)
            snapshot = open_current(Path(folder))
            if snapshot is None:
                raise BadInput(f"{file}: nothing could be read in it. Give a document.")
            with snapshot:
                read.append(read_corpus(snapshot, sources=sources).documents[0])
    return read[0], read[1]


def _place(passage: Passage | None) -> dict[str, object] | None:
    if passage is None:
        return None
    heading, lines = list(passage.heading), list(passage.lines)
    return {"passage": passage.id, "lines": lines, "heading": heading, "kind": passage.kind, "text": passage.text}


def _json(changed: Changed) -> dict[str, object]:
    more = {"likeness": round(changed.likeness, 3), "polarity_turned": changed.polarity}
    return {"change": changed.change, "old": _place(changed.old), "new": _place(changed.new), **more}


def _print(found: Sequence[Changed], old: Audited, new: Audited) -> None:
    from kb.audit.editions import CHANGES
    from kb.reviews.difference import difference

    signs = {"added": "+", "removed": "-", "changed": "~", "moved": ">"}
    for c in found:
        shown = c.new or c.old
        lines = " → ".join(str(p.lines.first) for p in (c.old, c.new) if p)
        where = " > ".join(shown.heading[-2:]) if shown else ""
        print(f"{signs[c.change]} {c.change} {lines} {where}{' (turned round)' if c.polarity else ''}")
        if c.change == "changed" and c.old and c.new:
            one, other = difference(c.old.text, c.new.text)
            print("    - " + "".join(f"[{t}]" if m else t for t, m in one))
            print("    + " + "".join(f"[{t}]" if m else t for t, m in other))
        elif c.change == "moved" and c.old:
            print(f"    from {' > '.join(c.old.heading[-2:])}: {c.old.text[:120]}")
        elif shown:
            print(f"    {shown.text[:200]}")
    counts = Counter(c.change for c in found)
    print(f"{old.source.id} → {new.source.id}: " + ", ".join(f"{counts[c]} {c}" for c in CHANGES))
