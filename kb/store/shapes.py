"""The shapes that a sound graph keeps to, and which state of them a snapshot was checked with."""

from __future__ import annotations

import hashlib
from pathlib import Path

SHAPES = Path(__file__).resolve().parent.parent / "shapes.ttl"


def shapes_hash() -> str:
    """16 hex digits that stand for the shapes."""
    return hashlib.sha256(SHAPES.read_bytes()).hexdigest()[:16]
