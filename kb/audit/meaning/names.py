"""One concept under several names: what documents call it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rapidfuzz.fuzz import ratio

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.meaning.entries import following
from kb.audit.structure.outline import RECORDS
from kb.model import Concept, Finding, FoundAt, Lines, Mention, Passage

MOST = 8
"""Findings on names, at most: old names and names that are explained first."""
ALIKE = 88
"""Likeness in percent from which two names are inflections of one."""
THINGS = frozenset({"zone", "card_type", "effect_type", "summon"})
"""Kinds of concepts that bear names. Of others, what looks like a second name is often a turn of phrase."""
TWICE, AGAIN = 2, 5
"""Uses of a second name from which on it is one: of a thing, or an old one of an action; of anything else."""
TALL = 6
"""Lines of a heading with its first text, at most."""
NAMES = ("label", "alias", "stem")
"""How a mention must have been recognised to count as a name: slang is nobody's term."""
_ENDING = re.compile(r"(?:'s|’s|s'|ing|ed|es|s|ion|ment)$")
_EMPTY = frozenset({"a", "an", "the", "of", "to", "in", "on", "your", "his", "their", "its", "this", "that", "be", "is"})


HEADED, GLOSSED, DEFINED, USED_ONLY = range(4)
"""How well a passage shows a name, the best first: as its heading, beside another name, in a definition, in passing."""


@dataclass
class _Used:
    """One name of a concept in one document."""

    count: int = 0
    passage: Passage | None = None
    rank: int = 9
    opening: Passage | None = None
    """The first passage that opens with it."""

    @property
    def in_passing(self) -> bool:
        """Whether nothing is headed by it, links it to another name or opens with it."""
        return self.rank >= DEFINED and self.opening is None

    def note(self, name: str, passage: Passage, rank: int, *, opens: bool) -> None:
        """Counts a use; remembers the one that shows the name best."""
        self.count += 1
        if opens and self.opening is None:
            self.opening = passage
        if passage.kind == "heading":
            rank = HEADED if len(name) * 2 >= len(passage.text.strip("■●◆ ")) else DEFINED
        if rank < self.rank:
            self.passage, self.rank = passage, rank


LONGEST = {"en": 5, "zh": 8, "ja": 12}
"""Words, for Chinese and Japanese characters, up to which a phrase counts as a name."""
_FUNCTION_WORDS = (
    "not cannot can if when is are you your it its their be been would to and after until considered remember attacking by"
    " same either from\\sthe from\\syour set\\sa make\\sa create\\sa in\\sthe on\\sthe"
)
_PHRASE = re.compile(rf"\b(?:{'|'.join(_FUNCTION_WORDS.split())})\b|[ぁ-ヿ]|\d|不|可以|时$|的场合")
Uses = dict[str, dict[str, _Used]]
"""By document, then by name."""


@dataclass
class _Names:
    """What a concept is called where."""

    uses: Uses = field(default_factory=lambda: defaultdict(dict))

    def note(self, source: str, name: str, passage: Passage, rank: int, *, opens: bool) -> None:
        self.uses[source].setdefault(name, _Used()).note(name, passage, rank, opens=opens)


def is_term(name: str, lang: str) -> bool:
    """Whether a mention reads like a name and not like a turn of phrase."""
    size = len(name.split()) if lang == "en" else len(name)
    return size <= LONGEST[lang] and not _PHRASE.search(name)


def _explained(audited: Audited, passage: Passage) -> Mapping[str, int]:
    """The concepts that a passage calls by two names, or defines, each with how well that shows a name."""
    called: dict[str, set[str]] = defaultdict(set)
    for mention in audited.mentions.get(passage.id, ()):
        if mention.target_kind == "concept" and mention.match in NAMES:
            called[mention.target].add(passage.text[mention.span.start : mention.span.end].lower())
    glossed = {c for c, names in called.items() if any(not same_name(a, b) for a, b in combinations(names, 2))}
    defined = {c for s in audited.statements.get(passage.id, ()) if s.modality == "defines" for c in s.concepts}
    return dict.fromkeys(defined, DEFINED) | dict.fromkeys(glossed, GLOSSED)


