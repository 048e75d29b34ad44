"""Official statements tied to the effects that they speak of: by number, by the clause they quote, and only then by index."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.lang.later import later
from kb.official.formulas import Formula, Value, masked, read_sentence, sentences
from kb.official.store import OfficialStatement

_NUMBER = later(r"([①-⑳])[:：]")
_NUMBERS = later(
    r"^[^①-⑳Ｑ『]{0,12}?((?:[①-⑳][・、と～〜]?)+)の?(?:モンスター|ペンデュラム|魔法|罠)?(?:の)?(?:カード)?(?:の)?(?:効果)?(?:の発動)?(?:は|が|を|について|】)"
)
_MARKS = later(r"[①-⑳]")
_RANGE = later(r"([①-⑳])[～〜]([①-⑳])")
_SUBJECT = later(
    r"^[^Ｑは]{0,24}?(Ｑ+)(?:の?(?:モンスター|ペンデュラム|魔法|罠)?(?:の)?効果)?(?:の発動)?(?:は|が|を|について|の$|】)"
)
_BULLET = later(r"●|つ目")
_NOISE = later(r"[\s、。，．,.・:：「」『』()（）-]")
_NEAR = 88
"""How like a quoted clause must be to the text, out of 100."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Which effect is spoken of."""

    numbers: tuple[int, ...]
    """As printed; 0: the text, which numbers none."""
    whole: bool = True
    """False for one of several bullets of an effect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tied:
    """What is said of one effect."""

    statement: OfficialStatement
    subject: Subject
    field: str
    value: Value
    sentence: str
    """The sentence as it stands."""


def numbered(text: str) -> dict[int, str]:
    """The effects of a Japanese text by their printed number; what stands before the first, or all of it, as 0.

    >>> numbered("素材２体\\n①：発動できる。②：破壊する。")
    {0: '素材２体', 1: '発動できる。', 2: '破壊する。'}
    """
    head, *rest = _NUMBER.split(text)
    found = {0: head.strip()}
    for mark, words in zip(rest[::2], rest[1::2], strict=True):
        found[ord(mark) - 0x245F] = words.strip()
    return found


def tie(statements: Iterable[OfficialStatement], texts: Mapping[bool, str], formulas: tuple[Formula, ...]) -> Iterator[Tied]:
    """What the statements say, each of the effect it speaks of; what speaks of none for certain is left out.

    `texts`: the Japanese text by whether it is the Pendulum Effect.
    """
    effects = {pendulum: numbered(text) for pendulum, text in texts.items()}
    for statement in statements:
        yield from _tie_one(statement, effects.get(statement.pendulum, {}), formulas)


def _tie_one(statement: OfficialStatement, effects: Mapping[int, str], formulas: tuple[Formula, ...]) -> Iterator[Tied]:
    subject = _titled(statement, effects) if statement.title else _placed(statement, effects)
    for span, plain in sentences(statement.text):
        raw = statement.text[span.start : span.end]
        named, subject_named = _named(raw, plain, statement, effects)
        subject = subject_named if named else subject
        if subject is None:
            continue
        for said in read_sentence(plain, span, formulas):
            yield Tied(statement=statement, subject=subject, field=said.field, value=said.value, sentence=raw.strip())


def _titled(statement: OfficialStatement, effects: Mapping[int, str]) -> Subject | None:
    """The subject of a title in brackets."""
    title = statement.title.strip("【】")
    plain = masked(title)
    named, subject = _named(title + "】", plain + "】", statement, effects)
    if not named and (marks := _of_marks(title)):
        subject = Subject(numbers=marks)
    if _BULLET.search(title):
        of = subject or _placed(statement, effects, between=True)
        return Subject(numbers=of.numbers, whole=False) if of else None
    return subject


def _placed(statement: OfficialStatement, effects: Mapping[int, str], *, between: bool = False) -> Subject | None:
    """The effect at the statement's index, if there is one of that number, or none is numbered and it is the first line."""
    number = int(statement.place)
    if number != statement.place and not between:
        return None
    printed = [n for n in effects if n]
    if number in printed:
        return Subject(numbers=(number,))
    return Subject(numbers=(0,)) if not printed and number <= 1 else None


def _named(raw: str, plain: str, statement: OfficialStatement, effects: Mapping[int, str]) -> tuple[bool, Subject | None]:
    """Whether the sentence names what it speaks of, and the effect if it can be told."""
    if match := _NUMBERS.search(plain):
        return True, Subject(numbers=_of_marks(match[1]))
    match = _SUBJECT.search(plain)
    if not match:
        return False, None
    quote = raw[match.start(1) : match.end(1)].strip("『』")
    if quote.startswith("●"):
        of = _placed(statement, effects, between=True)
        return True, Subject(numbers=of.numbers, whole=False) if of else None
    found = _quoted(quote, effects, int(statement.place))
    return True, Subject(numbers=found) if found else None


def _quoted(quote: str, effects: Mapping[int, str], index: int) -> tuple[int, ...]:
    """The effect that holds a quoted clause, of several the one at the index; none where none or several do."""
    printed = {n: text for n, text in effects.items() if n}
    if marks := _NUMBER.match(quote):
        number = ord(marks[1]) - 0x245F
        return (number,) if number in printed or not printed else ()
    if not _MARKS.sub("", quote).strip("・、と～〜 "):
        return tuple(n for n in _of_marks(quote) if n in printed)
    wanted = _bare(quote)
    holding = [n for n, text in effects.items() if wanted and wanted in _bare(text)]
    if len(holding) != 1:
        holding = holding or _alike(wanted, effects)
        holding = [index] if index in holding else holding
    if len(holding) != 1:
        return ()
    return tuple(holding) if holding[0] or not printed else ()


def _alike(wanted: str, effects: Mapping[int, str]) -> list[int]:
    from rapidfuzz.fuzz import partial_ratio

    rated = {n: partial_ratio(wanted, _bare(text)) for n, text in effects.items() if text and len(wanted) >= 8}
    return [n for n, rate in rated.items() if rate >= _NEAR]


def _bare(text: str) -> str:
    return _NOISE.sub("", unicodedata.normalize("NFKC", text))


def _of_marks(text: str) -> tuple[int, ...]:
    """The numbers of the marks of a text, those of a range between them too."""
    found = [ord(m) - 0x245F for m in _MARKS.findall(text)]
    for first, last in _RANGE.findall(text):
        found += range(ord(first) - 0x245F, ord(last) - 0x245F)
    return tuple(sorted(set(found)))


def of_field(tied: Sequence[Tied], field: str) -> dict[Value, Tied]:
    """The values that are said of a field, each with the first that says it."""
    found: dict[Value, Tied] = {}
    for one in tied:
        if one.field == field:
            found.setdefault(one.value, one)
    return found
