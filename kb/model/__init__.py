"""The data types that flow between ingest, kb and query: frozen, no input or output.

Conventions, for every type here: offsets are code points, the end exclusive; line numbers are 1-based, inclusive, counted
by line feeds; languages are "en", "zh" or "ja"; ids are short readable strings, unique within their type.
"""

from kb.model.base import AUTHORITIES, Authority, Lang, Lines, Modality, Span, Territory, Tri, Verdict
from kb.model.cards import CardText, Effect, EffectKind, EffectProfile, OncePerTurn, Remark, Response
from kb.model.digest import NO_SIDE, Ask, Cite, Predicate, Rule, State
from kb.model.documents import (
    PASSAGE_KINDS,
    SEARCHED_KINDS,
    STATING_KINDS,
    Anchor,
    Document,
    Image,
    Link,
    Mark,
    Passage,
    Reference,
    Source,
)
from kb.model.findings import Family, Finding, FoundAt, Severity
from kb.model.terms import Concept, Mention, Statement, Timing

__all__ = [
    "AUTHORITIES",
    "NO_SIDE",
    "PASSAGE_KINDS",
    "SEARCHED_KINDS",
    "STATING_KINDS",
    "Anchor",
    "Ask",
    "Authority",
    "CardText",
    "Cite",
    "Concept",
    "Document",
    "Effect",
    "EffectKind",
    "EffectProfile",
    "Family",
    "Finding",
    "FoundAt",
    "Image",
    "Lang",
    "Lines",
    "Link",
    "Mark",
    "Mention",
    "Modality",
    "OncePerTurn",
    "Passage",
    "Predicate",
    "Reference",
    "Remark",
    "Response",
    "Rule",
    "Severity",
    "Source",
    "Span",
    "State",
    "Statement",
    "Territory",
    "Timing",
    "Tri",
    "Verdict",
]
