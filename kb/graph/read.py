"""A document read back from its named graph, with what was found in it: the inverse of `graph_of_document`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pyoxigraph import Literal, NamedNode, Quad

from kb.graph.names import identifier, node, source_graph, term
from kb.model import (
    Anchor,
    Document,
    Image,
    Lines,
    Link,
    Mark,
    Mention,
    Passage,
    Reference,
    Source,
    Span,
    Statement,
)

if TYPE_CHECKING:
    from kb.store.interface import GraphStore

_A = term("rdf:type").value
_TEXT = term("dr:text")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDocument:
    """A document with its mentions and statements."""

    document: Document
    mentions: tuple[Mention, ...]
    statements: tuple[Statement, ...]


class _Thing:
    """What one graph states about one subject."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.values: dict[str, list[str]] = defaultdict(list)
        self.lang = ""

    def one(self, name: str, otherwise: str = "") -> str:
        found = self.values.get(_iri(name))
        return found[0] if found else otherwise

    def every(self, name: str) -> list[str]:
        return self.values.get(_iri(name), [])

    def lines(self) -> Lines:
        return Lines(int(self.one("dr:firstLine", "1")), int(self.one("dr:lastLine", "1")))

    def tri(self, name: str) -> bool | None:
        found = self.one(name)
        return found == "true" if found else None


@lru_cache(maxsize=256)
def _iri(name: str) -> str:
    return term(name).value


def read_graph(store: GraphStore, source: str) -> ReadDocument:
    """The document of a named graph. White space between passages comes back as line feeds and spaces: offsets and lines are
    those of the original. Raises KeyError if the graph holds no such document."""
    return _document(_things(store.quads(graph=source_graph(source))), source)


def read_triples(triples: bytes, source: str) -> ReadDocument:
    """The same of the N-Triples of its graph, without a store, in a third of the time."""
    return _document(_things_of(triples), source)


def _document(things: Mapping[str, _Thing], source: str) -> ReadDocument:
    by_type: dict[str, list[_Thing]] = defaultdict(list)
    for thing in things.values():
        for kind in thing.values.get(_A, ()):
            by_type[kind].append(thing)
    kept = {kind: by_type.get(_iri(f"dr:{kind}"), []) for kind in _KINDS}
    about = _source(things[node("source", source).value], source)
    passages = sorted((_passage(t, things) for t in kept["Passage"]), key=lambda p: p.span)
    return ReadDocument(
        document=Document(
            source=about,
            text=_text(passages, things),
            passages=tuple(passages),
            references=tuple(sorted((_reference(t, things) for t in kept["Reference"]), key=lambda r: (r.lines, r.key, r.id))),
            links=tuple(_link(t, source) for t in _in_order(kept["Link"])),
            anchors=tuple(_anchor(t, source) for t in _in_order(kept["Anchor"])),
            images=tuple(_image(t, source) for t in _in_order(kept["Image"])),
            marks=tuple(_mark(t, source) for t in _in_order(kept["Mark"])),
        ),
        mentions=tuple(sorted((_mention(t) for t in kept["Mention"]), key=_where)),
        statements=tuple(sorted((_statement(t) for t in kept["Statement"]), key=lambda s: (s.passage, s.span, s.id))),
    )


_KINDS = ("Passage", "Reference", "Link", "Anchor", "Image", "Mark", "Mention", "Statement")


def _things(quads: Iterable[Quad]) -> Mapping[str, _Thing]:
    found: dict[str, _Thing] = {}
    for quad in quads:
        if not isinstance(quad.subject, NamedNode) or not isinstance(quad.object, (NamedNode, Literal)):
            continue
        name = quad.subject.value
        if name not in found:
            found[name] = _Thing(name)
        found[name].values[quad.predicate.value].append(quad.object.value)
        if isinstance(quad.object, Literal) and quad.predicate == _TEXT:
            found[name].lang = quad.object.language or ""
    return found


def _where(mention: Mention) -> tuple[str, Span, str, str, str]:
    """Where a mention stands; of those in one place, which it is."""
    return mention.passage, mention.span, mention.target_kind, mention.target, mention.match


