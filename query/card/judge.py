"""May it be activated? The formal rules evaluated over an EffectProfile at each timing, with the derivation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kb.cardtext.parts import CardKind
from kb.law import precedence
from kb.law.conditions import missing
from kb.law.precedence import Beaten
from kb.law.rules import FormalRule, around, formal_rules, parts
from kb.model import CardText, EffectProfile, Response, Rule, Territory, Verdict

STEP = "damage-step"
WithCard = tuple[tuple[str, ...], ...]
"""Values of `effect.with_card`, one tuple for each timing; empty if there are none."""
_VERDICTS: dict[str, Verdict] = {"permitted": "yes", "forbidden": "no", "conflict": "depends", "": "unknown"}


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict at one timing and how it came about."""

    timing: str
    verdict: Verdict
    because: tuple[str, ...] = ()
    """Ids of the rules that hold the verdict up."""
    beaten: tuple[Beaten, ...] = ()
    no_reason: tuple[str, ...] = ()
    """Ids of the rules that say that something is no reason."""
    missing: tuple[str, ...] = ()
    """Facts that would decide it."""


@dataclass(frozen=True, slots=True, eq=False)
class Court:
    """The rules that count in a territory, and the timings they are asked about."""

    rules: tuple[FormalRule, ...]
    timings: tuple[str, ...]
    around: tuple[tuple[str, ...], ...]
    """For each timing: itself and what contains it."""

    names: frozenset[str]
    """Names of the cards that some rule is about."""

    def rule(self, rule_id: str) -> Rule:
        """The rule of that id. Raises KeyError."""
        return {f.rule.id: f.rule for f in self.rules}[rule_id]


@lru_cache(maxsize=16)
def court(territory: Territory = "OCG", folder: Path | None = None, as_of: str = "") -> Court:
    """The court of a territory. Raises BadSources where our data is wrong."""
    rules = formal_rules("activate", STEP, folder)
    timings = parts(STEP, folder)
    counted = tuple(f for f in rules if precedence.applies_in(f.rule, territory, as_of))
    names = frozenset(name for f in counted for name in f.rule.cards)
    return Court(counted, timings, tuple(around(t, folder) for t in timings), names)


def judge(
    profile: EffectProfile, card: CardKind, at: Court, *, name: str = "", with_card: WithCard = ()
) -> tuple[Judgement, ...]:
    """One judgement for each timing of the Damage Step, in order.

    `name` is the card's English name where known: rules about named cards apply to no other. `with_card`: for the
    activation of a card, what an effect of it does that may be used at once, for each timing.
    """
    known = name if name in at.names else ""
    tables = [_judge_all(_facts(profile, one, card, known, with_card), at) for one in profile.responses]
    if len(tables) == 1:
        return tables[0]
    return tuple(_best(column) for column in zip(*tables, strict=True))


def with_card(text: CardText, kind: CardKind, at: Court, *, name: str = "") -> WithCard:
    """For each timing what those optional effects of a Continuous Trap do that may be activated then.

    Such an effect may be used in the Chain Link of the card's own activation. Empty for other cards.
    """
    if kind.type != "trap" or kind.sort != "continuous":
        return ()
    found: list[set[str]] = [set() for _ in at.timings]
    for effect in text.effects:
        p = effect.profile
        if p.kind not in ("quick", "trigger") or p.mandatory is not False:
            continue
        for here, judgement in zip(found, judge(p, kind, at, name=name), strict=True):
            if judgement.verdict == "yes":
                here |= _does(p)
    return tuple(tuple(sorted(here)) for here in found)


def _does(p: EffectProfile) -> set[str]:
    found: set[str] = set()
    if p.negates_activation:
        found.add("negates-activation")
    if p.kind == "quick" and p.atk_def == "directly":
        found.add("atk-def")
    if any((set(r.events) & _BATTLE_EVENTS or r.timings) and not r.phases for r in p.responses):
        found.add("damage-step-event")
    return found


_BATTLE_EVENTS = frozenset({"battle-damage", "damage", "battle-destroyed", "battle-destroys", "battled"})
_RANK = {"yes": 0, "depends": 1, "unknown": 2, "no": 3, "n/a": 4}


def _best(column: tuple[Judgement, ...]) -> Judgement:
    return min(column, key=lambda j: _RANK[j.verdict])


Facts = tuple[tuple[str, object], ...]


def _facts(p: EffectProfile, answer: Response, card: CardKind, name: str, with_card: WithCard) -> Facts:
    """The facts that do not change with the timing, in a form that can be looked up."""
    negates = {w for w, is_so in (("activation", p.negates_activation), ("effect", p.negates_effect)) if is_so}
    unknown = p.negates_activation is None and not negates
    return (
        ("act", "activate"),
        ("speed", p.spell_speed),
        ("card.name", name),
        ("card.type", card.type),
        ("card.sort", card.sort),
        ("effect.kind", p.kind),
        ("effect.mandatory", False if p.kind == "activation" else p.mandatory),
        ("effect.starts_chain", p.starts_chain),
        ("effect.event", answer.events),
        ("effect.negates", None if unknown else tuple(sorted(negates))),
        ("effect.atk_def", p.atk_def if p.changes_atk_def is not None else None),
        ("effect.summons", p.summons),
        ("effect.targets", p.targets),
        ("effect.cost", p.cost),
        ("text.names_step", any(t != STEP for t in answer.timings)),
        ("text.phase", answer.phases),
        ("text.excludes", STEP if answer.damage_step == "excluded" else ""),
        ("text.includes", STEP if answer.damage_step == "included" or STEP in answer.timings else ""),
        ("with", with_card),
        ("named", tuple(t for t in answer.timings if t != STEP)),
    )


@lru_cache(maxsize=20_000)
def _judge_all(facts: Facts, at: Court) -> tuple[Judgement, ...]:
    base = dict(facts)
    named, used = base.pop("named"), base.pop("with")
    found: list[Judgement] = []
    for number, timing in enumerate(at.timings):
        base["timing"] = at.around[number]
        base["before"] = at.timings[number + 1 :]
        base["text.names_timing"] = timing in named  # type: ignore[operator]
        base["effect.with_card"] = used[number] if used else ()  # type: ignore[index]
        found.append(_judge_one(timing, base, at.rules))
    return tuple(found)


def _judge_one(timing: str, facts: dict[str, object], rules: tuple[FormalRule, ...]) -> Judgement:
    held = [(f, f.holds(facts)) for f in rules]
    sure = [f.rule for f, is_so in held if is_so]
    open_rules = [f for f, is_so in held if is_so is None]
    decision = precedence.decide(sure, _weigh)
    verdict = _VERDICTS.get(decision.then, "unknown")
    facts_missing: tuple[str, ...] = ()
    if open_rules and any(
        _VERDICTS.get(precedence.decide(more, _weigh).then) != verdict for more in _possible(sure, open_rules)
    ):
        verdict = "depends"
        facts_missing = tuple(dict.fromkeys(name for f in open_rules for name in missing(f.when, facts)))
    return Judgement(
        timing,
        verdict,
        decision.standing,
        decision.beaten,
        tuple(r.id for r in sure if r.then == "insufficient"),
        facts_missing,
    )


def _weigh(rule: Rule) -> precedence.Weight:
    return precedence.weight(rule, {})


def _possible(sure: list[Rule], open_rules: list[FormalRule]) -> Iterator[list[Rule]]:
    """What might hold if the missing facts were known: each open rule alone, and all together."""
    for one in open_rules:
        yield [*sure, one.rule]
    yield [*sure, *(f.rule for f in open_rules)]