@shared
def _names(corpus: Corpus) -> Mapping[str, _Names]:
    found_: dict[str, _Names] = defaultdict(_Names)
    for audited in corpus.documents:
        for passage in audited.document.passages:
            if passage.kind in ("boilerplate", "reference") or passage.lang != audited.source.lang:
                continue
            defines = _explained(audited, passage)
            for mention in audited.mentions.get(passage.id, ()):
                if mention.target_kind == "concept" and mention.match in NAMES:
                    name = passage.text[mention.span.start : mention.span.end].lower()
                    if not is_term(name, audited.source.lang) or _opens_name(passage.text, mention):
                        continue
                    rank, opens = defines.get(mention.target, USED_ONLY), mention.span.start <= OPENS
                    found_[mention.target].note(audited.source.id, name, passage, rank, opens=opens)
    return found_


OPENS = 3
"""Code points before a name with which a passage opens: a title run together with its text, an item's number."""
_CAPITAL = re.compile(r"\s[A-Z][a-z]")


def _opens_name(text: str, mention: Mention) -> bool:
    """Whether a single capitalised word that is no label stands before another one: it opens the name of something else."""
    word, end = text[mention.span.start : mention.span.end], mention.span.end
    return mention.match != "label" and word.istitle() and " " not in word and bool(_CAPITAL.match(text[end : end + 3]))


_IRREGULAR = {"left": "leave", "sent": "send", "chosen": "choose", "chose": "choose", "drawn": "draw", "drew": "draw"}


def stems(name: str) -> tuple[str, ...]:
    """The words of a name that tell it from others, in order, without endings."""
    found_words = re.findall(r"[\w'’&]+", name.lower())
    words = (_ENDING.sub("", _IRREGULAR.get(w, w)) for w in found_words if w not in _EMPTY)
    return tuple(w.rstrip("e") for w in words if w)


def same_name(one: str, other: str) -> bool:
    """Whether two names are one, longer or inflected: in English by words, in Chinese by characters."""
    if any("\u4e00" <= ch <= "\u9fff" for ch in one + other):
        shorter, longer = sorted((one, other), key=len)
        return len(set(shorter) & set(longer)) * 2 >= len(set(shorter)) and len(set(shorter) & set(longer)) > 0
    if ratio(one, other) >= ALIKE:
        return True
    a, b = sorted((stems(one), stems(other)), key=len)
    if len(a) > 1 and len(a) < len(b) and (a[0], a[-1]) == (b[0], b[-1]):
        return False
    return all(any(w[:4] == v[:4] or v.startswith(w) or w.startswith(v) for v in b) for w in a)


@check("M306", family="meaning", across=True, severity="info", says="One concept bears different names in different documents.")
def terminology(corpus: Corpus) -> Iterator[Finding]:
    """Terms that have names in one language that are no forms of one another; not in the pages of a site, whose words are of
    one house."""
    concepts = {c.id: c for c in corpus.concepts}
    made: list[tuple[bool, Finding]] = []
    for name, names in _names(corpus).items():
        uses = {s: words for s, words in names.uses.items() if words}
        uses = {s: words for s, words in uses.items() if "/" not in corpus.by_source[s].source.file}
        if name in concepts:
            made += ((concepts[name].category in THINGS, f) for f in _finding(corpus, concepts[name], uses))
    yield from (f for _, f in sorted(made, key=lambda m: (-m[1].confidence, not m[0]))[:MOST])


Choice = tuple[str, str]
"""A document and a name it uses."""


