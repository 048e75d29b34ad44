"""TOML read in a fifth of the standard library's time, which still words what is wrong with it."""

from __future__ import annotations

from typing import Any

import rtoml


class TOMLDecodeError(ValueError):
    """A text is no TOML; the message names the line."""


def loads(text: str) -> dict[str, Any]:
    """The table of a text. Raises TOMLDecodeError where it is no TOML.

    >>> loads("lamp = 'lit'")
    {'lamp': 'lit'}
    """
    try:
        return dict(rtoml.loads(text))
    except rtoml.TomlParsingError:
        import tomllib  # only for what is wrong: a question does without it

        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise TOMLDecodeError(str(error)) from error
