"""A question whether a card may be activated in the Damage Step, answered by judging the card's text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.cards.record import Card
from kb.lang.later import later
from kb.law.law import Law
from kb.model import Lang, Territory, Verdict
from query.answer.entries import cite_rules
from query.answer.words import say
from query.card.check import CardCheck, EffectCheck, check_card
from query.card.clause import Clause, cite_word, clause_of
from query.card.effects import best
from query.card.exact import used_before
from query.card.judge import STEP, Judgement
from query.card.labels import WORDS
from query.card.links import CardMention, is_acted_on
from query.card.official import Official
from query.model import Citation, Question
from query.read.reading import Meant

_FLIPPED: dict[Verdict, Verdict] = {"yes": "no", "no": "yes"}

_CLAUSE = later(r"[^,，.。;；:：?？!！]+")
_OF_ANOTHER = later(
    r"\b(?:activat\w+|chain|use|play|flip|fire) (?:up )?(?:an?|another|any|some|my|his|her|their|one of \w+) (?!effects?\b)"
    r"(?:\w+[ -]){0,2}?(?:traps?|spells?|cards?|quick-plays?|hand traps?|monsters?)\b"
    r"|(?:发动|连锁|使用|打出|翻开)(?!的|了|它|他|她|这|那|其|吗|么|嘛|呢|不|时|到|还|出|后|前|效果|诱发)[\u4e00-\u9fff]{2,}",
    re.I,
)
"""What else is used than the card that other clauses name."""
_MAY = later(r"\b(?:can|could|may|am i (?:able|allowed))\b|能|可以|可否", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardAnswer:
    """The verdict on a card's activation and what it rests on."""

    card: str
    """The card's id."""
    name: str
    verdict: Verdict
    """To the question as asked: turned round where it was put negatively."""
    text: str
    """The answer in one or two sentences, in the question's language."""
    timings: tuple[str, ...]
    """The timings asked about; all of the Damage Step if none was named."""
    because: tuple[Citation, ...]
    """Entries that decide, best first, then those they override."""
    rules: tuple[str, ...]
    """Their ids."""
    beaten: tuple[str, ...]
    territories: tuple[tuple[Territory, Verdict], ...]
    """The verdict of each territory asked about (on the activation itself, not turned round)."""
    notes: tuple[str, ...]
    """Where territories differ, what is not known, how sure the reading is."""
    confidence: float
    """0..1"""
    check: CardCheck
    """The whole table."""
    clauses: tuple[Clause, ...] = ()
    """The effects that were asked about, as judged."""
    official: tuple[Citation, ...] = ()
    """Konami's statements that decide."""


def activated_card(question: Question, mentions: Sequence[CardMention]) -> str:
    """Id of the card whose activation is asked about: the first that is used in the clause that asks, else the first that is
    used at all, else the only one; empty if unclear, as where the clause that asks is of something else that is used."""
    acted = [m for m in mentions if m.card and is_acted_on(question.text, m)]
    start, end = _asking_clause(question.text)
    within = [m for m in mentions if start <= m.span.start < end]
    other = not within and _OF_ANOTHER.search(question.text[start:end])
    if other or any(not m.card and (is_acted_on(question.text, m) or used_before(m.surface)) for m in within):
        return ""
    named = dict.fromkeys(m.card for m in mentions)
    first = next((m for m in acted if start <= m.span.start < end), acted[0] if acted else None)
    return first.card if first else next(iter(named)) if len(named) == 1 else ""


def _asking_clause(text: str) -> tuple[int, int]:
    """Where the last clause stands that asks whether something may be done; the whole text if none does."""
    asking = [m.span() for m in _CLAUSE.finditer(text) if _MAY.search(m[0])]
    return asking[-1] if asking else (0, len(text))


def damage_step_answer(
    question: Question, card: Card, *, laws: Sequence[Law], official: Official | None = None
) -> CardAnswer | None:
    """The answer by each law, and by what Konami says of the card.

    None if the question is not whether something may be activated in the Damage Step, or the card's text is in neither
    English nor Chinese.
    """
    asked = timings_of(question, laws[0])
    if not asked or not card.langs():
        return None
    check = check_card(card, lang=_lang(question), laws=laws, official=official)
    effects = _effects_asked(question.reading.meant, check, card)
    return judged_answer(question, check, effects, asked, laws=laws, name=card.name(_lang(question)))


def judged_answer(
    question: Question,
    check: CardCheck,
    effects: Sequence[EffectCheck],
    asked: Sequence[str],
    *,
    laws: Sequence[Law],
    name: str,
) -> CardAnswer:
    """The answer on these effects of what was judged, at the timings asked about. `name`: what they are called."""
    lang = _lang(question)
    turned = _is_turned(question)
    found = [(law.territory, best(_of(e, law.territory, asked) for e in effects)) for law in laws]
    verdicts = {v for _, v in found}
    verdict: Verdict = "no" if not effects else found[0][1] if len(verdicts) == 1 else "depends"
    deciding = _cells(effects, asked, verdict)
    rules = tuple(dict.fromkeys(i for j in deciding for i in (*j.because, *j.no_reason)))
    beaten = tuple(dict.fromkeys(b.rule for j in deciding for b in j.beaten))
    return CardAnswer(
        card=check.card,
        name=name,
        verdict=_FLIPPED.get(verdict, verdict) if turned else verdict,
        text=_sentence(name, effects, asked, verdict, lang, check, laws[0], turned=turned),
        timings=tuple(asked),
        because=cite_rules(dict.fromkeys((*rules, *beaten)), lang, laws[0]),
        rules=rules,
        beaten=beaten,
        territories=tuple(found),
        notes=tuple(_notes(effects, asked, found, deciding, lang)),
        confidence=min((e.effect.profile.confidence for e in effects), default=1.0) * 0.95,
        check=check,
        clauses=tuple(clause_of(e, check.timings, lang, laws[0]) for e in effects),
        official=tuple(_words(effects, deciding)),
    )


