"""`rulings doctor`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Home, Json, Sources

if TYPE_CHECKING:
    from ingest.doctor import Ailment


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("doctor")(doctor)


def doctor(
    mend_: Annotated[bool, typer.Option("--mend", help="Mend what can be mended; documents and decisions stay.")] = False,
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Look a home over: every kept file against its checksum, and what builds left behind.

    Exit status 1 if something is wrong.
    """
    from ingest.doctor import look_over, mend

    found = mend(home, sources=sources) if mend_ else look_over(home, sources=sources)
    if as_json:
        print(json.dumps([_row(a) for a in found], ensure_ascii=False))
        return 1 if found else 0
    for ailment in found:
        mark = "mend" if _mendable(ailment) else "hand"
        print(f"{mark}  {ailment.place}: {ailment.message}. {ailment.hint}".replace("..", "."))
    mendable = sum(map(_mendable, found))
    told = f"{len(found)} wrong, {mendable} of them mended by `rulings doctor --mend`" if found else "Nothing is wrong"
    print(f"{told}.")
    return 1 if found else 0


def _mendable(ailment: Ailment) -> bool:
    return bool(ailment.mend or ailment.rebuilt)


def _row(ailment: Ailment) -> dict[str, object]:
    return {
        "place": str(ailment.place),
        "message": ailment.message,
        "hint": ailment.hint,
        "mendable": _mendable(ailment),
    }
