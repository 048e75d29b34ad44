"""A server as a process of its own, attacked over raw sockets: every request ends in a line of JSON or a closed connection.

None ends in a fault, and who asks properly is answered meanwhile.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from few import few_of

from ingest.build import Order, build

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 3
"""How long the server gives a request."""
pytestmark = pytest.mark.slow
CHUNK, CHUNKED = b"12000\r\n" + b"a" * 0x12000 + b"\r\n0\r\n\r\n", b"Transfer-Encoding: chunked\r\n"
GET = b"GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n%s\r\n"
POST = b"POST /ask HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n%s\r\n%s"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("attacked")
    few_of(place / "sources")
    (place / "lamp.md").write_text("# Lamps\n\nA lamp may be lit twice a turn.\n", "utf-8")
    _build(place)
    return place


def _build(place: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULINGS_SOURCES", str(place / "sources"))
        build(place / "home", Order(paths=[place / "lamp.md"], encoder="none"))


@pytest.fixture(scope="module")
def port(place: Path) -> Iterator[int]:
    """Of a server that, at its end, has told no fault."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    where = ["--home", str(place / "home"), "--sources", str(place / "sources"), "--encoder", "none"]
    options = ["--port", str(port), "--rate", "0", "--seconds", str(SECONDS), *where]
    command = [sys.executable, "-c", "from cli.main import main; main()", "serve", *options]
    with (place / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stderr=log)
        try:
            _wait(port)
            yield port
        finally:
            server.terminate()
            server.wait(60)
    told = (place / "log").read_text("utf-8")
    assert "Traceback" not in told and " 500 " not in told, told[-3000:]


def _wait(port: int) -> None:
    for _ in range(480):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.25)
    raise AssertionError("the server does not answer")


