"""A user's own order of authorities: set, read, and what it decides; where documents disagree both are shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.main import main
from ingest.build import Order, build
from kb.errors import BadData
from kb.law.precedence import Order as Tiers
from kb.law.precedence import decide
from kb.law.ranking import Ranking, read_ranking
from kb.model import AUTHORITIES, Cite, Lines, Rule, Source
from query.engine import Engine

CLUB = """---
title: Rules of the Pier Club
authority: {club}
---

# Rope knots

A monster with a rope knot cannot attack directly.

# 绳结

有绳结的怪兽不能直接攻击。
"""
LEAFLET = """---
title: Leaflet of the Lighthouse
authority: {leaflet}
---

# Rope knots

A monster with a rope knot can attack directly.

# 绳结

有绳结的怪兽可以直接攻击。
"""


def home_of(folder: Path, club: str = "notes", leaflet: str = "notes") -> Path:
    (folder / "in").mkdir()
    (folder / "in" / "pier-club.md").write_text(CLUB.format(club=club), "utf-8")
    (folder / "in" / "lighthouse.md").write_text(LEAFLET.format(leaflet=leaflet), "utf-8")
    build(folder / "home", Order(paths=[folder / "in"]))
    return folder / "home"


def test_what_an_order_does_not_name_comes_after_it_as_in_the_standard_order() -> None:
    assert Ranking().order == AUTHORITIES
    own = Ranking(("pier-club", "wiki"))
    assert own.order == ("pier-club", "wiki", "official", "official-ruling", "compendium", "notes")
    assert [own.place(*one) for one in (("pier-club", "notes"), ("x", "wiki"), ("x", "official"), ("x", "notes"))] == [
        0,
        1,
        2,
        5,
    ]


def rule(name: str, then: str, document: str) -> Rule:
    cites = (Cite(source=document, section="s", lines=Lines(1, 1)),)
    return Rule(id=name, topic="t", kind="rule", en=name, zh=name, cites=cites, then=then)


def test_an_order_turns_the_tier_of_authority_round() -> None:
    given = (("book", "official"), ("page", "wiki"))
    documents = {name: Source(id=name, file=name, title=name, lang="en", authority=a) for name, a in given}  # type: ignore[arg-type]
    rules = [rule("a", "permitted", "book"), rule("b", "forbidden", "page")]
    for own, standing in (((), "a"), (("wiki",), "b"), (("page", "official"), "b")):
        found = decide(rules, Tiers(documents, lambda timing: (), Ranking(own)))
        assert (found.standing, found.beaten[0].why) == ((standing,), "higher authority")


def test_the_order_is_set_shown_and_taken_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = ["--home", str(tmp_path)]
    assert main(["sources", "--order", "wiki，rulebook-v7", *home]) == 0
    assert "(your own order): wiki > rulebook-v7 > official >" in capsys.readouterr().out
    assert read_ranking(tmp_path / "registry.toml").own == ("wiki", "rulebook-v7")
    assert main(["ask", "Can a Counter Trap be activated in the Damage Step?", "--encoder", "none", "--json", *home]) == 0
    assert any("wiki > rulebook-v7" in note for note in json.loads(capsys.readouterr().out)["notes"])
    assert main(["sources", "--order", "standard", *home]) == 0
    assert "your own" not in capsys.readouterr().out
    assert read_ranking(tmp_path / "registry.toml") == Ranking()


@pytest.mark.parametrize(("given", "told"), [("wikki", "did you mean `wiki`"), ("wiki,wiki", "names wiki twice")])
def test_a_wrong_order_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str, told: str) -> None:
    assert main(["sources", "--order", given, "--home", str(tmp_path)]) == 2
    out, error = capsys.readouterr()
    assert told in error and not out and error.count("\n") == 1
    assert not (tmp_path / "registry.toml").exists()


@pytest.mark.parametrize("text", ['authority_order = "wiki"', "authority_order = [1]", 'authority_order = ["wiki", "wiki"]'])
def test_a_file_with_a_wrong_order_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (tmp_path / "registry.toml").write_text(text, "utf-8")
    with pytest.raises(BadData, match="authority_order"):
        read_ranking(tmp_path / "registry.toml")
    assert main(["sources", "--home", str(tmp_path)]) == 2
    assert "authority_order" in capsys.readouterr().err


@pytest.mark.slow
def test_of_two_documents_that_disagree_the_higher_prevails_and_both_are_shown(tmp_path: Path) -> None:
    home = home_of(tmp_path)
    engine = Engine.open(home)
    english, chinese = "Can a monster with a rope knot attack directly?", "有绳结的怪兽能直接攻击吗？"
    for question in (english, chinese):
        answer = engine.ask(question)
        assert answer.verdict == "depends", question
        assert [bool(d.position and d.other and not d.prevails) for d in answer.disagreements] == [True]
    for own, verdict in (("pier-club", "no"), ("lighthouse", "yes")):
        assert main(["sources", "--order", own, "--home", str(home)]) == 0
        for question in (english, chinese):
            answer = engine.ask(question)
            assert (answer.verdict, answer.citations[0].source) == (verdict, own), question
            assert answer.disagreements[0].prevails == answer.disagreements[0].position
            assert own in answer.disagreements[0].reason
            assert own in answer.notes[-1]
    build(home, Order(encoder="none"))
    assert read_ranking(home / "registry.toml").own == ("lighthouse",)


@pytest.mark.slow
def test_authority_as_given_decides_without_an_order_of_ones_own(tmp_path: Path) -> None:
    engine = Engine.open(home_of(tmp_path, leaflet="official"))
    answer = engine.ask("Can a monster with a rope knot attack directly?")
    assert answer.verdict == "yes" and "official > notes" in answer.disagreements[0].reason


OTHERWISE = """# Deck of the Pier Club

- A Main Deck may have 70 cards.
- Normal Trap Cards may be activated in the turn they were Set.
- 通常陷阱卡在盖放的回合可以发动。
"""


@pytest.mark.slow
def test_where_a_document_and_the_digest_disagree_both_are_shown_and_the_law_decides(tmp_path: Path) -> None:
    (tmp_path / "pier.md").write_text(OTHERWISE, "utf-8")
    build(tmp_path / "home", Order(paths=[tmp_path / "pier.md"]))
    assert main(["sources", "--order", "pier", "--home", str(tmp_path / "home")]) == 0
    engine = Engine.open(tmp_path / "home")
    for question in ("Can a Normal Trap Card be activated in the turn it was Set?", "通常陷阱卡在盖放的回合能发动吗？"):
        answer = engine.ask(question)
        assert answer.verdict == "no", question
        found = next(d for d in answer.disagreements if "pier" in {c.source for c in d.citations})
        assert found.prevails == found.position and found.reason
        assert "Trap" in found.other or "陷阱" in found.other
