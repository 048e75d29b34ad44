"""What a Word document keeps beside its text: which styles are headings, and where links lead."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HEADING = re.compile(r"(?:heading|标题|標題)\s*([1-9])", re.I)
_TITLE = re.compile(r"title|标题|標題", re.I)


def heading_levels(styles: Element) -> dict[str, int]:
    """Of every style that is a heading, or is based on one, the level from 1; by the style's id."""
    own = {style.get(f"{W}styleId", ""): _level(style) for style in styles.iter(f"{W}style")}
    above = {style.get(f"{W}styleId", ""): _value(style, "basedOn") for style in styles.iter(f"{W}style")}
    found: dict[str, int] = {}
    for name in own:
        at, seen = name, {""}
        while at not in seen and not own.get(at):
            seen.add(at)
            at = above.get(at, "")
        if own.get(at):
            found[name] = own[at]
    return found


def _level(style: Element) -> int:
    name = _value(style, "name")
    if match := _HEADING.fullmatch(name):
        return int(match[1])
    if _TITLE.fullmatch(name):
        return 1
    outline = style.find(f"{W}pPr/{W}outlineLvl")
    level = outline.get(f"{W}val", "") if outline is not None else ""
    return int(level) + 1 if level.isdecimal() and int(level) < 9 else 0


def _value(style: Element, what: str) -> str:
    found = style.find(f"{W}{what}")
    return found.get(f"{W}val", "").strip() if found is not None else ""


def targets(relations: Element) -> dict[str, str]:
    """Addresses outside of the document, by the ids that links have."""
    return {one.get("Id", ""): one.get("Target", "") for one in relations if one.get("TargetMode") == "External"}
