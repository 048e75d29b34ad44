"""`rulings app`: the web page on this machine."""

from __future__ import annotations

import os
import socket
import tomllib
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from cli.options import Home
from cli.terminal import own_output
from kb.errors import BadInput
from kb.home import VARIABLE, home_dir
from kb.reviews.editors import VARIABLE as EDITORS
from kb.reviews.editors import named_editors

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = (ROOT / ".streamlit" / "config.toml", ROOT / "ui" / "streamlit.toml")
"""In a checkout, in an installed wheel."""

BASE_URL = "RULINGS_BASE_URL"
"""Variable of the environment that the page reads the address for others from."""
EVERYWHERE = ("0.0.0.0", "::")

Port = Annotated[int, typer.Option("--port", metavar="N", min=1, max=65535, help="Port of the page.")]
Address = Annotated[
    str,
    typer.Option("--address", metavar="IP", help="Address to listen on; 0.0.0.0 lets phones in the same network in."),
]
EditorsFile = Annotated[
    Path | None,
    typer.Option("--editors", metavar="FILE", help='Who may decide on the page: [editors] and below it "Name" = "secret".'),
]
BaseUrl = Annotated[
    str,
    typer.Option("--base-url", metavar="URL", help="Address by which others reach the page: shared addresses begin with it."),
]


def register(app: typer.Typer) -> None:
    """Adds `app`."""

    @app.command("app")
    def show_app(
        port: Port = 8501,
        address: Address = "localhost",
        home: Home = None,
        named: EditorsFile = None,
        base_url: BaseUrl = "",
    ) -> int:
        """Open the web page: ask, check a card, walk the turn. Nothing is sent anywhere."""
        return serve_page(port=port, address=address, home=home, named=named, base_url=base_url)


def serve_page(*, port: int, address: str, home: Path | None, named: Path | None = None, base_url: str = "") -> int:
    """Exit status, once the server ends.

    Raises BadInput if Streamlit is missing, the home is no folder, `named` is no file of editors, or `base_url` no address.
    """
    try:
        from cli.served import serve
    except ImportError as error:
        raise BadInput("The web page needs Streamlit. Run `pip install 'duel-rulings[app]'`.") from error
    check_free(address, port)
    os.environ[VARIABLE] = str(home_dir(home))
    if named:
        os.environ[EDITORS] = str(named.expanduser().absolute())
    named_editors()
    if base_url:
        os.environ[BASE_URL] = _checked(base_url)
    print(f"http://{'localhost' if address in EVERYWHERE else address}:{port}/", flush=True)
    with own_output():
        serve(ROOT / "app.py", settings() | {"server.port": port, "server.address": address})
    return 0


def _checked(base_url: str) -> str:
    """Raises BadInput unless it is an address of the web."""
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise BadInput(f"--base-url {base_url[:80]}: not an address. Give one such as https://rulings.example/ .")
    return base_url.rstrip("/") + "/"


def check_free(address: str, port: int) -> None:
    """Raises BadInput if nothing can listen there: servers themselves would only log it."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        what = f"{address}:{port}: nothing can listen there ({error.strerror or error})."
        raise BadInput(f"{what} Give another port with --port, or another address with --address.") from error


def settings() -> dict[str, Any]:
    """The shipped settings of the page, named as in Streamlit's own file: `server.headless`."""
    path = next((p for p in SETTINGS if p.is_file()), None)
    return _flat(tomllib.loads(path.read_text("utf-8"))) if path else {}


def _flat(table: dict[str, Any], start: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in table.items():
        found |= _flat(value, f"{start}{key}.") if isinstance(value, dict) else {f"{start}{key}": value}
    return found
