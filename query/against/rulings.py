"""Official Q&As about the same cards: those that ask the same, and all of them beside an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.cards.record import Card, name_key
from kb.lang.later import later
from kb.model import Lang, Span, Verdict
from kb.official.store import OfficialQa, OfficialStore
from query.against.asked import Asked, read_asked
from query.against.cues import Cues
from query.card.links import CardMention
from query.model import Citation

MOST = 4
"""Q&As that are cited."""
_MODAL = later(r"\b(?:(?P<not>cannot|can not|can't|not possible|unable to|not able to|may not)|can|may|able to|possible)\b")
_RELATIVE = later(r"\b(?:that|which|who) (?:can(?:not|'t)?|may|could)\b")
"""What is said of a thing by the way."""
_LESS = later(r"\b(?:no|not|never|only)\b(?! (?:matter|able|possible))")
_SO = later(r"(?:therefore|thus|so|as a result)\b", re.I)
_CONCLUDED = later(r", so |; therefore,? |, and therefore,? |(?:^|, )(?:since|because|even though|although|while) [^,]*, ")
_SENTENCE = later(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class Ruled:
    """An official Q&A that asks the same."""

    qa: OfficialQa
    verdict: Verdict


def qas_on(cards: Iterable[Card], store: OfficialStore | None, lang: Lang) -> list[OfficialQa]:
    """The Q&As about all of these cards, newest first, outdated ones last; none where no Q&As are built."""
    numbers = [c.konami for c in cards]
    if store is None or not numbers or None in numbers:
        return []
    return store.qas([n for n in numbers if n], lang)


def ruled(asked: Asked, cards: Sequence[Card], qas: Iterable[OfficialQa], cues: Cues) -> Ruled | None:
    """The newest Q&A that asks just this of the two cards and is answered by a plain yes or no; None for none.

    Outdated ones never count.
    """
    for qa in qas:
        if qa.outdated or set(qa.cards) != {c.konami for c in cards} or qa.lang != "en":
            continue
        texts = (qa.title, " ".join(p.text for p in qa.question))
        verdict = polarity(" ".join(p.text for p in qa.answer), cues)
        if verdict and any(_same(asked, _read(text, cards, cues)) for text in texts):
            return Ruled(qa, verdict)
    return None


def _same(asked: Asked, other: Asked | None) -> bool:
    return other is not None and (asked.relation, asked.card, asked.other, asked.number) == (
        other.relation, other.card, other.other, other.number,
    )  # fmt: skip


def _read(text: str, cards: Sequence[Card], cues: Cues) -> Asked | None:
    """What a Q&A asks of the two cards, which it names by their English names; None where it says more."""
    mentions = []
    for card in cards:
        name = card.names.get("en", "")
        places = [m.span() for m in re.finditer(re.escape(name), text, re.I)] if name_key(name) else []
        if len(places) != 1:
            return None
        mentions.append(CardMention(Span(*places[0]), text[slice(*places[0])], (card.id,), "exact"))
    first, second = mentions
    if first.span.start < second.span.end and second.span.start < first.span.end:
        return None
    return read_asked(text, mentions, cues)


def polarity(answer: str, cues: Cues) -> Verdict | None:
    """yes or no where an English answer's first sentence plainly says so; None where it leaves anything open.

    A bare yes or no counts whatever follows it.
    """
    sentences = _SENTENCE.split(answer.strip())
    first = _RELATIVE.sub(" ", sentences[0].lower())
    if bare := re.match(r"(yes|no)\b", first):
        return "yes" if bare[1] == "yes" else "no"
    if cues.verdicts["open"].search(first):
        return None
    if not _MODAL.search(first) and (so := next((s.lower() for s in sentences[1:] if _SO.match(s)), "")):
        first = so
        if cues.verdicts["open"].search(first):
            return None
    told = _CONCLUDED.split(first)[-1]
    return _modal(told) if _MODAL.search(told) else _plain(told, cues)


def _modal(told: str) -> Verdict | None:
    """yes or no by what can and cannot be done; None where it says both, or denies something else."""
    found = {"no" if match["not"] else "yes" for match in _MODAL.finditer(told)}
    if _LESS.search(told):
        return "no" if found == {"no"} else None
    return "yes" if found == {"yes"} else "no" if found == {"no"} else None


def _plain(told: str, cues: Cues) -> Verdict | None:
    if cues.verdicts["no"].search(told):
        return "no"
    return "yes" if cues.verdicts["yes"].search(told) else None


def cite_qa(qa: OfficialQa) -> Citation:
    """A Q&A as evidence: its answer, with the question it answers as heading."""
    first = (*qa.answer, *qa.question)[0]
    return Citation(
        id=first.id,
        kind="passage",
        source=first.source,
        file=first.file,
        lines=first.lines,
        heading=(qa.title,),
        quote=" ".join(p.text for p in qa.answer),
        lang=qa.lang,
        authority="official-ruling",
        title=f"Official Q&A {qa.number}" + (f" ({qa.date})" if qa.date else ""),
        territory="OCG",
        status=qa.status,
        note=qa.status,
    )
