"""Findings of one cause stand together; what says something else, or of another document, stays apart."""

from __future__ import annotations

import pytest

from cli.audit import _print
from cli.finding import finding_json
from kb.audit.causes import by_cause, cause_of
from kb.audit.check import found_each
from kb.audit.corpus import Corpus
from kb.audit.run import all_checks
from kb.model import Finding, FoundAt, Lines


def at(line: int, source: str = "tower") -> FoundAt:
    return FoundAt(source=source, file=f"{source}.md", lines=Lines(line, line), quote=f"lamp {line}")


def finding(message: str, *, line: int = 1, code: str = "S131", family: str = "structure", source: str = "tower") -> Finding:
    return Finding(code=code, severity="error", message=message, family=family, places=(at(line, source),))  # type: ignore[arg-type]


def test_one_fault_told_in_parts_is_one_cause_with_all_its_places() -> None:
    all_checks()
    parts = list(found_each("S167", [at(n) for n in range(1, 12)], "11 lamps are lit.", "Put them out."))
    [group] = by_cause(parts, lambda f: f)
    assert len(group) == 3
    assert [p.lines.first for f in group for p in f.places] == list(range(1, 12))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("“the lamp” lost its mark.", "“the oil” lost its mark."),
        ("3 wicks of “Oil” are wet.", "14 wicks of “Dusk”, “Dawn” are wet."),
        ("Not here: lamp_1.png.", "Not here: oil.jpg, wick-2.png."),
    ],
)
def test_what_is_quoted_and_counted_makes_no_other_cause_but_of_meaning_it_does(one: str, other: str) -> None:
    assert cause_of(finding(one)) == cause_of(finding(other, line=9))
    assert cause_of(finding(one, family="meaning")) != cause_of(finding(other, family="meaning"))


def test_another_check_document_or_saying_is_another_cause() -> None:
    ours = finding("“the lamp” lost its mark.")
    others = [
        finding("“the lamp” lost its mark.", code="S132"),
        finding("“the lamp” lost its mark.", source="cellar"),
        finding("“the lamp” lost its heading."),
    ]
    assert len({cause_of(f) for f in (ours, *others)}) == 4
    assert by_cause([ours, *others, ours], lambda f: f)[0] == [ours, ours]


def test_the_terminal_tells_a_cause_once_with_every_place_and_json_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    all_checks()
    same = list(found_each("S167", [at(n) for n in range(1, 7)], "6 lamps are lit.", "Put them out."))
    unlike = [finding("“the lamp” lost its mark.", line=20), finding("“the oil” lost its mark.", line=21)]
    _print([*same, *unlike], "table", Corpus(documents=()), {})
    told = capsys.readouterr().out
    assert told.count("6 lamps are lit.") == told.count("→ Put them out.") == 1
    assert all(f"tower.md:{n}" in told for n in (*range(1, 7), 20, 21))
    assert "2 findings, 2 places" in told
    assert "the lamp” lost" in told and "the oil” lost" in told
    assert told.splitlines()[-1].startswith("4 findings of 2 causes")
    assert finding_json(same[0])["cause"] == finding_json(same[1])["cause"] != finding_json(unlike[0])["cause"]
