"""Several processes at one port: one with more than its share lets connections go."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from serve.evened import Evened

CLOSE = (b"connection", b"close")


async def headers_of(at_once: int, busy: int, kind: str = "http") -> list[list[Any]]:
    """Headers of the replies to so many requests that are all being answered before the first reply."""
    all_in, inside, sent = asyncio.Event(), 0, []

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal inside
        inside += 1
        if inside == at_once:
            all_in.set()
        await all_in.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"x", b"y")]})
        await send({"type": "http.response.body", "body": b""})

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            sent.append(list(message["headers"]))

    async def receive() -> Message:
        return {"type": "http.request"}

    app = Evened(answered, busy=busy)
    await asyncio.gather(*(app({"type": kind}, receive, send) for _ in range(at_once)))
    return sent


def run(made: Coroutine[Any, Any, list[list[Any]]]) -> list[list[Any]]:
    """In a thread of its own: a loop of another test may run in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, made).result()


@pytest.mark.parametrize(("at_once", "let_go"), [(1, 0), (4, 0), (5, 1), (8, 4)])
def test_a_process_lets_go_what_is_above_its_share(at_once: int, let_go: int) -> None:
    headers = run(headers_of(at_once, busy=4))
    assert sum(CLOSE in one for one in headers) == let_go
    assert all((b"x", b"y") in one for one in headers)


def test_what_is_no_request_is_left_alone() -> None:
    assert not any(CLOSE in one for one in run(headers_of(9, busy=1, kind="lifespan")))
