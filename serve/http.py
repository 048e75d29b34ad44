"""The HTTP interface: read-only, JSON, described by /openapi.json. Nothing is fetched from elsewhere, nothing is stored."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import anyio.to_thread
from fastapi import Depends, FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from kb.errors import AmbiguousName, BadData, RulingsError, SnapshotError, StoreError, UnknownName
from kb.release import release
from query.engine import folded
from serve import replies
from serve.contract import AskBody, AskReply, CheckBody, CheckReply, ExamBody, Problem
from serve.evened import Evened
from serve.keeper import Keeper
from serve.limits import Buckets, Limits
from serve.opened import Opened
from serve.remembered import Remembered
from serve.told import Told

log = logging.getLogger("rulings.serve")
AT_ONCE = 4
"""Answers that are worked out at the same time; more would share the same processor."""
TITLE = "Duel Rulings"
ABOUT = "Yu-Gi-Oh! rulings with their evidence, English and Chinese. Read-only; the JSON of `rulings … --json`."


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a server lets through and writes down."""

    rate: float = 20.0
    """Requests a second of one asker; 0 for any number."""
    seconds: float = 10.0
    """How long one answer may take."""
    most_bytes: int = 64 * 1024
    """Of a request's body."""
    words: bool = False
    """Whether logs hold the asker's words."""
    origins: tuple[str, ...] = ()
    """Web pages of other places that may ask; `*` for all."""
    beside: bool = False
    """Whether other processes answer at the same port."""


def make_app(keeper: Keeper, settings: Settings | None = None) -> FastAPI:
    """The application over what a keeper holds."""
    chosen = settings or Settings()
    app = FastAPI(
        title=TITLE,
        description=ABOUT,
        version=release(),
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
    )
    app.state.keeper, app.state.settings = keeper, chosen
    _add_paths(app)
    app.add_exception_handler(RulingsError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _no_such_path)
    app.add_exception_handler(Exception, _broken)
    buckets = Buckets(chosen.rate, max(1, chosen.rate * 2))
    app.add_middleware(Limits, buckets=buckets, most_bytes=chosen.most_bytes, seconds=chosen.seconds)
    if chosen.origins:
        app.add_middleware(CORSMiddleware, allow_origins=list(chosen.origins), allow_methods=["GET", "POST"])
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=4)
    app.add_middleware(Told, words=chosen.words)
    if chosen.beside:
        app.add_middleware(Evened)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.limiter = anyio.CapacityLimiter(AT_ONCE)
    app.state.remembered = Remembered()
    yield


class Asked:
    """One request: the snapshot that answers it from beginning to end, and the time it may take."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._state = request.app.state
        self._opened: Opened = self._state.keeper.current()

    async def answer(self, make: Callable[..., replies.Row], *values: Any, **named: Any) -> Response:
        """The reply as JSON with its tag; 304 where the asker has it already, 503 where it takes too long.

        Worked out once for what answers now and what is asked, however that is put into a request.
        """
        tag, kept = self._opened.tag(), self._state.remembered
        if self._request.method == "GET" and f'W/"{tag}"' in _tags(self._request):
            return Response(status_code=304, headers=_headers(tag))
        key = (tag, f"{self._request.scope['route'].path} {json.dumps([values, named])}")
        body = kept.get(key)
        if body is None:
            made = await self._made(make, values, named)
            if made.status_code != 200:
                return made
            body = bytes(made.body)
            kept.put(key, body)
        return Response(body, media_type="application/json", headers=_headers(tag))

    async def line(self, identifier: Any, make: Callable[..., replies.Row], *values: Any, **named: Any) -> Response:
        """The reply to a line of a batch: the line's `id` before what `answer` gives."""
        reply = await self.answer(make, *values, **named)
        if reply.status_code != 200:
            return reply
        return JSONResponse({"id": identifier} | json.loads(bytes(reply.body)))

    async def _made(self, make: Callable[..., replies.Row], values: Any, named: Any) -> JSONResponse:
        try:
            with anyio.fail_after(self._state.settings.seconds):
                row = await anyio.to_thread.run_sync(
                    lambda: make(self._opened, *values, **named), limiter=self._state.limiter, abandon_on_cancel=True
                )
        except TimeoutError:
            return _problem(503, f"No answer within {self._state.settings.seconds:g} seconds. Ask again, or in fewer words.")
        return JSONResponse(row)


def _tags(request: Request) -> set[str]:
    return {tag.strip() for tag in request.headers.get("if-none-match", "").split(",")}


def _headers(tag: str) -> dict[str, str]:
    return {"ETag": f'W/"{tag}"', "Cache-Control": "no-cache"}


One = Annotated[Asked, Depends(Asked)]
Territory = Annotated[Literal["OCG", "TCG", "both"], Query()]
Lang = Annotated[Literal["", "en", "zh"], Query(description="Told from the words if it is not given.")]
Name = Annotated[str, Path(max_length=200)]
_BAD: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "What was given cannot be used."},
    404: {"model": Problem, "description": "A name that nothing knows; the nearest are told."},
    409: {"model": Problem, "description": "A name of several things, which are offered."},
    429: {"model": Problem, "description": "Asked too often."},
    503: {"model": Problem, "description": "It took too long, or what is built is damaged."},
}


