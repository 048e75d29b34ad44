"""Findings as JSON has them, and back."""

from __future__ import annotations

from typing import Any

from kb.model import Finding, FoundAt, Lines


def to_row(finding: Finding) -> dict[str, Any]:
    """A finding as `from_row` takes it."""
    return {**_fields(finding), "places": [_fields(place) for place in finding.places]}


def from_row(row: dict[str, Any]) -> Finding:
    """The finding of which `to_row` made it, from JSON or not."""
    places = tuple(FoundAt(**{**p, "lines": Lines(*p["lines"])}) for p in row["places"])
    return Finding(**{**row, "lines": Lines(*row["lines"]) if row["lines"] else None, "places": places})


def _fields(thing: Finding | FoundAt) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in thing.__slots__}
