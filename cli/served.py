"""The page as Streamlit serves it, with headers that keep it out of other sites' frames and scripts of others out of it."""

from __future__ import annotations

import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.middleware import Middleware

HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'self'",
            "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    ),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""Addresses hold questions, so no other site is told where a visitor came from. Streamlit's own page has scripts in it."""


class Guarded:
    """ASGI middleware: every answer over HTTP carries the headers."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Passes everything on."""

        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._headers]
            await send(message)

        await self._app(scope, receive, sent if scope["type"] == "http" else send)


def serve(launcher: Path, config: Mapping[str, Any]) -> None:
    """Serves the launcher's `app` until the server ends; settings are named as in Streamlit's own file: `server.port`."""
    runpy.run_path(str(launcher))["app"].run(config=config)


def guarded() -> list[Middleware]:
    """What every request goes through."""
    return [Middleware(Guarded)]