def sent(port: int, data: bytes) -> tuple[int, bytes]:
    """Status and body of what comes back; 0 for a connection that is closed without an answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as asking:
        found = b""
        try:
            asking.sendall(data)
            while part := asking.recv(65536):
                found += part
        except ConnectionError:
            pass
    head, _, body = found.partition(b"\r\n\r\n")
    return (int(head.split()[1]) if head else 0), body


def posted(body: bytes, headers: bytes = b"") -> bytes:
    return POST % (headers or b"Content-Length: %d\r\n" % len(body), body)


REFUSED = {
    "an oversized body": posted(b"a" * 70_000),
    "an oversized body, its length untold": posted(CHUNK, CHUNKED),
    "a length of 5,000 digits": posted(b"{}", b"Content-Length: " + b"9" * 5000 + b"\r\n"),
    "a negative length": posted(b"{}", b"Content-Length: -1\r\n"),
    "two lengths": posted(b"{}", b"Content-Length: 2\r\nContent-Length: 3\r\n"),
    "deep JSON": posted(b"[" * 60_000),
    "deep JSON in an object": posted(b'{"question":' * 5_000 + b"1" + b"}" * 5_000),
    "no UTF-8": posted(b'{"question": "\xff\xfe"}'),
    "half a pair": posted(rb'{"question": "May a lamp \ud800 be lit?"}'),
    "no JSON": posted(b"question=a"),
    "a number of 5,000 digits": posted(b'{"question": ' + b"9" * 5000 + b"}"),
    "a huge number": posted(b'{"question": 1e999}'),
    "null": posted(b"null"),
    "a long address": GET % (b"/ask?q=" + b"a" * 20_000, b""),
    "a long header": GET % (b"/health", b"X: " + b"a" * 200_000 + b"\r\n"),
    "no protocol": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20 + b"\r\n\r\n",
    "a header without a name": GET % (b"/health", b": a\r\n"),
    "another method": b"DELETE /ask HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "k of 5,000 digits": GET % (b"/search?q=a&k=" + b"9" * 5000, b""),
    "up": GET % (b"/../../../../etc/passwd", b""),
    "up, written out": GET % (b"/passages/..%2f..%2f..%2f..%2fetc%2fpasswd", b""),
    "up, twice": GET % (b"/passages/%252e%252e%252fetc%252fpasswd", b""),
    "a zero byte": GET % (b"/passages/%00", b""),
    "a file": GET % (b"/passages/file:///etc/passwd", b""),
    "a slash too many": GET % (b"/health/", b"Host: elsewhere\r\n"),
    "a slash at the end": b"GET /health/ HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n",
    "another place": GET % (b"http://192.0.2.1/", b"") ,
}  # fmt: skip


@pytest.mark.parametrize("attack", REFUSED)
def test_what_is_no_question_is_refused(port: int, attack: str) -> None:
    status, body = sent(port, REFUSED[attack])
    assert status == 0 or 400 <= status < 500, (status, body[:200])
    assert b"root:" not in body and b"elsewhere" not in body
    if body.startswith(b"{"):
        assert json.loads(body)["error"].count("\n") == 0


ANSWERED = {
    "UTF-16": posted('{"question": "May a lamp be lit?"}'.encode("utf-16")),
    "many headers": GET % (b"/health", b"X: a\r\n" * 9_000),
    "a zero character": posted(rb'{"question": "May a lamp \u0000 be lit?"}'),
    "directions": posted('{"question": "May a lamp \u202e\u2066 be lit?"}'.encode()),
    "an encoding that is none": GET % (b"/ask?q=%ff%fe%c0%80+lamp", b""),
    "half a pair in an address": GET % (b"/ask?q=%ed%a0%80+lamp", b""),
    "a language that is none": GET % (b"/ask?q=lamp", b"Accept-Language: \xff\xff\r\nAccept-Encoding: gzip;q=nan, \xff\r\n"),
    "a tag that is none": GET % (b"/ask?q=lamp", b'If-None-Match: W/"\xff", *, ,,,,\r\n'),
    "somebody else": GET % (b"/health", b"X-Forwarded-For: 127.0.0.1, <script>\r\nForwarded: for=_\r\n"),
    "a range": GET % (b"/ask?q=lamp", b"Range: bytes=0-1,0-1,0-1,0-99999999999999\r\n"),
}


@pytest.mark.parametrize("attack", ANSWERED)
def test_what_is_odd_is_answered(port: int, attack: str) -> None:
    status, _ = sent(port, ANSWERED[attack])
    assert status == 200


DEEP = "[" * 10_000 + "]" * 10_000
VALUES = (
    "null", "true", "-1", "1.5", "1e999", "NaN", "-Infinity", "9" * 4_000, '""',
    r'"\ud800"', r'"\u0000"', r'"\r\nX-Told: b"', '"2020-99-99"',
    '"../../etc/passwd"', '"' + "a" * 3_000 + '"', "[]", "[null]", "{}", '{"a": null}',
    r'{"\ud800": "b"}', DEEP, "[" * 900 + "]" * 900,
)  # fmt: skip
LINES = {
    "/ask": ('"question": "May a lamp be lit?"', ("id", "question", "territory", "explain", "more")),
    "/exam": ('"question": "May a lamp be lit?", "options": {"A": "Yes", "B": "No"}', ("id", "question", "options")),
    "/check": (
        '"text": "Target 1 monster; destroy it."',
        (
            "id",
            "text",
            "lang",
            "card_type",
            "property",
            "monster_type_line",
            "effect_no",
            "pendulum",
            "of",
            "konami_id",
            "password",
        ),
    ),
}


@pytest.mark.parametrize("path", LINES)
def test_a_field_of_any_kind_is_answered_or_refused(port: int, path: str) -> None:
    rest, fields = LINES[path]
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        for field in fields:
            for value in VALUES:
                body = f'{{{rest}, "{field}": {value}}}'.encode()
                got = client.post(path, content=body, headers={"Content-Type": "application/json"})
                assert got.status_code in (200, 400, 404, 409), (field, value[:40], got.text[:200])
                assert got.json() and "root:" not in got.text and "x-told" not in got.headers


WORDS = (
    "", "%00", "%0d%0aX-Told:%20b", "%ff%fe", "%ed%a0%80", "..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/etc/passwd", "//", "-1",
    "1e9", "9" * 3_000, "NaN", "%f0%9f%92%a1", "a" * 600, "%e2%80%ae", "*", "%25%25", "[", "a%0ab",
    "%22%3E%3C", "%27%20OR%201=1--", "%5C", "%d9%a1",
)  # fmt: skip
PATHS = (
    "/ask?q=%s", "/ask?q=lamp&territory=%s", "/ask?q=lamp&explain=%s", "/check?card=%s", "/check?text=%s",
    "/check?text=a&lang=%s", "/check?text=a&kind=%s", "/check?text=a&at=%s", "/check?text=a&as_of=%s",
    "/cards/%s", "/cards/a?lang=%s", "/concepts/%s",
    "/timings/%s", "/search?q=%s", "/search?q=a&k=%s", "/passages/%s", "/graph/%s/a", "/graph/concept/%s",
    "/graph/concept/chain?steps=%s",
    "/%s",
)  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_any_word_in_an_address_is_answered_or_refused(port: int, path: str) -> None:
    for word in WORDS:
        status, body = sent(port, GET % ((path % word).encode(), b""))
        assert status in (200, 400, 404, 409, 414), (word, body[:200])
        assert b"root:" not in body


def test_no_header_can_be_put_into_a_reply(port: int) -> None:
    for path in PATHS:
        with socket.create_connection(("127.0.0.1", port), timeout=60) as asking:
            asking.sendall(
                GET % ((path % "%0d%0aX-Told:%20b%0d%0a%0d%0a").encode(), b"X: a\r\nX-Request-Id: b%0d%0aX-Told: c\r\n")
            )
            found = b""
            while part := asking.recv(65536):
                found += part
        assert b"x-told" not in found.partition(b"\r\n\r\n")[0].lower()


SLOW = {
    "silence": b"",
    "half a head": b"GET /health HTTP/1.1\r\nHost: a\r\n",
    "half a body": posted(b"{", b"Content-Length: 100\r\n"),
}


@pytest.mark.parametrize("attack", SLOW)
def test_who_sends_nothing_more_is_let_go_and_others_are_answered(port: int, attack: str) -> None:
    waiting = [socket.create_connection(("127.0.0.1", port), timeout=SECONDS * 10) for _ in range(100)]
    try:
        for one in waiting:
            one.sendall(SLOW[attack])
        assert sent(port, GET % (b"/health", b""))[0] == 200
        for one in waiting:
            while one.recv(65536):
                pass
    finally:
        for one in waiting:
            one.close()


def test_ten_thousand_requests_while_builds_take_each_other_s_place(place: Path, port: int) -> None:
    left, codes, lock = [10_000], Counter[int](), threading.Lock()
    paths = ("/health", "/ask?q=May+a+lamp+be+lit%3F", "/concepts/chain", "/nowhere", "/ask?q=")

    def ask(number: int) -> None:
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            while True:
                with lock:
                    left[0] -= 1
                    if left[0] < 0:
                        return
                code = client.get(paths[left[0] % len(paths)]).status_code
                with lock:
                    codes[code] += 1

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for number in range(2):
        (place / "lamp.md").write_text(f"# Lamps\n\nA lamp may be lit {number + 3} times a turn.\n", "utf-8")
        _build(place)
    for thread in threads:
        thread.join()
    assert codes == {200: 6_000, 404: 2_000, 400: 2_000}
