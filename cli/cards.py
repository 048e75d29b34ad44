"""`rulings check`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cli.options import Json
from kb.errors import BadInput


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("check")(check)


def check(
    jsonl: Annotated[Path, typer.Option("--jsonl", metavar="FILE", help="A card text a line; - for standard input.")],
    territory: Annotated[str, typer.Option("--territory", help="OCG or TCG.")] = "OCG",
    as_json: Json = True,
) -> int:
    """Judge card texts in a batch: may each effect be activated at every timing of the Damage Step?"""
    from cli.lines import read_lines
    from query.check import check_lines

    if territory not in ("OCG", "TCG"):
        raise BadInput(f"--territory {territory}: unknown. Give OCG or TCG.")
    bad = 0
    for row in check_lines(read_lines(jsonl), territory=territory):  # type: ignore[arg-type]
        bad += "error" in row
        print(json.dumps(row, ensure_ascii=False))
    return 2 if bad else 0
