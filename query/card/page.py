"""All that is known of a card: its text judged, and every entry, passage and official Q&A that names it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.cards.record import Card, name_key
from kb.errors import BadInput
from kb.home import home_dir
from kb.index.entry import DIGEST, Entry
from kb.index.store import Index, entries_holding, find_entry, open_index
from kb.lang.later import later
from kb.lang.words import CJK
from kb.law.law import Law
from kb.law.ranking import Ranking
from kb.model import Lang, Rule, Source
from kb.store.snapshot import Snapshot, open_current
from query.answer.cite import citation_of
from query.answer.entries import entry_citation
from query.card.check import CardCheck, check_card
from query.card.official import Official, open_official_word
from query.card.search import NOT_BUILT, FoundCard, open_card_search
from query.model import Citation

QUESTION_KINDS = frozenset({"question", "answer"})
STOPPING = ("spell-speed", "negation")
"""Topics of the digest that say what answers and what negates."""
_HAN = later(f"[{CJK}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialAnswer:
    """An official Q&A about a card."""

    id: str
    """Its number in the official database, empty if the document gives none."""
    date: str
    """ISO; empty if unknown."""
    question: tuple[Citation, ...]
    answer: tuple[Citation, ...]
    status: str = ""
    """What to beware of: outdated, unconfirmed and the like."""

    @property
    def outdated(self) -> bool:
        """Whether the official answer has changed or gone since."""
        return self.status.startswith("outdated")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPage:
    """What `rulings card` shows."""

    card: Card
    how: str
    """How the name was understood."""
    lang: Lang
    check: CardCheck | None
    """None where there is no text that can be read."""
    rules: tuple[Citation, ...]
    """Entries of the digest that are about it."""
    stops: tuple[Citation, ...]
    """Entries about what may be chained to its effects and negate them."""
    passages: tuple[Citation, ...]
    """Passages of built documents that mention it, highest authority first."""
    answers: tuple[OfficialAnswer, ...]
    """Official Q&As, newest first, outdated ones last."""
    documents: bool
    """Whether any document is built."""


def card_page(name: str, *, laws: Sequence[Law], lang: Lang = "en", home: Path | None = None) -> CardPage:
    """The page of the card that goes by a name, judged by each law.

    Raises BadInput if no cards are built, UnknownName or AmbiguousName as `CardSearch.find` does, SnapshotError if the
    snapshot is damaged.
    """
    search = open_card_search(home, sources=laws[0].sources)
    if search is None:
        known = [r.id for r in laws[0].rules.values() if name_key(name) in map(name_key, r.cards)]
        more = f" The digest's entries on it: {', '.join(known)}." if known else ""
        raise BadInput(NOT_BUILT + more)
    found = search.find(name)
    with _current(home) as snapshot:
        called = search.nicknames.of(found.card.names.get("en", ""))
        official = open_official_word(home, sources=laws[0].sources)
        return page_of(found, snapshot, laws=laws, lang=lang, also=called, official=official)


def _current(home: Path | None) -> Snapshot:
    snapshot = open_current(home_dir(home))
    if snapshot is None:
        raise BadInput(NOT_BUILT)
    return snapshot


def page_of(
    found: FoundCard,
    snapshot: Snapshot,
    *,
    laws: Sequence[Law],
    lang: Lang,
    also: Iterable[str] = (),
    official: Official | None = None,
    index: Index | None = None,
) -> CardPage:
    """The page of a card, from an open snapshot. `also`: further names that documents may call it by; `official`: what Konami
    says of its effects; `index`: that of the snapshot, if it is open already."""
    card, law = found.card, laws[0]
    documents = law.documents
    index = index or open_index(snapshot.index_path)
    stated = _stated(snapshot, card, index) if snapshot.manifest.sources else {}
    entries = _mentioned(index, card, also) | {e.id: e for e in stated.values()}
    about = [e for e in entries.values() if e.source != DIGEST]
    shown = sorted(about, key=lambda e: _weight(e, law.ranking))
    check = check_card(card, lang=lang, laws=laws, official=official) if card.langs() else None
    return CardPage(
        card=card,
        how=found.how,
        lang=lang,
        check=check,
        rules=tuple(entry_citation(r, lang, documents) for r in _about(law.rules.values(), card)),
        stops=tuple(entry_citation(r, lang, documents) for r in _stopping(law.rules.values(), check)),
        passages=tuple(citation_of(e, lang, documents) for e in shown if e.kind not in QUESTION_KINDS),
        answers=tuple(_answers(about, index, snapshot, lang, documents)),
        documents=bool(snapshot.manifest.sources),
    )


def _about(rules: Iterable[Rule], card: Card) -> list[Rule]:
    """The entries that declare the card, those with a verdict of their own first, outdated ones last."""
    key = name_key(card.names.get("en", ""))
    found = [r for r in rules if key and key in map(name_key, r.cards)]
    return sorted(found, key=lambda r: (bool(r.until), r.when is None, r.id))


def _stopping(rules: Iterable[Rule], check: CardCheck | None) -> list[Rule]:
    """Entries that say what may be chained to effects of these Spell Speeds, and what negating them does."""
    profiles = [e.effect.profile for e in check.effects] if check else []
    wanted = [{f"spell-speed-{p.spell_speed}", "chain"} for p in profiles]
    acts = {"activating-a-card" if p.kind == "activation" else "activating-an-effect" for p in profiles}
    wanted += [{"negate-the-activation", act} for act in acts]
    about = [r for r in rules if r.topic in STOPPING and not r.until]
    return [r for r in about if any(w <= set(r.concepts) for w in wanted)]


def _weight(entry: Entry, ranking: Ranking) -> tuple[bool, int, str]:
    return bool(entry.superseded_by), ranking.place(entry.source, entry.authority), entry.source


def _mentioned(index: Index, card: Card, also: Iterable[str]) -> dict[str, Entry]:
    """Entries whose text names the card, by id; an English nickname names it only in quotes."""
    patterns = {name: _pattern(name) for lang, name in card.names.items() if lang in ("en", "zh")}
    patterns |= {name: _pattern(name) if _HAN.search(name) else _in_quotes(name) for name in also}
    held = entries_holding(index, patterns)
    return {e.id: e for e in held if any(p.search(text) for p in patterns.values() for text in e.texts.values())}


def _pattern(name: str) -> re.Pattern[str]:
    """The name as written, whole: a single English word and a short Chinese name only where nothing longer holds them."""
    plain = re.escape(name)
    if _HAN.search(name):
        return later(plain) if len(name) >= 4 else _in_quotes(name)
    return later(rf"(?<![\w-]){plain}(?![\w-])(?! [A-Z&])" if " " not in name else rf"(?<![\w-]){plain}(?![\w-])")


def _in_quotes(name: str) -> re.Pattern[str]:
    return later(rf"[「『“\"《]{re.escape(name)}[」』”\"》]")


def _stated(snapshot: Snapshot, card: Card, index: Index) -> dict[str, Entry]:
    """Entries of the passages that a document itself states to be about the card, by id."""
    if not card.konami:
        return {}
    from pyoxigraph import NamedNode

    from kb.graph.names import identifier, node, term

    quads = snapshot.graph().quads(None, term("dr:mentions"), node("card", str(card.konami)))
    ids = [identifier(q.subject.value, "passage") for q in quads if isinstance(q.subject, NamedNode)]
    return {i: e for i in ids if (e := find_entry(index, i))}


def _answers(
    about: Sequence[Entry], index: Index, snapshot: Snapshot, lang: Lang, documents: Mapping[str, Source]
) -> Iterator[OfficialAnswer]:
    asked: dict[tuple[str, tuple[str, ...]], list[Entry]] = {}
    for entry in about:
        if entry.kind in QUESTION_KINDS:
            asked.setdefault((entry.source, entry.references), []).append(entry)
    found = [_answer(entries, snapshot, lang, documents) for entries in asked.values()]
    found.sort(key=lambda a: a.date, reverse=True)
    yield from sorted(found, key=lambda a: a.outdated)


def _answer(entries: Sequence[Entry], snapshot: Snapshot, lang: Lang, documents: Mapping[str, Source]) -> OfficialAnswer:
    chosen = [e for e in entries if e.lang == lang] or list(entries)
    reference = next((r for e in entries for r in e.references), "")
    cited = {k: tuple(citation_of(e, lang, documents) for e in chosen if e.kind == k) for k in ("question", "answer")}
    return OfficialAnswer(
        id=reference.rpartition(":")[2],
        date=_date(snapshot, reference),
        question=cited["question"],
        answer=cited["answer"],
        status=next((e.status for e in chosen if e.status), ""),
    )


def _date(snapshot: Snapshot, reference: str) -> str:
    from pyoxigraph import Literal

    from kb.graph.names import node, term

    if not reference:
        return ""
    quads = snapshot.graph().quads(node("reference", reference), term("dcterms:date"))
    return next((q.object.value for q in quads if isinstance(q.object, Literal)), "")
