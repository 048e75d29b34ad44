"""Memory that is free again is given back to the system, where the C library can be told to."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

LEFT = """
import sys, threading
import numpy as np
from kb.frugal import give_back_memory
given = give_back_memory() if sys.argv[1] == "given" else None

def work():
    some = [np.ones(120_000) for _ in range(60)]
    return float(sum(one.sum() for one in some))

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

before = resident()
threads = [threading.Thread(target=work) for _ in range(4)]
[t.start() for t in threads]
[t.join() for t in threads]
print(given, resident() - before)
"""


def left(how: str) -> tuple[str, int]:
    """What the call returned, and the bytes still held after work that holds nothing, in a process of its own."""
    out = subprocess.run([sys.executable, "-c", LEFT, how], capture_output=True, text=True, check=True).stdout.split()
    return out[0], int(out[1])


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library decides for itself")
def test_what_is_free_again_is_given_back() -> None:
    given, held = left("given")
    assert given == "True" and held < 8_000_000
