"""The walls of the house: which package may import which, and that code names no card."""

from __future__ import annotations

import ast
import json
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {
    "kb": {"kb"},
    "ingest": {"ingest", "kb"},
    "query": {"query", "kb"},
    "ui": {"ui", "kb", "ingest", "query"},
    "cli": {"cli", "kb", "ingest", "query"},
}
HEAVY_ON_QUESTION_PATH = {"spacy", "rdflib", "pyshacl", "oxrdflib", "streamlit", "matplotlib", "pandas", "scipy"}


def modules() -> list[Path]:
    return sorted(p for package in MAY_IMPORT for p in (ROOT / package).rglob("*.py"))


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            found.add(node.module or "")
    return found


def test_every_package_has_modules() -> None:
    assert len(modules()) >= 20


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    ours = {name.split(".")[0] for name in imports(path)} & set(MAY_IMPORT)
    assert ours <= MAY_IMPORT[package], f"{path.relative_to(ROOT)} imports {sorted(ours - MAY_IMPORT[package])}"


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path, known: set[str]) -> set[str]:
    """Our modules that a file imports, for the type checker alone too: `from package import module` names the module."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            inside = {f"{node.module}.{name.name}" for name in node.names}
            found |= (inside & known) or {node.module or ""}
    return found & known


def test_no_modules_of_the_knowledge_base_import_each_other_in_a_circle() -> None:
    known = {module_name(path): path for path in modules() if path.is_relative_to(ROOT / "kb")}
    left = {name: imported(path, set(known)) - {name} for name, path in known.items()}
    while free := [name for name, needed in left.items() if not needed & left.keys()]:
        for name in free:
            del left[name]
    assert not left, {name: sorted(needed & left.keys()) for name, needed in left.items()}


def test_nothing_imports_the_command_line_or_the_page() -> None:
    for path in modules():
        if path.relative_to(ROOT).parts[0] not in ("cli", "ui"):
            assert not {name.split(".")[0] for name in imports(path)} & {"cli", "ui", "app"}, path


def test_code_names_no_card() -> None:
    data = Path(os.environ.get("RULINGS_DATA_DIR", ROOT.parent / "shared" / "data")) / "cards.json"
    if not data.is_file():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{data} is missing")
        pytest.skip(f"no card list at {data}")
    glossary = (ROOT / "sources" / "glossary.toml").read_text("utf-8").lower()
    names = {
        name
        for card in json.loads(data.read_text("utf-8"))
        for lang, name in card["name"].items()
        if lang in ("en", "zh-CN") and name and (" " in name if lang == "en" else len(name) >= 4)
        if name.lower() not in glossary
    }
    strings = "\n".join(
        node.value
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    found = [n for n in names if n in strings and re.search(rf"(?<!\w){re.escape(n)}(?!\w)", strings)]
    assert not found, found
