"""Procedures against slow readable versions, against the worked numbers of the documents, and against each other."""

from __future__ import annotations

import itertools
import json
import os
import re
import tomllib
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_samples import law

from cli.main import main
from query.calc.asked import computed_answer
from query.calc.stats import stat
from query.calc.told_chain import negated_links
from query.calc.told_order import place
from query.read.procedure.model import Negated, Order, Triggered

ROOT = Path(__file__).parents[1]
DOCS = Path(os.environ.get("RULINGS_DOCS_DIR", ROOT.parent / "shared" / "seeds"))

# ---- the worked numbers of the compendium's table, by their lines: the numbers are read from the document itself

WORKED = [
    # line, changes in the order they are told, what ends
    (3316, ("L+700", "L-600"), ()),
    (3322, ("L+700", "L/2"), ("end:2",)),
    (3328, ("L+700", "C=100"), ("end:2",)),
    (3339, ("C+800", "L/2"), ("end:2",)),
    (3345, ("C+800", "C=100"), ("end:2",)),
    (3357, ("L/2", "C=100"), ("end:2",)),
    (3370, ("Cx2", "C=100"), ("end:2",)),
    (3384, ("CO/2", "Lx2"), ("end:2",)),
]


def _lines(source: str) -> list[str]:
    registry = tomllib.loads((ROOT / "sources" / "registry.toml").read_text("utf-8"))["source"]
    path = DOCS / next(e["file"] for e in registry if e["id"] == source)
    if not path.exists():
        message = f"{path} is missing: set RULINGS_DOCS_DIR to the folder of the five documents"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return path.read_text("utf-8").splitlines()


@pytest.mark.parametrize(("line", "changes", "ends"), WORKED)
def test_worked_numbers_of_the_compendium_come_out_as_printed(
    line: int, changes: tuple[str, ...], ends: tuple[str, ...]
) -> None:
    text = _lines("compendium")[line - 1].partition(">")[2]
    printed = re.findall(r"\d{3,4}", text)[0]
    values = stat("atk", printed, [*changes, *ends], law=law()).outcome["values"]
    after = values[len(changes) :]
    told = re.findall(r"\d+", re.split(r"\)(?:/2|x2|-\d+| to \d+)", text, maxsplit=1)[1])
    assert after == told[: len(after)], (text, values)


def test_there_are_as_many_worked_numbers_as_the_table_has_pictures() -> None:
    lines = _lines("compendium")[3300:3420]
    assert sum("<img" in line for line in lines) == len(WORKED)


# ---- the modifier stack, replayed by the table as it stands in the documents

_L, _C = "L", "C"
KINDS = ((_L, "+-"), (_C, "+-"), (_L, "set"), (_C, "set"), (_L, "orig"), (_C, "orig"))
FATES = {
    # earlier: what becomes of it under a new (3), (4), (5), (6); under (1) and (2) everything stays
    1: ("removed", "suspended", "reapplied", "reapplied"),
    2: ("suspended", "reapplied", "reapplied", "reapplied"),
    3: ("removed", "suspended", "removed", "suspended"),
    4: ("suspended", "suspended", "reapplied", "reapplied"),
    5: ("kept", "suspended", "removed", "suspended"),
    6: ("kept", "kept", "suspended", "suspended"),
}


@dataclass(eq=False)
class Slow:
    """One change of the slow version."""

    kind: int
    sign: str
    amount: int
    fixed: Fraction | None = None
    ended: bool = False
    under: list[Slow] = field(default_factory=list)

    def counts(self) -> bool:
        return not self.ended and all(not other.counts() for other in self.under)


def _made(kind: int, sign: str, amount: int, base: Fraction) -> Fraction:
    return {"=": Fraction(amount), "x": base * amount, "/": base / amount}[sign]


