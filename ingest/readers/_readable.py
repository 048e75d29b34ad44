"""Readable text of a slice of a document: its markup deleted, nothing added, nothing reordered."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from markdown_it import MarkdownIt

from ingest.readers._tags import BLOCK, find_tags
from ingest.segment import fold

_SPACER = re.compile(r"\$\\[hv]space\*?\{[^{}$]*\}\$")
_FOOTNOTE = re.compile(r"<sup>\s*(?:<a\s[^<>]*>\s*\[[^\[\]<>]*\]\s*</a>[\s,]*)+</sup>", re.I)
_HEADING = re.compile(r"\A\s*#{1,6}(?:[ \t]+|(?=[^\s#]))|(?<![ \t])[ \t]++#++[ \t]*+\Z|\n[ \t]*+(?:=++|-++)[ \t]*+\Z")
_QUOTE = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.M)
_BOLD = re.compile(r"\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*")
_CJK = "\u3000-\u303f\u3400-\u9fff\uff00-\uffef"
_BULLET = re.compile(rf"\A\s*(?:(?:[-*+](?=\s)\s*)+|-(?=[{_CJK}]))")
_CJK_ITALIC = re.compile(rf"(?<!\*)\*(?=[{_CJK}])([^*\n]+?)(?<=[{_CJK}])\*(?!\*)")
_MARKS = {"yes": "✔✓✅☑√🗸", "no": "❌✗✘✖✕❎×☒🗴"}
_MARK = re.compile(rf"\A([{_MARKS['yes']}{_MARKS['no']}])[\ufe0e\ufe0f]?(?=\s|\Z|[^\d\s])\s*")
_ATTRIBUTES = re.compile(r"\{:(?: *+(?:[#.][\w:-]++|[\w-]++=(?:\"[^\"\n]*+\"|[^\s{}]++)))++ *+\}")
"""What kramdown and Python-Markdown give a paragraph or a stretch of it: `{: #name .class key="value" }`."""
_WORTH_PARSING = re.compile(r"[\\*_`\[\]&<!]")
_CHUNK = 4_000


@lru_cache(maxsize=1)
def _inline() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": True, "maxNesting": 20})


def readable(raw: str) -> str:
    """The text a reader of the rendered document sees, white space folded, check and cross marks at its start removed.

    Deletes tags, emphasis, escapes, list and quote signs, link targets, images, footnote marks and spacers; resolves
    entities. A slice that is a mark and nothing else keeps it.

    >>> readable("- **Set**: *face-down*, not face-up<sup><a href='#n'>[1]</a></sup>")
    'Set: face-down, not face-up'
    >>> readable("✔️ Counter Traps")
    'Counter Traps'
    """
    return split_mark(visible(raw))[1]


@lru_cache(maxsize=8192)
def visible(raw: str) -> str:
    """Readable text that still has its check or cross mark."""
    return fold(" ".join(_render(chunk) for chunk in _chunks(raw)))


def split_mark(text: str) -> tuple[Literal["yes", "no"] | None, str]:
    """What a check or cross mark at the start of a readable text says, and the text without it."""
    match = _MARK.match(text)
    if not match:
        return None, text
    polarity: Literal["yes", "no"] = "yes" if match[1] in _MARKS["yes"] else "no"
    return polarity, text[match.end() :] or text


def _chunks(raw: str) -> list[str]:
    """The slice in pieces that the inline parser, which is not linear on hostile input, takes in its stride."""
    return [raw[i : i + _CHUNK] for i in range(0, len(raw), _CHUNK)]


def _render(raw: str) -> str:
    text = _HEADING.sub("", _SPACER.sub(" ", raw)) if "#" in raw or "$" in raw or "\n" in raw else raw
    text = _ATTRIBUTES.sub("", text) if "{:" in text else text
    text = _BULLET.sub("", _QUOTE.sub("", text))
    if not _WORTH_PARSING.search(text):
        return text
    text = _CJK_ITALIC.sub(r"\1", _BOLD.sub(r"\1", _without_tags(_FOOTNOTE.sub("", text))))
    return _parse(text)


def _without_tags(text: str) -> str:
    out: list[str] = []
    at = 0
    for tag in find_tags(text):
        out += [text[at : tag.span.start], " " if tag.name in BLOCK or tag.name == "!" else ""]
        at = tag.span.end
    return "".join([*out, text[at:]])


def _parse(text: str) -> str:
    out: list[str] = []
    for token in _inline().parseInline(text)[0].children or ():
        if token.type in ("softbreak", "hardbreak"):
            out.append(" ")
        elif token.type != "image":
            out.append(token.content)
    return "".join(out)
