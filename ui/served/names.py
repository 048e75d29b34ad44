"""Names of cards as they are offered while somebody types."""

from __future__ import annotations

from query.card.labels import kind_words
from query.card.suggest import Suggestion, suggest_name, suggest_within
from ui import state
from ui.card_look import frame_of
from ui.engine import cards


def suggested(typed: str, *, whole: bool) -> list[dict[str, object]]:
    """The cards offered, as the page's script reads them; `whole`: the field holds nothing but a name.

    A name in the interface's language, the other, the card's number, kind and frame, and where in the text the name begins.
    """
    search = cards()
    if search is None or not typed.strip():
        return []
    found = suggest_name(typed, search) if whole else suggest_within(typed, search)
    return [_told(one) for one in found]


def _told(one: Suggestion) -> dict[str, object]:
    lang, card = state.lang(), one.card
    name = card.name(lang)
    other = card.names.get("en" if lang == "zh" else "zh", "")
    return {
        "name": name,
        "other": other if other != name else "",
        "number": str(card.passcodes[0]) if card.passcodes else card.id,
        "kind": kind_words(card.kind(), lang),
        "frame": frame_of(card),
        "start": one.start,
    }
