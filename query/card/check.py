"""A card judged: every effect at every timing of the Damage Step, by the law of each territory, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kb.cards.record import Card, name_key
from kb.cardtext import CardKind, read
from kb.digest.load import bundled_linker
from kb.errors import BadInput, UnknownName
from kb.lang.detect import detect
from kb.law.law import Law
from kb.model import CardText, Effect, Lang, Remark, Territory, Verdict
from kb.plain import whole
from query.card.effects import MAX_TEXT, CheckedEffect, best, check_text
from query.card.judge import STEP, Judgement
from query.card.official import Difference, Official, differences
from query.card.pasted import kinds_of, plain
from query.card.word import Word


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectCheck:
    """One effect that is activated, judged in each territory asked about."""

    effect: Effect
    judged: tuple[tuple[Territory, CheckedEffect], ...]

    @property
    def word(self) -> Word | None:
        """What Konami says of it; None where it says nothing, or nothing is built that tells."""
        return next((c.word for _, c in self.judged if c.word), None)

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Where that and what is computed part."""
        checked = next((c for _, c in self.judged if c.word), None)
        return differences(checked.word, checked) if checked and checked.word else ()

    @property
    def differs(self) -> bool:
        """Whether the territories disagree at some timing."""
        return len({tuple(j.verdict for j in c.judgements) for _, c in self.judged}) > 1

    def verdict(self, timings: Iterable[str] = ()) -> Verdict:
        """The most favourable verdict at these timings (all of them if none are given); depends where territories differ."""
        wanted = set(timings)
        found = {c.over(wanted) for _, c in self.judged}
        return found.pop() if len(found) == 1 else "depends"

    def at(self, timing: str) -> tuple[tuple[Territory, Judgement], ...]:
        """The judgement of each territory at one timing."""
        return tuple((t, next(j for j in c.judgements if j.timing == timing)) for t, c in self.judged)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCheck:
    """A card text judged."""

    name: str
    card: str
    """Id of the card; empty for a pasted text."""
    kinds: tuple[CardKind, ...]
    """What it stands on; several where the text does not tell and they come to the same verdicts."""
    lang: Lang
    texts: tuple[CardText, ...]
    """As read: the card's own text, then its Pendulum Effect."""
    effects: tuple[EffectCheck, ...]
    lasting: tuple[Effect, ...] = ()
    """Effects that are not activated."""
    remarks: tuple[tuple[str, str], ...] = ()
    """(label, words) of what is no effect."""
    timings: tuple[str, ...] = ()
    """The timings shown, in order."""
    lore: bool = False
    """The text tells a story."""

    @property
    def verdict(self) -> Verdict:
        """The most favourable verdict of all its effects at the timings shown; unknown if none is activated."""
        return best(e.verdict(self.timings) for e in self.effects)

    def rule_ids(self) -> tuple[str, ...]:
        """Every rule that a verdict shown rests on, those that decide before those that were beaten."""
        cells = [j for e in self.effects for t in self.timings for _, j in e.at(t)]
        deciding = [i for j in cells for i in (*j.because, *j.no_reason)]
        return tuple(dict.fromkeys((*deciding, *(b.rule for j in cells for b in j.beaten))))


def check_card(
    card: Card, *, laws: Sequence[Law], lang: Lang | None = None, at: str = "", official: Official | None = None
) -> CardCheck:
    """The card judged by each law, by its text in a language (the first it has one in, if it has none in that or none is
    named).

    `at` narrows to one timing, by id or name. `official`: what Konami says of cards; it is the verdict where it speaks, in the
    OCG and wherever the law comes to the same there. Raises BadInput if there is no English or Chinese text, UnknownName for a
    timing that is no part of the Damage Step.
    """
    langs = card.langs()
    if not langs:
        raise BadInput(f"{card.name('en')}: its text is neither in English nor in Chinese. Give the text with --text.")
    chosen = lang if lang in langs else langs[0]
    own, scale = card.texts.get(chosen, ""), card.pendulum.get(chosen, "")
    kind = card.kind()
    read_texts = [read(own, lang=chosen, kind=kind)] if own and not card.is_lore() else []
    if scale:
        whole = read(scale, lang=chosen, kind=kind, pendulum=True)
        read_texts.append(replace(whole, effects=tuple(replace(e, pendulum=True) for e in whole.effects)))
    checked = _checked(card.name(chosen), kind, chosen, read_texts, card.names.get("en", ""), laws, at)
    effects = _told(checked.effects, card, read_texts, official) if official else checked.effects
    return replace(checked, card=card.id, lore=card.is_lore(), effects=effects)


