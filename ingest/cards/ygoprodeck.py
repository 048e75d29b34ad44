"""Answers of the YGOPRODeck API: an object whose `data` lists cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ingest.cards.pendulum import parted
from ingest.cards.rows import BadRow, number_of, stats_of, text_of
from kb.cards.record import Card, card_id
from kb.lang.detect import detect

TITLE = "YGOPRODeck API JSON"
_STATS = {"attribute": "attribute", "linkval": "link", "scale": "scale", "atk": "atk", "def": "def"}
_SORTS = (
    "Flip",
    "Toon",
    "Spirit",
    "Union",
    "Gemini",
    "Ritual",
    "Fusion",
    "Synchro",
    "XYZ",
    "Link",
    "Pendulum",
    "Tuner",
    "Normal",
)


def matches(data: object) -> bool:
    """Whether it is an object whose `data` lists cards with `type` and `desc`."""
    rows = data.get("data") if isinstance(data, dict) else None
    return isinstance(rows, list) and any(isinstance(r, dict) and "desc" in r and "type" in r for r in rows[:50])


def read(data: Any, name: str) -> Iterator[Card | BadRow]:
    """A card for every row, or why there is none; tokens and skills are no cards of a Deck and give none."""
    for number, row in enumerate(data["data"], 1):
        if not isinstance(row, dict) or not text_of(row.get("name")):
            yield BadRow(number, "no name")
            continue
        told = text_of(row.get("type"))
        kind = next((k for k in ("monster", "spell", "trap") if k in told.lower().split()), "")
        if kind:
            yield _card(row, kind, told, name)
        elif "token" not in told.lower() and "skill" not in told.lower():
            yield BadRow(number, f"type is {told or 'missing'}, which holds no Monster, Spell or Trap")


def _card(row: dict[str, Any], kind: str, told: str, file: str) -> Card:
    texts, pendulum = _texts(row)
    passcodes = tuple(dict.fromkeys(c for c in (number_of(row.get("id")), *_pictures(row)) if c))
    konami = _konami(row)
    names = _names(row)
    stats = stats_of(row, _STATS)
    level = row.get("level")
    if isinstance(level, int) and level > 0:
        stats["rank" if "xyz" in told.lower() else "level"] = str(level)
    return Card(
        id=card_id(konami, passcodes, next(iter(names.values()))),
        type=kind,
        property=text_of(row.get("race")).lower() if kind != "monster" else "",
        type_line=_type_line(row, told) if kind == "monster" else "",
        names=names,
        texts=texts,
        pendulum=pendulum,
        konami=konami,
        passcodes=passcodes,
        stats=stats,
        files=(file,),
    )


def _names(row: dict[str, Any]) -> dict[str, str]:
    """By language. `name_en` tells that the row is a translation; what is neither English, Chinese nor Japanese is left out."""
    own, english = text_of(row.get("name")), text_of(row.get("name_en"))
    if not english:
        return {detect(own): own}
    lang = detect(own)
    return {"en": english} if lang == "en" else {"en": english, lang: own}


def _texts(row: dict[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    desc = text_of(row.get("desc"))
    parts = parted(desc)
    own, scale = text_of(row.get("monster_desc")) or parts.text, text_of(row.get("pend_desc")) or parts.pendulum
    lang = detect(desc)
    if lang == "en" and text_of(row.get("name_en")):
        return {}, {}
    return ({lang: own} if own else {}), ({lang: scale} if scale else {})


def _type_line(row: dict[str, Any], told: str) -> str:
    line = row.get("typeline")
    if isinstance(line, list) and line:
        return " / ".join(text_of(word) for word in line)
    words = told.replace("-", " ").split()
    sorts = [s for s in _SORTS if s in words]
    has_effect = "Effect" in words or not ({"Normal", "Fusion", "Ritual", "Synchro", "XYZ", "Link"} & set(words))
    return " / ".join(["Xyz" if s == "XYZ" else s for s in (text_of(row.get("race")), *sorts) if s] + ["Effect"] * has_effect)


def _pictures(row: dict[str, Any]) -> Iterator[int | None]:
    for picture in row.get("card_images") or ():
        yield number_of(picture.get("id")) if isinstance(picture, dict) else None


def _konami(row: dict[str, Any]) -> int | None:
    known = row.get("misc_info")
    return number_of(known[0].get("konami_id")) if isinstance(known, list) and known and isinstance(known[0], dict) else None
