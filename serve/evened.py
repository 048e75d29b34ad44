"""Several processes at one port: a connection stays with the one that accepts it. One that has more than its share lets go.

As ASGI middleware. A client that is told to close opens a new connection, which the process with less to do accepts first.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

BUSY = 4
"""Requests being answered in one process from which on each reply lets its connection go."""


class Evened:
    """Closes connections after their reply while many other requests are being answered here."""

    def __init__(self, app: ASGIApp, *, busy: int = BUSY) -> None:
        self._app, self._busy, self._now = app, busy, 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start" and self._now > self._busy:
                message["headers"] = [*message.get("headers", ()), (b"connection", b"close")]
            await send(message)

        self._now += 1
        try:
            await self._app(scope, receive, sent)
        finally:
            self._now -= 1
