"""What a sentence does: permit, forbid, require, define, tell what follows, or give an example; and on what condition.

Plain patterns over the sentence with quotations, conditions and relative clauses masked, so that the cue of the main clause
speaks: "monsters that cannot attack may be Tributed" permits. The patterns are tables in `modality_en` and `modality_zh`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kb.lang import modality_en, modality_zh
from kb.lang.cues import Cue, Cues
from kb.lang.later import later
from kb.model import Lang, Modality, Span
from kb.text import Normalised, normalise

_QUOTED = later(r"\"[^\"]{1,200}\"|「[^「」]{1,200}」|『[^『』]{1,200}』|《[^《》]{1,200}》")
_MIXED = 0.25
"""What a second cue that says otherwise takes from the confidence."""
_ONLY_INSIDE = 0.2
"""What it takes if the only cue stands in a relative clause: a title or an item of a list, a whole sentence states more."""
_ENDED = later(r"[.!?。;]$")
_WEAK = 0.6
"""Below this a cue speaks only where no better one does."""


class Reading(NamedTuple):
    """What a sentence does.

    `polarity` is False where it denies: every "forbids", "does not have to", "is not treated as". `confidence` 0..1.
    `condition` is the span of the sentence that states the condition, in code points, None if there is none. `guessed`: no
    cue was found.
    """

    modality: Modality
    polarity: bool
    confidence: float
    condition: Span | None
    guessed: bool = False


def read_modality(sentence: str, lang: Lang) -> Reading:
    """How to read one sentence; anything without a cue tells what follows, with little confidence.

    >>> read_modality("You cannot attack unless it is face-up.", "en")[:2]
    ('forbids', False)
    >>> read_modality("不得不丢弃那张卡。", "zh")[:2]
    ('requires', True)
    """
    norm = normalise(sentence)
    cues = modality_zh.CUES if lang == "zh" else modality_en.CUES
    plain = _mask(norm.text, _QUOTED.finditer(norm.text))
    plain = _mask(plain, cues.harmless.finditer(plain))
    condition = _condition(plain, cues)
    whole = _mask(plain, [condition] if condition else [])
    for pattern in cues.conditions:
        whole = _mask(whole, pattern.finditer(whole))
    main = _mask(whole, cues.aside.finditer(whole))
    modality, polarity, confidence, guessed = _main_cue(main, whole, cues)
    if cues.example.search(plain):
        modality, confidence, guessed = "example", 0.95, False
    return Reading(modality, polarity, round(max(0.1, confidence), 2), _back(norm, condition), guessed)


def _main_cue(main: str, whole: str, cues: Cues) -> tuple[Modality, bool, float, bool]:
    found = _cues(main, cues.table)
    penalty = 0.0
    if not found and not _ENDED.search(whole):
        found, penalty = [c for c in _cues(whole, cues.table) if c.modality != "follows"], _ONLY_INSIDE
    if not found:
        return "follows", not cues.negative.search(main), 0.5, True
    first = found[0]
    if any((c.modality, c.polarity) != (first.modality, first.polarity) for c in found[1:]):
        penalty += _MIXED
    return first.modality, first.polarity, first.confidence - penalty, False


def _cues(text: str, table: Sequence[Cue]) -> list[Cue]:
    """The cues in a text, weak ones and what merely follows last, else in the order in which they stand.

    A stretch that one cue took is not read again.
    """
    taken: list[tuple[int, Cue]] = []
    for cue in table:
        for match in cue.pattern.finditer(text):
            taken.append((match.start(), cue))
        text = _mask(text, cue.pattern.finditer(text))
    ranked = sorted(taken, key=lambda t: (t[1].modality == "follows", t[1].confidence < _WEAK, _goes_on(t[1]), t[0]))
    return [cue for _, cue in ranked]


def _goes_on(cue: Cue) -> bool:
    """Whether a cue only says that something follows: "so", "then"."""
    return cue.modality == "follows" and cue.polarity


def _condition(text: str, cues: Cues) -> re.Match[str] | None:
    return next((m for pattern in cues.conditions if (m := pattern.search(text))), None)


def _mask(text: str, matches: Iterable[re.Match[str]]) -> str:
    """The text with the matches blanked out by signs that no cue knows; its length stays."""
    for match in list(matches):
        text = text[: match.start()] + "_" * (match.end() - match.start()) + text[match.end() :]
    return text


def _back(norm: Normalised, condition: re.Match[str] | None) -> Span | None:
    """The span in the original sentence, less the blanks and commas at its ends."""
    if condition is None:
        return None
    words = condition.group()
    start = condition.start() + len(words) - len(words.lstrip(" ,;"))
    return norm.back(Span(start, condition.start() + len(words.rstrip(" ,;.。"))))
