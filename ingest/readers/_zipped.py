"""Documents that are ZIP files of parts: their parts within limits, their XML without entities, the pages made of them."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from xml.etree import ElementTree

from kb.errors import BadInput

MOST_PARTS = 10_000
MOST_BYTES = 64 * 1024 * 1024
"""Of one part once unpacked; the file itself may have as many."""
MOST_TEXT = 64 * 1024 * 1024
"""Of all the parts that are read, unpacked."""
_ENTITY = re.compile(rb"<!\s*(?:ENTITY|DOCTYPE[^>]*\[)", re.I)
_BLOCK_END = re.compile(r"(</(?:p|h[1-6]|li|ul|ol|tr|td|th|table|div|section|blockquote)>)(?![\r\n])", re.I)
_EMPTY = re.compile(r"<(?!(?:br|hr|img|col|input|link|meta|area|base|wbr|source)\b)([a-z][\w:-]*)((?:\s[^<>]*)?)/>", re.I)


class Parts:
    """The parts of an opened file, each read when it is asked for."""

    def __init__(self, packed: zipfile.ZipFile, file: str) -> None:
        self._packed = packed
        self._file = file
        self._left = MOST_TEXT
        self.names = frozenset(packed.namelist())

    def read(self, name: str) -> bytes:
        """The bytes of a part. Raises BadInput if there is none of that name, or more than is read."""
        try:
            part = self._packed.getinfo(name)
        except KeyError:
            raise BadInput(f"{self._file}: it lacks the part {name[:100]}, the file is not whole. Save it again.") from None
        self._left -= part.file_size
        if part.file_size > MOST_BYTES or self._left < 0:
            raise BadInput(f"{self._file}: unpacked it is more than the 64 MB that are read. Split the document.")
        return self._packed.read(part)

    def xml(self, name: str) -> ElementTree.Element:
        """The part as a tree. Raises BadInput as `read` does, and for what is no XML or declares entities of its own."""
        data = self.read(name)
        if _ENTITY.search(data):
            raise BadInput(f"{self._file}: its part {name[:100]} declares entities, which none needs. Save it again.")
        try:
            return ElementTree.fromstring(data)
        except (ElementTree.ParseError, ValueError, LookupError) as error:
            raise BadInput(f"{self._file}: its part {name[:100]} is no XML ({error}). Save it again.") from error


@contextmanager
def opened(data: bytes, file: str) -> Iterator[Parts]:
    """The parts of a ZIP file. Raises BadInput, one line, for a file that is damaged, locked or has too many parts."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            parts = packed.infolist()
            if len(parts) > MOST_PARTS:
                raise BadInput(f"{file}: {len(parts):,} parts, {MOST_PARTS:,} at most. Split the document.")
            if any(part.flag_bits & 1 for part in parts):
                raise BadInput(f"{file}: it is locked with a password. Save it without one.")
            yield Parts(packed, file)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as error:
        raise BadInput(f"{file}: it is damaged ({' '.join(str(error).split())[:100]}). Save or fetch it again.") from error


def page(title: str, body: str) -> str:
    """A web page of a title, already escaped, and a body: a line for each block, and no element that closes itself."""
    return f"<html>\n<head><title>{title}</title></head>\n<body>\n{lined(body)}\n</body>\n</html>\n"


def lined(body: str) -> str:
    r"""Markup with a line feed after each block, elements without content written out as HTML wants them.

    >>> lined('<p>one<a id="x"/></p><p>two<br/></p>')
    '<p>one<a id="x"></a></p>\n<p>two<br/></p>\n'
    """
    return _BLOCK_END.sub(r"\1\n", _EMPTY.sub(r"<\1\2></\1>", body))
