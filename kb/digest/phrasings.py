"""Questions with the side that "yes" affirms: the digest's own, and more ways to put one (`sources/cues/phrasings.tsv`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kb.digest.load import sources_dir
from kb.digest.rows import read_rows
from kb.model import NO_SIDE, Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Sided:
    """A question in one language and its side."""

    entry: str
    """Of the digest; empty for a phrasing."""
    lang: str
    side: str
    text: str


def sided(rules: Iterable[Rule]) -> tuple[Sided, ...]:
    """The digest's questions in both languages; those without a side are left out."""
    found = [
        Sided(entry=rule.id, lang=lang, side=NO_SIDE if ask.verdict == "n/a" else ask.put(lang), text=text)
        for rule in rules
        for ask in rule.asks
        for lang, text in (("en", ask.en), ("zh", ask.zh))
    ]
    return tuple(one for one in found if one.side and one.text)


def load_phrasings(folder: Path | None = None) -> tuple[Sided, ...]:
    """The phrasings, in the order of the file; none if the folder has no such file."""
    path = sources_dir(folder) / "cues" / "phrasings.tsv"
    return tuple(Sided(entry="", lang=lang, side=side, text=text) for _, (lang, side, text) in read_rows(path))
