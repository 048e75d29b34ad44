"""Statements of a user's documents held against the rules of the digest, each put as a question that somebody answers.

A statement without a denial is told of where it is surely denied; one with a denial only where the same without it is
surely affirmed too, since a denial is what a reader of questions most often gets wrong. A document of which hardly any
statement is affirmed is about something else, another game or house rules: nothing is told of it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus, Reply
from kb.lang.later import later
from kb.model import SEARCHED_KINDS, Finding, Passage
from kb.official import FORMATS

SURE = 0.8
"""Least confidence of an answer that counts."""
SAME_RULES = 0.15
"""Least share of a document's statements that the digest affirms, for it to be about the same rules: of three folders of notes
on the game, a quarter of them wrong, 0.27 and more were, of six collections of other games and house rules 0.08 and fewer."""
LENT = 10
"""How many statements like those of all the documents a short document is counted with."""
SHORTEST, LONGEST = {"en": 25, "zh": 9}, 300
"""Characters of a statement that is asked."""
_LEANS = later(
    r"\W*(?:(?:yes|no|a:|he|she|they|it|its|this|that|these|those|such|then|can|cannot|may)\b|[它他她]|是的|不是的|这[时样])",
    re.I,
)
"""How a sentence begins that only says something together with the one before it."""
_DENIES = later(
    r"\b(?:not|no|never|cannot|nobody|nothing|none|neither|nor|without|only|unless|except|however|but)\b|n't\b"
    r"|不|没|无法|未|只能|只有|除非|否|必须|才",
    re.I,
)
_ROUND = tuple(
    (later(said, re.I), instead)
    for said, instead in (
        (r"\b(?:cannot|can't|can not|can never)\b", "can"),
        (r"\b(may|must|do|does|did|is|are|was|were|will|would|has|have) (?:not|never)\b", r"\1"),
        (r"\b(do|does|did|is|are|was|were|would|has|have)n't\b", r"\1"),
        (r"不能|无法", "能"),
        ("不可以", "可以"),
        ("不会", "会"),
        ("不算", "算"),
        ("不(?:视为|当作)", "视为"),
        ("不(?:用|必|需要)", "必须"),
        ("没有", "有"),
        ("不(?!论|管|同|过|止|但|仅|少|只|然|如)", ""),
    )
)
"""Denials, and what stands in their place where there is none; the first that a statement has is taken out."""
_SENTENCE = later(r"(?<=[。！!])|(?<=[.])\s+(?=[A-Z\"“])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A sentence of a user's document."""

    audited: Audited
    passage: Passage
    text: str


Ask = Callable[[str], Reply | None]
"""What replies to a question; nothing where it was not asked."""


def told_in(corpus: Corpus) -> list[Told]:
    """The sentences of documents that no entry of the digest rests on and that are no records of Konami's, each text once."""
    known = {cite.source for rule in corpus.rules for cite in rule.cites}
    own = (d for d in corpus.documents if d.source.id not in known and d.source.format not in FORMATS)
    found_: dict[str, Told] = {}
    for audited in own:
        for passage in audited.document.passages:
            if passage.kind in SEARCHED_KINDS and passage.kind != "question" and audited.statements.get(passage.id):
                for sentence in _SENTENCE.split(passage.text):
                    text = " ".join(sentence.split())
                    if _stands_alone(text, passage.lang):
                        found_.setdefault(text, Told(audited=audited, passage=passage, text=text))
    return list(found_.values())


def _stands_alone(text: str, lang: str) -> bool:
    """Whether a sentence is long enough to state a rule, no question, and leans on no other."""
    shortest = SHORTEST["zh" if lang == "zh" else "en"]
    return shortest <= len(text) <= LONGEST and not text.endswith(("?", "？", "吗")) and not _LEANS.match(text)


@check(
    "M326",
    family="meaning",
    across=True,
    severity="warning",
    says="A document says the opposite of a rule of the digest.",
    off="each statement is put to the digest as a question, some 0.1 s each; `rulings audit --rules` does it.",
)
def held(corpus: Corpus) -> Iterator[Finding]:
    """Statements that the digest surely denies; none where nobody is there to ask."""
    if corpus.ask is None:
        return
    rules = {rule.id: rule for rule in corpus.rules}
    told: set[tuple[str, str]] = set()
    every = told_in(corpus)
    same = about_the_rules(every, corpus.ask)
    for one in every:
        reply = denied(one.text, corpus.ask) if one.audited.source.id in same else None
        rule = rules.get(reply.entry) if reply else None
        if rule is None or (one.passage.id, rule.id) in told:
            continue
        told.add((one.passage.id, rule.id))
        says = rule.zh if one.passage.lang == "zh" and rule.zh else rule.en
        what = f"“{one.text}” The digest says otherwise ({rule.id}): {says}"
        hint = "Correct the statement, or report the entry if that is what is wrong."
        yield found("M326", [one.audited.place(one.passage, one.text)], what, hint, confidence=SURE)


def about_the_rules(told: Sequence[Told], ask: Ask) -> set[str]:
    """The documents that state enough of what the digest states as well."""
    replies: Mapping[str, list[bool]] = defaultdict(list)
    for one in told:
        if reply := ask(asked(one.text)):
            replies[one.audited.source.id].append(reply.verdict == "yes" and reply.confidence >= SURE)
    every = [affirmed for own in replies.values() for affirmed in own]
    lent = LENT * sum(every) / len(every) if every else 0.0
    return {name for name, own in replies.items() if (sum(own) + lent) / (len(own) + LENT) >= SAME_RULES}


def denied(text: str, ask: Ask) -> Reply | None:
    """The reply that surely denies a statement; None where none does."""
    reply = ask(asked(text))
    if reply is None or reply.verdict != "no" or reply.confidence < SURE:
        return None
    if _DENIES.search(text):
        turned = turned_round(text)
        other = ask(asked(turned)) if turned else None
        if other is None or other.verdict != "yes" or other.confidence < SURE:
            return None
    return reply


def asked(text: str) -> str:
    """A statement as a question whether it is so.

    >>> asked("Lamps burn."), asked("灯会亮。")
    ('Lamps burn, right?', '灯会亮，对吗？')
    """
    plain = re.sub(r"[*_`]", "", text).rstrip(" .。!！;；")
    return f"{plain}，对吗？" if re.search(r"[\u4e00-\u9fff]", plain) else f"{plain}, right?"


def turned_round(text: str) -> str:
    """The statement without its first denial; empty where it has none that can be taken out.

    >>> turned_round("It cannot be lit."), turned_round("灯不能点。"), turned_round("Nobody lights it.")
    ('It can be lit.', '灯能点。', '')
    """
    for pattern, instead in _ROUND:
        turned = pattern.sub(instead, text, count=1)
        if turned != text:
            return turned
    return ""
