"""A judged card as HTML: its effects with their parts, and the Damage Step as five columns that open to say why."""

from __future__ import annotations

from collections.abc import Sequence

from kb.law.law import Law
from kb.model import CardText, Effect, Lang, Rule, Verdict
from query.answer.asked import MAY
from query.card.check import CardCheck, EffectCheck
from query.card.judge import Judgement
from query.card.labels import traits
from ui import state
from ui.html import badge, escape, lang_tag, page_link, tag
from ui.named import title_of
from ui.timing_names import short_name
from ui.verdict import CLASSES, ICONS, verdict_mark, verdict_word
from ui.words import say

PARTS = ("condition", "cost", "targeting", "resolution")


def checked_html(check: CardCheck, territories: Sequence[str], law: Law) -> str:
    """Every effect of the card with its table, then what is not activated and what is no effect."""
    texts = {id(e): text for text in check.texts for e in text.effects}
    parts = [_effect(one, _text_of(one.effect, check, texts), check, territories, law) for one in check.effects]
    if not parts:
        parts = [tag("p", escape(say("card.lore" if check.lore else "card.none")))]
    lasting = [tag("li", escape(e.text)) for e in check.lasting]
    remarks = [tag("li", badge(say(f"card.remark.{_known(label)}")) + " " + escape(words)) for label, words in check.remarks]
    return "".join(parts) + _list("card.lasting", lasting, check.lang) + _list("card.remarks", remarks, check.lang)


def effect_text(one: EffectCheck, check: CardCheck) -> str:
    """The text of an effect, its parts marked and named."""
    texts = {id(e): text for text in check.texts for e in text.effects}
    return _marked(one.effect, _text_of(one.effect, check, texts)) if one.effect.text else ""


def track_html(one: EffectCheck, check: CardCheck, law: Law) -> str:
    """The five timings of an effect in a row: the sign of each, its name below; where territories differ, both signs."""
    labels = {t.id: t.labels for t in law.timings}
    lang = state.lang()
    cells = "".join(tag("li", _stop(t, labels[t].get(lang, t), one, lang)) for t in check.timings)
    return tag("ol", cells, class_="dr-track", aria_label=say("card.track"))


def _stop(timing: str, label: str, one: EffectCheck, lang: str) -> str:
    judged = one.at(timing)
    verdicts = dict.fromkeys(j.verdict for _, j in judged)
    marks = [_sign(v, lang, "" if len(verdicts) == 1 else t) for v, t in {j.verdict: t for t, j in reversed(judged)}.items()]
    return "".join(marks) + tag("span", escape(short_name(timing, label)), class_="dr-stop-name", title=label)


def _sign(verdict: Verdict, lang: str, territory: str) -> str:
    """A verdict as a sign, its word for those who hear it."""
    word = tag("span", escape(verdict_word(verdict, lang, MAY)), class_="dr-hidden")
    sign = tag("span", ICONS[verdict], aria_hidden="true")
    return tag("span", sign + word + escape(territory), class_=f"dr-stop {CLASSES[verdict]}")


def _text_of(effect: Effect, check: CardCheck, texts: dict[int, CardText]) -> CardText:
    return texts.get(id(effect)) or next(t for t in check.texts if t.text[slice(*effect.span)] == effect.text)


def _known(label: str) -> str:
    return label if label in ("materials", "summoning", "limit", "restriction", "name") else "other"


def _list(key: str, items: Sequence[str], lang: str) -> str:
    return tag("h3", escape(say(key))) + tag("ul", "".join(items), lang=lang_tag(lang)) if items else ""


def _effect(one: EffectCheck, text: CardText, check: CardCheck, territories: Sequence[str], law: Law) -> str:
    effect, lang = one.effect, state.lang()
    name = say("card.effect", number=str(effect.number)) if effect.number else say("card.itself")
    pendulum = badge(say("card.pendulum")) if effect.pendulum else ""
    facts = "".join(badge(t) for t in traits(effect.profile, lang))
    differs = tag("p", escape(say("card.differs")), class_="dr-care") if one.differs and len(territories) > 1 else ""
    body = tag("p", _marked(effect, text), lang=lang_tag(check.lang), class_="dr-effect-text") if effect.text else ""
    cells = "".join(_cell(timing, one, territories, lang, law) for timing in check.timings)
    head = tag("h3", escape(name) + " " + pendulum) + tag("p", facts, class_="dr-badges")
    return tag("section", head + body + differs + tag("div", cells, class_="dr-step"), class_="dr-effect")


def _marked(effect: Effect, text: CardText) -> str:
    """The effect's text with its parts coloured and labelled."""
    found = sorted((span, name) for name in PARTS if (span := getattr(effect, name)) is not None)
    out, at = "", effect.span.start
    for span, name in found:
        if span.start < at or span.end > effect.span.end:
            continue
        out += escape(text.text[at : span.start]) + _part(text.text[slice(*span)], name)
        at = span.end
    return out + escape(text.text[at : effect.span.end])


def _part(words: str, name: str) -> str:
    label = tag("span", escape(say(f"card.{name}")), class_="dr-part-label")
    return tag("span", label + escape(words), class_=f"dr-part {name}")


def _cell(timing: str, one: EffectCheck, territories: Sequence[str], lang: Lang, law: Law) -> str:
    """One timing: its name and verdict, which opens to say why."""
    labels = {t.id: t.labels for t in law.timings}
    judged = [(t, j) for t, j in one.at(timing) if t in territories]
    verdicts = {j.verdict for _, j in judged}
    marks = (
        _mark(verdicts.pop(), lang)
        if len(verdicts) == 1
        else "".join(tag("span", escape(t) + " " + _mark(j.verdict, lang), class_="dr-where") for t, j in judged)
    )
    name = tag("span", escape(labels[timing].get(lang, timing)), class_="dr-step-name")
    same = len({(j.verdict, j.because, j.no_reason) for _, j in judged}) == 1
    why = _why(judged[0][1], law) if same else "".join(tag("h4", escape(t)) + _why(j, law) for t, j in judged)
    return tag("details", tag("summary", name + marks) + tag("div", why, class_="dr-why"), class_="dr-cell")


def _mark(verdict: Verdict, lang: str) -> str:
    return verdict_mark(verdict, lang=lang)


def _why(judgement: Judgement, law: Law) -> str:
    rules = law.rules
    lines = [_reason("card.because", rules[i], law) for i in judgement.because if i in rules]
    lines += [_reason("card.no-reason", rules[i], law) for i in judgement.no_reason if i in rules]
    lines += [_reason("card.beaten", rules[b.rule], law) for b in judgement.beaten if b.rule in rules]
    missing = tag("p", escape(say("card.missing", facts=", ".join(judgement.missing)))) if judgement.missing else ""
    return "".join(lines) + missing or tag("p", escape(say("card.no-rule")))


def _reason(key: str, rule: Rule, law: Law) -> str:
    text = rule.zh if state.lang() == "zh" else rule.en
    known = law.documents
    places = (f"{title_of(known.get(c.source), c.source)} · {say('cite.line', first=c.lines.first)}" for c in rule.cites)
    cites = escape("; ".join(dict.fromkeys(places)))
    source = page_link(state.link("browse", rule=rule.id), say("card.evidence"), data_sheet=rule.id, class_="dr-ref")
    return tag("p", tag("strong", escape(say(key))) + " " + escape(text) + " " + source) + tag("p", cites, class_="dr-hint")
