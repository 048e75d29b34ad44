"""The side that a question asks about: the small reader against a slow one, its pieces, and questions put both ways."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.digest.load import load_predicates
from kb.index.layers import in_layers
from kb.index.reader import HEADS, LAYERS, LONGEST, Reader, load_reader, write_reader
from kb.lang.pieces import Pieces
from kb.model import NO_SIDE
from query.read.reading import Sides
from query.read.sides import TABLE, asking, opposites, read_sides

LETTERS = "abehlmnopt 灯亮可以吗"
PIECES = ["<s>", "</s>", "<unk>", *LETTERS.replace(" ", "▁"), "▁lamp", "lamp", "▁the", "可以", "灯亮"]
NORMAL = {"Ａ": "a", "　": " ", "½": "ab", "\u200b": ""}
UNKNOWN = 2


def scores() -> np.ndarray:
    return np.array([-len(PIECES) - n / 10 + 6 * len(piece) for n, piece in enumerate(PIECES)], dtype=np.float32)


CUT = Pieces(PIECES, scores(), unknown=UNKNOWN, normal=NORMAL)


def as_read(text: str) -> str:
    """A text as it is cut: normalised, with one mark for a space and one in front."""
    told = "".join(NORMAL.get(c, c) for c in text)
    while "  " in told:
        told = told.replace("  ", " ")
    return (told if told.startswith(" ") else " " + told).replace(" ", "▁")


@given(st.text(LETTERS + "Ａ　½\u200b", max_size=40))
def test_the_pieces_of_a_text_give_it_back(text: str) -> None:
    assert "".join(PIECES[row] for row in CUT.rows(text)) == as_read(text)


@given(st.text(max_size=40))
def test_what_no_piece_covers_is_unknown_letter_by_letter(text: str) -> None:
    told, at = as_read(text), 0
    for row in CUT.rows(text):
        piece = told[at] if row == UNKNOWN else PIECES[row]
        assert told.startswith(piece, at)
        assert row != UNKNOWN or piece not in PIECES
        at += len(piece)
    assert at == len(told)


@given(st.text(LETTERS, max_size=12))
def test_no_other_cut_is_likelier(text: str) -> None:
    told, level = as_read(text), [0.0]
    known = [(piece, float(score)) for n, (piece, score) in enumerate(zip(PIECES, scores(), strict=True)) if n != UNKNOWN]
    for end in range(1, len(told) + 1):
        level.append(max(level[end - len(p)] + score for p, score in known if told[:end].endswith(p)))
    assert sum(float(scores()[row]) for row in CUT.rows(text)) == pytest.approx(level[-1])


WIDTH, INNER = 384, 1536
PARTS = {"qkv": WIDTH, "ao": WIDTH, "fi": WIDTH, "fo": INNER}
"""The matrices of a layer, and how many numbers go in."""
NAMES = ("lit", "dark", NO_SIDE)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Reader, dict[str, np.ndarray]]:
    """A reader of few pieces with weights by chance, and the weights it was written from."""
    chance = np.random.default_rng(7)
    shapes = {"word": (len(PIECES), WIDTH), "pos": (LONGEST + 2, WIDTH), "ln.w": (WIDTH,), "ln.b": (WIDTH,)}
    for layer in (f"l{n}" for n in range(LAYERS)):
        for name in ("q", "k", "v", "ao"):
            shapes |= {f"{layer}.{name}.w": (WIDTH, WIDTH), f"{layer}.{name}.b": (WIDTH,)}
        for name in ("aln", "oln"):
            shapes |= {f"{layer}.{name}.w": (WIDTH,), f"{layer}.{name}.b": (WIDTH,)}
        shapes |= {f"{layer}.fi.w": (INNER, WIDTH), f"{layer}.fi.b": (INNER,)}
        shapes |= {f"{layer}.fo.w": (WIDTH, INNER), f"{layer}.fo.b": (WIDTH,)}
    shapes |= {"h.w": (len(NAMES), WIDTH), "h.b": (len(NAMES),)}
    tensors = {name: chance.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    tensors |= {name: t / np.sqrt(t.shape[1], dtype=np.float32) for name, t in tensors.items() if t.ndim == 2 and "l" in name}
    path = tmp_path_factory.mktemp("reader") / "small.npz"
    write_reader(
        path,
        tensors,
        {f"l{n}.{part}": 1 + np.arange(width) % 3 for n in range(LAYERS) for part, width in PARTS.items()},
        names=NAMES,
        pieces=PIECES,
        scores=scores(),
        unknown=UNKNOWN,
        begin=0,
        end=1,
        normal_from="".join(NORMAL),
        normal_to="\n".join(NORMAL.values()),
    )
    return load_reader(path), tensors


def slowly(reader: Reader, text: str) -> np.ndarray:
    """What a reader makes of a text with all bits, head by head."""
    t = {name: tensor.astype(np.float64) for name, tensor in reader.tensors.items()}
    rows = [reader.begin, *reader.pieces.rows(text)[:LONGEST], reader.end]
    x = normed(t["word"][rows] + t["pos"][: len(rows)], t, "ln")
    for layer in range(LAYERS):
        x = one_layer(x, t, f"l{layer}")
    return dense(x.mean(axis=0), t, "h")


def one_layer(x: np.ndarray, t: dict, name: str) -> np.ndarray:
    q, k, v = (dense(x, t, f"{name}.{part}") for part in "qkv")
    seen = np.zeros_like(x)
    size = WIDTH // HEADS
    for head in range(HEADS):
        part = slice(head * size, (head + 1) * size)
        looks = np.exp(q[:, part] @ k[:, part].T / math.sqrt(size))
        seen[:, part] = looks / looks.sum(axis=1, keepdims=True) @ v[:, part]
    x = normed(x + dense(seen, t, f"{name}.ao"), t, f"{name}.aln")
    level = dense(x, t, f"{name}.fi")
    inner = 0.5 * level * (1 + np.vectorize(math.erf)(level / math.sqrt(2)))
    return normed(x + dense(inner, t, f"{name}.fo"), t, f"{name}.oln")


def dense(x: np.ndarray, t: dict, name: str) -> np.ndarray:
    return x @ t[f"{name}.w"].T + t[f"{name}.b"]


def normed(x: np.ndarray, t: dict, name: str) -> np.ndarray:
    x = x - x.mean(axis=-1, keepdims=True)
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + 1e-12) * t[f"{name}.w"] + t[f"{name}.b"]


@pytest.mark.parametrize("text", ["", "the lamp", "灯亮可以吗", "a lamp 灯 Z?", "lamp " * 40])
def test_the_reader_works_out_what_a_slow_one_does(small: tuple[Reader, dict], text: str) -> None:
    reader, _ = small
    assert reader.names == NAMES
    assert reader.levels(text) == pytest.approx(slowly(reader, text), abs=0.3)


def test_the_shipped_reader_reads_as_it_would_with_all_bits() -> None:
    reader = load_reader(TABLE)
    for _, text in ASKED[::6]:
        found, wanted = (
            Sides(names=reader.names, level=level) for level in (reader.levels(asking(text)), slowly(reader, asking(text)))
        )
        assert found.best == wanted.best or found.share(found.best) < 0.6, text
        assert max(abs(found.share(name) - wanted.share(name)) for name in reader.names) < 0.06, text


def test_what_is_kept_is_what_was_written_to_seven_or_eight_bits_a_weight(small: tuple[Reader, dict]) -> None:
    reader, written = small
    assert reader.tensors.keys() == written.keys()
    for name, tensor in written.items():
        read = reader.tensors[name]
        if name == "pos":
            assert read == pytest.approx(tensor, abs=4e-3)
        elif tensor.ndim == 2 and in_layers(name):
            assert np.abs(read - tensor).mean() < np.abs(tensor).mean() / 30, name
        elif tensor.ndim == 2:
            step = np.abs(tensor).max(axis=1, keepdims=True) / 127
            assert (np.abs(read - tensor) <= step * 0.501).all(), name
        else:
            assert np.array_equal(read, tensor), name
    assert reader.pieces.rows("Ａ½ lamp") == CUT.rows("aab lamp") != CUT.rows("the")


LEVELS = st.lists(st.floats(-30, 30, width=32), min_size=5, max_size=5).map(
    lambda level: Sides(names=("lit", "dark", "hot", "cold", NO_SIDE), level=np.array(level, dtype=np.float32))
)


@given(LEVELS)
def test_agreeing_is_between_surely_not_and_surely_and_turns_round_with_the_sides(sides: Sides) -> None:
    agrees = sides.agrees("lit", "dark")
    assert -1 <= agrees <= 1
    assert sides.agrees("dark", "lit") == pytest.approx(-agrees)
    assert (agrees > 0) == (sides.level[0] > sides.level[1]) or abs(agrees) < 1e-6
    assert sides.agrees("lit", "unheard of") == sides.agrees("unheard of", "lit") == 0


@given(LEVELS)
def test_shares_are_those_of_a_whole(sides: Sides) -> None:
    shares = [sides.share(name) for name in sides.names]
    assert sum(shares) == pytest.approx(1, abs=1e-5)
    assert sides.share(*sides.names[:2]) == pytest.approx(shares[0] + shares[1], abs=1e-5)
    assert shares[sides.names.index(sides.best)] == max(shares)
    assert sides.plain() == pytest.approx(shares[0] - shares[1] + shares[2] - shares[3], abs=1e-5)
    assert sides.share("unheard of") == 0


ASKED = [
    ("allowed", "Can I light the lamp during my opponent's Draw Phase?"),
    ("barred", "Am I barred from lighting the lamp during my opponent's Draw Phase?"),
    ("barred", "So I can't attack with the monster I just flipped, right?"),
    ("allowed", "我能在对方的抽卡阶段发动这张速攻魔法吗？"),
    ("barred", "我是不是不能在对方的抽卡阶段发动这张速攻魔法？"),
    ("barred", "禁止我用这只怪兽攻击吗？"),
    ("required", "Do I have to show my opponent the card I searched?"),
    ("needless", "Can I skip showing my opponent the card I searched?"),
    ("required", "检索的卡必须给对方看吗？"),
    ("needless", "检索的卡可以不给对方看吗？"),
    ("survives", "Does my monster survive the battle?"),
    ("destroyed", "Is my monster destroyed by the battle?"),
    ("destroyed", "我的怪兽会被战斗破坏吗？"),
    ("survives", "我的怪兽战斗后能活下来吗？"),
    ("spent", "Does a negated activation use up my once per turn?"),
    ("unspent", "If it gets negated, can I keep my once per turn use for later?"),
    ("spent", "发动被无效，这回合的次数算用掉了吗？"),
    ("unspent", "发动被无效，次数还保留着吗？"),
    ("happens", "Does the effect still resolve if the monster leaves the field?"),
    ("fails", "Does the effect fizzle if the monster leaves the field?"),
    ("happens", "怪兽离场后，效果还会处理吗？"),
    ("fails", "怪兽离场后，效果就不处理了吗？"),
    ("counts", "Does a Token count as a monster on the field?"),
    ("other", "衍生物不算怪兽吗？"),
    ("affected", "Is my monster affected by the field spell?"),
    ("unaffected", "Is my monster immune to the field spell?"),
    ("affected", "我的怪兽会受场地魔法影响吗？"),
    ("unaffected", "我的怪兽不受场地魔法影响吗？"),
    ("remembered", "Is it still remembered that it attacked after it is flipped face-down?"),
    ("forgotten", "Does it forget that it already attacked once it is flipped face-down?"),
    (NO_SIDE, "When does the Damage Step begin?"),
    (NO_SIDE, "伤害步骤什么时候开始？"),
]
PAIRS = [p.sides for p in load_predicates()]
OPPOSITE = opposites(PAIRS)


@pytest.mark.parametrize(("side", "text"), ASKED, ids=[text for _, text in ASKED])
def test_of_the_two_sides_the_one_asked_about_is_read(side: str, text: str) -> None:
    if side == NO_SIDE:
        assert read_sides(text).best == NO_SIDE
    else:
        assert read_sides(text).agrees(side, OPPOSITE[side]) > 0


def test_of_all_sides_nearly_always_the_one_asked_about_is_likeliest() -> None:
    wrong = [(text, read_sides(text).best) for side, text in ASKED if read_sides(text).best != side]
    assert len(wrong) <= 3, wrong


def test_the_shipped_reader_knows_the_sides_of_every_predicate_in_their_order() -> None:
    assert load_reader(TABLE).names == (*(side for pair in PAIRS for side in pair), NO_SIDE)
    assert all(OPPOSITE[OPPOSITE[side]] == side != OPPOSITE[side] for side in OPPOSITE)
    assert len(OPPOSITE) == 2 * len(PAIRS)


def test_only_the_sentence_that_asks_is_read_and_nothing_quoted() -> None:
    text = "I set it last turn. Can I flip “Not Even A Lamp” now?"
    assert asking(text) == asking("Can I flip “Something Else” now?")
    assert "Lamp" not in asking(text)
    assert read_sides(text).best == "allowed"


def test_traditional_characters_are_read_like_simplified_ones() -> None:
    assert asking("這隻怪獸可以攻擊嗎？") == asking("这只怪兽可以攻击吗？")


def test_the_lower_layers_are_those_of_the_encoder_that_is_installed() -> None:
    pytest.importorskip("torch")
    from benchmarks.e5 import read_packed
    from benchmarks.net import FROZEN

    packed, reader = read_packed(), load_reader(Path(TABLE))
    for layer in range(FROZEN):
        table = packed.matrix(f"l{layer}.fo.w", packed.inner)
        assert np.abs(reader.tensors[f"l{layer}.fo.w"] - table).mean() < np.abs(table).mean() / 15


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("I lit the lamp in his turn, was that wrong?", "I lit the lamp in his turn, right?"),
        ("I put out both lamps. Did I do that wrong?", "I put out both lamps, right?"),
        ("灯灭了，我把灯油收回来了，是不是处理错了", "灯灭了，我把灯油收回来了，对吗？"),
    ],
)
def test_whether_something_was_wrong_asks_for_the_opposite_of_whether_it_was_right(wrong: str, right: str) -> None:
    one, other = read_sides(wrong), read_sides(right)
    assert abs(one.plain()) > 0.1 and one.plain() == pytest.approx(-other.plain(), abs=1e-5)
    assert {one.best, other.best} in [set(p.sides) for p in load_predicates()]
