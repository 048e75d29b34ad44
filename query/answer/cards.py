"""What a question's cards have to say to it: one card's text, one card against another, a described effect, official Q&As."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kb.cards.nicknames import load_nicknames
from kb.digest.load import sources_dir
from kb.law.law import Law
from kb.law.laws import Laws, Mark
from kb.model import Lang, Rule, Territory
from kb.official import QA
from query.answer.agreed import topic_of
from query.answer.cite import cite_hits
from query.answer.compose import Drafted, compose, finish, in_force, territory_asked
from query.answer.computed import answer_by_kind, answer_computed, answer_numbers, beside_numbers
from query.calc.asked import yes_or_no_of
from query.card.ask import answer_of_card, answer_of_described, answer_of_ways
from query.card.described import described_effects, quoted_effect
from query.card.kinds import told_by_kind
from query.card.links import CardMention, changes_untold
from query.card.official import Official
from query.card.search import CardSearch
from query.model import Answer, Citation, Question, Ruling
from query.read.reading import Intent
from query.rule.confidence import UNSURE

_OF_WORDS: frozenset[Intent] = frozenset({"agreement", "definition", "difference"})
"""What is answered by what the sources say, never by working a case out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beforehand:
    """What is known before anything is searched for."""

    firm: Answer | None = None
    """What settles it."""
    open: Answer | None = None
    """That the texts of two cards leave it open."""
    computed: Answer | None = None
    """What was worked out, to be held against what the search finds."""
    part: str = ""
    """The question without what asks for a number, where it asks for yes or no beside it and was not worked out as a whole."""
    rulings: tuple[Ruling, ...] = ()
    """Official Q&As on the cards that the question names."""


