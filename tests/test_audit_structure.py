"""The structure checks: each on an invented document with the fault and on one without it, then on the real documents."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import os
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from audited import audited as as_audited
from audited import found as found_in
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_texts import TEXTS
from real_documents import IDS, real

from ingest.readers import markdown, rst, wiki_dump, zh_notes
from kb.audit.corpus import Audited, Corpus
from kb.audit.run import all_checks, audit
from kb.audit.structure import dictionary
from kb.digest.load import load_glossary, load_timings
from kb.errors import BadInput
from kb.graph.read import ReadDocument
from kb.model import Concept, Document, Finding, Source, Timing
from ui.finding_said import finding_in_chinese

READERS = {"en": markdown, "zh": zh_notes, "wiki": wiki_dump, "rst": rst}
SHARED = Path(os.environ.get("RULINGS_EXAM_DIR", Path(__file__).parents[2] / "shared" / "exam"))
CONCEPTS = (
    Concept(id="ember", category="place", labels={"en": "Outer Ember Zone", "zh": "余烬区域"}),
    Concept(id="hex", category="place", labels={"en": "Hex Court", "zh": "咒庭"}),
    Concept(id="pawn", category="card", labels={"en": "Pawn", "zh": "棋子"}, aliases={"zh": ("小卒",)}),
    Concept(id="swift", category="effect", labels={"en": "Swift Effect", "zh": "迅捷效果"}),
    Concept(id="glow", category="timing", labels={"en": "Glow", "zh": "微光时刻"}),
)
TIMINGS = (
    Timing(id="dawn", level="phase", labels={"en": "Dawn Phase", "zh": "黎明阶段"}),
    Timing(id="noon", level="phase", labels={"en": "Noon Phase", "zh": "正午阶段"}),
    Timing(id="dusk", level="phase", labels={"en": "Dusk Phase", "zh": "黄昏阶段"}),
)


@dataclass(frozen=True)
class Case:
    """A check's code; documents with the fault, the lines it must name in the first; the same without the fault."""

    code: str
    faulty: Sequence[str]
    lines: Sequence[int]
    sound: Sequence[str]
    lang: str = "en"


def corpus(texts: Sequence[str], lang: str = "en") -> Corpus:
    return Corpus(documents=tuple(_audited(t, lang, n) for n, t in enumerate(texts)), concepts=CONCEPTS, timings=TIMINGS)


def _audited(text: str, lang: str, number: int) -> Audited:
    name = f"doc{number}"
    kind = "zh" if lang == "zh" else "en"
    format_ = {"en": "markdown", "zh": "zh-notes", "wiki": "wiki-dump", "rst": "rst"}[lang]
    source = Source(id=name, file=f"{name}.txt", title=name, lang=kind, format=format_)  # type: ignore[arg-type]
    return _wrap(READERS[lang].read(source, text.encode()))


def _wrap(document: Document) -> Audited:
    return Audited(read=ReadDocument(document=document, mentions=(), statements=()))


def found(code: str, texts: Sequence[str], lang: str = "en") -> list[Finding]:
    return list(all_checks()[code](corpus(texts, lang)))


CASES = [
    Case(**case)
    for case in tomllib.loads(Path(__file__).with_name("audit_structure_cases.toml").read_text(encoding="utf-8"))["case"]
]


@pytest.mark.parametrize("case", CASES, ids=[f"{c.code}-{c.lang}" for c in CASES])
def test_a_fault_is_found_where_it_stands_and_nowhere_else(case: Case) -> None:
    findings = found(case.code, case.faulty, case.lang)
    named = {n for f in findings for p in f.places if p.source == "doc0" for n in range(p.lines.first, p.lines.last + 1)}
    assert findings, f"{case.code} finds nothing"
    assert set(case.lines) <= named
    assert not found(case.code, case.sound, "en" if case.sound[0].startswith("# ") else case.lang)


def test_every_structure_check_has_a_case() -> None:
    assert {c.code for c in CASES} == {c for c, check in all_checks().items() if check.family == "structure"}


