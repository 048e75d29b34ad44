"""Life Points held against a cost in a question: how many there are, how many it asks for, and whether it may be paid."""

from __future__ import annotations

from kb.lang.later import later
from query.read.procedure.model import Ask, Payment, Procedure
from query.read.procedure.words import Words, either

_NUMBER = later(r"\d{3,}")


def read_payment(words: Words) -> Procedure | None:
    """A cost and the Life Points there are; None if the text has another number, tells of something else that changes them, or
    what is asked is not sure.
    """
    pay = words.cues.first("payment.cost", words.text)
    if pay is None or words.cues.payment is None or words.has("payment.other"):
        return None
    cost = int(next(g for g in pay.groups() if g))
    others = [int(m.group()) for m in _NUMBER.finditer(words.text) if not pay.start() <= m.start() < pay.end()]
    if len(others) != 1 or not words.has("payment.life"):
        return None
    given = Payment(life=others[0], cost=cost, mandatory=words.has("payment.mandatory"), rules=words.cues.payment)
    polar = [words.text[a:b] for a, b, kind in words.asked() if kind == "yes/no"]
    about = _claim(words, either(polar[-1])) if polar else ""
    return Procedure(topic="payment", lang=words.lang, given=given, asks=(Ask(about=about),), yes_no=True) if about else None


def _claim(words: Words, text: str) -> str:
    """What is claimed of the cost: "payable", "unpayable", or nothing that is sure."""
    barred = words.cues.first("payment.barred", text)
    if barred is not None:
        plain = text.replace(barred.group(), " ")
        return "" if words.negative(plain) else "unpayable"
    if not words.cues.has("payment.can", text):
        return ""
    if not words.negative(text):
        return "payable"
    return "unpayable" if words.lang == "zh" else ""
