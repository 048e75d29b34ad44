"""Requests a second, milliseconds and memory of `rulings serve`, with one, two and four processes over one snapshot.

    python -m benchmarks.serving HOME [--workers 1 2 4] [--requests 2000] [--askers 8] [--new 0.3]
    python -m benchmarks.serving HOME --at PORT --pid PID --requests 12500 --seed 2 [--new 0.3]

Half of the requests are questions, the rest searches, checks, cards, terms, timings, passages, documents and health.
`--new` is the share of questions and searches that nobody has asked before: one of the bank's, led in by other words; of the
others a few are asked often and most seldom (Zipf). The second form asks a server that runs already, so that a long run may be
made in pieces, each with a seed of its own. A status of 500 or more is a failure and is told. On a machine that other work
shares, read the processor time of a request: it never waits.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from urllib.parse import quote, urlencode
from urllib.request import urlopen

from benchmarks.bank import load_bank

ROOT = Path(__file__).resolve().parent.parent
CARDS = ("14558127", "97268402", "24224830", "10045474", "44095762")
TERMS = ("chain", "damage-step", "spell-speed", "连锁", "伤害步骤")
TIMINGS = ("damage-step", "battle-phase", "main-phase-1", "伤害步骤")
PASSAGES = ("spell-speed.chain-condition", "spell-speed.speed-1-members")
TEXT = {"card_type": "trap", "property": "normal", "lang": "en", "text": "Target 1 monster; it gains 400 ATK."}
LEADS = {
    "en": ("Quick one:", "My friend asks:", "At a local:", "For a judge:", "Hi!", "Just checking.", "We argued about this."),
    "zh": ("请问，", "朋友问我：", "打比赛时遇到：", "想确认一下。", "你好，", "争论了半天：", "求教："),
}
"""Words before a question that nobody has put in just this way."""
SAMPLES = 10
"""How often memory is looked at during a run, besides at its beginning and its end."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One request."""

    method: str
    address: str
    body: str = ""


class Asking:
    """The questions of a run: those asked before, a few often and most seldom, and new ones."""

    def __init__(self, questions: Sequence[tuple[str, str]], new: float, rng: random.Random) -> None:
        """`questions`: language and text."""
        self._known = random.Random(0).sample(questions, len(questions))
        self._often = list(accumulate(1 / (n + 1) for n in range(len(questions))))
        self._new, self._rng = new, rng

    def next(self) -> str:
        """A question."""
        if self._rng.random() >= self._new:
            return self._rng.choices(self._known, cum_weights=self._often)[0][1]
        lang, text = self._rng.choice(self._known)
        leads = LEADS["zh" if lang == "zh" else "en"]
        return " ".join((*self._rng.sample(leads, 2), text))


def requests_of(questions: Sequence[tuple[str, str]], count: int, new: float, seed: int = 1) -> list[Wanted]:
    """What is asked, in order."""
    rng = random.Random(seed)
    asking = Asking(questions, new, rng)
    ways: dict[str, tuple[int, Callable[[], Wanted]]] = {
        "ask": (45, lambda: Wanted("GET", f"/ask?{urlencode({'q': asking.next()})}")),
        "line": (5, lambda: Wanted("POST", "/ask", json.dumps({"id": rng.random(), "question": asking.next()}))),
        "search": (12, lambda: Wanted("GET", f"/search?{urlencode({'q': asking.next()[:60], 'k': 5})}")),
        "check": (8, lambda: Wanted("POST", "/check", json.dumps({**TEXT, "id": rng.random()}))),
        "card": (10, lambda: Wanted("GET", f"/cards/{rng.choice(CARDS)}")),
        "concept": (8, lambda: Wanted("GET", f"/concepts/{quote(rng.choice(TERMS))}")),
        "timing": (4, lambda: Wanted("GET", f"/timings/{quote(rng.choice(TIMINGS))}")),
        "passage": (3, lambda: Wanted("GET", f"/passages/{quote(rng.choice(PASSAGES))}")),
        "sources": (2, lambda: Wanted("GET", "/sources")),
        "health": (3, lambda: Wanted("GET", "/health")),
    }
    chosen = rng.choices(list(ways), weights=[share for share, _ in ways.values()], k=count)
    return [ways[name][1]() for name in chosen]


