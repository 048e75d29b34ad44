"""Words quoted from a source that is at hand and does not have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rapidfuzz.fuzz import partial_ratio

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.evidence.keys import listed_in
from kb.audit.evidence.minutes import minutes_of
from kb.audit.structure.outline import RECORDS
from kb.lang.dates import days_in
from kb.model import Finding, Lines

_QUOTE = re.compile(
    r"<q>(?P<q>[^<>]{20,300})</q>|“(?P<curly>[^“”]{8,300})”|\"(?P<straight>[^\"<>]{20,300})\"|「(?P<han>[^「」]{8,200})」"
)
_BEHIND = re.compile(r"[^。.;；“\"「]{0,30}?\[(?P<key>[A-Z]{0,2}-?\d{1,3})\]")
"""A citation right behind a quotation."""
_TAGS = re.compile(r"<[^>]*>")
_SAID = 88
"""How like a stretch of the source the words must be, in percent, to be in it."""
_LEAST = {"en": 5, "zh": 8}
"""Words, in Chinese characters, of a quotation: shorter ones are names."""


@check(
    "E233",
    family="evidence",
    across=True,
    severity="warning",
    says="A source that is at hand does not have the words quoted from it.",
)
def not_its_words(corpus: Corpus) -> Iterator[Finding]:
    """Quotations right before the key of an entry in the list of sources that names the day of minutes, or a file, at hand."""
    written = [d for d in corpus.documents if d.source.format not in RECORDS]
    lists = [one for d in written if (one := listed_in(d))]
    if len(lists) != 1:
        return
    at_hand = {number: _named(corpus, says) for number, (_, says) in lists[0].entries.items()}
    for audited in (d for d in written if d is not lists[0].audited):
        for number, line in enumerate(audited.printed, 1):
            for shown in _QUOTE.finditer(line):
                words = next(g for g in shown.groups() if g).strip()
                cited = _BEHIND.match(_TAGS.sub("", line[shown.end() :]))
                key = lists[0].cited.search(cited[0]) if cited else None
                if key is None or int(key[1]) not in lists[0].entries:
                    continue
                told, says = lists[0].entries[int(key[1])]
                source = at_hand[int(key[1])]
                if _quoted_otherwise(says, words):
                    what, place = key[0], lists[0].audited.at(Lines(told, told))
                elif source is not None and _has(source, words) is False:
                    what, place = source.source.title, source.at(Lines(1, 1))
                else:
                    continue
                what = f"“{words[:60]}” is quoted from {what}, which does not have it."
                places = [audited.at(Lines(number, number)), place]
                yield found("E233", places, what, "Quote what it says, or name where it says so.", confidence=0.85)


def _named(corpus: Corpus, says: str) -> Audited | None:
    """The document that an entry of the list of sources names: by its path, or the minutes of its one day."""
    by_path = [d for d in corpus.documents if d.source.file and d.source.file in says]
    days = days_in(says).days
    held: Mapping[str, list[Audited]] = minutes_of(corpus)
    of_day = held.get(days[0], []) if len(days) == 1 else []
    return next(iter(by_path), of_day[0] if len(of_day) == 1 else None)


def _quoted_otherwise(says: str, words: str) -> bool:
    """Whether the entry itself gives the words of its source, nearly these but not quite."""
    given = [next(g for g in m.groups() if g) for m in _QUOTE.finditer(says)]
    likeness = [partial_ratio(_bare(words), _bare(one)) for one in given]
    return bool(likeness) and _NEARLY <= max(likeness) < _VERBATIM


_NEARLY, _VERBATIM = 60, 98


def _has(source: Audited, words: str) -> bool | None:
    """Whether a document has some words; None where they are too few, or in another language, to tell."""
    han = len(re.findall(r"[\u3400-\u9fff]", words))
    lang = "zh" if han * 2 > len(words) else "en"
    size = han if lang == "zh" else len(words.split())
    if size < _LEAST[lang] or source.source.lang != lang:
        return None
    return bool(partial_ratio(_bare(words), _bare(source.document.text)) >= _SAID)


def _bare(text: str) -> str:
    return re.sub(r"[\s\W_]+", " ", text.casefold()).strip()
