"""What goes in and out of the batch contracts, for /openapi.json. Replies are sent as they were made, not through these."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

Verdict = Literal["yes", "no", "depends", "n/a", "unknown"]
Tri = Literal["yes", "no", "depends", "unknown"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


def _sent_back(value: Any) -> Any:
    """The same, where it can be sent back as it came. Raises ValueError for a number that JSON has not and for half a pair."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise ValueError("is no JSON that could be sent back") from error
    return value


Id = Annotated[Any, AfterValidator(_sent_back)]
"""Whatever an asker tells its lines apart by."""


class Problem(BaseModel):
    """Why there is no answer."""

    error: str
    offered: list[str] = Field(default=[], description="Where a name is that of several things: what they are.")


class AskBody(BaseModel):
    """A question; fields that are not known are ignored."""

    id: Id = None
    question: str = Field(min_length=1)
    territory: Literal["OCG", "TCG", "both"] = "both"
    explain: bool = False


class PlaceOf(_Strict):
    """Where an original stands, present or not."""

    source: str
    file: str
    lines: list[int] = Field(min_length=2, max_length=2, description="First and last, from 1.")
    section: str
    further: str


class CitationOf(_Strict):
    """One piece of evidence."""

    id: str
    source: str
    file: str
    lines: list[int] | None
    heading: str
    quote: str
    lang: str
    authority: str
    kind: Literal["passage", "digest"]
    territory: str
    title: str = ""
    edition: str = ""
    status: str = ""
    note: str = ""
    cites: list[PlaceOf] = []
    also: list[CitationOf] = []


class OptionOf(_Strict):
    """How a missing fact may lie, and what the answer then is."""

    label: str
    verdict: Verdict


class MissingOf(_Strict):
    """A fact that turns the answer."""

    fact: str
    question: str
    options: list[OptionOf]


class CardOf(_Strict):
    """A card that the question names."""

    konami_id: int | str | None
    name: str | None
    mention: str
    match: str
    span: list[int]
    choices: list[int | str] = []


class DisagreementOf(_Strict):
    """Two positions that sources hold."""

    position: str
    other: str
    prevails: str
    reason: str


class RulingOf(_Strict):
    """An official Q&A about the cards of the question."""

    number: str
    date: str
    title: str
    lang: str
    status: str
    id: str = Field(description="Of its citation.")


class AskReply(_Strict):
    """An answer."""

    id: Any = None
    lang: str
    verdict: Verdict
    ground: Literal["computed", "stated", "inferred", "none"]
    missing: list[MissingOf]
    cards: list[CardOf]
    abstained: bool
    answer: str
    citations: list[CitationOf] = Field(max_length=10)
    disagreements: list[DisagreementOf]
    rulings: list[RulingOf]
    notes: list[str]
    confidence: float = Field(ge=0, le=1)
    latency_ms: float
    encode_ms: float
    steps: list[dict[str, Any]] = Field(default=[], description="Only with explain.")
    understood: dict[str, Any] = Field(default={}, description="Only with explain.")
    found: dict[str, Any] = Field(default={}, description="Only with explain.")


class ExamBody(BaseModel):
    """A question with what may be chosen; without options it is one of true or false."""

    id: Id = None
    question: str = Field(min_length=1)
    options: dict[str, str] = Field(default={}, max_length=8, description="Texts by letter.")


class CheckBody(BaseModel):
    """A card text, or a card's number; other fields are passed over."""

    model_config = ConfigDict(extra="ignore")

    id: Id = None
    text: str | None = None
    lang: str | None = None
    card_type: str | None = None
    property: str | None = None
    monster_type_line: str | None = None
    effect_no: int | None = None
    pendulum: bool | None = None
    of: str | None = None
    konami_id: int | None = None
    password: int | None = None


class EffectOf(_Strict):
    """One effect of the text."""

    no: int | None
    text: str
    profile: dict[str, Any]
    damage_step: dict[str, Tri]


class CheckReply(_Strict):
    """The verdicts on a text, or on one effect of it."""

    id: Any = None
    damage_step: Tri
    during_damage_calculation: Tri
    only_before_damage_calculation: bool | None
    profile: dict[str, Any] | None
    effects: list[EffectOf]
    citations: list[CitationOf]
    latency_ms: float
    official: dict[str, Any] | None = Field(default=None, description="What Konami's FAQ says of the effect, where built.")
    official_differs: list[dict[str, Any]] = []
    computed: dict[str, Any] | None = None
