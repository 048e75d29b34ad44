"""Likely misspellings: English by a dictionary, the vocabulary and the documents' own usage; names by each other."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from kb.audit.check import check, found, found_each
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.structure.dictionary import known, near, remember
from kb.audit.structure.outline import on_its_line, times
from kb.audit.structure.program import is_program, named
from kb.lang.plain import is_word
from kb.model import Finding, Passage

_WORD = re.compile(r"(?<![\w'’.@/^-])[A-Za-z]{4,}(?![\w@/-]|[’'](?:ll|ve|re|t)\b|\.\w)")
_QUOTED = re.compile(r"[\"“][^\"“”]{1,80}[\"”]|'[A-Z][^']{3,60}'")
_USUAL = 5
"""Times that a word must stand in the documents to need no dictionary."""
_SELDOM = 4e-7
"""How usual a word must be, 0..1, to be meant where the documents do not use it."""
_JOINING = frozenset(
    {"a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or", "if", "is", "are", "be", "it"}
)
"""Words that run together with the next one by a slip; two others may be a compound that the dictionary lacks."""


def _better(word: str, usage: Mapping[str, int]) -> str:
    """The likeliest word one letter away, or the two words it runs together; empty if there is none."""
    likely = [
        (c[-1] == word[-1], usage.get(c, 0), usual, c)
        for c, usual in near(word)
        if usage.get(c, 0) >= 2 or (len(word) >= 7 and usual >= _SELDOM)
    ]
    if likely:
        return max(likely)[-1]
    for cut in range(2, len(word) - 1):
        one, other = word[:cut], word[cut:]
        if not _JOINING.isdisjoint((one, other)) and min(usage.get(one, 0), usage.get(other, 0)) >= _USUAL:
            return f"{one} {other}"
    return ""


@check("S211", family="structure", across=True, severity="info", says="A word is probably misspelled.")
def misspelled(corpus: Corpus) -> Iterator[Finding]:
    """Words that neither the dictionary nor the vocabulary nor the documents' usage knows, where a known one is near.

    A word that heads a row of a table is a term that the document explains.
    """
    english = [d for d in corpus.documents if d.source.lang == "en"]
    usage, short = (sum((_usage(d)[n] for d in english), Counter()) for n in (0, 1))
    terms = _terms(corpus)
    own_terms = terms | {word for word, count in usage.items() if count >= _OWN_TERM and len(word) >= _TERM_LETTERS}
    for audited in english:
        odd: dict[str, list[Passage]] = defaultdict(list)
        own = {head.casefold() for p in _prose(audited) for head in p.row_headers}
        for passage in _prose(audited):
            text = _QUOTED.sub(" ", passage.text)
            rare = [w for w in dict.fromkeys(_WORD.findall(text)) if w[1:] == w[1:].lower() and usage[w.casefold()] < _USUAL]
            code = set(_WORD.findall(named(audited.raw(passage)))) if rare else ()
            for word in rare:
                lower = word.casefold()
                if word in code or lower in terms or lower in own or corpus.known_word(word):
                    continue
                opens = len(word) > _NAME_LETTERS and _opens(text, word)
                slip = word[0].islower() or opens or _is_slip_of_term(lower, own_terms, usage)
                if not _inflected(lower) and slip:
                    odd[word].append(passage)
        yield from _file_names(audited, usage)
        if _is_foreign(audited, terms, corpus):
            continue
        for word, passages in odd.items():
            better = _better(word.casefold(), usage | short)
            if better and (word.islower() or usage[better]):  # what opens a sentence may be a name
                what = f"“{word}”: “{better}” is probably meant."
                where = [on_its_line(audited, p, word) for p in passages]
                yield from found_each("S211", where, what, "Correct the word.", confidence=0.9)
    remember()


@shared
def _usage(audited: Audited) -> tuple[Counter[str], Counter[str]]:
    """How often a document uses each word, and each of two or three small letters."""
    text = "\n".join(p.text for p in _prose(audited))
    return Counter(map(str.casefold, _WORD.findall(text))), Counter(re.findall(r"\b[a-z]{2,3}\b", text))


_NAME_LETTERS = 5
"""Of a word in a capital that opens a sentence and may be a name: shorter ones lie near some word by chance."""
_TERM_LETTERS = 6
"""Of a term that a word in capitals may be a slip of; a shorter one may be a name."""
_OWN_TERM = 20
"""Times that the documents use a word from which on it is a term of their own."""


def _is_slip_of_term(word: str, terms: frozenset[str], usage: Mapping[str, int]) -> bool:
    """Whether a word is a word of the vocabulary that the documents use, with one letter wrong or two in the wrong order."""
    near_terms = process.extractOne(word, terms, scorer=OSA.distance, score_cutoff=1) if len(word) >= _TERM_LETTERS else None
    return near_terms is not None and usage[near_terms[0]] >= 2 and near_terms[0] != word


STRANGE, STRANGE_SHARE = 12, 0.02
"""Different small words of a document that the dictionary does not know, and their share, from which on it has a vocabulary of
its own, in which a dictionary finds no slips."""


def _is_foreign(audited: Audited, terms: frozenset[str], corpus: Corpus) -> bool:
    words = {w for p in _prose(audited) for w in _WORD.findall(_QUOTED.sub(" ", p.text)) if w.islower()}
    strange = [w for w in words if w not in terms and not corpus.known_word(w) and not _inflected(w)]
    return len(strange) >= STRANGE and len(strange) >= STRANGE_SHARE * len(words)


_BRITISH = re.compile(
    r"our(?=s?$|ed$|ing$|able$|ite$|less$)|(?<=[a-z]{3})is(?=e[drs]?$|ers$|ing$|ation$|able$)|tre(?=s?$)|ll(?=ed$|ing$|er$)|ce(?=s?$)"
)
_AMERICAN = {"our": "or", "is": "iz", "tre": "ter", "ll": "l", "ce": "se"}


def _british(word: str) -> bool:
    """Whether a word is spelt as in Britain what the dictionary has as in America."""
    return any(known(word[: m.start()] + _AMERICAN[m[0]] + word[m.end() :]) for m in _BRITISH.finditer(word))


def _file_names(audited: Audited, usage: Mapping[str, int]) -> Iterator[Finding]:
    """Words in the names of pictures that are a slip of a word the documents use often."""
    for image in audited.document.images:
        name = image.url.rpartition("/")[2].partition(".")[0]
        for word in re.findall(r"[a-z]{5,}", name):
            better = "" if usage[word] or _inflected(word) else _better(word, usage)
            if usage.get(better, 0) >= _USUAL and not word.startswith(better):
                what = f"“{word}” in the name of the picture {name}: “{better}” is probably meant."
                yield found(
                    "S211", [audited.at(image.lines, image.url)], what, "Rename the file and its link.", confidence=0.85
                )


_ENDINGS = ("s", "es", "ed", "d", "ing", "er", "ers", "ly")


def _inflected(word: str) -> bool:
    """Whether the dictionary has the word, or its stem where the word is formed as English forms it."""
    if is_word(word) or known(word) or _british(word):
        return True
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 3 and known(stem):
            return not known(stem + stem[-1] + ending)
    if word.endswith("ied") and known(word[:-3] + "y"):
        return True
    return (word.endswith("ing") and known(word[:-3] + "e") and len(word) > 6) or _is_compound(word)


def _is_compound(word: str) -> bool:
    """Whether a word is two that the dictionary has, of three letters and more, or one denied: no slip, but formed."""
    cuts = [(word[:n], word[n:]) for n in range(1, len(word)) if all(is_word(w) or known(w) for w in (word[:n], word[n:]))]
    joined = any(min(map(len, both)) > 2 for both in cuts) and all(_JOINING.isdisjoint(both) for both in cuts)
    return joined or (word.startswith("un") and known(word[2:]))


@shared
def _prose(audited: Audited) -> Sequence[Passage]:
    """English text, titles included."""
    english = (p for p in audited.document.passages if p.kind not in ("reference", "boilerplate") and p.lang == "en")
    return [p for p in english if not is_program(audited, p)]


def _opens(text: str, word: str) -> bool:
    """Whether a word opens a sentence and no name: its capital says nothing."""
    return bool(re.search(rf"(?:^|(?<!\b[A-Z])[.!?]\s+){word}\b(?! [A-Z])", text))


def _terms(corpus: Corpus) -> frozenset[str]:
    """The words of the vocabulary's English names."""
    named = [
        name for c in corpus.concepts for name in (c.labels.get("en", ""), *c.aliases.get("en", ()), *c.slang.get("en", ()))
    ]
    named += [name for t in corpus.timings for name in (t.labels.get("en", ""), *t.aliases.get("en", ()))]
    return frozenset(word for name in named for word in re.findall(r"[a-z]+", name.casefold()))


