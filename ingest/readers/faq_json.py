"""What the official card database says of every effect, as db.ygoresources.com gives it: a card's FAQ as a JSON object.

One object a file, a list of them, or JSON lines. The stored text is the extracted text: for each card a line with its number
and date, then a line for each statement, by the index of the effect that the file gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ingest.readers._decode import decode
from ingest.readers._json_rows import clean, items_of, json_rows, scalar
from ingest.segment import Block, LineIndex, fold, partition, split_sentences
from kb.errors import BadInput
from kb.model import Document, Lang, Passage, Reference, Source, Span

_HEAD = 1 << 16
_HEADING = re.compile(r"【.+】")
_PARTS = (("FAQ", ""), ("pendulumFAQ", "p"))
"""Keys of the file, and what a passage id has before the index."""
_ADDRESS = "https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=4&cid="


@dataclass(frozen=True, slots=True)
class _Faq:
    """The FAQ of one card: statements by part of the file and index, in order."""

    card: str
    date: str
    groups: tuple[tuple[str, str, tuple[str, ...]], ...]


@dataclass(slots=True)
class _Stored:
    """The stored text as it grows, and what stands where in it."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[Block] = field(default_factory=list)
    paths: dict[int, str] = field(default_factory=dict)
    """Start of a piece to the last part of its passage id: `4022/1`."""

    def add(self, path: str, kind: str, text: str, lang: Lang, heading: tuple[str, ...], reference: str) -> Span:
        """The span of a text put on a line of its own; long texts become several blocks."""
        text, start = fold(text), self.length
        for piece in split_sentences(text, Span(0, len(text)), fold):
            whole = text[piece.start : piece.end].strip()
            span = Span(self.length, self.length + len(whole))
            self.blocks.append(Block(span=span, kind=kind, lang=lang, text=whole, heading=heading, references=(reference,)))
            self.paths[span.start] = path
            self.parts.append(whole)
            self.length = span.end + 1
        return Span(start, self.length - 1)


def claims(data: bytes) -> bool:
    """Whether the bytes look like such FAQs, whatever the file is called."""
    head = data[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head[:1] in (b"{", b"[") and b'"FAQ"' in head and b'"cid"' in head


def matches(source: Source, head: str) -> bool:
    """Whether the text is JSON that holds FAQs of cards."""
    return claims(head.encode("utf-8", "replace"))


def source(data: bytes) -> Source:
    """What is known of such a file by itself: id `official-faq`, or `official-faq-<number>` if it is about a single card."""
    faqs = _read_faqs(decode(data, "official FAQ"), "official FAQ")
    number = f"-{faqs[0].card}" if len(faqs) == 1 else ""
    return Source(
        id=f"official-faq{number}",
        file="",
        title=f"Official card FAQ{number.replace('-', ' ')}",
        lang="ja",
        publisher="Konami",
        territory="OCG",
        authority="official-ruling",
        url="https://www.db.yugioh-card.com/yugiohdb/",
        format="faq-json",
    )


def read(source: Source, data: bytes) -> Document:
    """The statements, one passage each, with the card that they are about.

    Passage ids are `source:<Konami id>/<index>#n`, the index of a Pendulum Effect after `p`; headings are the Konami id, key
    and index of the file, and the title in brackets that a group of statements stands under. A card's date is that of its
    reference.

    Raises BadInput that names the line of the first malformed FAQ.
    """
    faqs = _read_faqs(decode(data, source.file), source.file)
    stored, heads = _Stored(), {}
    for faq in faqs:
        heads[faq.card] = _add(stored, source.id, faq)
    text = "\n".join(stored.parts)
    passages = _renamed(source.id, stored, partition(source.id, source.lang, text, stored.blocks))
    cards = ((p.id, p.heading[0]) for p in passages if p.kind == "paragraph")
    references = _references(source.id, faqs, heads, LineIndex(text))
    return Document(source=source, text=text, passages=passages, references=tuple(references), cards=tuple(cards))


def _add(stored: _Stored, source_id: str, faq: _Faq) -> Span:
    reference = f"{source_id}:ref:{faq.card}"
    head = stored.add(faq.card, "boilerplate", f"{faq.card} · {faq.date}", "en", (faq.card,), reference)
    for key, index, statements in faq.groups:
        path = f"{faq.card}/{dict(_PARTS)[key]}{index}"
        above: tuple[str, ...] = (faq.card, f"{key} {index}")
        for statement in statements:
            titled = bool(_HEADING.fullmatch(statement))
            above = (*above[:2], statement) if titled else above
            stored.add(path, "heading" if titled else "paragraph", statement, "ja", above, reference)
    return head


def _renamed(source_id: str, stored: _Stored, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages under ids made of card and index instead of their headings."""
    counted: dict[str, int] = {}
    found = []
    for passage in passages:
        path = stored.paths[passage.span.start]
        counted[path] = counted.get(path, 0) + 1
        found.append(replace(passage, id=f"{source_id}:{path}#{counted[path]}"))
    return tuple(found)


def _references(source_id: str, faqs: Sequence[_Faq], heads: Mapping[str, Span], index: LineIndex) -> Iterator[Reference]:
    for faq in {f.card: f for f in faqs}.values():
        yield Reference(
            id=f"{source_id}:ref:{faq.card}",
            source=source_id,
            key=faq.card,
            label=f"Official FAQ of card {faq.card}",
            lines=index.lines(heads[faq.card]),
            url=_ADDRESS + faq.card,
            date=faq.date,
            official=True,
        )


def _read_faqs(text: str, file: str) -> list[_Faq]:
    faqs = [_faq(value, f"{file}: {place}") for place, value in json_rows(text, file, noun="FAQ", key="FAQ")]
    if not faqs:
        raise BadInput(f"{file}: holds no FAQ. Give JSON with 'cid' and 'FAQ', or JSON lines of it.")
    return list({f.card: f for f in faqs}.values())


def _faq(value: Any, place: str) -> _Faq:
    card = scalar(value.get("cid")) if isinstance(value, dict) else ""
    if not card.isdigit():
        raise BadInput(f"{place} has no number 'cid'. Mend or remove it.")
    groups = tuple(_groups(value, place))
    return _Faq(str(int(card)), clean(value.get("databaseDate")), groups)


def _groups(value: Mapping[str, Any], place: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for key, _ in _PARTS:
        table = value.get(key, {})
        if not isinstance(table, dict):
            raise BadInput(f"{place}: '{key}' is no object of lists by index. Mend or remove it.")
        for index in sorted(table, key=_order):
            statements = tuple(filter(str.strip, map(clean, items_of(table[index]))))
            if not re.fullmatch(r"\d+(\.\d+)?", index):
                raise BadInput(f"{place}: '{key}' has an index {index[:20]!r} that is no number. Mend or remove it.")
            if statements:
                yield key, index, statements


def _order(index: str) -> tuple[float, str]:
    """The place of an index: as a number, what is none last."""
    try:
        return float(index), index
    except ValueError:
        return float("inf"), index
