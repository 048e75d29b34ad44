"""Rulings and sources cited by a key: those that are withdrawn, those about something else, and those that there are not."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.evidence.registers import FORM, GONE, LEAST, LISTS, PARTLY, Register, citations, is_list, is_told, register_of
from kb.audit.evidence.rows import KEY, NAMED, keyed, rows_of
from kb.audit.evidence.superseded import HISTORY, PASSED, WITHDRAWN
from kb.audit.structure.outline import RECORDS
from kb.model import Finding, FoundAt, Lines

_CODE = re.compile(r"^\s*(?:[A-Z]{1,5}-?\d+|\d+(?:\.\d+)*[.、)）]?)\s+")
"""A number or a sign before the name that a heading gives."""
_ENGLISH_NAME = re.compile(r"(?:[A-Z][\w'’-]+)(?: (?:of|the|and|in|to|for|from|[A-Z][\w'’-]+)){1,5}")
_CHINESE_NAME = re.compile(r"[\u3400-\u9fff·]{3,9}")
_LED = 6
"""Citations that lead to a row, for each that does not."""
_ABOVE = 2
"""Printed lines above a citation that belong to it: the question, where its answer cites."""


@shared
def _declared_gone(corpus: Corpus) -> Mapping[str, tuple[Audited, int, str]]:
    """Keys that a sentence says are withdrawn, with where it does."""
    gone: dict[str, tuple[Audited, int, str]] = {}
    for audited in corpus.documents:
        if audited.source.format in RECORDS:
            continue
        for number, line in enumerate(audited.printed, 1):
            for shown in _WITHDRAWS.finditer(line):
                gone.setdefault(shown["en"] or shown["zh"] or shown["of"], (audited, number, shown[0]))
    return gone


_WITHDRAWS = re.compile(
    rf"(?<![\w-])(?P<en>{KEY.pattern})(?![\w-]) (?:is|are|was|has been|stands) (?:hereby )?(?:withdrawn|revoked|repealed)\b"
    rf"|(?<![\w-])(?<![被由])(?<![被由] )(?P<zh>{KEY.pattern})(?![\w-])\s?"
    r"(?:即日起|同时|予以|已)?(?:撤回|撤销|废止|作废)(?!了?\s?[A-Z\d])"
    rf"|(?:撤回|撤销|废止)\s?(?:裁定|决议)?\s?(?P<of>{KEY.pattern})(?![\w-])",
    re.IGNORECASE,
)


@check("E223", family="evidence", across=True, severity="warning", says="A ruling rests on one that has been withdrawn.")
def withdrawn_row(corpus: Corpus) -> Iterator[Finding]:
    """Citations of a row that says of itself that it is withdrawn or replaced."""
    for register, audited, number, key in citations(corpus):
        line, says = register.rows[key]
        gone = GONE.search(says[:_STATUS]) if register.headed else GONE.search(says)
        if (
            gone
            and not _is_effect(register, key)
            and not PARTLY.search(says)
            and not _names_the_newer(register, key, audited.printed[number - 1])
            and not (PASSED.search(line_said := _CITING.sub("", audited.printed[number - 1])) or WITHDRAWN.search(line_said))
            and not _PAST.search(line_said)
            and not _RECORD.search(audited.source.file)
            and not re.match(rf"\W*{re.escape(key)}\W*$", audited.printed[number - 1])
        ):
            places = [audited.at(Lines(number, number)), register.audited.at(Lines(line, line))]
            what = f"{key} is cited, of which the list says “{gone[0]}”."
            yield found("E223", places, what, "Look what holds now, and cite that.", confidence=0.85)
    yield from _against_sentences(corpus)


def _against_sentences(corpus: Corpus) -> Iterator[Finding]:
    """Citations of what another document's sentence says is withdrawn, where no list says so; those of one key together."""
    gone = _declared_gone(corpus)
    listed = {
        key for d in corpus.documents if (one := register_of(d)) for key, (_, says) in one.rows.items() if GONE.search(says)
    }
    cited: dict[str, list[FoundAt]] = defaultdict(list)
    for audited in corpus.documents if gone else ():
        if audited.source.format in RECORDS or is_told(audited) or is_list(audited) or _RECORD.search(audited.source.file):
            continue
        heads = {p.lines.first for p in audited.document.passages if p.kind == "heading"}
        for number, line in enumerate(audited.printed, 1):
            said = _CITING.sub("", line)
            if (
                number in heads
                or KEY.match(line.strip(" *#-[（("))
                or PASSED.search(said)
                or WITHDRAWN.search(said)
                or GONE.search(said)
            ):
                continue
            for key in dict.fromkeys(NAMED.findall(line)):
                if key in gone and key not in listed and gone[key][0] is not audited:
                    cited[key].append(audited.at(Lines(number, number)))
    for key, where in cited.items():
        told, at, words = gone[key]
        what = f"{key} is cited, of which the list says “{words}”."
        places = [*where[: MAX_PLACES - 1], told.at(Lines(at, at))]
        yield found("E223", places, what, "Look what holds now, and cite that.", confidence=0.8)


