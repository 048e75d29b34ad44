"""An answer with what an assistant makes of its passages, as far as that is believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kb.model import Lang, Territory
from query.answer.words import say
from query.assistant.believe import doubt
from query.assistant.endpoint import Endpoint, NoReply
from query.assistant.put import given, messages
from query.assistant.reply import Reply, parsed
from query.model import Answer, Citation, Consulted, Status, Step

UNMEASURED = 0.5
"""Confidence in a verdict that is the assistant's alone: nobody has measured how often this one is right."""
_SURE = ("computed", "stated")


def consult(answer: Answer, endpoint: Endpoint, territory: Territory = "both") -> Answer:
    """The answer as it stands after asking the assistant, with a note on what became of its word; never raises.

    What was computed or is stated stays as it is. A verdict that is the assistant's rests on `inferred`.
    """
    lang: Lang = "zh" if answer.question.lang == "zh" else "en"
    where = territory if territory != "both" else answer.question.reading.territory
    passages = given(answer)
    model, reply, why = "", None, ""
    try:
        if not passages:
            raise NoReply("nothing was found that it could read")
        model = endpoint.model
        reply = parsed(endpoint.complete(messages(answer, passages)))
        why = doubt(answer, reply, passages, where)
    except NoReply as error:
        why = str(error)
    told = Consulted(
        model=model,
        host=endpoint.host,
        status=_status(answer, reply, why),
        why=why,
        verdict=reply.verdict if reply else None,
        text=reply.text if reply else "",
        cites=tuple(passages[n].id for n, _ in reply.quotes if n in passages) if reply else (),
    )
    noted = replace(answer, consulted=told, notes=(*answer.notes, _note(told, lang)))
    return _taken(noted, reply, passages) if reply and told.status == "believed" else noted


def _status(answer: Answer, reply: Reply | None, why: str) -> Status:
    if reply is None:
        return "no answer"
    if why:
        return "not believed"
    if reply.verdict == "unknown":
        return "agrees" if answer.abstained else "unsure"
    return "agrees" if answer.ground in _SURE else "believed"


def _note(told: Consulted, lang: Lang) -> str:
    return say(f"assistant.{told.status}", lang).format(told.model or told.host, told.why)


def _taken(answer: Answer, reply: Reply, passages: Mapping[str, Citation]) -> Answer:
    """The assistant's word in place of what was only inferred, its quotes first among the evidence."""
    used = dict.fromkeys(passages[name] for name, _ in reply.quotes)
    same = reply.verdict == answer.verdict and not answer.abstained
    return replace(
        answer,
        verdict=reply.verdict,
        abstained=False,
        text=reply.text,
        ground="inferred",
        confidence=answer.confidence if same else UNMEASURED,
        missing=answer.missing if reply.verdict == "depends" else (),
        steps=tuple(Step(text=quote, citation=passages[name]) for name, quote in reply.quotes),
        citations=tuple(dict.fromkeys((*used, *answer.citations))),
    )
