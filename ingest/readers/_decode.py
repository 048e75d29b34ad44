"""Bytes to text, or one clear line that says why not."""

from __future__ import annotations

import codecs

from kb.errors import BadInput

_MARKED = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))

MAX_LINE = 1_000_000
"""Longest line a text file may have, in code points."""


def decode(data: bytes, file: str) -> str:
    """The text of a file, line endings untouched, without its byte order mark: UTF-8, or UTF-16 with such a mark.

    Raises BadInput for other encodings and binary files, naming the first bad byte (from 0), and for a line beyond MAX_LINE.

    >>> decode("一\\r\\n".encode(), "a.md")
    '一\\r\\n'
    """
    encoding = next((name for mark, name in _MARKED if data.startswith(mark)), "utf-8")
    if encoding != "utf-16" and b"\0" in data:
        raise BadInput(f"{file}: byte {data.index(0)} is zero, so this is no text file. Give text, HTML, PDF, .docx or .epub.")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        name = encoding.removesuffix("-sig").upper()
        raise BadInput(
            f"{file}: byte {error.start} is not {name} (on line {line}). Save the file as UTF-8 and try again."
        ) from None
    _check_lines(text, file)
    return text


def _check_lines(text: str, file: str) -> None:
    if len(text) <= MAX_LINE:
        return
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise BadInput(
                f"{file}: line {number} has {len(line):,} characters and no reader takes more than {MAX_LINE:,}."
                " Break the text into lines."
            )
