"""The structure of a reStructuredText document by docutils, with roles and directives it does not know taken as they come."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Directive, Parser, directives, roles
from docutils.parsers.rst.languages import en
from docutils.utils import column_width, new_document

from ingest.readers._rst_text import ADORNMENT

_ROLE = re.compile(r":([A-Za-z][\w.+-]*(?::[\w.+-]+)*):`|`:([A-Za-z][\w.+-]*(?::[\w.+-]+)*):")
_DIRECTIVE = re.compile(r"^\s*\.\.[ \t]+(?:\|[^|\n]*\|[ \t]*)?([^\W_][\w.+:-]*?)[ ]?::(?:\s|$)", re.M)
_ADORNED = re.compile(ADORNMENT)


_SETTINGS = {
    "report_level": 5,
    "halt_level": 6,
    "warning_stream": False,
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "syntax_highlight": "none",
    "line_length_limit": 5_000_000,
}
"""Nothing is reported, nothing is read from outside the text, no line is too long."""


DEEPEST = 40
"""Levels of indentation; a page of rules has five."""


class _AnyOption(dict[str, Any]):
    """Accepts every option of a directive as it stands."""

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, key: str) -> Any:
        return directives.unchanged


class _Unknown(Directive):
    """A directive nobody told us about: its argument and content are read as text."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[Any] = _AnyOption()

    def run(self) -> list[nodes.Node]:
        container = nodes.container("", classes=[self.name])
        container.line = self.lineno
        if self.arguments:
            text = self.arguments[0]
            shown, messages = self.state.inline_text(text, self.lineno)
            paragraph = nodes.paragraph(text, "", *shown, *messages)
            paragraph.line = self.lineno
            container += paragraph
        self.state.nested_parse(self.content, self.content_offset, container)
        return [container]


def _any_role(
    name: str, rawtext: str, text: str, lineno: int, inliner: Any, options: Any = None, content: Any = None
) -> tuple[list[nodes.Node], list[nodes.Node]]:
    """A role nobody told us about: its text, with the name and the target for whoever wants them."""
    titled = re.match(r"(?P<title>.*?\S)\s*<(?P<target>[^<>]*)>\s*\Z", text, re.S)
    title, target = (titled["title"], titled["target"]) if titled else (text, text)
    return [nodes.inline(rawtext, title.replace("\0", ""), role=name, target=target.replace("\0", ""))], []


def parse(text: str) -> nodes.document:
    """The document tree, untransformed: references are not resolved, nothing is read from outside the text.

    Raises RecursionError for a text that is indented more than `DEEPEST` levels deep, before docutils spends minutes on it.
    """
    if _depth(text) > DEEPEST:
        raise RecursionError(f"indented more than {DEEPEST} levels deep")
    _register(text)
    settings = get_default_settings(Parser)
    for name, value in _SETTINGS.items():
        setattr(settings, name, value)
    document = new_document("text", settings)
    Parser().parse("\n".join(_widened(text.split("\n"))), document)
    return document


def _depth(text: str) -> int:
    """How many levels of indentation are open at once, at most."""
    deepest, levels = 0, [-1]
    for line in text.split("\n"):
        if line.strip():
            indent = len(line) - len(line.lstrip())
            while levels[-1] >= indent:
                levels.pop()
            levels.append(indent)
            deepest = max(deepest, len(levels) - 1)
    return deepest


def _register(text: str) -> None:
    """Make docutils know every role and directive that the text uses."""
    for name in {(a or b).lower() for a, b in _ROLE.findall(text)}:
        if name not in en.roles:
            roles.register_local_role(name, _any_role)  # type: ignore[arg-type]  # docutils' stubs want more of a role
    for name in {n.lower() for n in _DIRECTIVE.findall(text)}:
        if name not in en.directives:
            directives.register_directive(name, _Unknown)


def _widened(lines: list[str]) -> list[str]:
    """The lines, with every title's lines as wide as it: shorter ones under wide characters are meant for one all the same."""
    found = list(lines)
    for i in range(1, len(lines)):
        title, line = lines[i - 1].rstrip(), lines[i].rstrip()
        if not _ADORNED.fullmatch(line) or not title or title[0].isspace() or _ADORNED.fullmatch(title):
            continue
        above = lines[i - 2].rstrip() if i > 1 else ""
        missing = column_width(title) - len(line)
        if missing > 0 and above in ("", line):
            found[i] = line + line[0] * missing
            found[i - 2 : i - 1] = [found[i]] if above else found[i - 2 : i - 1]
    return found
