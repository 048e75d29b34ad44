"""A real SPARQL server for tests, and a gate before it that asks for user and password, and may end the server at a moment."""

from __future__ import annotations

import base64
import contextlib
import http.client
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

OXIGRAPH = Path(sys.executable).with_name("oxigraph")
USER, PASSWORD = "keeper", "wick:and 油"


class Running:
    """An Oxigraph server on a port of this machine, which can be ended and started again."""

    def __init__(self, folder: Path | None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        self.url = f"http://{self.address}"
        self._where = ["--location", str(folder)] if folder else []
        self.start()

    def start(self) -> None:
        command = [str(OXIGRAPH), "serve", *self._where, "--bind", self.address]
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        for _ in range(400):
            assert self._process.poll() is None, "the server ended"
            try:
                urllib.request.urlopen(f"{self.url}/query?query=ASK%7B%7D", timeout=5).close()
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server does not answer")

    def end(self) -> None:
        self._process.kill()
        self._process.wait(10)


@contextlib.contextmanager
def running(folder: Path | None) -> Iterator[Running]:
    """A server that keeps its data in a folder, or in memory alone."""
    server = Running(folder)
    try:
        yield server
    finally:
        server.end()


class Gate(ThreadingHTTPServer):
    """Lets in whoever gives user and password, and passes their requests on."""

    daemon_threads = True

    def __init__(self, behind: Running) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.behind = behind
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.updates = 0
        self.before: Callable[[int], None] = lambda number: None
        """Called with the number of an update before it is passed on."""
        self.cut = False
        """Whether answers to queries break off in their middle."""
        self.asked: list[str] = []
        """Paths of the requests that were let in."""


class _Passing(BaseHTTPRequestHandler):
    server: Gate

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        expected = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        if self.headers["Authorization"] != f"Basic {expected}":
            self._answer(401, "text/plain", b"who are you?")
            return
        self.server.asked.append(self.path)
        if self.path == "/update":
            self.server.updates += 1
            self.server.before(self.server.updates)
        behind = http.client.HTTPConnection(self.server.behind.address, timeout=30)
        kept = {name: self.headers[name] for name in ("Content-Type", "Accept")}
        try:
            behind.request("POST", self.path, body, kept)
            answer = behind.getresponse()
            self._answer(answer.status, answer.headers.get_content_type(), answer.read())
        except OSError:
            self.close_connection = True
        finally:
            behind.close()

    def _answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if self.server.cut else body)

    def log_message(self, *args: object) -> None:
        pass


@contextlib.contextmanager
def gated(behind: Running) -> Iterator[Gate]:
    """A gate before a server."""
    with Gate(behind) as gate:
        thread = threading.Thread(target=gate.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield gate
        finally:
            gate.shutdown()
