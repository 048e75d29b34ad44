"""The form in which each language states its cues of modality."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.lang.later import later
from kb.model import Modality


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that show a modality."""

    pattern: re.Pattern[str]
    modality: Modality
    polarity: bool
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """All cues of one language, over normalised text.

    `table`: the first that matches a stretch owns it, so that "cannot" comes before "can". `conditions`: in order of
    preference. `aside`: clauses whose cues are not the sentence's. `harmless`: denials that deny nothing, blanked out first.
    `negative`: what denies where no cue is found.
    """

    table: tuple[Cue, ...]
    conditions: tuple[re.Pattern[str], ...]
    aside: re.Pattern[str]
    negative: re.Pattern[str]
    harmless: re.Pattern[str]
    example: re.Pattern[str]


Row = tuple[Modality, bool, float, tuple[str, ...]]
"""Modality, polarity, confidence, and the patterns of which any one shows them."""


def cues(rows: tuple[Row, ...]) -> tuple[Cue, ...]:
    """A table of cues, in the order of its rows."""
    return tuple(Cue(any_of(*patterns), modality, polarity, confidence) for modality, polarity, confidence, patterns in rows)


def any_of(*patterns: str) -> re.Pattern[str]:
    """One pattern that matches what any of them does, the first that can."""
    return later("|".join(patterns))
