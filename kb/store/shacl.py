"""SHACL with pySHACL, over just the triples that the shapes look at. Imports rdflib: only `kb.store.validate` imports this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

import pyshacl
from pyoxigraph import Literal as OxLiteral
from pyoxigraph import NamedNode, RdfFormat, parse
from rdflib import RDF, SH, XSD, Graph, Literal, URIRef
from rdflib.term import Node

from kb.graph.names import PREFIXES
from kb.store.triples import subject_of
from kb.store.unsound import Breach, describe

_SHOWN = 60
_IS_A = f" <{RDF.type}> ".encode()
_FIRST_LINE = URIRef(f"{PREFIXES['dr']}firstLine")


def breaches(name: str, lines: Iterable[bytes], shapes: Path) -> list[Breach]:
    """Every breach of the shapes in N-Triples lines; nodes without a type that a shape aims at are not looked at."""
    known = _shapes(shapes)
    data = _read(_relevant(lines, _looked_at(shapes)))
    sound, report, _ = pyshacl.validate(data, shacl_graph=known, inplace=True, inference="none", advanced=False)
    return [] if sound else list(_told(name, report, data))


@cache
def _shapes(path: Path) -> Graph:
    return Graph().parse(path, format="turtle")


@cache
def _looked_at(path: Path) -> dict[bytes, frozenset[bytes]]:
    """By class, the properties that its shapes look at; names as they stand in N-Triples."""
    shapes = _shapes(path)
    found: dict[bytes, set[bytes]] = {}
    for shape, target in shapes.subject_objects(SH.targetClass):
        used = [o for p in (SH.path, SH.lessThan, SH.lessThanOrEquals) for o in shapes.objects(shape, p)]
        found.setdefault(_written(target), {_written(RDF.type)}).update(map(_written, used))
    return {target: frozenset(used) for target, used in found.items()}


def _written(name: Node) -> bytes:
    return f"<{name}>".encode()


def _relevant(lines: Iterable[bytes], looked_at: dict[bytes, frozenset[bytes]]) -> list[bytes]:
    lines = list(lines)
    wanted: dict[bytes, frozenset[bytes]] = {}
    for line in lines:
        if _IS_A in line:
            subject, _, kind = line.split(b" ", 2)
            wanted[subject] = wanted.get(subject, frozenset()) | looked_at.get(kind.removesuffix(b" ."), frozenset())
    return [line for line in lines if line.split(b" ", 2)[1] in wanted.get(subject_of(line), ())]


def _read(lines: Iterable[bytes]) -> Graph:
    """A graph of these lines. A name or value that stands in many lines is made once, which halves the time."""
    graph, names = Graph(), _Names()
    add = graph.store.add
    for triple in parse(b"\n".join(lines), format=RdfFormat.N_TRIPLES):
        assert isinstance(triple.subject, NamedNode)
        value = triple.object
        known = names[value.value] if isinstance(value, NamedNode) else _literal(value)
        add((names[triple.subject.value], names[triple.predicate.value], known), graph)
    return graph


class _Names(dict[str, URIRef]):
    def __missing__(self, name: str) -> URIRef:
        made = self[name] = URIRef(name)
        return made


@lru_cache(maxsize=1 << 14)
def _literal(value: object) -> Literal:
    assert isinstance(value, OxLiteral)
    if value.language:
        return Literal(value.value, lang=value.language)
    kind = value.datatype.value
    return Literal(value.value) if kind == str(XSD.string) else Literal(value.value, datatype=URIRef(kind))


def _told(name: str, report: Graph, data: Graph) -> Iterator[Breach]:
    for result in report.subjects(RDF.type, SH.ValidationResult):
        focus, message, value = (report.value(result, p) for p in (SH.focusNode, SH.resultMessage, SH.value))
        line = str(data.value(focus, _FIRST_LINE))
        yield Breach(name, describe(str(focus)), str(message), _shortened(value), int(line) if line.isdigit() else None)


def _shortened(value: Node | None) -> str:
    text = "" if value is None else describe(str(value))
    return f"{text[:_SHOWN]}…" if len(text) > _SHOWN else text
