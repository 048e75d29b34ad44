"""What a passage of a user's own document says on a question: its sentence and the question held side by side.

A passage speaks where no entry of the digest is about its document: a rule of a house, a club, a publisher. What its sentence
affirms is read as a question's side is (`query/rule/sentence.py`), and compared with what the question asks. A question of a
document affirms nothing: its answer does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import log

from kb.index.cross_encoder import Says
from kb.index.entry import DIGEST, Entry
from kb.lang.later import later
from kb.model import Ask, Lang, Verdict
from query.find.own import ABOUT, READ
from query.find.search import Hit
from query.model import Question
from query.read.reading import Reading
from query.read.sides import read_sides
from query.rule.clauses import sentences_of
from query.rule.likeness import alike, matched, words_of
from query.rule.limits import within
from query.rule.sentence import LEAST, SURE, UNSURE, Rare, Said, agreement, is_label, says
from query.rule.together import read_together

FOREMOST = 4
"""Ranks of a search, words or vectors, by which a passage is about the question."""
NEARLY_ASKED, ASKED = 1.2, 1.75
"""Likeness (words and vectors, 0..2) of an entry's question from which on the digest is about the question too; the same
where the passage was found before every entry."""
COVERED, ELSEWHERE, APART = 0.6, 0.8, 0.1
"""Share of the question's words from which a passage is wholly about it; how far at most in another language; how much fewer of
them an entry of the digest may hold that goes before it."""
SURELY_ABOUT = 0.01
"""How much nearer to a user's own passages than to the digest a question lies that is surely about them."""
NEAR_ASKED = 0.75
"""Likeness by vectors of an entry's question from which on a question is not about own passages for nearness alone."""
SAID, ANSWERED = 0.35, 0.45
"""Share of the question's words that a sentence holds, or likeness by what is answered alike, from which on it can be taken to
speak of just that."""
AHEAD = 1.0
"""How much better than any other of a user's passages, in standard deviations, one is rated that surely is asked about."""
STATES = 0.3
"""How far a sentence in the words of the question agrees or disagrees from which on it is taken at its word."""
HEARD = 0.3
"""What the sides of its sentence count beside what the whole says when it is read together with the question."""
BOUNDED = 0.99
"""How far a sentence agrees or not that bounds the very number which is asked about: that is worked out."""
LEADING = 5
"""Among how many of those found a passage of a user's own document makes what is only inferred unsure."""
RANKED, FITS, ANSWERS = 2.0, 0.5, 0.5
"""What the search's score, how the words of its sentence fit, and how likely it answers at all, count among the passages that
may speak."""
_REPLY = r"\W*(?:(?:A|Answer|答案?|回答)\s*\d*\s*[.:：)）]\s*)?"
_SOMEBODY = r"(?:(?:it|they|you|he|she|that|this|both|there|all)\s+)"
_AUXILIARY = r"(?:do(?:es)?|can|will|may|must|is|are|has|have|would|should|could)"
_YES = later(
    _REPLY
    + r"(?:(?:from then on|in that case|of course|then|after that),?\s+)?"
    + r"(?:yes\b|yeah\b|correct\b|right\b|of course\b(?!,? not)|certainly\b|"
    + _SOMEBODY
    + _AUXILIARY
    + r"(?=\s*[,.;:!(]|$)|(?:可以|能|是的?|会|对|算|需要|必须|行|要|有|当然)(?=[，。,.!！；;\s]|的|$))",
    re.I,
)
_NO = later(
    _REPLY
    + r"(?:no\b|not\b|never\b|nothing\b|none\b|nobody\b|of course not\b|"
    + _SOMEBODY
    + _AUXILIARY
    + r"(?:n't\b|n’t\b|not\b| not\b)|cannot\b|不|没有|无法|否|别)",
    re.I,
)
_EITHER = later(_REPLY + r"(?:(?:it |that )?depends\b|要?看(?!起来|成|作)|视[^，。]{1,12}而定|不一定)", re.I)
"""An answer that says neither."""
_COMMA = later(r"[,，]")
_ASKS = later(r"[?？][\"”’」』)）]*\s*\Z")
_ASKS_FIRST = later(r"([^.。!！?？]+[?？][\"”’」』)）]*)\s*(.+)", re.S)
"""A text of one sentence that asks and others that tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A passage that decides, and how."""

    hit: Hit
    ask: Ask
    """Its sentence as a question that it answers with yes."""
    verdict: Verdict
    agrees: float
    """-1 it says the opposite of what is asked .. 1 it says just that."""
    against: Hit | None = None
    """A passage of another document that surely says the opposite."""
    why: str = ""
    """By what it prevails over that one, as `kb.law.precedence` names it; empty where nothing settles it."""
    worded: bool = True
    """Whether it has enough of the question's words, or is enough like it, to be taken to speak of just that."""
    clear: bool = True
    """Whether it is surely the passage that is asked about."""

    @property
    def says_so(self) -> bool:
        """Whether it surely says what was asked, or surely the opposite, if it is the passage that is asked about."""
        return self.worded and abs(self.agrees) >= SURE

    @property
    def stated(self) -> bool:
        """Whether it surely says that, and is surely the one."""
        return self.says_so and self.clear


