"""What asks nothing: program code, single words, words in no order; told by sources/unasked.toml and the digest's words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from math import ceil
from pathlib import Path
from typing import Any

from kb import toml
from kb.digest.questions import written_in
from kb.digest.scope import Topic
from kb.errors import BadData
from kb.model import Rule
from kb.text import normalise

FILE = "unasked.toml"
LONG = 5
"""Words from which on a text must be a sentence."""
LEAST_KNOWN = 0.08
"""Of the neighbouring words of a sentence, the share that stand beside each other somewhere in the digest, at the least."""
_WORD = re.compile(r"[a-z0-9][a-z0-9']*|[\u4e00-\u9fff]")
_REPEATED = re.compile(r"(.{1,24}?)(?:[\s,，]*\1){2,}[\s?？!！.。]*")


@dataclass(frozen=True)
class Unasked:
    """Tells what asks nothing, and why."""

    code: Topic
    filler: Topic
    salad: Topic
    patterns: tuple[re.Pattern[str], ...]
    fragments: tuple[re.Pattern[str], ...]
    """Patterns of what is no whole sentence."""
    fillers: frozenset[str]
    functions: frozenset[str]
    rules: tuple[Rule, ...] = field(repr=False)

    @cached_property
    def _digest(self) -> str:
        """All texts and questions of the digest, in lower case."""
        texts = (text for rule in self.rules for text in (rule.en, rule.zh, *written_in(rule.asks)))
        return "\n".join(texts).lower()

    def is_code(self, text: str) -> bool:
        """Whether the text is written for a machine."""
        return any(p.search(text) for p in self.patterns)

    def why(self, text: str, *, named: bool = False) -> Topic | None:
        """Why a text asks nothing; None if it may ask something. `named`: cards were found in it, so it may be short or odd.

        A text that a pattern of code finds is code, one of filler words alone or without a word asks nothing, one that repeats
        itself, is a fragment, has no function word, or whose words hardly ever stand together is no sentence.
        """
        if self.is_code(text):
            return self.code
        plain = normalise(text).text
        words = _WORD.findall(plain)
        if not named and all(w in self.fillers or w.isdigit() for w in words):
            return self.filler
        fragment = any(p.search(plain) for p in self.fragments)
        if (
            fragment
            or _REPEATED.fullmatch(plain)
            or (not named and len(words) >= LONG and self._in_no_order(words, asks="?" in plain))
        ):
            return self.salad
        return None

    def _in_no_order(self, words: list[str], *, asks: bool) -> bool:
        wordless = not asks and all(w.isascii() for w in words) and not self.functions.intersection(words)
        needed = ceil(LEAST_KNOWN * (len(words) - 1))
        known = (pair for pair in pairwise(words) if _beside(*pair) in self._digest)
        return wordless or len(list(islice(known, needed))) < needed


def load_unasked(folder: Path, rules: Iterable[Rule]) -> Unasked:
    """What the file in a sources folder tells, over the words of the digest; the bundled one is read once.

    Raises BadData if the file is not TOML, a key is missing or a pattern is wrong. Without a file nothing is told.
    """
    return Unasked(*_read(folder / FILE), rules=tuple(rules))


def _beside(one: str, other: str) -> str:
    return f"{one} {other}" if one.isascii() or other.isascii() else one + other


@lru_cache(maxsize=4)
def _read(
    path: Path,
) -> tuple[Topic, Topic, Topic, tuple[re.Pattern[str], ...], tuple[re.Pattern[str], ...], frozenset[str], frozenset[str]]:
    try:
        table = toml.loads(path.read_text("utf-8")) if path.is_file() else _NOTHING
        code, filler, salad = (_topic(name, table[name]["why"]) for name in ("code", "filler", "salad"))
        patterns = tuple(re.compile(p, re.I | re.S) for p in table["code"]["patterns"])
        fragments = tuple(re.compile(p) for p in table["salad"].get("patterns", ()))
        return (
            code,
            filler,
            salad,
            patterns,
            fragments,
            frozenset(table["filler"]["words"]),
            frozenset(table["salad"]["function"]),
        )
    except (toml.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: not valid TOML ({error}). Mend the file.") from error
    except (KeyError, TypeError) as error:
        raise BadData(f"{path}: lacks {error}. It has code, filler and salad, each with why in en and zh.") from error
    except re.error as error:
        raise BadData(f"{path}: {error.pattern!r} is no pattern ({error}). Mend it.") from error


_NOTHING: dict[str, Any] = {
    "code": {"why": {"en": "", "zh": ""}, "patterns": ()},
    "filler": {"why": {"en": "", "zh": ""}, "words": ()},
    "salad": {"why": {"en": "", "zh": ""}, "function": ()},
}


def _topic(name: str, why: dict[str, str]) -> Topic:
    return Topic(id=f"unasked-{name}", labels={}, why={"en": why["en"], "zh": why["zh"]}, en=(), zh=())
