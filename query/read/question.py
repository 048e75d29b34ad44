"""A question read, once: its language, what it asks, what it gives, what it names beside cards and concepts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path

from kb.digest.load import sources_dir
from kb.digest.scope import load_scope, out_of_scope
from kb.index.terms import index_terms
from kb.lang.detect import detect
from kb.lang.later import later
from kb.lang.misspelt import mended
from kb.model import NO_SIDE, Lang, Span
from query.read.asking import bare, last_sentence, unquoted
from query.read.facts import read_facts
from query.read.intent import is_polar, may_be_polar, read_intent
from query.read.meant import read_meant
from query.read.names import TOKEN, without_names
from query.read.reading import Reading, Sides
from query.read.sides import read_sides
from query.read.territory import territory_named

SURELY_ASKED = 0.05
"""The reader's chance of "no yes or no" below which a question surely wants one of them."""
_OLD = later(r"\b(v(ersion)?\s?7|old(er)? (rule\s?book|rules|edition))|旧版|旧规则|老规则|第7版|7\.0", re.I)
_APART = later(r"disagree|conflict|contradict|differ|矛盾|冲突|分歧|不同|不一", re.I)


def read_question(
    text: str,
    sources: Path | None = None,
    *,
    lang: Lang | None = None,
    names: Sequence[Span] = (),
    misleading: Sequence[Span] = (),
    pool: Executor | None = None,
) -> Reading:
    """What a text asks, by the words of that sources folder. `lang` where it is known; else it is told from the text.

    `names`: where it names cards. Their words say nothing of the question; `misleading`: those that have a word of the rules.
    `pool`: where the sides are read meanwhile; whoever asks for them waits.

    >>> read_question("Is it too late to chain?").sign, read_question("能连锁吗？").lang
    (-1, 'zh')
    """
    told_plainly = without_names(text, names)
    plain = told_plainly.text
    told: Lang = lang or _language(plain if _tells(plain) else text)
    meant = mended(plain) if told == "en" else plain
    sides = pool.submit(read_sides, meant).result if pool else partial(read_sides, meant)
    folder = sources_dir(sources)
    plain_asked = _asked(plain)
    asked = told_plainly.back(plain_asked)
    words = frozenset(index_terms(text))
    outside = out_of_scope(plain, load_scope(folder))
    whole = bare(plain)
    last = last_sentence(whole)
    polar = _polar(plain, told, sides)
    return Reading(
        text=text,
        plain=plain,
        told=without_names(text, misleading).text,
        plain_asking=plain[slice(*plain_asked)],
        lang=told,
        folder=folder,
        asked=asked,
        intent=read_intent(plain, told, polar),
        polar=polar,
        read_sides=sides,
        facts=read_facts(meant, told, folder),
        words=words,
        asked_words=frozenset(index_terms(text[asked.start : asked.end])) or words,
        alone=last if len(last) < len(whole.strip()) else "",
        territory=territory_named(plain),
        old_rules=bool(_OLD.search(plain)),
        alike=not _APART.search(plain),
        outside=outside[0] if outside else None,
        outside_told=outside is not None and not outside[0].find(last),
        meant=read_meant(plain),
    )


def _polar(text: str, lang: Lang, sides: Callable[[], Sides]) -> bool:
    """By the words that ask for yes or no; where there are none, by the reader of sides, if it is sure."""
    return is_polar(text, lang) or (may_be_polar(text, lang) and sides().share(NO_SIDE) < SURELY_ASKED)


def _language(text: str) -> Lang:
    """Of a question, by what stands outside quotation marks, where anything does: a text may be quoted in another language."""
    outside = unquoted(text)
    return "zh" if detect(outside if _tells(outside) else text) in ("zh", "ja") else "en"


def _tells(plain: str) -> bool:
    """Whether letters beside the names are left that tell a language."""
    return any(c.isalpha() for c in plain.replace(TOKEN, ""))


def _asked(text: str) -> Span:
    """Where the sentence that asks stands."""
    sentence = last_sentence(text)
    start = max(0, text.rfind(sentence))
    return Span(start, start + len(sentence))
