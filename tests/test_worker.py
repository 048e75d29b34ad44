"""A process of its own ends what takes too long or too much, and nothing of it reaches the one that asked."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from operator import add

import pytest

from kb.errors import BadInput
from kb.worker import GIGABYTE, Worker, WorkerEnded


@pytest.fixture
def worker() -> Iterator[Worker]:
    with Worker(memory=GIGABYTE) as one:
        yield one


def test_results_and_exceptions_come_back(worker: Worker) -> None:
    assert worker.call(add, "a", "b", seconds=10) == "ab"
    with pytest.raises(TypeError):
        worker.call(add, "a", 1, seconds=10)
    with pytest.raises(BadInput, match="no address"):
        worker.call(_refused, seconds=10)
    assert list(worker.each(iter, [1, 2, 3], seconds=10)) == [1, 2, 3]


def _refused() -> None:
    raise BadInput("no address")


def _deep(levels: int) -> int:
    return 0 if not levels else 1 + _deep(levels - 1)


def _said() -> str:
    print("this goes nowhere")
    return "kept"


def _counting() -> Iterator[int]:
    for number in range(4):
        time.sleep(0.1)
        yield number


@pytest.mark.parametrize(
    ("function", "arguments", "why"),
    [
        (time.sleep, (60,), "it took longer than 1 seconds"),
        (bytearray, (2 * GIGABYTE,), "too much memory"),
        (_deep, (10**6,), "nested too deep"),
        (os.abort, (), "nested too deep or needs"),
        (os._exit, (3,), "exit status 3"),
    ],
)
def test_what_goes_too_far_is_ended_and_the_next_call_works(
    worker: Worker, function: object, arguments: tuple[object, ...], why: str
) -> None:
    with pytest.raises(WorkerEnded, match=why):
        worker.call(function, *arguments, seconds=1)  # type: ignore[arg-type]
    assert worker.call(add, 1, 2, seconds=10) == 3


def test_what_is_printed_does_not_disturb(worker: Worker) -> None:
    assert worker.call(_said, seconds=10) == "kept"


def test_the_reader_s_own_time_does_not_count(worker: Worker) -> None:
    found = []
    for number in worker.each(_counting, seconds=1):
        time.sleep(0.5)
        found.append(number)
    assert found == [0, 1, 2, 3]


def test_the_process_ends_with_the_one_that_asked() -> None:
    with Worker() as worker:
        process = worker.call(os.getpid, seconds=10)
        os.kill(process, signal.SIGINT)
        assert worker.call(os.getpid, seconds=10) == process, "an interruption is for the one that asked"
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.parametrize(("seconds", "pause"), [(2.0, 0.0), (2.5, 1.0)])
def test_without_alarms_the_one_that_asked_keeps_the_time(
    worker: Worker, monkeypatch: pytest.MonkeyPatch, seconds: float, pause: float
) -> None:
    monkeypatch.setattr("kb.worker.ALARMS", False)
    assert worker.call(add, 1, 2, seconds=10) == 3
    for _ in worker.each(_two, seconds=seconds):
        time.sleep(pause)
    with pytest.raises(WorkerEnded, match="it took longer than"):
        worker.call(time.sleep, 60, seconds=seconds)
    assert worker.call(add, 1, 2, seconds=10) == 3


def _two() -> Iterator[int]:
    yield from (1, 2)
