"""Citations of an edition that the documents themselves say is withdrawn, or that the others have left behind."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Set
from dataclasses import dataclass

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.structure.outline import RECORDS
from kb.lang.numerals import HAN, value
from kb.model import Finding, Passage

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_EN = rf"{'|'.join(_ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th)"
_EDITION = re.compile(
    rf"\b(?P<ordinal>{_EN})\s+(?:ed\b\.?|edition|printing)|(?P<number>(?<![\d.§])\d{{1,2}}\.\d{{1,2}}(?![\d.]|\s?%))"
    rf"|第\s*(?P<zh>\d{{1,2}}|{HAN})\s*版|(?P<year>20\d\d)\s*年?版",
    re.IGNORECASE,
)
WITHDRAWN = re.compile(
    r"\bwithdrawn\b|\bsupersede|\bno longer (?:valid|in force|used|applies)\b|\breplace[sd]\b|\bout of (?:force|date)\b"
    r"|作废|废止|失效|取代|停止使用|停用|不再使用|不得再?(?:作|引用|用于)",
    re.IGNORECASE,
)
REPLACES = re.compile(r"\breplaces\b|\bsupersedes\b|取代(?!$)", re.IGNORECASE)
PASSED = re.compile(
    r"\b(?:old|older|former|formerly|earlier|previous|history|until|since|was|were|changed|changes|archived?)\b|存档|旧|原[来先有是]|以前|曾|过去|历史|改",
    re.IGNORECASE,
)
"""Words of a passage that speaks of an edition as of something past."""
HISTORY = re.compile(r"change|histor|news|archive|更新|变更|历史|存档|归档|修订记录", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[。！？；])|(?<=[.!?;])\s+")
_VERSION = frozenset(("version", "versions", "edition", "release", "v", "版本", "规则书"))
"""What may stand before a number that is one of an edition, other than the name of a work."""
_WORK = re.compile(r"([\u3400-\u9fff]{2,4})$|([A-Za-z][\w-]+)\W*$")


@dataclass(frozen=True, slots=True)
class _Edition:
    """An edition of a work, as it is named."""

    kind: str
    """ordinal, number or year."""
    value: tuple[int, ...]
    work: str
    """The word before it; empty where there is none."""


def _editions(text: str) -> Iterator[tuple[_Edition, str]]:
    """The editions named in a text, each with its words."""
    for shown in _EDITION.finditer(text):
        work = _WORK.search(text[: shown.start()].rstrip(" ,，《》“”\"'"))
        word = (work[1] or work[2]) if work else ""
        name = word.casefold()
        if shown["number"] and (word[:1].isupper() or name in _VERSION):
            yield _Edition("number", tuple(map(int, shown["number"].split("."))), name), shown[0]
        elif shown["number"]:
            continue
        elif shown["year"]:
            yield _Edition("year", (int(shown["year"]),), name), shown[0]
        else:
            yield _Edition("ordinal", (_ordinal(shown["ordinal"] or shown["zh"]),), name), shown[0]


def _ordinal(word: str) -> int:
    lower = word.casefold()
    if lower in _ORDINALS:
        return _ORDINALS.index(lower) + 1
    digits = re.match(r"\d+", word)
    return int(digits[0]) if digits else value(word)


_KEYED = re.compile(r"[A-Z]{1,4}-?\d|[本该此][条款例]|写明|规定")


@shared
def _named(audited: Audited) -> list[tuple[Passage, _Edition, str]]:
    text = (p for p in audited.document.passages if p.kind not in ("heading", "boilerplate"))
    return [(p, edition, words) for p in text for edition, words in _editions(p.text)]


def _withdrawn(corpus: Corpus) -> dict[tuple[str, tuple[int, ...]], tuple[Audited, Passage]]:
    """The editions that a sentence says are withdrawn or replaced, by kind and value, with where it says so."""
    told: dict[tuple[str, tuple[int, ...]], tuple[Audited, Passage]] = {}
    for audited in corpus.documents:
        for passage in audited.document.passages:
            for sentence in _SENTENCE.split(passage.text) if WITHDRAWN.search(passage.text) else ():
                said = WITHDRAWN.search(sentence)
                if said is None:
                    continue
                turned = REPLACES.search(sentence)
                part = sentence[turned.end() :] if turned else sentence[: said.start()]
                if re.match(r"\s*by\b", sentence[said.end() :]) or sentence[: said.start()].rstrip().endswith("由"):
                    part = sentence[: said.start()]
                named = list(_editions(part))[:1] if turned else list(_editions(part))[-1:]
                if named and not turned and _KEYED.search(part[part.rindex(named[0][1]) :]):
                    continue  # something else is withdrawn
                for edition, _ in named:
                    told.setdefault((edition.kind, edition.value), (audited, passage))
    return told


@check("E221", family="evidence", across=True, severity="warning", says="A superseded edition is cited.")
def superseded_edition(corpus: Corpus) -> Iterator[Finding]:
    """Editions that the documents say are withdrawn, and earlier ones of a work that is mostly cited in a later one."""
    written = [d for d in corpus.documents if d.source.format not in RECORDS and not HISTORY.search(d.source.file)]
    gone = _withdrawn(corpus)
    uses: dict[tuple[str, str], dict[tuple[int, ...], list[tuple[Audited, Passage, str]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for audited in written:
        for passage, named, words in _named(audited):
            uses[named.kind, named.work][named.value].append((audited, passage, words))
    for (kind, work), editions in uses.items():
        newest = max(editions)
        usual = len(editions[newest]) >= _USUAL
        for edition, where in editions.items():
            declared = gone.get((kind, edition))
            left = usual and work and kind == "ordinal" and edition < newest and len(where) * _USUAL <= len(editions[newest])
            cited = [c for c in where if _is_cited(c[0], c[1], declared)]
            if declared:
                others = {
                    work for a in written for p, named, said in _named(a) if named.value == edition for work in _works(p, said)
                }
                cited = [
                    (a, p, words)
                    for a, p, words in cited
                    if not _names_both(a, kind, edition)
                    and not _of_another_work(p, words, declared[1], others)
                    and not _was_in_force(a, p, declared[1])
                ]
            if not (declared or left) or not cited or len(cited) > MAX_PLACES:
                continue
            says = declared or editions[newest][0][:2]
            places = [*(a.place(p) for a, p, _ in cited[: MAX_PLACES - 1]), says[0].place(says[1])]
            what = f"“{cited[0][2]}” is cited, " + ("which is withdrawn." if declared else "where the others cite a later one.")
            yield found("E221", places, what, "Look whether the newer edition says the same, and cite it.", confidence=0.8)


_USUAL = 3
"""Times that an edition must be cited, for each citation of an earlier one, to be the usual one."""


def _is_cited(audited: Audited, passage: Passage, declared: tuple[Audited, Passage] | None) -> bool:
    """Whether a passage rests on an edition, rather than telling what became of it."""
    if declared and declared[0] is audited:
        return False
    return not (PASSED.search(passage.text) or WITHDRAWN.search(passage.text) or _leads_back(audited, passage))


def _leads_back(audited: Audited, passage: Passage) -> bool:
    """Whether a passage is a list's entry for what is kept of old: its link leads to an archive."""
    return any(HISTORY.search(n.url) for n in audited.document.links if n.passage == passage.id)


