"""What a sentence of a document says on a question: the clause that is about it, and whether that affirms what is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from query.read.facts import contradicts, read_facts
from query.read.intent import bare, untagged
from query.read.reading import Reading, Sides
from query.read.sides import read_sides
from query.rule.likeness import alike, words_of
from query.rule.limits import within
from query.rule.opposites import opposed_words

LEAST, UNSURE, SURE = 0.15, 0.45, 0.5
"""How far the two must agree or disagree for a verdict; how far at most where they hardly speak of the same; how far for a
verdict that is stated."""
SAME = 0.5
"""How likely two are about the same predicate from which on that takes nothing away."""
WORDED = 0.5
"""Share of the words of the sentence that asks which a clause holds, from which on a denial in one of them alone is told."""
Rare = Mapping[str, float]
"""Of words, how much each counts: the rarer, the more."""
_CLAUSE = re.compile(r"[,，;；]|\b(?:and|but)\b|而(?=不)|(?=\b(?:instead of|rather than)\b)", re.I)
_INSTEAD = re.compile(r"\b(?:instead of|rather than)\b|而(?=不)", re.I)
_RATHER = re.compile(r"^(?:instead of|rather than)\b", re.I)
_DENIAL = re.compile(r"^(?:not\b|不)")
"""What is denied beside what happens in its place."""
_SENTENCE = re.compile(r"[^.!?;。！？；]+[.!?;。！？；]*")
_ELLIPTIC = re.compile(r"\b(can|may|must|will|do|does|is|are)(?:\s?not|n't)?\W*$", re.I)
_OCCASION = re.compile(r"(?:时候?|的话|的?场合|以后|之后|[,，;；])|\b(?=(?:when|if|while|after|once|because)\b)", re.I)
_CONDITION = re.compile(
    r"^\W*(?:(?:if|when(?:ever)?|while|unless|once|after|before|because|since|although|in case|as long as|during)\b"
    r"|如果|若|假如|只要|当(?!作|成))"
    r"|^[^，,]*(?:时候?|的话|的?场合|以后|之后|之前|以前|期间|的情况下?)\W*$",
    re.I,
)
"""A clause that only names an occasion: it affirms nothing."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
_ONLY = re.compile(r"\bonly (?:if|when|while|during|in|on|by|from|to|with)\b|(?:只|仅)(?:能|可以?|限|在|有)|唯有", re.I)
_NONE = re.compile(r"\b(?:no|not any|without(?: any)?) ((?:[\w-]+ ){0,2}[\w-]+)|(?:没有|不存在)([^，。,.]{2,8})", re.I)
_DENIED = re.compile(r"\b(?:no|not|none|never|without|neither|nor|cannot)\b|n't\b|[没无未非]|不(?!管|论|仅|但)", re.I)
_EITHER = re.compile(r"(.{1,2})不\1|是不是|有没有|没有?(?=[吗？?]*$)", re.I)
_OWN = re.compile(r"\b(?:your own|turn player|its owner)\b|自己的|回合玩家", re.I)
_THEIRS = re.compile(r"\bopponent's? (?:turn|[a-z]+ phase)\b|对[方手]的?(?:回合|[^，。,.]{0,4}阶段)", re.I)


def says(asked: Reading, text: str, rare: Rare) -> tuple[str, float, float]:
    """The sentence or clause of a text that is nearest to the question; how far it affirms what is asked, -1..1; how well it
    fits the question, higher is better."""
    whole = _nearest(asked, text)
    bounded = within(asked.text, whole, asked.sign)
    if bounded is not None:
        return whole, 1.0 if bounded else -1.0, _fit(asked, whole, rare) + 1.0
    if _left_out(asked, whole):
        return whole, -SURE * asked.sign, _fit(asked, whole, rare)
    clauses = _clauses(whole)
    instead = _instead(asked, clauses) if _INSTEAD.search(whole) else []
    best: str = max(instead or [whole, *clauses], key=lambda c: _fit(asked, c, rare))
    return best, _agrees(asked, best), _fit(asked, best, rare)


def _instead(asked: Reading, clauses: Sequence[str]) -> list[str]:
    """The clauses that say what does not happen, where that is asked about."""
    core = _core(asked.asking)
    return [clause for clause in clauses if _DENIAL.match(clause) and words_of(clause) & core]


def _clauses(sentence: str) -> list[str]:
    """The clauses of a sentence; one that leaves its verb to the clause before it ("…, Traps may not") takes that."""
    found: list[str] = []
    for clause in (_RATHER.sub("not", c.strip()) for c in _CLAUSE.split(sentence)):
        short = _ELLIPTIC.search(clause)
        verb = re.search(rf"\b{short[1]}\b(?: not)?(.+)", found[-1], re.I) if short and found else None
        if len(words_of(clause)) > 1 and not _CONDITION.search(clause):
            found.append(clause.rstrip(".!") + verb[1] if verb else clause)
    return found


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
    by_sides = agreement(asked.sides, told) * (UNSURE if _other_act(asked, clause) else 1)
    turned = opposed_words(asked.asking, clause, asked.folder)
    held = _overlap(asked, clause, turned)
    if held < WORDED or (_shared(asked.sides, told) >= LEAST and abs(_leaning(asked.sides, told)) >= SURE):
        return by_sides
    alike = (_denials(untagged(bare(asked.plain_asking))) + bool(turned)) % 2 == _denials(clause) % 2
    return UNSURE * held if alike else -UNSURE * held


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


def _nearest(asked: Reading, text: str) -> str:
    """The sentence that shares most with the question; the whole where none shares a word."""
    sentences = [s.strip() for s in _SENTENCE.findall(text) if s.strip()] or [text]
    best: str = max(sentences, key=lambda s: alike(asked, s)) if len(sentences) > 1 else sentences[0]
    return best


def _fit(asked: Reading, clause: str, rare: Rare) -> float:
    """How much of a clause is asked about, its rare words counting more, and how likely it is about what is asked."""
    words, core = words_of(clause) | _letters(clause), _core(asked.asking)
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
    """Whether a sentence allows something on a condition only that the question says does not hold."""
    only = _ONLY.search(sentence)
    if not only:
        return False
    condition = sentence[only.end() :]
    lang = "zh" if _HAN.search(only.group()) else "en"
    given = {facet: min(values) for facet, values in read_facts(condition, lang, asked.folder).items() if len(values) == 1}
    if contradicts(given, asked.facts) or (_OWN.search(condition) and _THEIRS.search(asked.text)):
        return True
    return any(_had(asked, match[1] or match[2]) for match in _NONE.finditer(condition))


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
