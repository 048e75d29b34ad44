"""How ties are decided, as README tells it: every tier through a question, a card's check and a calculator alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from card_samples import write_yaml_yugi
from lamp_law import lamp, write_lamp_law

from cli.main import main
from ingest.build import Order, build

OPPOSITE = {"permitted": "forbidden", "forbidden": "permitted"}
VERDICT = {"permitted": "yes", "forbidden": "no"}
GLINT = ["card.name=Glint", "card.type=spell", "card.sort=quick-play", "effect.kind=activation", "speed=2"]
CASE = ["act=activate", "timing=damage-step.start", *GLINT]

Said = dict[str, Any]
Rules = Callable[[str], tuple[Said, Said]]
"""What is decided wins: the rule that ought to prevail, with that conclusion, and the one opposed to it."""
TIERS: dict[str, tuple[str, Rules]] = {
    "an entry that names what it overrides, whatever the other's authority": (
        "overridden",
        lambda won: (lamp("won", won, "lamp-wiki", overrides=["lamps.lost"]), lamp("lost", OPPOSITE[won], "guild-ruling")),
    ),
    "a newer source over what it supersedes, though the older is official": (
        "superseded",
        lambda won: (lamp("won", won, "handbook"), lamp("lost", OPPOSITE[won], "old-book", kind="exception")),
    ),
    "a named card over the general rule": (
        "more specific",
        lambda won: (
            lamp("won", won, "lamp-wiki", cards=["Glint"], when={"card": {"name": "Glint"}}),
            lamp("lost", OPPOSITE[won], "handbook"),
        ),
    ),
    "a named card over a group": (
        "more specific",
        lambda won: (
            lamp("won", won, "lamp-wiki", cards=["Glint"], when={"card": {"name": "Glint"}}),
            lamp("lost", OPPOSITE[won], "handbook", kind="exception", when={"card": {"type": "spell"}}),
        ),
    ),
    "a group over the general rule: an exception": (
        "more specific",
        lambda won: (lamp("won", won, "lamp-wiki", kind="exception"), lamp("lost", OPPOSITE[won], "handbook")),
    ),
    "a group over the general rule: a narrower condition": (
        "more specific",
        lambda won: (
            lamp("won", won, "lamp-wiki", when={"card": {"type": "spell"}}),
            lamp("lost", OPPOSITE[won], "handbook"),
        ),
    ),
    "official over the official rulings of a card game's maker": (
        "higher authority",
        lambda won: (lamp("won", won, "old-book"), lamp("lost", OPPOSITE[won], "guild-ruling")),
    ),
    "a compendium over a wiki, though the wiki is newer": (
        "higher authority",
        lambda won: (lamp("won", won, "handbook"), lamp("lost", OPPOSITE[won], "new-wiki")),
    ),
    "what is superseded lends no authority": (
        "higher authority",
        lambda won: (lamp("won", won, "handbook"), lamp("lost", OPPOSITE[won], "old-book", "lamp-wiki")),
    ),
    "date": (
        "newer",
        lambda won: (lamp("won", won, "new-wiki"), lamp("lost", OPPOSITE[won], "lamp-wiki")),
    ),
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with five invented cards, built on a law of lamps without rules."""
    folder = tmp_path_factory.mktemp("ties")
    bare = write_lamp_law(folder / "bare", lamp("none", "permitted", "handbook", when={"card": {"type": "trap"}}))
    cards = write_yaml_yugi(folder / "cards.json")
    assert build(folder / "kb", Order(cards=[cards], encoder="none"), sources=bare).cards == 5
    return folder / "kb"


@pytest.fixture
def asked(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[..., dict[str, Said]]]:
    """Writes a law and asks it of `ask`, `check` and `calc`, each as its own command."""

    def ask(rules: tuple[Said, ...], *more: str) -> dict[str, Said]:
        sources = write_lamp_law(tmp_path / "sources", *rules)
        where = ["--json", "--home", str(home), "--sources", str(sources)]
        question = ["ask", "Can I activate Glint in the Damage Step?", "--encoder", "none", "--territory", "OCG"]
        check = ["check", "Glint", "--lang", "en", "--at", "damage-step.start", "--territory", "OCG", *more]
        return {
            name: _run(capsys, [*words, *where])
            for name, words in (("ask", question), ("check", check), ("calc", ["calc", "case", *CASE, *more]))
        }

    yield ask


def _run(capsys: pytest.CaptureFixture[str], words: list[str]) -> Said:
    assert main(words) == 0
    return dict(json.loads(capsys.readouterr().out))


def verdicts(said: dict[str, Said]) -> dict[str, str]:
    return {"ask": said["ask"]["verdict"], "check": said["check"]["damage_step"], "calc": said["calc"]["verdict"]}


def all_say(verdict: str) -> dict[str, str]:
    return dict.fromkeys(("ask", "check", "calc"), verdict)


@pytest.mark.parametrize("won", ["permitted", "forbidden"])
@pytest.mark.parametrize("tier", TIERS)
def test_each_tier_decides_in_a_question_a_check_and_a_calculation(
    tier: str, won: str, asked: Callable[..., dict[str, Said]]
) -> None:
    why, rules = TIERS[tier]
    said = asked(rules(won))
    assert verdicts(said) == all_say(VERDICT[won])
    [cell] = said["check"]["as"][0]["effects"][0]["timings"].values()
    assert cell["OCG"]["because"] == ["lamps.won"]
    assert cell["OCG"]["beaten"] == [{"rule": "lamps.lost", "by": "lamps.won", "why": why}]
    assert said["ask"]["citations"][0]["id"] == said["calc"]["citations"][0]["id"] == "lamps.won"
    assert "lamps.lost" in [c["id"] for c in said["calc"]["citations"]]


def test_there_is_a_case_for_every_tier() -> None:
    assert {why for why, _ in TIERS.values()} == {"overridden", "superseded", "more specific", "higher authority", "newer"}


@pytest.mark.parametrize(
    "rules",
    [
        (lamp("one", "permitted", "handbook"), lamp("two", "forbidden", "handbook")),
        (lamp("one", "permitted", "lamp-wiki", cards=["Glint"]), lamp("two", "forbidden", "lamp-wiki")),
    ],
    ids=["the same document", "a card named as an example only"],
)
def test_what_is_still_opposed_is_shown_with_both_sides(
    rules: tuple[Said, Said], asked: Callable[..., dict[str, Said]]
) -> None:
    said = asked(rules)
    assert verdicts(said) == all_say("depends")
    for one in said.values():
        assert {"lamps.one", "lamps.two"} <= {c["id"] for c in one["citations"]}


def test_only_what_holds_for_the_territory_is_compared(asked: Callable[..., dict[str, Said]]) -> None:
    foreign = lamp("foreign", "forbidden", "guild-ruling", territory="TCG")
    assert verdicts(asked((lamp("ours", "permitted", "lamp-wiki"), foreign))) == all_say("yes")


def test_only_what_holds_on_the_date_is_compared(asked: Callable[..., dict[str, Said]]) -> None:
    rules = (
        lamp("old", "permitted", "lamp-wiki", until="2012-06"),
        lamp("new", "forbidden", "lamp-wiki", since="2012-07"),
    )
    assert verdicts(asked(rules)) == all_say("no")
    then = asked(rules, "--as-of", "2012-03-01")
    assert (then["check"]["damage_step"], then["calc"]["verdict"]) == ("yes", "yes")


def test_a_date_that_is_none_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", "case", "act=chain", "--as-of", "yesterday"]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1 and "2019-07-13" in told.err
