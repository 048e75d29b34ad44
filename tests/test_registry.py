"""Which document a file is: by content, id, name, or what can be told; and what is wrong with a registry."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import GOLDEN
from real_documents import DOCS, IDS, real

from ingest.registry import Registry, forget, identify, load_registry, remember
from kb.digest.read import BadSources
from kb.errors import BadInput
from kb.model import Source

ROOT = Path(__file__).parents[1]
TEXT = "# Lamps\n\nThe lamp is lit and it burns.\n"
KNOWN = Source(
    id="lamps", file="lamps.md", title="Lamps", lang="en", edition="2", sha256=hashlib.sha256(TEXT.encode()).hexdigest()
)
REGISTRY = Registry((KNOWN,))


def told(name: str, text: str, **overrides: str) -> Source:
    return identify(Path(name), text.encode(), REGISTRY, overrides).source


def test_a_document_is_known_by_its_content_whatever_it_is_called() -> None:
    found = identify(Path("elsewhere/copy.txt"), TEXT.encode(), REGISTRY)
    assert (found.source, found.known, found.findings) == (KNOWN, True, ())


@pytest.mark.parametrize(("name", "overrides"), [("lamps.md", {}), ("other.md", {"id": "lamps"})])
def test_a_document_known_by_name_or_id_that_differs_is_reported(name: str, overrides: dict[str, str]) -> None:
    found = identify(Path(name), b"# Lamps\n\nNew text.\n", REGISTRY, overrides)
    (finding,) = found.findings
    assert (finding.code, finding.severity, finding.source) == ("K012", "warning", "lamps")
    assert "rulings build --accept lamps" in finding.hint
    assert found.source == replace(KNOWN, sha256=hashlib.sha256(b"# Lamps\n\nNew text.\n").hexdigest())


def test_a_document_without_a_recorded_hash_is_not_said_to_differ() -> None:
    found = identify(Path("lamps.md"), b"text", Registry((replace(KNOWN, sha256=""),)))
    assert (found.known, found.findings) == (True, ())


def test_overrides_win_over_what_is_known() -> None:
    assert told("x.md", TEXT, title="My lamps", edition="", territory="OCG") == replace(
        KNOWN, title="My lamps", territory="OCG"
    )
    assert told("x.md", TEXT, id="mine").id == "mine"


@pytest.mark.parametrize(
    ("name", "text", "source_id", "title", "lang"),
    [
        ("My Notes 2.md", "Intro line.\n\n## 灯芯的规则\n\n灯芯要先剪，剪完才能点。\n", "my-notes-2", "灯芯的规则", "zh"),
        ("灯.txt", "##灯架\n- 一盏灯\n", "灯", "灯架", "zh"),
        ("page.html", "<html><head><title> Wick &c </title></head><body><h1>x</h1></body></html>", "page", "Wick &c", "en"),
        ("rules.rst", ".. note:: x\n\n灯芯\n====\n\n先剪芯。\n", "rules", "灯芯", "zh"),
        ("plain.txt", "Short first line\nThe wick is cut.\n", "plain", "Short first line", "en"),
        ("lamps.txt", "A first line that is far too long to be a title. " * 3, "lamps-2", "lamps", "en"),
        ("ja.txt", "この灯は点けられますか？\n", "ja", "この灯は点けられますか？", "ja"),
    ],
)
def test_an_unknown_document_gets_what_can_be_told(name: str, text: str, source_id: str, title: str, lang: str) -> None:
    found = told(name, text)
    assert (found.id, found.title, found.lang) == (source_id, title, lang)
    assert (found.authority, found.territory, found.file) == ("notes", "both", name)


def test_files_of_one_name_in_several_folders_are_several_documents() -> None:
    first = identify(Path("a/index.rst"), b"One\n", REGISTRY, name="a/index.rst")
    both = REGISTRY.adding(first.source)
    second = identify(Path("b/index.rst"), b"Two\n", both, name="b/index.rst")
    assert (first.source.id, second.source.id, second.known) == ("a-index", "b-index", False)
    assert identify(Path("a/index.rst"), b"One, changed\n", both, name="a/index.rst").source.id == "a-index"


def test_official_rulings_are_recognised_by_content() -> None:
    data = (GOLDEN / "rulings.jsonl").read_bytes()
    found = identify(Path("download.txt"), data, REGISTRY).source
    assert (found.id, found.authority, found.territory, found.format) == ("official-qa", "official-ruling", "OCG", "qa-json")
    newer = identify(Path("other.jsonl"), data.splitlines()[0] + b"\n" + data, REGISTRY.adding(found))
    assert newer.source.id == "official-qa" and [f.code for f in newer.findings] == ["K012"]
    assert identify(Path("8.json"), data.splitlines()[1], REGISTRY).source.id == "official-qa-8"


@pytest.mark.parametrize(
    ("overrides", "why"),
    [
        ({"lang": "fr"}, "^--lang fr: not allowed. Choose one of en, zh, ja"),
        ({"territory": "EU"}, "^--territory EU"),
        ({"authority": "me"}, "^--authority me"),
        ({"id": "a:b"}, "^--id a:b"),
        ({"id": "../x"}, "^--id"),
        ({"colour": "red"}, "^colour: no such override"),
    ],
)
def test_an_override_that_is_not_allowed_is_refused(overrides: dict[str, str], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        identify(Path("x.md"), b"text", REGISTRY, overrides)


@pytest.mark.parametrize("data", [b"\xff\xfeabc\xd8", b"caf\xe9\nx", b"PK\0\0"])
def test_an_unknown_file_that_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match=r"^x\.md: "):
        identify(Path("x.md"), data, REGISTRY)


@pytest.mark.parametrize("source_id", IDS)
def test_the_real_documents_are_known_by_content_name_and_id(source_id: str) -> None:
    real(source_id)
    registry = load_registry([ROOT / "sources" / "registry.toml"])
    entry = registry.by_id(source_id)
    assert entry is not None
    data = (DOCS / entry.file).read_bytes()
    assert identify(Path("renamed"), data, registry).source == entry
    assert identify(Path(entry.file), data + b"\n", registry).source.id == source_id
    assert identify(Path("renamed"), data + b"\n", registry, {"id": source_id}).source.id == source_id
    assert identify(Path("renamed.txt"), data + b"\n", registry).source.lang == entry.lang


WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)


@settings(max_examples=60, deadline=None)
@given(st.builds(replace, st.just(KNOWN), title=WORDS.filter(bool), edition=WORDS, supersedes=st.tuples(WORDS), url=WORDS))
def test_what_is_remembered_is_read_back(tmp_path_factory: pytest.TempPathFactory, source: Source) -> None:
    overlay = tmp_path_factory.mktemp("home") / "new" / "registry.toml"
    remember(source, overlay)
    assert load_registry([overlay]).sources == (source,)


def test_remembering_replaces_one_entry_and_keeps_the_rest(tmp_path: Path) -> None:
    overlay = tmp_path / "registry.toml"
    overlay.write_text('# mine\n[[source]]\nid = "a"\nfile = "a.md"\ntitle = "甲"\nlang = "zh"\n', encoding="utf-8")
    remember(KNOWN, overlay)
    remember(replace(KNOWN, title="Lamps again"), overlay)
    assert [(s.id, s.title) for s in load_registry([overlay]).sources] == [("a", "甲"), ("lamps", "Lamps again")]
    assert overlay.read_text(encoding="utf-8").startswith("# mine\n")
    assert forget("a", overlay) and not forget("a", overlay)
    assert [s.id for s in load_registry([overlay]).sources] == ["lamps"]
    assert [p.name for p in tmp_path.iterdir()] == ["registry.toml"]


def test_what_was_all_forgotten_can_be_remembered_again(tmp_path: Path) -> None:
    overlay = tmp_path / "registry.toml"
    for source in (KNOWN, replace(KNOWN, id="wicks"), KNOWN):
        remember(source, overlay)
        assert load_registry([overlay]).sources == (source,)
        assert forget(source.id, overlay)
        assert load_registry([overlay]).sources == ()


INLINE = '[{id = "a", file = "a.md", title = "A", lang = "en"}]'


@pytest.mark.parametrize(("written", "kept"), [("[]", []), (INLINE, ["a"])])
def test_entries_written_inline_are_kept_when_one_is_added(tmp_path: Path, written: str, kept: list[str]) -> None:
    overlay = tmp_path / "registry.toml"
    overlay.write_text(f"# mine\nsource = {written}\n", encoding="utf-8")
    remember(KNOWN, overlay)
    remember(replace(KNOWN, id="wicks"), overlay)
    assert [s.id for s in load_registry([overlay]).sources] == [*kept, "lamps", "wicks"]
    assert forget("wicks", overlay) and "# mine" in overlay.read_text(encoding="utf-8")


def test_a_later_registry_goes_before_an_earlier_one(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    remember(KNOWN, first)
    remember(replace(KNOWN, edition="3"), second)
    assert [s.edition for s in load_registry([first, second, tmp_path / "missing.toml"]).sources] == ["3"]


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadInput, match=r"registry\.toml: cannot be written \(.*\)\. Choose another folder with --home"):
        remember(KNOWN, tmp_path / "file" / "registry.toml")


@pytest.mark.parametrize(
    ("entry", "code", "key"),
    [
        ('id = "a"\nfile = "a"\ntitle = "t"', "K011", "a.lang"),
        ('id = "a"\nfile = "a"\ntitle = "t"\nlang = "fr"', "K011", "a.lang"),
        ('id = "a"\nfile = "a"\ntitle = "t"\nlang = "en"\ncolour = "red"', "K011", "a.colour"),
        ('id = "a"\nfile = "a"\ntitle = 5\nlang = "en"', "K011", "a.title"),
        ('id = "a"\nfile = "a"\ntitle = "t"\nlang = "en"\nsupersedes = "b"', "K011", "a.supersedes"),
        ("id = ", "K010", ""),
    ],
)
def test_a_wrong_entry_is_named_with_its_line(tmp_path: Path, entry: str, code: str, key: str) -> None:
    path = tmp_path / "registry.toml"
    path.write_text(f"\n[[source]]\n{entry}\n", encoding="utf-8")
    with pytest.raises(BadSources) as error:
        load_registry([path])
    (finding,) = error.value.findings
    assert (finding.code, finding.key, finding.lines is not None) == (code, key, True)


def test_every_wrong_entry_is_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "registry.toml"
    good = '[[source]]\nid = "a"\nfile = "a"\ntitle = "t"\nlang = "en"\n'
    path.write_text(good + good + '[[source]]\nlang = "xx"\n', encoding="utf-8")
    with pytest.raises(BadSources) as error:
        load_registry([path])
    found = [(f.key, f.lines.first) for f in error.value.findings if f.lines]
    assert found == [("a.id", 6), ("?.id", 11), ("?.file", 11), ("?.title", 11), ("?.lang", 11)]
