"""Slips of Chinese texts: doubled and mistaken characters, foreign words, old terms, two writings of a word."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kb.audit.check import MAX_PLACES, check, found, found_each
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.homophones import miswritten
from kb.audit.structure.outline import in_chinese, on_its_line, times
from kb.audit.structure.program import is_program, named
from kb.model import Concept, Finding, FoundAt, Passage

_HAN = "\u3400-\u9fff"
_DOUBLED = re.compile(rf"([{_HAN}]{{2,4}})\1")


@check("S231", family="structure", severity="info", says="A Chinese word stands twice in a row.")
def doubled_word(corpus: Corpus) -> Iterator[Finding]:
    """The last word of a term, or a term at the end of a sentence, repeated at once."""
    names = _names(corpus.concepts)
    for audited, text in in_chinese(corpus):
        for passage in text:
            shown = next((m for m in _DOUBLED.finditer(passage.text) if _is_slip(passage.text, m, names)), None)
            if shown:
                what = f"“{shown[0]}”: “{shown[1]}” stands twice."
                yield found("S231", [on_its_line(audited, passage, shown[0])], what, "Take one out.", confidence=0.9)


def _is_slip(text: str, doubled: re.Match[str], names: frozenset[str]) -> bool:
    """Whether a term ends in the word, or the doubled word is a term that ends a sentence."""
    before, word = text[: doubled.end(1)], doubled[1]
    if re.search(r"[想要爱]$", text[: doubled.start()]) and "几" in word:
        return False
    if word in names and re.match(r"[。！？；]", text[doubled.end() :]):
        return True
    return any(len(n) > len(word) and "的" not in n and n.endswith(word) and before.endswith(n) for n in names)


_MENDED = re.compile(r"写成|误作|误写|错字|笔误|改正|更正|改为|，改")
"""What tells that a slip was mended."""


@check(
    "S232",
    family="structure",
    across=True,
    severity="info",
    says="A Chinese term is probably miswritten: one character differs from it.",
)
def mistaken_character(corpus: Corpus) -> Iterator[Finding]:
    """Strings that differ from a term of the vocabulary or of the documents' own in one character that sounds alike."""
    for one in miswritten(corpus):
        where = on_its_line(one.audited, one.passage, one.written)
        if re.search(rf"[“「『\"]{re.escape(one.written)}[”」』\"]", one.passage.text) and _MENDED.search(one.passage.text):
            continue
        what = f"“{one.written}”: “{one.meant}” is probably meant ({one.usual} times)."
        yield found("S232", [where], what, "Correct the character.", confidence=0.7)


def _names(concepts: tuple[Concept, ...]) -> frozenset[str]:
    return frozenset(
        name
        for c in concepts
        for name in (c.labels.get("zh", ""), *c.aliases.get("zh", ()), *c.slang.get("zh", ()))
        if re.fullmatch(f"[{_HAN}]+", name)
    )


_PLACEHOLDER = re.compile(r"\{\{.*?\}\}|\$?\{[^{}]*\}|<<.*?>>|<[^<>]*>|%\w+%|\$\w+|\[\[.*?\]\]|【[A-Za-z_ ]+】")
_AS_IN_ENGLISH = re.compile(r"[（(][A-Za-z][A-Za-z ,/、-]*[)）]")
"""What a term is called in English, behind it."""
_LATIN = re.compile(
    rf"(?:(?<=[{_HAN}，。、「『（])|^)(?<![英原]文)(?<!英语)(?<!英文[作叫为是写])\s?([A-Za-z]{{2,}}\.?)(?=\s?[{_HAN}\d，。、」』•]|\s?/\s?[{_HAN}])"
)


@check(
    "S233", family="structure", severity="info", says="A foreign word stands in Chinese text, though there is a Chinese term."
)
def foreign_word(corpus: Corpus) -> Iterator[Finding]:
    """English words among Chinese ones, and one word in two spellings; first the words that the text also has in Chinese."""
    terms = _english(corpus)
    for audited, text in in_chinese(corpus):
        whole = "\n".join(p.text for p in text)
        printed: dict[str, list[Passage]] = defaultdict(list)
        for passage in text:
            marked = named(audited.raw(passage))
            if is_program(audited, passage) or not re.search(f"[{_HAN}]", passage.text):
                continue
            for word in dict.fromkeys(_LATIN.findall(_AS_IN_ENGLISH.sub("", _PLACEHOLDER.sub("", passage.text)))):
                if not re.search(rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])", marked):
                    printed[word].append(passage)
        known = {w: terms.get(w.casefold().rstrip("."), "") for w in printed}
        native = {w: t for w, t in known.items() if t and w.islower() and w.upper() not in whole}
        native = {w: t for w, t in native.items() if not re.search(rf"(?<![A-Za-z]){w}\s*[/／|·]\s*[{_HAN}]", whole)}
        yield from _together(audited, printed, native)
        yield from _cases(audited, printed, whole)


def _english(corpus: Corpus) -> Mapping[str, str]:
    """Chinese label of each single English word of the vocabulary."""
    found_here: dict[str, str] = {}
    for concept in corpus.concepts:
        for name in (concept.labels.get("en", ""), *concept.aliases.get("en", ()), *concept.slang.get("en", ())):
            native = next((n for n in _chinese_names(concept) if not re.search(r"[A-Za-z]", n)), "")
            if name and " " not in name and native:
                found_here.setdefault(name.casefold(), native)
    return found_here


