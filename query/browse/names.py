"""From what someone types to the concept or timing meant: an id, a label in any language, an alias, slang, a typo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from kb.digest.load import bundled_linker
from kb.errors import UnknownName
from kb.model import Concept, Timing
from kb.text import normalise

_LONGEST = 200
"""Code points of a name; longer ones mean nothing."""
_SUGGESTED = 3
_NEAR = 60.0
"""Likeness, 0 to 100, below which a name is not suggested."""
_SHOWN = 60


def resolve(name: str, kind: Literal["concept", "timing"], things: Mapping[str, Concept | Timing], sources: Path) -> list[str]:
    """Ids of what a name means, the likeliest first; several where players use one word for several things.

    Raises UnknownName with the nearest labels if the name, as a whole, means nothing of this kind.
    """
    wanted = " ".join(name.split())
    if len(wanted) <= _LONGEST:
        found = _exact(wanted, things.values()) or _linked(wanted, kind, things, sources)
        if found:
            return found
    raise UnknownName(_message(wanted[:_LONGEST], kind, things.values()))


def _exact(name: str, things: Iterable[Concept | Timing]) -> list[str]:
    """Ids of the things that go by exactly this name, by id or label before other names."""
    wanted = normalise(name).text
    found = [(rank, thing.id) for thing in things for rank, text in _names(thing) if wanted and _plain(text) == wanted]
    return list(dict.fromkeys(identifier for _, identifier in sorted(found, key=lambda f: f[0])))


@lru_cache(maxsize=16_384)
def _plain(name: str) -> str:
    """One of our own names as it is compared: every one of them, each time that somebody asks for a page."""
    return normalise(name).text


def _names(thing: Concept | Timing) -> Iterator[tuple[int, str]]:
    yield 0, thing.id
    yield from ((1, text) for text in thing.labels.values())
    yield from ((2, text) for texts in thing.aliases.values() for text in texts)
    if isinstance(thing, Concept):
        yield from ((3, text) for texts in thing.slang.values() for text in texts)


def _linked(name: str, kind: str, things: Mapping[str, Concept | Timing], sources: Path) -> list[str]:
    """Ids that the linker finds in the name as a whole: other forms of a word, typos, the names of a twin."""
    linked = bundled_linker(sources).link(name, slang=True, typos=True)
    found = [m.target for m in linked if m.target_kind == kind and m.span.end - m.span.start == len(name)]
    return [i for i in dict.fromkeys(found) if i in things]


def _message(name: str, kind: str, things: Iterable[Concept | Timing]) -> str:
    from rapidfuzz import fuzz, process

    labels = sorted({label for thing in things for label in thing.labels.values()})
    scored = process.extract(name, labels, scorer=fuzz.token_sort_ratio, processor=str.lower, limit=_SUGGESTED)
    near = [label for label, score, _ in scored if score >= _NEAR]
    hint = f"Did you mean {', '.join(near)}?" if near else "Try another name of it, in English or Chinese."
    shown = f"{name[:_SHOWN]}…" if len(name) > _SHOWN else name
    return f"{kind} “{shown}”: unknown. {hint}"
