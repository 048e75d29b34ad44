"""The way from a computed answer to its calculator, its input filled in."""

from __future__ import annotations

from query.calc.asked import procedure_of
from query.calc.filled import filled
from query.model import Answer
from ui import state
from ui.engine import law
from ui.html import page_link, tag
from ui.words import say


def calc_link_html(answer: Answer) -> str:
    """A link to the calculator that shows the procedure of a computed answer; nothing for one without."""
    asked = procedure_of(answer.question.text, "", law().sources) if answer.ground == "computed" else None
    params = filled(asked) if asked else {}
    return tag("p", page_link(state.link("calc", **params), say("calc.open-here"), class_="dr-option")) if params else ""
