"""Memory that is free again is given back: settings of the C library's allocator, where it is glibc's."""

from __future__ import annotations

import ctypes
import sys

_ARENA_MAX, _MMAP_THRESHOLD = -8, -3
_ARENAS, _MAPPED = 2, 524_288


def give_back_memory() -> bool:
    """Sets that for this process, as early as may be; whether it could be set.

    Vectors come and go in pieces of a megabyte on several threads. Left to itself, glibc keeps a heap for each thread and what
    was free in them; so threads share two, and what takes more than 512 kB is a mapping of its own. To trim them more often
    would save as much again, at a tenth of a cold question's time.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    return all(mallopt(*one) for one in ((_ARENA_MAX, _ARENAS), (_MMAP_THRESHOLD, _MAPPED)))
