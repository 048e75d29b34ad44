"""What the assistant answered, as far as it is of the form it was asked for."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, cast

from kb.lang.later import later
from kb.model import Verdict
from query.assistant.endpoint import NoReply

LONGEST = 2000
"""Code points of an answer that is looked at."""
_THOUGHT = later(r"<think>.*?</think>", re.S)
_VERDICTS = ("yes", "no", "depends", "n/a", "unknown")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A verdict, the words for it, and what they are said to rest on."""

    verdict: Verdict
    text: str
    quotes: tuple[tuple[str, str], ...]
    """Id and words, in order."""


def parsed(content: str) -> Reply:
    """The reply. Raises NoReply, saying why, if it is of another form."""
    row = _object(_THOUGHT.sub("", content))
    verdict, text, quotes = row.get("verdict"), row.get("answer"), row.get("quotes")
    if verdict not in _VERDICTS:
        raise NoReply("it gave no verdict")
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        raise NoReply("it gave no answer, or one too long")
    if not isinstance(quotes, list) or not all(_is_quote(q) for q in quotes):
        raise NoReply("it gave no list of quotes")
    told = tuple((str(q["id"]).strip(" []"), str(q["quote"])) for q in quotes)
    return Reply(verdict=cast("Verdict", verdict), text=" ".join(text.split()), quotes=told)


def _object(text: str) -> dict[str, Any]:
    """The JSON object in a text, whatever stands around it."""
    start = text.find("{")
    try:
        row, _ = json.JSONDecoder().raw_decode(text, start) if start >= 0 else (None, 0)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise NoReply("its answer is not the JSON object it was asked for")
    return row


def _is_quote(quote: Any) -> bool:
    return isinstance(quote, dict) and isinstance(quote.get("id"), str) and isinstance(quote.get("quote"), str)
