"""The batch of `rulings check --jsonl`: a card text a line in, its verdicts as a JSON object a line out."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kb.cardtext import CardKind, kind_of, read
from kb.errors import BadInput, RulingsError
from kb.law.law import Law
from kb.model import Lang
from query.card.contract import citations_json, profile_json
from query.card.effects import CALCULATION, MAX_TEXT, CheckedEffect, best, check_text


def check_row(row: dict[str, Any], *, law: Law) -> dict[str, Any]:
    """The answer to one line of a batch, as a JSON object.

    Raises BadInput where a field is missing or of the wrong kind.
    """
    start = time.perf_counter()
    asked = _asked(row)
    wanted = asked.of if row.get("of") else ""
    text = read(asked.text, lang=asked.lang, kind=asked.kind, of=wanted, pendulum=asked.pendulum)
    done = check_text(text, asked.kind, law=law)
    chosen = _chosen(done, asked)
    verdicts = [c.verdict for c in chosen]
    single = chosen[0] if len(chosen) == 1 else None
    return {
        "id": row.get("id"),
        "damage_step": best(verdicts),
        "during_damage_calculation": best(c.at(CALCULATION) for c in chosen),
        "only_before_damage_calculation": _only_before(chosen),
        "profile": profile_json(single.effect.profile) if single else None,
        "effects": [_effect_json(c) for c in done],
        "citations": citations_json(deciding_rules(chosen), asked.lang, law),
        "latency_ms": round((time.perf_counter() - start) * 1000, 3),
    }


def check_lines(lines: Iterable[str], *, law: Law) -> Iterator[dict[str, Any]]:
    """One object for each non-empty line of a batch, in order; a bad line gives {"id", "error"} and the rest go on."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        row: Any = None
        try:
            row = json.loads(line)
            if not isinstance(row, dict):
                raise BadInput("not a JSON object; write one object with id, card_type, text and lang a line")
            yield check_row(row, law=law)
        except (ValueError, RecursionError) as error:
            yield {"id": None, "error": f"line {number}: not JSON ({error}); write one object a line"}
        except RulingsError as error:
            yield {"id": row.get("id") if isinstance(row, dict) else None, "error": f"line {number}: {error}"}


@dataclass(frozen=True, slots=True)
class _Asked:
    text: str
    lang: Lang
    kind: CardKind
    of: str
    number: int | None
    pendulum: bool


def _asked(row: dict[str, Any]) -> _Asked:
    text = row.get("text")
    if not isinstance(text, str) or not text.strip():
        raise BadInput("`text` is missing or empty; give the card text as a string")
    if len(text) > MAX_TEXT:
        raise BadInput(f"`text` has {len(text)} characters, more than {MAX_TEXT}; give one card's text")
    lang = row.get("lang")
    if lang not in ("en", "zh"):
        raise BadInput(f"`lang` is {lang!r}; write en or zh")
    kind = kind_of(row.get("card_type"), row.get("property"), row.get("monster_type_line"))
    of = row.get("of") or ("effect" if kind.type == "monster" else "card")
    if of not in ("card", "effect"):
        raise BadInput(f"`of` is {of!r}; write card or effect")
    number = row.get("effect_no")
    if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
        raise BadInput(f"`effect_no` is {number!r}; write a whole number")
    return _Asked(text, lang, kind, of, number, bool(row.get("pendulum")))


def _chosen(done: Sequence[CheckedEffect], asked: _Asked) -> list[CheckedEffect]:
    if asked.of == "card":
        cards = [c for c in done if c.effect.profile.kind == "activation"]
        return cards or list(done)
    effects = [c for c in done if c.effect.profile.kind != "activation"]
    if any(c.effect.pendulum for c in effects) and any(not c.effect.pendulum for c in effects):
        effects = [c for c in effects if c.effect.pendulum == asked.pendulum]
    numbered = [c for c in effects if c.effect.number == asked.number]
    return numbered or effects


def _only_before(chosen: list[CheckedEffect]) -> bool | None:
    answers = [a for c in chosen if (a := c.only_before_calculation) is not None]
    return all(answers) if answers else None


def _effect_json(checked: CheckedEffect) -> dict[str, Any]:
    effect = checked.effect
    return {
        "no": effect.number,
        "text": effect.text,
        "profile": profile_json(effect.profile),
        "damage_step": {j.timing: j.verdict for j in checked.judgements},
    }


def deciding_rules(chosen: Iterable[CheckedEffect]) -> tuple[str, ...]:
    """Ids of the entries that hold the verdicts up, best first: what decides it before what it overrides."""
    ids: dict[str, None] = {}
    for checked in chosen:
        for judgement in checked.judgements:
            if judgement.verdict == checked.verdict:
                ids |= dict.fromkeys((*judgement.because, *judgement.no_reason))
    return tuple(ids)
