"""Which SPARQL queries are let through: such as read, ask no other server, and are of a size that people write."""

from __future__ import annotations

import re

from pyoxigraph import Store

from kb.errors import BadInput
from kb.graph.names import PREFIXES

MAX_QUERY = 50_000
"""Code points of a query."""
MAX_NESTING = 100
"""Brackets of any kind that may be open at once."""
_SET_ASIDE = re.compile(
    r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\\n\r]|\\.)*\"|'(?:[^'\\\n\r]|\\.)*'|<[^<>\"{}|^`\\\s]*>|#[^\n\r]*", re.S
)
_PROLOGUE = re.compile(r"\s*(?:(?:PREFIX\s+[^\s:]*:|BASE)\s*)*", re.I)
_UPDATE = re.compile(r"(?:INSERT|DELETE|LOAD|CLEAR|DROP|CREATE|ADD|MOVE|COPY|WITH)\b", re.I)
_SERVICE = re.compile(r"(?P<before>ser)v(?P<after>ice)", re.I)
_ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")


def refuse(query: str) -> None:
    """Raises BadInput for what is no query that this project asks: an update, one too long, or nested too deep."""
    if len(query) > MAX_QUERY:
        raise BadInput(f"SPARQL: {len(query):,} characters are more than the {MAX_QUERY:,} of a query. Ask for less at once.")
    plain = _SET_ASIDE.sub(" ", query)
    start = _PROLOGUE.match(plain)
    found = _UPDATE.match(plain, start.end() if start else 0)
    if found:
        raise BadInput(
            f"SPARQL: {found.group().upper()} would change the graph, which is read-only. Ask with SELECT, ASK or CONSTRUCT."
        )
    if _nesting(plain) > MAX_NESTING:
        raise BadInput(f"SPARQL: brackets are nested more than {MAX_NESTING} deep. Mend the query.")


def refuse_service(query: str) -> None:
    """Raises BadInput unless the query is shown to ask no other server.

    One that has not the word asks none. Else Oxigraph's own parser decides: where the word stands in a text, a name, an IRI or
    a comment, another word of letters does as well there, and only where it is the keyword the query is none any more.
    Parsing recurses: call it in a process of its own for queries of strangers.
    """
    if not _SERVICE.search(_unescaped(query)):
        return
    other = _SERVICE.sub(lambda m: f"{m['before']}x{m['after']}", query)
    if _SERVICE.search(_unescaped(other)) or not _parses(other):
        raise BadInput(
            "SPARQL: SERVICE asks another server, and nothing here reads from a network. Leave it out; where the word is only"
            " part of a text or name, mend the query's mistake."
        )


def _unescaped(query: str) -> str:
    """The query with its code points written out: a server may read them before it looks for words."""
    return _ESCAPED.sub(lambda m: chr(min(int(m[1] or m[2], 16), 0x10FFFF)), query)


def _parses(query: str) -> bool:
    try:
        Store().query(query, prefixes=PREFIXES)
    except SyntaxError:
        return False
    except (OSError, RuntimeError):
        return True
    return True


def _nesting(plain: str) -> int:
    deepest = depth = 0
    for mark in re.findall(r"[][(){}]", plain):
        depth += 1 if mark in "[({" else -1
        deepest = max(deepest, depth)
    return deepest
