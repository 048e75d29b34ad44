"""`rulings calc NAME --jsonl FILE`: a case a line in, what it comes to a line out, as one case with `--json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cli.lines import read_lines
from kb.errors import BadInput, RulingsError

if TYPE_CHECKING:
    from kb.law.law import Law
    from kb.model import Lang
    from query.calc.calculation import Calculation

KEYS: Mapping[str, tuple[str, ...]] = {
    "battle": ("attacker", "target"),
    "atk": ("printed", "changes"),
    "def": ("printed", "changes"),
    "chain": ("links",),
    "again": ("limit", "negated"),
    "case": ("facts",),
}
"""What a line has to give, beside its id."""


def calculate_lines(name: str, path: Path, lang: str, law: Law) -> int:
    """Prints a calculation a line; 2 where a line gives none, with what is wrong in its place."""
    bad = 0
    for line in read_lines(path):
        if line.strip():
            row = _row(name, line, lang, law)
            bad += "error" in row
            print(json.dumps(row, ensure_ascii=False), flush=True)
    return 2 if bad else 0


def _row(name: str, line: str, lang: str, law: Law) -> dict[str, Any]:
    from query.calc.calculation import calculation_json

    number = None
    try:
        given = json.loads(line)
        if not isinstance(given, dict):
            raise BadInput("not an object")
        number = given.get("id")
        missing = [key for key in ("id", *KEYS[name]) if key not in given]
        if missing:
            raise BadInput(f"{', '.join(missing)}: not given. A line gives id, {', '.join(KEYS[name])}")
        chosen = cast("Lang", lang if lang in ("en", "zh") else "en")
        return {"id": number, **calculation_json(_calculated(name, given, law), chosen, law)}
    except (ValueError, TypeError, RulingsError) as error:
        return {"id": number, "error": f"{type(error).__name__}: {error}"}


def _calculated(name: str, given: Mapping[str, Any], law: Law) -> Calculation:
    from query.calc.battle import battle
    from query.calc.case import again, case
    from query.calc.chain import chain
    from query.calc.stats import stat

    if name == "battle":
        return battle(_text(given, "attacker"), _text(given, "target"), piercing=given.get("piercing") is True, law=law)
    if name in ("atk", "def"):
        return stat(name, _text(given, "printed"), _texts(given, "changes"), law=law)
    if name == "chain":
        return chain(_texts(given, "links"), simultaneous=given.get("simultaneous") is True, law=law)
    if name == "again":
        card = _text(given, "card") if "card" in given else ""
        return again(_text(given, "limit"), _text(given, "negated"), card=card, law=law)
    return case(_texts(given, "facts"), law=law)


def _text(given: Mapping[str, Any], key: str) -> str:
    value = given[key]
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise BadInput(f"{key}: not a text or a whole number")
    return str(value)


def _texts(given: Mapping[str, Any], key: str) -> list[str]:
    value = given[key]
    if not isinstance(value, list) or not all(isinstance(v, str | int) and not isinstance(v, bool) for v in value):
        raise BadInput(f"{key}: not a list of texts")
    return [str(v) for v in value]
