"""Mends: one right one or none, on copies alone, and what was found is gone from them."""

from __future__ import annotations

import hashlib
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from audited import audited
from hypothesis import given
from hypothesis import strategies as st

from cli.main import main
from kb.audit.corpus import Audited, Corpus
from kb.audit.mend.copies import PATCH, mended_text, mends, write_copies
from kb.audit.mend.edits import mendable
from kb.audit.run import all_checks
from kb.errors import BadInput
from kb.model import Concept, Source

EN = Source(id="en", file="en.md", title="Lamps", lang="en", format="markdown")
ZH = Source(id="zh", file="zh.md", title="灯", lang="zh", format="zh-notes")
CASES = {
    "S103": (EN, "# Lamps\n\nThey burn.\n\n## Oil\n\nIt flows.\n\n#### Wicks\n\nThey soak.\n", "\n### Wicks"),
    "S151": (EN, "# Lamps\n\nSee [the office](htp://lamps.example.org/a) at dusk.\n", "http://lamps.example.org/a"),
    "S161": (ZH, "#灯\n##油\n- 灯要点亮。\n##芯\n- 芯要剪。\n", "## 油"),
    "S162": (ZH, "#灯\n- 灯要点亮。\n- 油要倒。\n- 芯要剪。\n-火要灭。\n", "- 火要灭。"),
    "S167": (ZH, "#灯\n- 先倒油，，再点灯。\n", "先倒油，再点灯"),
    "S184": (
        ZH,
        "#灯\n- 看守者在黄昏之前必须点亮大门旁的灯。看守者在黄昏之前必须点亮大门旁的灯。\n",
        "- 看守者在黄昏之前必须点亮大门旁的灯。\n",
    ),
    "S211": (EN, "# Lamps\n\nThe keeper must recieve the oil before dusk and the wicks.\n", "receive"),
    "S221": (EN, "# Lamps\n\nA keeper lights the the lamp at dusk.\n", "lights the lamp"),
    "S231": (ZH, "#灯\n- 看守者不能连锁灯的发动发动。\n", "灯的发动。"),
}


CONCEPTS = (Concept(id="launch", category="event", labels={"en": "Launch", "zh": "发动"}),)
TABLE = """# Yard

<table>
<tr><th>When</th><th>What can/cannot enter</th></tr>
<tr><th>Noon</th>
<td>

{} a lamp that is lit
<br><br>
{} a lamp that is counted
<br><br>
{} an oil that is asleep
</td></tr>
</table>
"""


def mended(source: Source, text: str, code: str) -> tuple[str, Audited]:
    corpus = Corpus(documents=(audited(source, text),), concepts=CONCEPTS)
    found = mends(list(all_checks()[code](corpus)), corpus)
    return mended_text(corpus.documents[0], [e for m in found for e in m.edits]), corpus.documents[0]


@pytest.mark.parametrize("code", CASES)
def test_what_is_mended_is_found_no_more(code: str) -> None:
    source, text, right = CASES[code]
    after, before = mended(source, text, code)
    assert right in after
    assert right not in text
    assert not list(all_checks()[code](Corpus(documents=(audited(source, after),), concepts=CONCEPTS)))
    assert len(after.split("\n")) == len(before.printed)


def test_every_mend_has_a_case() -> None:
    assert {*CASES, "S131", "S232"} == set(mendable())


def test_a_lost_mark_is_taken_from_the_edition_that_has_it() -> None:
    ours = audited(EN, TABLE.format("", "", ""))
    theirs = audited(replace(EN, id="old", file="old.md"), TABLE.format("✔️", "❌", "✔️"))
    corpus = Corpus(documents=(ours, theirs))
    findings = list(all_checks()["S131"](corpus))
    after = [e.after for m in mends(findings, corpus) for e in m.edits]
    assert after == ["✔️ a lamp that is lit", "❌ a lamp that is counted", "✔️ an oil that is asleep"]


@pytest.mark.parametrize(
    ("code", "source", "text"),
    [
        ("S151", EN, "# Lamps\n\nSee [the office](www.lamps.example.org) at dusk.\n"),
        ("S211", EN, "# Lamps\n\nThe keeper must recieve and recieve the oil before dusk.\n"),
    ],
)
def test_where_it_could_be_mended_in_two_ways_it_is_left(code: str, source: Source, text: str) -> None:
    assert mended(source, text, code)[0] == text


@given(st.lists(st.sampled_from(sorted(CASES)), min_size=1, max_size=4, unique=True))
def test_mends_change_the_lines_they_name_and_no_others(codes: list[str]) -> None:
    chosen = [CASES[c] for c in codes if CASES[c][0] is EN] or [CASES["S211"]]
    book = audited(EN, "\n".join(text for _, text, _ in chosen))
    corpus = Corpus(documents=(book,))
    found = mends([f for c in mendable() for f in all_checks()[c](corpus)], corpus)
    edits = [e for m in found for e in m.edits]
    assert len({e.line for e in edits}) == len(edits), "no line is changed twice"
    after = mended_text(book, edits).split("\n")
    changed = {n for n, (a, b) in enumerate(zip(book.printed, after, strict=True), 1) if a != b}
    assert changed == {e.line for e in edits}


def test_copies_and_a_patch_that_makes_them_lie_in_a_folder_of_their_own(tmp_path: Path) -> None:
    text = CASES["S221"][1]
    corpus = Corpus(documents=(audited(EN, text),))
    found = mends(list(all_checks()["S221"](corpus)), corpus)
    written = write_copies(tmp_path / "mended", found, corpus)
    assert {p.name for p in written} == {"en.md", "mends.diff", "mends.md"}
    (tmp_path / "en.md").write_text(text, "utf-8")
    subprocess.run(["patch", "-p1", "-s", "-i", str(tmp_path / "mended" / PATCH)], cwd=tmp_path, check=True)
    assert (tmp_path / "en.md").read_text("utf-8") == (tmp_path / "mended" / "en.md").read_text("utf-8")
    with pytest.raises(BadInput, match="not empty"):
        write_copies(tmp_path / "mended", found, corpus)


def test_the_command_mends_copies_and_alters_no_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tower.md"
    path.write_text(CASES["S221"][1], "utf-8")
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    main(["build", str(path), "--home", str(tmp_path / "home"), "--encoder", "none"])
    capsys.readouterr()
    assert main(["audit", "--home", str(tmp_path / "home"), "--source", "tower", "--fix", str(tmp_path / "out")]) in (0, None)
    assert "have one right mend" in capsys.readouterr().out
    assert "lights the lamp" in (tmp_path / "out" / "tower.md").read_text("utf-8")
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before
    assert main(["audit", "--home", str(tmp_path / "home"), "--fix", str(tmp_path / "out")]) == 2
