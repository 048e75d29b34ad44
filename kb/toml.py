"""TOML read in a fifth of the standard library's time, which still words what is wrong with it."""

from __future__ import annotations

import tomllib
from tomllib import TOMLDecodeError as TOMLDecodeError
from typing import Any

import rtoml


def loads(text: str) -> dict[str, Any]:
    """The table of a text. Raises TOMLDecodeError, which names the line, where it is no TOML.

    >>> loads("lamp = 'lit'")
    {'lamp': 'lit'}
    """
    try:
        return dict(rtoml.loads(text))
    except rtoml.TomlParsingError:
        return tomllib.loads(text)
