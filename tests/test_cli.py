"""The command line: answers, the batch contract, and one clear line with exit status 2 for whatever cannot be used."""

from __future__ import annotations

import ast
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import PARTS, command, main

KEYS = {
    "id", "lang", "verdict", "abstained", "answer", "citations", "disagreements", "confidence", "latency_ms",
}  # fmt: skip


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("RULINGS_HOME", str(folder))
    return folder


ROOT = Path(__file__).resolve().parent.parent


def run(*arguments: str) -> int:
    return main(list(arguments))


def one_line(capsys: pytest.CaptureFixture[str], *parts: str) -> None:
    said = capsys.readouterr().err.strip()
    assert said.startswith("rulings: ") and "\n" not in said and "Traceback" not in said, said
    for part in parts:
        assert part in said, said


def test_a_home_that_is_not_there_is_said_beside_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "typo"
    assert run("ask", "--encoder", "none", "--home", str(missing), "Can I activate a Trap in the Damage Step?") == 0
    said = capsys.readouterr()
    assert str(missing) in said.err and "nothing is built" in said.err and said.out


def test_an_option_before_the_command_is_told_where_it_belongs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--home", "elsewhere", "ask", "May I?") == 2
    one_line(capsys, "`rulings ask … --home …`")


@pytest.mark.parametrize(
    ("question", "word"),
    [("Can I activate a Counter Trap in the Damage Step?", "YES"), ("伤害步骤能发动反击陷阱吗？", "能")],
)
def test_ask_answers_from_the_bundled_digest(
    digest_home: Path, capsys: pytest.CaptureFixture[str], question: str, word: str
) -> None:
    assert run("ask", "--encoder", "none", "--home", str(digest_home), question) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[0].upper().endswith(word)
    assert "damage-step" in said


def test_a_batch_keeps_the_contract_and_goes_on_after_a_bad_line(
    home: Path, few_rules: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    batch = tmp_path / "questions.jsonl"
    rows = [
        '{"id": 1, "question": "Can I chain to a cost being paid?", "extra": true}',
        "{broken",
        '{"id": "三", "question": "能连锁支付cost吗？"}',
    ]
    batch.write_text("\n".join(rows) + "\n", "utf-8")
    assert run("ask", "--encoder", "none", "--jsonl", str(batch)) == 2
    english, broken, chinese = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert set(english) >= KEYS and (english["id"], chinese["id"]) == (1, "三")
    assert (english["lang"], chinese["lang"]) == ("en", "zh")
    assert (english["verdict"], chinese["verdict"]) == ("no", "no")
    assert set(broken) == {"id", "error"} and "line 2" in broken["error"]
    first = english["citations"][0]
    assert first["kind"] == "digest" and first["quote"] and len(english["citations"]) <= 10
    assert all(c["file"].endswith(".txt") and len(c["lines"]) == 2 for c in first["cites"])


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("ask",), ("ask", "one question")),
        (("ask", "   "), ("empty",)),
        (("ask", "x" * 100_000), ("100000", "20000")),
        (("ask", "--territory", "EU", "Can I?"), ("EU", "OCG")),
        (("ask", "--jsonl", "nowhere.jsonl"), ("nowhere.jsonl",)),
        (("build", "nowhere.md"), ("nowhere.md",)),
        (("frobnicate",), ("frobnicate",)),
        (("build", "--authority", "king", "README.md"), ("king", "official")),
    ],
    ids=lambda value: value[0][:12] if isinstance(value, tuple) else "",
)
def test_misuse_is_one_line_and_status_2(
    home: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    assert run(*arguments) == 2
    one_line(capsys, *parts)


@pytest.mark.parametrize(
    ("name", "data", "part"),
    [
        ("empty.md", b"", "empty"),
        ("binary.md", b"# A\n\x00\x01\x02\x03" * 50, "binary"),
        ("latin.md", "# Règles\n\nUn piège.\n".encode("latin-1"), "latin.md"),
        ("line.md", b"# A\n" + b"x" * (50 << 20), "line.md"),
    ],
)
def test_files_that_cannot_be_read_are_refused_by_name(
    home: Path, few_rules: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes, part: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert run("build", "--encoder", "none", str(path)) == 2
    one_line(capsys, name, part)


def test_a_home_that_cannot_be_written_is_named(tmp_path: Path, few_rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "taken"
    file.write_text("", "utf-8")
    document = tmp_path / "a.md"
    document.write_text("# A\n\nText.\n", "utf-8")
    assert run("build", "--encoder", "none", "--home", str(file), str(document)) == 2
    one_line(capsys, "taken")
    if os.geteuid():
        locked = tmp_path / "locked"
        locked.mkdir()
        locked.chmod(stat.S_IREAD | stat.S_IEXEC)
        assert run("build", "--encoder", "none", "--home", str(locked / "home"), str(document)) == 2
        one_line(capsys, "locked")


def test_a_damaged_snapshot_is_named_and_built_anew(
    home: Path, few_rules: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "lamp.md"
    document.write_text("# Lamps\n\nA lamp may be lit twice a turn.\n", "utf-8")
    assert run("build", "--encoder", "none", str(document)) == 0
    (snapshot,) = [p for p in (home / "snapshots").iterdir() if not p.name.startswith(".")]
    manifest = snapshot / "manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace("lamp", "lump"), "utf-8")
    capsys.readouterr()
    assert run("ask", "--encoder", "none", "Can a lamp be lit twice?") == 2
    one_line(capsys, "manifest.json", "rulings build")
    assert run("build", "--encoder", "none") == 0
    assert run("ask", "--encoder", "none", "Can a lamp be lit twice?") == 0


def test_every_command_is_in_the_readme() -> None:
    readme = (Path(__file__).resolve().parent.parent / "README.md").read_text("utf-8")
    assert len(command().commands) >= 15
    for name in command().commands:
        assert f"rulings {name}" in readme, name


def test_the_command_is_put_together_once(capsys: pytest.CaptureFixture[str]) -> None:
    before, part = command(), command("ask")
    for _ in range(2):
        assert main(["--help"]) == 0
        assert main(["ask", "--help"]) == 0
    assert command() is before and command("ask") is part


def test_every_part_has_its_commands_and_no_other() -> None:
    assert {part: set(command(part).commands) for part in PARTS} == {part: set(names) for part, names in PARTS.items()}
    assert set(command().commands) == {name for names in PARTS.values() for name in names}


def test_a_question_imports_no_other_command_s_modules() -> None:
    code = "import sys; from cli.main import main; main(['ask', '--help']); print([m for m in sys.modules if 'cli.' in m[:4]])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    found = set(ast.literal_eval(run.stdout.splitlines()[-1]))
    assert found == {"cli.main", "cli.failed", "cli.terminal", "cli.ask", "cli.lines", "cli.options"}
