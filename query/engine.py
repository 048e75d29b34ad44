"""A question answered: understood, searched for, ruled on, and composed with its evidence."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from weakref import ReferenceType, ref

from kb.cards.nicknames import load_nicknames
from kb.digest.documents import digested_of, own_of
from kb.digest.load import bundled_linker, load_everyday, load_glossary, load_predicates, sources_dir
from kb.digest.unasked import load_unasked
from kb.errors import BadInput
from kb.index.encode import (
    DEFAULT_ENCODER,
    Ahead,
    Encoder,
    EncoderUnavailable,
    load_encoder,
    of_passages,
    reads_pieces,
    threads,
)
from kb.index.entry import DIGEST
from kb.index.store import Index, find_entry
from kb.index.unanswered import load_beside
from kb.law.laws import Laws, Mark
from kb.loading import loading
from kb.model import Lang, Rule, Source, Span, Territory
from kb.plain import whole
from kb.reviews.model import Review
from kb.reviews.settled import Settled
from kb.store.snapshot import Snapshot
from kb.text import text_hash
from query.answer.agreed import held_against
from query.answer.cards import Beforehand, CardSide
from query.answer.compose import Drafted, compose
from query.answer.ordered import with_order
from query.answer.unasked import unless_unasked
from query.answer.walk import walked
from query.answer.words import say
from query.card.ask import cards_understood, with_cards
from query.card.famous import famous_in
from query.card.links import CardMention, cards_in
from query.card.official import Official, open_official_word
from query.card.search import CardSearch, open_card_search
from query.find.late import Pieces
from query.find.open import Opened, check_ahead, open_index_of
from query.find.ranked import ranked
from query.find.search import MAX_QUESTION as SEARCHED
from query.find.search import Found, search, seated
from query.find.search import begin as begin_search
from query.model import Answer, Question, Understood
from query.read.everyday import in_terms
from query.read.names import without_names
from query.read.question import read_question
from query.read.sides import opposites
from query.rule.decisions import apply, with_notes
from query.rule.likeness import begin, nearest_entries
from query.rule.phrased import load_phrased

MAX_QUESTION = 20_000
"""Longest question, in code points; a longer one is refused, not cut."""
REMEMBERED = 512
"""Answers kept in memory."""
FINDS = 64
"""What searches found, kept for a question that is asked again in another territory, or after a decision: 30 kB each."""
CANDIDATES = 16
"""Hits that are looked at for one question."""
_VERDICTS = ("yes", "no", "depends")
_WHOLE = ("exact", "nickname")
"""How a card is named whose words are surely no words of the question."""


def checked(text: str) -> str:
    """The question with its white space folded and U+FFFD for what UTF-8 cannot hold.

    Raises BadInput if it is empty or longer than MAX_QUESTION.
    """
    plain = folded(text)
    if not plain:
        raise BadInput("The question is empty. Type a question in English or Chinese.")
    if len(plain) > MAX_QUESTION:
        raise BadInput(f"The question has {len(plain)} characters; {MAX_QUESTION} are read at most. Ask it in fewer words.")
    return plain


def folded(text: str) -> str:
    """The text as questions are read and remembered: each run of white space one blank, U+FFFD for what UTF-8 cannot hold."""
    return whole(" ".join(text.split()))


class Engine:
    """Answers questions from one snapshot, or from the bundled digest where nothing is built. Safe to share between threads
    that only ask."""

    def __init__(
        self, index: Index, *, encoder: Encoder | None, laws: Laws, territory: Territory = "both", remark: str = ""
    ) -> None:
        self.index = index
        self.encoder = encoder
        self.pieces = Pieces(reader) if (reader := reads_pieces(encoder)) else None
        learned = of_passages(encoder)
        self.passages = Ahead(learned) if learned is not None and isinstance(encoder, Ahead) else learned
        """What embeds a question on a user's own documents."""
        self.laws = laws
        laws.beside(_hashes_of(ref(self)))
        self.territory = territory
        self.remark = remark
        self.snapshot: Snapshot | None = None
        self.cards: CardSearch | None = None
        self.official: Official | None = None
        """What Konami says of cards."""
        self._answers: OrderedDict[tuple[object, ...], Answer] = OrderedDict()
        self._finds: OrderedDict[tuple[object, ...], Found] = OrderedDict()
        self._read_digest(laws.mark())

    @classmethod
    def open(
        cls,
        home: Path | None = None,
        *,
        sources: Path | None = None,
        encoder: str | None = None,
        territory: Territory = "both",
        laws: Laws | None = None,
    ) -> Engine:
        """An engine over the current snapshot of `home`, or over the bundled digest if none is built.

        `encoder` "none" answers by words and concepts alone; so does an encoder that cannot run, which is said in the answer.
        `laws`: those of that home and those sources, where somebody holds them already. Raises SnapshotError if the snapshot
        is damaged or was built with another encoder.
        """
        laws = laws if laws is not None else Laws.open(home, sources=sources)
        with loading(), laws.held(laws.mark()):
            return cls._open(laws, encoder, territory)

    @classmethod
    def _open(cls, laws: Laws, encoder: str | None, territory: Territory) -> Engine:
        """With two threads, one reads the digest while the other opens everything else, the trained readers last."""
        if threads() > 1:
            check_ahead(laws.home)
            pool = ThreadPoolExecutor(1, thread_name_prefix="opening")
            begun = pool.submit(_parts, laws, encoder)
            pool.submit(load_phrased)
            pool.shutdown(wait=False)
            laws.of("both")
            bundled_linker(laws.sources)
            parts = begun.result()
        else:
            parts = _parts(laws, encoder)
        engine = cls(parts.opened.index, encoder=parts.encoder, laws=laws, territory=territory, remark=parts.remark)
        engine.snapshot, engine.cards, engine.official = parts.opened.snapshot, parts.cards, parts.official
        return engine

    def _read_digest(self, mark: Mark) -> None:
        self._digest = mark[0]
        self.linker = bundled_linker(self.laws.sources)
        self.everyday = load_everyday(self.laws.sources)
        self.unasked = load_unasked(self.laws.sources, self.laws.of("both").rules.values())
        self.digested = digested_of(self.laws.of("both").rules.values())
        self.own = own_of(self.laws.of("both").documents.values(), self.digested)
        """A user's own documents."""
        self.opposite = opposites([p.sides for p in load_predicates(self.laws.sources)])
        found = {concept.id: concept.labels for concept in load_glossary(self.laws.sources)}
        self.labels = found | {timing.id: timing.labels for timing in self.laws.of("both").timings}
        """Names of concepts and timings by id and language."""

    def notice(self, mark: Mark | None = None) -> None:
        """Reads an edited digest anew; where nothing is built, the index is made of it again.

        Raises BadSources if the digest is wrong.
        """
        mark = mark or self.laws.mark()
        if mark[0] == self._digest:
            return
        self._read_digest(mark)
        if self.snapshot is None:
            self.index = open_index_of(self.laws.home, self.laws.sources, self.encoder).index
            self._finds.clear()
            if isinstance(self.encoder, Ahead):
                self.encoder.forget()

    def supposing(self, review: Review) -> Engine:
        """The same engine over the same index, answering as if this decision were kept. Nothing of it is remembered here."""
        other = copy(self)
        other.laws = self.laws.supposing(review)
        other._answers = OrderedDict()
        return other

    def recent(self, most: int = 20) -> tuple[str, ...]:
        """Questions asked lately and still remembered, newest first, each once."""
        return tuple(dict.fromkeys(str(key[0]) for key in reversed(tuple(self._answers))))[:most]

    def close(self) -> None:
        """Lets go of the snapshot, so that a later build may remove it."""
        if self.snapshot is not None:
            self.snapshot.close()

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The digest's entries by id, as editors decided."""
        return self.laws.of("both").rules

    @property
    def documents(self) -> Mapping[str, Source]:
        """Every known document by id."""
        return self.laws.of("both").documents

    def understand(
        self, text: str, *, without: Collection[str] = (), also: Collection[str] = (), ahead: bool = True
    ) -> Question:
        """The question as read: language, intent, what it names. `without` and `also` are ids the user took away or added;
        `ahead`: what "yes" would affirm is read meanwhile, on another thread, not only if somebody wants it.
        """
        names = self._names_in(text, without)
        misleading = [name for name in names if self._has_term(text[slice(*name)])]
        pool = self.encoder.pool if ahead and isinstance(self.encoder, Ahead) else None
        reading = read_question(text, self.laws.sources, names=names, misleading=misleading, pool=pool)
        lang, told = reading.lang, without_names(text, names)
        found = [
            Understood(
                id=link.target if link.target_kind != "name" else text[slice(*span)],
                kind=link.target_kind,
                label=self._label(link.target, lang) if link.target_kind != "name" else text[slice(*span)],
                surface=text[slice(*span)],
                match=link.match,
            )
            for link in self.linker.link(told.text, slang=True, typos=True)
            if link.target not in without and (span := told.back(link.span)) not in names
        ]
        known = {u.id for u in found}
        found += [
            Understood(id=i, kind="concept", label=self._label(i, lang), surface="", match="added")
            for i in also
            if i in self.labels and i not in known
        ]
        stands = bool(reading.alone) and not any(x.target_kind != "name" for x in self.linker.link(reading.alone, slang=True))
        return Question(reading=reading, understood=tuple(found), stands=stands)

    def _names_in(self, text: str, without: Collection[str]) -> list[Span]:
        """Where the text has a whole name or a nickname of a card, or of several, that the user did not take away."""
        found = cards_in(text, self.cards, sources=self.laws.sources) if self.cards else ()
        return [m.span for m in found if m.how in _WHOLE and not (m.card and m.card in without)]

    def _has_term(self, name: str) -> bool:
        """Whether a card's English name has a word of the rules in it; in Chinese the two run together ("连锁" and a card)."""
        return name.isascii() and any(link.target_kind != "name" for link in self.linker.link(name))

    def _label(self, target: str, lang: Lang) -> str:
        labels = self.labels.get(target, {})
        return labels.get(lang) or labels.get("en") or target

    def ask(
        self, text: str, *, without: Collection[str] = (), also: Collection[str] = (), territory: Territory | None = None
    ) -> Answer:
        """The answer, with its evidence.

        Raises BadInput if the question is empty or longer than MAX_QUESTION, BadSources if the digest or a file of decisions is
        wrong.
        """
        began = time.perf_counter()
        text = checked(text)
        mark = self.laws.mark()
        self.notice(mark)
        key = (text, tuple(sorted(without)), tuple(sorted(also)), territory or self.territory, mark)
        known = self._answers.get(key)
        if known is not None:
            self._answers.move_to_end(key)
            return known
        with self.laws.held(mark):
            asked = in_terms(text, self.everyday)
            self._begin(asked)
            answer = self._answered(asked, without, also, territory or self.territory, mark, began)
        if asked != text:
            answer = replace(answer, notes=(say("read_as", answer.question.lang).format(asked), *answer.notes))
        self._answers[key] = answer
        while len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        return answer

    def _begin(self, text: str) -> None:
        """Begins what takes long of a question and needs nothing else."""
        if isinstance(self.encoder, Ahead):
            self.encoder.begin(text[:SEARCHED])
            begin(text, self.encoder.pool)
        if isinstance(self.passages, Ahead) and self.own and len(self.index.placed.rows):
            self.passages.begin(text[:SEARCHED])

    def _answered(
        self, text: str, without: Collection[str], also: Collection[str], where: Territory, mark: Mark, began: float
    ) -> Answer:
        question = self.understand(text, without=without, also=also)
        mentions = cards_understood(question, self.cards, self.laws.sources)
        if self.cards is None:
            mentions = famous_in(text, load_nicknames(sources_dir(self.laws.sources)))
        else:
            question = with_cards(question, mentions, self.cards, without)
            mentions = tuple(m for m in mentions if not m.card or m.card not in without)
        if isinstance(self.encoder, Ahead):
            begin_search(self.index, question.text, question.lang, self.encoder)
        settled = self.laws.settled(mark=mark)
        answer = unless_unasked(self._held_against(question, mentions, where, settled, mark, began), self.unasked)
        law = self.laws.of(where if where != "both" else question.reading.territory, mark=mark)
        answer = with_order(with_notes(settled, walked(answer, law), question.lang), law.ranking)
        return replace(answer, latency_ms=(time.perf_counter() - began) * 1000)

    @property
    def _card_side(self) -> CardSide:
        return CardSide(laws=self.laws, cards=self.cards, official=self.official, understand=self.understand)

    def _held_against(
        self,
        question: Question,
        mentions: Sequence[CardMention],
        territory: Territory,
        settled: Settled,
        mark: Mark,
        began: float,
    ) -> Answer:
        """What an official Q&A on the same cards says to the same question; else how one card stands to another where their
        texts settle that; else the answer of all the others, unless that states nothing: then that the texts leave it open."""
        known = self._card_side.beforehand(question, mentions, territory, mark)
        if known.part:
            part = self._held_against(self.understand(known.part), (), territory, settled, mark, began)
            if part.verdict in _VERDICTS:
                return self._card_side.with_numbers(question, part, territory, mark)
        answer = known.firm or self._unless_firm(question, mentions, territory, settled, known, began)
        return replace(answer, rulings=known.rulings)

    def _unless_firm(
        self,
        question: Question,
        mentions: Sequence[CardMention],
        territory: Territory,
        settled: Settled,
        known: Beforehand,
        began: float,
    ) -> Answer:
        searched = self._searched(question, mentions, territory, settled, began)
        other = held_against(known.computed, searched, self.digested) if known.computed is not None else searched
        other = self._card_side.less_sure(other, question, mentions)
        return known.open if known.open and other.ground in ("inferred", "none") else other

    def find(self, question: Question, most: int = CANDIDATES, *, settled: Settled | None = None, along: bool = False) -> Found:
        """What the searches find for a question, best first, as editors decided; with `along` more than `most`, what lies near
        by what is answered alike. Raises BadReview as `ask` does.
        """
        found = self._found(question, most, along)
        decided = settled if settled is not None else self.laws.settled()
        hits = apply(decided, found.hits, self.index)
        return replace(found, hits=hits if along else tuple(seated(hits)[:most]))

    def _searched(
        self, question: Question, mentions: Sequence[CardMention], territory: Territory, settled: Settled, began: float
    ) -> Answer:
        """The answer of a card's own text where that decides, else of what the search finds."""
        found = self.find(question, settled=settled, along=True)
        drafted = Drafted(
            question=question,
            hits=found.hits,
            rules=settled.rules,
            documents=self.documents,
            opposite=self.opposite,
            digested=self.digested,
            ranking=self.laws.ranking(),
            territory=territory,
            searched=(*found.searched, *([self.remark] if self.remark else [])),
            encode_ms=found.encode_ms,
            unanswered=found.unanswered,
        )
        return self._card_side.of_card(drafted, mentions, began) or compose(drafted, began)

    def _found(self, question: Question, most: int, along: bool) -> Found:
        """What the search finds: remembered, since no decision of an editor changes it."""
        law = self.laws.of("both")
        own = law.ranking.own
        beside = along or bool(own)
        named = tuple(u.id for u in question.understood if u.kind in ("concept", "timing", "card"))
        key = (question.text, question.lang, named, most, beside, own)
        known = self._finds.get(key)
        if known is not None:
            return replace(known, encode_ms=0.0)
        found = search(
            self.index,
            question.text,
            question.lang,
            named,
            most * 2 if own else most,
            encoder=self.encoder,
            along=nearest_entries(question.text, question.lang) if beside else (),
            own=self.own,
            pieces=self.pieces,
            passages=self.passages,
            beside=load_beside(self.laws.sources, self.index.encoder_id),
        )
        found = replace(found, hits=ranked(found.hits, law.ranking, law.documents, most))
        self._finds[key] = found
        while len(self._finds) > FINDS:
            self._finds.popitem(last=False)
        return found