def told_by_passage(question: Question, hits: Sequence[Hit], digested: Collection[str]) -> Told | None:
    """The verdict of the passage that the question is about; None where an entry is, or the passage tells nothing on it.

    `digested`: documents that the digest's entries cite; theirs is the word on those.
    """
    asked = question.reading
    own = _own(hits, digested)
    if not own or _digest_asks(asked, hits, own[0], _rarity(asked, hits)):
        return None
    best = spoken(question, hits, digested)[0]
    return best if best and abs(best.agrees) >= LEAST else None


def spoken(question: Question, hits: Sequence[Hit], digested: Collection[str]) -> list[Told | None]:
    """What each passage that may speak says on the question, the best fitting first; None for one that says nothing."""
    asked, own = question.reading, _own(hits, digested)
    if not own:
        return []
    rare = _rarity(asked, hits)
    best = max((hit.own.rated for hit in own if hit.own), default=None)
    read = read_together(asked.text, [_whole(hit) for hit in own])
    found = []
    for hit, answers in zip(own, read, strict=True):
        told, fit = _told(asked, hit, hits, rare, answers)
        weight = RANKED * _standing(hit, own[0], best) + FITS * fit - ANSWERS * answers.silent
        found.append((_mute(told), -weight, told))
    return [told for _, _, told in sorted(found, key=lambda one: one[:2])]


def _whole(hit: Hit) -> str:
    """A passage with what it stands under, and its answer."""
    entry = hit.entry
    question, answer = _answered(hit)
    return ": ".join((*entry.heading[-1:], f"{question} {answer}" if answer else _row(entry) or entry.text(entry.lang)))


def _mute(told: Told | None) -> bool:
    return told is None or abs(told.agrees) < LEAST


def _standing(hit: Hit, first: Hit, best: float | None) -> float:
    """How a passage stands beside the best of those that may speak, at most 1."""
    if best is None or best <= 0:
        return hit.score / (first.score or 1.0)
    return max(0.0, hit.own.rated) / best if hit.own else 0.0


def _told(asked: Reading, hit: Hit, hits: Sequence[Hit], rare: Rare, read: Says) -> tuple[Told | None, float]:
    """What a passage says, of a question that its document answers, that answer; and how well it fits the question.

    `read`: what it says when it is read together with the question.
    """
    lang: Lang = hit.entry.lang
    text = hit.entry.text(lang)
    clear = hit.own is None or hit.own.ahead >= AHEAD
    question, answer = _answered(hit)
    if answer:
        said = _replied(asked, question, answer, rare)
        hit = _answer_of(hit, answer, hits)
    elif hit.entry.kind == "question":
        return None, 0.0
    else:
        said = (
            Said(text, UNSURE, 0.0, open=True)
            if _EITHER.match(text)
            else says(asked, _row(hit.entry) or (hit.own and hit.own.sentence) or text, rare, _headed(hit))
        )
    sentence, agrees = said.clause, said.agrees * _about(asked, hit, text)
    if not answer and abs(agrees) >= SURE and _contested(asked, text, said, rare, _headed(hit)):
        agrees = UNSURE if agrees > 0 else -UNSURE
    worded = _is_worded(asked, sentence, lang)
    bounds = abs(said.agrees) >= BOUNDED and not said.open
    states = bounds or (abs(agrees) >= STATES and (worded or bool(answer)))
    agrees, is_open = (agrees, said.open) if states else _weighed(agrees, said, read)
    ask = Ask(en=sentence if lang == "en" else "", zh=sentence if lang == "zh" else "", verdict="yes")
    verdict: Verdict = "depends" if is_open else "yes" if agrees > 0 else "no"
    return Told(hit=hit, ask=ask, verdict=verdict, agrees=agrees, worded=worded, clear=clear), said.fit


