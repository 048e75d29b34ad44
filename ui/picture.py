"""A small graph as inline SVG, twice: columns for a wide screen, an indented list with curves for a phone.

Nothing is loaded from anywhere; boxes with an address are links, so that the keyboard reaches them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

import streamlit as st

from ui.html import escape, tag

WIDE, NARROW = 760, 340
"""Widths in the picture's own units, which are pixels while there is room."""
GAP = 34
ROW, BOX = 50, 40
LETTER = 6.7
"""Mean width of a Latin letter; a Chinese character has two."""


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


@dataclass(frozen=True, slots=True)
class _Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


def draw_graph(nodes: Sequence[Node], lines: Sequence[Line], *, title: str) -> None:
    """Draws the graph; lines to boxes that are not there are left out. `title` is what a screen reader says first."""
    st.markdown(graph_html(nodes, lines, title=title), unsafe_allow_html=True)


def graph_html(nodes: Sequence[Node], lines: Sequence[Line], *, title: str) -> str:
    """Both pictures as one line of HTML, of which the style sheet shows one."""
    wide = tag("div", _wide(nodes, lines, title), class_="dr-graph wide")
    narrow = tag("div", _narrow(nodes, lines, title), class_="dr-graph narrow")
    return tag("div", wide + narrow, class_="dr-graphs")


def _wide(nodes: Sequence[Node], lines: Sequence[Line], title: str) -> str:
    columns: dict[int, list[Node]] = {}
    for node in nodes:
        columns.setdefault(node.layer, []).append(node)
    width = (WIDE - GAP * (len(columns) - 1)) / max(1, len(columns))
    height = max((len(c) for c in columns.values()), default=0) * ROW
    boxes: dict[str, _Box] = {}
    for place, layer in enumerate(sorted(columns)):
        top = (height - len(columns[layer]) * ROW) / 2 + (ROW - BOX) / 2
        for row, node in enumerate(columns[layer]):
            boxes[node.id] = _Box(place * (width + GAP) + 1, top + row * ROW, width - 2, BOX)
    curves = "".join(_across(boxes[x.start], boxes[x.end], x.label) for x in lines if x.start in boxes and x.end in boxes)
    return _svg(curves + "".join(_drawn(n, boxes[n.id], 2) for n in nodes), WIDE, height, title)


def _narrow(nodes: Sequence[Node], lines: Sequence[Line], title: str) -> str:
    ordered = sorted(nodes, key=lambda n: n.layer)
    boxes = {n.id: _Box(14 + n.layer * 12, i * 40 + 2, NARROW - 16 - n.layer * 12, 36) for i, n in enumerate(ordered)}
    curves = "".join(_beside(boxes[x.start], boxes[x.end], x.label) for x in lines if x.start in boxes and x.end in boxes)
    return _svg(curves + "".join(_drawn(n, boxes[n.id], 1) for n in ordered), NARROW, len(ordered) * 40, title)


def _svg(inside: str, width: float, height: float, title: str) -> str:
    return tag("svg", inside, viewBox=f"0 0 {width:g} {height:g}", width=f"{width:g}", role="group", aria_label=title)


def _across(start: _Box, end: _Box, label: str) -> str:
    """A curve between columns, or, within one, round its right-hand side."""
    ahead = end.x > start.x
    x1, x2 = (start.x + start.width, end.x) if ahead else (start.x, end.x + end.width)
    bend = GAP / 2 if ahead else -GAP / 2
    if end.x == start.x:
        x1 = x2 = start.x + start.width
        return _curve(
            f"M{x1:g} {start.middle:g}C{x1 + GAP:g} {start.middle:g} {x2 + GAP:g} {end.middle:g} {x2:g} {end.middle:g}", label
        )
    return _curve(
        f"M{x1:g} {start.middle:g}C{x1 + bend:g} {start.middle:g} {x2 - bend:g} {end.middle:g} {x2:g} {end.middle:g}", label
    )


def _beside(start: _Box, end: _Box, label: str) -> str:
    """A curve in the margin, from box to box."""
    left = 2 + min(start.x, end.x) / 4
    return _curve(
        f"M{start.x:g} {start.middle:g}C{left:g} {start.middle:g} {left:g} {end.middle:g} {end.x:g} {end.middle:g}", label
    )


def _curve(path: str, label: str) -> str:
    return tag("path", tag("title", escape(label)) if label else "", d=path, class_="dr-line")


def _drawn(node: Node, box: _Box, rows: int) -> str:
    shape = tag("rect", "", x=f"{box.x:g}", y=f"{box.y:g}", width=f"{box.width:g}", height=f"{box.height:g}", rx="6")
    written = _wrapped(node.label, int((box.width - 14) / LETTER), rows)
    step = 15
    first = box.middle + 4 - step * (len(written) - 1) / 2
    texts = "".join(tag("text", escape(line), x=f"{box.x + 7:g}", y=f"{first + i * step:g}") for i, line in enumerate(written))
    inside = tag("title", escape(node.label)) + shape + texts
    kind = f"dr-node {node.kind}{' strong' if node.strong else ''}".strip()
    attributes: Mapping[str, str] = {"class_": kind}
    return tag("a", inside, href=node.href, target="_self", **attributes) if node.href else tag("g", inside, **attributes)


def _wrapped(text: str, width: int, rows: int) -> list[str]:
    """The text in at most so many rows, each of at most `width` letters; what does not fit is told by an ellipsis."""
    left = " ".join(text.split())
    found: list[str] = []
    while left and len(found) < rows:
        cut = _fitting(left, width)
        if cut < len(left) and len(found) < rows - 1:
            blank = left.rfind(" ", 0, cut + 1)
            cut = blank if blank > cut / 2 else cut
        found.append(left[:cut].strip())
        left = left[cut:].strip()
    if left and found:
        found[-1] = found[-1][: _fitting(found[-1], width - 2)] + "…"
    return found or [""]


def _fitting(text: str, width: int) -> int:
    """How many characters fit; a wide one takes the room of two."""
    used = 0
    for place, character in enumerate(text):
        used += 2 if east_asian_width(character) in "WF" else 1
        if used > width:
            return max(1, place)
    return len(text)
