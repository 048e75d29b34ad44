"""What happens beside a battle: effect damage after it, and a card destroyed in a monster's place."""

from __future__ import annotations

import re
from dataclasses import replace

from query.read.procedure.model import SIDES, Battle, Procedure, Role, Side
from query.read.procedure.words import Words

Burn = tuple[Side, int, bool]


def without_beside(words: Words) -> tuple[Words, tuple[Burn, ...], tuple[Side, ...]]:
    """The text without these, which stay as blanks; effect damage told, and whose monster something is destroyed for."""
    if not words.has("battle.burn") and not words.has("battle.replaced"):
        return words, (), ()
    text = words.text
    asked = words.asked()
    burns: list[Burn] = []
    replaced: list[Side] = []
    for cue in ("battle.burn", "battle.replaced"):
        for match in words.cues.all(cue, words.text):
            if any(a <= match.start() < b for a, b, _ in asked) or text[match.start() : match.end()] != match.group():
                continue
            if cue == "battle.burn":
                burns.append(_burn(words, match))
            else:
                replaced.append(_whose(words, match))
            gone = _but_who(words, match.group()) if cue == "battle.replaced" else " " * len(match.group())
            text = text[: match.start()] + gone + text[match.end() :]
    plain = Words(text, words.lang, words.cues)
    return plain.without("battle.replaces-text") if replaced else plain, tuple(burns), tuple(replaced)


def _but_who(words: Words, told: str) -> str:
    """Blanks for these words, but for who acts in them: of that player what follows is told."""
    names = [m.span() for side in SIDES for m in words.cues.all(f"side.{side}", told)]
    return "".join(one if any(a <= place < b for a, b in names) else " " for place, one in enumerate(told))


def with_beside(found: Procedure, burns: tuple[Burn, ...], replaced: tuple[Side, ...]) -> Procedure | None:
    """The battle with what happens beside it; None where that cannot be put to it."""
    battle = found.given
    if not isinstance(battle, Battle) or (replaced and battle.target == "direct"):
        return found if not (burns or replaced) else None
    roles: tuple[Role, ...] = tuple("attacker" if side == battle.attacker else "target" for side in replaced)
    return replace(found, given=replace(battle, burn=burns, replaced=roles))


def _burn(words: Words, match: re.Match[str]) -> Burn:
    amount = int(next(g for g in match.groups() if g))
    to: Side = "own" if words.cues.has("battle.burn-own", match.group()) else "opp"
    before = words.text[words.sentence_start(match.start()) : match.end()]
    return to, amount, words.cues.has("battle.burn-if-destroyed", before)


def _whose(words: Words, match: re.Match[str]) -> Side:
    """Whose monster is kept: that of the player who destroys something else, who asks unless another is named."""
    return words.side_before(match.end(), match.start()) or words.side_before(match.start()) or "own"
