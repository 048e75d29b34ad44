"""How the page serves many at once: `python -m benchmarks.page [--sessions 20] [--questions 1000] [--home DIR]`.

Sessions speak Streamlit's own protocol, as a browser does, without drawing anything: each opens a connection and asks one
question after the other, all of them at once. Times run from sending a question until the server has run the page; memory is
the server's resident set after the first round and at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import numpy as np
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from benchmarks.bank import load_bank
from tests.serving import server_of

TIMEOUT = 120


async def ask(socket: ClientConnection, question: str) -> tuple[float, int]:
    """Seconds until the page has run, and how many exceptions it showed."""
    message = BackMsg()
    message.rerun_script.query_string = f"lang=en&q={quote(question)}"
    began, broken = time.perf_counter(), 0
    await socket.send(message.SerializeToString())
    async with asyncio.timeout(TIMEOUT):
        async for data in socket:
            answer = ForwardMsg.FromString(data if isinstance(data, bytes) else data.encode())
            if answer.WhichOneof("type") == "delta" and answer.delta.new_element.WhichOneof("type") == "exception":
                broken += 1
            if answer.WhichOneof("type") == "script_finished":
                break
    return time.perf_counter() - began, broken


async def session(address: str, questions: Sequence[str]) -> list[tuple[float, int]]:
    """One visitor's questions, one after the other."""
    url = address.replace("http", "ws") + "/_stcore/stream"
    async with connect(url, subprotocols=[Subprotocol("streamlit")], max_size=None, origin=Origin(address)) as socket:
        return [await ask(socket, question) for question in questions]


async def everybody(address: str, sessions: int, questions: Iterator[str], each: int) -> list[tuple[float, int]]:
    """All sessions at once."""
    found = await asyncio.gather(*(session(address, list(itertools.islice(questions, each))) for _ in range(sessions)))
    return [one for part in found for one in part]


def resident(pid: int) -> float:
    """Megabytes that a process holds in memory."""
    status = Path(f"/proc/{pid}/status").read_text("ascii", "replace")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--home", type=Path, default=None)
    given = parser.parse_args()
    questions = itertools.cycle(q.question for q in load_bank())
    with tempfile.TemporaryDirectory() as empty, server_of(given.home or Path(empty) / "home") as (address, pid):
        asyncio.run(everybody(address, 1, questions, 2))
        first = asyncio.run(everybody(address, given.sessions, questions, 1))
        settled = resident(pid)
        rest = asyncio.run(everybody(address, given.sessions, questions, max(1, given.questions // given.sessions)))
        ended = resident(pid)
    for name, found in (("first question of each", first), ("all that follow", rest)):
        times = np.array([seconds for seconds, _ in found])
        p50, p95 = np.percentile(times, [50, 95])
        broken = sum(n for _, n in found)
        print(f"{name}: {len(found)} asked by {given.sessions} at once, p50 {p50:.2f} s, p95 {p95:.2f} s, {broken} errors")
    print(f"memory: {settled:.0f} MB after the first round, {ended:.0f} MB at the end")


if __name__ == "__main__":
    main()
