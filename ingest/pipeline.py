"""The spaCy pipelines that run over passages while building: concept linking and modality, no model, no download.

Each passage becomes a Doc whose `spans["mentions"]` (label: kind, kb_id: target) and `spans["sentences"]` hold what our
components found. Spans of a Doc stand on token borders; `doc._.mentions` and `doc._.sentences` have the exact offsets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens import Span as DocSpan

from ingest.analysed import Analysed
from kb.digest.load import bundled_linker
from kb.lang.link import Linker
from kb.lang.modality import read_modality
from kb.lang.sentences import sentences
from kb.model import Lang, Mention, Passage, Span

BATCH = 256
_SKIPPED = frozenset({"boilerplate"})

for _name in ("mentions", "sentences"):
    Doc.set_extension(_name, default=(), force=True)


class ConceptLinker:
    """Writes what the linker finds, taking the document at its word."""

    def __init__(self, linker: Linker) -> None:
        self.linker = linker

    def __call__(self, doc: Doc) -> Doc:
        """The same Doc with its mentions."""
        doc._.mentions = self.linker.link(doc.text)
        doc.spans["mentions"] = [_doc_span(doc, r.span, r.target_kind, r.target) for r in doc._.mentions]
        return doc


@Language.factory("concept_linker")
def make_concept_linker(nlp: Language, name: str) -> ConceptLinker:
    """The linking component, over the bundled glossary until `pipeline` gives it another linker."""
    return ConceptLinker(bundled_linker())


@Language.component("modality")
def modality(doc: Doc) -> Doc:
    """Writes the sentences, each with its Reading."""
    lang: Lang = "en" if doc.lang_ == "en" else "zh"
    found = [(span, read_modality(doc.text[span.start : span.end], lang)) for span in sentences(doc.text)]
    doc._.sentences = tuple(found)
    doc.spans["sentences"] = [_doc_span(doc, span, reading.modality) for span, reading in found]
    return doc


def _doc_span(doc: Doc, exact: Span, label: str, target: str = "") -> DocSpan:
    """The tokens that a span touches."""
    span = doc.char_span(exact.start, exact.end, label=label, kb_id=target, alignment_mode="expand")
    assert span is not None, "a span inside the text always touches a token"
    return span


@cache
def pipeline(lang: Lang, linker: Linker) -> Language:
    """A blank pipeline for a language with our two components; Japanese is read by characters, as Chinese is."""
    nlp = spacy.blank("en" if lang == "en" else "zh")
    nlp.max_length = 10**9
    linking = nlp.add_pipe("concept_linker")
    assert isinstance(linking, ConceptLinker)
    linking.linker = linker
    nlp.add_pipe("modality")
    return nlp


def analyse(passages: Iterable[Passage], linker: Linker | None = None) -> Iterator[Analysed]:
    """Every passage with its mentions and its sentences, in the given order; boilerplate gets none.

    Runs of passages in one language go through spaCy together, so memory stays bounded. `linker`: the bundled one if None.
    """
    linker = linker or bundled_linker()
    run: list[Passage] = []
    for passage in passages:
        if run and (passage.lang != run[0].lang or len(run) >= BATCH):
            yield from _run(run, linker)
            run = []
        run.append(passage)
    yield from _run(run, linker)


def _run(passages: list[Passage], linker: Linker) -> Iterator[Analysed]:
    read = [p for p in passages if p.kind not in _SKIPPED]
    docs = iter(pipeline(read[0].lang, linker).pipe((p.text for p in read), batch_size=BATCH) if read else ())
    for passage in passages:
        if passage.kind in _SKIPPED:
            yield Analysed(passage=passage, mentions=(), sentences=())
        else:
            yield _analysed(passage, next(docs))


def _analysed(passage: Passage, doc: Doc) -> Analysed:
    mentions = tuple(
        Mention(passage=passage.id, span=r.span, target=r.target, target_kind=r.target_kind, match=r.match)
        for r in doc._.mentions
    )
    return Analysed(passage=passage, mentions=mentions, sentences=doc._.sentences)


def annotate(passages: Iterable[Passage], linker: Linker | None = None) -> Iterator[tuple[Passage, tuple[Mention, ...]]]:
    """Every passage with what it names, in the given order."""
    for analysed in analyse(passages, linker):
        yield analysed.passage, analysed.mentions


def mentions_of(passages: Iterable[Passage], linker: Linker | None = None) -> tuple[Mention, ...]:
    """What the passages name, in their order."""
    return tuple(mention for _, mentions in annotate(passages, linker) for mention in mentions)
