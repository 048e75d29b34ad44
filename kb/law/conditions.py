"""Conditions of formal rules, evaluated with three truth values.

A `when` is a table of terms (kb/law/vocabulary.py). All of its lines must hold; a list means any of its values; `any`, `all`
and `none` hold a list of tables. Numbers take `_min` and `_max`. What the facts do not say is unknown, and stays unknown
unless the other lines decide.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from kb.law.vocabulary import VOCABULARY, Term
from kb.model import Tri

Facts = Mapping[str, object]
"""Term name to value: str, bool, int, a frozenset of str for `words`; None or absent where unknown.

The timing fact is a tuple of ids, the timing itself first, then what contains it; `before` is the tuple of the timings
that come later in the same step.
"""
Condition = Callable[[Facts], Tri]

_GROUPS = {name.split(".")[0] for name in VOCABULARY if "." in name}


def all_of(values: Iterable[Tri]) -> Tri:
    """False if any is false, else unknown if any is unknown, else true.

    >>> all_of([True, None]), all_of([None, False]), all_of([])
    (None, False, True)
    """
    result: Tri = True
    for value in values:
        if value is False:
            return False
        if value is None:
            result = None
    return result


def any_of(values: Iterable[Tri]) -> Tri:
    """True if any is true, else unknown if any is unknown, else false.

    >>> any_of([False, None]), any_of([None, True]), any_of([])
    (None, True, False)
    """
    negated = all_of(negate(v) for v in values)
    return negate(negated)


def negate(value: Tri) -> Tri:
    """The opposite; unknown stays unknown."""
    return None if value is None else not value


def problems(when: Mapping[str, object]) -> list[str]:
    """What is wrong with a `when`, one line each, naming the nearest right word; empty if it is sound."""
    found: list[str] = []
    for name, value in lines_of(when):
        if name in ("any", "all", "none"):
            found += _group_problems(name, value)
            continue
        term, suffix = term_of(name)
        if term is None:
            found.append(f"unknown word `{name}`{nearest_word(name, VOCABULARY)}")
        elif suffix and term.kind != "number":
            found.append(f"`{name}`: only numbers take {suffix}; write `{term.name}`")
        else:
            found += _value_problems(name, term, value)
    return found


def compile_when(when: Mapping[str, object]) -> Condition:
    """The condition as a function of the facts. Raises ValueError naming every mistake."""
    wrong = problems(when)
    if wrong:
        raise ValueError("; ".join(wrong))
    tests = tuple(_test(name, value) for name, value in lines_of(when))
    return lambda facts: all_of(test(facts) for test in tests)


def missing(when: Mapping[str, object], facts: Facts) -> tuple[str, ...]:
    """Names of the terms that a condition uses and the facts do not know."""
    names: list[str] = []
    for name, value in lines_of(when):
        if name in ("any", "all", "none"):
            for table in value if isinstance(value, list) else []:
                names += missing(table, facts)
            continue
        term, _ = term_of(name)
        if term and facts.get(term.name) is None:
            names.append(term.name)
    return tuple(dict.fromkeys(names))


def names_of(when: Mapping[str, object]) -> frozenset[str]:
    """The cards that a condition asks for by name."""
    found: set[str] = set()
    for name, value in lines_of(when):
        if name in ("any", "all"):
            found.update(*(names_of(table) for table in value))  # type: ignore[attr-defined]  # a list of tables under these names
        elif name == "card.name":
            found.update(value if isinstance(value, list) else [str(value)])
    return frozenset(found)


def lines_of(when: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    """The lines of a condition, tables of one word written out: `card = { type = … }` is the line `card.type`."""
    for key, value in when.items():
        if key in _GROUPS and isinstance(value, Mapping):
            for inner, inner_value in value.items():
                yield f"{key}.{inner}", inner_value
        else:
            yield key, value


@lru_cache(maxsize=512)
def term_of(name: str) -> tuple[Term | None, str]:
    """The word that a line is about and its ending, `_min`, `_max` or none; no word if nobody knows it."""
    if name in VOCABULARY:
        return VOCABULARY[name], ""
    for suffix in ("_min", "_max"):
        if name.endswith(suffix) and name.removesuffix(suffix) in VOCABULARY:
            return VOCABULARY[name.removesuffix(suffix)], suffix
    return None, ""


def nearest_word(word: str, known: Iterable[str]) -> str:
    """What to say after a word that nobody knows: the nearest that is known, else which are."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"; did you mean `{close[0]}`?" if close else f"; known are {', '.join(sorted(known)[:12])}"


def _group_problems(name: str, value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(table, Mapping) for table in value):
        return [f"`{name}` takes a list of tables"]
    return [line for table in value for line in problems(table)]


def _value_problems(name: str, term: Term, value: object) -> list[str]:
    values = value if isinstance(value, list) else [value]
    if term.kind == "flag":
        return [] if isinstance(value, bool) else [f"`{name}` takes true or false"]
    if term.kind == "number":
        return [] if all(isinstance(v, int) and not isinstance(v, bool) for v in values) else [f"`{name}` takes a whole number"]
    found: list[str] = []
    for one in values:
        if not isinstance(one, str):
            found.append(f"`{name}` takes text, not {one!r}")
        elif term.values and one not in term.values:
            found.append(f"`{name}` does not know `{one}`{nearest_word(one, term.values)}")
    return found


def _test(name: str, value: object) -> Condition:
    if name in ("any", "all", "none"):
        parts = tuple(compile_when(table) for table in value)  # type: ignore[attr-defined]  # a list of tables under these names
        if name == "all":
            return lambda facts: all_of(part(facts) for part in parts)
        if name == "any":
            return lambda facts: any_of(part(facts) for part in parts)
        return lambda facts: negate(any_of(part(facts) for part in parts))
    term, suffix = term_of(name)
    assert term is not None
    wanted = frozenset(value if isinstance(value, list) else [value])
    key = term.name
    if term.kind == "number":
        return _number(key, suffix, min(wanted) if suffix == "_min" else max(wanted), wanted)
    if term.kind in ("words", "timing"):
        return _many(key, wanted)
    return _one(key, wanted)


def _one(key: str, wanted: frozenset[object]) -> Condition:
    def test(facts: Facts) -> Tri:
        value = facts.get(key)
        return None if value is None else value in wanted

    return test


def _many(key: str, wanted: frozenset[object]) -> Condition:
    def test(facts: Facts) -> Tri:
        values = facts.get(key)
        return None if values is None else any(v in wanted for v in values)  # type: ignore[attr-defined]  # a fact of several is a collection

    return test


def _number(key: str, suffix: str, limit: int, wanted: frozenset[object]) -> Condition:
    def test(facts: Facts) -> Tri:
        value = facts.get(key)
        if not isinstance(value, int):
            return None
        if suffix == "_min":
            return value >= limit
        if suffix == "_max":
            return value <= limit
        return value in wanted

    return test
