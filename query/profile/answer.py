"""The answer to a question for a property of a card's own effects, by the profile of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.cards.record import Card
from kb.digest.load import sources_dir
from kb.lang.later import later
from kb.law.law import Law
from kb.model import CardText, Effect, Lang, Tri, Verdict
from query.against import cues as against
from query.against.answer import cite_text, clause
from query.against.does import texts_of
from query.answer.entries import cite_rules
from query.card.links import CardMention
from query.card.search import CardSearch
from query.model import Answer, Citation, Missing, Question, Step, Trace
from query.profile.cues import Ask, Cues, load_cues
from query.profile.itself import counts_own, of_itself, only_theirs, tributes, whole
from query.profile.upon import WAYS
from query.profile.values import from_hand_with, may_be_answered, targets_face_down, value_of
from query.profile.words import kind_name, say, told, told_of

ANSWERED, HIDDEN, BY_FIELD = "answered", "face-down", "from-hand-with"
"""Whether anything may be chained to it; whether it may target what is face-down; whether it may be activated from the hand by
one who controls no cards, or some."""
_KINDS_ZH = {"怪兽": "monster", "怪": "monster", "卡": "card", "魔陷": "spell/trap", "魔法": "spell", "陷阱": "trap"}
COMPUTED = 0.9
"""How sure a profile is."""
_LISTS = ("which-speed", "which-kind")
"""What is asked for and not whether."""
_NOTES = {"their-turn": ("trap",), "from-hand": ("spell",)}
"""What is told besides where the answer is yes, by the type of the card."""
_WHEN = ("their-turn", "own-turn", "their-phase", "own-phase", "from-hand", "upon-summon", "negates-summon", "after-summon")
"""What a text may tie to more than it is asked for."""
_ORDER = later(r"[①-⑤]")


@dataclass(frozen=True, slots=True)
class _Valued:
    effect: Effect
    value: Tri


def answer_of_profile(
    question: Question, mentions: Sequence[CardMention], search: CardSearch, *, law: Law, sources: Path | None = None
) -> Answer | None:
    """The answer where a question asks for a property of one card or its effects (`computed`); None for any other question,
    where the text does not say, and where the card has no effect that is meant."""
    cues = load_cues(sources_dir(sources))
    ids = tuple(dict.fromkeys(m.card for m in mentions))
    if cues is None or len(ids) != 1 or len(mentions) != 1 or not ids[0]:
        return None
    asked = _asked(question, mentions[0], cues)
    card = search.store.get(ids[0]) if asked else None
    if asked is None or card is None:
        return None
    ask, match = asked
    if ask.of == "card":
        return _of_card(question, card, ask.about, cues, law, sources)
    meant = [
        (e, t) for t in texts_of(card) for e in t.effects if e.text.strip() and (e.profile.starts_chain or ask.about == "chain")
    ]
    meant = _meant(meant, match, cues)
    if not meant:
        return None
    if ask.about in _LISTS:
        return _listed(question, card, [e for e, _ in meant], ask.about)
    if ask.about == "their-turn" and card.property == "quick-play" and meant[0][0].profile.kind == "activation":
        return _from_where(question, card, meant[0][0], cite_rules(cues.rests[ask.about], _lang(question), law))
    guards = against.load_cues(sources_dir(sources))
    found = _valued(ask.about, meant, card, cues, match, guards)
    if not found:
        return None
    besides = (
        ("by-effect",) if ask.about == "negates-summon" and WAYS.get(match.groupdict().get("way") or "") == "special" else ()
    )
    return None if any(v.value is None for v in found) else _answer(question, card, found, ask.about, besides)


def _of_card(question: Question, card: Card, about: str, cues: Cues, law: Law, sources: Path | None) -> Answer | None:
    """What may be done to the card itself, or how many Tributes its Summon takes."""
    guards = against.load_cues(sources_dir(sources))
    if guards is None:
        return None
    lang = _lang(question)
    needed = tributes(card)
    holds = of_itself("be-normal-summoned" if about == "which-tributes" else about, card, cues, guards)
    counted = bool(needed) and not counts_own(card, cues)
    if holds is None or (about == "which-tributes" and not (holds and counted)):
        return None
    cited = (cite_text(card, whole(card), lang), *cite_rules(cues.rests.get(about, ()), lang, law))
    theirs = about in ("be-targeted", "be-destroyed") and not holds and only_theirs(about, card, guards)
    verdict: Verdict = "n/a" if about == "which-tributes" else "depends" if theirs else "yes" if holds else "no"
    name = card.name(lang)
    text = say("tributes", lang).format(name, needed) if verdict == "n/a" else told_of(name, about, lang, holds=holds)
    text = say("theirs", lang).format(name) if theirs else text
    options: tuple[tuple[str, Verdict], ...] = ((say("of-theirs", lang), "no"), (say("of-own", lang), "yes"))
    return Answer(
        question=question,
        verdict=verdict,
        abstained=False,
        text=text,
        steps=(Step(text=text, citation=cited[0]),),
        citations=cited,
        notes=(say("tributes", lang).format(name, needed),) if about == "be-normal-summoned" and holds and counted else (),
        confidence=COMPUTED,
        ground="computed",
        missing=(Missing(fact=say("whose", lang), options=options),) if theirs else (),
        trace=Trace(fired=cited[0].id),
    )


def _asked(question: Question, mention: CardMention, cues: Cues) -> tuple[Ask, re.Match[str]] | None:
    text = question.text
    marked = f"{text[: mention.span.start]}@{text[mention.span.end :]}"
    plain = re.sub(r"[\"“”「」『』《》【】]", "", marked.lower().replace("’", "'"))
    plain = re.sub(r"\s+", " ", plain).strip(" ?？。.!！")
    lang = "zh" if re.search(r"[\u4e00-\u9fff]", plain) else "en"
    for ask in cues.asks:
        if ask.lang == lang and any(word in plain for word in ask.hint) and (match := ask.pattern.fullmatch(plain)):
            return ask, match
    return None


def _meant(effects: Sequence[tuple[Effect, CardText]], match: re.Match[str], cues: Cues) -> list[tuple[Effect, CardText]]:
    """The effects that a question means: by number or place, else all."""
    groups = {k: v for k, v in match.groupdict().items() if v}
    if said := groups.get("by") or groups.get("own"):
        number = ord(said) - 0x245F if _ORDER.match(said) else cues.numbers.get(said) or int(said)
        return [(e, t) for e, t in effects if e.number == number]
    kind = groups.get("kind") or groups.get("after") or ""
    if place := cues.places.get(kind):
        return [(e, t) for e, t in effects if place in e.profile.places]
    return [(e, t) for e, t in effects if e.pendulum == (kind in ("pendulum", "灵摆"))]


def _valued(
    about: str,
    meant: Sequence[tuple[Effect, CardText]],
    card: Card,
    cues: Cues,
    match: re.Match[str],
    guards: against.Cues | None,
) -> list[_Valued]:
    named = match.groupdict()
    if about == ANSWERED:
        by, alone = named.get("thing") or "", len(meant) == 1
        return [_Valued(e, may_be_answered(e, t, alone, guards, by)) for e, t in meant] if guards else []
    if about == BY_FIELD:
        return [_Valued(e, from_hand_with(e, t, card, cues, none=bool(named.get("none")))) for e, t in meant]
    if about == HIDDEN:
        what = named.get("what") or ""
        targeting = [e for e, _ in meant if e.profile.targets]
        return [_Valued(e, targets_face_down(e, _KINDS_ZH.get(what, what), cues)) for e in targeting]
    said = match.groupdict().get("speed") or "0"
    speed = cues.numbers.get(said) or int(said)
    way = WAYS.get(match.groupdict().get("way") or "", "")
    phase = cues.phase_names.get(match.groupdict().get("phase") or "", "")
    return [_Valued(e, value_of(about, e, t, card, cues, speed, way, phase)) for e, t in meant]


def _answer(question: Question, card: Card, found: Sequence[_Valued], about: str, besides: Sequence[str] = ()) -> Answer:
    lang = _lang(question)
    name = card.name(lang)
    values = {bool(v.value) for v in found}
    options = tuple((_name(v.effect, lang), "yes" if v.value else "no") for v in found)
    if len(values) == 1:
        verdict: Verdict = "yes" if True in values else "no"
        text = say("whole", lang).format(name, told(about, lang, holds=True in values))
    else:
        verdict = "depends"
        each = (f"{_name(v.effect, lang)} {told(about, lang, holds=bool(v.value))}" for v in found)
        text = say("depends", lang).format(("; " if lang == "en" else "；").join(each))
    note = verdict == "yes" and card.type in _NOTES.get(about, ()) and card.property != "counter"
    return Answer(
        question=question,
        verdict=verdict,
        abstained=False,
        text=text,
        steps=(Step(text=text, citation=cite_text(card, found[0].effect, lang)), *_steps(card, found, about, lang)),
        citations=tuple(cite_text(card, v.effect, lang) for v in found),
        notes=(
            *((say(about, lang),) if note else ()),
            *((say("provided", lang),) if verdict == "yes" and about in _WHEN else ()),
            *(say(one, lang) for one in besides if verdict == "yes"),
        ),
        confidence=COMPUTED,
        ground="computed",
        missing=(Missing(fact=say("which", lang), options=options),) if verdict == "depends" else (),  # type: ignore[arg-type]  # labels of Verdict
        trace=Trace(fired=f"card:{card.id}:{found[0].effect.number}"),
    )


def _lang(question: Question) -> Lang:
    return "zh" if question.lang == "zh" else "en"


def _from_where(question: Question, card: Card, effect: Effect, rules: tuple[Citation, ...]) -> Answer:
    """A Quick-Play Spell in the opponent's turn: it must have been Set."""
    lang = _lang(question)
    options: tuple[tuple[str, Verdict], ...] = ((say("set", lang), "yes"), (say("held", lang), "no"))
    text = say("where-depends", lang).format(card.name(lang))
    return Answer(
        question=question,
        verdict="depends",
        abstained=False,
        text=text,
        steps=(Step(text=text, citation=cite_text(card, effect, lang)),),
        citations=(cite_text(card, effect, lang), *rules),
        confidence=COMPUTED,
        ground="computed",
        missing=(Missing(fact=say("where", lang), options=options),),
        trace=Trace(fired=f"card:{card.id}:{effect.number}"),
    )


