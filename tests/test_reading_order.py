"""A site's documents are taken in the order of its tables of contents."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.main import main
from ingest.files import find_files

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
