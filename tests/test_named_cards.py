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

from kb.cardtext import kind_of, read
from kb.formal import formal_rules
from query.check import check_text
from query.checked import best

ROWS = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "damage_step_cards.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


@lru_cache(maxsize=1)
def library() -> dict[str, dict[str, Any]]:
    return {c["name"]["en"]: c for c in json.loads(real_cards().read_text("utf-8")) if c["name"].get("en")}


def verdict(name: str, part: str, territory: str, lang: str) -> str:
    record = library()[name]
    text = record["text"].get({"en": "en", "zh": "zh-CN"}[lang])
    if not text:
        pytest.skip(f"{name} has no {lang} text")
    kind = kind_of(record["card_type"], record.get("property"), record.get("monster_type_line"))
    done = check_text(read(text, lang=lang, kind=kind), kind, name=name, territory=territory)  # type: ignore[arg-type]
    what, _, event = part.partition(":")
    chosen = [c for c in done if (c.effect.profile.kind == "activation") == (what == "card")]
    if event:
        chosen = [c for c in chosen if any(event in r.events for r in c.effect.profile.responses)]
    return best(c.verdict for c in chosen)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("name", "part", "ocg", "tcg"), ROWS, ids=[f"{r[0]}-{r[1]}" for r in ROWS])
def test_a_named_card_gets_the_documents_verdict(name: str, part: str, ocg: str, tcg: str, lang: str) -> None:
    assert (verdict(name, part, "OCG", lang), verdict(name, part, "TCG", lang)) == (ocg, tcg)


def test_every_card_that_a_rule_names_is_in_the_list() -> None:
    named = {name for f in formal_rules("activate", "damage-step") for name in f.rule.cards}
    assert named <= {row[0] for row in ROWS}
