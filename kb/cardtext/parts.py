"""What the splitters hand to the profile: the pieces of a card text, and what sort of card they stand on."""

from __future__ import annotations

from dataclasses import dataclass

from kb.model import Span

MONSTER_KINDS = frozenset({"fusion", "synchro", "xyz", "link", "融合", "同步", "超量", "连接"})


@dataclass(frozen=True, slots=True)
class CardKind:
    """Card type, sort (the property printed beside it) and type line, in lower case."""

    type: str
    """monster, spell or trap."""
    sort: str = ""
    """normal, continuous, quick-play, field, equip, ritual, counter; empty for monsters."""
    line: str = ""

    @property
    def extra_deck(self) -> bool:
        """Whether the monster lives in the Extra Deck, so that its text begins with materials."""
        return any(word in self.line for word in MONSTER_KINDS)

    @property
    def stays(self) -> bool:
        """Whether a Spell or Trap stays on the field after its activation."""
        return self.sort in ("continuous", "field", "equip")


@dataclass(slots=True)
class Piece:
    """One effect or remark; offsets into the masked text, which are offsets into the text."""

    label: str
    """effect, activation, continuous, or the label of a Remark."""
    start: int
    end: int
    body: int = -1
    """Where the text proper begins, after a number or bullet."""
    number: int | None = None
    old: bool = False
    """Written before Problem-Solving Card Text."""
    unnumbered: bool = False
    """In a text without a numbered effect."""
    official: bool = False
    """In the official Chinese wording, where all that follows the activation belongs to it."""
    pendulum: bool = False
    handed: bool = False
    """Handed out to a monster by the card it stands on."""

    condition: Span | None = None
    cost: Span | None = None
    targeting: Span | None = None
    resolution: Span | None = None

    def __post_init__(self) -> None:
        if self.body < 0:
            self.body = self.start


class Found:
    """Collects where the text showed a value; the first place of each counts."""

    def __init__(self) -> None:
        self.places: dict[str, Span] = {}

    def show(self, name: str, start: int, end: int) -> None:
        """Note that `name` is shown by the text from `start` to `end`."""
        self.places.setdefault(name, Span(start, end))
