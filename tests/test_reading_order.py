"""A site's documents are taken in the order of its tables of contents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.main import main
from ingest.files import find_files
from ingest.readers import read_document
from kb.model import Source

INDEX = """Harbour
=======

.. toctree::
   :maxdepth: 2

   tide
   The knots <knots/index>
   missing
   /anchor.rst

Words after it: anchor.
"""
KNOTS = """Knots

```{toctree}
:glob:

*
```
"""


def site(folder: Path) -> Path:
    (folder / "knots").mkdir(parents=True)
    texts = {
        "index.rst": INDEX,
        "anchor.rst": "Anchor\n======\n\nAn anchor holds.\n",
        "tide.rst": "Tide\n====\n\nThe tide turns.\n\n.. toctree::\n\n   index\n   ebb\n",
        "ebb.rst": "Ebb\n===\n\nThe ebb comes last.\n",
        "knots/index.md": KNOTS,
        "knots/reef.md": "# 平结\n\n平结不会松开。\n",
        "knots/bow.md": "# Bow\n\nA bow comes loose.\n",
        "about.txt": "Who wrote this.\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_documents_stand_in_the_order_of_the_tables_those_that_none_names_by_name(tmp_path: Path) -> None:
    found = [file.name for file in find_files([site(tmp_path / "site")])]
    assert found == [
        "index.rst",
        "tide.rst",
        "ebb.rst",
        "knots/index.md",
        "knots/bow.md",
        "knots/reef.md",
        "anchor.rst",
        "about.txt",
    ]


def test_tables_that_name_each_other_or_themselves_lose_no_file(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a"), ("c", "c")):
        (tmp_path / f"{name}.rst").write_text(f".. toctree::\n\n   {other}\n", "utf-8")
    assert sorted(file.name for file in find_files([tmp_path])) == ["a.rst", "b.rst", "c.rst"]


def test_the_list_of_documents_keeps_the_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = ["--home", str(tmp_path / "home")]
    assert main(["build", str(site(tmp_path / "site")), "--encoder", "none", "--no-audit", *home]) == 0
    capsys.readouterr()
    assert main(["sources", *home]) == 0
    ids = [line.split()[1] for line in capsys.readouterr().out.splitlines() if line.startswith("* ") and "(" in line]
    assert [i for i in ids if i in ("tide", "ebb", "anchor", "knots-reef", "knots-bow")] == [
        "tide",
        "ebb",
        "knots-bow",
        "knots-reef",
        "anchor",
    ]


NAV = """site_name: Harbour
docs_dir: pages  # where they lie
nav:
  - Start here: index.md
  - Knots:
      - 'The reef': "knots/reef.md"
      - knots/bow.md
  - missing.md
  - Elsewhere: https://example.org/tide.md.html
theme:
  name: plain
  - tide: tide.md
