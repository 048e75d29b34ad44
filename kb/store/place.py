"""Where a home's graph is read from: the copy kept in it, or a SPARQL 1.1 server.

An address is `sparql:URL`, where updates go to `URL/update` and queries to `URL/query`; `sparql:QUERY-URL,UPDATE-URL` for a
server that names them otherwise; or `local`. What `--store` said last is kept in the home's file `store`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from kb.errors import BadInput, SnapshotError
from kb.files import write_atomically

if TYPE_CHECKING:
    from kb.store.server import SparqlServer

VARIABLE = "RULINGS_STORE"
LOCAL = "local"
FILE = "store"
_SCHEME = "sparql:"


def address_of(home: Path, given: str = "") -> str:
    """The address of the server: as given, else that of `RULINGS_STORE`, else what the home keeps; empty for none (`local`).

    Raises SnapshotError if the home's file cannot be read.
    """
    address = given or os.environ.get(VARIABLE, "") or _kept(home)
    return "" if address == LOCAL else address


def server_at(address: str) -> SparqlServer:
    """The server of an address, with user and password of the environment; nothing is sent yet.

    Raises BadInput if it is none.
    """
    if not address.startswith(_SCHEME):
        shown = address.rpartition("@")[2][:100]
        raise BadInput(f"--store {shown}: unknown. Give sparql:URL, for example sparql:http://localhost:7878, or {LOCAL}.")
    from kb.store.server import SparqlServer
    from kb.store.wire import PASSWORD, USER

    url, _, update_url = address.removeprefix(_SCHEME).partition(",")
    return SparqlServer(url, update_url, user=os.environ.get(USER, ""), password=os.environ.get(PASSWORD, ""))


def keep_address(home: Path, given: str) -> None:
    """Keeps what `--store` said for whoever reads this home later."""
    if given == LOCAL:
        (home / FILE).unlink(missing_ok=True)
    elif given and given != _kept(home):
        write_atomically(home / FILE, f"{given}\n".encode())


def _kept(home: Path) -> str:
    path = home / FILE
    try:
        return path.read_text("utf-8", "replace").strip()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise SnapshotError(f"{path}: cannot be read ({error.strerror}). Make it readable.") from error
