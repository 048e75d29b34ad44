"""A small invented knowledge base, in both languages, for the tests of graph, snapshot and view."""

from __future__ import annotations

import hashlib

from pyoxigraph import Quad

from kb.graph import graph_of_citations, graph_of_document, graph_of_glossary, graph_of_rules, graph_of_timings
from kb.model import (
    Anchor,
    Ask,
    Cite,
    Concept,
    Document,
    Image,
    Lines,
    Link,
    Mark,
    Mention,
    Passage,
    Reference,
    Rule,
    Source,
    Span,
    Statement,
    Timing,
)

EN = "# Lamps\nA lamp may be lit at dusk.\n- Not in the rain \N{CROSS MARK}\n  - Unless it is covered [1]\n| who | keeper |\n"
ZH = "##灯\n黄昏时可以点灯。\n>下雨时不能点。\n"


def source(name: str, lang: str, text: str, **more: object) -> Source:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Source(id=name, file=f"{name}.txt", title=f"On {name}", lang=lang, sha256=digest, **more)  # type: ignore[arg-type]


def passage(name: str, text: str, raw: str, ordinal: int, lang: str, heading: tuple[str, ...], **more: object) -> Passage:
    start = text.index(raw)
    first = text[:start].count("\n") + 1
    return Passage(
        id=f"{name}:{'/'.join(heading)}#{ordinal}",
        source=name,
        heading=heading,
        kind=str(more.pop("kind", "paragraph")),
        lang=lang,  # type: ignore[arg-type]
        span=Span(start, start + len(raw)),
        lines=Lines(first, first + raw.count("\n")),
        text=" ".join(raw.strip("#->| ").split()),
        content_hash=hashlib.sha256(raw.encode()).hexdigest()[:16],
        **more,  # type: ignore[arg-type]
    )


def english(name: str = "lamps", text: str = EN) -> Document:
    path = ("Lamps & light/dark",)
    first = passage(name, text, "A lamp may be lit at dusk.", 2, "en", path)
    second = passage(name, text, "- Not in the rain \N{CROSS MARK}", 3, "en", path, kind="bullet", mark="no", parent=first.id)
    reference = f"{name}:ref:1"
    third = passage(
        name, text, "- Unless it is covered [1]", 4, "en", path, kind="bullet", parent=second.id, references=(reference,)
    )
    cell = passage(
        name, text, "| who | keeper |", 5, "en", path, kind="table-cell", row_headers=("who",), col_headers=("a", "b"), page=3
    )
    return Document(
        source=source(name, "en", text, authority="wiki", supersedes=("older",), issued="2020", edition="2nd"),
        text=text,
        passages=(passage(name, text, "# Lamps", 1, "en", path, kind="heading"), first, second, third, cell),
        references=(
            Reference(
                id=reference, source=name, key="1", label="Keepers' book", lines=Lines(4, 4), official=True, heading=path
            ),
        ),
        links=(Link(source=name, label="book", url="not a url <>", lines=Lines(4, 4), passage=third.id, resolves=False),),
        anchors=(Anchor(source=name, name="lamps", lines=Lines(1, 1), explicit=False),),
        images=(Image(source=name, url="lamp.png", alt="A lamp", lines=Lines(2, 2)),),
        marks=(Mark(source=name, lines=Lines(3, 3), passage=second.id, mark="no"),),
    )


def chinese(name: str = "灯") -> Document:
    path = ("灯",)
    first = passage(name, ZH, "黄昏时可以点灯。", 2, "zh", path)
    example = passage(name, ZH, ">下雨时不能点。", 3, "zh", path, kind="example", illustrates=first.id)
    return Document(
        source=source(name, "zh", ZH, authority="notes", territory="OCG"),
        text=ZH,
        passages=(passage(name, ZH, "##灯", 1, "zh", path, kind="heading"), first, example),
    )


def mentions(document: Document) -> tuple[Mention, ...]:
    said = document.passages[1]
    return (
        Mention(passage=said.id, span=Span(2, 6), target="lamp", target_kind="concept", match="label"),
        Mention(passage=said.id, span=Span(0, 6), target="lamp", target_kind="concept", match="alias"),
        Mention(passage=said.id, span=Span(0, 2), target="dusk", target_kind="timing", match="label"),
        Mention(passage=said.id, span=Span(0, 2), target="Old “Lantern”", target_kind="name", match="quoted"),
    )


def statements(document: Document) -> tuple[Statement, ...]:
    said = document.passages[1]
    first = Statement(
        id=f"{said.id}/1",
        passage=said.id,
        modality="permits",
        polarity=True,
        span=Span(0, len(said.text)),
        concepts=("lamp",),
        timing=("dusk",),
        condition="at dusk",
        confidence=0.5,
    )
    other = Statement(
        id=f"{said.id}/2",
        passage=said.id,
        modality="follows",
        polarity=False,
        span=Span(0, 3),
        exception_of=first.id,
        cards=("Old “Lantern”",),
    )
    return (first, other)


CONCEPTS = (
    Concept(id="light", category="thing", labels={"en": "Light", "zh": "光"}),
    Concept(
        id="lamp",
        category="thing",
        labels={"en": "Lamp", "zh": "灯"},
        aliases={"en": ("lantern",), "zh": ("灯笼",)},
        slang={"en": ("glim",)},
        broader=("light",),
        related=("dusk-word",),
    ),
    Concept(id="dusk-word", category="word", labels={"en": "Dusk", "zh": "黄昏"}, related=("lamp",)),
)
TIMINGS = (
    Timing(id="day", level="turn", labels={"en": "Day", "zh": "一天"}, order=0),
    Timing(id="dusk", level="phase", labels={"en": "Dusk", "zh": "黄昏"}, part_of="day", next=("night",), order=1),
    Timing(id="night", level="phase", labels={"en": "Night", "zh": "夜晚"}, part_of="day", order=2),
)
RULES = (
    Rule(
        id="lamps.closed",
        topic="lamps",
        kind="prohibition",
        en="No lamp is lit by day.",
        zh="白天不点灯。",
        cites=(Cite(source="lamps", section="Lamps", lines=Lines(3, 4), page=3, further="Keepers' book 4"),),
        concepts=("lamp",),
        file="rules/lamps.toml",
        line=3,
    ),
    Rule(
        id="lamps.dusk",
        topic="lamps",
        kind="exception",
        en="At dusk a lamp may be lit.",
        zh="黄昏可以点灯。",
        cites=(Cite(source="lamps", section="Lamps", lines=Lines(2, 2)), Cite(source="灯", section="灯", lines=Lines(2, 2))),
        concepts=("lamp", "light"),
        timing=("dusk",),
        overrides=("lamps.closed",),
        asks=(Ask(en="May I light a lamp at dusk?", zh="黄昏可以点灯吗？", verdict="yes"),),
        examples=({"en": "The keeper lights one.", "zh": "守灯人点了一盏。"},),
        when={"act": "light", "before": "night"},
        then="permitted",
    ),
)


def quads() -> list[Quad]:
    """The whole sample as quads."""
    return [
        *graph_of_document(english(), mentions(english()), statements(english()), extractor="reader/1"),
        *graph_of_document(chinese(), mentions(chinese()), statements(chinese()), extractor="reader/1"),
        *graph_of_glossary(CONCEPTS),
        *graph_of_timings(TIMINGS),
        *graph_of_rules(RULES),
        *graph_of_citations(RULES, english()),
        *graph_of_citations(RULES, chinese()),
    ]
