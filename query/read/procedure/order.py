"""Effects that met their timing together: whose each is, mandatory or optional, in the open or hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.lang.later import later
from kb.lang.numerals import counted
from query.read.procedure.model import SIDES, Ask, Order, Procedure, Side, Triggered
from query.read.procedure.words import Words

_MOST = 6
_OF = later(r"\s*(?:effects?|triggers?)?\s*(?:of|from|in|on)\b")
_BOUND = later(r"[.,;?!。，；？！、+]|\band\b|和|与|跟|以及")


def read_order(words: Words) -> Procedure | None:
    """The effects a text tells of; None if it is not sure which they are."""
    if not any(words.has(c) for c in ("order.which", "order.choose", "order.resolves-first")):
        return None
    turn = _turn(words)
    if not words.has("order.together") and not (turn and _met_together(words)):
        return None
    last = words.text[words.sentence_start(len(words.text) - 1) :]
    if words.has("order.partly") or words.cues.has("order.life-asked", last):
        return None
    asked = words.asked(told=True)
    wished = [_before(words, a) for a, b, _ in asked if words.cues.has("ask.bare", words.text[a:b])]
    effects = _effects(words, [*_questions(words), *wished])
    if effects is None or len(effects) < 2:
        effects = _effects(words, [*((a, b) for a, b, _ in asked), *wished])
    if wished and (effects is None or len(effects) < 2):
        effects = _effects(words, [(a, b) for a, b, _ in asked])
    if effects is None or not 2 <= len(effects) <= _MOST:
        return None
    asks, links, of = _asks(words)
    if asks is None:
        return None
    others = words.cues.orders
    given = Order(
        turn=turn,
        effects=tuple(effects),
        asked=links,
        asked_of=of,
        asked_kind=_asked_kind(words),
        others=others,
        by=next((o.id for o in others if words.has(o.need)), ""),
    )
    return Procedure(topic="order", lang=words.lang, given=given, asks=asks, yes_no=bool(asks))


def _questions(words: Words) -> list[tuple[int, int]]:
    """Every sentence that ends with a question mark."""
    found: list[tuple[int, int]] = []
    place = 0
    while place < len(words.text):
        end = words.sentence_end(place)
        found += [(place, end)] if words.text[place:end].rstrip().endswith(("?", "？")) else []
        place = max(end, place + 1)
    return found


def _met_together(words: Words) -> bool:
    """Whether effects that are not said to be met together are told side by side: no links yet, and none after another."""
    shown = words.has("order.placed") and not words.has("order.hidden")
    if shown or words.has("order.one-after-another"):
        return False
    asked = words.asked(told=True)
    links = [m for m in words.cues.all("order.link", words.text) if not any(a <= m.start() < b for a, b, _ in asked)]
    return not links or words.has("order.claimed")


def _turn(words: Words) -> Side:
    if (other := words.cues.first("order.not-turn-player", words.text)) is not None:
        start = next((a for a, b in words.clauses() if a <= other.start() < b), 0)
        return "own" if words.side_before(other.start(), start) == "opp" else "opp"
    if words.has("chain.my-turn"):
        return "own"
    if words.has("chain.opponent-turn"):
        return "opp"
    return "own" if words.has("order.turn-player") else ""


def _effects(words: Words, asked: Sequence[tuple[int, int]]) -> list[Triggered] | None:
    """The effects told outside what is asked; None where it is not said whose one is."""
    found: list[Triggered] = []
    owner: Side = ""
    matches = words.cues.all("order.effect", words.text)
    behind = {
        words.sentence_start(m.start())
        for m in matches
        if _owner_after(words, m.end(), _segment(words.text, m.start(), m.end())[1])
    }
    for match in matches:
        if any(a <= match.start() < b for a, b in asked):
            continue
        start, end = _segment(words.text, match.start(), match.end())
        named = match.start("kind" if match["kind"] else "zkind")
        each = words.cues.has("order.each", words.text[words.sentence_start(start) : match.end()])
        each |= words.cues.has("order.each-after", words.text[match.end() : words.sentence_end(match.end())])
        owner = (
            "own"
            if each
            else _owner_after(words, match.end(), end)
            or _owner(words, start, named)
            or ("" if words.sentence_start(start) in behind else _owner(words, words.sentence_start(start), named) or owner)
        )
        segment = words.text[start:end]
        kind = match["kind"] or match["zkind"]
        hidden = words.cues.has("order.hidden", segment)
        shown = words.cues.has("order.revealed", segment) and not words.cues.has("order.not-revealed", segment)
        effect = Triggered(
            owner=owner, mandatory=kind in ("mandatory", "forced", "必发", "强制"), public=not hidden, revealed=hidden and shown
        )
        said = match["count"] or match["zcount"] or _counted_after(words, match.end())
        count = _lettered(words, match.end()) or counted(said) or 1
        count = 1 if each and match["count"] == "both" else count
        found += [effect] * count
        found += [replace(effect, owner="opp")] * count if each else []
    return _owned(found)


def _owned(effects: list[Triggered]) -> list[Triggered] | None:
    """The effects, one of which nobody is said to be the owner being of the player named next: "1 mandatory and 2 optional of
    mine". None where nobody is named behind it."""
    found: list[Triggered] = []
    owner: Side = ""
    for effect in reversed(effects):
        owner = effect.owner or owner
        if not owner:
            return None
        found.insert(0, replace(effect, owner=owner))
    return found


