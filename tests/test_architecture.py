"""The walls of the house: which package may import which, no circles, and that code names no card."""

from __future__ import annotations

import ast
import json
import os
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {
    "kb": {"kb"},
    "ingest": {"ingest", "kb"},
    "query": {"query", "kb"},
    "serve": {"serve", "kb", "query"},
    "ui": {"ui", "kb", "ingest", "query"},
    "cli": {"cli", "kb", "ingest", "query", "serve"},
}


def modules() -> list[Path]:
    return sorted(p for package in MAY_IMPORT for p in (ROOT / package).rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            found.add(node.module or "")
    return found


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported_modules(path: Path, known: set[str]) -> set[str]:
    """Our modules that a file imports anywhere, within functions and for types alone too."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            inside = {f"{node.module}.{name.name}" for name in node.names}
            found |= {name if name in known else str(node.module) for name in inside}
    return found & known


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of one circle, the first again at the end; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    known = {name_of(path) for path in modules()}
    graph = {name_of(path): imported_modules(path, known) for path in modules()}
    assert sum(map(len, graph.values())) > len(known), "hardly any import was read"
    assert not circle(graph)


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}


def test_no_test_imports_another() -> None:
    files = sorted((ROOT / "tests").rglob("*.py"))
    assert len(files) > 50
    taken = {path: {n.split(".")[-1] for n in imports(path)} for path in files}
    assert not {p.name: n for p, names in taken.items() if (n := [x for x in names if x.startswith(("test_", "conftest"))])}


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
    }
    strings = "\n".join(
        node.value
        for path in modules()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    words = set(re.findall(r"\w+", strings))
    possible = [n for n in names if words.issuperset(re.findall(r"\w+", n))]
    found = [n for n in possible if re.search(rf"(?<!\w){re.escape(n)}(?!\w)", strings) and n.lower() not in glossary]
    assert len(names) > 10_000 and not found, found
