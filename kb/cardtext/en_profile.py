"""What an English effect responds to and what it does."""

from __future__ import annotations

from kb.cardtext import en_words as w
from kb.cardtext.parts import CardKind, Found
from kb.lang.later import later
from kb.model import Response

_HEAD = later(
    r"(?:and |or |but )?(once per|twice per|if|when|whenever|while|each time|during|at the|before|after|except|by)?\b"
)
_ALTERNATIVE = later(r",? or (?=(?:if|when|at the|during)\b)")
_SELF = later(w.SELF)
_SELF_FIRST = later(r"(?:and |or )?(?:if|when) " + w.SELF)
_IF = later(r"\b(?:if|when)\b")
_PAST = later(r"\b(?:was|were|has been|have been|had) (?!destroyed by battle and|just)")


def responses(text: str, base: int, found: Found) -> tuple[Response, ...]:
    """One response for each alternative of an activation condition; `base` is the offset of `text` in the card text."""
    text = w.OPENING.sub(lambda o: " " * len(o[0]), text, count=1)
    pieces = _alternatives(text)
    shared = _shared(text[pieces[0][0] : pieces[0][1]])
    out: list[Response] = []
    for number, (start, end) in enumerate(pieces):
        one = _response(text[start:end], base + start, found)
        if number and shared:
            own = bool(one.phases or one.timings)
            one = one if own else _merge(_response(shared, base, found), one)
        out.append(one)
    return tuple(out)


def _alternatives(text: str) -> list[tuple[int, int]]:
    cuts = list(_ALTERNATIVE.finditer(text))
    starts = [0, *(m.end() for m in cuts)]
    ends = [*(m.start() for m in cuts), len(text)]
    return list(zip(starts, ends, strict=True))


def _shared(first: str) -> str:
    """The words before the first if or when: they hold for every alternative."""
    at = _IF.search(first)
    return first[: at.start()] if at and at.start() else ""


def _merge(one: Response, two: Response) -> Response:
    return Response(
        events=one.events + two.events,
        timings=one.timings + two.timings,
        phases=one.phases + two.phases,
        damage_step=two.damage_step or one.damage_step,
    )


def _response(text: str, base: int, found: Found) -> Response:
    events: list[str] = []
    timings: list[str] = []
    phases: list[str] = []
    at = 0
    for gap in [*w.CLAUSE.finditer(text), None]:
        end = gap.start() if gap else len(text)
        _clause(text[at:end], base + at, events, timings, phases, found)
        at = gap.end() if gap else end
    if "damage-step" in timings or any(p.startswith("battle-phase") for p in phases):
        events = [e for e in events if e != "battled"]
    if timings:
        events = [e for e in events if e != "attack-declared"]
    damage_step = ""
    for name, pattern in (("excluded", w.EXCLUDED), ("included", w.INCLUDED)):
        if hit := pattern.search(text):
            damage_step = name
            found.show("damage_step", base + hit.start(), base + hit.end())
            break
    return Response(
        events=tuple(dict.fromkeys(events)),
        timings=tuple(dict.fromkeys(timings)),
        phases=tuple(dict.fromkeys(phases)),
        damage_step=damage_step,  # type: ignore[arg-type]  # one of the literals
    )


def _clause(c: str, base: int, events: list[str], timings: list[str], phases: list[str], found: Found) -> None:
    c = c.rstrip()
    head = _HEAD.match(c)
    word = (head and head[1]) or ""
    if word == "except":
        return
    if "damage" in c:
        for name, pattern in w.TIMINGS:
            if (hit := pattern.search(c)) and not w.HOW_IT_WAS.search(c):
                timings.append(name)
                found.show("timings", base + hit.start(), base + hit.end())
                break
    if "phase" in c or "step" in c or "turn" in c or "battle, " in c or "draw" in c:
        _phases(c, base, phases, found)
    if word in ("if", "when", "whenever", "each time") or not word:
        event = _event(c if "because it was destroyed by battle" in c else w.ASIDE.sub(lambda a: " " * len(a[0]), c))
        if event:
            events.extend(event)
            found.show("events", base + (head.end() if head else 0), base + len(c))


