"""An endpoint that speaks the chat protocol of OpenAI (`/chat/completions`): on this machine or elsewhere, as the user says.

The only address that is spoken to is the one given: no redirect is followed.
"""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from kb.errors import BadInput

Messages = Sequence[Mapping[str, str]]
LONGEST = 1_000_000
"""Bytes of a reply that are read."""


class NoReply(Exception):
    """The assistant gave nothing that can be used: the message says why, as part of a sentence."""


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **named: Any) -> None:
        return None


class Endpoint:
    """One model at one address. `key` is sent as a bearer token, to that address alone."""

    def __init__(self, url: str, *, model: str = "", key: str = "", seconds: float = 30.0) -> None:
        """`seconds`: for the whole reply. Raises BadInput if the address is none."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadInput(f"--reader {url[:100]}: no address. Give one like http://localhost:11434/v1.")
        self.host = parts.netloc.rpartition("@")[2]
        self._base = url.rstrip("/").removesuffix("/chat/completions")
        self._model, self._key, self._seconds = model, key, seconds
        self._opener = urllib.request.build_opener(_Stay)

    @property
    def model(self) -> str:
        """The model's name as given, else the first that the endpoint lists. Raises NoReply if it lists none."""
        if not self._model:
            listed = self._asked("models", None)
            try:
                self._model = str(listed["data"][0]["id"])
            except (KeyError, IndexError, TypeError) as error:
                raise NoReply("it lists no model; name one with --reader-model") from error
        return self._model

    def complete(self, messages: Messages) -> str:
        """What the model says. Raises NoReply."""
        body = {"model": self.model, "messages": list(messages), "temperature": 0, "stream": False}
        told = self._asked("chat/completions", body)
        try:
            content = told["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as error:
            raise NoReply("its reply is not of the protocol") from error
        if not isinstance(content, str) or not content.strip():
            raise NoReply("its reply is empty")
        return content

    def _asked(self, path: str, body: Mapping[str, Any] | None) -> Any:
        """The reply as JSON, within the time: a thread of its own waits for it, because a server may send a byte at a time."""
        found: list[bytes | NoReply] = []
        thread = threading.Thread(target=lambda: found.append(self._fetched(path, body)), name="assistant", daemon=True)
        thread.start()
        thread.join(self._seconds)
        if not found:
            raise NoReply(f"no reply within {self._seconds:g} seconds")
        if isinstance(found[0], NoReply):
            raise found[0]
        try:
            return json.loads(found[0])
        except (ValueError, RecursionError) as error:
            raise NoReply("its reply is not JSON") from error

    def _fetched(self, path: str, body: Mapping[str, Any] | None) -> bytes | NoReply:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        headers |= {"Authorization": f"Bearer {self._key}"} if self._key else {}
        data = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace") if body is not None else None
        try:
            request = urllib.request.Request(f"{self._base}/{path}", data=data, headers=headers)
            with self._opener.open(request, timeout=self._seconds) as reply:
                text: bytes = reply.read(LONGEST + 1)
        except urllib.error.HTTPError as error:
            error.close()
            return NoReply(f"it refused with status {error.code}")
        except Exception as error:
            if isinstance(error, TimeoutError) or isinstance(getattr(error, "reason", None), TimeoutError):
                return NoReply(f"no reply within {self._seconds:g} seconds")
            return NoReply(f"it cannot be reached ({getattr(error, 'reason', None) or type(error).__name__})")
        return text if len(text) <= LONGEST else NoReply(f"its reply is longer than {LONGEST} bytes")
