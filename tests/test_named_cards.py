"""Every card that the documents name in connection with the Damage Step gets the documents' verdict.

Names and verdicts are in damage_step_cards.tsv; the texts come from the community's card file, in both languages.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from card_samples import real_cards
from law_samples import law

from kb.cardtext import kind_of, read
from query.card.effects import CheckedEffect, best, check_text

ROWS = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "damage_step_cards.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


@lru_cache(maxsize=1)
def library() -> dict[str, dict[str, Any]]:
    return {c["name"]["en"]: c for c in json.loads(real_cards().read_text("utf-8")) if c["name"].get("en")}


def chosen(name: str, part: str, territory: str, lang: str) -> list[CheckedEffect]:
    record = library()[name]
    text = record["text"].get({"en": "en", "zh": "zh-CN"}[lang])
    if not text:
        pytest.skip(f"{name} has no {lang} text")
    kind = kind_of(record["card_type"], record.get("property"), record.get("monster_type_line"))
    done = check_text(read(text, lang=lang, kind=kind), kind, name=name, law=law(territory))  # type: ignore[arg-type]
    what, _, event = part.partition(":")
    found = [c for c in done if (c.effect.profile.kind == "activation") == (what == "card")]
    return [c for c in found if not event or any(event in r.events for r in c.effect.profile.responses)]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("row", ROWS, ids=[f"{r[0]}-{r[1]}" for r in ROWS])
def test_a_named_card_gets_the_documents_verdict(row: tuple[str, ...], lang: str) -> None:
    name, part, ocg, tcg = row[:4]
    verdicts = [best(c.verdict for c in chosen(name, part, territory, lang)) for territory in ("OCG", "TCG")]
    assert verdicts == [ocg, tcg]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("row", [r for r in ROWS if len(r) == 5], ids=[r[0] for r in ROWS if len(r) == 5])
def test_a_named_card_has_its_moment(row: tuple[str, ...], lang: str) -> None:
    name, part, _, _, moments = row
    found = [{j.timing for j in c.judgements if j.verdict == "yes"} for c in chosen(name, part, "OCG", lang)]
    assert {f"damage-step.{moment}" for moment in moments.split(",")} in found


def test_every_card_that_a_rule_names_is_in_the_list() -> None:
    named = {name for f in law("both").about("activate", "damage-step") for name in f.rule.cards}
    assert named <= {row[0] for row in ROWS}
