"""Finding the files of a path and reading their bytes: what is wrong is said in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ingest import files
from ingest.files import find_files, read_bytes
from ingest.readers import read_document
from kb.errors import BadInput
from kb.model import Source


def names(*paths: Path) -> list[str]:
    return [f.name for f in find_files(paths)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b/rules.md", "a/灯.rst", "a/photo.png", ".git/x.md", "a/.hidden.txt", "page.HTML"):
        path = tmp_path / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text", encoding="utf-8")
    return tmp_path / "docs"


def test_a_folder_gives_its_documents_in_order_under_their_paths(folder: Path) -> None:
    assert names(folder) == ["a/灯.rst", "b/rules.md", "page.HTML"]


def test_a_named_file_may_be_called_anything_and_counts_once(folder: Path) -> None:
    assert names(folder / "a" / "photo.png", folder / "b" / "rules.md", folder) == [
        "photo.png",
        "rules.md",
        "a/灯.rst",
        "page.HTML",
    ]


def test_files_that_would_have_one_name_are_told_apart(folder: Path) -> None:
    (folder / "a" / "rules.md").write_text("x")
    found = names(folder / "a" / "rules.md", folder / "b" / "rules.md")
    assert len(set(found)) == 2 and all(name.endswith(("/a/rules.md", "/b/rules.md")) for name in found)


def test_a_name_that_is_not_utf8_is_written_out(tmp_path: Path) -> None:
    for name in (b"a\xff.md", b"a\xfe.md"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text("text")
    assert sorted(names(tmp_path)) == ["a\\xfe.md", "a\\xff.md"]


def test_what_is_no_document_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name, why in (
        ("none", "no such file or folder"),
        ("empty", "no document in this folder"),
        ("pipe", "neither a file nor"),
    ):
        with pytest.raises(BadInput, match=why) as error:
            find_files([tmp_path / name])
        assert str(tmp_path / name) in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(("data", "why"), [(b"", "is empty"), (b" \n\t ", "is empty")])
def test_an_empty_file_is_refused(tmp_path: Path, data: bytes, why: str) -> None:
    (tmp_path / "x.md").write_bytes(data)
    with pytest.raises(BadInput, match=why):
        read_bytes(tmp_path / "x.md")


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    with path.open("wb") as file:
        file.truncate(files.MAX_BYTES + 1)
    with pytest.raises(BadInput, match="64 MB"):
        read_bytes(path)


def test_a_file_that_is_gone_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.md"
    path.write_text("text")
    (found,) = find_files([path])
    path.unlink()
    with pytest.raises(BadInput, match="no such file"):
        read_bytes(found.path)


@pytest.mark.parametrize("lost", ["file", "end"])
def test_a_file_that_vanishes_or_shrinks_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    path = tmp_path / "x.md"
    path.write_text("text " * 100)
    whole = Path.read_bytes

    def interrupted(self: Path) -> bytes:
        if lost == "file":
            self.unlink()
        else:
            os.truncate(self, 7)
        return whole(self)

    monkeypatch.setattr(Path, "read_bytes", interrupted)
    with pytest.raises(BadInput, match="cannot be read" if lost == "file" else "ended after 7 of 500 bytes") as error:
        read_bytes(path)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["x.md", "x.rst", "x.html", "x.txt", "x.jsonl"])
@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"PK\x03\x04\0\0", "byte 4 is zero"),
        ("灯".encode("gbk"), r"byte 0 is not UTF-8 \(on line 1\)"),
        (b"one\ntwo\ncaf\xe9 au lait", r"byte 11 is not UTF-8 \(on line 3\)"),
        (b"x" * 50_000_000, "line 1 has 50,000,000 characters"),
    ],
)
def test_what_is_no_text_is_refused_with_its_place(name: str, data: bytes, why: str) -> None:
    with pytest.raises(BadInput, match=why) as error:
        read_document(Source(id="x", file=name, title="t", lang="en"), data)
    assert str(error.value).startswith(name) and "\n" not in str(error.value)
