"""Names written once with a word or a sign that the name has nowhere else: of a card or a person who does not exist."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import RECORDS, is_title
from kb.model import Finding, Lines

_WORD_OF_NAME = r"[A-Z][a-z'’]+(?:-[A-Z]?[a-z'’]+)*"
_ENGLISH = re.compile(rf"(?<![\w'’-]){_WORD_OF_NAME}(?: (?:(?:of the|of|and|in|to) )?{_WORD_OF_NAME}){{1,3}}(?![\w-])")
_QUOTED = re.compile(r"《([^《》\n]{3,12})》|「([^「」\n]{3,12})」|『([^『』\n]{3,12})』|:[a-z]+:`([^`<>\n]{3,12})`")
_HAN_NAME = re.compile(r"[\u3400-\u9fff·]{4,10}")
_LISTED = 4
"""Names that head the sections or rows of one document, at least, for them to be a list of cards."""
_LEAD = re.compile(r"^(?:The|A|An|If|When|While|In|On|At|Is|Does|Can|My|Your|His|Her|Their|So|And|But|For|No|Of) ")


@dataclass(frozen=True, slots=True)
class _Seen:
    """A name at a place."""

    audited: Audited
    line: int
    name: str


@check(
    "M327", family="meaning", across=True, severity="warning", says="A name stands once with a word that it has nowhere else."
)
def slip_of_name(corpus: Corpus) -> Iterator[Finding]:
    """Names that differ in one word, in Chinese in one character, from one that heads a section or a row and stands often."""
    written = [d for d in corpus.documents if d.source.format not in RECORDS]
    known = _headed(written)
    yield from _english(written, known)
    yield from _chinese(written, known)


def _headed(written: list[Audited]) -> frozenset[str]:
    """Names that head sections or rows of a document, where several of its sections or rows are headed by names."""
    names: set[str] = set()
    for audited in written:
        here: dict[str, set[str]] = {"section": set(), "row": set()}
        for passage in audited.document.passages:
            if passage.kind == "table-cell":
                here["row"] |= {_bare(head) for head in (passage.row_headers[:1] or (passage.text,))}
            elif passage.kind == "heading" and is_title(passage):
                here["section"].add(_bare(passage.text))
        for heads in here.values():
            named = {h for h in heads if _HAN_NAME.fullmatch(h) or (_ENGLISH.fullmatch(h) and " " in h)}
            names |= named if len(named) >= _LISTED else set()
    return frozenset(names)


def _bare(head: str) -> str:
    """A heading without the signs around a name, and what stands behind it in brackets."""
    return re.sub(r"\s*[(（][^)）]*[)）]\s*$|^\W*[A-Z]{0,3}-?\d[\d.-]*\W+", "", head).strip(' *_《》「」『』“”"`:：.')


def _english(written: list[Audited], known: frozenset[str]) -> Iterator[Finding]:
    seen: dict[str, list[_Seen]] = defaultdict(list)
    words: Counter[str] = Counter()
    for audited in written:
        for number, line in enumerate(audited.printed, 1):
            for shown in _ENGLISH.finditer(line):
                name = _LEAD.sub("", shown[0])
                if " " in name and name[0].isupper():
                    seen[name].append(_Seen(audited, number, name))
            words.update(w.casefold().removesuffix("'s") for w in _WORD.findall(line))
    by_word: dict[str, list[str]] = defaultdict(list)
    for name in known:
        for word in name.split():
            by_word[word].append(name)
    for name, places in seen.items():
        if len(places) > 1 or name in known or _fills_cell(places[0], name):
            continue
        for like in dict.fromkeys(n for word in name.split() for n in by_word.get(word, ())):
            if _is_slip(name, like, words, len(seen.get(like, ()))):
                yield _told(places[0], like)
                break


def _fills_cell(place: _Seen, name: str) -> bool:
    """Whether a name is all that stands in a cell behind the first: the row is about it."""
    cells = [cell.strip(" *_`") for cell in place.audited.printed[place.line - 1].strip(" |").split("|")]
    return name in cells[1:]


_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*(?:-[A-Za-z'’]+)*")


def _is_slip(name: str, like: str, words: Mapping[str, int], often: int) -> bool:
    """Whether two names differ in one word, no form of the other, and what they share stands nowhere but in them."""
    pairs = list(zip(name.split(), like.split(), strict=False))
    if len(name.split()) != len(like.split()):
        return False
    apart = [(w, v) for w, v in pairs if w != v]
    shared = [w.casefold() for w, v in pairs if w == v and w[0].isupper()]
    if len(apart) != 1 or not shared or apart[0][0][:3] == apart[0][1][:3]:
        return False
    return any(words[w] == often + 1 for w in shared)


def _chinese(written: list[Audited], known: frozenset[str]) -> Iterator[Finding]:
    quoted: dict[str, list[_Seen]] = defaultdict(list)
    texts = [(audited, n, line) for audited in written for n, line in enumerate(audited.printed, 1) if not line.isascii()]
    for audited, number, line in texts:
        for shown in _QUOTED.finditer(line):
            name = next(g for g in shown.groups() if g).strip()
            if _HAN_NAME.fullmatch(name):
                quoted[name].append(_Seen(audited, number, name))
    whole = "\n".join(line for _, _, line in texts)
    of_cards = _headed([d for d in written if _CARDS.search(d.source.file) or _CARDS.search(d.source.title)])
    names = sorted(n for n in {*known, *quoted} if _HAN_NAME.fullmatch(n))
    for name in names if len(names) <= _MOST else ():
        often = whole.count(name)
        for part, near in _parts(name):
            if often < _TWICE or whole.count(part) != often + 1:
                continue
            other = next((m[0] for m in re.finditer(near, whole) if m[0] != name), "")
            places = quoted.get(other, [])
            if name in quoted and len(places) == 1 and other not in known:
                yield _told(places[0], name)
            elif (
                other and name not in quoted and name in of_cards and min(whole.count(w) for w in (other[:2], other[-2:])) == 1
            ):
                where = next((_Seen(audited, n, other) for audited, n, line in texts if other in line), None)
                if where:
                    yield _told(where, name)


def _parts(name: str) -> Iterator[tuple[str, str]]:
    """What a name shares with one that differs in its last or its first character, and a pattern of both."""
    yield name[:-1], f"{re.escape(name[:-1])}[\u3400-\u9fff]"
    yield name[1:], f"[\u3400-\u9fff]{re.escape(name[1:])}"


_MOST = 4_000
"""Names that are held against each other, at most: each takes a look through all texts."""
_TWICE = 2
"""Times that a name must stand, at least."""
_CARDS = re.compile(r"(?<![a-z])cards?(?![a-z])|卡名|单卡", re.IGNORECASE)
"""Documents that go through cards one by one."""


def _told(seen: _Seen, like: str) -> Finding:
    what = f"“{seen.name}” stands nowhere else, and is nearly “{like}”."
    where = [seen.audited.at(Lines(seen.line, seen.line))]
    return found("M327", where, what, f"If {like} is meant, write that.", confidence=0.75)
