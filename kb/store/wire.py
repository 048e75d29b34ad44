"""Requests to a SPARQL server: one address, one user, no redirect, and one line for whatever goes wrong."""

from __future__ import annotations

import base64
import urllib.error
import urllib.request
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.parse import SplitResult, urlsplit

from kb.errors import BadInput, StoreError
from kb.store.result import shorten

USER, PASSWORD = "RULINGS_STORE_USER", "RULINGS_STORE_PASSWORD"
"""Variables of the environment that a user and a password are taken from."""
MAX_ANSWER = 256_000_000
"""Bytes of an answer that are read; the whole graph of the five documents has a tenth of that."""
_SHOWN = 200
_DENIED = frozenset({401, 403, 407})


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: what is sent is meant for the address given, and so is the password."""

    def redirect_request(self, *args: Any, **named: Any) -> None:
        return None


class Wire:
    """What carries requests to a server and answers back. The password appears in no message."""

    def __init__(self, *, user: str = "", password: str = "") -> None:
        if ":" in user:
            raise BadInput(f"{USER}: a user's name has no colon in basic authentication. Mend it.")
        self.login = (user, password) if user or password else None

    def post(self, url: str, kind: str, body: bytes, *, accept: str, timeout: float) -> tuple[str, bytes]:
        """Media type and body of the answer; `timeout` is the seconds without a byte after which a server counts as gone.

        Raises BadInput if the server finds a mistake in the request, StoreError if it refuses, is not there, or goes away.
        """
        headers = {"Content-Type": kind, "Accept": accept}
        if self.login:
            headers["Authorization"] = f"Basic {base64.b64encode(':'.join(self.login).encode()).decode()}"
        try:
            request = urllib.request.Request(url, data=body, headers=headers, method="POST")
            with urllib.request.build_opener(_Stay).open(request, timeout=timeout) as answer:
                return answer.headers.get_content_type(), _whole(url, answer)
        except urllib.error.HTTPError as error:
            raise _refused(url, error, bool(self.login)) from error
        except (HTTPException, OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or str(error) or type(error).__name__
            raise StoreError(f"{url}: cannot be reached ({shorten(str(reason))[:-1]}). {ADVICE}") from error


ADVICE = "Check the address, and that the server runs; RULINGS_STORE=local reads the copy that is kept here."


def checked(url: str) -> str:
    """An address as it was given, without a slash at its end. Raises BadInput if it is none, or has a password in it."""
    parts, port = _parts(url)
    shown = url.rpartition("@")[2][:_SHOWN]
    if parts is not None and "@" in parts.netloc:
        raise BadInput(f"{shown}: leave user and password out of the address, and set {USER} and {PASSWORD} instead.")
    if parts is None or port == 0 or parts.scheme not in ("http", "https") or not parts.hostname or parts.fragment:
        raise BadInput(f"{shown}: no address of a SPARQL server. Give one like http://localhost:7878.")
    if not url.isascii() or any(c.isspace() for c in url):
        raise BadInput(f"{shown}: an address has neither spaces nor letters beyond ASCII. Percent-encode them.")
    return url.rstrip("/")


def _parts(url: str) -> tuple[SplitResult | None, int | None]:
    try:
        parts = urlsplit(url)
        return parts, parts.port
    except ValueError:
        return None, None


def _whole(url: str, answer: HTTPResponse) -> bytes:
    body = answer.read(MAX_ANSWER + 1)
    if len(body) > MAX_ANSWER:
        raise BadInput(f"{url}: answers with more than {MAX_ANSWER // 10**6} MB. Ask for less at once, with LIMIT.")
    if answer.length:
        raise StoreError(f"{url}: went away in the middle of its answer. Ask again once it runs; nothing was changed here.")
    return body


def _refused(url: str, error: urllib.error.HTTPError, named: bool) -> BadInput | StoreError:
    try:
        said = shorten(error.read(2000).decode("utf-8", "replace"))
    except (HTTPException, OSError):
        said = ""
    told = f"{url}: refused ({error.code} {error.reason})"
    if error.code in _DENIED:
        who = "these are not let in" if named else "nobody is let in without"
        return StoreError(f"{told}: {USER} and {PASSWORD} say who asks, and {who}. Set them as the server expects.")
    if 300 <= error.code < 400:
        return StoreError(f"{told}: it points elsewhere, and no redirect is followed. Give the address that it points to.")
    if error.code == 400:
        return BadInput(f"{told}: {said} Mend the query or check the address.")
    return StoreError(f"{told}: {said} Check the address and the server's log; nothing was changed here.")
