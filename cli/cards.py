"""`rulings check`, `rulings card`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from cli.law import laws_of
from cli.options import AsOf, Home, Json, Sources
from kb.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kb.law.law import Law
    from kb.model import Lang
    from query.card.check import CardCheck


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("check")(check)
    app.command("card")(card)


def check(
    name: Annotated[list[str] | None, typer.Argument(help="A card's name, nickname or number; - reads a card text.")] = None,
    text: Annotated[str, typer.Option("--text", metavar="TEXT", help="A pasted card text instead of a name.")] = "",
    jsonl: Annotated[
        Path | None,
        typer.Option("--jsonl", metavar="FILE", help="A card text, or a card's number, a line, as JSON; - for standard input."),
    ] = None,
    lang: Annotated[str, typer.Option("--lang", help="en or zh: the text to judge by; told from the input if not given.")] = "",
    kind: Annotated[str, typer.Option("--kind", help='For a pasted text: "Counter Trap", 速攻魔法, "Dragon / Effect".')] = "",
    at: Annotated[str, typer.Option("--at", metavar="TIMING", help="One timing of the Damage Step, by id or name.")] = "",
    territory: Annotated[str, typer.Option("--territory", help="OCG, TCG or both.")] = "",
    as_of: AsOf = "",
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """May it be activated in the Damage Step? Every effect at every timing, and why."""
    if sum((bool(name), bool(text), jsonl is not None)) != 1:
        raise BadInput("check: give a card's name, or --text TEXT, or --jsonl FILE.")
    if lang not in ("", "en", "zh"):
        raise BadInput(f"--lang {lang}: unknown. Give en or zh.")
    laws = laws_of(home, sources, territory or "both", as_of)
    if jsonl is not None:
        return _batch(jsonl, laws[0], home)
    words = " ".join(name or [])
    if words == "-" or text:
        checks = _pasted(sys.stdin.read() if words == "-" else text, lang, kind, at, laws)
    else:
        checks = (_named(words, lang, at, laws, home),)
    if as_json:
        from query.card.contract import checks_json

        print(json.dumps(checks_json(checks, laws[0]), ensure_ascii=False))
    else:
        from cli.card_show import show_checks

        show_checks(checks, laws[0])
    return 0


def card(
    name: Annotated[list[str], typer.Argument(help="A card's name, nickname or number.")],
    lang: Annotated[str, typer.Option("--lang", help="en or zh; told from the name if not given.")] = "",
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Show a card: profile, Damage Step table, every entry, passage and official Q&A that names it."""
    from query.card.page import card_page

    if lang not in ("", "en", "zh"):
        raise BadInput(f"--lang {lang}: unknown. Give en or zh.")
    laws = laws_of(home, sources)
    words = " ".join(name)
    page = card_page(words, laws=laws, lang=cast("Lang", lang) if lang else _lang_of(words), home=home)
    if as_json:
        from query.card.contract import page_json

        print(json.dumps(page_json(page, laws[0]), ensure_ascii=False))
    else:
        from cli.card_page import show_page

        show_page(page, laws[0])
    return 0


def _pasted(text: str, lang: str, kind: str, at: str, laws: Sequence[Law]) -> tuple[CardCheck, ...]:
    from query.card.check import check_pasted
    from query.card.pasted import named_kind

    told = named_kind(kind) if kind else None
    if kind and told is None:
        raise BadInput(f'--kind {kind}: unknown. Give for example "Quick-Play Spell", "Counter Trap" or "Dragon / Effect".')
    language = cast("Lang | None", lang or None)
    return check_pasted(text, laws=laws, lang=language, kind=told, at=at)


def _named(words: str, lang: str, at: str, laws: Sequence[Law], home: Path | None) -> CardCheck:
    from query.card.check import check_card
    from query.card.official import open_official_word
    from query.card.search import NOT_BUILT, open_card_search

    search = open_card_search(home, sources=laws[0].sources)
    if search is None:
        raise BadInput(NOT_BUILT)
    found = search.find(words)
    chosen = cast("Lang", lang) if lang else _lang_of(words)
    if found.how not in ("exact", "number"):
        print(f"{words}: {found.card.name(chosen)}", file=sys.stderr)
    official = open_official_word(home, sources=laws[0].sources)
    return check_card(found.card, laws=laws, lang=chosen, at=at, official=official)


def _lang_of(words: str) -> Lang:
    from kb.lang.detect import detect

    return "en" if detect(words) == "en" else "zh"


def _batch(path: Path, law: Law, home: Path | None) -> int:
    from cli.lines import read_lines
    from query.card.batch import check_lines
    from query.card.numbered import CardDesk

    bad = 0
    for row in check_lines(read_lines(path), law=law, desk=CardDesk(home, sources=law.sources)):
        bad += "error" in row
        print(json.dumps(row, ensure_ascii=False))
    return 2 if bad else 0
