"""The data types that flow between ingest, kb and query: frozen, no input or output.

Conventions, for every type here: offsets are code points, the end exclusive; line numbers are 1-based, inclusive, counted
by line feeds; languages are "en", "zh" or "ja"; ids are short readable strings, unique within their type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Lang = Literal["en", "zh", "ja"]
Territory = Literal["OCG", "TCG", "both"]
Authority = Literal["official", "official-ruling", "compendium", "wiki", "notes"]
Modality = Literal["permits", "forbids", "requires", "defines", "follows", "example"]
Verdict = Literal["yes", "no", "depends", "n/a", "unknown"]
Tri = bool | None
"""Three truth values: True, False, None for unknown."""

AUTHORITIES: tuple[Authority, ...] = ("official", "official-ruling", "compendium", "wiki", "notes")
"""Highest authority first: the order in which sources prevail where nothing more specific decides."""

PASSAGE_KINDS = (
    "heading",
    "paragraph",
    "bullet",
    "table-cell",
    "example",
    "note",
    "caption",
    "reference",
    "question",
    "answer",
    "option",
    "boilerplate",
)
SEARCHED_KINDS = frozenset(PASSAGE_KINDS) - {"heading", "reference", "option", "boilerplate"}
"""Kinds of passage that answer questions; the others are kept and counted, not searched. An option of a quiz may be wrong."""
STATING_KINDS = SEARCHED_KINDS - {"question"}
"""Kinds that state something: what a question supposes is no rule."""


class Span(NamedTuple):
    """A half-open range of code points."""

    start: int
    end: int


class Lines(NamedTuple):
    """An inclusive range of 1-based lines."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One document: what the registry knows about it."""

    id: str
    file: str
    title: str
    lang: Lang
    edition: str = ""
    issued: str = ""
    """ISO date or year; empty if the document does not say."""
    publisher: str = ""
    territory: Territory = "both"
    authority: Authority = "notes"
    supersedes: tuple[str, ...] = ()
    sha256: str = ""
    url: str = ""
    format: str = ""
    """Name of the reader that must read it; empty lets the readers decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """The smallest citable piece of a document. Passages of one document partition its non-space text."""

    id: str
    """`source:heading/path#ordinal`, the ordinal counted within the heading path from 1: stable under edits elsewhere."""
    source: str
    heading: tuple[str, ...]
    """Titles from the outermost heading down, as printed."""
    kind: str
    lang: Lang
    span: Span
    """Into the stored text of the document."""
    lines: Lines
    text: str
    """The readable text: the raw slice less its markup, white space folded."""
    content_hash: str
    """sha256 of `text`, first 16 hex digits: a changed text is noticed by it."""
    page: int | None = None
    parent: str | None = None
    """The passage this one hangs under (a bullet's bullet, a list's introducing line)."""
    row_headers: tuple[str, ...] = ()
    col_headers: tuple[str, ...] = ()
    mark: Literal["yes", "no"] | None = None
    """Polarity shown by a check or cross mark."""
    illustrates: str | None = None
    """For an example: the passage it is an example of."""
    references: tuple[str, ...] = ()
    """Ids of the References whose marks stand in this passage or in the list that closes its section."""
    status: str = ""
    """For official rulings: outdated, unconfirmed and the like; shown with every citation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """What a document itself cites."""

    id: str
    """`source:ref:key`."""
    source: str
    key: str
    """The footnote's number or the anchor id that footnotes point to; empty where nothing can point to it."""
    label: str
    lines: Lines
    url: str = ""
    archive_url: str = ""
    page: str = ""
    date: str = ""
    official: Tri = None
    extrapolation: bool = False
    """The source admits that it goes beyond what it cites."""
    heading: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A hyperlink as it stands in a document."""

    source: str
    label: str
    url: str
    lines: Lines
    passage: str = ""
    resolves: Tri = None
    """For a link inside the document: whether its target exists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """Something that a link inside the document can point to."""

    source: str
    name: str
    lines: Lines
    explicit: bool
    """True for an id in the text, False for one derived from a heading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A picture the document shows."""

    source: str
    url: str
    alt: str
    lines: Lines
    exists: Tri = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A place that carries, or has lost, a check or cross mark."""

    source: str
    lines: Lines
    passage: str
    mark: Literal["yes", "no"] | None
    """None: the layout shows that a mark stood here, but it is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One document as read: its stored text and everything found in it."""

    source: Source
    text: str
    """The stored text: the decoded file itself, or for PDF and JSON what was extracted."""
    passages: tuple[Passage, ...]
    references: tuple[Reference, ...] = ()
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    images: tuple[Image, ...] = ()
    marks: tuple[Mark, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()
    """For official rulings: (passage id, Konami card id) pairs the file states itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """A game term with its names in each language."""

    id: str
    category: str
    labels: dict[str, str]
    """Preferred label by language."""
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    slang: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Abbreviations and what players say at the table."""
    broader: tuple[str, ...] = ()
    related: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """A stretch of the turn."""

    id: str
    level: Literal["turn", "phase", "step", "timing"]
    labels: dict[str, str]
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    part_of: str | None = None
    next: tuple[str, ...] = ()
    order: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A concept, timing or card named in a passage."""

    passage: str
    span: Span
    """Into the passage's readable `text`."""
    target: str
    """Id of the concept or timing; for a card its id, or the printed name while no cards are loaded."""
    target_kind: Literal["concept", "timing", "card", "name"]
    match: str
    """label, alias, slang, stem, typo, quoted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a passage says, in a form that can be compared."""

    id: str
    passage: str
    modality: Modality
    polarity: bool
    """False where the sentence denies: 'cannot', 'is not treated as', 不能."""
    span: Span
    """Into the passage's readable `text`."""
    concepts: tuple[str, ...] = ()
    timing: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    condition: str = ""
    """The words that state the condition, as they stand in the passage."""
    exception_of: str | None = None
    """Id of the statement or passage this one is an exception to."""
    confidence: float = 0.0
    status: Literal["candidate", "accepted", "corrected", "rejected"] = "candidate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cite:
    """Where a digest entry is established."""

    source: str
    section: str
    lines: Lines
    page: int | None = None
    further: str = ""
    """The reference that the document itself gives there: an official Q&A number, a rulebook page, an archived ruling."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question the entry answers, as players put it, with the verdict it gives (in both languages)."""

    en: str
    zh: str
    verdict: Verdict
    side: str = ""
    """What "yes" affirms: a side of one of the predicates of `predicates.toml`, net of every negation; empty for "n/a"."""
    side_zh: str = ""
    """The same of the Chinese wording where that asks about another predicate."""
    fact: Mapping[str, str] = field(default_factory=dict)
    """For "depends": what it depends on, by language; empty where nobody has written it."""
    options: tuple[Mapping[str, str], ...] = ()
    """For "depends": the ways that fact may lie, each with `en`, `zh` and the `verdict` it leads to."""

    def put(self, lang: str) -> str:
        """The side that "yes" affirms in a language."""
        return self.side_zh if lang == "zh" and self.side_zh else self.side


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What an entry states: a side of a predicate, and the facts under which it holds."""

    side: str
    given: Mapping[str, str] = field(default_factory=dict)
    """Facts by facet (`sources/cues/facts.toml`) without which the answer could be another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicate:
    """What a question or a rule can be about, with its two sides."""

    id: str
    sides: tuple[str, str]
    """The plain side first."""
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One digest entry: one claim a judge can be shown, in our own words."""

    id: str
    topic: str
    kind: str
    en: str
    zh: str
    cites: tuple[Cite, ...]
    concepts: tuple[str, ...] = ()
    timing: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    territory: Territory = "both"
    since: str = ""
    until: str = ""
    overrides: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    """Ids of the entries that state the other position."""
    prevails: str = ""
    """Where documents disagree: why this position would prevail; empty for the one that would yield."""
    prevails_zh: str = ""
    """The same in Chinese; empty where nobody has written it."""
    examples: tuple[dict[str, str], ...] = ()
    """Own words, by language."""
    asks: tuple[Ask, ...] = ()
    states: tuple[State, ...] = ()
    """The propositions that the entry states."""
    when: dict[str, object] | None = None
    then: str = ""
    value: dict[str, str] | None = None
    """What is to be computed if the rule holds; words in docs/rules.md."""
    file: str = ""
    line: int = 0


Severity = Literal["error", "warning", "info"]
Family = Literal["", "structure", "evidence", "meaning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundAt:
    """One of the places that a finding concerns."""

    source: str
    file: str
    lines: Lines
    quote: str
    """What stands there, as printed; shortened to a line."""
    passage: str = ""
    """Id of the passage, where it is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something an editor, or whoever started a build, should look at."""

    code: str
    severity: Severity
    message: str
    hint: str = ""
    source: str = ""
    lines: Lines | None = None
    key: str = ""
    """For data files: the entry or key concerned."""
    family: Family = ""
    """Of an audit's finding: the kind of check that made it."""
    places: tuple[FoundAt, ...] = ()
    """Of an audit's finding: where to look, the place that most needs a change first."""
    confidence: float = 1.0
    """0..1: how sure the check is that this deserves an editor's look."""


