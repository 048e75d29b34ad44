"""Checked effects, checked cards and card pages as JSON objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from kb.cards.record import Card
from kb.cardtext import CardKind
from kb.law.law import Law
from kb.model import EffectProfile, Lang
from query.answer.contract import MAX_CITATIONS, citation_json
from query.answer.entries import cite_rules
from query.card.effects import best
from query.card.judge import Judgement
from query.card.official import PROFILE, Difference
from query.card.word import Word

if TYPE_CHECKING:
    from query.card.check import CardCheck, EffectCheck
    from query.card.page import CardPage

PROFILE_FIELDS = (
    "kind",
    "mandatory",
    "targets",
    "can_miss_timing",
    "spell_speed",
    "negates_activation",
    "negates_effect",
    "changes_atk_def",
    "special_summons",
    "destroys",
    "adds_to_hand",
    "draws",
    "once_per_turn",
)


def profile_json(profile: EffectProfile) -> dict[str, Any]:
    """The attributes of a profile that the batch contract names."""
    return {name: getattr(profile, name) for name in PROFILE_FIELDS}


def official_json(word: Word, differing: Sequence[Difference]) -> dict[str, Any]:
    """What Konami says of an effect: `official`, and in `official_differs` the fields that are computed otherwise."""
    said = word.damage_step
    first = said or word.tied[0]
    row: dict[str, Any] = {
        "damage_step": word.verdict,
        "quote": first.statement.text,
        "date": first.statement.date,
        "source": first.statement.id,
        "profile": {f: t.value for f in PROFILE if (t := word.value(f))},
    }
    return {"official": row, "official_differs": [difference_json(d) for d in differing]}


def difference_json(difference: Difference) -> dict[str, Any]:
    """Where the official word and the reading part."""
    statement = difference.tied.statement
    return {
        "field": difference.field,
        "official": difference.official,
        "computed": difference.computed,
        "quote": difference.tied.sentence,
        "date": statement.date,
        "source": statement.id,
    }


def citations_json(ids: Iterable[str], lang: Lang, law: Law) -> list[dict[str, Any]]:
    """The first of these entries as evidence in a language, no more than a contract has citations."""
    return [citation_json(c) for c in cite_rules(islice(ids, MAX_CITATIONS), lang, law)]


def checks_json(checks: Sequence[CardCheck], law: Law) -> dict[str, Any]:
    """The check of a card, or of a pasted text: `as` has one check for each kind of card that the verdict depends on."""
    first = checks[0]
    verdicts = {c.verdict for c in checks}
    row: dict[str, Any] = {
        "card": first.card or None,
        "name": first.name or None,
        "lang": first.lang,
        "damage_step": best(verdicts) if len(verdicts) == 1 else "depends",
        "missing": ["card.type"] if len(verdicts) > 1 else [],
        "timings": list(first.timings),
        "as": [_check_json(c) for c in checks],
    }
    ids = dict.fromkeys(i for c in checks for i in c.rule_ids())
    row["citations"] = [citation_json(c) for c in cite_rules(ids, first.lang, law)]
    return row


def _check_json(check: CardCheck) -> dict[str, Any]:
    return {
        "kinds": [kind_json(k) for k in check.kinds],
        "damage_step": check.verdict,
        "lore": check.lore,
        "effects": [_effect_json(e, check.timings) for e in check.effects],
        "lasting": [{"no": e.number, "text": e.text, "pendulum": e.pendulum} for e in check.lasting],
        "remarks": [{"label": label, "text": words} for label, words in check.remarks],
    }


def kind_json(kind: CardKind) -> dict[str, str]:
    """What a text stands on."""
    return {"card_type": kind.type, "property": kind.sort, "monster_type_line": kind.line}


def _effect_json(effect: EffectCheck, timings: Sequence[str]) -> dict[str, Any]:
    e = effect.effect
    profile = {**profile_json(e.profile), "atk_def": e.profile.atk_def, "summons": list(e.profile.summons)}
    return {
        "no": e.number,
        "text": e.text,
        "pendulum": e.pendulum,
        "profile": profile,
        "shown": [{"what": name, "span": list(span)} for name, span in e.profile.shown],
        "confidence": e.profile.confidence,
        "damage_step": effect.verdict(timings),
        "differs": effect.differs,
        **(official_json(effect.word, effect.differences) if effect.word else {}),
        "timings": {t: {territory: _judgement_json(j) for territory, j in effect.at(t)} for t in timings},
    }


def _judgement_json(judgement: Judgement) -> dict[str, Any]:
    return {
        "verdict": judgement.verdict,
        "because": list(judgement.because),
        "beaten": [{"rule": b.rule, "by": b.by, "why": b.why} for b in judgement.beaten],
        "no_reason": list(judgement.no_reason),
        "missing": list(judgement.missing),
        "official": judgement.official or None,
    }


def card_json(card: Card) -> dict[str, Any]:
    """What is known of a card itself."""
    return {
        "id": card.id,
        "konami_id": card.konami,
        "passcodes": list(card.passcodes),
        "names": card.names,
        "other_names": [list(n) for n in card.other_names],
        **kind_json(card.kind()),
        "monster_type_line": card.type_line,
        "stats": card.stats,
        "texts": card.texts,
        "pendulum": card.pendulum,
        "unofficial": list(card.unofficial),
        "files": list(card.files),
    }


def page_json(page: CardPage, law: Law) -> dict[str, Any]:
    """The page of a card."""
    return {
        "card": card_json(page.card),
        "how": page.how,
        "lang": page.lang,
        "check": checks_json([page.check], law) if page.check else None,
        "rules": [citation_json(c) for c in page.rules],
        "stops": [citation_json(c) for c in page.stops],
        "passages": [citation_json(c) for c in page.passages],
        "answers": [
            {
                "id": a.id,
                "date": a.date,
                "status": a.status,
                "outdated": a.outdated,
                "question": [citation_json(c) for c in a.question],
                "answer": [citation_json(c) for c in a.answer],
            }
            for a in page.answers
        ],
        "documents": page.documents,
    }
