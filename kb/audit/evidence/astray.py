"""Citations of a clause or a row that says nothing of what it is cited for, where another one does."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from math import log

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.evidence.registers import FORM, Register, is_list, is_told, register_of
from kb.audit.evidence.rows import NAMED
from kb.audit.evidence.superseded import HISTORY
from kb.audit.structure.outline import RECORDS, sections
from kb.index.terms import index_terms
from kb.lang.detect import detect
from kb.model import Finding, Lines, Passage

_NUMBER = r"\d{1,3}(?:\.\d{1,2}){1,2}"
_CLAUSE = re.compile(rf"[\s*#>|-]*(?:§\s*)?\**(?:[A-Z]{{1,3}}[ -])?(?P<n>{_NUMBER})(?![\d.:])\**[\s.、:：)）]")
_CITED = re.compile(
    r"(?:\b(?:sections?|rules?|clauses?|articles?|paragraphs?)\s*|(?-i:\b[A-Z]{2,3}\s)|§\s*|第\s*"
    r"|(?:规则书?|章程|规程|指南|手册|须知|细则|见|条)\s*§?\s*|[(（])"
    rf"(?P<n>{_NUMBER})(?!\d|\.\d|\s*[版元倍%])(?! (?:is|are|says?|does)\b)",
    re.IGNORECASE,
)
"""A clause that is cited, and not spoken of."""
_EDITION = re.compile(r"版本|规则\s*\d\.\d\s*$|\beditions?\b|\bversion\b|《[^》]+》\s*规则", re.IGNORECASE)
_LEAST_CLAUSES = 8
_LEAST_TERMS = 4
"""Terms of what cites, under which it says too little."""
_NOTHING, _MUCH, _SHARED = 0.25, 0.25, 3
"""How much of what another one says of the matter the cited one may say; how much of the matter that one must say, both by how
seldom the terms are; and how many terms it must share."""
_MOST_KEYS = 1


@dataclass(frozen=True, slots=True)
class _Item:
    """A clause, or a row of a register."""

    key: str
    audited: Audited
    line: int
    terms: frozenset[str]
    lang: str


@dataclass(frozen=True, slots=True)
class _Weights:
    """How many passages there are, and in how many of them each term stands."""

    passages: int
    counts: Mapping[str, int]

    def of(self, terms: Set[str]) -> float:
        """What terms count together, seldom ones more."""
        return sum(log(1 + self.passages / (1 + self.counts[term])) for term in terms)


@check(
    "E236", family="evidence", across=True, severity="warning", says="What is cited says nothing of it, and another one does."
)
def cited_astray(corpus: Corpus) -> Iterator[Finding]:
    """Clauses and rows of registers, by the words that they share with what cites them."""
    written = [d for d in corpus.documents if d.source.format not in RECORDS and not HISTORY.search(d.source.file)]
    counts = Counter(term for d in written for p in d.document.passages for term in set(index_terms(p.text)))
    weights = _Weights(sum(len(d.document.passages) for d in written), counts)
    registers = [one for d in written if (one := register_of(d))]
    for register in registers:
        items = _rows(register)
        for audited in written:
            if audited is not register.audited and not is_told(audited) and not is_list(audited):
                yield from _astray(audited, items, weights, register.cited)
    clauses = [item for d in written for item in _clauses(d)]
    for audited in written if clauses else ():
        if not is_told(audited):
            yield from _astray(audited, clauses, weights, None)


def _rows(register: Register) -> Sequence[_Item]:
    below = {s.heading.lines.first: " ".join(p.text for p in s.text) for s in sections(register.audited)}
    made = []
    for key, (line, said) in register.rows.items():
        text = f"{said} {below.get(line, '')}"
        made.append(_Item(key, register.audited, line, frozenset(index_terms(text)), detect(text)))
    return made


def _clauses(audited: Audited) -> Sequence[_Item]:
    """The numbered clauses of a document, each with its title and all that stands before the next one."""
    heads = [(shown["n"], at) for at, line in enumerate(audited.printed, 1) if (shown := _CLAUSE.match(line))]
    if len(heads) < _LEAST_CLAUSES:
        return ()
    text = [p for p in audited.document.passages if p.kind != "boilerplate"]
    ends = [at for _, at in heads[1:]] + [len(audited.printed) + 1]
    said: dict[str, list[str]] = defaultdict(list)
    for (key, at), end in zip(heads, ends, strict=True):  # a table of contents may have a number as well
        told = [p for p in text if at <= p.lines.first < end]
        said[key] += [*(p.text for p in told), *(told[0].heading[-1:] if told else ())]
    first = dict(reversed(heads))
    made = []
    for key, words in said.items():
        whole = " ".join(words)
        made.append(_Item(key, audited, first[key], frozenset(index_terms(whole)), detect(whole)))
    return made


def _astray(audited: Audited, items: Sequence[_Item], weights: _Weights, cited: re.Pattern[str] | None) -> Iterator[Finding]:
    known = {item.key for item in items}
    for passage in audited.document.passages:
        if (
            passage.kind in ("heading", "boilerplate", "reference")
            or FORM.search(passage.text)
            or _EDITION.search(passage.text)
        ):
            continue
        shown = cited.findall(passage.text) if cited else [m["n"] for m in _CITED.finditer(passage.text)]
        keys = set(shown) & known
        if not 0 < len(keys) <= _MOST_KEYS or (passage.text.isascii() and passage.text.isupper()):
            continue
        said = _matter(audited, passage)
        terms, lang = frozenset(index_terms(_CITED.sub(" ", NAMED.sub(" ", said)))), detect(said)
        own = [item for item in items if any(_is_of(item.key, key) or _is_of(key, item.key) for key in keys)]
        if len(terms) < _LEAST_TERMS or any(item.lang != lang or item.audited is audited for item in own):
            continue
        homes = {item.audited.source.id for item in own}
        others = [i for i in items if i not in own and i.lang == lang and i.audited.source.id in homes]
        best = max(others, key=lambda i: weights.of(terms & i.terms), default=None)
        if best is None or len(terms & best.terms) < _SHARED:
            continue
        most = weights.of(terms & best.terms)
        mine = max(weights.of(terms & item.terms) for item in own)
        if mine <= _NOTHING * most and most >= _MUCH * weights.of(terms):
            told = next(item for item in own if item.key in keys)
            what = f"{told.key} is cited here and says nothing of it; {best.key} does."
            places = [audited.place(passage), *(i.audited.at(Lines(i.line, i.line)) for i in (told, best))]
            yield found("E236", places, what, "Look which one is meant.", confidence=0.75)


def _is_of(key: str, whole: str) -> bool:
    """Whether a key is another, or a part of what that stands for: 2.3.1 of 2.3."""
    return key == whole or key.startswith(f"{whole}.")


def _matter(audited: Audited, passage: Passage) -> str:
    """What a citation stands for: its passage with the question above and the title, or the whole row."""
    if passage.kind == "table-cell":
        row = [p.text for p in audited.document.passages if p.kind == "table-cell" and p.lines == passage.lines]
        return " ".join((*passage.row_headers[:1], *row))
    asked = audited.passages.get(passage.parent) if passage.parent else None
    return " ".join((passage.text, asked.text if asked else "", *passage.heading[-1:]))