EffectKind = Literal["activation", "ignition", "trigger", "quick", "flip", "continuous"]
"""`activation`: of the Spell or Trap Card itself; the others as the game classes effects, those of Spells and Traps that work
like them included."""
OncePerTurn = Literal["none", "this_card", "by_name", "by_name_activation", "duel"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """One of the conditions an effect may be activated on, where its text joins several by "or"."""

    events: tuple[str, ...] = ()
    """What it responds to; names in docs/rules.md. `self-` its own card, `other-` another, `either-` its own or another."""
    timings: tuple[str, ...] = ()
    """Timings of the Damage Step that it names."""
    phases: tuple[str, ...] = ()
    """Phases and steps outside the Damage Step that it names."""
    damage_step: Literal["", "excluded", "included"] = ""
    """Whether the text itself shuts the Damage Step out or names it as allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectProfile:
    """What one effect of a card is and does, as far as its text shows. None: the text does not say."""

    kind: EffectKind
    spell_speed: int | None = None
    """1 to 3; None for a continuous effect."""
    mandatory: Tri = None
    """None for the activation of a card: a player always chooses that."""
    starts_chain: bool = True
    responses: tuple[Response, ...] = (Response(),)
    """Alternatives: one that fits is enough."""
    places: tuple[str, ...] = ()
    """Where the card must be: hand, field, graveyard, banished, deck, extra-deck."""
    negates_activation: Tri = None
    negates_effect: Tri = None
    changes_atk_def: Tri = None
    atk_def: Literal["", "directly", "indirectly", "optionally", "dependent", "summoned", "granted"] = ""
    """How ATK or DEF change; the words are explained in docs/rules.md."""
    special_summons: Tri = None
    summons: tuple[str, ...] = ()
    """Kinds of Summon it performs: special, normal, tribute, fusion, ritual, synchro, xyz, link, pendulum."""
    destroys: Tri = None
    adds_to_hand: Tri = None
    draws: Tri = None
    targets: Tri = None
    cost: Tri = None
    can_miss_timing: Tri = None
    once_per_turn: OncePerTurn = "none"
    confidence: float = 1.0
    """0..1; lower for texts older than Problem-Solving Card Text."""
    shown: tuple[tuple[str, Span], ...] = ()
    """(attribute, span of the text that showed it), spans into the whole card text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One effect of a card text and its parts; spans into the whole text."""

    number: int
    """As printed (①②…), else counted from 1; 0 for the activation of a Spell or Trap that prints no number."""
    text: str
    span: Span
    profile: EffectProfile
    condition: Span | None = None
    cost: Span | None = None
    targeting: Span | None = None
    resolution: Span | None = None
    conjunctions: tuple[str, ...] = ()
    """Between the parts of the resolution, in order: and, and-if-you-do, then, also, also-after-that."""
    pendulum: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A stretch of a card text that is no effect: materials, summoning, limit, restriction, name, follow-up."""

    label: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class CardText:
    """A card text as read: its effects in order and what else it says."""

    text: str
    lang: Lang
    effects: tuple[Effect, ...]
    remarks: tuple[Remark, ...] = ()
    style: Literal["psct", "official", "fan", "old"] = "psct"
