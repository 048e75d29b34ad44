"""Streamlit's own scripts, compressed: its server sends them as they are, more than 2 MB before a first page is shown."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import Response
from streamlit import file_util

SCRIPTS = Path(file_util.get_static_dir()) / "static" / "js"
AT = "/static/js/"
"""Where Streamlit's document asks for them."""
KEPT = {"Cache-Control": "public, max-age=31536000, immutable", "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
LEVEL = 6
_packed: dict[str, bytes] = {}
"""By file name, which changes with the content; what is not packed yet is sent as it is."""


def pack(name: str) -> None:
    """Compresses a script for everybody who asks for it from now on."""
    if name not in _packed:
        _packed[name] = gzip.compress((SCRIPTS / name).read_bytes(), LEVEL, mtime=0)


class Packed:
    """ASGI middleware: scripts that are packed go to browsers that can read them; all else is passed on."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers, or passes on."""
        answer = _answer(scope) if scope["type"] == "http" else None
        await (answer or self._app)(scope, receive, send)


def _answer(scope: Any) -> Response | None:
    _, found, name = scope["path"].rpartition(AT)
    packed = _packed.get(name) if found and scope["method"] == "GET" else None
    if packed is None or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
        return None
    return Response(packed, media_type="text/javascript", headers=KEPT)


def packed_scripts() -> list[Middleware]:
    """What requests for scripts go through."""
    return [Middleware(Packed)]
