"""The version of this program."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def release() -> str:
    """The version of this program; `0` where it runs uninstalled."""
    try:
        return version("duel-rulings")
    except PackageNotFoundError:
        return "0"
