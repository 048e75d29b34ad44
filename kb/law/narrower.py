"""Whether one condition says all that another says, and more: told from their lines, not from what is known of a case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from kb.law.conditions import lines_of, term_of

Around = Callable[[str], tuple[str, ...]]
_GROUPS = ("any", "all", "none")


def narrower(one: Mapping[str, object], other: Mapping[str, object], around: Around) -> bool:
    """Whether a `when` holds only where the other holds too, and adds something to it.

    Told by comparing line with line: groups (`any`, `all`, `none`) only count as said by an equal group, so that False may
    also mean that it cannot be told.
    """
    return _covers(one, other, around) and not _covers(other, one, around)


def _covers(one: Mapping[str, object], other: Mapping[str, object], around: Around) -> bool:
    mine = list(lines_of(one))
    return all(any(_implies(line, asked, around) for line in mine) for asked in lines_of(other))


def _implies(line: tuple[str, object], asked: tuple[str, object], around: Around) -> bool:
    (name, value), (wanted_name, wanted) = line, asked
    if name in _GROUPS or wanted_name in _GROUPS:
        return line == asked
    (term, suffix), (wanted_term, wanted_suffix) = term_of(name), term_of(wanted_name)
    if term is None or term != wanted_term:
        return False
    if term.kind == "number":
        return _bounds_imply(_listed(value), suffix, _listed(wanted), wanted_suffix)
    allowed = set(_listed(wanted))
    if term.name == "timing":
        return all(allowed.intersection((v, *around(str(v)))) for v in _listed(value))
    return set(_listed(value)) <= allowed


def _bounds_imply(values: list[object], suffix: str, wanted: list[object], wanted_suffix: str) -> bool:
    numbers = [v for v in values if isinstance(v, int)]
    limits = [v for v in wanted if isinstance(v, int)]
    if not wanted_suffix:
        return not suffix and set(numbers) <= set(limits)
    if suffix not in ("", wanted_suffix):
        return False
    if wanted_suffix == "_min":
        return min(numbers) >= min(limits)
    return max(numbers) <= max(limits)


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str) else [value]
