"""What stands behind a citation: originals at its places, the other language, the sentence that says it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kb.index.build import build_index
from kb.index.entry import Entry
from kb.model import Cite, Lines, Rule, Source
from query.answer.cite import citation_of
from query.answer.originals import Originals, telling_sentence

OLD = Source(id="old", file="old.md", title="Old book", lang="en", authority="official")
NEW = Source(id="new", file="new.md", title="New book", lang="zh", authority="notes", supersedes=("old",))
RULE = Rule(
    id="lamps.dusk",
    topic="lamps",
    kind="rule",
    en="Lamps are lit at dusk.",
    zh="黄昏时点灯。",
    cites=(
        Cite(source="old", section="Dusk", lines=Lines(4, 5)),
        Cite(source="new", section="黄昏", lines=Lines(9, 9)),
        Cite(source="unknown", section="", lines=Lines(1, 1)),
    ),
)


def passage(identifier: str, source: Source, text: str, lines: Lines, parent: str = "") -> Entry:
    return Entry(
        id=identifier,
        kind="paragraph",
        source=source.id,
        title=source.title,
        texts={source.lang: text},
        lines=lines,
        authority=source.authority,
        parent=parent,
    )


ENTRIES = [
    Entry(id=RULE.id, kind="digest", source="digest", texts={"en": RULE.en, "zh": RULE.zh}, cites=RULE.cites, topic="lamps"),
    passage("old:1", OLD, "Nobody sleeps. Every lamp gets lit when dusk comes.", Lines(5, 6), parent="In the tower:"),
    passage("old:2", OLD, "Bread is baked.", Lines(7, 7)),
    passage("new:1", NEW, "看守者很多。到了黄昏时就点灯。", Lines(9, 9)),
]
DOCUMENTS = {"old": OLD, "new": NEW}
FOUND = Originals(build_index(ENTRIES, encoder=None), rules={RULE.id: RULE}, documents=DOCUMENTS)


def test_an_entry_is_shown_with_the_passages_at_its_places() -> None:
    shown = FOUND.shown(citation_of(ENTRIES[0], "en", DOCUMENTS))
    assert [[q.citation.id for q in o.passages] for o in shown.originals] == [["old:1"], ["new:1"], []]
    assert shown.counterpart == {"en": RULE.en, "zh": RULE.zh}
    assert [[source.title for source in o.newer] for o in shown.originals] == [["New book"], [], []]
    assert shown.originals[2].document is None


def test_the_sentence_that_says_it_is_told_in_each_language() -> None:
    first, second, _ = FOUND.shown(citation_of(ENTRIES[0], "zh", DOCUMENTS)).originals
    quoted = [o.passages[0] for o in (first, second)]
    assert [q.citation.quote[slice(*q.telling)] for q in quoted] == [
        "Every lamp gets lit when dusk comes.",
        "到了黄昏时就点灯。",
    ]
    assert quoted[0].under == "In the tower:"


def test_a_passage_gets_the_entry_that_rests_on_it_as_its_counterpart() -> None:
    shown = FOUND.shown(citation_of(ENTRIES[3], "en", DOCUMENTS))
    assert shown.counterpart["en"] == RULE.en and shown.originals == ()
    assert FOUND.shown(citation_of(ENTRIES[2], "en", DOCUMENTS)).counterpart == {}


def test_the_places_of_a_position_are_found_by_its_text() -> None:
    assert [o.place.source for o in FOUND.standing(RULE.zh)] == ["old", "new", "unknown"]
    assert FOUND.standing("Something else.") == ()


@given(st.text(max_size=60), st.text(max_size=20))
def test_the_telling_sentence_lies_inside_the_text(text: str, about: str) -> None:
    start, end = telling_sentence(text, about)
    assert 0 <= start <= end <= len(text)
    assert text[start:end].strip() == text.strip() or text[start:end].strip()
