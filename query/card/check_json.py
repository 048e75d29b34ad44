"""Profiles and citations of checked effects as JSON."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from kb.digest.load import sources_dir
from kb.model import AUTHORITIES, Authority, EffectProfile, Lang, Rule
from query.answer.contract import MAX_CITATIONS, citation_json
from query.card.checked import CheckedEffect
from query.card.judge import Court
from query.model import Citation, Place

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


def citations_json(chosen: Iterable[CheckedEffect], at: Court, lang: Lang) -> list[dict[str, Any]]:
    """The entries that hold the verdicts up, best first: what decides it before what it overrides."""
    ids: dict[str, None] = {}
    for checked in chosen:
        wanted = checked.verdict
        for judgement in checked.judgements:
            if judgement.verdict == wanted:
                ids |= dict.fromkeys((*judgement.because, *judgement.no_reason))
    return [_entry_json(i, at, lang) for i in list(ids)[:MAX_CITATIONS]]


def entry_citation(rule: Rule, lang: Lang) -> Citation:
    """A digest entry as evidence, in one language, with the originals it rests on."""
    known = _registry()
    ranks = [known[c.source][1] for c in rule.cites if c.source in known]
    return Citation(
        id=rule.id,
        kind="digest",
        source="digest",
        file=rule.file,
        lines=None,
        heading=(rule.topic,),
        quote=rule.zh if lang == "zh" else rule.en,
        lang=lang,
        authority=min(ranks, key=AUTHORITIES.index, default="notes"),
        territory=rule.territory,
        cites=tuple(
            Place(
                source=c.source, file=known.get(c.source, ("", "notes"))[0], lines=c.lines, section=c.section, further=c.further
            )
            for c in rule.cites
        ),
    )


@lru_cache(maxsize=512)
def _entry_json(rule_id: str, at: Court, lang: Lang) -> dict[str, Any]:
    return citation_json(entry_citation(at.rule(rule_id), lang))


@lru_cache(maxsize=1)
def _registry() -> dict[str, tuple[str, Authority]]:
    """File and authority of every known source."""
    rows = tomllib.loads((sources_dir() / "registry.toml").read_text("utf-8"))["source"]
    return {r["id"]: (r["file"], r["authority"]) for r in rows}
