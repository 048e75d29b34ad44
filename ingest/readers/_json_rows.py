"""The objects of a JSON text: one object, a list of them, or JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from kb.errors import BadInput


def json_rows(text: str, file: str, *, noun: str, key: str) -> Iterator[tuple[str, Any]]:
    """Each value with its place: `line 3`, or in a list its noun and number.

    `key` is one that every object has: by it a broken first line is told from an object over many lines. Raises BadInput that
    names the line of what is no JSON.
    """
    body = text.lstrip("\ufeff").strip()
    first = body.split("\n", 1)[0]
    if body.startswith("[") or (body.startswith("{") and not _complete(first, key)):
        try:
            whole = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"{file}: no JSON ({error}). Mend the file or give one {noun} a line.") from error
        values = whole if isinstance(whole, list) else [whole]
        yield from ((f"{noun} {n}", value) for n, value in enumerate(values, 1))
        return
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        if line.strip():
            try:
                yield f"line {number}", json.loads(line)
            except (ValueError, RecursionError) as error:
                raise BadInput(f"{file}: line {number} is no JSON ({error}). Mend or remove the line.") from error


def _complete(line: str, key: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        # A broken first line of several is reported as a line; a lone brace opens one object over many lines.
        return len(line) > 2 and f'"{key}"' in line
    return True


def items_of(value: Any) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def scalar(value: Any) -> str:
    """A number or a string as text; empty for anything else."""
    return str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""


def clean(value: Any) -> str:
    """The string without half surrogate pairs, which JSON can hold and no file can."""
    return value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else ""