def _finding(corpus: Corpus, concept: Concept, uses: Uses) -> Iterator[Finding]:
    chosen = _variants(corpus, concept, uses)
    if not chosen:
        return
    languages = {corpus.by_source[s].source.lang for s, _ in chosen}
    for source, words in sorted(uses.items(), key=lambda u: min(w.rank for w in u[1].values())):
        best = min(words, key=lambda w: (words[w].rank, -words[w].count, w))
        lang = corpus.by_source[source].source.lang
        if lang not in languages:
            chosen.append((source, best))
            languages.add(lang)
    shown = [_place(corpus.by_source[s], uses[s][w]) for s, w in chosen[:MAX_PLACES]]
    told = ", ".join(f"“{w}” ({corpus.by_source[s].source.title})" for s, w in chosen[:MAX_PLACES])
    what = f"{concept.labels.get('en', concept.id)} is called {told}."
    old = any(_old(corpus, [w], uses) for _, w in chosen)
    sure = 0.65 + 0.1 * old + 0.1 * (sum(uses[s][w].rank <= DEFINED for s, w in chosen) / len(chosen))
    yield found("M306", shown, what, "Use one name, or say once that they mean the same.", confidence=sure)


def _variants(corpus: Corpus, concept: Concept, uses: Uses) -> list[Choice]:
    """Names of one language that are no forms of one another, each where it is shown best; else nothing."""
    by_lang: dict[str, Counter[str]] = defaultdict(Counter)
    for source, words in uses.items():
        for word, used in words.items():
            by_lang[corpus.by_source[source].source.lang][word] += used.count
    chosen: list[Choice] = []
    for lang, counted in by_lang.items():
        label = concept.labels.get(lang, "").lower()
        counted = Counter({w: n for w, n in counted.items() if not any(len(w) < len(o) and _short(w, o) for o in counted)})
        groups = [g for g in _groups(counted) if _is_name(corpus, concept, g, label, uses, counted)]
        groups[1:] = sorted(groups[1:], key=lambda g: not _old(corpus, g, uses))
        taken: list[Choice] = []
        for group in groups[:2] if len(groups) > 1 and (_old(corpus, groups[1], uses) or not _knows_both(uses, groups)) else ():
            taken.append(_best(uses, group, {s for s, _ in taken}))
        chosen += taken
    return chosen


def _knows_both(uses: Uses, groups: Sequence[Sequence[str]]) -> bool:
    """Whether the documents with the second name use the first one as well: they know that the two are one."""
    having = [{s for s, words in uses.items() if any(w in words for w in group)} for group in groups[:2]]
    return having[1] <= having[0]


def _is_name(corpus: Corpus, concept: Concept, group: Sequence[str], label: str, uses: Uses, counted: Counter[str]) -> bool:
    """Whether a group of words is a name: the glossary's own, one of a thing that is used again, or an old one of anything."""
    if label in group:
        return True
    often, old = sum(counted[w] for w in group), _old(corpus, group, uses)
    if concept.category in THINGS:
        return old or often >= TWICE
    return old and often >= (TWICE if concept.category == "action" else AGAIN)


def _old(corpus: Corpus, group: Iterable[str], uses: Uses) -> bool:
    """Whether only documents that have been replaced use a name."""
    having = {s for s, words in uses.items() for w in group if w in words}
    return bool(having) and having <= corpus.superseded


def _groups(counted: Counter[str]) -> list[list[str]]:
    """Names put together that are one name, the commonest group first."""
    groups: list[list[str]] = []
    for word, _ in counted.most_common():
        home = next((g for g in groups if any(same_name(w, word) for w in g)), None)
        if home is None:
            groups.append([word])
        else:
            home.append(word)
    return groups


def _best(uses: Uses, group: Iterable[str], taken: set[str]) -> Choice:
    """The document and name that show a group best: a new document before one already shown."""
    every = [(s in taken, u[w].in_passing, u[w].rank, -u[w].count, s, w) for s, u in uses.items() for w in group if w in u]
    return min(every)[4:]