def _chinese_names(concept: Concept) -> list[str]:
    return [n for n in (concept.labels.get("zh", ""), *concept.aliases.get("zh", ())) if n]


def _together(audited: Audited, printed: Mapping[str, list[Passage]], native: Mapping[str, str]) -> Iterator[Finding]:
    for word, term in native.items():
        where = [on_its_line(audited, p, word) for p in printed[word]]
        what = f"“{word}” is left in English {times(len(printed[word]))}; the Chinese term is “{term}”."
        yield from found_each("S233", where, what, f"Write {term}.", confidence=0.85)


def _once(where: Sequence[FoundAt]) -> list[FoundAt]:
    """The places, each line once."""
    return list({p.lines: p for p in reversed(where)}.values())[::-1]


def _cases(audited: Audited, printed: Mapping[str, list[Passage]], whole: str) -> Iterator[Finding]:
    """A word written in small letters here and in capitals there; the rarer forms come first."""
    forms: dict[str, list[str]] = defaultdict(list)
    for word in printed:
        forms[word.casefold().rstrip(".")].append(word)
    for words in forms.values():
        often = {w: len(re.findall(rf"(?<![A-Za-z]){re.escape(w)}(?![A-Za-z])", whole)) for w in words}
        usual = max(words, key=lambda w: often[w])
        odd = [w for w in words if w != usual and w.casefold().rstrip(".") and w.rstrip(".") != usual.rstrip(".")]
        odd = [w for w in odd if w.endswith(".") == usual.endswith(".")]  # “No.” is another word than “no”
        if odd:
            where = [on_its_line(audited, p, w) for w in odd for p in printed[w]]
            where = _once([*where[: MAX_PLACES - 1], on_its_line(audited, printed[usual][0], usual)])
            told = ", ".join(f"“{w}”" for w in odd)
            yield found("S233", where, f"{told} beside “{usual}”.", f"Write {usual}.", confidence=0.85)


_RARE = 2


@check("S234", family="structure", severity="info", says="A term carries an old or other name in brackets after it.")
def old_term(corpus: Corpus) -> Iterator[Finding]:
    """Other names of a concept put in brackets after the preferred one, or before it."""
    for audited, text in in_chinese(corpus):
        for concept in corpus.concepts:
            label = concept.labels.get("zh", "")
            for alias in (*concept.aliases.get("zh", ()), *concept.slang.get("zh", ())) if label else ():
                if len(alias) < 2 or alias in label or label in alias or not re.fullmatch(f"[{_HAN}]+", alias):
                    continue
                both = (f"{label}（{alias}）", f"{alias}（{label}）", f"{label}({alias})", f"{alias}({label})")
                odd = [(p, words) for p in text for words in both if words in p.text and not p.text.startswith(words)]
                if 1 <= len(odd) <= _RARE:
                    where = [on_its_line(audited, p, words) for p, words in odd]
                    what = f"“{odd[0][1]}” mixes two names of one thing; elsewhere the text says “{label}”."
                    yield found("S234", where, what, f"Write {label} throughout.", confidence=0.8)


_FEW = 4
_GLOSS = re.compile(r"[(（「『\"“][^()（）「」『』\"“”]*[)）」』\"”]")
"""A name or term given in its original beside the English one."""


@check(
    "S237",
    family="structure",
    across=True,
    severity="info",
    says="Chinese or Japanese characters stand in English text without explanation.",
)
def foreign_script(corpus: Corpus) -> Iterator[Finding]:
    """Passages of English documents with a few such characters, where no language is named; all of a document together.

    In a document with an original on every page they are its nature, no fault; so are Chinese ones beside Chinese documents.
    """
    native = any(d.source.lang == "zh" for d in corpus.documents)
    foreign = "\u3041-\u30fa" if native else f"{_HAN}\u3041-\u30fa"
    for audited in corpus.documents:
        if audited.source.lang != "en":
            continue
        text = [p for p in audited.document.passages if p.kind not in ("reference", "boilerplate", "note")]
        lines = [
            on_its_line(audited, p, shown[0])
            for p in text
            if (shown := re.search(f"[{foreign}]+", _GLOSS.sub("", p.text)))
            and not re.search("japanese|chinese|korean", p.text, re.IGNORECASE)
        ]
        if lines and len(lines) < max(_FEW, len(text) / 20):
            what = f"{len(lines)} passage{'s' if len(lines) > 1 else ''} with characters that no reader of English can look up."
            yield from found_each("S237", lines, what, "Name the sign in words.", confidence=0.8)


_VARIANTS = (("当作", "当做"), ("给予", "给与"), ("其他", "其它"), ("作为", "做为"), ("账", "帐"), ("视为", "视做"))


@check("S239", family="structure", severity="info", says="A Chinese word is written in two ways.")
def two_writings(corpus: Corpus) -> Iterator[Finding]:
    """Pairs of writings of one word, both used; the rarer one's places, then one of the other."""
    for audited, text in in_chinese(corpus):
        whole = "\n".join(p.text for p in text)
        for pair in _VARIANTS:
            rare, usual = sorted(pair, key=whole.count)
            if whole.count(rare) > 0 and whole.count(usual) >= 2:
                odd = [on_its_line(audited, p, rare) for p in text if rare in p.text][: MAX_PLACES - 1]
                like = next(on_its_line(audited, p, usual) for p in text if usual in p.text)
                what = f"“{rare}” {times(whole.count(rare))}, “{usual}” {times(whole.count(usual))}."
                yield found("S239", _once([*odd, like]), what, f"Write {usual}.", confidence=0.8)