def _weighed(agrees: float, said: Said, read: Says) -> tuple[float, bool]:
    """How far a passage affirms what is asked, never surely, and whether that is left open: by the whole, read together with
    the question, and by its sentence.

    `agrees`: how far the sentence does.
    """
    if read.depends > max(read.yes, read.no):
        return UNSURE, True
    leans = read.agrees / ((read.yes + read.no) or 1.0)
    both = leans + (0.0 if said.open else HEARD * agrees)
    return max(-UNSURE, min(UNSURE, both)), False


def _contested(asked: Reading, text: str, said: Said, rare: Rare, place: Sequence[str]) -> bool:
    """Whether another sentence of a passage says the opposite of what one says on the question: a rule and its exception, or
    two cases of which the question may be either."""
    others = (sentence for sentence in sentences_of(text) if said.clause not in sentence)
    each = (says(asked, sentence, rare, place).agrees for sentence in others)
    return any(agrees * said.agrees < 0 and abs(agrees) >= LEAST for agrees in each)


def _is_worded(asked: Reading, sentence: str, lang: Lang) -> bool:
    """Whether a sentence has so much of a question that it speaks of just that; by likeness in another language."""
    if asked.lang == lang and len(asked.words & words_of(sentence)) >= SAID * len(asked.words):
        return True
    return matched(asked.text, [sentence])[0] >= ANSWERED


def _row(entry: Entry) -> str:
    """A cell of a table with what its row and its column are called, as one sentence; empty of any other passage."""
    if entry.kind != "table-cell":
        return ""
    return ": ".join((*entry.row_headers[-1:], *entry.col_headers[-1:], entry.text(entry.lang).rstrip("。.") + "."))


def _answered(hit: Hit) -> tuple[str, str]:
    """The question and the answer of a passage that is one of the two, that stands under a heading or beside a cell which asks,
    or that asks first and then tells; else nothing."""
    entry = hit.entry
    text = entry.text(entry.lang)
    if entry.kind == "question":
        return text, entry.answered
    if entry.kind == "answer" and entry.parent:
        return entry.parent, text
    asks = (line for line in (*entry.row_headers[-1:], *entry.heading[-1:]) if _ASKS.search(line))
    if question := next(asks, ""):
        return question, text
    first = _ASKS_FIRST.match(text)
    return (first[1], first[2]) if first else ("", "")


def _answer_of(hit: Hit, answer: str, hits: Sequence[Hit]) -> Hit:
    """The hit that has the answer; where it was not found, the question's with the answer after it."""
    there = (h for h in hits if h.entry.source == hit.entry.source and h.entry.text(h.entry.lang) == answer)
    both = f"{hit.entry.text(hit.entry.lang)} {answer}"
    return next(there, None) or replace(hit, entry=replace(hit.entry, texts={hit.entry.lang: both}))


def _replied(asked: Reading, question: str, answer: str, rare: Rare) -> Said:
    """What the answer to a document's own question says on the one asked."""
    fit = says(asked, question, rare).fit
    if _EITHER.match(answer):
        return Said(answer, UNSURE, fit, open=True)
    bounded = within(asked.text, f"{question} {answer}", asked.sign)
    if bounded is not None:
        return Said(answer, 1.0 if bounded else -1.0, fit + 1.0)
    rest = _COMMA.split(answer, maxsplit=1)[1:]
    if rest and alike(asked, rest[0]) > alike(asked, question):
        return says(asked, rest[0], rare)
    if _YES.match(answer) or _NO.match(answer):
        said = agreement(asked.sides, read_sides(question))
        return Said(question, said if _YES.match(answer) else -said, fit)
    return says(asked, answer, rare)


def _about(asked: Reading, hit: Hit, text: str) -> float:
    """How much of the question the passage with its surroundings is about, 0.5..1; its words say it in one language only."""
    if asked.lang != hit.entry.lang:
        return ELSEWHERE
    there = frozenset().union(*(words_of(t) for t in (text, *_place(hit))))
    held = len(asked.words & there) / len(asked.words) if asked.words else 0.0
    return 0.5 + 0.5 * min(1.0, held / COVERED)


def _headed(hit: Hit) -> tuple[str, ...]:
    return (hit.entry.title, *hit.entry.surroundings())


def _place(hit: Hit) -> tuple[str, ...]:
    return (hit.entry.parent, hit.entry.answered, *_headed(hit))


def about_own(hits: Sequence[Hit]) -> bool:
    """Whether the question lies nearer to a user's own passages than to what the digest says."""
    nearer = next((hit.own.nearer for hit in hits if hit.own), -1.0)
    asked = max((near for hit in hits for near in hit.near_asks), default=0.0)
    return nearer >= 0 or (nearer >= ABOUT and asked < NEAR_ASKED)