def _place(audited: Audited, used: _Used) -> FoundAt:
    """Where a name is shown: the passage that shows or opens with it; a heading with the first text under it."""
    passage = used.opening if used.opening and used.rank >= DEFINED else used.passage
    assert passage is not None
    after = following(audited, passage) if passage.kind == "heading" else None
    if after and after.kind != "heading" and after.lines.last - passage.lines.first < TALL:
        return audited.at(Lines(passage.lines.first, after.lines.last), f"{passage.text} / {after.text}")
    return audited.place(passage)


KIN = 2
"""Terms of the same kind that a document must explain itself before one it does not explain is missed."""
EXPLAINED = THINGS
"""Kinds of concepts that want explaining; turns, damage or drawing are plain words."""
USED = 2
"""Uses of a term in a document from which on the document should explain it."""


@check(
    "M307", family="meaning", across=True, severity="info", says="A document uses a term that only another document explains."
)
def unexplained(corpus: Corpus) -> Iterator[Finding]:
    """Terms that one document gives a section and the digest a definition, and another uses without either."""
    concepts = {c.id: c for c in corpus.concepts}
    named = _names(corpus)
    defined: dict[str, set[str]] = defaultdict(set)
    for rule in corpus.rules:
        for concept in rule.concepts:
            defined[concept] |= {c.source for c in rule.cites} if rule.kind == "definition" else set()
    headed = {name: {s for s, ws in n.uses.items() if any(u.rank == HEADED for u in ws.values())} for name, n in named.items()}
    for name, sources in defined.items():
        uses = named[name].uses if name in named and name in concepts else {}
        explaining = [s for s in uses if s in sources and any(u.rank <= DEFINED for u in uses[s].values())]
        for source, words in uses.items():
            shown = source in sources or source in corpus.superseded or any(u.rank <= DEFINED for u in words.values())
            kin = [o for o in concepts.values() if o.id != name and o.category == concepts[name].category]
            kin_shown = sum(source in headed.get(o.id, ()) for o in kin) >= KIN
            if (
                explaining
                and concepts[name].category in EXPLAINED
                and kin_shown
                and not shown
                and sum(u.count for u in words.values()) >= USED
            ):
                yield _unexplained(corpus, concepts[name], uses, source, explaining[0])
                break


def _unexplained(corpus: Corpus, concept: Concept, uses: Uses, source: str, explaining: str) -> Finding:
    word, best = _shown_best(uses[source]), _shown_best(uses[explaining])
    titles = [corpus.by_source[s].source.title for s in (source, explaining)]
    what = f"{titles[0]} uses “{word}” and never says what it is; {titles[1]} explains it as “{best}”."
    places = [
        _place(corpus.by_source[source], uses[source][word]),
        _place(corpus.by_source[explaining], uses[explaining][best]),
    ]
    return found("M307", places, what, "Explain it, or point to where it is explained.", confidence=0.7)


def _shown_best(words: Mapping[str, _Used]) -> str:
    return min(words, key=lambda w: (words[w].rank, -words[w].count))


NAMED = frozenset({"zone", "card_type", "state"})
"""Kinds of concepts of which a second name in one document puzzles a reader: places, cards, values."""


@check(
    "M320",
    family="meaning",
    across=True,
    severity="info",
    says="A document calls one thing by two names.",
)
def two_names(corpus: Corpus) -> Iterator[Finding]:
    """Zones, kinds of cards and values under two names, no forms or abbreviations of one another, that no passage links.

    Collections of answers are passed by: many hands write them, and each takes up the names that it was asked with.
    """
    concepts = {c.id: c for c in corpus.concepts if c.category in NAMED}
    written = {d.source.id for d in corpus.documents if d.source.format not in RECORDS}
    for name, names in _names(corpus).items():
        for source, words in names.uses.items() if name in concepts else ():
            if source not in written:
                continue
            values = {a.casefold() for a in concepts[name].aliases.get("en", ()) if a.isupper() and len(a) > _ABBREVIATED}
            counted = Counter({w: u.count for w, u in words.items() if w.casefold() not in values})
            groups = [g for g in _groups(counted) if sum(counted[w] for w in g) >= TWICE]
            others = groups[1:]
            if _in_two_languages(corpus.by_source[source]):
                others = [g for g in others if _is_cjk(g[0]) == _is_cjk(groups[0][0])]
            second = next((g for g in others if not any(_short(a, b) or _one_head(a, b) for a in g for b in groups[0])), None)
            if second and not _explains(corpus.by_source[source], name, (groups[0], second)):
                yield _two_names(corpus, concepts[name], names.uses, source, (groups[0], second))


