"""What one asker may take: bytes of a request, requests a second. As ASGI middleware, before anything is read or worked out."""

from __future__ import annotations

import ipaddress
import json
import math
import time
from collections import OrderedDict
from collections.abc import Callable

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_ASKERS = 10_000
"""Askers that are remembered; the one not seen for longest is forgotten first."""
MOST_ADDRESS = 8_000
"""Bytes of an address with its query."""
_DIGITS = 12
"""Of a length."""


class Buckets:
    """A bucket of `burst` tokens for each asker, filled with `rate` tokens a second. Not shared between processes."""

    def __init__(self, rate: float, burst: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, asker: str) -> float:
        """Takes a token: 0, or the seconds until there is one. A `rate` of 0 lets everything through."""
        if self._rate <= 0:
            return 0.0
        now = self._clock()
        tokens, last = self._left.pop(asker, (self._burst, now))
        tokens = min(self._burst, tokens + (now - last) * self._rate)
        allowed = tokens >= 1
        self._left[asker] = (tokens - 1 if allowed else tokens, now)
        while len(self._left) > MOST_ASKERS:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - tokens) / self._rate

    def __len__(self) -> int:
        return len(self._left)


def asker_of(scope: Scope) -> str:
    """Who asks: an IPv4 address, or the /64 network of an IPv6 one, which is what one household has."""
    host = (scope.get("client") or ("",))[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return str(host)
    if isinstance(address, ipaddress.IPv6Address):
        return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class Limits:
    """Refuses what is too long (413, 414) or too slow in coming (408), and who asks too often (429)."""

    def __init__(self, app: ASGIApp, *, buckets: Buckets, most_bytes: int, seconds: float) -> None:
        self._app, self._buckets, self._most, self._seconds = app, buckets, most_bytes, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > MOST_ADDRESS:
            await refuse(send, 414, f"The address is longer than {MOST_ADDRESS} bytes. Send the question with POST.")
            return
        wait = self._buckets.wait(asker_of(scope))
        if wait:
            await refuse(send, 429, "Too many requests. Wait a little and ask again.", wait)
            return
        try:
            with anyio.fail_after(self._seconds):
                body = await self._body(scope, receive)
        except TimeoutError:
            await refuse(send, 408, f"The request did not arrive within {self._seconds:g} seconds. Send it again.")
            return
        if body is None:
            await refuse(send, 413, f"The request is longer than {self._most} bytes. Ask in fewer words.")
            return
        await self._app(scope, _again(body, receive), send)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """All of the body; None if it is too long, whatever its length was said to be."""
        told = dict(scope["headers"]).get(b"content-length", b"0")
        if not told.isdigit() or len(told) > _DIGITS or int(told) > self._most:
            return None
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return body
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self._most:
                return None
        return body


def _again(body: bytes, receive: Receive) -> Receive:
    """The body once more, and then what else there is to receive."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message


async def refuse(send: Send, status: int, why: str, wait: float = 0.0) -> None:
    """Sends a refusal as JSON; `wait`: seconds after which it may be tried again."""
    body = json.dumps({"error": why}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(b"retry-after", str(math.ceil(wait)).encode())] if wait else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