def surely_own(hits: Sequence[Hit], digested: Collection[str]) -> bool:
    """Whether the question is surely about what the passages treat: it names it, or lies much nearer to them."""
    return names_own(hits, digested) or any(hit.own and hit.own.nearer >= SURELY_ABOUT for hit in hits)


def own_telling(hits: Sequence[Hit], digested: Collection[str]) -> list[Hit]:
    """Of a question that wants no yes or no the user's own passages that tell of it: one that surely does, else the best two;
    none where the digest may as well."""
    found = {hit.entry.id: hit for hit in hits if hit.own and hit.entry.source not in digested}  # one may stand there twice
    own = list(found.values())
    asked = max((near for hit in hits for near in hit.near_asks), default=0.0)
    if not own or asked >= NEAR_ASKED or not surely_own(own, digested):
        return []
    telling = [hit for hit in own if _answered(hit)[1] or not is_label(hit.entry.text(hit.entry.lang))]
    best = sorted(telling or own, key=lambda hit: -(hit.own.rated if hit.own else 0.0))
    clear = best[0].own is not None and best[0].own.ahead >= AHEAD
    told = [(hit, _answered(hit)[1]) for hit in best[: 1 if clear else 2]]
    return [_answer_of(hit, answer, hits) if answer else hit for hit, answer in told]


def names_own(hits: Sequence[Hit], digested: Collection[str]) -> bool:
    """Whether the question names what only a user's own documents know."""
    return any(hit.native and hit.entry.source not in digested for hit in hits)


def leads_own(hits: Sequence[Hit], digested: Collection[str]) -> bool:
    """Whether passages of a user's own documents are among the first found, so that they may well treat what is asked."""
    return any(hit.entry.kind != DIGEST and hit.entry.source not in digested for hit in hits[:LEADING])


def _own(hits: Sequence[Hit], digested: Collection[str]) -> list[Hit]:
    """The passages of a user's own documents that may speak on the question: found near the top, or of what it names."""
    named = frozenset(word for hit in hits for words in hit.native for word in words.split())
    about = about_own(hits)
    every = {hit.entry.id: hit for hit in hits if (about and hit.own) or _may_speak(hit, digested, named, first=hit is hits[0])}
    best = sorted(((hit.own.rated, hit) for hit in every.values() if hit.own), key=lambda pair: -pair[0])
    return [hit for _, hit in best[:READ]] or list(every.values())


def _may_speak(hit: Hit, digested: Collection[str], named: frozenset[str], *, first: bool) -> bool:
    if hit.entry.kind == DIGEST or hit.entry.source in digested:
        return False
    places = (hit.searches.get(name) for name in ("bm25", "vectors"))
    foremost = any(place is not None and place.rank <= FOREMOST for place in places)
    return first or foremost or bool(hit.native or named & words_of(hit.entry.title))


def _digest_asks(asked: Reading, hits: Sequence[Hit], own: Hit, rare: Rare) -> bool:
    """Whether an entry's question is nearly the one asked, and leaves no more of its words unsaid than the passage does; not
    where the question names what only the passages know."""
    if about_own(hits) or any(hit.native for hit in hits if hit.entry.source == own.entry.source):
        return False
    nearly = ASKED if own is hits[0] else NEARLY_ASKED
    held = _held(rare, own.entry.text(own.entry.lang), *_place(own)) if asked.lang == own.entry.lang else 0.0
    for hit in hits:
        for ask, near in zip(hit.entry.asks, hit.near_asks, strict=False):
            put = ask.zh if asked.lang == "zh" else ask.en
            if near + alike(asked, put) >= nearly and _held(rare, put, hit.entry.text(asked.lang)) >= held - APART:
                return True
    return False


def _rarity(asked: Reading, hits: Sequence[Hit]) -> Rare:
    """Of every word of the question, how few of the hits have it."""
    texts = [words_of(" ".join((h.entry.text(asked.lang), *_place(h)))) for h in hits]
    return {word: log(1 + len(texts) / (0.5 + sum(word in text for text in texts))) for word in asked.words}


def _held(rare: Rare, *texts: str) -> float:
    """Share of the question's words that stand in texts, rare ones counting more, 0..1."""
    there = frozenset().union(*(words_of(t) for t in texts))
    return sum(size for word, size in rare.items() if word in there) / (sum(rare.values()) or 1.0)