_BOTH = 0.15
"""Share of the passages in the other language from which on a document is written in two: each has its own names."""


def _in_two_languages(audited: Audited) -> bool:
    passages = [p for p in audited.document.passages if p.kind != "boilerplate"]
    chinese = sum(_is_cjk(p.text) for p in passages)
    return _BOTH * len(passages) <= chinese <= (1 - _BOTH) * len(passages)


_ABBREVIATED = 3
"""Letters of a name in capitals up to which it abbreviates; a longer one is a value, as an Attribute has several."""
_LINK = re.compile(r"[()（）/=、]|\b(?:called|known as|now|formerly|means?)\b|称|即|也叫|又叫")
_NAMING = re.compile(r"\b(?:called|known as)\W+(?:the )?$|(?:称为|称作|叫做|叫作)\W*$")


def _explains(audited: Audited, concept: str, groups: tuple[Sequence[str], Sequence[str]]) -> bool:
    """Whether a passage says that the two names are one: one stands in brackets after the other, or with a word for it."""
    for passage in audited.document.passages:
        spans = [
            (m.span, passage.text[m.span.start : m.span.end].lower())
            for m in audited.mentions.get(passage.id, ())
            if m.target == concept and m.match in NAMES
        ]
        sides = [[span for span, name in spans if name in group] for group in groups]
        for one, other in ((a, b) for a in sides[0] for b in sides[1]):
            between = passage.text[min(one.end, other.end) : max(one.start, other.start)]
            if _NAMING.search(between) or (_LINK.search(between) and not re.search(r"[.。!?；;]", between)):
                return True
    return False


def _one_head(one: str, other: str) -> bool:
    """Whether two names end in the same two words: what stands before them describes, and names nothing else."""
    a, b = one.split(), other.split()
    return min(len(a), len(b)) > HEAD and [w.rstrip("s") for w in a[-HEAD:]] == [w.rstrip("s") for w in b[-HEAD:]]


HEAD = 2
"""Those words."""


def _short(one: str, other: str) -> bool:
    """Whether one name abbreviates the other by its first letters."""
    short, whole = sorted((one, other), key=len)
    letters = "".join(w[0] for w in re.findall(r"\w+", whole))
    return " " not in short and (short == letters or (len(short) <= 3 and short[0] == whole[0] and not _is_cjk(short)))


def _is_cjk(text: str) -> bool:
    return any("\u4e00" <= ch <= "\u9fff" for ch in text)


def _two_names(
    corpus: Corpus, concept: Concept, uses: Uses, source: str, groups: tuple[Sequence[str], Sequence[str]]
) -> Finding:
    audited = corpus.by_source[source]
    often = [sum(uses[source][w].count for w in g) for g in groups]
    best = [min(g, key=lambda w: (uses[source][w].rank, -uses[source][w].count)) for g in groups]
    where = [_place(audited, uses[source][w]) for w in reversed(best)]
    others = [s for s in uses if s != source and s not in corpus.superseded] or [s for s in uses if s != source]
    where += [_place(corpus.by_source[s], uses[s][_shown_best(uses[s])]) for s in others[:2]]
    what = (
        f"{audited.source.title} calls {concept.labels.get('en', concept.id)} “{best[0]}” ({often[0]} times)"
        f" and “{best[1]}” ({often[1]} times)."
    )
    return found("M320", where, what, "Use one name, or say once that they mean the same.", confidence=0.75)
