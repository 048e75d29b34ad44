"""The batch of `rulings check --jsonl`: a card text, or a card's number, a line in; its verdicts, a JSON object a line, out."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kb.cards.record import Card
from kb.cardtext import CardKind, kind_of, read
from kb.errors import BadInput, RulingsError
from kb.law.law import Law
from kb.model import CardText, Effect, Lang
from kb.plain import whole
from query.card.check import ruled_name
from query.card.contract import citations_json, official_json, profile_json
from query.card.effects import MAX_TEXT, CheckedEffect, best, check_text
from query.card.numbered import CardDesk, texts_of
from query.card.official import differences
from query.card.word import CALCULATION, Word

NUMBERS = ("konami_id", "password")
"""Fields that name a card instead of giving a text."""
_LAST_MARK = 20
"""The last number in a circle that card texts have."""


def check_row(row: dict[str, Any], *, law: Law, desk: CardDesk | None = None) -> dict[str, Any]:
    """The answer to one line of a batch, as a JSON object. `desk`: the cards that a line may name by number.

    Raises BadInput where a field is missing or of the wrong kind, or where it names a card that is not there.
    """
    start = time.perf_counter()
    asked = _asked(row, desk)
    text = _read(asked, row)
    done = check_text(text, asked.kind, law=law, name=ruled_name(asked.card.names.get("en", ""), [law]) if asked.card else "")
    chosen = _chosen(done, asked)
    single = chosen[0] if len(chosen) == 1 else None
    word = _word(single, text, asked, desk) if single else None
    told = replace(single, word=word) if single and word else None
    return {
        "id": row.get("id"),
        **_verdicts_json([told] if told else chosen),
        **(_official(word, told, chosen) if word and told else {}),
        "profile": profile_json(single.effect.profile) if single else None,
        "effects": [_effect_json(c) for c in done],
        "citations": citations_json(deciding_rules(chosen), asked.lang, law),
        "latency_ms": round((time.perf_counter() - start) * 1000, 3),
    }


def _verdicts_json(chosen: Sequence[CheckedEffect]) -> dict[str, Any]:
    return {
        "damage_step": best(c.verdict for c in chosen),
        "during_damage_calculation": best(c.at(CALCULATION) for c in chosen),
        "only_before_damage_calculation": _only_before(chosen),
    }


def _official(word: Word, told: CheckedEffect, chosen: Sequence[CheckedEffect]) -> dict[str, Any]:
    return {**official_json(word, differences(word, told)), "computed": _verdicts_json(chosen)}


def _read(asked: _Asked, row: dict[str, Any]) -> CardText:
    """The text read: an effect that the text numbers and activates is read in its place, never as a lone one."""
    plain = read(asked.text, lang=asked.lang, kind=asked.kind, pendulum=asked.pendulum)
    numbered = any(e.number == asked.number and e.profile.starts_chain and _prints(e) for e in plain.effects)
    if numbered or not row.get("of"):
        return plain
    return read(asked.text, lang=asked.lang, kind=asked.kind, of=asked.of, pendulum=asked.pendulum)


def _prints(effect: Effect) -> bool:
    return 0 < effect.number <= _LAST_MARK and chr(0x245F + effect.number) in effect.text


def _word(single: CheckedEffect, text: CardText, asked: _Asked, desk: CardDesk | None) -> Word | None:
    """What is officially said of the effect asked about."""
    if asked.card is None or desk is None or desk.official is None:
        return None
    at = next((n for n, e in enumerate(text.effects) if e is single.effect), -1)
    return desk.official.words(asked.card, text.effects, pendulum=asked.pendulum).get(at)


def check_lines(lines: Iterable[str], *, law: Law, desk: CardDesk | None = None) -> Iterator[dict[str, Any]]:
    """One object for each non-empty line of a batch, in order; a bad line gives {"id", "error"} and the rest go on."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        row: Any = None
        try:
            row = json.loads(line)
            if not isinstance(row, dict):
                raise BadInput("not a JSON object; write one object with id, card_type, text and lang a line")
            yield check_row(row, law=law, desk=desk)
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
    card: Card | None = None


def _asked(row: dict[str, Any], desk: CardDesk | None) -> _Asked:
    if row.get("text") is None and any(row.get(n) is not None for n in NUMBERS):
        return _of_card(row, desk)
    text = row.get("text")
    if not isinstance(text, str) or not text.strip():
        raise BadInput("`text` is missing or empty; give the card text as a string")
    if len(text) > MAX_TEXT:
        raise BadInput(f"`text` has {len(text)} characters, more than {MAX_TEXT}; give one card's text")
    lang = row.get("lang")
    if lang not in ("en", "zh"):
        raise BadInput(f"`lang` is {lang!r}; write en or zh")
    kind = kind_of(row.get("card_type"), row.get("property"), row.get("monster_type_line"))
    return _Asked(whole(text), lang, kind, _of(row, kind), _effect_no(row), bool(row.get("pendulum")))


def _of_card(row: dict[str, Any], desk: CardDesk | None) -> _Asked:
    """The line of a card that is named by its number; `effect_no` may be that of the card's activation."""
    name = next(n for n in NUMBERS if row.get(n) is not None)
    lang, pendulum = row.get("lang", "en"), bool(row.get("pendulum"))
    if lang not in ("en", "zh"):
        raise BadInput(f"`lang` is {lang!r}; write en or zh")
    card = (desk or CardDesk(None)).card(name, row[name])
    chosen, text = texts_of(card, lang, pendulum=pendulum)
    of = "number" if _effect_no(row) is not None and not row.get("of") else _of(row, card.kind())
    return _Asked(text, chosen, card.kind(), of, _effect_no(row), pendulum, card)


def _of(row: dict[str, Any], kind: CardKind) -> str:
    of = row.get("of") or ("effect" if kind.type == "monster" else "card")
    if of not in ("card", "effect"):
        raise BadInput(f"`of` is {of!r}; write card or effect")
    return str(of)


def _effect_no(row: dict[str, Any]) -> int | None:
    number = row.get("effect_no")
    if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
        raise BadInput(f"`effect_no` is {number!r}; write a whole number")
    return number


def _chosen(done: Sequence[CheckedEffect], asked: _Asked) -> list[CheckedEffect]:
    if asked.of == "card":
        cards = [c for c in done if c.effect.profile.kind == "activation"]
        return cards or list(done)
    effects = [c for c in done if c.effect.profile.kind != "activation" or (asked.number and c.effect.number == asked.number)]
    if any(c.effect.pendulum for c in effects) and any(not c.effect.pendulum for c in effects):
        effects = [c for c in effects if c.effect.pendulum == asked.pendulum]
    numbered = [c for c in effects if c.effect.number == asked.number]
    return numbered or effects


def _only_before(chosen: Sequence[CheckedEffect]) -> bool | None:
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
