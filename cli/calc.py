"""`rulings calc …`: numbers and cases computed from the formal rules, with their working."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from cli.law import laws_of
from cli.options import AsOf, Home, Json, Sources
from kb.errors import BadInput

if TYPE_CHECKING:
    from kb.law.law import Law
    from kb.model import Lang
    from query.calc.calculation import Calculation

Language = Annotated[str, typer.Option("--lang", help="en or zh; told from the input if not given.")]
Where = Annotated[str, typer.Option("--territory", help="OCG or TCG.")]
Piercing = Annotated[bool, typer.Option("--piercing", help="The attacker inflicts piercing battle damage.")]
Attacker = Annotated[str, typer.Argument(metavar="ATK", help="ATK of the attacking monster.")]
Target = Annotated[list[str] | None, typer.Argument(metavar="TARGET", help="atk:1600, def:2000 or direct.")]
Jsonl = Annotated[
    Path | None, typer.Option("--jsonl", metavar="FILE", help="A case a line, as `rulings calc` takes them; - for stdin.")
]
Printed = Annotated[str, typer.Argument(metavar="PRINTED", help="The printed value.")]
Changes = Annotated[
    list[str] | None,
    typer.Argument(metavar="CHANGE…", help="L+700, C=100, LO/2, CO=1000, L/2, Lx2, end, end:1 in the order of applying."),
]

calc = typer.Typer(
    help="Compute a battle, ATK or DEF, a Chain, a limit, or any case, with the rules it rests on.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.add_typer(calc, name="calc")


@calc.command("battle")
def battle(
    attacker: Attacker = "",
    target: Target = None,
    piercing: Piercing = False,
    jsonl: Jsonl = None,
    lang: Language = "",
    territory: Where = "OCG",
    as_of: AsOf = "",
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Which monsters a battle destroys, and who takes how much damage."""
    from query.calc.battle import battle as calculate

    law = _law(home, sources, territory, as_of)
    if jsonl is not None or not (attacker or target):
        return _many("battle", jsonl, bool(attacker or target), lang, law)
    aim = " ".join(target or [])
    return _show(calculate(attacker, aim, piercing=piercing, law=law), _lang(lang, aim), law, as_json)


calc.command("damage", help="The same as battle.")(battle)


