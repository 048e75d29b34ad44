"""Readable text of a slice of reStructuredText: markers, roles and targets deleted, what a reader sees kept."""

from __future__ import annotations

import re

from ingest.readers._readable import split_mark
from ingest.segment import fold

ADORNMENT = r"([!-/:-@\[-`{-~])\1+[ \t\r]*"
_ADORNED = re.compile(rf"^{ADORNMENT}$", re.M)
_EXPLICIT = re.compile(r"\A\s*\.\.[ \t]+(?:\[[^\]\n]*\]|\|[^|\n]*\|[ \t]*[\w.+:-]+::|[\w.+:-]+::|_[^\n]*:(?=\s|\Z))?")
_LIST = re.compile(r"\A\s*(?:(?:[-*+•‣⁃]|\(?(?:\d{1,4}|[A-Za-z]|#|[ivxlcdmIVXLCDM]{1,8})[.)])[ \t]+)+")
_BAR = re.compile(r"^[ \t]*(?:\|(?:[ \t]+|(?=\r?$)))+|(?<![ \t])[ \t]+\|[ \t\r]*$|^[ \t]*\|[ \t\r]*$", re.M)
_FIELD = re.compile(r"\A(\s*):([^:\n`]+):(?=\s|\Z)")
_CJK_BREAK = re.compile(r"(?<=[\u2e80-\u9fff\uff00-\uffef])[ \t\r]*\n\s*(?=[\u2e80-\u9fff\uff00-\uffef])")
_ESCAPED = re.compile(r"\\(\S)")
_HELD = re.compile("\ue000(\\d+)\ue001")
_ROLE = re.compile(r"(?<![A-Za-z0-9_`]):[A-Za-z][\w.+-]*(?::[\w.+-]+)*:`(?P<body>[^`]+)`")
_ROLE_AFTER = re.compile(r"`(?P<body>[^`]+)`:[A-Za-z][\w.+-]*(?::[\w.+-]+)*:")
_LITERAL = re.compile(r"``(?P<body>[^`]|[^`].*?[^`])``", re.S)
_PHRASE = re.compile(r"_?`(?P<body>[^`]+)`_{0,2}")
_TITLED = re.compile(r"(?P<title>.*?\S)\s*<[^<>]*>\s*\Z", re.S)
_STRONG = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", re.S)
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])")
_FOOTNOTE = re.compile(r"(?<!\s)\s*\[(?:\d+|#[\w.-]*|\*)\]_(?!\w)")
_CITATION = re.compile(r"(\[[A-Za-z][\w.-]*\])_(?!\w)")
_NAME = re.compile(r"(?<![\w_])([A-Za-z0-9](?:[\w.+-]*[A-Za-z0-9])?)_{1,2}(?![\w_])")


def rst_text(raw: str) -> str:
    """The text a reader of the rendered page sees, white space folded, without a check or cross at its start.

    >>> rst_text("- :ref:`Chains <chain>` resolve *backwards*, see `the site <http://a.example>`_. [1]_")
    'Chains resolve backwards, see the site.'
    >>> rst_text("| :strike:`旧的` **新的**规则")
    '旧的 新的规则'
    """
    return split_mark(rst_visible(raw))[1]


def rst_visible(raw: str) -> str:
    """The same with its check or cross mark."""
    text = _ADORNED.sub("", raw)
    text = _FIELD.sub(r"\1\2:", _BAR.sub("", _LIST.sub("", _BAR.sub("", _EXPLICIT.sub("", text)))))
    return fold(_inline(re.sub(r"(?<!:)::\s*\Z", ":", _CJK_BREAK.sub("", text))))


def _inline(text: str) -> str:
    held: list[str] = []

    def hold(shown: str) -> str:
        held.append(shown)
        return f"\ue000{len(held) - 1}\ue001"

    text = re.sub(r"\\\s", "\ue002", re.sub("[\ue000-\ue002]", "", text))
    text = _LITERAL.sub(lambda m: hold(m["body"]), text)
    text = _ESCAPED.sub(lambda m: hold(m[1]), text)
    for pattern in (_ROLE, _ROLE_AFTER, _PHRASE):
        text = pattern.sub(lambda m: hold(_shown(m["body"])), text)
    text = _EMPHASIS.sub(r"\1", _STRONG.sub(r"\1", _CITATION.sub(r"\1", _FOOTNOTE.sub("", text))))
    text = _NAME.sub(r"\1", text)
    for _ in range(3):
        text = _HELD.sub(lambda m: held[int(m[1])], text)
    return text.replace("\ue002", "")


def _shown(body: str) -> str:
    """The title of a role or link that has one, else its target."""
    titled = _TITLED.match(body)
    return titled["title"] if titled else body.strip().lstrip("~!")
