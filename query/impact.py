"""What a decision of an editor would change: the answers before and after, of the questions that it can reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.model import Rule
from kb.reviews.model import Review, Seen
from kb.reviews.settled import Settled
from query.engine import Engine
from query.model import Answer

NEIGHBOURS = 6
"""Entries beside those decided on whose questions are asked too: those most often cited with them."""
MOST = 40
"""Questions of the digest that are asked, at most; those of the entries decided on come first."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A question that would be answered otherwise."""

    question: str
    before: Answer
    after: Answer

    @property
    def verdict(self) -> bool:
        """Whether the verdict itself turns, or the answer is given or withheld; else only the reason does."""
        return (self.before.verdict, self.before.abstained) != (self.after.verdict, self.after.abstained)


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """What was asked, and what of it turns; those whose verdict turns first."""

    asked: int
    turned: tuple[Turn, ...]
    entries: tuple[str, ...]
    """Ids of the digest's entries and of the passages that the decision concerns."""

    @property
    def verdicts(self) -> int:
        """How many verdicts turn."""
        return sum(t.verdict for t in self.turned)


def impact(engine: Engine, supposed: Review, *, recent: Sequence[str] = (), progress: Progress | None = None) -> Impact:
    """Questions asked before and after: in both languages those of the entries concerned, of what is opposed to them or tied as
    an exception, and of the entries cited beside them; then the `recent` ones.

    Nothing is asked where no answer can change, and nothing is kept. Raises BadSources if the digest or a decision is wrong.
    """
    after = engine.supposing(supposed)
    now, then = engine.laws.settled(), after.laws.settled()
    concerned = _concerned(now, then)
    if not concerned:
        return Impact(asked=0, turned=(), entries=())
    rules = engine.rules
    own = _questions(rules, _near(rules, concerned | _citing(rules, supposed.places, concerned)))[:MOST]
    before = {q: engine.ask(q) for q in _told(own, progress)}
    beside = [b for b in _beside(before.values(), rules) if b not in concerned][:NEIGHBOURS]
    more = [q for q in (*_questions(rules, beside)[: MOST - len(own)], *recent) if q not in before]
    before |= {q: engine.ask(q) for q in _told(more, progress)}
    turns = [
        Turn(question=q, before=was, after=becomes)
        for q, was in before.items()
        if (q in own or concerned & _behind(was)) and _other(was, becomes := after.ask(q))
    ]
    turns.sort(key=lambda t: not t.verdict)
    return Impact(asked=len(before), turned=tuple(turns), entries=tuple(sorted(concerned)))


def _told(questions: Sequence[str], progress: Progress | None) -> Iterator[str]:
    for number, question in enumerate(questions, 1):
        if progress:
            progress(number, len(questions))
        yield question


def _concerned(now: Settled, then: Settled) -> set[str]:
    """Ids of the entries and passages that are treated otherwise."""
    found = {n for n in now.rules.keys() | then.rules.keys() if now.rules.get(n) != then.rules.get(n)}
    for one, other in (
        (now.dropped, then.dropped),
        (now.corrected, then.corrected),
        (now.winning, then.winning),
        (now.losing, then.losing),
    ):
        found |= {n for n in one.keys() | other.keys() if one.get(n) != other.get(n)}
    return found


def _citing(rules: Mapping[str, Rule], places: Sequence[Seen], concerned: set[str]) -> set[str]:
    """Entries established by the lines of the passages concerned."""
    at = [p for p in places if p.passage in concerned and p.lines]
    return {
        r.id
        for r in rules.values()
        for c in r.cites
        if any(p.lines and c.source == p.source and c.lines[0] <= p.lines[1] and p.lines[0] <= c.lines[1] for p in at)
    }


def _near(rules: Mapping[str, Rule], concerned: set[str]) -> list[str]:
    """Those entries, and what is tied to them by a conflict or as an exception."""
    tied = {o for n in concerned if n in rules for o in (*rules[n].conflicts, *rules[n].overrides)}
    tied |= {r.id for r in rules.values() if concerned.intersection((*r.conflicts, *r.overrides))}
    return [*sorted(concerned & rules.keys()), *sorted((tied & rules.keys()) - concerned)]


def _questions(rules: Mapping[str, Rule], names: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(q for n in names for a in rules[n].asks for q in (a.en, a.zh) if q))


def _beside(answers: Iterable[Answer], rules: Mapping[str, Rule]) -> list[str]:
    """Entries most often cited together, the most often first."""
    counts = Counter(c.id for a in answers for c in a.citations[:5] if c.id in rules)
    return [name for name, _ in counts.most_common()]


def _behind(answer: Answer) -> set[str]:
    """Ids of all that an answer rests on or names."""
    also = {o.id for c in answer.citations for o in c.also}
    return {c.id for c in answer.citations} | also | {answer.trace.fired, *answer.trace.beaten}


def _other(was: Answer, becomes: Answer) -> bool:
    return _core(was) != _core(becomes)


def _core(answer: Answer) -> tuple[object, ...]:
    """What a reader takes from an answer: the verdict, how firmly, the reason and the first evidence."""
    first = answer.citations[0].id if answer.citations else ""
    return (answer.verdict, answer.abstained, answer.ground, answer.text, first)
