"""What is gathered of a battle while its text is read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from query.read.procedure.model import Boost, Role, Side
from query.read.procedure.numbers import Number
from query.read.procedure.words import Words


@dataclass(slots=True)
class Scene:
    """What is gathered while reading."""

    words: Words
    verb: re.Match[str]
    attacker: Side
    passive: bool
    direct: bool
    values: dict[Role, list[Number]] = field(default_factory=lambda: {"attacker": [], "target": []})
    life: list[tuple[Side, int]] = field(default_factory=list)
    boosts: list[Boost] = field(default_factory=list)
