"""Effects that a question quotes or describes instead of naming a card, as something to be judged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from kb import toml
from kb.cardtext import CardKind
from kb.errors import BadData
from kb.law.law import Law
from kb.model import Effect, EffectProfile, Lang, Span
from query.card.check import CardCheck, EffectCheck, check_pasted, timings_asked
from query.card.effects import CheckedEffect
from query.card.judge import judge

FILE = "cues/described.toml"
_QUOTES = re.compile(r"“([^“”]{12,})”|\"([^\"]{12,})\"|「([^「」]{12,})」|『([^『』]{12,})』")
_CLAUSE = re.compile(r"[:;.。：；，]|发动|activat|\byou can\b", re.I)
_THAT = r" (?:that|which|whose effect) (?:can |may |will |would )?"
_MANDATORY = re.compile(r"\bmandatory\b|必发|必须发动|强制发动")
_MORE = re.compile(r"\bflip\b|反转|cannot be activated during|damage step only")
"""What a description may add that turns it."""
_FAR = 40
"""Characters between what does it and what it does."""


@dataclass(frozen=True, slots=True)
class Described:
    """What a question quotes or describes."""

    checks: tuple[CardCheck, ...]
    """Judged: several where the kind of card is open and turns it."""
    span: Span
    """Into the question."""
    words: str
    fact: str = ""
    """What is not told and turns it, in the question's language; empty where all is told."""
    label: str = ""
    """How that fact lies in this one."""


def quoted_effect(text: str, laws: Sequence[Law], *, sources: Path) -> Described | None:
    """The longest quoted stretch that reads as an effect that is activated, judged; None where there is none.

    What the rest of the question calls it (my Trap, a Quick Effect) is the kind of card it stands on.
    """
    found = sorted(_QUOTES.finditer(text), key=lambda m: m.start() - m.end())
    for match in found:
        words = next(g for g in match.groups() if g)
        if not _CLAUSE.search(words):
            continue
        rest = text[: match.start()] + " " + text[match.end() :]
        subject = next((s for s, _ in _subjects(rest.lower(), _load_of(sources))), None)
        kind = CardKind(subject["type"], subject["sort"], "effect" if subject["type"] == "monster" else "") if subject else None
        checks = check_pasted(words, laws=laws, kind=kind)
        if all(check.effects for check in checks):
            return Described(checks, Span(*match.span()), words)
    return None


def described_effects(text: str, lang: Lang, laws: Sequence[Law], *, sources: Path) -> list[Described]:
    """The effect that a question describes, judged, once for each way in which a fact may lie that is not told; none where what
    it is or what it does is not told."""
    table, low = _load_of(sources), text.lower()
    if _MORE.search(low):
        return []
    for subject, at in _subjects(low, table):
        told = _outcome(low, at, lang, table)
        if told:
            outcome, span = told
            return [_described(text, span, subject, one, lang, laws) for one in _ways(outcome, lang, low)]
    return []


def _ways(outcome: Mapping[str, Any], lang: Lang, low: str) -> Iterator[Mapping[str, Any]]:
    """What it does, once for each option of a fact that is left open."""
    mandatory = {"mandatory": True} if _MANDATORY.search(low) else {}
    for option in outcome.get("options", [{}]):
        told = {"fact": outcome["fact"][lang], "label": option[lang]} if option else {"fact": "", "label": ""}
        yield {**outcome, **option, **mandatory, **told}


def _described(
    text: str, span: Span, subject: Mapping[str, Any], outcome: Mapping[str, Any], lang: Lang, laws: Sequence[Law]
) -> Described:
    words = text[slice(*span)].strip()
    effect = Effect(number=0, text=words, span=Span(0, len(words)), profile=_profile(subject, outcome))
    checked = _checked(effect, subject, lang, laws)
    return Described((checked,), span, words, outcome["fact"], outcome["label"])


def _subjects(low: str, table: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Span]]:
    """What the text names as doing it, in the order of the table."""
    for subject in table["subject"]:
        for pattern in (*subject["en"], *subject["zh"]):
            border = r"\b" if pattern.isascii() else ""
            if match := re.search(f"{border}(?:{pattern}){border}", low):
                yield subject, Span(*match.span())


def _outcome(low: str, at: Span, lang: Lang, table: Mapping[str, Any]) -> tuple[Mapping[str, Any], Span] | None:
    """What it is said to do, and the whole description."""
    for outcome in table["outcome"]:
        for pattern in outcome[lang]:
            if lang == "en":
                match = re.compile(
                    rf"(?:'s effect)? (?:that|which|whose effect|effect that) (?:can |may |will |would )?(?:{pattern})"
                ).match(low, at.end)
                span = Span(at.start, match.end()) if match else None
            else:
                match = re.compile(rf"(?:{pattern})的?(?:那种|这种)?$").search(low[max(0, at.start - _FAR) : at.start])
                span = Span(max(0, at.start - _FAR) + match.start(), at.end) if match else None
            if span:
                return outcome, span
    return None


def _profile(subject: Mapping[str, Any], outcome: Mapping[str, Any]) -> EffectProfile:
    """As described: what is not said to be done is not done."""
    return EffectProfile(
        kind=subject["kind"],
        spell_speed=subject["speed"],
        mandatory=None if subject["kind"] == "activation" else outcome.get("mandatory", False),
        negates_activation=outcome.get("negates") == "activation",
        negates_effect=outcome.get("negates") == "effect",
        changes_atk_def="atk_def" in outcome,
        atk_def=outcome.get("atk_def", ""),
        special_summons=False,
        destroys=False,
        adds_to_hand=False,
        draws=False,
        targets=None,
        cost=None,
    )


def _checked(effect: Effect, subject: Mapping[str, Any], lang: Lang, laws: Sequence[Law]) -> CardCheck:
    kind = CardKind(subject["type"], subject["sort"], "effect" if subject["type"] == "monster" else "")
    judged = tuple((law.territory, CheckedEffect(effect, judge(effect.profile, kind, law=law))) for law in laws)
    return CardCheck(
        name="",
        card="",
        kinds=(kind,),
        lang=lang,
        texts=(),
        effects=(EffectCheck(effect=effect, judged=judged),),
        timings=timings_asked("", laws[0]),
    )


def _load_of(sources: Path) -> Mapping[str, Any]:
    path = sources / FILE
    return _load(path, path.stat().st_mtime_ns) if path.is_file() else {"subject": [], "outcome": []}


@lru_cache(maxsize=4)
def _load(path: Path, _changed: int) -> Mapping[str, Any]:
    try:
        table = toml.loads(path.read_text("utf-8"))
        for row in (*table["subject"], *table["outcome"]):
            for pattern in (*row["en"], *row["zh"]):
                re.compile(pattern)
        return table
    except (toml.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, re.error) as error:
        raise BadData(f"{path}: cannot be used ({type(error).__name__}: {error}). Mend the file.") from error