def _counted_after(words: Words, place: int) -> str:
    """How many there are, where the number follows the kind: "必发2个"; empty where none does."""
    found = words.cues.first("order.count-after", words.text[place : place + 8])
    return found[1] if found else ""


def _lettered(words: Words, place: int) -> int:
    """How many there are, where letters tell them apart: "mandatory A and B"; 0 where none follow the kind."""
    found = words.cues.first("order.letters", words.text[place : place + 24])
    return len(later(r"(?<![a-z])[a-hw-z](?![a-z])").findall(found.group())) if found else 0


def _segment(text: str, start: int, end: int) -> tuple[int, int]:
    before = max((m.end() for m in _BOUND.finditer(text) if m.end() <= start), default=0)
    after = next(
        (
            m.start()
            for m in _BOUND.finditer(text)
            if m.start() >= end and text.count("(", 0, m.start()) <= text.count(")", 0, m.start())
        ),
        len(text),
    )
    return before, after


def _owner(words: Words, start: int, end: int) -> Side:
    side = words.side_before(end, start)
    player = words.cues.all("order.turn-player", words.text[start:end])
    if player and not words.has("chain.my-turn"):
        later = words.side_before(end, start + player[-1].end())
        return later or "own"
    return side


def _owner_after(words: Words, start: int, end: int) -> Side:
    """Whose an effect is, where that follows it: "an optional trigger of my opponent's monster"."""
    after = _OF.match(words.text, start, end)
    if after is None:
        return ""
    named = [
        (m.start(), -m.end(), side) for side in SIDES for m in words.cues.all(f"side.{side}", words.text[after.end() : end])
    ]
    return min(named)[2] if named else ""


def _asks(words: Words) -> tuple[tuple[Ask, ...] | None, tuple[int, ...], Side]:
    asks: list[Ask] = []
    links: tuple[int, ...] = ()
    of: Side = ""
    for start, end, kind in words.asked(told=True):
        text = words.text[start:end]
        if kind == "what" and words.cues.has("order.chosen", text):
            asks.append(Ask(about="choose", of=_of(words, start, end) or "own"))
            continue
        if kind == "what" or words.cues.has("order.first-or-last", text) or words.cues.has("order.link-of", text):
            continue
        bare = words.cues.has("ask.bare", text)
        if bare:
            start, end = _before(words, start)
            text = words.text[start:end]
            if words.cues.has("order.resolves-after", text):
                return None, (), ""
        numbers = tuple(int(g) for m in words.cues.all("order.link", text) for g in m.groups() if g)
        if words.negative(text) or words.cues.has("ask.only", text) or (kind == "stated" and len(numbers) > 1):
            return None, (), ""
        if not numbers and words.cues.has("order.resolves-first", text):
            numbers = (-1,)
        elif not numbers and words.cues.has("order.first", text) and not _arranged(words, text):
            numbers = (1,)
        if numbers and not words.cues.has("order.which-first", text):
            links, of = links or numbers[:1], of or _of(words, start, end) or ("own" if bare else "")
            asks.append(Ask(about="link"))
        elif words.cues.has("order.choose", text) and not words.cues.has("order.others-choose", text):
            asks.append(Ask(about="choose", of=_of(words, start, end) or "own"))
        else:
            return None, (), ""
    return tuple(asks), links, of


def _before(words: Words, place: int) -> tuple[int, int]:
    """The sentence before the one at an offset, which a bare "allowed?" asks about; nothing where there is none."""
    start = words.sentence_start(place)
    return (words.sentence_start(start - 1), start) if start else (0, 0)


def _arranged(words: Words, text: str) -> bool:
    """Whether a question is what a player may choose, and not what comes of it."""
    return words.cues.has("order.choose-word", text) or words.cues.has("order.let", text)


def _of(words: Words, start: int, end: int) -> Side:
    """The player a question begins with: "does mine go before his?" asks about mine."""
    named = [(m.start(), side) for side in SIDES for m in words.cues.all(f"side.{side}", words.text[start:end])]
    return min(named)[1] if named else ""


def _asked_kind(words: Words) -> bool | None:
    """Whether a question names the effect it asks about as mandatory or optional."""
    for start, end, kind in words.asked():
        text = words.text[start:end]
        forced, free = words.cues.has("order.mandatory", text), words.cues.has("order.optional", text)
        if kind == "yes/no" and forced != free:
            return forced
        if kind == "yes/no" and words.cues.has("ask.bare", text):
            told = words.text[slice(*_before(words, start))]
            places = {words.cues.first(f"order.{name}", told): name for name in ("mandatory", "optional")}
            named = [(m.start(), name) for m, name in places.items() if m]
            return min(named)[1] == "mandatory" if named else None
    return None
