"""The web page served for a browser: a home with invented documents and cards, the server, Debian's Chromium."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ingest.build import Order, build

ROOT = Path(__file__).resolve().parent.parent
WAIT = 90
"""Seconds until the server must answer; it answers in a few."""

LONG = "lantern" * 60
LANTERNS = f"""# The lantern keepers

## Lighting

A Lantern Keeper may light one Zorbling lantern in the Damage Step, before damage calculation. [1]

- A lit Zorbling lantern cannot be moved.
- It goes out at the end of the turn.

## Hostile corner

The Zorbling hostile lantern <script>window.hacked = 1</script> <img src=x onerror="window.hacked = 2"> may be lit in the
Damage Step ![picture](http://192.0.2.1/picture.png) [click](javascript:window.hacked=3) {LONG}

[1] Keepers' book, page 4.
"""
LANTERNS_ZH = """# 灯笼守则

## 点灯

灯笼守护者在伤害步骤中，伤害计算前可以点亮一盏佐布林灯笼。

- 已点亮的佐布林灯笼不能移动。
"""
CARDS = [
    {
        "id": 90000001,
        "name": "Zorbling Lantern",
        "type": "Quick-Play Spell Card",
        "desc": "Target 1 face-up Zorbling monster; it gains 700 ATK this turn.",
        "race": "Quick-Play",
    },
    {
        "id": 90000002,
        "name": "Keeper of the Zorbling Light",
        "type": "Effect Monster",
        "desc": "If this card leaves the field: You can send 1 Zorbling Spell from your Deck to the Graveyard.",
        "race": "Fairy",
        "atk": 1200,
        "def": 800,
        "level": 4,
        "attribute": "LIGHT",
    },
    {
        "id": 90000003,
        "name": "Trimmer of Wicks",
        "type": "Trap Card",
        "desc": 'Add 1 "Zorbling Lantern" from your GY to your hand.',
        "race": "Normal",
    },
]


def invented_home(home: Path) -> Path:
    """A home where two invented documents, one of them hostile, and three invented cards are built."""
    files = home.parent / "invented"
    files.mkdir(parents=True, exist_ok=True)
    (files / "lanterns.md").write_text(LANTERNS, "utf-8")
    (files / "lanterns-zh.md").write_text(LANTERNS_ZH, "utf-8")
    cards = files / "cards.json"
    cards.write_text(json.dumps({"data": CARDS}), "utf-8")
    build(home, Order(paths=[files / "lanterns.md", files / "lanterns-zh.md"], cards=[cards]))
    return home


def chromium() -> str | None:
    """The browser's path; None where there is none."""
    return next((p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None)


@contextmanager
def served(home: Path) -> Iterator[str]:
    """The address of the page, served from a home by a process of its own."""
    with server_of(home) as (address, _):
        yield address


@contextmanager
def server_of(home: Path) -> Iterator[tuple[str, int]]:
    """The address of the page and the server's process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", "from cli.main import main; main()", "app", "--port", str(port), "--home", str(home)]
    log = (home.parent / "server.log").open("wb")
    server = subprocess.Popen(
        command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    address = f"http://localhost:{port}"
    try:
        wait_for(address, server.poll)
        yield address, server.pid
    finally:
        server.terminate()
        server.wait(20)
        log.close()


def wait_for(address: str, ended: Callable[[], int | None]) -> None:
    """Returns when the page at an address answers; `ended` is the server's exit status, None while it runs."""
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        if (status := ended()) is not None:
            raise RuntimeError(f"the page's server ended with status {status}")
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"{address} does not answer")
