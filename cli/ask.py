"""`rulings ask`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from cli.lines import check_readable, read_lines
from cli.options import Home, Json, Sources
from kb.errors import BadInput
from kb.loading import loaded, loading

if TYPE_CHECKING:
    from collections.abc import Callable

    from kb.model import Territory
    from query.assistant.endpoint import Endpoint
    from query.engine import Engine
    from query.model import Answer

KEY = "RULINGS_READER_KEY"
"""Variable that holds the key of an assistant's endpoint, where it wants one."""
Reader = Annotated[
    str,
    typer.Option(
        "--reader",
        metavar="URL",
        help="Let an assistant read the passages found: an endpoint of OpenAI's protocol, which is sent question and passages. "
        f"Its key, if it wants one, in {KEY}.",
    ),
]
ReaderModel = Annotated[str, typer.Option("--reader-model", metavar="NAME", help="Its model; the first it lists if not given.")]
ReaderSeconds = Annotated[float, typer.Option("--reader-seconds", metavar="N", min=0.1, help="How long it may take.")]


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
    reader: Reader = "",
    reader_model: ReaderModel = "",
    reader_seconds: ReaderSeconds = 30,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Answer a rulings question with a verdict, the reason and the passages it rests on."""
    if territory not in ("OCG", "TCG", "both"):
        raise BadInput(f"--territory {territory}: unknown. Give OCG, TCG or both.")
    if (jsonl is None) == (not question):
        raise BadInput("ask: give one question, or --jsonl FILE with a question a line.")
    with loading():
        from kb.index.matching import load_ahead

        load_ahead()
        from query.engine import Engine, checked

    if home is not None and not home.exists():
        print(
            f"{home}: nothing is built there, so the digest alone answers. `rulings build PATH --home {home}` builds.",
            file=sys.stderr,
        )
    where = cast("Territory", territory)
    consulting = _reader(reader, reader_model, reader_seconds)
    if jsonl is not None:
        check_readable(jsonl)
        engine = Engine.open(home, sources=sources, encoder=encoder or None, territory=where)
        loaded()
        return _batch(_asker(engine, consulting), jsonl, explain)
    text = " ".join(question or [])
    text = checked(sys.stdin.read() if text == "-" else text)
    with loading():
        answer = _asker(Engine.open(home, sources=sources, encoder=encoder or None, territory=where), consulting)(text)
    if as_json:
        from query.answer.contract import answer_json

        print(json.dumps(answer_json(answer, explain=True), ensure_ascii=False))
    else:
        from cli.show import show_answer

        show_answer(answer, explain=explain)
    return 0


def _reader(url: str, model: str, seconds: float) -> Endpoint | None:
    """The assistant to consult; None if the user named none, and then nothing is sent anywhere."""
    if not url:
        return None
    from query.assistant.endpoint import Endpoint

    return Endpoint(url, model=model, key=os.environ.get(KEY, ""), seconds=seconds)


def _asker(engine: Engine, endpoint: Endpoint | None) -> Callable[[str], Answer]:
    """What answers a question: the engine, and the assistant after it if there is one."""
    if endpoint is None:
        return engine.ask
    from query.assistant.consult import consult

    return lambda text: consult(engine.ask(text), endpoint, engine.territory)


def _batch(ask: Callable[[str], Answer], path: Path, explain: bool) -> int:
    from query.answer.contract import answer_lines

    bad = 0
    for row, good in answer_lines(read_lines(path), ask, explain=explain):
        bad += not good
        print(json.dumps(row, ensure_ascii=False), flush=True)
    return 2 if bad else 0