_TOLD = later(r"(?:写的?是|写着|写明|说的?是|\b(?:says?|reads?|text is))[^,，。;；]{0,6}$", re.I)
"""What leads in what a card's text says."""


def timings_of(question: Question, law: Law) -> tuple[str, ...]:
    """The timings of the Damage Step at which a question asks whether something may be activated; none for another question."""
    asked = _timings(question, law)
    return asked if question.polar and _is_activation(question) else ()


def _lang(question: Question) -> Lang:
    return "zh" if question.lang == "zh" else "en"


def _words(effects: Sequence[EffectCheck], deciding: Sequence[Judgement]) -> Iterator[Citation]:
    """Konami's statements on those effects whose judgement they settle."""
    settled = {j.official for j in deciding if j.official}
    for effect in effects:
        cited = cite_word(effect.word) if effect.word else None
        if cited and cited.id in settled:
            yield cited


def _is_turned(question: Question) -> bool:
    """Whether yes would mean that it cannot be activated."""
    return question.reading.sides.agrees("allowed", "barred") < 0


def _timings(question: Question, law: Law) -> tuple[str, ...]:
    """The timings of the Damage Step asked about: those named, else all if the step is; none if it is not about the step. What
    the card is said to say is not asked about, if another is named."""
    every = law.parts(STEP)
    told = {
        u.id
        for u in question.understood
        if u.kind == "timing" and u.surface and _TOLD.search(question.text[: question.text.find(u.surface)])
    }
    named = tuple(t for t in every if t in question.timing)
    return tuple(t for t in named if t not in told) or named or (every if STEP in question.timing else ())


def _is_activation(question: Question) -> bool:
    said = "activate" in question.concepts or any(c.startswith("activating") for c in question.concepts)
    return said or question.reading.meant.used


def _effects_asked(meant: Meant, check: CardCheck, card: Card) -> list[EffectCheck]:
    """The effects a question means: by number, by kind, else the card's activation or any effect of a monster."""
    effects = list(check.effects)
    scale = [e for e in effects if e.effect.pendulum]
    if scale and len(scale) < len(effects):
        effects = scale if meant.pendulum else [e for e in effects if not e.effect.pendulum]
    numbered = [e for e in effects if meant.number and e.effect.number == meant.number]
    if numbered:
        return numbered
    if card.type != "monster" and not meant.effect:
        return [e for e in effects if e.effect.profile.kind == "activation"] or effects
    return effects


def _of(effect: EffectCheck, territory: Territory, asked: Sequence[str]) -> Verdict:
    return next(checked.over(asked) for where, checked in effect.judged if where == territory)


def _cells(effects: Sequence[EffectCheck], asked: Sequence[str], verdict: Verdict) -> list[Judgement]:
    """The judgements that the verdict rests on: those that come to it, else all."""
    cells = [j for e in effects for t in asked for _, j in e.at(t)]
    return [j for j in cells if j.verdict == verdict] or cells


def _sentence(
    name: str,
    effects: Sequence[EffectCheck],
    asked: Sequence[str],
    verdict: Verdict,
    lang: Lang,
    check: CardCheck,
    law: Law,
    *,
    turned: bool,
) -> str:
    """The answer in words; `turned`: to a question put negatively, so that yes means that it cannot be activated."""
    if not effects:
        return say("card.none", lang).format(name)
    key = f"put-{_FLIPPED[verdict]}" if turned and verdict in _FLIPPED else verdict
    said = [say(f"card.{key}", lang).format(name)]
    if len(check.effects) > 1 or verdict == "yes":
        said += [_of_effect(e, asked, lang, law) for e in effects]
    return (" " if lang == "en" else "").join(said)


def _of_effect(effect: EffectCheck, asked: Sequence[str], lang: Lang, law: Law) -> str:
    labels = {t.id: t.labels[lang] for t in law.timings}
    where = [labels[t] for t in asked if effect.verdict([t]) == "yes"]
    number = effect.effect.number
    which = say("card.effect", lang).format(number) if number else say("card.itself", lang)
    listed = (", " if lang == "en" else "、").join(where)
    return say("card.when", lang).format(which, listed) if where else say("card.never", lang).format(which)


def _notes(
    effects: Sequence[EffectCheck],
    asked: Sequence[str],
    found: Sequence[tuple[Territory, Verdict]],
    deciding: Sequence[Judgement],
    lang: Lang,
) -> list[str]:
    notes = []
    if len({v for _, v in found}) > 1 or any(e.differs for e in effects):
        each = "; ".join(f"{t} {WORDS[lang][v]}" for t, v in found)
        notes.append(say("card.differs", lang).format(each))
    missing = dict.fromkeys(m for j in deciding for m in j.missing)
    if missing:
        notes.append(say("card.missing", lang).format(", ".join(missing)))
    if any(e.effect.profile.confidence < 1 for e in effects):
        notes.append(say("card.old", lang))
    return notes
