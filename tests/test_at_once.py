"""Answers of both servers are sent at once: a connection does not wait for the other side's acknowledgement."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import uvicorn
from uvicorn.server import ServerState

from serve.prompt import Prompt
from ui.served.warm import send_at_once


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """A socket made as the servers make theirs, without naming TCP: asyncio does not know that it may spare it the wait."""
    with socket.socket(family=socket.AF_INET) as made:
        made.bind(("127.0.0.1", 0))
        made.listen()
        yield made


def is_prompt(connection: socket.socket) -> bool:
    return bool(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))


def test_what_the_page_s_socket_accepts_sends_at_once(listening: socket.socket) -> None:
    with socket.create_connection(listening.getsockname()), listening.accept()[0] as before:
        assert not is_prompt(before)
    assert send_at_once() >= 1
    with socket.create_connection(listening.getsockname()), listening.accept()[0] as after:
        assert is_prompt(after)


def test_a_connection_of_the_other_server_sends_at_once(listening: socket.socket) -> None:
    async def connected() -> bool:
        config = uvicorn.Config("serve.run:make", http=Prompt)
        config.load_app = lambda: None  # type: ignore[method-assign]
        config.load()
        protocols: list[Prompt] = []

        def made() -> Prompt:
            protocols.append(Prompt(config, ServerState(), {}))
            return protocols[-1]

        listening.setblocking(False)
        server = await asyncio.get_running_loop().create_server(made, sock=listening)
        async with server:
            _, writer = await asyncio.open_connection(*listening.getsockname())
            while not protocols or protocols[0].transport is None:
                await asyncio.sleep(0)
            found = is_prompt(protocols[0].transport.get_extra_info("socket"))
            writer.close()
            return found

    with ThreadPoolExecutor(1) as apart:  # a browser's tests leave a loop running on this thread
        assert apart.submit(asyncio.run, connected()).result(30)
