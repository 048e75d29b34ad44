"""Numbers in digits and in words, as rules and players write them: English up to nineteen and the tens, Chinese up to 99."""

from __future__ import annotations

from collections.abc import Mapping

_ONES = "one two three four five six seven eight nine ten eleven twelve"
_TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_DIGITS = "零一二三四五六七八九"
_NUMBERS: Mapping[str, int] = {
    **{word: number for number, word in enumerate(f"{_ONES} {_TEENS}".split(), 1)},
    **{word: 10 * ten for ten, word in enumerate(_TENS.split(), 2)},
    **{letter: number for number, letter in enumerate("一二三四五六七八九十", 1)},
    "两": 2,
}
_COUNTED: Mapping[str, int] = {"a": 1, "single": 1, "both": 2, "俩": 2}
"""Words that count and are no numbers."""
WORDS = "|".join(word for word in _NUMBERS if word.isascii())
"""English number words, as alternatives of a pattern."""
HAN = "[一二两三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九]"
"""Chinese numerals, the same."""


def value(word: str) -> int:
    """What a number is worth that is written in digits, in an English word or in Chinese. Raises KeyError for another word.

    >>> value("12"), value("Twelve"), value("十二"), value("二十")
    (12, 12, 12, 20)
    """
    word = word.lower()
    if word.isdecimal():
        return int(word)
    if word in _NUMBERS:
        return _NUMBERS[word]
    tens, _, ones = word.partition("十")
    return (_NUMBERS[tens] if tens else 1) * 10 + (_NUMBERS[ones] if ones else 0)


def counted(word: str) -> int:
    """How many a word or numeral counts, "both" or 两个 too; 0 for one that counts nothing.

    >>> counted("three"), counted("both"), counted("两个"), counted("4"), counted("my"), counted("")
    (3, 2, 2, 4, 0, 0)
    """
    word = word.lower().removesuffix("个")
    try:
        return _COUNTED[word] if word in _COUNTED else value(word) if word else 0
    except KeyError:
        return 0


def han(number: int) -> str:
    """A number from 1 to 99 as Chinese writes it.

    >>> han(7), han(10), han(34)
    ('七', '十', '三十四')
    """
    tens, ones = divmod(number, 10)
    return (_DIGITS[tens] if tens > 1 else "") + ("十" if tens else "") + (_DIGITS[ones] if ones else "")