def _value(printed: int, order: list[Slow]) -> tuple[Fraction, Fraction]:
    original = now = Fraction(printed)
    for c in order:
        if not c.counts():
            continue
        if c.kind < 3:
            now += c.amount if c.sign == "+" else -c.amount
        elif c.kind < 5:
            now = c.fixed if c.fixed is not None else _made(c.kind, c.sign, c.amount, now)
        else:
            original = now = c.fixed if c.fixed is not None else _made(c.kind, c.sign, c.amount, original)
    return original, now


def _slow(printed: int, story: list[tuple[str, int, str, int]]) -> Fraction:
    order: list[Slow] = []
    every: list[Slow] = []
    for what, kind, sign, amount in story:
        if what == "end":
            if kind < len(every):
                every[kind].ended = True
            continue
        new = Slow(kind, sign, amount)
        original, now = _value(printed, order)
        if kind in (3, 5):
            new.fixed = _made(kind, sign, amount, now if kind == 3 else original)
        above = []
        for old in [o for o in order if not o.ended]:
            fate = "kept" if kind < 3 else FATES[old.kind][kind - 3]
            old.ended = fate == "removed"
            old.under += [new] if fate == "suspended" else []
            above += [old] if fate == "reapplied" else []
        order = [*(o for o in order if o not in above), new, *above]
        every.append(new)
    return max(Fraction(0), _value(printed, order)[1])


STEP = st.tuples(st.integers(1, 6), st.sampled_from("+-"), st.sampled_from("=x/"), st.integers(1, 30))


@given(printed=st.integers(1, 40), steps=st.lists(STEP, min_size=1, max_size=4), ends=st.lists(st.integers(0, 3), max_size=3))
@settings(max_examples=500, deadline=None)
def test_the_modifier_stack_is_that_of_the_table_replayed_by_hand(
    printed: int, steps: list[tuple[int, str, str, int]], ends: list[int]
) -> None:
    story, words = [], []
    for kind, sign, setting, amount in steps:
        chosen = sign if kind < 3 else setting
        number = 2 if chosen in "x/" else amount * 100
        story.append(("change", kind, chosen, number))
        words.append(f"{'L' if kind % 2 else 'C'}{'O' if kind > 4 else ''}{chosen}{number}")
    for end in dict.fromkeys(ends):
        if end < len(steps):
            story.append(("end", end, "", 0))
            words.append(f"end:{end + 1}")
    fast = stat("atk", str(printed * 100), words, law=law()).outcome["atk"]
    assert max(0.0, fast) == pytest.approx(float(_slow(printed * 100, story)))


# ---- who may act next, and what of a Chain resolves


def _next(state: str, *, triggered: bool, passed: str, last: str) -> str:
    """The chart of fast effects, read by hand."""
    if state == "chain":
        if passed == "both":
            return "resolve"
        if passed == "nobody":
            return "other-player"
        return "same-player" if passed != last else ""
    if state != "open" and triggered:
        return "triggered"
    if passed == "nobody":
        return "turn-player"
    if passed == "turn-player":
        return "opponent"
    if passed == "both":
        return "next-phase" if state == "open" else "open-state"
    return ""


def test_who_may_act_next_is_that_of_the_chart_in_every_state() -> None:
    tried = 0
    for state, triggered, passed, last in itertools.product(
        ("open", "after-action", "after-chain", "chain"),
        (True, False),
        ("nobody", "turn-player", "opponent", "both"),
        ("turn-player", "opponent"),
    ):
        case = {"act": "go-next", "state": state, "triggered": triggered, "passed": passed, "last_player": last}
        assert law().decide(case).then == _next(state, triggered=triggered, passed=passed, last=last), case
        tried += 1
    assert tried == 64


PAIRS = st.lists(st.tuples(st.integers(2, 6), st.integers(1, 5)), max_size=4, unique_by=lambda p: p[0])


@given(pairs=PAIRS)
@settings(max_examples=80, deadline=None)
def test_a_link_does_nothing_exactly_where_a_working_one_negates_it(pairs: list[tuple[int, int]]) -> None:
    pairs = [(by, of) for by, of in pairs if of < by]
    dead = negated_links(Negated(count=6, pairs=tuple(pairs)))
    for link in range(1, 7):
        assert (link in dead) == any(of == link and by not in dead for by, of in pairs)


