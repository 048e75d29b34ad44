"""Quizzes: options state nothing, keys make answers, and an exam can be taken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import check_whole

from cli.main import main
from ingest.annotate import annotate
from ingest.build import Order, build
from ingest.readers import read_document
from kb.digest.load import bundled_linker
from kb.model import Document, Source
from kb.quiz import quizzes_of
from query.engine import Engine

ENGLISH = """# Lamp exam

1. Which of these may be lit in the rain?

   A. Every lamp can be lit in the rain
   B. A glass lamp
   C. No lamp

   Answer: B

2. A dark lamp can be chosen as an attack target. True or false?

Answer: False. A dark lamp is not on the table.

3. When does a lamp without oil go out?
A) At once
B) At the end of the Night Phase
C) Never

Correct answer: B
Explanation: oil is only counted when the night ends.

**4.** What does lighting cost?

- [ ] Two drops
- [x] One drop
- [ ] Nothing

Things to do:

- A. buy oil
- B. cut wicks
"""
CHINESE = """灯笼考试

1. 下雨时可以点亮的是（ ）
A. 所有的灯笼都可以点亮   B. 玻璃灯笼   C. 没有灯笼

2、关于点灯的费用，下列说法正确的是？
A、一滴油
B、两滴油
C、不需要油

3. 盖放的灯笼可以成为攻击对象。（ ）
答案：错误
解析：盖放的灯笼不在场上点着。

参考答案
1. B  2. A
"""
SNIPPETS = [
    *("1. Which?\n", "A. one\n", "B) two\n", "C、三\n", "- [x] box\n", "- [ ] box\n", "Answer: B\n", "答案：A\n", "\n"),
    *("1. A 2. B 3. C\n", "解析：x\n", "Answers\n", "  ", "A. a  B. b\n"),
]


def read(name: str, text: str) -> Document:
    return read_document(Source(id="q", file=name, title="t", lang="en" if name.endswith("md") else "zh"), text.encode())


@pytest.mark.parametrize(
    ("name", "text", "keys", "options"),
    [("q.md", ENGLISH, ["B", "no", "B", "B"], [3, 0, 3, 3]), ("q.txt", CHINESE, ["B", "A", "no"], [3, 3, 0])],
)
def test_questions_options_and_keys_are_told(name: str, text: str, keys: list[str], options: list[int]) -> None:
    found = list(quizzes_of(read(name, text)))
    assert ([q.key for q in found], [len(q.options) for q in found]) == (keys, options)
    check_whole(read(name, text))


@pytest.mark.parametrize(("name", "text"), [("q.md", ENGLISH), ("q.txt", CHINESE)])
def test_only_what_the_key_names_states_anything(name: str, text: str) -> None:
    document = read(name, text)
    stated = {s.passage for s in annotate(document, bundled_linker()).statements}
    kinds = {p.id: p.kind for p in document.passages}
    assert {kinds[i] for i in stated} <= {"answer", "bullet", "paragraph"}
    options = [p.text for p in document.passages if p.kind == "option"]
    assert len(options) >= 4 and not any("glass" in t or "玻璃" in t for t in options)
    answers = [p.text for p in document.passages if p.kind == "answer"]
    assert any("glass" in t or "玻璃" in t for t in answers)


def test_a_list_with_letters_is_no_quiz() -> None:
    kinds = [p.kind for p in read("q.md", "Things to do:\n\n- A. buy oil\n- B. cut wicks\n").passages]
    assert kinds == ["paragraph", "bullet", "bullet"]


def test_wrong_options_are_never_found(tmp_path: Path, few_rules: Path) -> None:
    path = tmp_path / "exam.md"
    path.write_text(ENGLISH, "utf-8")
    build(tmp_path / "home", Order(paths=[path], encoder="none"))
    engine = Engine.open(tmp_path / "home", encoder="none")
    quotes = [e.texts.get("en", "") for e in engine.index.entries if e.source == "exam"]
    assert "B. A glass lamp" in quotes and not any("Every lamp" in q or "Two drops" in q for q in quotes)


def test_an_exam_is_taken_and_scored(tmp_path: Path, few_rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "lamps.md"
    said = "A lamp without oil goes out at the end of the Night Phase.\n\nOnly a glass lamp may be lit in the rain.\n"
    rules.write_text(f"# Lamps\n\n{said}", "utf-8")
    build(tmp_path / "home", Order(paths=[rules]))
    quiz = tmp_path / "quiz.md"
    quiz.write_text(ENGLISH, "utf-8")
    assert main(["exam", str(quiz), "--home", str(tmp_path / "home")]) == 0
    said = capsys.readouterr().out
    assert "4 questions: " in said and said.count("\n") == 5
    assert main(["exam", str(quiz), "--home", str(tmp_path / "home"), "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[2]["chosen"] == "B" and rows[2]["right"] is True
    assert main(["exam", str(rules), "--home", str(tmp_path / "home")]) == 2
    assert "no question with options" in capsys.readouterr().err


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.sampled_from(SNIPPETS), max_size=25).map("".join).filter(str.strip), st.sampled_from(["q.md", "q.txt", "q.rst"])
)
def test_any_quiz_is_read_whole(text: str, name: str) -> None:
    document = read(name, text)
    check_whole(document)
    list(quizzes_of(document))


@pytest.mark.parametrize(("file", "lang"), [("lamps.md", "en"), ("lamps.txt", "en"), ("lamps.rst", "en"), ("lamps.html", "en")])
def test_cases_of_a_rule_are_no_options(file: str, lang: str) -> None:
    rule = "4.7 Lamps which burn alike are ranked by the following:"
    cases = ["(a) the oil they hold;", "(b) the wick;", "(c) the draw of lots."]
    if file.endswith(".html"):
        text = f"<!doctype html><html><body><h1>Lamps</h1><p>{rule}</p>{''.join(f'<p>{c}</p>' for c in cases)}</body></html>"
    else:
        text = "\n".join(["Lamps", "=====", "", rule, "", *cases, ""])
    document = read_document(Source(id="lamps", file=file, title="Lamps", lang=lang), text.encode())  # type: ignore[arg-type]
    assert {"question", "option", "boilerplate"}.isdisjoint(p.kind for p in document.passages if "the" in p.text)
    asked = "# Lamps\n\nWhich lamp burns?\n\n(a) The red one burns.\n\n(b) The blue one burns.\n"
    document = read_document(Source(id="lamps", file="lamps.md", title="Lamps", lang="en"), asked.encode())
    assert [p.kind for p in document.passages if p.text.startswith("(")] == ["option", "option"]


def test_an_item_c_is_no_legal_line() -> None:
    text = (
        "# Lamps\n\nLamps are ranked by (a) oil; (b) wick; (c) lots.\n\n(c) 2031 Harbour Press\n\n"
        "Copyright of pictures stays with the keeper.\n"
    )
    document = read_document(Source(id="lamps", file="lamps.md", title="Lamps", lang="en"), text.encode())
    assert [p.kind for p in document.passages] == ["heading", "paragraph", "boilerplate", "paragraph"]
