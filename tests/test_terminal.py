"""Nothing of a document, a card or a file's name reaches a terminal as a command to it, and JSON stays what it was."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from few import few_of
from hypothesis import given
from hypothesis import strategies as st

from cli.main import main
from cli.review_keys import draw
from cli.terminal import Plain
from kb.model import Finding, FoundAt, Lines
from kb.plain import shown
from kb.reviews.model import Review
from kb.reviews.queue import Item

ROOT = Path(__file__).resolve().parent.parent
OBEYED = [*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0x202E, 0x2066, 0xDC80]
EVIL = "\x1b]0;taken\x07\x1b[2J\x9b31m\u202edne\r"


def printed(text: str) -> str:
    out = io.StringIO()
    Plain(out).write(text)
    return out.getvalue()


@given(st.text(st.characters(codec=None) | st.sampled_from([chr(n) for n in OBEYED])))
def test_no_control_character_is_passed_on_and_nothing_else_is_changed(text: str) -> None:
    found = printed(text)
    assert not any(ord(c) in OBEYED for c in found)
    found.encode()
    if not any(ord(c) in OBEYED or 0x202A <= ord(c) <= 0x2069 or 0xD800 <= ord(c) <= 0xDFFF for c in text):
        assert found == text


@given(st.text(st.characters(codec=None)))
def test_json_means_the_same_afterwards(text: str) -> None:
    assert json.loads(printed(json.dumps({"a": text}, ensure_ascii=False))) == {"a": text}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home where titles, headings, texts and names of files and cards are full of commands."""
    folder = tmp_path_factory.mktemp("terminal")
    few_of(folder / "sources")
    page = folder / f"lamps{EVIL}.md"
    page.write_text(f"# Lamps {EVIL}\n\n## Oil {EVIL}\n\nThe Chain Link {EVIL} lamp lamp is lit.\n", "utf-8")
    card = {"id": 90000001, "name": f"Lamp {EVIL}", "type": "Spell Card", "desc": f"Draw 1 card {EVIL}.", "race": "Normal"}
    (folder / f"cards{EVIL}.json").write_text(json.dumps({"data": [card]}), "utf-8")
    built = ["build", str(page), "--title", f"Lamps {EVIL}", "--cards", str(folder / f"cards{EVIL}.json")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULINGS_SOURCES", str(folder / "sources"))
        assert main([*built, "--home", str(folder / "home"), "--encoder", "none"]) == 0
    return folder / "home"


COMMANDS = [
    ["sources"],
    ["sources", "--json"],
    ["ask", "What is a Chain Link lamp?", "--explain", "--encoder", "none"],
    ["ask", "What is a Chain Link lamp?", "--json", "--encoder", "none"],
    ["ask", f"What is a Chain Link {EVIL}?", "--encoder", "none"],
    ["concept", f"nothing {EVIL}"],
    ["card", "90000001"],
    ["check", f"Draw 1 card {EVIL}."],
    ["audit"],
    ["audit", "--format", "json"],
    ["review", "--list"],
    ["sparql", "SELECT ?t { ?s dr:text ?t }"],
    ["build", f"nowhere{EVIL}.md"],
    ["remove", f"nothing{EVIL}"],
    ["doctor"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: " ".join(c)[:30].encode("ascii", "ignore").decode())
def test_no_command_prints_what_a_terminal_obeys(
    home: Path, command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULINGS_SOURCES", str(home.parent / "sources"))
    monkeypatch.setenv("RULINGS_HOME", str(home))
    main(command)
    said = capsys.readouterr()
    assert said.out or said.err
    found = [hex(ord(c)) for c in said.out + said.err if ord(c) in OBEYED]
    assert not found


def test_the_reviewers_screen_is_drawn_with_nothing_to_obey() -> None:
    from rich.console import Console

    out = io.StringIO()
    places = tuple(FoundAt(source=f"lamps{EVIL}", file="f", lines=Lines(1, 2), quote=f"quote {n} {EVIL}") for n in range(3))
    finding = Finding(code="X001", severity="error", message=f"wrong {EVIL}", hint=f"mend {EVIL}", places=places)
    draw(Console(file=out, markup=False, width=200), Item(finding=finding, subject=Review(id="0" * 12)), "1 of 1")
    assert "quote" in out.getvalue()
    assert not [c for c in out.getvalue() if ord(c) in OBEYED]


def test_an_argument_that_is_no_utf8_is_told_in_one_line() -> None:
    command = [sys.executable, "-c", "from cli.main import main; main()", b"build", b"/nowhere/l\xffmp.md"]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1 and b"mp.md" in done.stderr


def test_what_is_shown_is_shown_once() -> None:
    assert shown(shown(EVIL)) == shown(EVIL)


HALF = "Can a lamp \udcff be \ud83d lit in the Damage Step?"


def test_answers_of_the_python_interface_can_be_written_whatever_was_asked() -> None:
    """Half pairs, as a broken decoder leaves them."""
    from dataclasses import asdict

    from kb.law.laws import Laws
    from query.card.check import check_pasted
    from query.engine import Engine

    laws = Laws.open(None)
    answer = Engine.open(encoder="none").ask(HALF)
    checks = check_pasted(f"Draw 1 card. {HALF}", laws=laws.each("both"))
    for made in (answer, *checks):
        json.dumps(asdict(made), ensure_ascii=False, default=str).encode()
