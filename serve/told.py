"""A line for every request: what kind of question, how it went, how long it took. The asker's words and address stay out."""

from __future__ import annotations

import logging
import time
from urllib.parse import unquote_plus

from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("rulings.serve")
LONGEST = 300


class Told:
    """Writes the line once the answer is sent; `words` adds the address asked for, with the question in it."""

    def __init__(self, app: ASGIApp, *, words: bool = False) -> None:
        self._app, self._words = app, words

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, told = time.perf_counter(), {"status": 500, "bytes": 0}

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                told["status"] = message["status"]
            told["bytes"] += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, counted)
        finally:
            self._tell(scope, told, (time.perf_counter() - began) * 1000)

    def _tell(self, scope: Scope, told: dict[str, int], took: float) -> None:
        route = getattr(scope.get("route"), "path", "-")
        asked = f" {_asked(scope)}" if self._words else ""
        log.info("%s %s %d %.1f ms %d bytes%s", scope["method"], route, told["status"], took, told["bytes"], asked)


def _asked(scope: Scope) -> str:
    """The address as typed, on one line."""
    text = scope["path"] + ("?" + unquote_plus(scope["query_string"].decode("latin-1")) if scope["query_string"] else "")
    return " ".join(text[:LONGEST].split())
