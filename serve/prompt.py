"""Connections on which a request's head does not come in time are closed: uvicorn itself waits for it without end.

Answers are sent at once: with several workers asyncio would wait for the other side's acknowledgement, some 40 ms an answer.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 10.0
"""For the head of one request, from its first byte; of the first, from the connection on."""


class Prompt(H11Protocol):
    """uvicorn's protocol with that limit."""

    _ending: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A client has connected."""
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Some bytes have come."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._arrived()
        elif self._ending is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone, or was let go."""
        self._arrived()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._ending = self.loop.call_later(SECONDS, self.transport.close)

    def _arrived(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
