"""`cards.json` of YAML Yugi: a list of cards with names and texts by language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ingest.cards.rows import BadRow, number_of, stats_of, text_of
from kb.cards.record import Card, card_id

TITLE = "YAML Yugi cards.json"
_LANGS = {"en": "en", "zh-CN": "zh", "ja": "ja"}
_NAME_LANGS = {**_LANGS, "zh-TW": "zh-TW"}
_STATS = {
    "attribute": "attribute", "level": "level", "rank": "rank", "pendulum_scale": "scale", "atk": "atk", "def": "def",
}  # fmt: skip


def matches(data: object) -> bool:
    """Whether it is a list of cards, or one card, with `card_type` and names by language."""
    rows = data if isinstance(data, list) else [data]
    return any(isinstance(r, dict) and "card_type" in r and isinstance(r.get("name"), dict) for r in rows[:50])


def read(data: Any, name: str) -> Iterator[Card | BadRow]:
    """A card for every row, or why there is none."""
    for number, row in enumerate(data if isinstance(data, list) else [data], 1):
        if not isinstance(row, dict) or not isinstance(row.get("name"), dict):
            yield BadRow(number, "no names by language")
            continue
        names = _by_lang(row["name"], _NAME_LANGS)
        kind = text_of(row.get("card_type")).lower()
        if not names:
            yield BadRow(number, "no name in English, Chinese or Japanese")
        elif kind not in ("monster", "spell", "trap"):
            yield BadRow(number, f"card_type is {kind or 'missing'}, not Monster, Spell or Trap")
        else:
            yield _card(row, names, kind, name)


def _card(row: dict[str, Any], names: dict[str, str], kind: str, file: str) -> Card:
    konami, passcode = number_of(row.get("konami_id")), number_of(row.get("password"))
    passcodes = (passcode,) if passcode else ()
    stats = stats_of(row, _STATS)
    arrows = row.get("link_arrows")
    if isinstance(arrows, list) and arrows:
        stats["link"] = str(len(arrows))
    return Card(
        id=card_id(konami, passcodes, next(iter(names.values()))),
        type=kind,
        property=text_of(row.get("property")).lower(),
        type_line=text_of(row.get("monster_type_line")),
        names=names,
        texts=_by_lang(row.get("text"), _LANGS),
        pendulum=_by_lang(row.get("pendulum_effect"), _LANGS),
        konami=konami,
        passcodes=passcodes,
        stats=stats,
        unofficial=tuple(_unofficial(row.get("is_translation_unofficial"))),
        files=(file,),
    )


def _by_lang(value: object, langs: dict[str, str]) -> dict[str, str]:
    found = {ours: text_of(value.get(theirs)) for theirs, ours in langs.items()} if isinstance(value, dict) else {}
    return {lang: text for lang, text in found.items() if text}


def _unofficial(value: object) -> Iterator[str]:
    for part, by_lang in value.items() if isinstance(value, dict) else ():
        if part in ("name", "text") and isinstance(by_lang, dict):
            yield from (f"{part}.{_NAME_LANGS[lang]}" for lang, said in by_lang.items() if said and lang in _NAME_LANGS)
