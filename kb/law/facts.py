"""A case, as somebody puts it, as facts: its words checked, with what their terms assume."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kb.errors import BadInput
from kb.law.conditions import problems
from kb.law.vocabulary import TERMS, VOCABULARY

Case = Mapping[str, object]
"""Facts by term, flat (`"card.type"`) or nested; what it does not mention is unknown, or what the term assumes."""

NOTHING = "none"
"""What a fact says where there is none, so that it is not unknown: `text.excludes = "none"`."""
_ASSUMED = {t.name: t.assumed for t in TERMS if t.assumed is not None}


def facts_of(case: Case) -> dict[str, object]:
    """A case as facts. Raises BadInput naming every word that is unknown, and the nearest one."""
    given = dict(_flat(case))
    if wrong := [line for name, value in given.items() for line in _wrong(name, value)]:
        raise BadInput(f"case: {'; '.join(wrong)}. The words are in docs/rules.md.")
    if not given.get("act"):
        raise BadInput('case: `act` is missing. Say what is asked, for example act = "chain".')
    return {**_ASSUMED, **{name: _fact(name, value) for name, value in given.items()}}


def _fact(name: str, value: object) -> object:
    several = VOCABULARY[name].kind == "words"
    if _is_nothing(name, value):
        return () if several else ""
    if several:
        return tuple(value) if isinstance(value, list | tuple) else (value,)
    return value


def _is_nothing(name: str, value: object) -> bool:
    """Whether it says that there is none, as of a text that excludes nothing."""
    term = VOCABULARY.get(name)
    one = value[0] if isinstance(value, list | tuple) and len(value) == 1 else value
    return one == NOTHING and term is not None and term.kind in ("word", "words") and NOTHING not in term.values


def _flat(case: Case, above: str = "") -> Iterator[tuple[str, object]]:
    for key, value in case.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key}.")
        elif value is not None:
            yield f"{above}{key}", value


def _wrong(name: str, value: object) -> list[str]:
    if _is_nothing(name, value):
        return []
    if name in ("any", "all", "none") or name.endswith(("_min", "_max")):
        return [f"`{name}` has no place in a case; give the fact itself"]
    listed = isinstance(value, list | tuple)
    if listed and name in VOCABULARY and VOCABULARY[name].kind != "words":
        return [f"`{name}` takes one value"]
    return problems({name: list(value) if isinstance(value, tuple) else value})
