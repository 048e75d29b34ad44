"""What a user is told of a mistake."""

from __future__ import annotations

import sys


def fail(message: str) -> int:
    """Exit status 2, after one line on standard error."""
    print("rulings: " + " ".join(str(message).split()), file=sys.stderr)
    return 2
