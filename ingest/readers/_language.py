"""The language of a block, where a document holds more than one."""

from __future__ import annotations

from dataclasses import replace

from ingest.segment import Block
from kb.lang.detect import detect
from kb.model import Lang

_WORDY = 12
"""Characters from which a piece tells its own language."""


def in_its_language(block: Block, text: str, usual: Lang, least: int = _WORDY) -> Block:
    """The block with a language of its own where that is not the document's: two languages in one file.

    It is asked only of a block with so many characters that are no signs.
    """
    words = block.text or text[block.span.start : block.span.end]
    if block.kind == "boilerplate" or sum(c.isalnum() for c in words) < least:
        return block
    told = detect(words)
    return block if told == usual else replace(block, lang=told)