Understand = Callable[[str], Question]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSide:
    """The cards of an engine, with the laws that hold; what it is asked comes with the cards that the question names."""

    laws: Laws
    cards: CardSearch | None
    official: Official | None
    understand: Understand
    """Reads a question without its quoted effect."""

    def beforehand(self, question: Question, mentions: Sequence[CardMention], territory: Territory, mark: Mark) -> Beforehand:
        """What an official Q&A on the same cards, the texts of two cards and the procedures say."""
        rulings = self._rulings(question, mentions)
        if ruled := self._ruled(question, mentions):
            return Beforehand(firm=ruled, rulings=rulings)
        of_two = self._of_two(question, mentions, territory, mark)
        if of_two and not of_two.abstained:
            return Beforehand(firm=of_two, rulings=rulings)
        if triggered := self._triggered(question, mentions, territory, mark):
            return Beforehand(firm=triggered, rulings=rulings)
        if profile := self._profile(question, mentions, territory, mark):
            return Beforehand(firm=profile, rulings=rulings)
        computed = self._computed(question, mentions, territory, mark)
        part = "" if computed or mentions else self._part(question)
        return Beforehand(open=of_two, computed=computed, part=part, rulings=rulings)

    def _ruled(self, question: Question, mentions: Sequence[CardMention]) -> Answer | None:
        """What an official Q&A on the same cards says to the same question; None if there is none."""
        store = self.official.store if self.official else None
        if not (self.cards and store and mentions):
            return None
        from query.against.same import answer_ruled

        return answer_ruled(question, mentions, self.cards, store, sources=self.laws.sources)

    def _of_two(self, question: Question, mentions: Sequence[CardMention], territory: Territory, mark: Mark) -> Answer | None:
        """How one named card stands to another by their texts; None where fewer than two are named."""
        if len(_named(mentions)) < 2:
            return None
        from query.against.answer import answer_against, answer_linked, answer_unread

        if self.cards is None:
            return answer_unread(question, mentions, sources=self.laws.sources)
        law = self.laws.each(territory, mark=mark)[0]
        if linked := answer_linked(question, mentions, self.cards, law=law, sources=self.laws.sources):
            return linked
        store = self.official.store if self.official else None
        return answer_against(question, mentions, self.cards, law=law, official=store, sources=self.laws.sources)

    def _triggered(
        self, question: Question, mentions: Sequence[CardMention], territory: Territory, mark: Mark
    ) -> Answer | None:
        """Whether an effect of a named card triggers on what happens to it; None where that is not asked or settled."""
        if self.cards is None or not _named(mentions):
            return None
        from query.trigger.answer import answer_triggered

        law = self.laws.each(territory, mark=mark)[0]
        return answer_triggered(question, mentions, self.cards, law=law, sources=self.laws.sources)

    def _profile(self, question: Question, mentions: Sequence[CardMention], territory: Territory, mark: Mark) -> Answer | None:
        """A property of a named card's effects; None where none is asked for, or the text does not say."""
        if self.cards is None or not _named(mentions):
            return None
        from query.profile.answer import answer_of_profile

        law = self.laws.each(territory, mark=mark)[0]
        return answer_of_profile(question, mentions, self.cards, law=law, sources=self.laws.sources)

    def _computed(self, question: Question, mentions: Sequence[CardMention], territory: Territory, mark: Mark) -> Answer | None:
        """The answer where the question can be worked out and no card's own text decides, else None."""
        if question.intent in _OF_WORDS:
            return None
        laws = self._laws_for(question, territory, mark)
        answer = answer_computed(question, laws)
        if answer and answer.verdict == "n/a" and self.cards and changes_untold(question.text, mentions, self.cards):
            return None
        if answer is None and self.cards and mentions:
            text, told = told_by_kind(question.text, mentions, self.cards, "zh" if question.lang == "zh" else "en")
            answer = answer_by_kind(question, text, told, laws)
            if answer and answer.verdict == "yes" and self._rests_on_speed(answer) and self._answers_some(mentions):
                answer = None
        if answer and self.cards and answer_of_card(question, mentions, self.cards, laws=laws):
            return None
        return answer

    def _part(self, question: Question) -> str:
        return "" if question.intent in _OF_WORDS else yes_or_no_of(question.text, question.lang, self.laws.sources)

    def with_numbers(self, question: Question, part: Answer, territory: Territory, mark: Mark) -> Answer:
        """The answer to the part of a question that wants yes or no, with the numbers that it asks for beside it."""
        numbers = answer_numbers(question, self._laws_for(question, territory, mark), part.verdict)
        return replace(beside_numbers(part, numbers), question=question)

    def _laws_for(self, question: Question, territory: Territory, mark: Mark) -> Sequence[Law]:
        return self.laws.each(territory if territory != "both" else question.reading.territory, mark=mark)

    def of_card(self, drafted: Drafted, mentions: Sequence[CardMention], began: float) -> Answer | None:
        """The answer where the text of a card, or of an effect that the question quotes or describes, decides, else None."""
        lang: Lang = "zh" if drafted.question.lang == "zh" else "en"
        beside = cite_hits(in_force(drafted), lang, self.laws.of("both").documents)
        laws = self.laws.each(territory_asked(drafted))
        if not drafted.question.cards and (told := self._of_described(drafted.question, laws, beside)):
            return finish(drafted, began, told)
        if not self.cards:
            return None
        answer = answer_of_card(drafted.question, mentions, self.cards, laws=laws, beside=beside, official=self.official)
        if answer and answer.ground == "computed" and (told := self._told_of_it(drafted, mentions, answer, began)):
            return told
        if answer and answer.verdict == "yes" and len({m.card for m in mentions if m.card}) > 1:
            answer = _inferred(answer)  # the timing permits it; what the other card does to it is not read
        return finish(drafted, began, answer) if answer else None

    def _told_of_it(self, drafted: Drafted, mentions: Sequence[CardMention], computed: Answer, began: float) -> Answer | None:
        """What an entry on the very card that is named answers otherwise than the card's text does: it was written because of
        what the text does not tell. None where there is no such entry, or it leads to the same."""
        named, rules = self._names(mentions), self.laws.of("both").rules
        first = next((hit for hit in drafted.hits if hit.entry.id in rules), None)
        if first is None or len(named) != 1 or not named <= set(rules[first.entry.id].cards):
            return None
        told = compose(drafted, began)
        fired = rules.get(told.trace.fired)
        if (
            fired is None
            or not named <= set(fired.cards)
            or told.verdict not in ("yes", "no")
            or told.verdict == computed.verdict
            or self._is_of_another_time(drafted.question, fired)
        ):
            return None
        return told

    def _is_of_another_time(self, question: Question, rule: Rule) -> bool:
        """Whether a question names a moment of a step, and an entry tells of other moments of it alone."""
        moments = {t.id for t in self.laws.of("both").timings if t.level == "timing"}
        asked = moments.intersection(u.id for u in question.understood if u.kind == "timing")
        told = moments.intersection(rule.timing)
        return bool(asked and told) and not asked & told

    def less_sure(self, answer: Answer, question: Question, mentions: Sequence[CardMention]) -> Answer:
        """The answer as inferred where a rule that is not about the cards, or a Q&A that asks something else, would state what
        the cards' own effects do."""
        fired = self.laws.of("both").rules.get(answer.trace.fired)
        document = self.laws.of("both").documents.get(answer.trace.fired.partition(":")[0])
        if answer.ground == "stated" and document and document.format == QA:
            return _inferred(answer)
        named = self._names(mentions)
        if answer.ground != "stated" or fired is None or not named or (fired.cards and named <= set(fired.cards)):
            return answer
        from query.against.asked import asks_of_effects
        from query.against.cues import load_cues

        if (cues := load_cues(sources_dir(self.laws.sources))) is None:
            return answer
        unsure = len(named) > 1 or asks_of_effects(question.text, mentions, cues) or not self._familiar(named)
        return _inferred(answer) if unsure else answer

    def _familiar(self, names: set[str]) -> bool:
        """Whether they are cards that players call by other names, or of which an entry tells: a rule that is put with another
        card is asked with these as well."""
        told = {card for rule in self.laws.of("both").rules.values() for card in rule.cards}
        return names <= told | load_nicknames(sources_dir(self.laws.sources)).called

    def _rulings(self, question: Question, mentions: Sequence[CardMention]) -> tuple[Ruling, ...]:
        """The official Q&As on the cards that the question names."""
        if not self.cards or not self.official or not _named(mentions):
            return ()
        from query.against.same import cards_named, rulings_on

        lang: Lang = "zh" if question.lang == "zh" else "en"
        return rulings_on(cards_named(mentions, self.cards), self.official.store, lang)

    def _names(self, mentions: Sequence[CardMention]) -> set[str]:
        """The English names of the cards that a question names for certain; without card data a mention has the name itself."""
        if self.cards is None:
            return _named(mentions)
        return {card.name("en") for m in mentions if m.card and (card := self.cards.store.get(m.card))}

    def _rests_on_speed(self, answer: Answer) -> bool:
        """Whether an answer follows an entry of the topic that tells what may be chained to what."""
        from query.against.cues import load_cues

        cues = load_cues(sources_dir(self.laws.sources))
        return cues is not None and topic_of(answer.trace.fired) in {topic_of(name) for name in cues.rests["answers"]}

    def _answers_some(self, mentions: Sequence[CardMention]) -> bool:
        """Whether a card that is named may only answer what its text says, so that its kind alone does not permit it."""
        from query.against.cues import load_cues
        from query.against.match import answers_some
        from query.against.same import cards_named

        cues = load_cues(sources_dir(self.laws.sources))
        if self.cards is None or cues is None:
            return False
        return any(answers_some(card, cues) for card in cards_named(mentions, self.cards))

    def _of_described(self, question: Question, laws: Sequence[Law], beside: Sequence[Citation]) -> Answer | None:
        """The answer on an effect that the question quotes or describes, where it names no card; else None."""
        lang: Lang = "zh" if question.lang == "zh" else "en"
        folder = sources_dir(self.laws.sources)
        quoted = quoted_effect(question.text, laws, sources=folder)
        if quoted is None:
            ways = described_effects(question.text, lang, laws, sources=folder)
            return answer_of_ways(question, ways, laws=laws, beside=beside)
        first, last = quoted.span
        rest = self.understand(f"{question.text[:first]} {question.text[last:]}".strip())
        return answer_of_described(question, rest, quoted, laws=laws, beside=beside)


def _named(mentions: Sequence[CardMention]) -> set[str]:
    """The cards that a question names for certain. What `query.against` knows of cards is loaded where there are some."""
    return {m.card for m in mentions if m.card}


def _inferred(answer: Answer) -> Answer:
    """The answer as one that lies near, never surer than such are told to be."""
    return replace(answer, ground="inferred", confidence=min(answer.confidence, UNSURE))
