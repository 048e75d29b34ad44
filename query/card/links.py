"""Cards that a text names: each name one token, by whatever players call the card, and open where that is not one card's.

Names are looked for as they are written, as nicknames, in part and misspelt; of those that overlap the one that explains
most of the text stays, if it is meant as a name. Terms of the glossary are terms, unless quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kb.cards.parts import spaced
from kb.cards.record import name_key
from kb.digest.load import sources_dir
from kb.lang.later import later
from kb.model import Span
from kb.text import normalise
from query.card.exact import Terms, initials, terms_of, used_before, written_names
from query.card.found import MANY, ORDER, Found, Match
from query.card.meant import is_meant, is_used
from query.card.near import near_names
from query.card.search import CardSearch
from query.card.sounds import misspelt_nicknames, sounding_names
from query.card.units import CardText, read_text

MAX_TEXT = 3000
"""Code points of a text that are looked through."""
MAX_NEAR = 600
"""Code points of a text in which names in part and misspelt ones are looked for; a longer one is no question."""
MAX_CHOICES = 40
"""Cards that one name offers."""
_REMEMBERED = 16
"""Texts whose cards are remembered: a question is looked through more than once."""
_HEADS = 3
"""Other cards of which a name is a part from which on they are offered beside the card that goes by it; if it
is a single word or has no more than three characters, from one on."""
_ACTS = frozenset({"activate", "chain", "flip", "use"})
_EDGES = later(r"([\W_]*)(?:.*\w)?([\W_]*)", re.S)


@dataclass(frozen=True, slots=True)
class CardMention:
    """A place in a text that names a card."""

    span: Span
    """Into the text, code points, end exclusive; quotes left out."""
    surface: str
    cards: tuple[str, ...]
    """Ids; several where the name does not tell which."""
    how: Match
    others: tuple[str, ...] = ()
    """Ids of more cards that may be meant where one is likely: those whose names hold this one."""

    @property
    def card(self) -> str:
        """The id if there is only one, else empty."""
        return self.cards[0] if len(self.cards) == 1 else ""

    @property
    def choices(self) -> tuple[str, ...]:
        """Ids to choose from, likeliest first; none where there is no doubt."""
        offered = (*self.cards, *self.others)
        return offered[:MAX_CHOICES] if len(offered) > 1 else ()


def cards_in(text: str, search: CardSearch, *, sources: Path | None = None) -> tuple[CardMention, ...]:
    """What a text names, in order of the text, no two overlapping."""
    key = (text, sources_dir(sources))
    known = search.mentions.get(key)
    if known is None:
        if len(search.mentions) >= _REMEMBERED:
            search.mentions.clear()
        known = search.mentions[key] = _cards_in(text, search, key[1])
    return known


def _cards_in(text: str, search: CardSearch, folder: Path) -> tuple[CardMention, ...]:
    terms = terms_of(folder)
    plain = read_text(text[:MAX_TEXT], search, terms.words)
    told = plain.translated(search.nicknames.families)
    found = _in_units(plain, search, terms)
    mentions = [_mention(plain, f, search) for f in found]
    if told is plain:
        return _taken_up(mentions)
    more = [_mention(told, f, search) for f in _in_units(told, search, terms)]
    return _taken_up(_longest((*mentions, *(m for m in more if not any(_is_slip_beside(m, one) for one in mentions)))))


def _taken_up(mentions: Sequence[CardMention]) -> tuple[CardMention, ...]:
    """A name that several cards may be meant by is that of the one card among them that the text names elsewhere."""
    known = {m.card for m in mentions if m.card}
    meant = [known.intersection(m.cards) for m in mentions]
    return tuple(replace(m, cards=(*one,)) if len(one) == 1 else m for m, one in zip(mentions, meant, strict=True))


def _is_slip_beside(mention: CardMention, other: CardMention) -> bool:
    """Whether a misspelt name is another one that is written right, and a character beside it."""
    (start, end), (first, last) = mention.span, other.span
    return mention.how == "typo" and other.how == "exact" and start <= first and last <= end and end - start <= last - first + 1


def _longest(mentions: Iterable[CardMention]) -> tuple[CardMention, ...]:
    kept: list[CardMention] = []
    for m in sorted(mentions, key=lambda m: (m.span.start - m.span.end, ORDER.index(m.how), m.span.start)):
        if not any(k.span.start < m.span.end and m.span.start < k.span.end for k in kept):
            kept.append(m)
    return tuple(sorted(kept, key=lambda m: m.span))


def _in_units(text: CardText, search: CardSearch, terms: Terms) -> list[Found]:
    written = [f for f in written_names(text, search, terms) if f.quoted or _counts(text, f)]
    exact = _best(text, [f for f in written if not _is_act_and_part(text, f, written)])
    if len(text.text) > MAX_NEAR:
        return exact
    covered = {i for f in exact for i in range(f.first, f.last + 1)}
    ways = (near_names, sounding_names, misspelt_nicknames)
    told = [*(f for way in ways for f in way(text, search, covered)), *initials(text, search, terms, covered)]
    words = terms.names | search.nicknames.ordinary
    near = [f for f in told if _key(text, f) not in words and (f.how == "initials" or _counts(text, f))]
    near = [f for f in near if not any(_is_act_and_name(text, f, e) for e in exact)]
    return _best(text, [*exact, *near])


def _is_act_and_part(text: CardText, found: Found, written: Sequence[Found]) -> bool:
    """Whether a name that begins with what is done with cards is that word and the beginning of a longer name."""
    act = 1 if text.units[found.first].key in _ACTS else used_before(_key(text, found))
    return bool(act) and any(f.first == found.first + act and f.last > found.last for f in written)


def _is_act_and_name(text: CardText, found: Found, name: Found) -> bool:
    """Whether what is a name in part is what is done with a card, and that card's name."""
    return found.last == name.last and 0 < name.first - found.first == used_before(_key(text, found))