EFFECTS = st.lists(st.tuples(st.sampled_from(["own", "opp"]), st.booleans()), min_size=1, max_size=6)


@given(effects=EFFECTS, turn=st.sampled_from(["own", "opp"]))
@settings(max_examples=80, deadline=None)
def test_simultaneous_effects_stand_in_four_groups(effects: list[tuple[str, bool]], turn: str) -> None:
    told = tuple(Triggered(owner=owner, mandatory=forced) for owner, forced in effects)  # type: ignore[arg-type]
    placed = [e for _, e, _ in place(Order(turn=turn, effects=told), law())]  # type: ignore[arg-type]
    groups = [(not e.mandatory, e.owner != turn) for e in placed]
    assert groups == sorted(groups)
    assert sorted(map(str, placed)) == sorted(map(str, told))


# ---- what is asked back, and the lines


OPEN = [
    ("We each have an optional trigger on the field, same event. Is mine chain link 1?", "turn"),
    ("我和对方各有一个选发同时满足，我的是连锁1吗？", "turn"),
    ("我的怪用过效果了，被盖下又翻开，还能再用效果吗？", "limit"),
    ("2000攻的怪吃了一次减半和一次+1000，最后攻击力多少？", "order"),
    ("It's my first turn. May I attack?", "goes-first"),
]


@pytest.mark.parametrize(("question", "fact"), OPEN)
def test_a_fact_that_decides_and_is_left_out_is_asked_for(question: str, fact: str) -> None:
    done = computed_answer(question, "", law())
    assert done is not None
    assert done.verdict == "depends"
    assert [m.fact for m in done.missing] == [fact]
    assert len({o.verdict for o in done.missing[0].options}) == 2 or done.missing[0].fact == "order"


def test_what_an_old_edition_says_is_told_beside_what_holds() -> None:
    question = "My turn, at the same time my optional trigger and my opponent's mandatory trigger. Which chain links?"
    done = computed_answer(question, "", law("TCG"))
    assert done is not None
    assert done.text.startswith("Chain Link 1: the opponent's")
    assert any("7.0" in step.text for step in done.steps)
    assert done.beside == ("simultaneous-effects.order-v7",)
    old = computed_answer(f"By the old rulebook 7.0: {question}", "", law("TCG"))
    assert old is not None
    assert "Chain Link 1: yours" in old.text
    assert "In force now" in old.text


CASES = {
    "battle": ([["1800", "atk:1500"], ["1800", "def:2000"]], lambda w: {"attacker": w[0], "target": w[1]}),
    "atk": ([["1900", "L+700", "L/2", "end"]], lambda w: {"printed": w[0], "changes": w[1:]}),
    "def": ([["1000", "C=100"]], lambda w: {"printed": int(w[0]), "changes": w[1:]}),
    "chain": ([["Normal Spell", "Counter Trap"]], lambda w: {"links": w}),
    "case": ([["act=pay", "cost.kind=send", "card.token=true"]], lambda w: {"facts": w}),
}


@pytest.mark.parametrize("name", CASES)
def test_a_line_of_a_calculator_gives_what_one_case_gives(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words, row_of = CASES[name]
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps({"id": n, **row_of(w)}) + "\n" for n, w in enumerate(words)), "utf-8")
    assert main(["calc", name, "--jsonl", str(path)]) == 0
    many = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for n, w in enumerate(words):
        assert main(["calc", name, *w, "--json", "--lang", "en"]) == 0
        assert many[n] == {"id": n, **json.loads(capsys.readouterr().out)}


def test_a_line_that_gives_no_case_says_what_is_missing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"id": 1, "attacker": 1}\n[]\n{"id": 2, "attacker": 2000, "target": "direct"}\n', "utf-8")
    assert main(["calc", "battle", "--jsonl", str(path)]) == 2
    first, second, third = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert "target" in first["error"]
    assert "not an object" in second["error"]
    assert third["id"] == 2 and "error" not in third
