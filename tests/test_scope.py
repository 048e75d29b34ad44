"""What the sources do not cover: found by its words, not where they only compare."""

from __future__ import annotations

from kb.digest.load import sources_dir
from kb.digest.scope import Topic, load_scope, out_of_scope

CHESS = Topic(
    id="chess",
    labels={"en": "chess", "zh": "象棋"},
    why={"en": "No word of chess.", "zh": "没有象棋。"},
    en=("in chess", "castling"),
    zh=("象棋",),
    elsewhere=True,
    beside=("like in chess", "像象棋"),
)


def test_a_comparison_with_another_game_asks_nothing_of_that_game() -> None:
    assert CHESS.find("Do lamps move diagonally, like in Chess?") == ""
    assert CHESS.find("灯像象棋那样走吗？") == ""
    assert CHESS.find("Like in chess: is there castling of lamps?") == ""
    assert CHESS.find("How does castling work?") == "castling"
    assert CHESS.find("Do lamps move in chess?") == "in chess"
    assert out_of_scope("Like in chess: may a lamp move?", (CHESS,)) is None


def test_somebody_who_comes_from_another_game_is_answered() -> None:
    topics = load_scope(sources_dir())
    assert out_of_scope("Coming from Magic: can my monster attack the turn it is Summoned?", topics) is None
    assert out_of_scope("In Magic, can my creature attack the turn it comes out?", topics) is not None
    assert out_of_scope("以前玩万智牌，刚召唤的怪能攻击吗？", topics) is None
    assert out_of_scope("万智牌的生物刚下场能攻击吗？", topics) is not None
