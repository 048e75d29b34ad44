"""What a question with numbers or a sequence of events is read into. Nobody after that opens the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kb.model import Lang
from query.read.procedure.cues import Frame, Limit, OtherOrder, Thing, Tribute

Side = Literal["own", "opp", ""]
"""The player who asks, the other one, or not said."""
SIDES: tuple[Side, ...] = ("own", "opp")
Role = Literal["attacker", "target"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One yes/no question put in the text: what about, and about whom."""

    about: str
    """destroyed, win, lose, damage, counts, live, equals, direct, battle-damage, pierces; left (Life Points) and takes (damage)
    with the number that is to be confirmed; with "not " before it where it is put the other way round."""
    of: str = ""
    """A role, a side, "both" or "either"; for a value, the number."""
    at: int = 0
    """After how many events of a value it is asked, 0 for after all; of "left" and "takes", the number."""
    others: tuple[Ask, ...] = ()
    """What else makes it a yes: "is anything destroyed, or does anyone lose LP?"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Boost:
    """A change of ATK or DEF in a battle."""

    role: Role
    amount: int
    of: Literal["atk", "def"] = "atk"
    by: Literal["change", "set", "half", "double"] = "change"


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle:
    """One battle, or several direct attacks by the same player."""

    attacks: tuple[int, ...]
    """ATK of each attacker; more than one for direct attacks only."""
    attacker: Side
    target: Literal["attack", "defense", "direct", ""]
    """Empty where both values are given and the position is not."""
    value: int = 0
    """What is compared; 0 for a direct attack."""
    other: int | None = None
    """The target's DEF where the position is not said."""
    unknown: bool = False
    """Whether what is compared is not told."""
    face_down: bool = False
    piercing: bool = False
    double: bool = False
    half: bool = False
    prevented: Side | Literal["both"] = ""
    reflected: bool = False
    shared: bool = False
    """Both players take what one of them takes."""
    lasting: tuple[Role, ...] = ()
    """Monsters that battle does not destroy."""
    boosts: tuple[Boost, ...] = ()
    brief: bool = False
    """Whether what is raised or lowered is said to last for the Damage Step only."""
    life: tuple[tuple[Side, int], ...] = ()
    burn: tuple[tuple[Side, int, bool], ...] = ()
    """Effect damage after the battle: to whom, how much, and whether only if the attacked monster was destroyed."""
    replaced: tuple[Role, ...] = ()
    """Monsters that stay because something else is destroyed in their place."""
    assumed: tuple[str, ...] = ()
    """Names of sentences: what the question leaves open and is taken for granted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter:
    """A monster of a story with several attacks."""

    side: Side
    atk: int | None = None
    dfn: int | None = None
    position: Literal["attack", "defense"] = "attack"
    sure: bool = False
    """Whether its battle position is said."""
    down: bool = False
    lasting: bool = False
    """Whether battle does not destroy it."""

    @property
    def both(self) -> bool:
        """Whether ATK and DEF are both told."""
        return self.atk is not None and self.dfn is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Battles:
    """Battles one after the other, with the Life Points before the first."""

    parts: tuple[Battle, ...]
    life: tuple[tuple[Side, int], ...] = ()
    field: tuple[Fighter, ...] = ()
    """The monsters there are; empty where they were not told apart."""
    who: tuple[tuple[int, int], ...] = ()
    """For each part the places in `field` of the attacker and of the attacked monster, -1 for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change of ATK or DEF as told."""

    sign: str
    amount: int
    original: bool
    lasts: Literal["L", "C", ""]
    until: Literal["turn", "opponent", ""] = ""
    words: str = ""
    """The text it was read from, by which it is referred to later."""
    equip: bool = False
    by_itself: bool = False
    """Whether an effect of the monster itself made it."""
    forgotten: bool = False
    """Whether the question says that nobody knows what made it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """A value, and what happens to it: changes (an index), ends (indexes), in order."""

    of: Literal["atk", "def"]
    printed: int
    unknown: bool
    """Printed as "?"."""
    changes: tuple[Change, ...]
    events: tuple[tuple[str, tuple[int, ...]], ...]
    """("change", (i,)), ("end", (i, …)), ("face-down", (i, …)), ("away", (i, …));
    ("gone", (i, …)) where only its card leaves; ("negated", (i, …)) where the effects of the monster are negated;
    ("perhaps", (i, …)) where the turn ends and nobody said whether the change ends with it."""
    other: int | None = None
    """The printed value of the other of ATK and DEF, where both change places."""
    hidden: bool = False
    """Whether nobody told the printed value: only what becomes of a change is asked."""
    unordered: bool = False
    """Whether it is not said which of the changes came first."""
    stated: tuple[int, ...] = ()
    """Values the question itself names on the way; others than these are a misreading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """The same change for several monsters, each with its own value."""

    each: tuple[Stats, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """Life Points along a Chain: what each link does to them."""

    start: tuple[tuple[Side, int], ...]
    """Of each player of whom they are told."""
    links: tuple[tuple[int, Side, int | None], ...]
    """(number of the link, whose Life Points it changes, by how much; negative for damage, None where it halves them), by
    number."""
    negated: tuple[tuple[int, int], ...] = ()
    """(the link that negates, the one it negates) of each."""
    removed: tuple[tuple[int, int], ...] = ()
    """(the link that takes a card off the field, the link of that card) of each."""
    fallen: tuple[int, ...] = ()
    """Of the links whose card leaves, those whose effect needs it face-up on the field."""
    paid: tuple[tuple[Side, int], ...] = ()
    """Costs of Life Points, by player."""
    refund: bool = False
    """Whether it is asked what becomes of a cost."""
    where: bool = False
    """Whether it is asked where a card goes whose activation is negated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Boosted:
    """A value that Chain Link 1 is to change, and the links that negate or take cards away, as in Life."""

    of: Literal["atk", "def"]
    base: int
    amount: int
    negated: tuple[tuple[int, int], ...] = ()
    removed: tuple[tuple[int, int], ...] = ()
    fallen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Links of a Chain by kind, in order."""

    kinds: tuple[str, ...]
    simultaneous: bool = False
    next: bool = False
    """Whether it is asked what may be the next link."""
    placed: str = ""
    """Where the last comes from, where that decides: "set-now", "set-unsure", "hand-trap", "hand-his-turn", "hand-unsure"."""
    more: tuple[tuple[str, str], ...] = ()
    """Further pairs that are asked about: what is answered, what answers it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backwards:
    """In which order so many links resolve."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """So many things under a monster or on it, and how many of them were used up."""

    count: int
    spent: int
    thing: Thing


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """A Chain of so many links, and who may add the next."""

    count: int
    last: Side
    """Who activated the last link."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Negated:
    """A Chain of so many links in which some negate others."""

    count: int
    pairs: tuple[tuple[int, int], ...]
    """(the link that negates, the one it negates) of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tributed:
    """A monster of a Level that is to be Normal Summoned or Set."""

    level: int
    table: tuple[Tribute, ...]
    offered: int | None = None
    """Tributes a question puts forward; 0 for "without"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """Life Points paid as cost, and what is asked of them."""

    start: int
    cost: int
    frame: Frame | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """Life Points there are, and a cost that is to be paid of them."""

    life: int
    cost: int
    mandatory: bool
    """Whether it is the cost of a mandatory effect."""
    rules: Mapping[str, str]
    """The entries that decide: "limit", "exact" where nothing would be left, and "mandatory" for such an effect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Triggered:
    """One of several effects that met their timing together."""

    owner: Side
    mandatory: bool
    public: bool = True
    revealed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Effects that met their timing together; `turn` is whose turn it is."""

    turn: Side
    effects: tuple[Triggered, ...]
    asked: tuple[int, ...] = ()
    """Link numbers asked about in a yes/no question; -1 for the last link, which resolves first."""
    asked_of: Side = ""
    asked_kind: bool | None = None
    """Whether the effect asked about is mandatory; None where that is not said."""
    others: tuple[OtherOrder, ...] = ()
    """Orders of other documents, to be named where they differ."""
    by: str = ""
    """Id of the one the question asks for; empty for the one in force."""


