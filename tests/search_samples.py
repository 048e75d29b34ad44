"""A small invented rulebook in two languages, and an encoder whose vectors can be worked out by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

import numpy as np

from kb.index.build import build_index
from kb.index.encode import Vectors
from kb.index.entry import Entry
from kb.index.store import Index
from kb.index.terms import index_terms
from kb.model import Ask, Concept, Lines

CONCEPTS = (
    Concept(id="lantern", category="thing", labels={"en": "Lantern Card", "zh": "灯笼卡"}, slang={"en": ("lamp",)}),
    Concept(id="harbour", category="place", labels={"en": "Harbour", "zh": "港口"}),
    Concept(id="card", category="thing", labels={"en": "Card", "zh": "卡"}),
    Concept(id="paper-lantern", category="thing", labels={"en": "Paper Lantern", "zh": "纸灯"}, broader=("lantern",)),
)


class WordEncoder:
    """Vectors that are sums of one fixed random direction a term: texts with common words lie close."""

    id = "words"
    dim = 48

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def queries(self, texts: Sequence[str]) -> Vectors:
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        self.embedded += texts
        table = np.array([np.sum([_direction(t) for t in index_terms(text) or ["-"]], axis=0) for text in texts])
        return (table / np.linalg.norm(table, axis=1, keepdims=True)).astype(np.float32)


def _direction(term: str) -> np.ndarray:
    seed = int.from_bytes(hashlib.sha256(term.encode()).digest()[:4], "big")
    return np.random.default_rng(seed).normal(size=WordEncoder.dim)


def passage(
    number: int, text: str, *, lang: str = "en", source: str = "", links: Collection[str] = (), **more: object
) -> Entry:
    source = source or {"en": "harbour-rules", "zh": "gangkou"}[lang]
    return Entry(
        id=f"{source}#{number}",
        kind="paragraph",
        source=source,
        texts={lang: text},
        lines=Lines(number, number),
        links=dict.fromkeys(links, 1.0),
        **more,
    )


def digest_entry(name: str, en: str, zh: str, *asks: Ask, links: Collection[str] = ()) -> Entry:
    return Entry(
        id=name, kind="digest", source="digest", texts={"en": en, "zh": zh}, asks=asks, links=dict.fromkeys(links, 1.0)
    )


_EN = ("gull", "rope", "barrel", "cook", "oar", "plank", "cabin", "chart")
_ZH = ("海鸥", "绳索", "木桶", "厨师", "船桨", "甲板", "船舱", "海图")


def filler() -> tuple[Entry, ...]:
    """Sixty entries about other things, so that ratings have something to stand out from."""
    found: list[Entry] = []
    for n in range(20):
        one, two, three = n % 8, (n * 3 + 1) % 8, (n * 5 + 2) % 8
        en = f"The {_EN[one]} is counted after the {_EN[two]}, never with the {_EN[three]}."
        zh = f"{_ZH[one]}在{_ZH[two]}之后计数，从不与{_ZH[three]}一起。"
        ask = Ask(
            en=f"Is the {_EN[one]} counted with the {_EN[three]}?", zh=f"{_ZH[one]}和{_ZH[three]}一起计数吗？", verdict="no"
        )
        found += [passage(100 + n, en), passage(100 + n, zh, lang="zh"), digest_entry(f"filler.{n}", en, zh, ask)]
    return tuple(found)


ENTRIES = (
    passage(1, "A Lantern Card burns for two turns after it was lit.", links=("lantern",)),
    passage(2, "A ship that reaches the Harbour scores three points.", links=("harbour",)),
    passage(3, "Fog hides every ship outside; nobody can shoot at what fog hides."),
    passage(4, "Shuffle the storm deck whenever it runs out.", links=("card",)),
    passage(5, "Anchors keep a ship where it lies until its owner weighs them."),
    passage(1, "灯笼卡点亮之后持续两个回合。", lang="zh", links=("lantern",)),
    passage(2, "船抵达港口时得三分。", lang="zh", links=("harbour",)),
    passage(3, "雾中的船不能被瞄准。", lang="zh"),
    digest_entry(
        "storms.twice",
        "Two storms in one turn count as a single storm.",
        "同一回合的两场风暴算作一场。",
        Ask(en="Do I lose two masts if it storms twice?", zh="一回合刮两次风暴会断两根桅杆吗？", verdict="no"),
        Ask(en="What happens when a second storm is drawn?", zh="又翻出一张风暴会怎样？", verdict="n/a"),
    ),
    *filler(),
)


def small_index(*more: Entry, encoder: WordEncoder | None = None) -> Index:
    return build_index([*ENTRIES, *more], encoder=encoder, concepts=CONCEPTS)
