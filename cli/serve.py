"""`rulings serve`, `rulings mcp`: the knowledge base for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.app import check_free
from cli.options import Home, Sources
from kb.errors import BadInput
from kb.home import home_dir

MISSING = "{} needs more than is installed. Run `pip install 'duel-rulings[{}]'`."

Host = Annotated[
    str, typer.Option("--host", metavar="IP", help="Address to listen on; 0.0.0.0 lets other machines of the network ask.")
]
Port = Annotated[int, typer.Option("--port", metavar="N", min=1, max=65535, help="Port to listen on.")]
Workers = Annotated[int, typer.Option("--workers", metavar="N", min=1, max=64, help="Processes over the one snapshot.")]
Rate = Annotated[
    float,
    typer.Option("--rate", metavar="N", min=0, help="Requests a second of one asker, for each process; 0 for any number."),
]
Seconds = Annotated[float, typer.Option("--seconds", metavar="N", min=0.1, help="How long one answer may take.")]
Origin = Annotated[
    list[str] | None,
    typer.Option("--allow-origin", metavar="URL", help="A web page of another place that may ask; * for all. May be repeated."),
]
Words = Annotated[bool, typer.Option("--log-questions", help="Write what is asked to the log; left out by default.")]
Proxy = Annotated[
    str, typer.Option("--proxy", metavar="IP", help="A proxy in front, whose word is taken on who asks (X-Forwarded-For).")
]
EncoderName = Annotated[str, typer.Option("--encoder", help="Encoder id, or none for graph and BM25 alone.")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("serve")(serve)
    app.command("mcp")(mcp)


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    workers: Workers = 1,
    rate: Rate = 20,
    seconds: Seconds = 10,
    allow_origin: Origin = None,
    log_questions: Words = False,
    proxy: Proxy = "",
    encoder: EncoderName = "",
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Answer over HTTP, read-only, as JSON: ask, check, cards, terms, search, passages, graph (see /openapi.json)."""
    try:
        from serve.http import Settings
        from serve.run import Place, run
    except ImportError as error:
        raise BadInput(MISSING.format("serve", "serve")) from error
    from kb.digest.load import sources_dir

    check_free(host, port)
    place = Place(
        home=str(home_dir(home)),
        sources=str(sources_dir(sources)),
        encoder=encoder,
        host=host,
        port=port,
        workers=workers,
        proxy=proxy,
    )
    run(place, Settings(rate=rate, seconds=seconds, words=log_questions, origins=tuple(allow_origin or ())))
    return 0


def mcp(home: Home = None, sources: Sources = None, encoder: EncoderName = "") -> int:
    """Be a tool of an assistant: rulings over the Model Context Protocol, on standard input and output."""
    try:
        from serve.mcp import run
    except ImportError as error:
        raise BadInput(MISSING.format("mcp", "mcp")) from error
    run(Path(home_dir(home)), sources=sources, encoder=encoder or None)
    return 0