def _hashes_of(engine: ReferenceType[Engine]) -> Callable[[Collection[str]], dict[str, str]]:
    """Of the passages with some ids that the engine has built, the hashes of their texts; the engine is not held by it."""

    def hashes(ids: Collection[str]) -> dict[str, str]:
        held = engine()
        if held is None or not ids:
            return {}
        found = (find_entry(held.index, name) for name in ids)
        return {e.id: text_hash(e.text(e.lang)) for e in found if e and e.kind != DIGEST}

    return hashes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """What an engine is made of besides the digest."""

    opened: Opened
    encoder: Encoder | None
    remark: str
    cards: CardSearch | None
    official: Official | None


def _parts(laws: Laws, encoder: str | None) -> _Parts:
    """What is opened for a home and its sources. Raises as `Engine.open` does."""
    model, remark = None, ""
    try:
        model = load_encoder(encoder or DEFAULT_ENCODER)
    except EncoderUnavailable as error:
        if encoder:
            raise
        remark = str(error)
    opened = open_index_of(laws.home, laws.sources, model)
    return _Parts(
        opened=opened,
        encoder=Ahead(model) if model is not None and threads() > 1 else model,
        remark=remark,
        cards=open_card_search(laws.home, sources=laws.sources) if opened.snapshot else None,
        official=open_official_word(laws.home, sources=laws.sources) if opened.snapshot else None,
    )
