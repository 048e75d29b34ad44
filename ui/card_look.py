"""How a card looks: the colour of its frame by its kind, its name, what is printed beside it."""

from __future__ import annotations

from kb.cards.record import Card
from query.card.labels import kind_words
from query.card.type_words import stat_words
from ui import state
from ui.html import escape, lang_tag, page_link, tag

FRAMES = ("link", "xyz", "synchro", "fusion", "ritual", "effect", "normal")
"""Frames of monsters: of the words on a card's type line the first of these decides."""


def frame_of(card: Card) -> str:
    """The name of a card's frame: spell, trap, or one of FRAMES, with `pendulum` behind it where it is one."""
    if card.type in ("spell", "trap"):
        return card.type
    words = {w.strip().lower() for w in card.type_line.split("/")}
    found = next((name for name in FRAMES if name in words), "effect")
    return f"{found} pendulum" if "pendulum" in words else found


def card_head(card: Card, *, linked: bool = False, level: str = "h2") -> str:
    """A card's name in its frame's colour, its kind and figures, and its name in the other language."""
    lang, other = state.lang(), state.other_lang()
    name = escape(card.name(lang))
    shown = page_link(state.link("card", name=card_number(card)), card.name(lang)) if linked else name
    second = card.names.get(other, "")
    beside = tag("span", escape(second), class_="dr-hint", lang=lang_tag(other)) if second and second != card.name(lang) else ""
    figures = stat_words(card.stats, lang)
    kind = tag("p", escape(" · ".join((kind_words(card.kind(), lang), *figures))), class_="dr-kind")
    return tag("div", tag(level, shown) + beside + kind, class_=f"dr-frame {frame_of(card)}")


def card_number(card: Card) -> str:
    """The number by which the card's page is addressed: two cards may share a name."""
    return str(card.passcodes[0]) if card.passcodes else card.id
