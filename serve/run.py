"""A server process, or several over one snapshot: each opens it read-only and notices a build by itself."""

from __future__ import annotations

import json
import logging
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from kb.frugal import give_back_memory
from query.practice import practise_aside
from serve.http import Settings, make_app
from serve.keeper import Keeper

VARIABLE = "RULINGS_SERVE"
"""By which the processes of one server learn what to serve."""
CONNECTIONS = 800
"""Of one process at a time; more are told 503. A system lets a process have some 1,000 files open."""
os.environ.setdefault("OMP_NUM_THREADS", "1")
"""Read when the encoder is first loaded: threads of one question would wait for those of another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What is served, and where."""

    home: str
    sources: str
    encoder: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    proxy: str = ""
    """Address of a proxy whose word on who asks is taken; empty for none."""


def make() -> FastAPI:
    """The application of one process, as `run` was told."""
    give_back_memory()
    _log_lines()
    told = json.loads(os.environ[VARIABLE])
    place, settings = Place(**told["place"]), told["settings"]
    keeper = Keeper(Path(place.home), sources=Path(place.sources), encoder=place.encoder or None)
    practise_aside(keeper.current().engine)
    return make_app(keeper, Settings(**settings | {"origins": tuple(settings["origins"]), "beside": place.workers > 1}))


def run(place: Place, settings: Settings) -> None:
    """Serves until it is told to stop. What is built is opened once before, so that whatever is wrong with it is told here.

    Raises SnapshotError, BadSources or BadReview.
    """
    import uvicorn

    _log_lines()
    os.environ[VARIABLE] = json.dumps({"place": asdict(place), "settings": asdict(settings)})
    options: dict[str, Any] = {
        "host": place.host,
        "port": place.port,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "proxy_headers": bool(place.proxy),
        "forwarded_allow_ips": place.proxy or None,
        "timeout_graceful_shutdown": 10,
        "http": "serve.prompt:Prompt",
        "limit_concurrency": CONNECTIONS,
    }
    if place.workers > 1:
        uvicorn.run("serve.run:make", factory=True, workers=place.workers, **options)
    else:
        uvicorn.run(make(), **options)


def _log_lines() -> None:
    """Lines on standard error, of this server and of what is amiss elsewhere."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s")
    for handler in logging.getLogger().handlers:
        handler.setLevel(logging.INFO)
    for name in ("rulings.serve", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.INFO)