def _things_of(triples: bytes) -> Mapping[str, _Thing]:
    found: dict[str, _Thing] = {}
    for line in dict.fromkeys(triples.decode().split("\n")):
        if not line.startswith("<"):
            continue
        name, predicate, value = line[1:-2].split(" ", 2)
        name, predicate = _plain(name[:-1]), predicate[1:-1]
        if name not in found:
            found[name] = _Thing(name)
        if value.startswith('"'):
            end = value.rindex('"')
            found[name].values[predicate].append(_plain(value[1:end]))
            if predicate == _TEXT.value:
                found[name].lang = value[end + 2 :] if value[end + 1 : end + 2] == "@" else ""
        elif value.startswith("<"):
            found[name].values[predicate].append(_plain(value[1:-1]))
    return found


def _plain(text: str) -> str:
    """What stands in N-Triples, without its escapes."""
    return _ESCAPED.sub(_unescaped, text) if "\\" in text else text


_ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_SIGNS = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}


def _unescaped(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else _SIGNS.get(found[3], found[3])


def _in_order(things: list[_Thing]) -> list[_Thing]:
    return sorted(things, key=lambda t: int(t.name.rpartition(":")[2]))


def _source(thing: _Thing, source: str) -> Source:
    return Source(
        id=source,
        file=thing.one("dr:file"),
        title=thing.one("dcterms:title"),
        lang=thing.one("dcterms:language"),  # type: ignore[arg-type]  # written as one of the words of its type
        edition=thing.one("dr:edition"),
        issued=thing.one("dcterms:issued"),
        publisher=thing.one("dcterms:publisher"),
        territory=thing.one("dr:territory", "both"),  # type: ignore[arg-type]  # written as one of the words of its type
        authority=thing.one("dr:authority", "notes"),  # type: ignore[arg-type]  # written as one of the words of its type
        supersedes=tuple(sorted(identifier(s, "source") for s in thing.every("dcterms:replaces"))),
        sha256=thing.one("dr:sha256"),
        url=thing.one("dr:url"),
        format=thing.one("dcterms:format"),
    )


def _heading(section: str, things: Mapping[str, _Thing]) -> tuple[str, ...]:
    path: list[str] = []
    while section in things and things[section].one("dcterms:title") and ":section:" in section:
        path.append(things[section].one("dcterms:title"))
        section = things[section].one("dcterms:isPartOf")
    return tuple(reversed(path))


def _selected(thing: _Thing, things: Mapping[str, _Thing]) -> tuple[Span, str]:
    span, quote = Span(0, 0), ""
    for name in thing.every("oa:hasSelector"):
        selector = things[name]
        if selector.one("oa:start"):
            span = Span(int(selector.one("oa:start")), int(selector.one("oa:end")))
        else:
            quote = selector.one("oa:exact")
    return span, quote


def _passage(thing: _Thing, things: Mapping[str, _Thing]) -> Passage:
    mark, page, parent, shown = (thing.one(f"dr:{n}") for n in ("mark", "page", "parent", "illustrates"))
    return Passage(
        id=thing.one("dcterms:identifier"),
        source=identifier(thing.one("dr:source"), "source"),
        heading=_heading(thing.one("dr:section"), things),
        kind=thing.one("dr:kind"),
        lang=(thing.lang or things[thing.one("dr:source")].one("dcterms:language")),  # type: ignore[arg-type]  # written as one of the words of its type
        span=_selected(thing, things)[0],
        lines=thing.lines(),
        text=thing.one("dr:text"),
        content_hash=thing.one("dr:contentHash"),
        page=int(page) if page else None,
        parent=identifier(parent, "passage") if parent else None,
        row_headers=tuple(sorted(thing.every("dr:rowHeader"))),
        col_headers=tuple(sorted(thing.every("dr:columnHeader"))),
        mark=mark or None,  # type: ignore[arg-type]  # written as one of the words of its type
        illustrates=identifier(shown, "passage") if shown else None,
        references=tuple(sorted(identifier(r, "reference") for r in thing.every("dcterms:references"))),
        status=thing.one("dr:status"),
    )


def _text(passages: Iterable[Passage], things: Mapping[str, _Thing]) -> str:
    """The stored text, put together again from the passages' quotes."""
    parts: list[str] = []
    at, line = 0, 1
    for passage in passages:
        quote = _selected(things[node("passage", passage.id).value], things)[1]
        feeds = passage.lines.first - line
        parts.append("\n" * feeds + " " * (passage.span.start - at - feeds))
        parts.append(quote)
        at, line = passage.span.end, passage.lines.last
    return "".join(parts)


def _reference(thing: _Thing, things: Mapping[str, _Thing]) -> Reference:
    return Reference(
        id=thing.one("dcterms:identifier"),
        source=identifier(thing.one("dr:source"), "source"),
        key=thing.one("dr:key"),
        label=thing.one("rdfs:label"),
        lines=thing.lines(),
        url=thing.one("dr:url"),
        archive_url=thing.one("dr:archiveUrl"),
        page=thing.one("dr:pages"),
        date=thing.one("dcterms:date"),
        official=thing.tri("dr:official"),
        extrapolation=thing.one("dr:extrapolation") == "true",
        heading=_heading(thing.one("dr:section"), things),
    )


def _link(thing: _Thing, source: str) -> Link:
    passage = thing.one("dr:passage")
    return Link(
        source=source,
        label=thing.one("rdfs:label"),
        url=thing.one("dr:url"),
        lines=thing.lines(),
        passage=identifier(passage, "passage") if passage else "",
        resolves=thing.tri("dr:resolves"),
    )


def _anchor(thing: _Thing, source: str) -> Anchor:
    return Anchor(source=source, name=thing.one("dr:name"), lines=thing.lines(), explicit=thing.one("dr:explicit") == "true")


def _image(thing: _Thing, source: str) -> Image:
    return Image(
        source=source,
        url=thing.one("dr:url"),
        alt=thing.one("rdfs:label"),
        lines=thing.lines(),
        exists=thing.tri("dr:exists"),
    )


def _mark(thing: _Thing, source: str) -> Mark:
    mark = thing.one("dr:mark")
    return Mark(
        source=source,
        lines=thing.lines(),
        passage=identifier(thing.one("dr:passage"), "passage"),
        mark=None if mark == "lost" else mark,  # type: ignore[arg-type]  # written as one of the words of its type
    )


def _span(thing: _Thing) -> Span:
    return Span(int(thing.one("oa:start", "0")), int(thing.one("oa:end", "0")))


def _mention(thing: _Thing) -> Mention:
    kind = next((k for k in ("concept", "timing") if f":{k}:" in thing.one("dr:target")), "card")
    return Mention(
        passage=identifier(thing.one("dr:passage"), "passage"),
        span=_span(thing),
        target=identifier(thing.one("dr:target"), kind),
        target_kind=kind,  # type: ignore[arg-type]  # written as one of the words of its type
        match=thing.one("dr:match"),
    )


def _statement(thing: _Thing) -> Statement:
    exception = thing.one("dr:exceptionOf")
    kind = "statement" if ":statement:" in exception else "passage"
    return Statement(
        id=thing.one("dcterms:identifier"),
        passage=identifier(thing.one("prov:wasDerivedFrom"), "passage"),
        modality=thing.one("dr:modality"),  # type: ignore[arg-type]  # written as one of the words of its type
        polarity=thing.one("dr:polarity") == "true",
        span=_span(thing),
        concepts=tuple(sorted(identifier(c, "concept") for c in thing.every("dr:appliesTo"))),
        timing=tuple(sorted(identifier(t, "timing") for t in thing.every("dr:atTiming"))),
        cards=tuple(sorted(identifier(c, "card") for c in thing.every("dr:appliesToCard"))),
        condition=thing.one("dr:condition"),
        exception_of=identifier(exception, kind) if exception else None,
        confidence=float(thing.one("dr:confidence", "0")),
        status=thing.one("dr:status", "candidate"),  # type: ignore[arg-type]  # written as one of the words of its type
    )