def _told(effects: Sequence[EffectCheck], card: Card, texts: Sequence[CardText], official: Official) -> tuple[EffectCheck, ...]:
    """The effects, each with what is officially said of it."""
    words: dict[int, Word] = {}
    for text in texts:
        pendulum = any(e.pendulum for e in text.effects)
        words |= {id(text.effects[at]): w for at, w in official.words(card, text.effects, pendulum=pendulum).items()}
    return tuple(_with_word(e, words.get(id(e.effect))) for e in effects)


def _with_word(effect: EffectCheck, word: Word | None) -> EffectCheck:
    """The effect with a word: in the OCG, and in the TCG where the law comes to the same."""
    if word is None:
        return effect
    tables = {t: tuple(j.verdict for j in c.computed) for t, c in effect.judged}
    ocg = tables.get("OCG", next(iter(tables.values())))
    judged = tuple((t, replace(c, word=word) if tables[t] == ocg else c) for t, c in effect.judged)
    return replace(effect, judged=judged)


def check_pasted(
    text: str, *, laws: Sequence[Law], lang: Lang | None = None, kind: CardKind | None = None, at: str = ""
) -> tuple[CardCheck, ...]:
    """A pasted text judged, once for each kind of card it may stand on: one, unless the text does not tell.

    Kinds that come to the same verdicts are given once. Markup is text like any other. Raises BadInput for no or too long a
    text, UnknownName as `check_card` does.
    """
    if not text.strip():
        raise BadInput("The card text is empty. Paste the text of one card.")
    if len(text) > MAX_TEXT:
        raise BadInput(f"The text has {len(text)} characters; {MAX_TEXT} are read at most. Paste one card's text.")
    text = plain(whole(text))
    chosen: Lang = lang or ("en" if detect(text) == "en" else "zh")
    head, kinds = ("", [kind]) if kind else kinds_of(text)
    body = text[len(head) :].strip() or text
    found: dict[tuple[tuple[Verdict, ...], ...], CardCheck] = {}
    for one in kinds:
        checked = _checked("", one, chosen, [read(body, lang=chosen, kind=one)], "", laws, at)
        outcome = tuple(tuple(j.verdict for t in checked.timings for _, j in e.at(t)) for e in checked.effects)
        key = tuple(dict.fromkeys(outcome))
        found[key] = replace(found[key], kinds=(*found[key].kinds, one)) if key in found else checked
    return tuple(found.values())


def ruled_name(english: str, laws: Sequence[Law]) -> str:
    """A card's English name as the formal rules about it have it; empty if none is about it."""
    return {name_key(n): n for law in laws for n in law.names}.get(name_key(english), "") if english else ""


def _checked(
    name: str, kind: CardKind, lang: Lang, texts: Sequence[CardText], english: str, laws: Sequence[Law], at: str
) -> CardCheck:
    known = ruled_name(english, laws)
    effects = [e for text in texts for e in _effects(text, kind, known, laws)]
    return CardCheck(
        name=name,
        card="",
        kinds=(kind,),
        lang=lang,
        texts=tuple(texts),
        effects=tuple(effects),
        lasting=tuple(e for text in texts for e in text.effects if not e.profile.starts_chain),
        remarks=tuple((r.label, _words(text, r)) for text in texts for r in text.remarks),
        timings=timings_asked(at, laws[0]),
    )


def _effects(text: CardText, kind: CardKind, name: str, laws: Sequence[Law]) -> list[EffectCheck]:
    by_law = [check_text(text, kind, name=name, law=law) for law in laws]
    return [
        EffectCheck(effect=row[0].effect, judged=tuple((law.territory, c) for law, c in zip(laws, row, strict=True)))
        for row in zip(*by_law, strict=True)
    ]


def _words(text: CardText, remark: Remark) -> str:
    return text.text[remark.span.start : remark.span.end].strip()


def timings_asked(at: str, law: Law) -> tuple[str, ...]:
    """The timings of the Damage Step that a name or id means; all of them for the step itself or an empty name.

    Raises UnknownName, with the names there are, for anything else.
    """
    every = law.parts(STEP)
    if not at.strip() or at.strip() == STEP:
        return every
    if at.strip() in every:
        return (at.strip(),)
    linked = [link.target for link in bundled_linker(law.sources).link(at, slang=True, typos=True)]
    found = tuple(t for t in every if t in linked)
    if found or STEP in linked:
        return found or every
    lang = "en" if detect(at) == "en" else "zh"
    names = "; ".join(t.labels[lang] for t in law.timings if t.id in every)
    raise UnknownName(f"--at {at[:80]}: no timing of the Damage Step. Give one of: {names}.")