def _add_paths(app: FastAPI) -> None:
    app.get("/ask", response_model=None, responses={**_BAD, 200: {"model": AskReply}})(ask)
    app.post("/ask", response_model=None, responses={**_BAD, 200: {"model": AskReply}})(ask_line)
    app.post("/check", response_model=None, responses={**_BAD, 200: {"model": CheckReply}})(check_line)
    app.post("/exam", response_model=None, responses=_BAD)(exam)
    plain: dict[str, Callable[..., Any]] = {
        "/": index,
        "/health": health,
        "/check": check,
        "/cards/{name:path}": card,
        "/concepts/{name:path}": concept,
        "/timings/{name:path}": timing,
        "/search": search,
        "/passages/{identifier:path}": passage,
        "/graph/{kind}/{identifier:path}": graph,
        "/sources": sources,
    }
    for path, endpoint in plain.items():
        app.get(path, response_model=None, responses=_BAD)(endpoint)


async def index(request: Request) -> Response:
    """What can be asked."""
    paths = sorted(request.app.openapi()["paths"])
    return JSONResponse({"name": TITLE, "version": release(), "openapi": "/openapi.json", "paths": paths})


async def health(request: Request) -> Response:
    """Whether it answers, and from what."""
    keeper: Keeper = request.app.state.keeper
    return JSONResponse(replies.health(keeper.current(), keeper.trouble))


async def ask(
    one: One, q: Annotated[str, Query(min_length=1)], territory: Territory = "both", explain: bool = False
) -> Response:
    """Answer a question: verdict, reason, citations."""
    return await one.answer(replies.ask, folded(q), territory, explain=explain)


async def ask_line(one: One, body: AskBody) -> Response:
    """Answer a line of the batch of `rulings ask --jsonl`."""
    return await one.line(body.id, replies.ask, folded(body.question), body.territory, explain=body.explain)


async def exam(one: One, body: ExamBody) -> Response:
    """Choose an answer to a question of an exam."""
    return await one.line(body.id, replies.exam, body.question, body.options)


async def check(
    one: One,
    card: str = "",
    text: str = "",
    lang: Lang = "",
    kind: str = "",
    at: str = "",
    territory: Territory = "both",
    as_of: str = "",
) -> Response:
    """May each effect of a card, or of a text, be activated in the Damage Step?"""
    named = {"card": card, "text": text, "lang": lang, "kind": kind, "at": at, "territory": territory, "as_of": as_of}
    return await one.answer(replies.check, **named)


async def check_line(one: One, body: CheckBody, territory: Territory = "OCG", as_of: str = "") -> Response:
    """Answer a line of the batch of `rulings check --jsonl`."""
    return await one.answer(replies.check_line, body.model_dump(exclude_unset=True), territory, as_of)


async def card(one: One, name: Name, lang: Lang = "") -> Response:
    """A card: its effects judged, and all that names it."""
    return await one.answer(replies.card, name, lang)


async def concept(one: One, name: Name) -> Response:
    """A term: names, neighbours, entries, passages."""
    return await one.answer(replies.concept, name)


async def timing(one: One, name: Name) -> Response:
    """A part of the turn and what holds in it."""
    return await one.answer(replies.timing, name)


async def search(one: One, q: Annotated[str, Query(min_length=1)], k: Annotated[int, Query(ge=1, le=50)] = 10) -> Response:
    """Entries and passages that words find, without a verdict."""
    return await one.answer(replies.search, q, k)


async def passage(one: One, identifier: Annotated[str, Path(max_length=500)], lang: Lang = "") -> Response:
    """A passage or an entry by its id."""
    return await one.answer(replies.passage, identifier, lang)


async def graph(
    one: One,
    kind: Literal["concept", "timing", "rule", "source"],
    identifier: Name,
    steps: Annotated[int, Query(ge=1, le=3)] = 1,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """What stands around a term, a timing, an entry or a document."""
    return await one.answer(replies.graph, kind, identifier, steps, limit)


async def sources(one: One) -> Response:
    """The documents it knows, and which are built."""
    return await one.answer(replies.sources)


def _problem(status: int, why: str, **more: Any) -> JSONResponse:
    return JSONResponse({"error": why, **more}, status_code=status)


async def _refused(request: Request, error: Exception) -> Response:
    told = " ".join(str(error).split())
    if isinstance(error, AmbiguousName):
        return _problem(409, told, offered=list(error.offered))
    if isinstance(error, UnknownName):
        return _problem(404, told)
    if isinstance(error, StoreError):
        log.error(told)
        return _problem(503, "The graph cannot be read at the moment. Ask again later.")
    return _problem(503 if isinstance(error, (SnapshotError, BadData)) else 400, told)


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    return _problem(400, f"{'.'.join(str(p) for p in first['loc'])}: {first['msg']}. See /openapi.json.")


async def _no_such_path(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _problem(error.status_code, f"{error.detail}. What can be asked is at /.")


async def _broken(request: Request, error: Exception) -> Response:
    """The error's own words stay out of the log: they may be the asker's."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = f"{at.tb_frame.f_code.co_filename}:{at.tb_lineno}" if at is not None else "unknown"
    log.error("%s at %s", type(error).__name__, place)
    return _problem(500, "Something went wrong here. The log says where.")