@check("S212", family="structure", severity="info", says="A word is written in two ways.")
def two_spellings(corpus: Corpus) -> Iterator[Finding]:
    """A word run together that is hyphenated elsewhere far more often."""
    for audited in corpus.documents:
        text = [(p, p.text) for p in _prose(audited)]
        hyphened = Counter(w.casefold() for _, t in text for w in re.findall(r"\b[A-Za-z]{2,}-[A-Za-z]{2,}\b", t))
        for form, often in hyphened.items():
            joined = re.compile(rf"\b{form.replace('-', '')}\b", re.IGNORECASE)
            odd = [p for p, t in text if joined.search(t)] if often >= _USUAL else []
            if odd and 3 * len(odd) <= often:
                what = f"“{form.replace('-', '')}” {times(len(odd))}, “{form}” {times(often)}."
                where = [on_its_line(audited, p, form.replace("-", "")) for p in odd]
                yield from found_each("S212", where, what, f"Write {form}.", confidence=0.9)


_NAME = re.compile(r"[\"“]([A-Z][^\"“”\n]{5,50}?)[\"”]")
_ALIKE = 84


@check("S213", family="structure", severity="info", says="A name is written in two ways.")
def two_names(corpus: Corpus) -> Iterator[Finding]:
    """Quoted names of one document that differ in few letters, one of them printed once."""
    for audited in corpus.documents:
        names: dict[str, list[Passage]] = {}
        for passage in audited.document.passages:
            owners = re.findall(r"© ?\d{4} ([A-Z][A-Z ]{5,40})", audited.raw(passage))
            for name in dict.fromkeys([*_NAME.findall(passage.text), *owners]):
                if _is_name(name):
                    names.setdefault(name.strip(" ,.?!"), []).append(passage)
        for name, passages in names.items():
            if len(passages) > 1:
                continue
            others = [n for n in names if n != name and re.findall(r"\d+", n) == re.findall(r"\d+", name)]
            best = process.extractOne(name, others, scorer=fuzz.ratio, score_cutoff=_ALIKE)
            if best and _misspelt(name, best[0]) and (len(names[best[0]]) > 1 or name < best[0]):
                what = f"“{name}” and “{best[0]}” are probably one name."
                where = [on_its_line(audited, passages[0], name), on_its_line(audited, names[best[0]][0], best[0])]
                yield found("S213", where, what, "Write the name as it is printed on the card.", confidence=0.8)


