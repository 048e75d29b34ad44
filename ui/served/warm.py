"""What takes long to open is opened when the server starts, not by the first visitor who asks for it."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from kb.errors import RulingsError


@asynccontextmanager
async def opened_early(app: Any) -> AsyncIterator[None]:
    """The server's lifespan: it answers at once, and opens the rest beside that."""
    threading.Thread(target=open_all, name="open early", daemon=True).start()
    yield


def open_all() -> None:
    """Opens the engine, the cards and the pages of the built documents; what is damaged is told when somebody asks for it."""
    from query.browse.document import built_sources
    from ui.browse_source import source_of
    from ui.engine import cards, engine, originals

    with suppress(RulingsError):
        engine(), originals(), cards()
        for name in sorted(built_sources()):
            source_of(name)