def _phases(c: str, base: int, phases: list[str], found: Found) -> None:
    if w.EXCEPT_PHASE.search(c):
        return
    first = True
    for name, pattern in w.PHASES:
        hit = pattern.search(c)
        if hit and not (name == "battle-phase" and not first and any(p.startswith("battle-phase.") for p in phases)):
            phases.append(name)
            found.show("phases", base + hit.start(), base + hit.end())
            first = False


def _event(c: str) -> list[str]:
    """Names of the events of one clause; none where it only states how things are."""
    battle = _battle(c)
    if battle:
        return battle
    if w.ATTACK.search(c) and not _PAST.search(c):
        return ["attack-declared"]
    if w.EITHER.search(c) and w.OTHER.search(c):
        return ["either-card"]
    subject = _SELF.search(c)
    if w.SELF_OBJECT.search(c) and not w.WAS.search(c):
        return ["self-moved"]
    if subject and subject.start() < w.SELF_START and not w.WAS.search(c, subject.end()):
        for name, pattern in w.SELF_EVENTS:
            if pattern.search(c, subject.end()):
                return [name]
    if w.SELF_POSITION.search(c):
        return ["self-position"]
    if w.ACTIVATION.search(c) and not w.ACTIVATED.search(c):
        return ["activation"]
    if subject and subject.start() < w.SELF_START and w.SELF_STATE.search(c, subject.end()):
        return []
    if w.OTHER.search(c) and not w.STATE.search(c):
        return ["other-card"]
    return []


def _battle(c: str) -> list[str]:
    if "because it was destroyed by battle" in c:
        return ["battle-destroyed"]
    if "this turn" in c or "this battle phase" in c:
        return []
    for name, pattern in w.BATTLE_EVENTS:
        if pattern.search(c) and not w.STATE.search(c):
            if name == "damage" and w.EFFECT_DAMAGE.search(c) and "battle" not in c:
                return ["effect-damage"]
            if name == "battle-destroyed" and _SELF_FIRST.match(c) and w.OR_EFFECT.search(c):
                return ["self-moved"]
            return [name]
    if w.BATTLED.search(c) and not w.ATTACK.search(c) and "this turn" not in c:
        return ["battled"]
    return []


def kind(piece_text: str, condition: str, answers: tuple[Response, ...], card: CardKind) -> str:
    """ignition, trigger, quick or flip."""
    if w.FLIP.match(piece_text):
        return "flip"
    events = {e for r in answers for e in r.events}
    if card.type == "trap":
        return "trigger" if events - {"activation"} or _phase_trigger(answers) else "quick"
    if w.QUICK.search(piece_text):
        return "quick"
    if card.type == "monster" and _fast(condition, answers):
        return "quick"
    if events or any(r.timings for r in answers):
        return "trigger"
    if _phase_trigger(answers):
        return "trigger"
    if "opponent's turn" in condition:
        return "quick"
    return "ignition"


_WHEN_ACTIVATED = later(r"\bwhen\b[^,]*\bactivate|\bwhen\b[^:]*\bis activated")


def _fast(condition: str, answers: tuple[Response, ...]) -> bool:
    """Whether the condition alone shows a Quick Effect: no other effect of a monster can be activated then."""
    if any(t in ("damage-step.calculation", "damage-step") for r in answers for t in r.timings):
        return True
    if any(r.events == ("activation",) for r in answers) and _WHEN_ACTIVATED.search(condition):
        return True
    return all(not r.events and set(r.phases) & {"battle-phase", "battle-step"} for r in answers)


def _phase_trigger(answers: tuple[Response, ...]) -> bool:
    return any(p not in ("main-phase", "battle-phase", "battle-step") for r in answers for p in r.phases)
