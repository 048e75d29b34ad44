"""What documents, editions and cards are called in the interface's language; the original name where there is none in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from kb.cards.record import name_key
from kb.model import Source
from ui import state
from ui.engine import cards
from ui.html import page_link
from ui.words import say

LONGEST = 160
"""Characters of a title that are shown."""
_QUOTED = re.compile("(「[^」]*」|“[^”]*”)")
_VERSION = re.compile(r"^(?:rulebook )?Version ([\d.]+)$")


def title_of(document: Source | None, otherwise: str) -> str:
    """A document's title, cut where it is longer than any title; `otherwise` where the registry does not know it."""
    title = document.title_in(state.lang()) if document else otherwise
    return title if len(title) <= LONGEST else title[: LONGEST - 1] + "…"


def with_names(text: str, names: Mapping[str, str]) -> str:
    """The text with ids as what they are called, save in what is quoted.

    >>> with_names("“lamp”: unknown. Did you mean lamp-oil, lamp?", {"lamp": "Lamps", "lamp-oil": "Oil"})
    '“lamp”: unknown. Did you mean Oil, Lamps?'
    """
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    ids = re.compile(rf"(?<![\w-])({longest_first})(?![\w-])", re.ASCII)
    parts = _QUOTED.split(text)
    return "".join(part if n % 2 or not names else ids.sub(lambda m: names[m[1]], part) for n, part in enumerate(parts))


def edition_of(document: Source) -> str:
    """A document's edition."""
    return document.edition_in(state.lang())


def version_said(edition: str) -> str:
    """An edition of the rulebook as entries name it; any other as it is."""
    found = _VERSION.match(edition)
    return say("cite.version", number=found[1]) if found else edition


def card_names(names: Iterable[str]) -> dict[str, str]:
    """What cards are called, by the English names that the digest and documents give them."""
    wanted = tuple(names)
    library = cards() if state.lang() == "zh" and wanted else None
    if library is None:
        return {name: name for name in wanted}
    found = library.store.by_keys({name_key(name) for name in wanted})
    ids = {name: named[0].card for name in wanted if (named := found.get(name_key(name)))}
    shown = {name: library.store.get(card) for name, card in ids.items()}
    return {name: card.name("zh") if (card := shown.get(name)) else name for name in wanted}


def card_links(names: Iterable[str]) -> list[str]:
    """Links to the pages of cards, as labels."""
    return [page_link(state.link("card", name=n), shown, class_="dr-badge link") for n, shown in card_names(names).items()]