_DAY = re.compile(r"(?<!\d)(20\d\d)\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?!\d)")


def _was_in_force(audited: Audited, passage: Passage, declared: Passage) -> bool:
    """Whether a row is of a day before all days on which the edition is said to be replaced: it cites what was in force."""
    row, later = ([tuple(map(int, m)) for m in _DAY.findall(t)] for t in (_row(audited, passage), declared.text))
    return bool(row and later) and max(row) < min(later)


def _row(audited: Audited, passage: Passage) -> str:
    return audited.printed[passage.lines.first - 1] if passage.kind == "table-cell" else ""


def _names_both(audited: Audited, kind: str, edition: tuple[int, ...]) -> bool:
    """Whether a document names a later edition too: it knows which is which."""
    return any(named.kind == kind and named.value > edition for _, named, _ in _named(audited))


def _works(passage: Passage, words: str) -> set[str]:
    """The works that a passage names right before an edition."""
    return set(re.findall(rf"《([^《》]+)》\s*{re.escape(words)}", passage.text))


_TITLED = re.compile(r"《([^《》]+)》")


def _of_another_work(passage: Passage, words: str, declared: Passage, others: Set[str]) -> bool:
    """Whether the edition is of a work that it names, and the one withdrawn of another; or of one of several, unnamed."""
    named, titled = _works(passage, words), set(_TITLED.findall(declared.text))
    return bool(titled) and bool(named or others - titled) and not named & titled
