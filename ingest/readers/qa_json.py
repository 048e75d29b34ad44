"""Official questions and answers as db.ygoresources.com gives them: one JSON object a file, a list of them, or JSON lines.

The stored text is the extracted text: for each Q&A a line with its number, cards and tags, then for each language its title,
question and answer, then the remarks of the people who keep the collection.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ingest.readers._decode import decode
from ingest.readers._qa_items import Item, Wording, read_items
from ingest.segment import Block, LineIndex, fold, partition, split_sentences
from kb.model import Document, Lang, Passage, Reference, Source, Span

Names = Mapping[str, Mapping[str, str]]
"""Card names by language and Konami card id."""

_HEAD = 1 << 16
_CARD = re.compile(r"<<(\d+)>>")
_ADDRESS = "https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid="
_REMARK = "remark of the collection's keepers, not of the publisher"


@dataclass(slots=True)
class _Draft:
    """The stored text as it grows, and what stands where in it."""

    source: str
    names: Names
    parts: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[Block] = field(default_factory=list)
    paths: dict[int, str] = field(default_factory=dict)
    """Start of a piece to the last part of its passage id: `5/en`."""
    headers: dict[str, Span] = field(default_factory=dict)
    """Q&A id to the line that names it."""

    def add(self, path: str, kind: str, text: str, *, lang: Lang, **known: object) -> int | None:
        """Index of the block for a text put at the end; None for an empty text. Long texts become several blocks."""
        text = text.strip()
        if not text:
            return None
        first = len(self.blocks)
        for piece in split_sentences(text, Span(0, len(text)), lambda t: self.readable(t, lang)):
            whole = text[piece.start : piece.end].strip()
            if not whole:
                continue
            span = Span(self.length, self.length + len(whole))
            shown = self.readable(whole, lang)
            self.blocks.append(Block(span=span, kind=kind, lang=lang, text=shown, **known))  # type: ignore[arg-type]  # fields of Block by name
            self.paths[span.start] = path
            self.parts.append(whole)
            self.length = span.end + 1
        return first

    def readable(self, text: str, lang: Lang) -> str:
        """The text with cards by name, their ids in guillemets where no name is known."""
        return fold(_CARD.sub(lambda m: self.name(m[1], lang), text))

    def name(self, card: str, lang: Lang) -> str:
        """A card's name in the language, else in English, else its id in guillemets."""
        return self.names.get(lang, {}).get(card) or self.names.get("en", {}).get(card) or f"«{card}»"


def claims(data: bytes) -> bool:
    """Whether the bytes look like such Q&As, whatever the file is called."""
    head = data[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head[:1] in (b"{", b"[") and b'"qaData"' in head


def matches(source: Source, head: str) -> bool:
    """Whether the text is JSON that holds Q&As."""
    return claims(head.encode("utf-8", "replace"))


def source(data: bytes) -> Source:
    """What is known of such a file by itself: id `official-qa`, or `official-qa-<number>` if it holds a single one."""
    items = read_items(decode(data, "official Q&A"), "official Q&A")
    number = f"-{items[0].id}" if len(items) == 1 else ""
    return Source(
        id=f"official-qa{number}",
        file="",
        title=f"Official Q&A{number.replace('-', ' ')}",
        lang="en",
        publisher="Konami",
        territory="OCG",
        authority="official-ruling",
        url="https://www.db.yugioh-card.com/yugiohdb/",
        format="qa-json",
    )


def read(source: Source, data: bytes, *, names: Names | None = None) -> Document:
    """The Q&As: a heading, a question and an answer for each language, each with the cards it is about.

    Passage ids are `source:<Q&A id>/<language>#n`. `names` gives the names that stand for `<<id>>` in the readable text;
    without one the id is shown as «id». Other languages than English, Chinese and Japanese are kept as boilerplate.

    Raises BadInput that names the line of the first malformed Q&A.
    """
    items = read_items(decode(data, source.file), source.file)
    draft = _Draft(source.id, names or {})
    for item in items:
        _add_item(draft, item)
    text = "\n".join(draft.parts)
    passages = _renamed(draft, partition(source.id, source.lang, text, draft.blocks))
    return Document(
        source=source,
        text=text,
        passages=passages,
        references=tuple(_references(source.id, items, draft, LineIndex(text))),
        cards=tuple(_cards(items, draft, passages)),
    )


def _add_item(draft: _Draft, item: Item) -> None:
    reference = (f"{draft.source}:ref:{item.id}",)
    header = " · ".join(filter(None, (f"Q&A {item.id}", ", ".join(item.cards), ", ".join(item.tags))))
    block = draft.add(item.id, "boilerplate", header, lang="en", references=reference)
    if block is not None:
        draft.headers.setdefault(item.id, draft.blocks[block].span)
    for wording in item.wordings:
        _add_wording(draft, item, wording, reference)
    for remark in item.remarks:
        heading = tuple(w.title for w in item.wordings if w.lang == "en" and w.title)[:1]
        draft.add(f"{item.id}/en", "note", remark, lang="en", heading=heading, references=reference, status=_REMARK)


def _add_wording(draft: _Draft, item: Item, wording: Wording, references: tuple[str, ...]) -> None:
    path, lang = f"{item.id}/{wording.code}", wording.lang
    if lang is None:
        for text in (wording.title, wording.question, wording.answer):
            draft.add(path, "boilerplate", text, lang="en")
        return
    heading = (draft.readable(wording.title or f"Q&A {item.id}", lang),)
    status = item.status(wording)
    draft.add(path, "heading", wording.title, lang=lang, heading=heading, references=references)
    asked = draft.add(path, "question", wording.question, lang=lang, heading=heading, references=references, status=status)
    draft.add(path, "answer", wording.answer, lang=lang, heading=heading, references=references, status=status, parent=asked)


def _renamed(draft: _Draft, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages under ids made of the Q&A's number and language instead of its title."""
    ordinals: Counter[str] = Counter()
    ids: dict[str, str] = {}
    for p in passages:
        path = draft.paths[p.span.start]
        ordinals[path] += 1
        ids[p.id] = f"{draft.source}:{path}#{ordinals[path]}"
    return tuple(replace(p, id=ids[p.id], parent=ids[p.parent] if p.parent else None) for p in passages)


def _references(source_id: str, items: Sequence[Item], draft: _Draft, index: LineIndex) -> Iterator[Reference]:
    for item in {i.id: i for i in items}.values():
        yield Reference(
            id=f"{source_id}:ref:{item.id}",
            source=source_id,
            key=item.id,
            label=f"Official Q&A {item.id}",
            lines=index.lines(draft.headers[item.id]),
            url=_ADDRESS + item.id,
            date=item.date,
            official=True,
        )


def _cards(items: Sequence[Item], draft: _Draft, passages: Sequence[Passage]) -> Iterator[tuple[str, str]]:
    cards = {i.id: i.cards for i in items}
    for p in passages:
        if p.kind in ("question", "answer"):
            for card in cards[draft.paths[p.span.start].split("/")[0]]:
                yield p.id, card
