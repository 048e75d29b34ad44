"""What the documents for people say can be done: every command, option, file and picture is there."""

from __future__ import annotations

import importlib.util
import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest

from cli.main import command

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "benchmarks/README.md",
    "benchmarks/RESULTS.md",
    "docs/decisions.md",
    "docs/rules.md",
    "docs/propositions.md",
    "docs/graph.md",
    "docs/api.md",
    "docs/path.md",
    "docs/scaling.md",
]
PICTURES = ROOT / "docs" / "screenshots"
TOOLS = {"pip", "python", "ruff", "mypy", "rulings", "pytest"}


def code(page: str) -> list[str]:
    """Lines of code of a page: fenced, indented, or between backticks."""
    text = (ROOT / page).read_text("utf-8")
    fenced = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    indented = re.findall(r"^    (\S.*)$", text, re.M)
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
    return [line.strip() for part in (*fenced, *indented, *inline) for line in part.splitlines() if line.strip()]


def calls(page: str) -> list[list[str]]:
    """The words of every single command of a page."""
    parts = [part for line in code(page) for part in re.split(r" && | \| | > |; ", re.sub(r"(^|\s)#.*", "", line))]
    return [shlex.split(part.replace("…", "").replace("[", "").replace("]", "")) for part in parts if _is_call(part)]


def _is_call(part: str) -> bool:
    return bool(re.match(r"(?:\.venv/bin/)?(?:rulings [a-z]|python3? |ruff |mypy$|pip |streamlit run|bash )", part))


CALLS = [(page, words) for page in PAGES for words in calls(page)]


def test_the_pages_show_commands() -> None:
    assert len(CALLS) > 60
    assert {page for page, _ in CALLS} >= {"README.md", "CONTRIBUTING.md", "benchmarks/README.md"}
    assert {Path(words[0]).name for _, words in CALLS} >= {"rulings", "python", "ruff", "mypy", "pip", "bash"}


@pytest.mark.parametrize(("page", "words"), CALLS, ids=lambda v: v if isinstance(v, str) else " ".join(v)[:50])
def test_every_command_shown_exists(page: str, words: list[str]) -> None:
    tool, rest = Path(words[0]).name, words[1:]
    if tool == "rulings":
        known = command().commands.get(rest[0])
        assert known is not None, f"{page}: rulings {rest[0]}"
        inner = getattr(known, "commands", {}).get(rest[1]) if rest[1:] else None
        taken = {o for p in (*known.params, *(inner.params if inner else ())) for o in (*p.opts, *p.secondary_opts)} | {
            "--help"
        }
        assert {w.split("=")[0] for w in rest if w.startswith("-") and len(w) > 1} <= taken, f"{page}: {' '.join(words)}"
    elif tool in ("python", "python3"):
        _python(page, rest)
    elif tool in ("bash", "streamlit"):
        assert (ROOT / rest[-1]).is_file(), f"{page}: {rest[-1]}"
    else:
        assert Path(sys.executable).with_name(tool).is_file(), f"{page}: {tool} is not installed"


def _python(page: str, rest: list[str]) -> None:
    if rest[0] != "-m":
        assert rest[0].startswith("$") or (ROOT / rest[0]).is_file() or "score" in rest[0], f"{page}: {rest[0]}"
        return
    spec = importlib.util.find_spec(rest[1])
    assert spec is not None and spec.origin, f"{page}: python -m {rest[1]}"
    if rest[1].split(".")[0] in ("kb", "benchmarks"):
        source = Path(spec.origin).read_text("utf-8")
        assert not [w for w in rest[2:] if w.startswith("--") and f'"{w}"' not in source], f"{page}: {' '.join(rest)}"


PLACE = re.compile(r"(?:kb|query|ingest|cli|ui|sources|tests|docs|benchmarks|\.ci)/[\w*./-]+")


@pytest.mark.parametrize("page", [p for p in PAGES if p != "benchmarks/RESULTS.md"])
def test_every_file_named_exists(page: str) -> None:
    named = {m.rstrip(".") for line in code(page) for m in PLACE.findall(line) if "<" not in line}
    missing = [name for name in sorted(named) if not list(ROOT.glob(name)) and not (ROOT / "tests" / name).exists()]
    assert not missing, f"{page}: {missing}"


def test_every_benchmark_is_in_the_index() -> None:
    index = (ROOT / "benchmarks" / "README.md").read_text("utf-8")
    made = [p for p in (ROOT / "benchmarks").glob("*.py") if p.stem != "__init__"]
    assert len(made) >= 10
    for path in made:
        runs = "argparse" in path.read_text("utf-8")
        assert (f"python -m benchmarks.{path.stem}" if runs else f"`{path.name}`") in index, path.name


def test_the_pictures_are_those_that_are_taken_and_few() -> None:
    text = (ROOT / "docs" / "take_screenshots.py").read_text("utf-8")
    shots = re.findall(r'Shot\("(\w+)", "(\w+)", "(\w+)", "(\w+)"', text)
    assert {"-".join(s) for s in shots} == {p.stem for p in PICTURES.iterdir()}
    assert 1 <= len(shots) <= 8
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert shown and all((ROOT / path).is_file() for path in shown)


def test_every_dependency_has_its_reason_and_no_other_is_told() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *(d for extra in project["optional-dependencies"].values() for d in extra)]
    names = {re.match(r"[\w.-]+", d)[0].lower() for d in wanted}  # type: ignore[index]
    rows = re.findall(r"^\| ([^|`]+?)(?: \([^|]*\))? \| .+ \|$", (ROOT / "docs" / "decisions.md").read_text("utf-8"), re.M)
    told = {n.strip().lower() for row in rows if row not in ("package", "---") for n in row.split(",")}
    assert told == names
