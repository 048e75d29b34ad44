"""The build-time pipeline: what passages name and how their sentences are read."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.annotate import _few
from ingest.pipeline import analyse, annotate, mentions_of, pipeline
from kb.digest.load import bundled_linker
from kb.lang.sentences import sentences
from kb.model import Lang, Lines, Passage, Span


def passage(text: str, lang: Lang = "en", *, kind: str = "paragraph", number: int = 1) -> Passage:
    return Passage(
        id=f"test:lanterns#{number}",
        source="test",
        heading=("Lanterns",),
        kind=kind,
        lang=lang,
        span=Span(0, len(text)),
        lines=Lines(number, number),
        text=text,
        content_hash="0" * 16,
    )


def test_passages_keep_their_order_across_languages_and_kinds() -> None:
    made = [
        passage("A Counter Trap may be activated.", number=1),
        passage("反击陷阱可以发动。", "zh", number=2),
        passage("back to top", kind="boilerplate", number=3),
        passage("カウンター罠を発動できる。", "ja", number=4),
        passage("It is destroyed.", number=5),
    ]
    found = list(annotate(made))
    assert [p.id for p, _ in found] == [p.id for p in made]
    assert [{m.target for m in mentions} >= {"counter-trap-card"} for _, mentions in found] == [
        True,
        True,
        False,
        True,
        False,
    ]
    assert found[2][1] == ()


def test_mentions_point_at_exact_words_even_inside_a_token() -> None:
    text = 'The "Gale of the Iron Heron"(Trap)is destroyed/banished.'
    for mention in mentions_of([passage(text)]):
        assert text[slice(*mention.span)].strip('"()/') == text[slice(*mention.span)]
    assert {(m.target, m.target_kind) for m in mentions_of([passage(text)])} >= {
        ("Gale of the Iron Heron", "name"),
        ("trap-card", "concept"),
        ("destroy", "concept"),
    }


def test_every_sentence_is_read_in_its_own_language() -> None:
    english = passage("You must pay a cost. You cannot attack, e.g. directly.")
    chinese = passage("必须支付cost。那只怪兽不能攻击。", "zh", number=2)
    read = [[(r.modality, r.polarity) for _, r in a.sentences] for a in analyse([english, chinese])]
    assert read == [[("requires", True), ("forbids", False)]] * 2


def test_documents_are_taken_at_their_word() -> None:
    assert not mentions_of([passage("the damge stpe and the yard")])


def test_pipelines_are_blank_and_made_once() -> None:
    linker = bundled_linker()
    assert pipeline("en", linker).pipe_names == ["concept_linker", "modality"]
    assert pipeline("zh", linker) is pipeline("zh", linker)


def test_a_term_that_is_concept_and_timing_is_mentioned_as_both() -> None:
    for made in (passage("During the Damage Step."), passage("在伤害步骤。", "zh")):
        assert [(m.target, m.target_kind) for m in mentions_of([made])] == [
            ("damage-step", "concept"),
            ("damage-step", "timing"),
        ]


def test_the_spacy_view_names_kind_and_target() -> None:
    doc = pipeline("en", bundled_linker())("Graveyards (and Decks) cannot burn.")
    assert [(s.text, s.label_, s.kb_id_) for s in doc.spans["mentions"]] == [
        ("Graveyards", "concept", "graveyard"),
        ("Decks", "concept", "deck"),
    ]
    assert [s.label_ for s in doc.spans["sentences"]] == ["forbids"]


@settings(max_examples=50, deadline=None)
@given(st.text(alphabet='Ab. 。！\n「」『』e.g.1)"” 灯', max_size=60))
def test_sentences_hold_every_word_once_and_in_order(text: str) -> None:
    spans = sentences(text)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert "".join(text[slice(*s)] for s in spans).replace(" ", "").replace("\n", "") == "".join(text.split())


SENTENCES = (
    "You cannot draw. But may set one Spell.",
    "灯怪兽不能攻击。",
    "Graveyards (and Decks)",
    "",
    "。",
    "1. It is a cost",
)


@given(st.lists(st.sampled_from(SENTENCES)))
def test_few_passages_are_read_as_many_are(texts: list[str]) -> None:
    kinds = ("paragraph", "bullet", "boilerplate")
    read = [passage(t, "en" if t.isascii() else "zh", kind=kinds[n % 3], number=n + 1) for n, t in enumerate(texts)]
    assert list(_few(read, bundled_linker())) == list(analyse(read, bundled_linker()))
