"""Which rule prevails, whatever order the rules come in."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.law.narrower import narrower
from kb.law.precedence import Order, applies_in, decide
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


def document(name: str, authority: str = "wiki", issued: str = "", *supersedes: str) -> Source:
    return Source(
        id=name,
        file=name,
        title=name,
        lang="en",
        authority=authority,
        issued=issued,
        supersedes=supersedes,  # type: ignore[arg-type]
    )


DOCUMENTS = (
    document("book", "official", "2001"),
    document("early", "compendium", "2008", "book"),
    document("hand", "compendium", "2010", "early"),
    document("wiki", "wiki", "2012"),
    document("page", "wiki", "2012-05"),
    document("blog", "wiki", "2015"),
    document("undated", "wiki"),
)
INSIDE = {"step.start": ("step.start", "step"), "step": ("step",)}
ORDER = Order({d.id: d for d in DOCUMENTS}, lambda timing: INSIDE.get(timing, ()))


def on(*names: str) -> dict[str, object]:
    return {"cites": tuple(Cite(source=n, section="s", lines=Lines(1, 1)) for n in names)}


def why(won: Rule, lost: Rule) -> str:
    """The tier by which the first prevails; empty if it does not."""
    found = decide([won, lost], ORDER)
    return found.beaten[0].why if found.standing == (won.id,) else ""


def test_opposed_rules_are_a_conflict_unless_one_prevails() -> None:
    yes, no = rule("yes"), rule("no", "forbidden", cards=("Somebody",))
    assert decide([yes, no]).then == "conflict"
    assert set(decide([yes, no]).standing) == {"yes", "no"}
    assert why(no, yes) == "more specific"


def test_what_supersedes_goes_before_authority_and_through_editions() -> None:
    assert why(rule("b", **on("early")), rule("a", "forbidden", **on("book"))) == "superseded"
    assert why(rule("b", **on("hand")), rule("a", "forbidden", **on("book"))) == "superseded"
    assert why(rule("a", "forbidden", **on("book")), rule("b", **on("wiki"))) == "higher authority"


def test_a_claim_that_another_document_upholds_is_not_superseded() -> None:
    both = rule("a", "forbidden", **on("book", "wiki"))
    assert why(rule("b", **on("hand")), both) == "higher authority"
    assert why(rule("b", **on("blog")), both) == ""
    assert why(both, rule("b", **on("blog"))) == "higher authority"


def test_date_settles_what_is_equal_in_all_else_and_only_where_both_are_dated() -> None:
    assert why(rule("b", **on("blog")), rule("a", "forbidden", **on("wiki"))) == "newer"
    assert why(rule("b", **on("page")), rule("a", "forbidden", **on("wiki"))) == ""
    assert decide([rule("b", **on("blog")), rule("a", "forbidden", **on("undated"))], ORDER).then == "conflict"


def test_the_authorities_rank_as_told() -> None:
    ranked = ("official", "official-ruling", "compendium", "wiki", "notes")
    order = Order({name: document(name, name) for name in ranked}, ORDER.around)
    for higher, lower in itertools.combinations(ranked, 2):
        one, other = rule("one", **on(higher)), rule("other", "forbidden", **on(lower))
        assert decide([one, other], order).standing == ("one",)
        assert decide([one, other], order).beaten[0].why == "higher authority"


def test_within_a_tier_what_lost_is_back_when_its_better_falls() -> None:
    rules = [
        rule("general", "forbidden", **on("wiki")),
        rule("group", kind="exception", **on("wiki")),
        rule("named", "forbidden", cards=("Somebody",), **on("wiki")),
    ]
    found = decide(rules, ORDER)
    assert (found.then, set(found.standing)) == ("forbidden", {"general", "named"})


@pytest.mark.parametrize(
    ("one", "other", "is_so"),
    [
        ({"act": "chain", "speed": 2}, {"act": "chain"}, True),
        ({"act": "chain"}, {"act": "chain", "speed": 2}, False),
        ({"act": "chain"}, {"act": "chain"}, False),
        ({"act": "chain", "speed": 2}, {"act": "chain", "speed_min": 2}, True),
        ({"act": "chain", "speed_min": 3}, {"act": "chain", "speed_min": 2}, True),
        ({"act": "chain", "speed_max": 3}, {"act": "chain", "speed_min": 2}, False),
        ({"card": {"type": "trap"}}, {"card": {"type": ["spell", "trap"]}}, True),
        ({"card": {"type": ["spell", "trap"]}}, {"card": {"type": "trap"}}, False),
        ({"timing": "step.start"}, {"timing": "step"}, True),
        ({"timing": "step"}, {"timing": "step.start"}, False),
        ({"act": "chain", "any": [{"speed": 2}]}, {"act": "chain"}, True),
        ({"act": "chain", "any": [{"speed": 2}]}, {"act": "chain", "any": [{"speed": 3}]}, False),
        ({"card": {"type": "trap"}}, {"card": {"face": "up"}}, False),
    ],
)
def test_a_condition_is_narrower_if_it_says_all_of_another_and_more(
    one: dict[str, object], other: dict[str, object], is_so: bool
) -> None:
    assert narrower(one, other, ORDER.around) is is_so


def test_territory_and_date_filter() -> None:
    assert applies_in(rule("r", territory="TCG"), "TCG")
    assert not applies_in(rule("r", territory="TCG"), "OCG")
    assert applies_in(rule("r"), "OCG")
    assert not applies_in(rule("r", since="2020"), "OCG", "2019")
    assert applies_in(rule("r", since="2019-07-13"), "OCG", "2019")
    assert not applies_in(rule("r", since="2019-07-13"), "OCG", "2019-06")
    assert not applies_in(rule("r", until="2019"), "OCG")
    assert not applies_in(rule("r", until="Version 7.0"), "OCG", "2001")
    assert applies_in(rule("r", until="2019"), "OCG", "2018")


@st.composite
def rule_sets(draw: st.DrawFn) -> list[Rule]:
    names = draw(st.lists(st.sampled_from(IDS), unique=True, min_size=1))
    return [
        rule(
            name,
            draw(st.sampled_from(("permitted", "forbidden", "insufficient"))),
            kind=draw(st.sampled_from(("rule", "exception"))),
            **on(*draw(st.lists(st.sampled_from([d.id for d in DOCUMENTS]), max_size=2))),
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
    assert decide(rules, ORDER) == decide(shuffled, ORDER)


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
