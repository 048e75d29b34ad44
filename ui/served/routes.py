"""The addresses that the server answers itself: the document of every page, and what its script asks for under `dr/`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from kb.errors import RulingsError
from ui import state
from ui.pages_there import pages_there
from ui.served.code import qr_svg
from ui.served.index import BASE, FILES, index_html
from ui.served.names import suggested
from ui.served.sheet import sheet_html
from ui.words import say

KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}
FRESH = {"Cache-Control": "no-cache"}
TYPES = {
    "page.js": "text/javascript",
    "icon.svg": "image/svg+xml",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
}
MAX_ADDRESS = 1200
"""Characters of an address that are drawn as a code; more than that no telephone reads."""


def routes() -> list[BaseRoute]:
    """All of them; Streamlit's own answer the rest."""
    pages = [Route("/" if name == "ask" else f"/{name}", _page(name)) for name in pages_there()]
    files = [Route(f"/dr/{name}", _file(name, kind)) for name, kind in TYPES.items()]
    made = [
        Route("/dr/manifest.webmanifest", _manifest),
        Route("/dr/names", _names),
        Route("/dr/sheet", _sheet),
        Route("/dr/code.svg", _code),
    ]
    return [*pages, *files, *made]


def _given(request: Request) -> dict[str, str]:
    """The address's parameters, and the language the browser would have."""
    return {**request.query_params, "locale": request.headers.get("accept-language", "")}


def _page(name: str) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        with state.at(_given(request)):
            return HTMLResponse(index_html(name, base=os.environ.get(BASE, "")), headers=FRESH)

    return answer


def _file(name: str, kind: str) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        return Response((FILES / name).read_bytes(), media_type=kind, headers=KEPT if request.url.query else FRESH)

    return answer


def _manifest(request: Request) -> Response:
    with state.at(_given(request)):
        name = say("frame.title")
    icons = [{"src": f"./icon-{n}.png", "sizes": f"{n}x{n}", "type": "image/png", "purpose": "any"} for n in (192, 512)]
    told = {"name": name, "short_name": name, "start_url": "../", "scope": "../", "display": "standalone", "icons": icons}
    told |= {"background_color": "#f7f1e6", "theme_color": "#f7f1e6"}
    return Response(json.dumps(told, ensure_ascii=False), media_type="application/manifest+json", headers=FRESH)


def _names(request: Request) -> Response:
    with state.at(_given(request)):
        try:
            return JSONResponse(
                suggested(request.query_params.get("t", ""), whole="whole" in request.query_params), headers=FRESH
            )
        except RulingsError:
            return JSONResponse([], headers=FRESH)


def _sheet(request: Request) -> Response:
    with state.at(_given(request)):
        try:
            return HTMLResponse(sheet_html(request.query_params.get("id", "")), headers=FRESH)
        except RulingsError as error:
            return Response(str(error), status_code=404, media_type="text/plain")


def _code(request: Request) -> Response:
    address = request.query_params.get("a", "")
    if urlsplit(address).scheme not in ("http", "https") or len(address) > MAX_ADDRESS:
        return Response("Give an http or https address in `a`.", status_code=400, media_type="text/plain")
    return Response(qr_svg(address), media_type="image/svg+xml", headers=FRESH)
