"""ATK or DEF after a sequence of changes: what a new change does to each earlier one is decided by the digest's rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from kb.errors import BadInput
from kb.lang.later import later
from kb.law.law import Law
from kb.model import Lang
from query.calc.calculation import MOST, Calculation, Step, rules_of, whole_number

_CHANGE = later(
    r"(?P<lasts>l|c|lingering|continuous|发动|永续)\s*[:：]?\s*(?P<own>o|original|原本)?\s*[:：]?\s*"
    r"(?P<sign>[-+=x*×/÷＋－＝])\s*(?P<amount>[0-9]{1,7})"
)
_END = later(r"(?:end|结束)(?:\s*[:：]?\s*(?P<number>[0-9]{1,3}))?")
_SIGNS = {"*": "x", "×": "x", "÷": "/", "＋": "+", "－": "-", "＝": "="}
_LONGEST = 40
"""Changes that are read at most."""
_HINT = (
    "Write L (lingering) or C (continuous), O for the original value, then +700, -600, =100, x2 or /2: L+700, C=100, LO/2; "
    "`end` ends the newest change, `end:1` the first."
)
_FATE: dict[str, dict[Lang, str]] = {
    "kept": {"en": "stays beneath it", "zh": "保留，在其基础上适用新变化"},
    "removed": {"en": "is lost for good", "zh": "就此消失，之后不再计算"},
    "suspended": {"en": "does not count while it applies", "zh": "在其适用期间不计算"},
    "reapplied": {"en": "is counted again on top of it", "zh": "在其之后再度计算"},
}


@dataclass(slots=True, eq=False)
class _Change:
    number: int
    written: str
    lasts: str
    what: str
    sign: str
    amount: int
    locked: Fraction | None = None
    """What a lingering setting came to when it was applied."""
    over: bool = False
    held: list[_Change] = field(default_factory=list)
    """Newer changes while which this one does not count."""

    def live(self) -> bool:
        return not self.over and not any(newer.live() for newer in self.held)


@dataclass(slots=True)
class _Monster:
    printed: int
    order: list[_Change] = field(default_factory=list)
    open: bool = False
    """Whether the law does not say what becomes of some change."""

    def values(self) -> tuple[Fraction, Fraction]:
        """The original value and the current one."""
        original = current = Fraction(self.printed)
        for change in self.order:
            if not change.live():
                continue
            if change.what == "change":
                current += change.amount if change.sign == "+" else -change.amount
            elif change.what == "set":
                current = change.locked if change.locked is not None else _set(change, current)
            else:
                original = current = change.locked if change.locked is not None else _set(change, original)
        return original, current


def stat(of: str, printed: str, changes: Sequence[str], *, law: Law) -> Calculation:
    """ATK or DEF (`of` is "atk" or "def") that is printed as `printed`, after these changes in the order of their applying.

    A change is written L+700, C=100, LO/2, end, end:2 (see `_HINT`). Raises BadInput for anything else.
    """
    name = of.upper()
    monster = _Monster(whole_number(printed, f"printed {name}"))
    if len(changes) > _LONGEST:
        raise BadInput(f"{len(changes)} changes: {_LONGEST} are read at most. Give fewer.")
    start: dict[Lang, str] = {"en": f"Printed {name}: {monster.printed}.", "zh": f"记载的{_zh(of)}：{monster.printed}。"}
    steps = [Step(text=start, value=str(monster.printed))]
    known: list[_Change] = []
    for text in changes:
        if match := _END.fullmatch(text.strip().lower()):
            steps.append(_end(known, match["number"], text, monster))
        else:
            known.append(_read(text, len(known) + 1))
            steps.append(_apply(monster, known[-1], law))
    final = _shown(monster.values()[1])
    return Calculation(
        of=of,
        result={"en": f"{name} {final}", "zh": f"{_zh(of)}{final}"},
        outcome={of: float(monster.values()[1]), "original": float(monster.values()[0]), "values": [s.value for s in steps]},
        verdict="unknown" if monster.open else "n/a",
        steps=tuple(steps),
        notes=_notes(known, monster, steps),
    )


def _read(text: str, number: int) -> _Change:
    match = _CHANGE.fullmatch(text.strip().lower())
    if match is None:
        raise BadInput(f"change {number} {text[:40]!r}: not understood. {_HINT}")
    sign, amount = _SIGNS.get(match["sign"], match["sign"]), int(match["amount"])
    if amount > MOST or (sign == "/" and not amount):
        raise BadInput(f"change {number} {text[:40]!r}: {amount} cannot be used here. {_HINT}")
    if match["own"] and sign in "+-":
        raise BadInput(f"change {number} {text[:40]!r}: an original value is set, not raised. Write LO=1000, LOx2 or LO/2.")
    what = "set-original" if match["own"] else "change" if sign in "+-" else "set"
    lasts = "lingering" if match["lasts"] in ("l", "lingering", "发动") else "continuous"
    return _Change(number, text.strip(), lasts, what, sign, amount)


def _apply(monster: _Monster, new: _Change, law: Law) -> Step:
    original, current = monster.values()
    if new.lasts == "lingering" and new.what != "change":
        new.locked = _set(new, original if new.what == "set-original" else current)
    rules: list[str] = []
    fates: list[tuple[_Change, str]] = []
    above: list[_Change] = []
    for earlier in [c for c in monster.order if not c.over]:
        case = {"new": _facts(new), "earlier": _facts(earlier)}
        decision = law.decide({"act": "modify", **case})
        rules += rules_of(decision)
        monster.open |= decision.then not in _FATE
        fates.append((earlier, decision.then))
        earlier.over = decision.then == "removed"
        if decision.then == "suspended":
            earlier.held.append(new)
        if decision.then == "reapplied":
            above.append(earlier)
    monster.order = [*(c for c in monster.order if c not in above), new, *above]
    value = _shown(monster.values()[1])
    told: dict[Lang, str] = {
        "en": f"{new.written} applies: {value}." + "".join(f" {c.written} {_FATE[f]['en']}." for c, f in fates if f in _FATE),
        "zh": f"适用{new.written}：{value}。" + "".join(f"{c.written}{_FATE[f]['zh']}。" for c, f in fates if f in _FATE),
    }
    return Step(text=told, rules=tuple(dict.fromkeys(rules)), value=value)


def _end(known: Sequence[_Change], number: str | None, text: str, monster: _Monster) -> Step:
    standing = [c for c in known if not c.over]
    chosen = [c for c in known if c.number == int(number)] if number else standing[-1:]
    if not chosen:
        raise BadInput(f"{text[:40]!r}: there is no such change to end. {_HINT}")
    chosen[0].over = True
    value = _shown(monster.values()[1])
    written = chosen[0].written
    return Step(text={"en": f"{written} ends: {value}.", "zh": f"{written}结束：{value}。"}, value=value)


def _facts(change: _Change) -> dict[str, str]:
    return {"what": change.what, "lasts": change.lasts}


def _set(change: _Change, base: Fraction) -> Fraction:
    if change.sign == "=":
        return Fraction(change.amount)
    return base * change.amount if change.sign == "x" else base / change.amount


def _shown(value: Fraction) -> str:
    value = max(value, Fraction(0))
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}".rstrip("0")


def _zh(of: str) -> str:
    return "攻击力" if of == "atk" else "守备力"


def _notes(known: Sequence[_Change], monster: _Monster, steps: Sequence[Step]) -> tuple[dict[Lang, str], ...]:
    found: list[dict[Lang, str]] = []
    if any(
        not c.over and any(n.over or any(h.live() for h in n.held) for n in c.held) and len(known) > 2 for c in monster.order
    ):
        en = "The sources compare changes two by two; with three or more at once each pair is read by itself."
        found.append({"en": en, "zh": "资料只逐对说明两个变化的关系；三个以上同时适用时，按每一对分别判断。"})
    if any("." in step.value for step in steps):
        found.append(
            {"en": "The sources name no rounding; the exact value is shown.", "zh": "资料没有说明如何取整，这里给出精确值。"}
        )
    if monster.values()[1] < 0:
        found.append({"en": "The changes come to less than 0; 0 is shown.", "zh": "变化后的数值低于0，这里显示为0。"})
    return tuple(found)
