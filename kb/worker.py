"""Work in a process of its own, which ends when it takes too long or needs too much memory: for what strangers wrote.

The system itself ends it, by an alarm and a limit of its address space, so that neither a loop inside a library nor a crash of
one reaches the process that asked, and nothing is left behind if that process is killed. Where a system has no alarms
(Windows), the process that asked keeps the time, and memory has no limit.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import IO, Any

GIGABYTE = 1 << 30
ALARMS = hasattr(signal, "setitimer")
"""Whether the system ends a process after a time."""
_SERVE = "import sys; sys.path[:] = {path!r}; from kb.worker import serve; serve()"


class WorkerEnded(Exception):
    """The work was not finished: the message says why, as part of a sentence (`it took longer than 30 seconds`)."""


class Worker:
    """A process that does one thing after the other; started when first needed, and again after it was ended.

    Functions are those of a module, arguments and results such as can be pickled. Use it as a context manager, or `close` it.
    """

    def __init__(self, *, memory: int = 2 * GIGABYTE) -> None:
        self._memory = memory
        """Bytes of address space."""
        self._process: subprocess.Popen[bytes] | None = None

    def call(self, function: Callable[..., Any], *arguments: object, seconds: float) -> Any:
        """What the function returns. Raises what it raises, WorkerEnded if it needs more time or memory, or crashes."""
        (found,) = self.each(_single, function, arguments, seconds=seconds)
        return found

    def each(self, function: Callable[..., Iterator[Any]], *arguments: object, seconds: float) -> Iterator[Any]:
        """What the function yields, one by one; raises as `call` does. Time counts while the function runs, not the reader's.

        Read it to its end: the process is ended where it is dropped before.
        """
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        done, watch = False, _Watch(process, seconds)
        try:
            _send(process.stdin, (function, arguments, seconds if ALARMS else 0.0))
            while True:
                with watch:
                    kind, value = pickle.load(process.stdout)
                done = kind != "item"
                if kind == "raised":
                    raise value
                if done:
                    return
                yield value
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            raise WorkerEnded(_too_long(seconds) if watch.expired else _reason(process.wait(), seconds)) from None
        finally:
            if not done:
                self.close()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _SERVE.format(path=sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            assert self._process.stdin is not None
            _send(self._process.stdin, self._memory)
        return self._process

    def close(self) -> None:
        """Ends the process; a later call starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class _Watch:
    """Ends a process that is waited for longer than so many seconds altogether; does nothing where the system does it."""

    def __init__(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        self._process, self._left = process, seconds
        self.expired = False

    def _expire(self) -> None:
        self.expired = True
        self._process.kill()

    def __enter__(self) -> None:
        if not ALARMS:
            self._began = time.monotonic()
            self._timer = threading.Timer(max(self._left, 1e-3), self._expire)
            self._timer.daemon = True
            self._timer.start()

    def __exit__(self, *error: object) -> None:
        if not ALARMS:
            self._timer.cancel()
            self._left -= time.monotonic() - self._began


def _too_long(seconds: float) -> str:
    return f"it took longer than {seconds:.0f} seconds"


def _single(function: Callable[..., Any], arguments: tuple[object, ...]) -> Iterator[Any]:
    yield function(*arguments)


def _reason(status: int, seconds: float) -> str:
    if ALARMS and status == -signal.SIGALRM:
        return _too_long(seconds)
    if status > 0:
        return f"it broke down (exit status {status})"
    return "it is nested too deep or needs too much memory"


def _send(pipe: IO[bytes], message: object) -> None:
    pipe.write(pickle.dumps(message))
    pipe.flush()


def serve() -> None:
    """What the process does: read a function and its arguments, run it, write what it yields; until nothing more comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    _limit(pickle.load(requests))
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            function, arguments, seconds = pickle.load(requests)
            _send(replies, _outcome(function, arguments, seconds, replies))


def _limit(memory: int) -> None:
    try:
        import resource
    except ImportError:
        return
    for what, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(what, (most, most))


def _outcome(
    function: Callable[..., Iterator[Any]], arguments: tuple[object, ...], seconds: float, replies: IO[bytes]
) -> tuple[str, object]:
    """Runs the function and writes what it yields; how it ended."""
    _alarm(seconds)
    try:
        for item in function(*arguments):
            left = _alarm(0)
            _send(replies, ("item", item))
            _alarm(max(left, 1e-6) if seconds else 0)
    except (MemoryError, RecursionError):
        return "raised", WorkerEnded(_reason(0, seconds))
    except Exception as error:
        return "raised", _carried(error)
    finally:
        _alarm(0)
    return "done", None


def _alarm(seconds: float) -> float:
    """Ends this process after that time, 0 for never; how much was left of the time set before. Does nothing without alarms."""
    return signal.setitimer(signal.ITIMER_REAL, seconds)[0] if ALARMS else 0.0


def _carried(error: Exception) -> Exception:
    """The exception as it can be carried over."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
