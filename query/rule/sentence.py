"""What a sentence of a document says on a question: the clause that is about it, and whether that affirms what is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kb.lang.later import later
from kb.lang.modality import read_modality
from kb.model import Lang
from query.read.asking import bare, untagged
from query.read.facts import contradicts, read_facts
from query.read.reading import Reading, Sides
from query.read.sides import read_sides
from query.rule.clauses import clauses_of, sentences_of
from query.rule.likeness import alike, words_of
from query.rule.limits import within
from query.rule.opposites import opposed_words
from query.rule.thresholds import missed

LEAST, UNSURE, SURE = 0.15, 0.45, 0.5
"""How far the two must agree or disagree for a verdict; how far at most where they hardly speak of the same; how far for a
verdict that is stated."""
SAME = 0.5
"""How likely two are about the same predicate from which on that takes nothing away."""
ELSEWHERE = ("turn",)
"""Facets of which another value in a sentence than in the question tells that it is about something else."""
_LABEL = 2
"""Words of what is no more than a name or a label."""
LOOKED_AT = 5
"""Sentences of a passage that are held against a question."""
BOUNDED = 2.0
"""What it counts, among the sentences of a passage, that one bounds the number which is asked about."""
WORDED = 0.5
"""Share of the words of the sentence that asks which a clause holds, from which on a denial in one of them alone is told."""
Rare = Mapping[str, float]
"""Of words, how much each counts: the rarer, the more."""
_OCCASION = later(r"(?:时候?|的话|的?场合|以后|之后|[,，;；])|\b(?=(?:when|if|while|after|once|because)\b)", re.I)
_HAN = later(r"[\u4e00-\u9fff]")
_ONLY = later(
    r"\bonly (?:be \w+ )?(?:if|when|while|during|in|on|by|from|to|with|for|after|until|before|once|as long as)\b"
    r"|(?:只|仅)(?:能|可以?|限|在|有)|唯有",
    re.I,
)
_ALONE = later(
    r"\bonly ((?:[\w'-]+ ){1,3}?)(?:can|may)\b"
    r"|只有([^，。,.]{1,8}?)(?<![时候话合后前])(?:才)?(?:能|可以)(?![^，。,.]{0,3}(?:时|的话|的?场合|才))",
    re.I,
)
"""Who or what alone may do something."""
_EXCEPT = later(
    r"\b(?:except|unless|other than|apart from)\b([^,.;]+)"
    r"|除非([^，。,.；]+)|除了?([^，。；]{2,}?)(?:以外|之外|外)|([^，。,.；]{2,14})(?:例外|除外)",
    re.I,
)
"""What a rule leaves out."""
_UNLESS = later(
    r"\b(?:unless|except (?:if|when|in|during|with))\b([^,.;]+)|除非([^，。,.；]+)"
    r"|([^，。,.；]{2,16})(?:例外|则?不在此限|不受此限)",
    re.I,
)
"""The part of that which is a condition."""
_DEPENDS = later(
    r"\bdepend(?:s|ing)?\b|\bturns on (?:the|how|whether|which|what|when)\b|\bup to (?:the|a) (?:\w+ )?judge\b|\bdiscretion\b"
    r"|取决于|视[^，。；]{1,16}(?:而定|决定|处理)|由[^，。；]{1,6}(?:视|看|按)[^，。；]{1,16}(?:决定|判断|处理)|不一定"
    r"|(?:^|[，。；,;：:]|要|得|就|先)看(?!到|见|了|完|过|起来|上去|似)(?:的是)?[^，。；]{0,10}(?:写|说|怎么|什么|哪|谁|是否|有没有|阶段|时机|情况)",
    re.I,
)
"""What says that it turns on more."""
_OTHERWISE = 0.9
"""How surely the opposite of a rule holds of what it leaves out."""
STRUCK = later(r"~~.+?~~", re.S)
_ASKS = ("?", "？")
_COMMAS = later(r"[，,；;]")
_READABLE = 5
"""Code points of a clause that can be read by itself."""
_ENDED = later(r"[.!;。！；][\"”’」』）)\]*]*$")
_ANY = words_of("a card, a player")
_NONE = later(r"\b(?:no|not any|without(?: any)?) ((?:[\w-]+ ){0,2}[\w-]+)|(?:没有|不存在)([^，。,.]{2,8})", re.I)
_DENIED = later(
    r"\b(?:no(?:t|ne|body|thing|r)?|never|without|neither|cannot|unaffected|unable|immune|exempt)\b|n't\b|[没无未非]|不(?!管|论|仅|但)",
    re.I,
)
_EITHER = later(r"(.{1,2})不\1|是不是|有没有|没有?(?=[吗？?]*$)", re.I)
_OWN = later(r"\b(?:your own|turn player|its owner)\b|自己的|回合玩家", re.I)
_THEIRS = later(r"\bopponent's? (?:turn|[a-z]+ phase)\b|对[方手]的?(?:回合|[^，。,.]{0,4}阶段)", re.I)


class Said(NamedTuple):
    """What a sentence says on a question."""

    clause: str
    """The sentence, or the clause of it that is nearest to the question."""
    agrees: float
    """How far it affirms what is asked, -1..1."""
    fit: float
    """How well it fits the question, higher is better."""
    apart: float = 0.0
    """The same, apart from the words of its place."""
    open: bool = False
    """Whether it turns on what the question does not say: an exception, a condition that alone permits."""


def says(asked: Reading, text: str, rare: Rare, place: Sequence[str] = ()) -> Said:
    """What the sentence of a text that is nearest to the question says on it; what is struck through says nothing.

    `place`: where the text stands, which every sentence of it is about.
    """
    less = frozenset().union(*(words_of(t) | _letters(t) for t in place))
    told = [_said_by(asked, sentence, rare, less) for sentence in _near(asked, STRUCK.sub(" ", text))]
    return max(told, key=lambda said: said.apart, default=Said(text, 0.0, 0.0))


def _said_by(asked: Reading, sentence: str, rare: Rare, less: frozenset[str]) -> Said:
    fit, apart = _fit(asked, sentence, rare), _fit(asked, sentence, rare, less)
    bounded = within(asked.text, sentence, asked.sign)
    if bounded is not None:
        return Said(sentence, 1.0 if bounded else -1.0, fit + 1.0, apart + BOUNDED)
    if _DEPENDS.search(sentence):
        return Said(sentence, UNSURE, fit, apart, open=True)
    if _left_out(asked, sentence):
        return Said(sentence, -SURE * asked.sign, fit, apart)
    apart, best = max((_fit(asked, clause, rare, less), clause) for clause in clauses_of(sentence, _core(asked.asking)))
    agrees = _agrees(asked, best)
    if missed(asked.text, sentence) or _elsewhere(asked, sentence):
        agrees = -max(-SURE, min(SURE, agrees))
    elif _is_exception(asked, sentence):
        return Said(sentence, -_OTHERWISE * agrees, apart, apart)
    elif _EXCEPT.search(sentence) or _ONLY.search(sentence):
        agrees = max(-UNSURE, min(UNSURE, agrees))  # whether the case is the one left out, the question does not say
        return Said(best, agrees, apart, apart, open=_turns_on_more(asked, sentence))
    return Said(best, agrees, apart, apart)


def _turns_on_more(asked: Reading, sentence: str) -> bool:
    """Whether what a sentence leaves out, or what alone it is for, has no word of the question but those of the rest."""
    lang: Lang = "zh" if _HAN.search(sentence) else "en"
    parts = [next(group for group in match.groups() if group) for match in _UNLESS.finditer(sentence)]
    if lang != asked.lang:
        return bool(parts)
    only = _ONLY.search(sentence)
    parts += [sentence[only.end() :]] if only else []
    for part in parts:
        words = words_of(part) - words_of(sentence.replace(part, " "))
        if words and not words & asked.words:
            return not _ruled_out(asked, part, lang)
    return False


def _ruled_out(asked: Reading, condition: str, lang: Lang) -> bool:
    """Whether the question says otherwise than a condition."""
    given = {facet: min(values) for facet, values in read_facts(condition, lang, asked.folder).items() if len(values) == 1}
    return contradicts(given, asked.facts)


def agreement(asked: Sides, told: Sides) -> float:
    """Whether what is told affirms what is asked, -1..1: by the predicates that both may be about, else by their plain sides.

    Where they are hardly about the same predicate, it is never more than UNSURE.
    """
    shared = _shared(asked, told)
    return _leaning(asked, told) * min(1.0, shared / SAME) if shared >= LEAST else UNSURE * asked.plain() * told.plain()


def _leaning(asked: Sides, told: Sides) -> float:
    """Whether both lean to the same sides, -1..1, of the predicates that they share."""
    pairs = zip(asked.names[0::2], asked.names[1::2], strict=False)
    return sum(_lean(asked, *pair) * _lean(told, *pair) for pair in pairs) / (_shared(asked, told) or 1.0)


def _agrees(asked: Reading, clause: str) -> float:
    """The same of a question and a clause; where their sides tell nothing, in nearly the same words, by their denials."""
    told = read_sides(clause)
    by_sides = max(agreement(asked.sides, told), agreement(read_sides(_last(asked)), told), key=abs)
    by_sides *= UNSURE if _other_act(asked, clause) else 1
    turned = opposed_words(asked.asking, clause, asked.folder)
    held = _overlap(asked, clause, turned)
    if held < WORDED or (_shared(asked.sides, told) >= LEAST and abs(_leaning(asked.sides, told)) >= SURE):
        return by_sides
    alike = (_denials(untagged(bare(asked.plain_asking))) + bool(turned)) % 2 == _denials(clause) % 2
    return UNSURE * held if alike else -UNSURE * held


def _last(asked: Reading) -> str:
    """The last clause of the sentence that asks, where that can be read by itself: what goes before is the occasion."""
    last = _COMMAS.split(asked.plain_asking.rstrip("，,；; "))[-1].strip()
    return last if len(last) >= _READABLE else asked.plain_asking


def _other_act(asked: Reading, clause: str) -> bool:
    """Whether a clause is about doing something else than what is asked about."""
    acts = read_facts(clause, "zh" if _HAN.search(clause) else "en", asked.folder).get("act", frozenset())
    asks = read_facts(asked.plain_asking, asked.lang, asked.folder).get("act", frozenset())
    return bool(acts and asks) and not acts & asks


def _overlap(asked: Reading, clause: str, turned: frozenset[str]) -> float:
    """Share of what the sentence that asks says which a clause says too, be it by the opposite of `turned` words, 0..1."""
    words, there = asked.asked_words | _letters(asked.asking), words_of(clause) | _letters(clause) | turned
    return len(words & there) / (len(words) or 1)


def _denials(text: str) -> int:
    return len(_DENIED.findall(_EITHER.sub("", text)))


def _letters(text: str) -> set[str]:
    return set(_HAN.findall(text))


def _near(asked: Reading, text: str) -> list[str]:
    """The sentences of a text that may be about the question: those that share most with it, and what follows them."""
    every = [s for s in sentences_of(text) if not s.endswith(_ASKS) and _tells(s)]
    if len(every) <= LOOKED_AT:
        return every
    best = sorted(range(len(every)), key=lambda n: -alike(asked, every[n]))[: LOOKED_AT - 1]
    return [every[n] for n in sorted({*best, *(n + 1 for n in best[:1] if n + 1 < len(every))})]


def _tells(sentence: str) -> bool:
    """Whether a sentence is more than a name, a label or a heading: those affirm nothing."""
    if len(words_of(sentence)) <= _LABEL:
        return False
    lang: Lang = "zh" if _HAN.search(sentence) else "en"
    return bool(_ENDED.search(sentence)) or not read_modality(sentence, lang).guessed


def is_label(text: str) -> bool:
    """Whether a passage is no more than a name, a label or a heading: what tells little but ends as a sentence is more.

    >>> is_label("Kettles"), is_label("It is emptied."), is_label("8 cups a day for members")
    (True, False, False)
    """
    return len(words_of(text)) <= _LABEL and not _ENDED.search(text)


def _is_exception(asked: Reading, sentence: str) -> bool:
    """Whether a question is about what a sentence leaves out: it has most words of that which the rest has not."""
    for match in _EXCEPT.finditer(sentence):
        what = next(group for group in match.groups() if group)
        rest = words_of(sentence.replace(match[0], " "))
        words = words_of(what) - rest
        if words and len(words & asked.words) > len(words) / 2:
            return True
    return False


def _fit(asked: Reading, clause: str, rare: Rare, less: frozenset[str] = frozenset()) -> float:
    """How much of a clause is asked about, be it by opposites, its rare words counting more, and how likely it is about what is
    asked. `less`: words that do not count."""
    turned = opposed_words(asked.asking, clause, asked.folder)
    words, core = (words_of(clause) | _letters(clause) | turned) - less, _core(asked.asking) - less
    known = asked.words | _letters(asked.text)
    usual = sum(rare.values()) / (len(rare) or 1) or 1.0
    size = sum(rare.get(w, usual) for w in words)
    held = sum(rare.get(w, usual) for w in words & known) / (size or 1.0)
    return held + len(words & core) / (len(core) or 1) + _shared(asked.sides, read_sides(clause))


def _core(sentence: str) -> set[str]:
    """The words of what a sentence asks, without the occasion that it names."""
    parts = _OCCASION.split(sentence)
    asks = max(parts, key=lambda part: (part.rstrip().endswith(("?", "？")), len(part))) if len(parts) > 1 else sentence
    return set(words_of(asks)) | _letters(asks)


def _left_out(asked: Reading, sentence: str) -> bool:
    """Whether a sentence allows something to others only, or on a condition only that the question says does not hold."""
    alone = _ALONE.search(sentence) if bool(_HAN.search(sentence)) == (asked.lang == "zh") else None
    if alone and (named := words_of(alone[1] or alone[2]) - _ANY):
        return not named & asked.words
    only = _ONLY.search(sentence)
    if not only:
        return False
    condition = sentence[only.end() :]
    lang: Lang = "zh" if _HAN.search(only.group()) else "en"
    if _ruled_out(asked, condition, lang) or (_OWN.search(condition) and _THEIRS.search(asked.text)):
        return True
    return any(_had(asked, match[1] or match[2]) for match in _NONE.finditer(condition))


def _elsewhere(asked: Reading, sentence: str) -> bool:
    """Whether a sentence is about another player, another turn or another time than the question."""
    if opposed_words(asked.text, sentence, asked.folder, when=True):
        return True
    lang = "zh" if _HAN.search(sentence) else "en"
    told = read_facts(sentence, lang, asked.folder)
    return any(len(told.get(facet, ())) == 1 and contradicts({facet: min(told[facet])}, asked.facts) for facet in ELSEWHERE)


def _had(asked: Reading, what: str) -> bool:
    """Whether the question says that there is what must not be there."""
    words = words_of(what)
    return bool(words) and words <= asked.words and not _DENIED.search(asked.text)


def _shared(asked: Sides, told: Sides) -> float:
    """How likely the two are about the same predicate, 0..1."""
    pairs = zip(asked.names[0::2], asked.names[1::2], strict=False)
    return sum(asked.share(*pair) * told.share(*pair) for pair in pairs)


def _lean(sides: Sides, one: str, other: str) -> float:
    return sides.share(one) - sides.share(other)