def _key(text: CardText, found: Found) -> str:
    return "".join(text.keys(found.first, found.last))


def _counts(text: CardText, found: Found) -> bool:
    return is_meant(text, found.first, found.last, how=found.how, ordinary=found.ordinary)


def _best(text: CardText, found: Iterable[Found]) -> list[Found]:
    """Of those that overlap the ones that explain most of the text; in order of the text."""
    kept: list[Found] = []
    for f in sorted(found, key=lambda f: (-_worth(text, f), ORDER.index(f.how), f.first)):
        if not any(k.first <= f.last and f.first <= k.last for k in kept):
            kept.append(f)
    return sorted(kept, key=lambda f: f.first)


def _worth(text: CardText, found: Found) -> int:
    """Letters explained, a Chinese character counting as three; quotes add, slips take away."""
    letters = sum(len(u.key) if u.latin else 3 for u in text.units[found.first : found.last + 1])
    return letters + found.quoted - 3 * found.slips


def _mention(text: CardText, found: Found, search: CardSearch) -> CardMention:
    span, surface = text.surface(*_with_marks(text, found, search))
    mention = CardMention(span, surface, found.cards, found.how)
    if len(found.cards) == 1 and found.how in ("exact", "nickname") and not found.quoted:
        return replace(mention, others=_holding(spaced(text.keys(found.first, found.last)), found.cards[0], search))
    return mention


def _with_marks(text: CardText, found: Found, search: CardSearch) -> tuple[int, int]:
    """Where what was found stands, with the marks that begin or end the name, if it is written with them."""
    start, end = text.units[found.first].start, text.end_of(found.last)
    if found.how != "exact":
        return start, end
    whole = "".join(u.key for u in text.units[found.first : found.last + 1])
    for name in {name for card in found.cards if (known := search.store.get(card)) for name in known.names.values()}:
        written = normalise(name).text
        marks = _EDGES.fullmatch(written)
        if marks and name_key(written) in (whole, _key(text, found)):
            before, after = marks[1], marks[2]
            end = text.units[found.last].end if name_key(written) == whole else end
            if text.text[:start].endswith(before) and text.text.startswith(after, end):
                return start - len(before), end + len(after)
    return start, end


def _holding(key: str, card: str, search: CardSearch) -> tuple[str, ...]:
    """Other cards whose names hold one, shortest names first; none where they are few or too many."""
    rows = sorted(search.store.with_part(key), key=lambda r: len(r.text))
    others = tuple(dict.fromkeys(r.card for r in rows if r.card != card))
    least = _HEADS if len(key) > 3 and not (key.isascii() and " " not in key) else 1
    return others if least <= len(others) <= 4 * MANY else ()


def is_acted_on(text: str, mention: CardMention) -> bool:
    """Whether a text says that the card is activated, used or chained."""
    before = normalise(text[: mention.span.start]).text.rstrip("\"'「『《【 ")
    after = normalise(text[mention.span.end :]).text.lstrip("\"'」』》】 ")
    return is_used(before, after)


_CHANGE = later(
    r"[+\-−加减]\s?\d{2,}|\b(?:gain|lose|losing|halv|doubl|rais|lower|increas|decreas|boost)\w*|\bhalf\b"
    r"|上升|下降|提升|增加|减少|降低|减半|一半|翻倍|变成|变为|归零"
)
_VALUES = later(r"\b(?:ATK|DEF|battle damage)\b|攻击力|守备力|战斗伤害")


def changes_untold(text: str, mentions: Sequence[CardMention], search: CardSearch) -> bool:
    """Whether a text has cards used that change ATK, DEF or battle damage, a Spell, a Trap or one that is said to be used, and
    tells of fewer changes than there are such cards: no sum is to be worked out without them."""
    known = ((m, search.store.get(m.card)) for m in mentions if m.card)
    used = {
        card.id
        for mention, card in known
        if card
        and (card.type in ("spell", "trap") or is_acted_on(text, mention))
        and _VALUES.search(" ".join(card.texts.values()))
    }
    return len(used) > len(_CHANGE.findall(normalise(text).text))