@pytest.mark.parametrize("case", CASES, ids=[f"{c.code}-{c.lang}" for c in CASES])
def test_findings_are_tight_and_said_in_one_line(case: Case) -> None:
    findings = found(case.code, case.faulty, case.lang)
    assert findings
    for finding in findings:
        assert 1 <= len(finding.places) <= 4
        assert all(p.lines.last - p.lines.first < 15 and p.quote for p in finding.places)
        assert finding.message and "\n" not in finding.message + finding.hint
        assert finding_in_chinese(finding.message) and finding_in_chinese(finding.hint or "Correct it.")
        assert 0.5 <= finding.confidence <= 1.0


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_check_fails_on_a_nearly_empty_document(lang: str) -> None:
    assert all(list(c(corpus(["#\n\n#\n", "x\n"], lang))) is not None for c in all_checks().values() if c.family == "structure")


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(TEXTS, min_size=1, max_size=2), st.sampled_from(["en", "zh"]))
def test_any_text_can_be_audited(texts: list[str], lang: str) -> None:
    try:
        read = corpus(texts, lang)
    except BadInput:
        return
    for check in all_checks().values():
        if check.family == "structure":
            for finding in check(read):
                assert 1 <= len(finding.places) <= 4
                assert all(1 <= p.lines.first <= p.lines.last < p.lines.first + 15 for p in finding.places)


@cache
def _real() -> Corpus:
    documents = tuple(_wrap(real(name)) for name in IDS)
    return Corpus(documents=documents, concepts=tuple(load_glossary()), timings=tuple(load_timings()))


@cache
def _real_findings() -> list[Finding]:
    codes = [c for c, check in all_checks().items() if check.family == "structure"]
    return audit(_real(), codes=codes)


@pytest.mark.slow
def test_recall_on_the_real_documents() -> None:
    gold = SHARED / "audit_dev.jsonl"
    if not gold.exists():
        problem = f"{gold} is missing: set RULINGS_EXAM_DIR"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(problem)
    spec = importlib.util.spec_from_file_location("audit_score", SHARED / "audit_score.py")
    assert spec and spec.loader
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    reported = [
        {"family": f.family, "places": [{"file": p.file, "lines": list(p.lines)} for p in f.places]} for f in _real_findings()
    ]
    hits: dict[str, list[bool]] = defaultdict(list)
    for line in gold.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry["class"] == "structural":
            hits[entry["auto_detectable"]].append(any(score.touched(entry, r) for r in reported))
    assert (len(hits["easy"]), len(hits["hard"])) == (64, 16)
    assert sum(hits["easy"]) / 64 >= 0.95
    assert sum(hits["hard"]) / 16 >= 0.7


def test_words_asked_of_the_dictionary_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionary, "user_cache_dir", lambda *_, **__: str(tmp_path))
    dictionary._said.cache_clear()
    first = dictionary.known("lantern"), dictionary.known("lantrn"), dictionary.near("lantrn")
    assert first[:2] == (True, False)
    assert [word for word, _ in first[2]] == ["lantern"]
    dictionary.remember()
    dictionary._said.cache_clear()
    monkeypatch.setattr(dictionary, "_dictionary", None)
    assert (dictionary.known("lantern"), dictionary.known("lantrn"), dictionary.near("lantrn")) == first
    dictionary._said.cache_clear()


def test_an_editor_is_not_flooded() -> None:
    findings = _real_findings()
    assert 150 <= len(findings) <= 300
    assert sum(f.severity == "error" for f in findings) < len(findings) / 3


def test_an_original_on_every_page_is_a_documents_nature() -> None:
    book = Source(id="qa", file="qa.md", title="Questions", lang="en", format="markdown")
    one = "# Lamps\n\n" + "A lamp burns all night.\n\n" * 8
    assert found_in("S237", [as_audited(book, one + "灯火通明。\n")])
    assert not found_in("S237", [as_audited(book, "# Lamps\n\n" + "A lamp burns.\n\n灯亮。\n\n" * 8)])
    assert not found_in("S237", [as_audited(book, one + "Its name (灯火) is old, it is called 「灯」.\n")]), (
        "a name beside its original"
    )


def test_records_of_a_database_have_no_structure_to_be_checked() -> None:
    text = "# Lamps\n\nA lamp glows.\n\n### Wicks\n\nA wick burns down.\n\n## Oil\n\nIt burns.\n"
    plain = corpus([text])
    assert any(f.code.startswith("S") for f in audit(plain))
    one = plain.documents[0]
    source = dataclasses.replace(one.source, format="qa-json")
    recorded = Audited(read=dataclasses.replace(one.read, document=dataclasses.replace(one.document, source=source)))
    found = audit(Corpus(documents=(recorded,), concepts=CONCEPTS, timings=TIMINGS))
    assert not any(f.code.startswith("S") for f in found)
