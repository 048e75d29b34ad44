"""Documents are known by place and content: same names live side by side, what is gone or renamed is noticed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli.main import main
from ingest.build import Order, Report, build
from ingest.library import Library
from ingest.origins import read_origins
from ingest.registry import rewrite
from kb.digest.load import sources_dir
from kb.digest.read import BadSources
from kb.model import Source

OIL = "# Oil\n\nA lantern without oil cannot be lit.\n"
WICK = "# Wick\n\nA wick is cut before the lantern is lit.\n"


def run(home: Path, *paths: Path, **options: object) -> Report:
    return build(home, Order(paths=paths, encoder="none", **options))  # type: ignore[arg-type]


def told(report: Report) -> list[tuple[str, str]]:
    return [(f.code, f.source) for f in report.findings]


def titles(home: Path) -> dict[str, str]:
    kept = set(Library(home, sources_dir()).ids())
    return {s.id: s.title for s in Library(home, sources_dir()).registry().sources if s.id in kept}


def write(folder: Path, **texts: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    return folder


@pytest.fixture
def home(tmp_path: Path, few_rules: Path) -> Path:
    return tmp_path / "home"


def test_files_of_one_name_in_two_folders_live_side_by_side(home: Path, tmp_path: Path) -> None:
    first, second = write(tmp_path / "a", rules=OIL), write(tmp_path / "b", rules=WICK)
    assert told(run(home, first)) == told(run(home, second)) == []
    assert titles(home) == {"rules": "Oil", "rules-2": "Wick"}
    assert told(run(home, first, second)) == []
    assert titles(home) == {"rules": "Oil", "rules-2": "Wick"}


def test_a_folder_that_was_moved_keeps_its_documents(home: Path, tmp_path: Path) -> None:
    run(home, write(tmp_path / "a", oil=OIL, wick=WICK))
    (tmp_path / "a").rename(tmp_path / "moved")
    write(tmp_path / "moved", oil=OIL + "\nOil burns.\n")
    assert told(run(home, tmp_path / "moved")) == [("K012", "oil")]
    assert titles(home) == {"oil": "Oil", "wick": "Wick"}


def test_a_file_gone_from_its_folder_is_taken_out_and_that_is_said(home: Path, tmp_path: Path) -> None:
    folder = write(tmp_path / "a", oil=OIL, wick=WICK)
    other = write(tmp_path / "b", wick="# Other wick\n\nIt is long.\n")
    run(home, folder, other)
    (folder / "wick.md").unlink()
    assert told(run(home, other)) == []
    report = run(home, folder, keep=True)
    assert [f.code for f in report.findings] == ["K032"] and len(titles(home)) == 3
    report = run(home, folder)
    assert [f.code for f in report.findings] == ["K032"] and "--keep" in report.findings[0].hint
    assert sorted(titles(home).values()) == ["Oil", "Other wick"]
    assert told(run(home, folder)) == []


def test_a_renamed_file_stays_the_same_document(home: Path, tmp_path: Path) -> None:
    folder = write(tmp_path / "a", oil=OIL, wick=WICK)
    run(home, folder)
    (folder / "wick.md").rename(folder / "fuse.md")
    report = run(home, folder)
    assert told(report) == [("K034", "wick")] and "fuse.md" in report.findings[0].message
    source = Library(home, sources_dir()).registry().by_id("wick")
    assert source is not None and source.file == "fuse.md"
    assert told(run(home, folder)) == []


def test_two_files_of_one_text_are_one_document(home: Path, tmp_path: Path) -> None:
    report = run(home, write(tmp_path / "a", oil=OIL, olive=OIL))
    assert [f.code for f in report.findings] == ["K033"] and titles(home) == {"oil": "Oil"}


def test_a_changed_text_gets_a_new_title_unless_the_user_gave_one(home: Path, tmp_path: Path) -> None:
    folder = write(tmp_path / "a", oil=OIL, wick=WICK)
    run(home, folder / "oil.md", overrides={"title": "My oil"})
    run(home, folder)
    write(folder, oil=OIL.replace("# Oil", "# Lamp oil"), wick=WICK.replace("# Wick", "# Fuse"))
    run(home, folder)
    assert titles(home) == {"oil": "My oil", "wick": "Fuse"}


def test_names_of_any_bytes_are_built_again_and_again(home: Path, tmp_path: Path) -> None:
    folder = write(tmp_path / "a", oil=OIL)
    names = ["规则".encode("gbk") + b".md", b"sub\xff/\xfe\n.md", b"quo\"te'.md", b"tab\t\x7f.md"]
    for number, name in enumerate(names):
        path = Path(os.fsdecode(os.fsencode(folder) + b"/" + name))
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# Text {number}\n\nSome oil.\n", "utf-8")
    assert len(run(home, folder).documents) == 5
    report = run(home, folder)
    assert len(report.documents) == 5 and report.changed == () and told(report) == []
    assert len(run(home).documents) == 5
    assert len(read_origins(home)) == 5


def test_what_could_not_be_read_again_is_never_written(tmp_path: Path) -> None:
    overlay = tmp_path / "registry.toml"
    rewrite(overlay, put=[Source(id="oil", file="oil.md", title="Oil", lang="en")])
    before = overlay.read_bytes()
    with pytest.raises(BadSources):
        rewrite(overlay, put=[Source(id="wick", file="wick.md", title="", lang="en")])
    with pytest.raises(BadSources):
        rewrite(overlay, put=[Source(id="wick", file="wick.md", title="Wick", lang="xx")])  # type: ignore[arg-type]
    assert overlay.read_bytes() == before


def test_the_last_document_of_a_user_can_be_removed(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(home, write(tmp_path / "a", oil=OIL))
    assert main(["remove", "oil", "--encoder", "none", "--home", str(home)]) == 0
    assert main(["sources", "--home", str(home)]) == 0
    assert main(["build", str(tmp_path / "a"), "--encoder", "none", "--home", str(home)]) == 0
    assert titles(home) == {"oil": "Oil"}


def test_a_file_called_as_a_graph_of_our_own_becomes_a_document_under_another_id(tmp_path: Path) -> None:
    report = run(tmp_path / "home", write(tmp_path / "book", glossary=WICK, oil=OIL))
    assert sorted(d.source for d in report.documents) == ["glossary-2", "oil"]
