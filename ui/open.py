"""What an answer leaves open, to be settled by a press: the facts that turn it, and the cards that a name may mean."""

from __future__ import annotations

from query.answer.asked import how_asked
from query.model import Answer, Missing, NamedCard
from ui import state
from ui.engine import cards
from ui.html import escape, lang_tag, page_link, tag
from ui.verdict import verdict_mark
from ui.words import say

CHOSEN = "if"
"""The parameter of the address that holds the option chosen."""
MOST_CARDS = 8
"""Cards that are offered for one name."""


def open_html(answer: Answer) -> str:
    """The options of each missing fact, with the verdict of the one chosen, and the cards of each name that leaves a choice,
    as links that ask on."""
    facts = "".join(_fact(missing, answer) for missing in answer.missing)
    return facts + "".join(_card(named, answer) for named in answer.question.cards)


def _fact(missing: Missing, answer: Answer) -> str:
    """The fact is named unless the answer's text right above has just named it."""
    chosen, lang = state.param(CHOSEN), answer.question.lang
    named = len(answer.missing) == 1 and missing.fact in answer.text
    if not missing.options:
        return "" if named else tag("p", escape(say("open.depends", fact=missing.fact)), class_="dr-open dr-open-fact")
    asked = tag("p", escape(say("open.which") if named else say("open.fact", fact=missing.fact)), class_="dr-open-fact")
    options = "".join(_option(label, label == chosen, lang) for label, _ in missing.options)
    return tag(
        "div",
        asked + tag("p", options, class_="dr-options") + _then(missing, chosen, lang, answer.question.text),
        class_="dr-open",
    )


def _option(label: str, chosen: bool, lang: str) -> str:
    """A second press on an option takes it back."""
    address = state.here(**{CHOSEN: "" if chosen else label})
    shown = f"✓ {label}" if chosen else label
    return page_link(address, shown, class_="dr-option", aria_current="true" if chosen else None, lang=lang_tag(lang))


def _then(missing: Missing, chosen: str, lang: str, question: str) -> str:
    verdict = dict(missing.options).get(chosen)
    if verdict is None:
        return ""
    then = escape(say("open.then", option=chosen))
    return tag(
        "p",
        f"{then} {verdict_mark(verdict, lang=lang, asked=how_asked(question))}",
        class_="dr-then",
        lang=lang_tag(lang),
        aria_live="polite",
    )


def _card(named: NamedCard, answer: Answer) -> str:
    names = [name for name in _names(named, answer.question.lang) if name != named.name]
    if not names:
        return _read_as(named)
    asked = tag("p", escape(say("open.card", mention=named.mention)), class_="dr-open-fact")
    links = [_named(name, _with_name(answer.question.text, named, name)) for name in names]
    offered = tag("p", "".join(links), class_="dr-options")
    if named.id is not None:
        summary = tag("summary", escape(say("open.other-card", mention=named.mention)))
        return tag("details", summary + offered, class_="dr-more")
    return tag("div", asked + offered, class_="dr-open")


def _named(name: str, question: str) -> str:
    return page_link(state.here(q=question, **{CHOSEN: ""}), name, class_="dr-option")


def _read_as(named: NamedCard) -> str:
    """A name that was misspelt, and the card it was taken for."""
    if named.match != "typo" or named.id is None:
        return ""
    return tag("p", escape(say("open.read-as", mention=named.mention, name=named.name)), class_="dr-hint")


def _names(named: NamedCard, lang: str) -> list[str]:
    """Names of the cards to choose from, in the question's language, likeliest first."""
    library = cards() if named.choices else None
    found = [library.store.get(str(i)) for i in named.choices[: MOST_CARDS + 1]] if library else []
    names = dict.fromkeys(card.name("zh" if lang == "zh" else "en") for card in found if card)
    return list(names)[:MOST_CARDS]


def _with_name(text: str, named: NamedCard, name: str) -> str:
    """The question with the card's whole name, in quotes, in place of what it was called."""
    first, end = named.span
    before, after = text[:first], text[end:]
    quoted = before[-1:] in tuple('"“「『《') and after[:1] in tuple('"”」』》')
    return f"{before}{name}{after}" if quoted else f'{before}"{name}"{after}'
