"""Readable text of a page that was flattened with blanks around every linked word. Only white space changes."""

from __future__ import annotations

import re

from ingest.segment import fold

_BEFORE = re.compile(r" (?=[.,;:!?)\]”’…](?!\w)|—\S)")
_AFTER = re.compile(r"(?<=[(\[“]) ")
_QUOTE = re.compile(r' ?" ?')


def readable(text: str) -> str:
    """The text with white space folded, none before closing punctuation and none inside straight quotation marks.

    >>> readable('  The effect of  " Some Card " , ( if  any ) .')
    'The effect of "Some Card", (if any).'
    """
    return _AFTER.sub("", _BEFORE.sub("", _hug_quotes(fold(text))))


def _hug_quotes(text: str) -> str:
    """Blanks just inside quotation marks removed. A mark with blanks on both sides opens if none is open, else closes."""
    out: list[str] = []
    depth = at = 0
    for found in _QUOTE.finditer(text):
        out.append(text[at : found.start()])
        at = found.end()
        before = text[found.start() - 1 : found.start()] if found.group()[0] == '"' else " "
        after = text[at : at + 1] if found.group()[-1] == '"' else " "
        opens = depth == 0 or (before in (" ", "(", "") and after.isalnum())
        depth += 1 if opens else -1
        gap_before = " " if opens and found.group()[0] == " " else ""
        gap_after = " " if not opens and found.group()[-1] == " " else ""
        out.append(f'{gap_before}"{gap_after}')
    return "".join([*out, text[at:]])
