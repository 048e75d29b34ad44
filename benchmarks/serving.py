"""Requests a second, milliseconds and memory of `rulings serve`, with one, two and four processes over one snapshot.

    python -m benchmarks.serving HOME [--workers 1 2 4] [--requests 2000] [--askers 8]

Half of the requests are questions of our bank, new or asked before, the rest cards, terms, searches and checks. A status of
500 or more is a failure and is told. On a machine that other work shares, read the processor time of a request: it never waits.
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx2

from benchmarks.bank import load_bank

ROOT = Path(__file__).resolve().parent.parent
CARDS = ("14558127", "97268402", "24224830", "10045474", "44095762")
TERMS = ("chain", "damage-step", "spell-speed", "连锁", "伤害步骤")
TEXT = {"card_type": "trap", "property": "normal", "lang": "en", "text": "Target 1 monster; it gains 400 ATK."}


def requests_of(questions: Sequence[str], count: int, seed: int = 1) -> list[tuple[str, str, dict[str, str]]]:
    """Method, path and what is asked."""
    rng = random.Random(seed)
    made: list[tuple[str, str, dict[str, str]]] = []
    for _ in range(count):
        kind = rng.random()
        if kind < 0.5:
            made.append(("GET", "/ask", {"q": rng.choice(questions)}))
        elif kind < 0.65:
            made.append(("GET", "/search", {"q": rng.choice(questions)[:60], "k": "5"}))
        elif kind < 0.75:
            made.append(("POST", "/check", TEXT))
        elif kind < 0.85:
            made.append(("GET", f"/cards/{rng.choice(CARDS)}", {}))
        elif kind < 0.95:
            made.append(("GET", f"/concepts/{rng.choice(TERMS)}", {}))
        else:
            made.append(("GET", "/sources", {}))
    return made


@contextmanager
def served(home: Path, workers: int) -> Iterator[tuple[str, int]]:
    """The address of a server and its process id, once every process answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", "from cli.main import main; main()", "serve", "--port", str(port), "--rate", "0"]
    command += ["--seconds", "60", "--workers", str(workers), "--home", str(home)]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=ROOT)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                httpx2.get(f"{url}/health", timeout=60)
                break
            except httpx2.TransportError:
                time.sleep(0.2)
        time.sleep(2 * workers)
        yield url, server.pid
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


def asked(url: str, wanted: Sequence[tuple[str, str, dict[str, str]]], askers: int) -> tuple[list[float], Counter[int], float]:
    """Milliseconds of every request, how often each status came, and the seconds of all."""
    waiting, lock = list(reversed(wanted)), threading.Lock()
    took: list[float] = []
    codes: Counter[int] = Counter()

    def ask() -> None:
        with httpx2.Client(base_url=url, timeout=120) as client:
            while True:
                with lock:
                    if not waiting:
                        return
                    method, path, given = waiting.pop()
                began = time.perf_counter()
                got = client.get(path, params=given) if method == "GET" else client.post(path, json=given)
                with lock:
                    took.append((time.perf_counter() - began) * 1000)
                    codes[got.status_code] += 1

    threads = [threading.Thread(target=ask) for _ in range(askers)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return took, codes, time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", type=Path)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--askers", type=int, default=8)
    args = parser.parse_args()
    questions = [one.question for one in load_bank()]
    wanted = requests_of(questions, args.requests)
    print(f"{args.requests} requests, {args.askers} askers, {os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}")
    for workers in args.workers:
        with served(args.home, workers) as (url, pid):
            asked(url, requests_of(questions, 40, seed=2), args.askers)
            before, spent = memory(pid), processor(pid)
            took, codes, seconds = asked(url, wanted, args.askers)
            after, spent = memory(pid), processor(pid) - spent

        took.sort()
        p50, p95, p99 = (took[int(len(took) * share)] for share in (0.5, 0.95, 0.99))
        failed = sum(n for code, n in codes.items() if code >= 500)
        print(
            f"workers {workers}: {len(took) / seconds:6.1f} requests/s, ms p50 {p50:.0f} p95 {p95:.0f} p99 {p99:.0f}, "
            f"processor {spent / len(took) * 1000:.1f} ms a request, 5xx {failed}, statuses {dict(codes)}, "
            f"memory {before:.0f} -> {after:.0f} MB"
        )


if __name__ == "__main__":
    main()