_STATUS = 60
"""Characters of a section's title and first words, in which its state is told; further on it may be about what ends."""
_EFFECT = re.compile(r"effect|text|ability|question|situation|case|效果|文本|能力|问题|情形|情况")


def _is_effect(register: Register, key: str) -> bool:
    """Whether the words stand in the column of what a card does, or of what was asked: nothing became of the row."""
    rows = [row for row in rows_of(register.audited) if row.key == key]
    titles = {title for row in rows for title, cell in row.cells.items() if GONE.search(cell.text)}
    return bool(titles) and all(_EFFECT.search(title) for title in titles)


_PAST = re.compile(r"过时|过期|不作数|不算数|outdated|out of date|no longer", re.IGNORECASE)
"""What tells that whoever cites a source knows what became of it."""
_RECORD = re.compile(r"record|chat|archive|qunliao|记录|聊天|群聊|存档|归档", re.IGNORECASE)
"""Files that keep what was said."""
_CITING = re.compile(
    r"\b(?:was|were) (?:settled|decided|ruled|confirmed|fixed|laid down|answered) (?:by|in|with|under)\b", re.I
)
"""How a source is cited; nothing is past for that."""


def _names_the_newer(register: Register, key: str, line: str) -> bool:
    """Whether a line names what the row of a key names as well: it tells what has replaced it."""
    return bool({*register.cited.findall(line)} & {*register.cited.findall(register.rows[key][1])} - {key})


@check("E224", family="evidence", across=True, severity="warning", says="What is cited is about something else.")
def row_about_another(corpus: Corpus) -> Iterator[Finding]:
    """Citations under the name of one thing of a row about another, where the first has a row of its own."""
    names = _names(corpus)
    for register, audited, number, key in citations(corpus):
        if HISTORY.search(audited.source.title):
            continue  # it tells what was changed in the row
        line, says = register.rows[key]
        about = _held(says, names)
        above = 0 if audited.printed[number - 1].lstrip().startswith("|") else _ABOVE
        here = " ".join((*_headings(audited, number), *audited.printed[max(0, number - 1 - above) : number]))
        if len(register.cited.findall(audited.printed[number - 1])) > 1:
            continue
        asked = _held(here, names)
        others = {name for name in asked if any(name in said for other, (_, said) in register.rows.items() if other != key)}
        if about and others and not about & asked and not _named_in_short(about, audited.printed[number - 1]):
            places = [audited.at(Lines(number, number)), register.audited.at(Lines(line, line))]
            what = f"{key} is cited for “{min(others)}”, and is about “{min(about)}”."
            yield found("E224", places, what, "Look which one is meant.", confidence=0.8)


def _named_in_short(names: Collection[str], line: str) -> bool:
    """Whether the line calls one of them by a word of its name alone: "the Bittern"."""
    words = (word for name in names for word in re.findall(r"[A-Z][\w'’-]{3,}", name))
    return any(re.search(rf"\b{re.escape(word)}\b", line) for word in words)


