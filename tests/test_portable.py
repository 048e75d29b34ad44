"""What other systems and Pythons need: no module of POSIX alone imported at the top, a wheel with everything that is read."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
POSIX_ONLY = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline", "crypt"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def shipped() -> list[Path]:
    packages = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    return [path for package in packages for path in (ROOT / package).rglob("*.py")]


def test_no_module_imports_what_only_posix_has() -> None:
    """Within a function it may be tried for."""
    found = shipped()
    assert len(found) > 300
    for path in found:
        for node in ast.parse(path.read_text("utf-8")).body:
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not POSIX_ONLY & set(names), f"{path.relative_to(ROOT)} imports {names}"


def test_every_package_is_in_the_wheel() -> None:
    packages = set(PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"])
    code = {p.parent.name for p in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert code == packages


def test_the_container_installs_extras_that_exist_and_runs_a_command_that_exists() -> None:
    text = (ROOT / "Containerfile").read_text("utf-8")
    (extras,) = re.findall(r"\.\[([\w,]+)\]", text)
    assert set(extras.split(",")) <= set(PROJECT["project"]["optional-dependencies"])
    assert re.search(r'^ENTRYPOINT \["rulings"\]$', text, re.M) and re.search(r'^CMD \["serve", ', text, re.M)
    assert re.search(r"^USER (?!root)\w+$", text, re.M), "it does not run as root"
