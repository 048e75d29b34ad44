"""May it be activated? A card's effect as facts, and what the law makes of them at each timing of the Damage Step."""

from __future__ import annotations

from dataclasses import dataclass

from kb.cardtext.parts import CardKind
from kb.law.decide import Decision
from kb.law.law import Known, Law
from kb.law.precedence import Beaten
from kb.model import CardText, EffectProfile, Response, Verdict

STEP = "damage-step"
WithCard = tuple[tuple[str, ...], ...]
"""Values of `effect.with_card`, one tuple for each timing; empty if there are none."""


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
    official: str = ""
    """Id of the official statement that says so; empty where none does."""


def judge(
    profile: EffectProfile, card: CardKind, *, law: Law, name: str = "", with_card: WithCard = ()
) -> tuple[Judgement, ...]:
    """One judgement for each timing of the Damage Step, in order.

    `name` is the card's English name where known: rules about named cards apply to no other. `with_card`: for the
    activation of a card, what an effect of it does that may be used at once, for each timing.
    """
    known = name if name in law.names else ""
    timings = law.parts(STEP)
    tables = [_judge_one(profile, one, card, known, with_card, law, timings) for one in profile.responses]
    if len(tables) == 1:
        return tables[0]
    return tuple(_best(column) for column in zip(*tables, strict=True))


def with_card(text: CardText, kind: CardKind, *, law: Law, name: str = "") -> WithCard:
    """For each timing what those optional effects of a Continuous Trap do that may be activated then.

    Such an effect may be used in the Chain Link of the card's own activation. Empty for other cards.
    """
    if kind.type != "trap" or kind.sort != "continuous" or any(_becomes_a_monster(e.profile) for e in text.effects):
        return ()
    found: list[set[str]] = [set() for _ in law.parts(STEP)]
    for effect in text.effects:
        p = effect.profile
        if p.kind not in ("quick", "trigger") or p.mandatory is not False:
            continue
        for here, judgement in zip(found, judge(p, kind, law=law, name=name), strict=True):
            if judgement.verdict == "yes":
                here |= _does(p)
    return tuple(tuple(sorted(here)) for here in found)


def _becomes_a_monster(p: EffectProfile) -> bool:
    """Whether it is the activation of a Trap that is Special Summoned by it: what it does as a monster comes later."""
    return p.kind == "activation" and p.special_summons is True


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


def _judge_one(
    p: EffectProfile, answer: Response, card: CardKind, name: str, used: WithCard, law: Law, timings: tuple[str, ...]
) -> tuple[Judgement, ...]:
    """The judgement at each timing on one of the events that an effect answers."""
    varying: tuple[Known, ...] = tuple(
        (("text.names_timing", timing in answer.timings), ("effect.with_card", used[n] if used else ()))
        for n, timing in enumerate(timings)
    )
    decided = law.decide_at_parts(STEP, _facts(p, answer, card, name), varying)
    return tuple(_judgement(timing, one) for timing, one in zip(timings, decided, strict=True))


def _judgement(timing: str, found: Decision) -> Judgement:
    return Judgement(timing, found.verdict, found.fired, found.beaten, found.no_reason, found.missing)


def _facts(p: EffectProfile, answer: Response, card: CardKind, name: str) -> Known:
    """The facts that do not change with the timing."""
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
    )