@check(
    "E231",
    family="evidence",
    across=True,
    severity="warning",
    says="A ruling is cited by a number that no list of rulings has.",
)
def no_such_row(corpus: Corpus) -> Iterator[Finding]:
    """Citations of a key that is formed as a register's are and stands in no table and over no section, where nearly all that
    are cited do."""
    registers = [one for d in corpus.documents if d.source.format not in RECORDS and (one := register_of(d))]
    known = {key for d in corpus.documents for one in [register_of(d)] if one for key in one.rows} | {*keyed(corpus)}
    known |= {shown[0] for d in corpus.documents for line in d.printed if (shown := KEY.match(line.strip(" *#-[（(")))}
    said: set[tuple[str, int, str]] = set()
    for register in registers:
        if LISTS.search(register.audited.source.file) or LISTS.search(register.audited.source.title):
            continue  # E222 tells of those
        forms = {
            form for key in register.rows if (form := _form(key)) and sum(_form(k) == form for k in register.rows) >= LEAST
        }
        cited: list[tuple[Audited, int, str]] = []
        for audited in (d for d in corpus.documents if d is not register.audited and d.source.format not in RECORDS):
            for number, line in enumerate(audited.printed, 1) if not is_told(audited) else ():
                keys = [] if FORM.search(line) else NAMED.findall(line)
                cited += [(audited, number, key) for key in keys if _form(key) in forms]
        lost = [one for one in cited if one[2] not in known] if _is_whole(register) else []
        led = len(cited) - len(lost)
        lost = [
            one for one in lost if led >= _LED * len(lost) or (led >= _LED_FAR * len(lost) and _is_beyond(one[2], register))
        ]
        if not lost:
            continue
        for audited, number, key in lost:
            if (audited.source.id, number, key) in said:
                continue
            said.add((audited.source.id, number, key))
            places = [audited.at(Lines(number, number))]
            what = f"{key} is cited, and {register.audited.source.title} has no such row."
            yield found("E231", places, what, "Look which one is meant.", confidence=0.85)


_LED_FAR = 2
"""The same for a number past the last of a register."""


def _is_beyond(key: str, register: Register) -> bool:
    """Whether a key's number lies past the last of a register of many whose keys begin alike."""
    stem, number = _stem(key), int(key[len(_stem(key)) :] or 0)
    numbers = [int(other[len(stem) :]) for other in register.rows if _stem(other) == stem]
    return len(numbers) >= 2 * LEAST and number > max(numbers)


def _stem(key: str) -> str:
    """A key without its last two digits, which count."""
    return re.sub(r"\d{1,2}$", "", key)


def _is_whole(register: Register) -> bool:
    """Whether a register has most of the numbers between its first and its last: one that has some of them is a selection.

    Numbers that begin with a year are counted anew in each.
    """
    numbers: dict[str, set[int]] = defaultdict(set)
    for key in register.rows:
        if shown := re.search(r"\d{1,2}$", key):
            numbers[_stem(key)].add(int(shown[0]))
    return all(max(some) - min(some) < 2 * len(some) for some in numbers.values())


def _form(key: str) -> str:
    """How a key is formed: its letters and signs, a nought for each digit; empty for one without letters, or of noughts, which
    tells how keys are formed."""
    told = re.search(r"[A-Z]", key) and re.search(r"\d{2}", key) and re.search(r"[1-9]", key)
    return re.sub(r"\d", "0", key) if told else ""


def _names(corpus: Corpus) -> frozenset[str]:
    """Names that headings give and rows of a register have: of cards, mostly."""
    said = [text for d in corpus.documents if (one := register_of(d)) for _, text in one.rows.values()]
    titles = {
        _CODE.sub("", p.text).strip(' *《》「」“”"')
        for d in corpus.documents
        for p in d.document.passages
        if p.kind == "heading"
    }
    proper = (t for t in titles if _ENGLISH_NAME.fullmatch(t) or _CHINESE_NAME.fullmatch(t))
    return frozenset(name for name in proper if any(name in text for text in said) and not _PAPER.search(name))


_PAPER = re.compile(r"minutes|circular|report|policy|rulebook|纪要|会议|记录|公告|通告|政策|规则书|手册|报告", re.IGNORECASE)
"""In what a document is called, and no card."""


def _held(text: str, names: frozenset[str]) -> set[str]:
    return {name for name in names if name in text}


def _headings(audited: Audited, line: int) -> tuple[str, ...]:
    """Headings over a line."""
    passage = audited.passages.get(audited.passage_at(Lines(line, line)))
    return passage.heading if passage else ()
