"""Graphs as sets of N-Triples lines: without blank nodes, equal lines are equal triples."""

from __future__ import annotations

from collections.abc import Iterable

from pyoxigraph import Quad, RdfFormat, serialize


def to_lines(quads: Iterable[Quad]) -> bytes:
    """The N-Triples of quads, their graph left out."""
    return serialize((quad.triple for quad in quads), format=RdfFormat.N_TRIPLES) or b""


def lines_of(data: bytes) -> set[bytes]:
    """The lines of N-Triples; literals hold no line feeds, so a line is a triple."""
    return {line for line in data.split(b"\n") if line}


def subject_of(line: bytes) -> bytes:
    """The subject of a line, as it stands there."""
    return line[: line.index(b" ")]
