"""Registers, tables in which a key stands for each row: a key that two rows carry."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.evidence.rows import DATED, Row, rows_of
from kb.model import Finding

_LEAST = 4
"""Keys of a register."""
_NUMBERED = re.compile(r"\b(?:no|number|id|key|code|ref)\b|号$")
"""Titles of a column of keys, where digits alone could be months or results."""
_DIGITS = re.compile(r"\d+")
_LAST = re.compile(r"\d+(?=\D*$)")
_CONTINUED = re.compile(r"\b(?:ditto|cont(?:inued|\.|’?d)|as above|see above)|同上|续|〃|″", re.IGNORECASE)
_SHOWN = 30
"""Code points of what a row is about, at most."""


@check("S248", family="structure", severity="warning", says="A key of a register stands for two rows.")
def key_twice(corpus: Corpus) -> Iterator[Finding]:
    """The one key of a table that two rows of a section carry, which are about different things.

    Two rows on one thing may follow each other under its key. So they must have other rows between them, or different days,
    or the number that should come next must be missing.
    """
    hint = "Give one of them a key of its own, and look at what cites it."
    for audited in corpus.documents:
        for rows in _registers(audited):
            for one, other in _twice(rows):
                about = [_about(row)[:_SHOWN] for row in (one, other)]
                what = f"{one.key} stands for two rows: “{about[0]}” and “{about[1]}”."
                yield found("S248", [other.at(), one.at()], what, hint, confidence=0.85)


def _registers(audited: Audited) -> Iterator[Sequence[Row]]:
    """Rows whose first cells are keys of one form, by table."""
    by_form: dict[tuple[tuple[str, ...], str], list[Row]] = defaultdict(list)
    for row in rows_of(audited):
        title, first = next(iter(row.cells.items()))
        numbered = row.key[:1].isalpha() or _NUMBERED.search(title)
        if row.passages and row.key and numbered and first.text.strip(" *`[]") == row.key:
            by_form[row.table, _DIGITS.sub("0", row.key)].append(row)
    yield from by_form.values()


def _twice(rows: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
    """The two rows of a key, if there is one such key among many."""
    by_key: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        by_key[row.key].append(number)
    again = [numbers for numbers in by_key.values() if len(numbers) > 1]
    if len(by_key) < _LEAST or len(again) != 1 or len(again[0]) != 2:
        return
    first, second = again[0]
    one, other = rows[first], rows[second]
    apart = second - first > 1 or bool(one.day and other.day and one.day != other.day)
    after = rows[second + 1].key if second + 1 < len(rows) else ""
    if _section(one) == _section(other) and _differ(one, other) and (apart or _is_missed(one.key, after, by_key)):
        yield one, other


def _is_missed(key: str, after: str, keys: Container[str]) -> bool:
    """Whether the number that comes next is missing, and the one after it is there."""
    shown = _LAST.search(key)
    if shown is None:
        return False
    following = [f"{key[: shown.start()]}{int(shown[0]) + step:0{len(shown[0])}}{key[shown.end() :]}" for step in (1, 2)]
    return following[0] not in keys and following[1] == after


def _about(row: Row) -> str:
    """What a row says beside its key and its day."""
    days = row.under(DATED)
    return next((cell.text for cell in list(row.cells.values())[1:] if cell.text.strip() and cell not in days), "")


def _differ(one: Row, other: Row) -> bool:
    """Whether two rows are about different things, and none goes on with the other."""
    said = [_about(row).casefold() for row in (one, other)]
    return all(said) and said[0] != said[1] and not any(_CONTINUED.search(row.text) for row in (one, other))


def _section(row: Row) -> tuple[str, ...]:
    return row.audited.passages[min(row.passages)].heading