def _steps(card: Card, found: Sequence[_Valued], about: str, lang: Lang) -> Iterator[Step]:
    for one in found:
        what = told(about, lang, holds=bool(one.value))
        yield Step(text=say("clause", lang).format(_name(one.effect, lang), what, clause(card, one.effect, lang)[1]))


def _listed(question: Question, card: Card, effects: Sequence[Effect], about: str) -> Answer:
    """What is asked for of every effect, with no verdict."""
    lang = _lang(question)
    each = [f"{_name(e, lang)}: {_told_of(e, about, lang)}" for e in effects]
    text = f"{card.name(lang)} – {'; '.join(each)}." if lang == "en" else f"「{card.name(lang)}」{'；'.join(each)}。"
    return Answer(
        question=question,
        verdict="n/a",
        abstained=False,
        text=text,
        steps=(Step(text=text, citation=cite_text(card, effects[0], lang)),),
        citations=tuple(cite_text(card, e, lang) for e in effects),
        confidence=COMPUTED,
        ground="computed",
        trace=Trace(fired=f"card:{card.id}:{effects[0].number}"),
    )


def _told_of(effect: Effect, about: str, lang: Lang) -> str:
    speed = say("speed", lang).format(effect.profile.spell_speed)
    return speed if about == "which-speed" else f"{kind_name(effect.profile.kind, lang)} ({speed})"


def _name(effect: Effect, lang: Lang) -> str:
    return say("effect", lang).format(effect.number) if effect.number else say("activation", lang)
