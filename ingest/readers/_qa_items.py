"""The Q&As of a JSON text, checked, each with its wordings by language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ingest.readers._json_rows import clean, items_of, json_rows, scalar
from kb.errors import BadInput
from kb.model import Lang

_LANGS: Mapping[str, Lang] = {"en": "en", "ja": "ja", "jp": "ja", "zh": "zh", "cn": "zh", "zh-CN": "zh", "zh-cn": "zh"}
_STATUS = {
    "": "",
    "confirmed": "",
    "outdated": "outdated translation: the official answer has changed since",
    "zombie": "outdated: no longer in the official database",
}
_UNCONFIRMED = "unconfirmed translation"
_NOT_IN_TCG = "does not hold in the TCG"
_BEWARE = "o:Reader beware"


@dataclass(frozen=True, slots=True)
class Wording:
    """One Q&A in one language."""

    code: str
    """The language as the file calls it."""
    lang: Lang | None
    """None: a language this project does not read."""
    title: str
    question: str
    answer: str
    translation: str
    """`translationStatus`; empty for the original."""
    date: str
    original_date: str


@dataclass(frozen=True, slots=True)
class Item:
    """One Q&A."""

    id: str
    cards: tuple[str, ...]
    tags: tuple[str, ...]
    wordings: tuple[Wording, ...]
    remarks: tuple[str, ...]
    """What the collection's keepers wrote about it."""
    beware: bool
    """They say that it does not hold in the TCG."""

    @property
    def date(self) -> str:
        """When the publisher last changed it: the original's date, else the one the translation was made from; ISO or empty."""
        originals = [w.date for w in self.wordings if w.code == "ja"]
        dates = [*originals, *(w.original_date for w in self.wordings), *(w.date for w in self.wordings)]
        return next((d for d in dates if d), "")

    def status(self, wording: Wording) -> str:
        """What a reader of this wording must be told; empty if it is confirmed."""
        of_wording = _STATUS.get(wording.translation, _UNCONFIRMED)
        return "; ".join(filter(None, (of_wording, _NOT_IN_TCG if self.beware else "")))


def read_items(text: str, file: str) -> list[Item]:
    """The Q&As of one object, of a list of objects, or of JSON lines.

    Raises BadInput that names the line (in a list, the number) of the first one that is malformed, or if there is none.
    """
    items = [_item(value, f"{file}: {place}") for place, value in json_rows(text, file, noun="Q&A", key="qaData")]
    if not items:
        raise BadInput(f"{file}: holds no Q&A. Give JSON with 'qaData', or JSON lines of it.")
    return items


def _item(value: Any, place: str) -> Item:
    if not isinstance(value, dict) or not isinstance(value.get("qaData"), dict) or not value["qaData"]:
        raise BadInput(f"{place} has no 'qaData' with at least one language. Mend or remove it.")
    wordings = tuple(_wording(str(code), data, place) for code, data in value["qaData"].items())
    first = next(iter(value["qaData"].values()))
    number = scalar(value.get("id")) or scalar(first.get("id"))
    if not number.isalnum():
        raise BadInput(f"{place} has no number 'id'. Mend or remove it.")
    notes = value.get("notes") if isinstance(value.get("notes"), dict) else {}
    tags = tuple(map(clean, items_of(value.get("tags"))))
    return Item(
        id=number,
        cards=tuple(dict.fromkeys(filter(None, map(scalar, items_of(value.get("cards")))))),
        tags=tags,
        wordings=wordings,
        remarks=tuple(_remarks(notes or {})),
        beware=bool((notes or {}).get("invalid_tcg")) or _BEWARE in tags,
    )


def _wording(code: str, data: Any, place: str) -> Wording:
    if not isinstance(data, dict):
        raise BadInput(f"{place}: '{code}' is no object with 'question' and 'answer'. Mend or remove it.")
    for key in ("question", "answer"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise BadInput(f"{place}: '{code}' has no '{key}'. Mend or remove it.")
    return Wording(
        code=clean(code) if code.replace("-", "").isalnum() else "other",
        lang=_LANGS.get(code),
        title=clean(data.get("title")),
        question=clean(data["question"]),
        answer=clean(data["answer"]),
        translation=clean(data.get("translationStatus")),
        date=_date(data.get("thisSrc")),
        original_date=_date(data.get("tlSrc")),
    )


def _remarks(notes: Mapping[str, Any]) -> Iterator[str]:
    for group in notes.values():
        for note in items_of(group):
            body = clean(note.get("body")) if isinstance(note, dict) else ""
            if body.strip():
                yield body


def _date(stamp: Any) -> str:
    return clean(stamp.get("date")) if isinstance(stamp, dict) else ""
