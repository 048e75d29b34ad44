"""What the server does as it starts: it sends its answers at once, and opens early what takes long to open."""

from __future__ import annotations

import gc
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from kb.errors import RulingsError


@asynccontextmanager
async def opened_early(app: Any) -> AsyncIterator[None]:
    """The server's lifespan: it answers at once, and opens the rest beside that."""
    send_at_once()
    threading.Thread(target=open_all, name="open early", daemon=True).start()
    yield


def send_at_once() -> int:
    """How many listening sockets now send small pieces at once, and with them every connection that they accept.

    Streamlit makes its socket without naming TCP, and asyncio spares only sockets that name it the wait for the other side's
    acknowledgement: some 40 ms an answer. The socket is nowhere to be asked for.
    """
    listening = [one for one in gc.get_objects() if type(one) is socket.socket and _listens(one)]
    for one in listening:
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return len(listening)


def _listens(one: socket.socket) -> bool:
    if one.fileno() < 0 or one.family not in (socket.AF_INET, socket.AF_INET6) or one.type != socket.SOCK_STREAM:
        return False
    return bool(one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))


def open_all() -> None:
    """Opens the engine, the cards, the built documents' pages and their audit, packs the scripts, and practises some questions;
    what is damaged is told when somebody asks for it."""
    from query.browse.document import built_sources
    from query.practice import practise
    from ui.bench import audited
    from ui.browse_source import source_of
    from ui.engine import cards, engine, originals
    from ui.served.index import scripts
    from ui.served.packed import pack

    with suppress(RulingsError):
        engine(), originals(), cards()
        for name in sorted(built_sources()):
            source_of(name)
        audited()
    for name in scripts():
        pack(name)
    with suppress(RulingsError):
        practise(engine())
