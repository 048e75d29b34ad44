"""How Chinese characters sound, so that a name typed with wrong characters of the right sound is found."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def _sounds() -> dict[str, str]:
    rows = (Path(__file__).parent / "pinyin.tsv").read_text("utf-8").splitlines()
    return {char: sound for sound, chars in (r.split("\t") for r in rows if "\t" in r) for char in chars}


def sound_of(text: str) -> str:
    """The text's pinyin without tones, a blank after every syllable; other characters stand for themselves.

    >>> sound_of("无线泡影"), sound_of("增殖的g")
    ('wu xian pao ying ', 'zeng zhi de g ')
    """
    known = _sounds()
    return "".join(f"{known.get(c, c)} " for c in text)
