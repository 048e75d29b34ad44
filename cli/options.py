"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Home = Annotated[
    Path | None,
    typer.Option(
        "--home",
        metavar="DIR",
        help="Where the built knowledge base lives (default: RULINGS_HOME, else the user's data folder).",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Sources = Annotated[
    Path | None,
    typer.Option("--sources", metavar="DIR", help="An editor's own sources folder instead of the bundled one."),
]
Store = Annotated[
    str,
    typer.Option(
        "--store",
        metavar="PLACE",
        help="Where the graph is kept: sparql:URL, a SPARQL 1.1 server, or local (default: RULINGS_STORE, else as built).",
    ),
]
AsOf = Annotated[
    str,
    typer.Option(
        "--as-of", metavar="DATE", help="Rules as they stood on a date: 2019, 2019-07 or 2019-07-13 (default: today)."
    ),
]
