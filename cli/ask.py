"""`rulings ask`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from cli.lines import check_readable, read_lines
from cli.options import Home, Json, Sources
from kb.errors import BadInput

if TYPE_CHECKING:
    from kb.model import Territory
    from query.engine import Engine


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("ask")(ask)


def ask(
    question: Annotated[
        list[str] | None, typer.Argument(help="The question, in English or Chinese; - reads standard input.")
    ] = None,
    jsonl: Annotated[
        Path | None, typer.Option("--jsonl", metavar="FILE", help='A question a line: {"id", "question"}; - for stdin.')
    ] = None,
    as_json: Json = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show how the answer was found.")] = False,
    territory: Annotated[str, typer.Option("--territory", help="OCG, TCG or both.")] = "both",
    encoder: Annotated[str, typer.Option("--encoder", help="Encoder id, or none for graph and BM25 alone.")] = "",
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Answer a rulings question with a verdict, the reason and the passages it rests on."""
    if territory not in ("OCG", "TCG", "both"):
        raise BadInput(f"--territory {territory}: unknown. Give OCG, TCG or both.")
    if (jsonl is None) == (not question):
        raise BadInput("ask: give one question, or --jsonl FILE with a question a line.")
    from query.engine import Engine, checked

    where = cast("Territory", territory)
    if jsonl is not None:
        check_readable(jsonl)
        return _batch(Engine.open(home, sources=sources, encoder=encoder or None, territory=where), jsonl, explain)
    text = " ".join(question or [])
    text = checked(sys.stdin.read() if text == "-" else text)
    answer = Engine.open(home, sources=sources, encoder=encoder or None, territory=where).ask(text)
    if as_json:
        from query.answer.contract import answer_json

        print(json.dumps(answer_json(answer, explain=True), ensure_ascii=False))
    else:
        from cli.show import show_answer

        show_answer(answer, explain=explain)
    return 0


def _batch(engine: Engine, path: Path, explain: bool) -> int:
    from query.answer.contract import answer_lines

    bad = 0
    for row, good in answer_lines(read_lines(path), engine.ask, explain=explain):
        bad += not good
        print(json.dumps(row, ensure_ascii=False), flush=True)
    return 2 if bad else 0
