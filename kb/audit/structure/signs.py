"""Signs of Chinese texts: quotation marks of several kinds, odd widths, stray spaces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from kb.audit.check import check, found_each
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import CHAT, every_place, in_chinese
from kb.model import Finding, Passage

_HAN = "\u3400-\u9fff"
_STYLES = {"“…”": re.compile("[“”]"), '"…"': re.compile('"'), "「…」": re.compile("[「」]"), "『…』": re.compile("[『』]")}


@check("S235", family="structure", severity="info", says="Quotation marks of several kinds stand for the same thing.")
def mixed_quotes(corpus: Corpus) -> Iterator[Finding]:
    """Straight or curly marks in a few lines of a text that quotes in brackets; where these are not that many, around what it
    quotes in brackets elsewhere, or without a partner."""
    for audited, text in in_chinese(corpus):
        lines = {style: [n for p in text for n in _lines_with(audited, p, mark)] for style, mark in _STYLES.items()}
        usual = max(lines, key=lambda style: len(lines[style]))
        names = set(re.findall(r"[「『]([^「」『』]{1,30})[」』]", "\n".join(p.text for p in text)))
        foreign = [n for style in ("“…”", '"…"') if style != usual for n in lines[style]]
        if len(lines[usual]) < _CONSISTENT * len(foreign):
            foreign = [n for n in foreign if _is_name_in(audited, n, names)]
        if foreign and len(lines[usual]) > 5 * len(foreign):
            what = f'{len(foreign)} lines quote in “…” or "…", the others ({len(lines[usual])}) in {usual}.'
            hint = "Use one kind; see that it ends where the name ends."
            yield from found_each("S235", every_place(audited, foreign), what, hint)


_CONSISTENT = 20
"""Lines that quote in one way, for each that quotes in another, from which on that is a slip whatever it quotes."""


def _is_name_in(audited: Audited, number: int, names: Collection[str]) -> bool:
    """Whether a line quotes what stands in brackets elsewhere, or has a mark without its partner."""
    line = audited.printed[number - 1]
    quoted = re.findall(r"“([^“”]*)”(?![一二两三四几]?个?字|字样|一词)|\"([^\"]*)\"", line)
    odd = line.count("“") != line.count("”") or line.count('"') % 2
    return bool(odd) or any((one or other) in names for one, other in quoted)


def _lines_with(audited: Audited, passage: Passage, mark: re.Pattern[str]) -> list[int]:
    """The lines of a passage with a mark that is read there, not one of the markup."""
    first, last = passage.lines
    return [n for n in range(first, last + 1) if mark.search(audited.printed[n - 1])] if mark.search(passage.text) else []


_LINK = re.compile(r"\]\([^()]*\)")
"""Where a link of Markdown leads."""


@check("S236", family="structure", severity="info", says="A sign of another width or shape than the text uses elsewhere.")
def odd_sign(corpus: Corpus) -> Iterator[Finding]:
    """Rare variants of the middle dot, and half-width brackets around Chinese words where the text has full-width ones."""
    for audited, text in in_chinese(corpus):
        signs = Counter(c for p in text for c in audited.raw(p) if c in "•·・（")
        dot = max("•·・", key=lambda c: signs[c])
        wrong = [c for c in "•·・" if 0 < signs[c] * 20 <= signs[dot]]
        lines = {c: [n for p in text for n in _lines_with(audited, p, re.compile(c))] for c in wrong}
        half = re.compile(rf"\([^()]*[{_HAN}][^()]*\)")
        unlinked = (_LINK.sub("]", line) for line in audited.printed)
        halved = {n for n, line in enumerate(unlinked, 1) if half.search(line)}
        lines["("] = [n for p in text for n in _lines_with(audited, p, half) if n in halved]
        for sign, at in lines.items():
            usual = "（" if sign == "(" else dot
            if at and signs[usual] > 5 * len(at):
                what = f"“{sign}” in {len(at)} line{'s' if len(at) > 1 else ''}, elsewhere “{usual}” ({signs[usual]} times)."
                yield from found_each("S236", every_place(audited, at), what, f"Write {usual}.", confidence=0.85)


_CELLS = re.compile(r"(?:[-*+•·]\s*)?[^\s，。；！？]{1,5} +[^\s，。；！？]+[。；]?")
"""A short name, spaces, one statement: two columns of a table without lines."""


@check(
    "S238",
    family="structure",
    severity="info",
    says="A space stands inside a Chinese sentence: punctuation is missing, or the space is stray.",
    off="one of thirty right on twelve unseen collections, where names, columns and markup have spaces.",
)
def inner_space(corpus: Corpus) -> Iterator[Finding]:
    """Spaces between Chinese words outside names in brackets and names that come again; all of a document together."""
    for audited, text in in_chinese(corpus):
        lines: list[int] = []
        again = _spaced_names(text)
        for passage in text:
            for number in range(passage.lines.first, passage.lines.last + 1):
                line = re.sub(r"[「『][^」』]{0,300}+[」』]|“[^“”]{0,30}”", "「」", _unmarked(audited.printed[number - 1]))
                line = re.sub(r"[（(][^（）()]{0,16}[）)]", lambda m: m[0].replace(" ", ""), line)
                for name in set(_SPACED_NAME.findall(line)) & again:
                    line = line.replace(name, "「」")
                if _is_spaced(line) and not _CELLS.fullmatch(line.strip()):
                    lines.append(number)
        if lines:
            what = f"{len(lines)} line{'s' if len(lines) > 1 else ''} with a space inside the sentence."
            hint = "Put the punctuation in, or take the space out."
            yield from found_each("S238", every_place(audited, lines), what, hint, confidence=0.85)


_SPACED_NAME = re.compile(rf"[{_HAN}]{{1,10}} [{_HAN}]{{1,10}}")


def _spaced_names(text: Sequence[Passage]) -> set[str]:
    """Two Chinese words with a space between them that stand so more than once: a name is written like that, not a slip."""
    counts = Counter(name for passage in text for name in _SPACED_NAME.findall(passage.text))
    return {name for name, count in counts.items() if count > 1}


_MARKED = re.compile(r" ?(?::[\w:.+-]+:)?`[^`]*`_{0,2} ?| ?\|[^|\s](?:[^|]*[^|\s])?\| ?| ?\*{1,2}(?P<told>[^*]+)\*{1,2} ?")
"""Text with a role, a name that is replaced, what is set off: markup wants spaces around them."""


def _unmarked(line: str) -> str:
    """A line without the marks and spaces of its markup."""
    return _MARKED.sub(lambda m: m["told"] or "", re.sub(r"<[^<>]*>|^\s*[-*+] +", "", line.replace("\\ ", "")))


_SPACE = re.compile(rf"(?<=[{_HAN}，。」』]) +(?=[{_HAN}（）「『])")
_ENDS = re.compile("[，。；：！？、（）「」『』,;:]")
_CLAUSE_NUMBER = re.compile(rf"^\W*第[{_HAN}\d]+[条章节款项]$")
_VALUE = re.compile(rf"[{_HAN}]{{2,6}}[：:][^。；，！？：:]{{1,24}}")
"""A label with a place or a name."""
_COLUMN, _NAME = 4, 6
"""Characters up to which a word between two spaces is a column, and two words around one space a name with its title."""


def _is_spaced(line: str) -> bool:
    """Whether a space stands inside a sentence of the line: not in a title or label, between columns, or inside a name."""
    if (
        CHAT.match(line)
        or not _ENDS.search(line)
        or len(re.findall(r"\S {2,}(?=\S)", line)) > 1
        or re.search(r"\S {3,}\S", line)
    ):
        return False
    for space in _SPACE.finditer(line):
        before, after = line[: space.start()], line[space.end() :]
        one, other = _ENDS.split(before)[-1].rpartition(" "), _ENDS.split(after)[0].partition(" ")
        if _CLAUSE_NUMBER.search(before) or "——" in before or _VALUE.fullmatch(line.strip()):
            continue
        column = (one[1] and len(one[2]) <= _COLUMN) or (other[1] and len(other[0]) <= _COLUMN)
        column = column or (not one[0].strip() and not _ENDS.search(before) and len(one[2].strip("-*> ")) <= _COLUMN)
        beside = before[-1] in "，。」』" or after[0] in "（）「『"
        if not column and (beside or (min(len(one[2]), len(other[0])) > 2 and len(one[2]) + len(other[0]) > _NAME)):
            return True
    return False
