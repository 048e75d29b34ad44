"""Readable text of wrapped lines: joined with a blank, without one in Chinese, and words cut at a line's end made whole."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ingest.readers._readable import split_mark
from ingest.segment import fold

_CUT = re.compile(r"([A-Za-z]+)[-\u2010]$")
_WORD = 200
"""Code points of a line's end in which a cut word is looked for."""
_ALWAYS = frozenset(("self", "non", "mid", "re", "co", "semi", "quick", "once"))
_WIDE = "\u2e80-\u9fff\uff00-\uffef"
_WIDE_BREAK = re.compile(rf"(?<=[{_WIDE}])[ \t\r]*\n\s*(?=[{_WIDE}])")
_SOFT = re.compile("\u00ad\\s*")
_SIGN = re.compile(r"\A\s*(?:[-–—•·○●◦▪►▸✦*+・]\s+|[•○●◦▪►▸✦・])+")
_DRAWN = re.compile(
    r"\A\s*(?:[■◆▼★▶§❖◇□]+\s*|«+\s*|={2,}\s+|-{2,}\s+|\*{2,}\s+)|(?<!\s)\s+(?:={2,}|-{2,}|\*{2,})\s*\Z|\n[-=_*~#]{3,}\s*\Z"
)


class Joiner:
    """Makes readable text of the slices of one document, whose own words decide what a hyphen at a line's end was."""

    def __init__(self, text: str) -> None:
        self._whole = frozenset(re.findall(r"[a-z]+(?:-[a-z]+)*", text.lower()))

    def shown(self, raw: str) -> str:
        """The text of a slice, list signs and underlines left out, a check or cross mark at its start too."""
        drawn = _DRAWN.sub("", raw)
        return split_mark(self.joined(_SIGN.sub("", drawn if drawn.strip() else raw).split("\n")))[1]

    def joined(self, lines: Iterable[str]) -> str:
        """Lines as one text.

        >>> Joiner("It is face-down. The lantern is lit.").joined(["A lan-", "tern face-", "down"])
        'A lantern face-down'
        """
        parts: list[str] = []
        end = ""
        for line in (line.strip() for line in lines if line.strip()):
            cut = _CUT.search(end)
            if cut and line[:1].islower():
                if not self._keeps(cut[1], line):
                    parts[-1], end = parts[-1][:-1], end[:-1]
                parts.append(line)
            else:
                parts.append(f"\n{line}" if parts else line)
            end = (end + parts[-1])[-_WORD:]
        return fold(_SOFT.sub("", _WIDE_BREAK.sub("", "".join(parts))))

    def _keeps(self, head: str, line: str) -> bool:
        """Whether the hyphen that the head ends with belongs to the word that goes on in the line."""
        tail = re.match(r"[a-z]+", line)
        rest = tail[0] if tail else ""
        whole, parted = (head + rest).lower(), f"{head}-{rest}".lower()
        return whole not in self._whole and (parted in self._whole or head.lower() in _ALWAYS)