Place = Literal["earlier", "last", "tribute-summon", "built-in-summon", "moved", "cost", "unsaid"]
"""Where an event lies: before something else, as the last thing, in a Summon, before its card moved on, as a cost where a card
effect is waited for, or nobody said."""


Says = Literal["when", "if"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """A Trigger Effect as its text words it."""

    name: str
    """The letter it is told apart by; empty for the only one."""
    says: Says
    mandatory: bool
    life: tuple[tuple[Side, int], ...] = ()
    """Whose Life Points it changes, by how much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reactions:
    """Trigger Effects whose event happened together, in one place of the course of things."""

    effects: tuple[Reaction, ...]
    place: Place
    life: tuple[tuple[Side, int], ...] = ()
    before: tuple[tuple[Side, int], ...] = ()
    """What changes Life Points before the effects do."""
    which: bool = False
    """Whether it is asked which of them may be activated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A situation without numbers that decide it."""

    frame: Frame
    unhurt: bool = False
    """Whether it is asked what damage comes of it, or what becomes of Life Points, where none does."""
    life: tuple[tuple[Side, int], ...] = ()
    """Life Points that stay what they are, where that is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """So many cards, and the bounds that hold for them."""

    number: int
    limit: Limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """One thing asked of a monster after what happened to it."""

    about: str
    """attack, use, position, flip, counters, equip, materials, gemini, boost, life, damage, atk, revive, how, from,
    returned or trigger."""
    yes_no: bool = False
    opposite: bool = False
    """Whether it is asked the other way round ("are they gone?")."""
    amount: int = 0
    """The change it is about, where it names one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counters:
    """So many counters, and whose effect put them there."""

    count: int
    by: Literal["itself", "other", ""] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One monster: what was done with it, what then happened to it, and what is asked of it now."""

    happened: tuple[str, ...]
    """down, up, banish, back, hand, deck, grave, revive, again, control, control-back, negated, in order."""
    asks: tuple[Recall, ...]
    known: frozenset[str] = frozenset()
    """Facts told of it: attacked, direct, used, itself, came-now, position-changed, gemini, proper, never-proper, xyz."""
    limit: Literal["plain", "name", "once", ""] = ""
    """How the effect is limited; "once" where its exact words are not told."""
    counters: tuple[Counters, ...] = ()
    materials: int | None = None
    life: int | None = None
    """The Life Points that its attacks or its effect take from."""
    burn: int = 0
    """What its effect takes from them."""
    stats: tuple[Stats, ...] = ()
    """Its value through it all; a second one where a change may last or not."""


Input = (
    Battle
    | Memory
    | Battles
    | Stats
    | Values
    | Life
    | Boosted
    | Links
    | Backwards
    | Turned
    | Kept
    | Negated
    | Paid
    | Payment
    | Order
    | Reactions
    | Situation
    | Counted
    | Tributed
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """A question read as one of the procedures."""

    topic: str
    lang: Lang
    given: Input
    asks: tuple[Ask, ...] = ()
    """Its yes/no questions in order; the verdict is that of the first."""
    yes_no: bool = False
