"""What cannot be encoded is written out, what is too long is cut between characters."""

from __future__ import annotations

import os

from hypothesis import given
from hypothesis import strategies as st

from kb.plain import clipped, encodable

ANY = st.text(st.characters())


@given(ANY)
def test_every_text_can_be_encoded_and_a_sound_one_stays(text: str) -> None:
    shown = encodable(text)
    shown.encode()
    assert encodable(shown) == shown
    assert shown == text or any("\ud800" <= c <= "\udfff" for c in text)


def test_bytes_of_file_names_keep_their_value() -> None:
    assert encodable(os.fsdecode(b"\xe7\x81\xaf\xff\x80.md")) == "灯\\xff\\x80.md"


@given(ANY, st.integers(0, 40))
def test_a_clipped_text_begins_the_same_and_fits(text: str, most: int) -> None:
    short = clipped(text, most)
    assert len(short.encode()) <= most
    assert text.encode("utf-8", "replace").decode().startswith(short)
