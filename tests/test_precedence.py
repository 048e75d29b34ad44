"""Which rule prevails, whatever order the rules come in."""

from __future__ import annotations

import itertools
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.law.precedence import applies_in, decide, weight
from kb.model import Cite, Lines, Rule, Source

IDS = "abcdef"


def rule(name: str, then: str = "permitted", **more: object) -> Rule:
    return Rule(**{"id": name, "topic": "t", "kind": "rule", "en": name, "zh": name, "cites": (), "then": then} | more)  # type: ignore[arg-type]


def test_what_is_overridden_does_not_count() -> None:
    closed, open_ = rule("closed", "forbidden"), rule("open", overrides=("closed",))
    decision = decide([closed, open_])
    assert decision.then == "permitted"
    assert decision.standing == ("open",)
    assert [(b.rule, b.by, b.why) for b in decision.beaten] == [("closed", "open", "overridden")]


def test_what_was_overridden_is_back_when_its_better_falls() -> None:
    rules = [
        rule("closed", "forbidden"),
        rule("open", overrides=("closed",)),
        rule("shut", "forbidden", overrides=("open",)),
    ]
    assert decide(rules).then == "forbidden"
    assert set(decide(rules).standing) == {"closed", "shut"}


def test_one_sufficient_reason_is_enough() -> None:
    rules = [
        rule("closed", "forbidden"),
        rule("first", overrides=("closed",)),
        rule("second", overrides=("closed",)),
        rule("not-first", "insufficient", overrides=("first",)),
    ]
    assert decide(rules).then == "permitted"
    assert decide([r for r in rules if r.id != "second"]).then == "forbidden"


def test_insufficient_alone_decides_nothing() -> None:
    assert decide([rule("weak", "insufficient")]).then == ""
    assert decide([]).then == ""


def test_opposed_rules_are_a_conflict_unless_one_weighs_more() -> None:
    yes, no = rule("yes"), rule("no", "forbidden", cards=("Somebody",))
    assert decide([yes, no]).then == "conflict"
    assert set(decide([yes, no]).standing) == {"yes", "no"}
    decision = decide([yes, no], lambda r: weight(r, {}))
    assert (decision.then, decision.beaten[0].why) == ("forbidden", "more specific")


def test_authority_then_date_settle_what_is_equally_specific() -> None:
    def cited(source: str) -> dict[str, object]:
        return {"cites": (Cite(source=source, section="s", lines=Lines(1, 1)),)}

    sources = {
        name: Source(id=name, file=name, title=name, lang="en", authority=authority, issued=issued)  # type: ignore[arg-type]
        for name, authority, issued in (("wiki", "wiki", "2024"), ("book", "official", "2010"), ("old", "wiki", "2019"))
    }
    by = lambda r: weight(r, sources)  # noqa: E731
    one = decide([rule("a", **cited("wiki")), rule("b", "forbidden", **cited("book"))], by)
    assert (one.then, one.beaten[0].why) == ("forbidden", "higher authority")
    two = decide([rule("a", **cited("wiki")), rule("b", "forbidden", **cited("old"))], by)
    assert (two.then, two.beaten[0].why) == ("permitted", "newer")


def test_territory_and_date_filter() -> None:
    assert applies_in(rule("r", territory="TCG"), "TCG")
    assert not applies_in(rule("r", territory="TCG"), "OCG")
    assert applies_in(rule("r"), "OCG")
    assert not applies_in(rule("r", since="2020"), "OCG", "2019")
    assert not applies_in(rule("r", until="2019"), "OCG")
    assert applies_in(rule("r", until="2019"), "OCG", "2018")


@st.composite
def rule_sets(draw: st.DrawFn) -> list[Rule]:
    names = draw(st.lists(st.sampled_from(IDS), unique=True, min_size=1))
    return [
        rule(
            name,
            draw(st.sampled_from(("permitted", "forbidden", "insufficient"))),
            overrides=tuple(draw(st.lists(st.sampled_from(IDS[IDS.index(name) + 1 :] or "f"), max_size=3))),
        )
        for name in names
    ]


@settings(max_examples=60)
@given(rule_sets(), st.randoms(use_true_random=False))
def test_the_order_of_the_rules_does_not_matter(rules: list[Rule], chance: random.Random) -> None:
    shuffled = list(rules)
    chance.shuffle(shuffled)
    assert decide(rules) == decide(shuffled)


@settings(max_examples=60)
@given(rule_sets())
def test_standing_is_what_no_standing_rule_overrides(rules: list[Rule]) -> None:
    """Against every subset: overrides without cycles leave exactly one set that attacks all outside and none inside."""
    over = {(a.id, b) for a in rules for b in a.overrides if b != a.id}
    names = [r.id for r in rules]
    sound = [
        set(inside)
        for size in range(len(names) + 1)
        for inside in itertools.combinations(names, size)
        if all((name in inside) == (not any((better, name) in over for better in inside)) for name in names)
    ]
    assert len(sound) == 1
    assert {b.rule for b in decide(rules).beaten} == set(names) - sound[0]


@given(rule_sets())
def test_a_verdict_names_what_holds_it_up(rules: list[Rule]) -> None:
    decision = decide(rules)
    assert bool(decision.then) == bool(decision.standing)
    assert {b.rule for b in decision.beaten}.isdisjoint(decision.standing)