"""


def mkdocs(folder: Path, nav: str = NAV) -> Path:
    (folder / "pages" / "knots").mkdir(parents=True, exist_ok=True)
    (folder / "mkdocs.yml").write_text(nav, "utf-8")
    for name, text in {
        "index.md": "# Harbour\n\nThe harbour lies low.\n",
        "tide.md": "# Tide\n\nThe tide turns.\n",
        "knots/bow.md": "# Bow\n\nA bow comes loose.\n",
        "knots/reef.md": "# Knot one\n\nA reef knot holds.\n",
    }.items():
        (folder / "pages" / name).write_text(text, "utf-8")
    return folder


def test_a_site_is_read_in_the_order_of_its_navigation_with_its_titles(tmp_path: Path) -> None:
    found = find_files([mkdocs(tmp_path)])
    assert [(file.name, file.title) for file in found] == [
        ("pages/index.md", "Start here"),
        ("pages/knots/reef.md", "The reef"),
        ("pages/knots/bow.md", ""),
        ("pages/tide.md", ""),
    ]


@pytest.mark.parametrize("nav", ["", "nav:\n", "nav: [a.md]\n", "nav:\n\t- ../../secret.md\n", "\x00nav:\n- \ud7ff.md\n"])
def test_a_navigation_that_says_nothing_of_the_folder_loses_no_file(tmp_path: Path, nav: str) -> None:
    assert len(find_files([mkdocs(tmp_path, nav)])) == 4


CONF = """
project = "Lamps"
rst_epilog = '''
.. |oil| replace:: lamp oil
.. |keeper| replace:: the keeper of
   the tower
.. _tower: https://tower.example
'''
rst_epilog += ".. |night| replace:: after dusk"
rst_prolog = " ".join(open("/etc/passwd"))
"""


def sphinx(folder: Path, conf: str = CONF) -> Path:
    (folder / "deep").mkdir(parents=True, exist_ok=True)
    (folder / "conf.py").write_text(conf, "utf-8")
    text = "Lamps\n=====\n\nWho pours |oil| asks |keeper| first, |night| too, and never |boss| alone.\n"
    (folder / "index.rst").write_text(text, "utf-8")
    (folder / "deep" / "wick.rst").write_text("Wicks\n=====\n\n.. |oil| replace:: whale oil\n\nNo |oil| here.\n", "utf-8")
    return folder


def test_a_site_s_own_names_are_put_in_on_all_its_pages(tmp_path: Path) -> None:
    index, wick = sorted(find_files([sphinx(tmp_path)]), key=lambda f: f.name, reverse=True)
    assert index.names == wick.names and "lamp oil" in index.names and "_tower" not in index.names and "root" not in index.names
    read = {
        f.name: read_document(Source(id="a", file=f.name, title="", lang="en", names=f.names), f.path.read_bytes())
        for f in (index, wick)
    }
    said = {name: " ".join(p.text for p in document.passages) for name, document in read.items()}
    assert "pours lamp oil asks the keeper of the tower first, after dusk too" in said["index.rst"]
    assert "No whale oil here." in said["deep/wick.rst"], "a page's own definition goes first"


@pytest.mark.parametrize(
    "conf", ["", "rst_epilog = (", "rst_epilog = 3", "\x00", "rst_epilog = " + "(" * 5000, "rst_epilog = '|oil|'"]
)
def test_a_conf_that_says_nothing_gives_no_names(tmp_path: Path, conf: str) -> None:
    assert {f.names for f in find_files([sphinx(tmp_path, conf)])} == {""}


def test_a_site_s_names_are_kept_and_follow_its_conf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site, home = sphinx(tmp_path / "site"), ["--home", str(tmp_path / "home")]
    build = ["build", str(site), "--encoder", "none", "--no-audit", *home]
    found = ["audit", "--code", "S126", "--format", "json", *home]
    assert main(build) == 0
    capsys.readouterr()
    main(found)
    assert [one["message"].split("|")[1] for one in json.loads(capsys.readouterr().out)] == ["boss"]
    sphinx(site, CONF.replace("|oil|", "|boss|"))
    assert main(build) == 0
    capsys.readouterr()
    main(found)
    assert {one["message"].split("|")[1] for one in json.loads(capsys.readouterr().out)} == {"oil"}


def titles(capsys: pytest.CaptureFixture[str], home: list[str]) -> dict[str, str]:
    capsys.readouterr()
    assert main(["sources", "--json", *home]) == 0
    return {one["file"]: one["title"] for one in json.loads(capsys.readouterr().out) if one["file"].startswith("pages/")}


def test_a_title_of_the_navigation_stands_unless_the_user_says_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site, home = mkdocs(tmp_path / "site"), ["--home", str(tmp_path / "home")]
    build = ["build", str(site), "--encoder", "none", "--no-audit", *home]
    assert main(build) == 0
    assert titles(capsys, home)["pages/knots/reef.md"] == "The reef"
    assert titles(capsys, home)["pages/tide.md"] == "Tide"
    mkdocs(site, NAV.replace("The reef", "Reef knots"))
    assert main(build) == 0
    assert titles(capsys, home)["pages/knots/reef.md"] == "Reef knots"
    reef = str(site / "pages" / "knots" / "reef.md")
    assert main(["build", reef, "--title", "My knot", "--encoder", "none", "--no-audit", *home]) == 0
    assert main(build) == 0
    assert titles(capsys, home)["pages/knots/reef.md"] == "My knot"


def test_names_of_an_included_file_are_put_in_and_nothing_from_outside(tmp_path: Path) -> None:
    site = sphinx(tmp_path / "site")
    (tmp_path / "secret.txt").write_text(".. |boss| replace:: a secret\n", "utf-8")
    (site / "shared").mkdir()
    (site / "shared" / "names.txt").write_text(".. include:: more.txt\n.. |boss| replace:: the head keeper\n", "utf-8")
    (site / "shared" / "more.txt").write_text(".. |jug| replace:: the tin jug\n.. include:: names.txt\n", "utf-8")
    page = site / "deep" / "rota.rst"
    included = ".. include:: /shared/names.txt\n.. include:: ../../secret.txt\n.. include:: missing.txt\n"
    page.write_text(f"{included}\nRota\n====\n\n|boss| carries |jug| and |oil|.\n", "utf-8")
    found = next(f for f in find_files([site]) if f.path == page)
    assert "secret" not in found.names
    document = read_document(Source(id="a", file=found.name, title="", lang="en", names=found.names), page.read_bytes())
    assert "the head keeper carries the tin jug and lamp oil." in [p.text for p in document.passages]