@contextmanager
def served(home: Path, workers: int) -> Iterator[tuple[int, int]]:
    """The port of a server and its process id, once every process answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", "from cli.main import main; main()", "serve", "--port", str(port), "--rate", "0"]
    command += ["--seconds", "60", "--workers", str(workers), "--home", str(home)]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=ROOT)
    try:
        for _ in range(600):
            try:
                urlopen(f"http://127.0.0.1:{port}/health", timeout=60).close()
                break
            except OSError:
                time.sleep(0.2)
        time.sleep(2 * workers)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait(60)


def memory(pid: int) -> float:
    """Resident megabytes of a process and those it started, each page counted once where the system tells (Pss)."""
    total = 0
    for one in [pid, *children(pid)]:
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text("utf-8").splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def processor(pid: int) -> float:
    """Seconds of processor time of a process and those it started."""
    total = 0
    for one in [pid, *children(pid)]:
        fields = Path(f"/proc/{one}/stat").read_text("utf-8").rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """Ids of the processes below one."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text("utf-8").split()):
            found += [child, *children(child)]
    return found


@dataclass(slots=True)
class Came:
    """What came back."""

    took: list[float] = field(default_factory=list)
    """Milliseconds of every request."""
    codes: Counter[int] = field(default_factory=Counter)
    seconds: float = 0.0
    memory: list[float] = field(default_factory=list)
    """Megabytes, from the beginning to the end."""

    def said(self, processor_s: float) -> str:
        """A line of it."""
        took = sorted(self.took)
        p50, p95, p99 = (took[int(len(took) * share)] for share in (0.5, 0.95, 0.99))
        failed = sum(n for code, n in self.codes.items() if code >= 500)
        return (
            f"{len(took) / self.seconds:6.1f} requests/s, ms p50 {p50:.0f} p95 {p95:.0f} p99 {p99:.0f}, "
            f"processor {processor_s / len(took) * 1000:.1f} ms a request, 5xx {failed}, statuses {dict(self.codes)}, "
            f"memory {' '.join(f'{m:.0f}' for m in self.memory)} MB"
        )


def asked(port: int, pid: int, wanted: Sequence[Wanted], askers: int) -> Came:
    """What came of asking all of it, as many at a time as there are askers, each on a connection of its own."""
    waiting, lock, came = list(reversed(wanted)), threading.Lock(), Came()

    def ask() -> None:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        while True:
            with lock:
                if not waiting:
                    line.close()
                    return
                one = waiting.pop()
                if pid and len(waiting) % max(1, len(wanted) // SAMPLES) == 0:
                    came.memory.append(memory(pid))
            began = time.perf_counter()
            line.request(one.method, one.address, one.body or None, {"content-type": "application/json"})
            reply = line.getresponse()
            reply.read()
            with lock:
                came.took.append((time.perf_counter() - began) * 1000)
                came.codes[reply.status] += 1

    threads = [threading.Thread(target=ask) for _ in range(askers)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    came.seconds = time.perf_counter() - began
    return came


def told(port: int, pid: int, wanted: Sequence[Wanted], askers: int) -> str:
    """A line of what came of asking all of it."""
    before, spent = memory(pid), processor(pid)
    came = asked(port, pid, wanted, askers)
    came.memory.insert(0, before)
    return came.said(processor(pid) - spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("home", type=Path)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--askers", type=int, default=8)
    parser.add_argument("--new", type=float, default=0.3, help="share of questions that nobody has asked before")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", type=int, default=0, help="port of a server that runs already")
    parser.add_argument("--pid", type=int, default=0, help="of that server")
    args = parser.parse_args()
    questions = [(one.lang, one.question) for one in load_bank()]
    wanted = requests_of(questions, args.requests, args.new, args.seed)
    print(
        f"{args.requests} requests, {args.new:.0%} of the questions new, {args.askers} askers, {os.cpu_count()} cores, "
        f"load before {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    if args.at:
        print(told(args.at, args.pid, wanted, args.askers))
        return
    for workers in args.workers:
        with served(args.home, workers) as (port, pid):
            asked(port, 0, requests_of(questions, 40, args.new, seed=10_000 + args.seed), args.askers)
            print(f"workers {workers}: {told(port, pid, wanted, args.askers)}", flush=True)


if __name__ == "__main__":
    main()
