"""What goes into and comes out of a question: frozen dataclasses, no input or output."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from kb.model import Authority, Lang, Lines, Span, Verdict
from query.read.reading import Intent, Reading

Ground = Literal["computed", "stated", "inferred", "none"]
"""What an answer stands on: worked out; an entry or passage that states it; the nearest rules; nothing."""
Status = Literal["believed", "agrees", "unsure", "not believed", "no answer"]
"""An assistant's answer was taken; it says what is computed or stated; it finds none there; it was not taken; it gave none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """A concept, timing or card found in the question, shown to the user, who may take it away or add another."""

    id: str
    kind: Literal["concept", "timing", "card", "name"]
    label: str
    surface: str
    match: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedCard:
    """A card that the question names, or the cards among which the name leaves a choice."""

    id: int | str | None
    """The Konami id, or the card's own id where Konami has none; None if the name does not tell which card."""
    name: str
    mention: str
    """The words of the question."""
    span: Span
    """Into the question, code points, end exclusive."""
    match: str
    """exact, nickname, part, typo, initials or ambiguous."""
    choices: tuple[int | str, ...] = ()
    """Ids of the cards that may be meant, likeliest first; none where there is no doubt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as understood: its words as read, and what they name."""

    reading: Reading
    understood: tuple[Understood, ...] = ()
    cards: tuple[NamedCard, ...] = ()
    """What it calls cards, in order of the text."""
    stands: bool = False
    """Whether the sentence that asks has no term of the game, but takes a stand on what is told before it ("was I robbed?")."""

    @property
    def text(self) -> str:
        """As typed, white space folded."""
        return self.reading.text

    @property
    def plain(self) -> str:
        """The text with one token for each card's name."""
        return self.reading.plain

    @property
    def lang(self) -> Lang:
        """English or Chinese."""
        return self.reading.lang

    @property
    def intent(self) -> Intent:
        """What kind of answer it wants."""
        return self.reading.intent

    @property
    def polar(self) -> bool:
        """Whether it asks for yes or no."""
        return self.reading.polar

    @property
    def concepts(self) -> tuple[str, ...]:
        """Ids of the linked concepts, in order of the text, each once."""
        return tuple(dict.fromkeys(u.id for u in self.understood if u.kind == "concept"))

    @property
    def timing(self) -> tuple[str, ...]:
        """Ids of the linked timings, in order of the text, each once."""
        return tuple(dict.fromkeys(u.id for u in self.understood if u.kind == "timing"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an original stands, whether or not that document is present."""

    source: str
    file: str
    lines: Lines
    section: str = ""
    further: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """One piece of evidence: a passage of a built document or an entry of the digest."""

    id: str
    kind: Literal["passage", "digest"]
    source: str
    file: str
    lines: Lines | None
    heading: tuple[str, ...]
    quote: str
    lang: Lang
    authority: Authority
    title: str = ""
    edition: str = ""
    issued: str = ""
    """When the document was issued, as far as it says."""
    territory: str = "both"
    status: str = ""
    note: str = ""
    """Why to read it with care: superseded, another territory, an unconfirmed translation."""
    cites: tuple[Place, ...] = ()
    """For a digest entry: the originals it rests on."""
    also: tuple[Citation, ...] = ()
    """Passages that say the same elsewhere, or the original beneath a digest entry."""
    score: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of the reasoning, with the evidence it rests on."""

    text: str
    citation: Citation | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """Two positions that the sources hold, and which would prevail."""

    position: str
    other: str
    prevails: str = ""
    reason: str = ""
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """How the answer was found."""

    searched: tuple[str, ...] = ()
    """Which searches ran: graph, bm25, vectors; with a remark for one that could not."""
    tried: tuple[str, ...] = ()
    """Ids of the entries considered, best first."""
    fired: str = ""
    beaten: tuple[str, ...] = ()
    edges: tuple[tuple[str, str, str], ...] = ()
    """(from, relation, to) for the small picture: question, concepts, rules, citations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A fact that the question leaves open and that turns the answer."""

    fact: str
    """As it could follow "it depends on", in the question's language."""
    options: tuple[tuple[str, Verdict], ...]
    """How it may lie, and what the answer then is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """An official Q&A about the cards of a question."""

    number: str
    date: str
    """ISO; empty if unknown."""
    title: str
    lang: Lang
    status: str
    """What to beware of: outdated, unconfirmed and the like; empty for none."""
    citation: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Consulted:
    """What an assistant said of the passages found, and what became of its word."""

    model: str
    """Empty where it could not be asked."""
    host: str
    status: Status
    why: str = ""
    """Why it was not taken, or gave none."""
    verdict: Verdict | None = None
    text: str = ""
    cites: tuple[str, ...] = ()
    """Ids of the citations it quotes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A verdict, the reason and the exact passages it rests on."""

    question: Question
    verdict: Verdict
    abstained: bool
    text: str
    steps: tuple[Step, ...] = ()
    citations: tuple[Citation, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    notes: tuple[str, ...] = ()
    """As of which edition and territory it holds; what is outdated."""
    confidence: float = 0.0
    ground: Ground = "none"
    missing: tuple[Missing, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    """Official Q&As about all the cards that the question names, newest first, outdated ones last."""
    trace: Trace = field(default_factory=Trace)
    consulted: Consulted | None = None
    """None where no assistant was asked."""
    latency_ms: float = 0.0
    encode_ms: float = 0.0
    """Of `latency_ms`, the encoder's own call."""

    @property
    def doubtful(self) -> bool:
        """Whether it is inferred and no likelier right than wrong: it is told as what may be, not as what is probable."""
        return self.ground == "inferred" and self.confidence < 0.5