def _is_name(text: str) -> bool:
    words = text.split()
    return len(words) >= 2 and sum(w[:1].isupper() for w in words) >= len(words) / 2 and not re.search(r"[/\[\]]", text)


def _misspelt(one: str, other: str) -> bool:
    """Whether two names differ as a slip would make them: in one word, by few letters, and not in case or number alone."""
    ours, theirs = one.casefold().split(), other.casefold().split()
    if len(ours) != len(theirs):
        return False
    odd = [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b]
    return len(odd) == 1 and 60 <= fuzz.ratio(*odd[0]) < 100 and odd[0][0].rstrip("s") != odd[0][1].rstrip("s")


_TERM_USUAL, _RARE = 10, 3


@check("S214", family="structure", severity="warning", says="A term with a word too many, as if two terms were run together.")
def blended_term(corpus: Corpus) -> Iterator[Finding]:
    """Once printed names that are a usual term of the vocabulary with a word of another term put in."""
    names = {c.labels["en"] for c in corpus.concepts if len(c.labels.get("en", "").split()) >= 3}
    known = {n.casefold() for c in corpus.concepts for n in (c.labels.get("en", ""), *c.aliases.get("en", ()))}
    words = {w for n in known for w in n.split()}
    for audited in (d for d in corpus.documents if d.source.lang == "en"):
        text = [(p, _QUOTED.sub(" ", p.text)) for p in _prose(audited)]
        whole = "\n".join(t for _, t in text)
        for name in (n for n in names if whole.count(n) >= _TERM_USUAL):
            first, *rest = name.split()
            for cut in range(1, len(rest) + 1):
                before, after = " ".join([first, *rest[: cut - 1]]), " ".join(rest[cut - 1 :])
                blended = re.findall(rf"\b{re.escape(before)} ([A-Z][a-z]+) {re.escape(after)}\b", whole)
                for extra in blended if len(blended) == 1 else ():
                    written = f"{before} {extra} {after}"
                    if written.casefold() in known or extra.casefold() not in words:
                        continue
                    passage = next(p for p, t in text if written in t)
                    what = f"“{written}” is no term; “{name}” is probably meant."
                    yield found("S214", [on_its_line(audited, passage, written)], what, "Correct the name.", confidence=0.85)


@check(
    "S215", family="structure", severity="info", says="A term is written small where the text always writes it with capitals."
)
def term_case(corpus: Corpus) -> Iterator[Finding]:
    """Terms of several words of which one word, in a place or two, does not have its capital."""
    names = {c.labels["en"] for c in corpus.concepts if re.fullmatch(r"[A-Z][a-z]+(?: [A-Z][a-z]+)+", c.labels.get("en", ""))}
    for audited in (d for d in corpus.documents if d.source.lang == "en"):
        text = [(p, _QUOTED.sub(" ", p.text)) for p in _prose(audited) if p.kind != "heading"]
        whole = "\n".join(t for _, t in text)
        told: set[str] = set()
        for name in sorted((n for n in names if whole.count(n) >= _TERM_USUAL), key=len, reverse=True):
            pattern = re.compile(rf"\b{name}(?=s?\b)", re.IGNORECASE)
            odd = [(p, m[0]) for p, t in text for m in pattern.finditer(t) if m[0] != name and not m[0].isupper()]
            odd = [(p, written) for p, written in odd if p.id not in told]
            told |= {p.id for p, _ in odd}
            if odd and len(odd) <= _RARE:
                where = [on_its_line(audited, p, written) for p, written in odd]
                what = f"“{odd[0][1]}” for “{name}”, which stands {whole.count(name)} times."
                yield found("S215", where, what, f"Write {name}.", confidence=0.85)