@calc.command("atk")
def atk(
    printed: Printed = "",
    changes: Changes = None,
    jsonl: Jsonl = None,
    lang: Language = "",
    territory: Where = "OCG",
    as_of: AsOf = "",
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """ATK after changes: L lingering or C continuous, O of the original value; + - = x /."""
    law = _law(home, sources, territory, as_of)
    if jsonl is not None or not (printed or changes):
        return _many("atk", jsonl, bool(printed or changes), lang, law)
    return _stat("atk", printed, changes, lang, law, as_json)


@calc.command("def")
def defense(
    printed: Printed = "",
    changes: Changes = None,
    jsonl: Jsonl = None,
    lang: Language = "",
    territory: Where = "OCG",
    as_of: AsOf = "",
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """DEF after changes, as `calc atk`."""
    law = _law(home, sources, territory, as_of)
    if jsonl is not None or not (printed or changes):
        return _many("def", jsonl, bool(printed or changes), lang, law)
    return _stat("def", printed, changes, lang, law, as_json)


@calc.command("chain")
def chain(
    links: Annotated[
        list[str] | None, typer.Argument(metavar="LINK…", help='"Quick-Play Spell", "Counter Trap", 诱发即时效果, 1, 2 or 3.')
    ] = None,
    simultaneous: Annotated[bool, typer.Option("--simultaneous", help="They met their timing together.")] = False,
    jsonl: Jsonl = None,
    lang: Language = "",
    territory: Where = "OCG",
    as_of: AsOf = "",
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Spell Speeds, and may each link be chained to the one before?"""
    from query.calc.chain import chain as calculate

    law = _law(home, sources, territory, as_of)
    if jsonl is not None or not links:
        return _many("chain", jsonl, bool(links), lang, law)
    done = calculate(links or [], simultaneous=simultaneous, law=law)
    return _show(done, _lang(lang, " ".join(links or [])), law, as_json)


@calc.command("again")
def again(
    limit: Annotated[str, typer.Option("--limit", help="How the text words it: activate, use or this-card.")] = "",
    negated: Annotated[str, typer.Option("--negated", help="activation or effect.")] = "",
    card: Annotated[str, typer.Option("--card", help="monster, spell or trap.")] = "",
    jsonl: Jsonl = None,
    lang: Language = "",
    territory: Where = "OCG",
    as_of: AsOf = "",
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """May something limited to once per turn be used again after a negation?"""
    from query.calc.case import again as calculate

    law = _law(home, sources, territory, as_of)
    if jsonl is not None or not (limit or negated):
        return _many("again", jsonl, bool(limit or negated), lang, law)
    return _show(calculate(limit, negated, card=card, law=law), _lang(lang, ""), law, as_json)


@calc.command("case")
def case(
    facts: Annotated[
        list[str] | None, typer.Argument(metavar="TERM=VALUE…", help="Facts in the words of docs/rules.md.")
    ] = None,
    jsonl: Jsonl = None,
    lang: Language = "",
    territory: Where = "OCG",
    as_of: AsOf = "",
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Any case put to the formal rules: act=pay cost.kind=send card.token=true."""
    from query.calc.case import case as calculate

    law = _law(home, sources, territory, as_of)
    if jsonl is not None or not facts:
        return _many("case", jsonl, bool(facts), lang, law)
    return _show(calculate(facts or [], law=law), _lang(lang, ""), law, as_json)


@calc.command("ask")
def ask(
    question: Annotated[list[str] | None, typer.Argument(help="The question as you would type it.")] = None,
    jsonl: Annotated[
        Path | None, typer.Option("--jsonl", metavar="FILE", help='A question a line: {"id", "question"}; - for stdin.')
    ] = None,
    lang: Language = "",
    territory: Annotated[str, typer.Option("--territory", help="OCG, TCG or both.")] = "both",
    as_of: AsOf = "",
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """A question with numbers or a sequence of events, worked out; says so where it is none."""
    if (jsonl is None) == (not question):
        raise BadInput("calc ask: give one question, or --jsonl FILE with a question a line.")
    from cli.calc_ask import answer_lines, show_computed

    laws = laws_of(home, sources, territory, as_of)
    if jsonl is not None:
        return answer_lines(jsonl, laws)
    text = " ".join(question or [])
    return show_computed(text, _lang(lang, text), as_json, laws)


def _many(name: str, jsonl: Path | None, one: bool, lang: str, law: Law) -> int:
    """Many cases, a line each. Raises BadInput where one is given beside them, or none at all."""
    from cli.calc_lines import calculate_lines

    if jsonl is None or one:
        raise BadInput(f"calc {name}: give one case, or --jsonl FILE with a case a line.")
    return calculate_lines(name, jsonl, lang, law)


def _stat(of: str, printed: str, changes: list[str] | None, lang: str, law: Law, as_json: bool) -> int:
    from query.calc.stats import stat

    done = stat(of, printed, changes or [], law=law)
    return _show(done, _lang(lang, " ".join(changes or [])), law, as_json)


def _law(home: Path | None, sources: Path | None, territory: str, as_of: str) -> Law:
    if territory not in ("OCG", "TCG"):
        raise BadInput(f"--territory {territory[:40]}: unknown. Give OCG or TCG.")
    return laws_of(home, sources, territory, as_of)[0]


def _lang(lang: str, words: str) -> Lang:
    if lang not in ("", "en", "zh"):
        raise BadInput(f"--lang {lang}: unknown. Give en or zh.")
    if lang:
        return cast("Lang", lang)
    return "zh" if any("\u4e00" <= c <= "\u9fff" for c in words) else "en"


def _show(done: Calculation, lang: Lang, law: Law, as_json: bool) -> int:
    from query.calc.calculation import calculation_json, citations

    if as_json:
        print(json.dumps(calculation_json(done, lang, law), ensure_ascii=False))
        return 0
    from cli.card_show import show_entry

    numbers = {rule: n for n, rule in enumerate(done.rules, 1)}
    print(done.result[lang])
    for step in done.steps:
        marks = "".join(f" [{numbers[i]}]" for i in step.rules)
        if step.text[lang] != done.result[lang] or marks:
            print(f"  {step.text[lang]}{marks}")
    for note in done.notes:
        print(f"  ! {note[lang]}")
    for citation in citations(done, lang, law):
        show_entry(citation, f"[{numbers[citation.id]}]")
    return 0
