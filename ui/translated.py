"""What code below the page says in English, in the page's language: mistakes that a user can mend, and what checks mean."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from ui import state

MESSAGES = Path(__file__).with_name("messages.toml")
CHECKS = Path(__file__).with_name("checks.toml")
_PLACE = re.compile(r"\{(\w+)\}")


def told(message: str) -> str:
    """The message in the interface's language; as it is, where that is English or no translation is known."""
    return in_chinese(message) if state.lang() == "zh" else message


def in_chinese(message: str) -> str:
    """The message in Chinese, what it names carried over; as it is where no translation is known.

    >>> in_chinese("Lamp: no such card. Nearest: Lantern.")
    'Lamp：没有这张卡。最接近的有：Lantern。'
    """
    for pattern, template in _messages():
        if found := pattern.fullmatch(message):
            return template.format(**found.groupdict())
    return message


def check_meaning(code: str) -> str:
    """What a finding of a check means, in Chinese where the interface is; empty in English and for a code that is not known."""
    return _checks().get(code, "") if state.lang() == "zh" else ""


@cache
def _messages() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = tomllib.loads(MESSAGES.read_text("utf-8"))["message"]
    return tuple((_pattern(row["en"]), row["zh"]) for row in rows)


def _pattern(template: str) -> re.Pattern[str]:
    pieces = _PLACE.split(template)
    parts = [f"(?P<{piece}>.*?)" if n % 2 else re.escape(piece) for n, piece in enumerate(pieces)]
    return re.compile("".join(parts), re.S)


@cache
def _checks() -> dict[str, str]:
    return dict(tomllib.loads(CHECKS.read_text("utf-8")))
