"""A small graph as inline SVG: nodes in columns, read from left to right, each a link that the keyboard reaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A box of the picture."""

    id: str
    label: str
    layer: int = 0
    """The column it stands in, from 0."""
    kind: str = ""
    """A class of the style sheet: question, concept, timing, card, rule, source, passage."""
    href: str = ""
    """An address of `ui.state.link`; empty for a box that leads nowhere."""
    strong: bool = False
    """Drawn heavier: the one that decided, or the one the page is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line between two boxes, by their ids."""

    start: str
    end: str
    label: str = ""


def draw_graph(nodes: Sequence[Node], lines: Sequence[Line], *, title: str) -> None:
    """Draws the graph; lines to boxes that are not there are left out. `title` is what a screen reader says first."""
