"""How far an assistant's reply is believed: what it cites must have been given and say so, and the law must not contradict."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from kb.lang.later import later
from kb.model import Territory
from query.assistant.put import sent
from query.assistant.reply import Reply
from query.model import Answer, Citation

LEAST = 12
"""Units of the shortest quote that says anything; a Chinese character counts as three."""
_NUMBER = later(r"\d+(?:[.,]\d+)*")
_SURE = ("computed", "stated")
_SIGNS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-"})


def doubt(answer: Answer, reply: Reply, passages: Mapping[str, Citation], territory: Territory) -> str:
    """Why the reply is not believed, as part of a sentence; empty if it is. `answer`: what stands without the assistant."""
    if reply.verdict == "unknown":
        return ""
    return _citations(reply, passages, territory) or _numbers(answer, reply) or _law(answer, reply)


def _citations(reply: Reply, passages: Mapping[str, Citation], territory: Territory) -> str:
    if not reply.quotes:
        return "it cites nothing"
    for name, quote in reply.quotes:
        if name not in passages:
            return f"it cites {name[:20]!r}, which it was not given"
        if _units(quote) < LEAST:
            return f"what it quotes of {name} is too short to say anything"
        if _plain(quote) not in _plain(sent(passages[name])):
            return f"what it quotes of {name} does not stand there"
    used = [passages[name] for name, _ in reply.quotes]
    if all(c.note or c.status for c in used) and any(not (c.note or c.status) for c in passages.values()):
        return "all it cites is outdated or unsure, and newer passages were found"
    if territory != "both" and all(c.territory not in ("both", territory) for c in used):
        return f"nothing it cites holds in the {territory}"
    return ""


def _numbers(answer: Answer, reply: Reply) -> str:
    """A number that is neither asked about nor quoted came from elsewhere."""
    known = set(_NUMBER.findall(_plain(" ".join((answer.question.text, *(quote for _, quote in reply.quotes))))))
    strange = [n for n in _NUMBER.findall(_plain(reply.text)) if n not in known]
    return f"the number {strange[0]} stands in nothing that it quotes" if strange else ""


def _law(answer: Answer, reply: Reply) -> str:
    fits = answer.question.polar is not (reply.verdict == "n/a")
    if not fits and reply.verdict != answer.verdict:
        return "its verdict does not fit the question"
    if answer.ground in _SURE and answer.verdict != reply.verdict:
        return f"it says {reply.verdict}, where {answer.verdict} is {answer.ground}"
    if answer.disagreements and reply.verdict in ("yes", "no"):
        return f"it says {reply.verdict}, where the sources disagree"
    return ""


def _plain(text: str) -> str:
    """A text by which quotes are compared: widths, cases, quotation marks and white space do not count."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_SIGNS).casefold().split())


def _units(text: str) -> int:
    return sum(3 if char >= "\u2e80" else 1 for char in _plain(text))
