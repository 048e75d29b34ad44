"""An answer in the terminal: a verdict as sure as its ground, the reason and every source once, on one screen."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from cli.show import show_answer
from kb.model import Lang, Lines, Verdict
from query.engine import Engine
from query.model import Answer, Citation, Disagreement, Ground, Missing, Place, Question, Step
from query.read.question import read_question

WIDTH, HEIGHT = 100, 24


def citation(name: str, *sources: str, note: str = "") -> Citation:
    places = tuple(Place(source=s, file=f"{s}.md", lines=Lines(n, n), section="Dusk") for n, s in enumerate(sources, 3))
    return Citation(
        id=name, kind="digest", source="digest", file="", lines=None, heading=("lamps",), quote=f"{name} says so.",
        lang="en", authority="official", cites=places, note=note,
    )  # fmt: skip


def answer(verdict: Verdict, ground: Ground, lang: Lang = "en", **more: object) -> Answer:
    question = Question(reading=read_question("May a lamp burn?", lang=lang))
    made = Answer(question=question, verdict=verdict, abstained=False, text="Lamps burn.", ground=ground, confidence=0.9)
    return replace(made, **more)  # type: ignore[arg-type]


def shown(capsys: pytest.CaptureFixture[str], made: Answer, *, explain: bool = False) -> list[str]:
    show_answer(made, explain=explain)
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("verdict", "ground", "lang", "first"),
    [
        ("yes", "computed", "en", "YES"),
        ("no", "stated", "en", "NO"),
        ("yes", "inferred", "en", "CLOSEST RULES: probably yes"),
        ("no", "inferred", "en", "CLOSEST RULES: probably no"),
        ("no", "computed", "zh", "不可以／否"),
        ("yes", "stated", "zh", "可以／是"),
        ("yes", "inferred", "zh", "最接近的规则：很可能可以／是"),
        ("no", "inferred", "zh", "最接近的规则：很可能不可以／否"),
    ],
)
def test_only_what_is_worked_out_or_stated_is_said_outright(
    capsys: pytest.CaptureFixture[str], verdict: Verdict, ground: Ground, lang: Lang, first: str
) -> None:
    lines = shown(capsys, answer(verdict, ground, lang))
    assert lines[0] == first
    assert "0.90" in lines[1]
    assert lines[2] == "Lamps burn."


@pytest.mark.parametrize(("lang", "first"), [("en", "CLOSEST RULES: perhaps yes"), ("zh", "最接近的规则：或许可以／是")])
def test_what_is_no_likelier_right_than_wrong_is_told_as_what_may_be(
    capsys: pytest.CaptureFixture[str], lang: Lang, first: str
) -> None:
    assert shown(capsys, replace(answer("yes", "inferred", lang), confidence=0.49))[0] == first
    assert shown(capsys, replace(answer("yes", "inferred", lang), confidence=0.5))[0] != first
    assert shown(capsys, replace(answer("yes", "stated", lang), confidence=0.49))[0] != first


def test_each_ground_has_a_line_of_its_own_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    grounds: tuple[Ground, ...] = ("computed", "stated", "inferred", "none")
    langs: tuple[Lang, ...] = ("en", "zh")
    assert len({shown(capsys, answer("yes", g, lang))[1] for g in grounds for lang in langs}) == 8


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "It depends on the wick: long – yes; short – no."), ("zh", "取决于the wick：long：是；short：否。")],
)
def test_what_it_depends_on_is_told_with_the_verdict_of_each_option_once(
    capsys: pytest.CaptureFixture[str], lang: Lang, said: str
) -> None:
    missing = (Missing(fact="the wick", options=(("long", "yes"), ("short", "no"))),)
    for text in ("Lamps burn.", f"{said} Lamps burn."):
        out = "\n".join(shown(capsys, answer("depends", "computed", lang, missing=missing, text=text)))
        assert out.count(said) == 1


def test_each_source_is_named_once_and_that_of_the_first_evidence_first(capsys: pytest.CaptureFixture[str]) -> None:
    made = answer("yes", "stated", citations=(citation("a", "book", "wiki"), citation("b", "wiki", "book", "notes")))
    assert shown(capsys, made)[3:] == ["Sources", "  book book.md:3 Dusk", "  wiki wiki.md:4 Dusk", "  notes notes.md:5 Dusk"]


def test_a_disagreement_names_the_sources_of_both_sides_and_marks_the_one_that_prevails(
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = citation("b", "old-book")
    sides = Disagreement(
        position="Lamps burn.", other="None burns.", prevails="Lamps burn.", reason="newer", citations=(other,)
    )
    out = shown(capsys, answer("yes", "stated", citations=(citation("a", "book"),), disagreements=(sides,)))
    assert {"  → Lamps burn.", "  - None burns.", "    (newer)"} <= set(out)
    assert out[-2:] == ["  book book.md:3 Dusk", "  old-book old-book.md:3 Dusk"]


def test_a_working_is_shown_and_what_was_only_looked_up_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    steps = (Step(text="Lamps burn."), Step(text="2 lamps - 1 = 1"))
    assert "  · 2 lamps - 1 = 1" in shown(capsys, answer("yes", "computed", steps=steps))
    assert "  · 2 lamps - 1 = 1" not in shown(capsys, answer("yes", "stated", steps=steps))
    assert "  · 2 lamps - 1 = 1" in shown(capsys, answer("yes", "stated", steps=steps), explain=True)


def test_an_outdated_first_source_is_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert "! superseded" in shown(capsys, answer("yes", "stated", citations=(citation("a", "book", note="superseded"),)))


@pytest.fixture(scope="module")
def digest_engine(digest_home: Path) -> Engine:
    return Engine.open(digest_home)


def _rows(line: str) -> int:
    """Lines of a terminal that a line takes."""
    width = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
    return max(1, -(-width // WIDTH))


@pytest.mark.parametrize(
    "question",
    [
        "Can I activate a Counter Trap in the Damage Step?",
        "Can I set a monster twice a turn?",
        "My 1800 ATK monster attacks a 2000 DEF monster. Is it destroyed?",
        "How do I Synchro Summon, step by step?",
        "How much does a booster box cost today?",
        "怪兽的效果能在伤害步骤发动吗？",
        "盖放的速攻魔法这回合能发动吗？",
    ],
)
def test_an_answer_fits_on_a_screen(digest_engine: Engine, capsys: pytest.CaptureFixture[str], question: str) -> None:
    lines = shown(capsys, digest_engine.ask(question))
    assert sum(map(_rows, lines)) <= HEIGHT
    assert len(lines) <= 20
