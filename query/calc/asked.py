"""A question with numbers or a sequence of events, computed: read into a procedure's input, then worked out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher
from pathlib import Path

from kb.lang.detect import detect
from kb.law.law import Law
from kb.model import Lang, Verdict
from kb.text import normalise
from query.calc.answered import Computed, by_territory, with_numbers
from query.calc.told_battle import answer_battle
from query.calc.told_battles import answer_battles
from query.calc.told_chain import answer_backwards, answer_negated, answer_paid, answer_turned
from query.calc.told_kept import answer_kept
from query.calc.told_life import answer_boosted, answer_life
from query.calc.told_limit import answer_limit
from query.calc.told_links import answer_link, answer_links
from query.calc.told_memory import answer_memory
from query.calc.told_order import answer_order
from query.calc.told_payment import answer_payment
from query.calc.told_situation import answer_situation, unhurt
from query.calc.told_stats import answer_stats
from query.calc.told_tributes import answer_tributes
from query.calc.told_triggers import answer_reactions
from query.calc.told_values import answer_values
from query.read.procedure.battle import read_battle
from query.read.procedure.battles import read_battles
from query.read.procedure.beside import beside, direct_instead, link_beside, number_clauses, situation_of, wants_both
from query.read.procedure.chain import read_chain
from query.read.procedure.chain_boost import read_boost
from query.read.procedure.chain_life import read_life
from query.read.procedure.cues import load_cues
from query.read.procedure.fights import read_fight, read_fights
from query.read.procedure.kept import read_kept
from query.read.procedure.limits import read_limit
from query.read.procedure.memory import read_memory, read_negated
from query.read.procedure.model import (
    Backwards,
    Battle,
    Battles,
    Boosted,
    Counted,
    Kept,
    Life,
    Links,
    Memory,
    Negated,
    Order,
    Paid,
    Payment,
    Procedure,
    Reactions,
    Situation,
    Stats,
    Tributed,
    Turned,
    Values,
)
from query.read.procedure.order import read_order
from query.read.procedure.payment import read_payment
from query.read.procedure.stats import read_stats
from query.read.procedure.stats_both import read_both
from query.read.procedure.stats_values import read_values
from query.read.procedure.tributes import read_tributes
from query.read.procedure.triggers import read_reactions
from query.read.procedure.words import Asks, Words, words_of

LONGEST = 1200
"""Longest question that is read as a procedure, in code points."""


_READERS = (
    *(
        read_kept,
        read_memory,
        read_reactions,
        read_boost,
        read_values,
        read_both,
        read_stats,
        read_life,
        read_fights,
        read_battles,
        read_battle,
        read_fight,
        read_order,
    ),
    *(read_chain, read_tributes, read_payment, situation_of, read_limit, read_negated),
)
_NUMBERS = (read_values, read_both, read_stats, read_life, read_fights, read_battles, read_battle, read_fight)
"""Those whose answer is numbers."""
_WITHOUT_NUMBERS = (Situation, Reactions, Links, Memory, Order)
"""What says yes or no, beside which a question may ask for numbers."""


def procedure_of(text: str, lang: str = "", sources: Path | None = None) -> Procedure | None:
    """The procedure a question asks to be worked out; None where it asks for none, or is not understood in full."""
    return next(_procedures(text, lang, sources), None)


def _procedures(text: str, lang: str, sources: Path | None) -> Iterator[Procedure]:
    """The procedure a question is read as, and what else it may be where that is a story of one monster that stays open."""
    cues = load_cues(sources)
    if len(text) > LONGEST or not cues.patterns:
        return
    chosen: Lang = "zh" if (lang or detect(text)) in ("zh", "ja") else "en"
    words = words_of(text, chosen, cues)
    for read in _READERS:
        if (found := read(words)) is not None:
            yield found
            if not isinstance(found.given, Memory):
                return


def wanted_first(text: str, lang: str = "", sources: Path | None = None) -> Asks | None:
    """What the first clause of a question that asks wants, as procedures read it; None where none plainly asks."""
    chosen: Lang = "zh" if (lang or detect(text)) in ("zh", "ja") else "en"
    return next((kind for _, _, kind in words_of(text, chosen, load_cues(sources)).asked()), None)


def answer_procedure(asked: Procedure, law: Law) -> Computed | None:
    """The answer by a law; None where it hangs on something that nobody said and that cannot be asked for.

    None, too, where an entry it follows is not in force, or its wording was corrected.
    """
    done = _worked(asked, law)
    return done if done and all(_may_tell(i, done, law) for i in done.rules) else None


def _may_tell(rule: str, done: Computed, law: Law) -> bool:
    if rule in done.beside:
        return rule in law.rules and rule not in law.corrected
    return law.stands(rule)


def _worked(asked: Procedure, law: Law) -> Computed | None:
    match asked.given:
        case Battle():
            return answer_battle(asked, asked.given, law)
        case Battles():
            return answer_battles(asked, asked.given, law)
        case Stats():
            return answer_stats(asked, asked.given, law)
        case Values():
            return answer_values(asked, asked.given, law)
        case Tributed():
            return answer_tributes(asked, asked.given, law)
        case Order():
            return answer_order(asked, asked.given, law)
        case Backwards():
            return answer_backwards(asked, asked.given, law)
        case Kept():
            return answer_kept(asked, asked.given, law)
        case Turned():
            return answer_turned(asked, asked.given, law)
        case Negated():
            return answer_negated(asked, asked.given, law)
        case Counted():
            return answer_limit(asked, asked.given, law)
        case Links():
            return answer_links(asked, asked.given, law)
        case Paid():
            return answer_paid(asked, asked.given, law)
        case Payment():
            return answer_payment(asked, asked.given, law)
        case Memory():
            return answer_memory(asked, asked.given, law)
        case Life():
            return answer_life(asked, asked.given, law)
        case Boosted():
            return answer_boosted(asked, asked.given, law)
        case Reactions():
            return answer_reactions(asked, asked.given, law)
        case Situation():
            return unhurt(answer_situation(asked, asked.given.frame, law), asked.given, asked.lang)


def numbers_beside(text: str, lang: str, *laws: Law, verdict: Verdict | None = None) -> Computed | None:
    """The numbers of a question that asks yes or no of the rules beside them, without that yes or no; None as for
    `computed_answer`, and where the one hangs on the other.

    `verdict`: what the yes or no comes to, where that is known: after a no, what it asks about changes no number.
    """
    words = _words(text, lang, laws[0].sources)
    if words is None:
        return None
    told = situation_of(words)
    known = told.given.frame.beside if told and isinstance(told.given, Situation) else ""
    if not (wants_both(words) or known == "direct"):
        return None
    settled = verdict in ("yes", "no")
    ways = [beside(words, known, settled=settled), *([beside(words, "barred", settled=True)] if verdict == "no" else [])]
    found = [next((asked for read in _NUMBERS if (asked := read(left)) is not None), None) for left in ways if left]
    for asked in [*found, direct_instead(words) if known == "direct" else None]:
        done = _by_laws(asked, laws) if asked is not None else None
        if done is not None and done.verdict == "n/a" and not done.missing:
            return done
    link = link_beside(words, joins=verdict == "yes")
    return answer_link(link, words.lang, laws[0]) if link else None


def yes_or_no_of(text: str, lang: str, sources: Path | None = None) -> str:
    """A question without what asks for a number beside its yes or no, so shorter; empty where it does not ask for both."""
    words = _words(text, lang, sources)
    clauses = number_clauses(words) if words else []
    if words is None or not clauses:
        return ""
    plain = normalise(text)
    same = SequenceMatcher(None, words.text, plain.text, autojunk=False).get_matching_blocks()
    left, at = [], 0
    for start, end in clauses:
        first, last = (plain.offsets[_moved(place, same)] for place in (start, end))
        left.append(text[at : max(at, first)])
        at = max(at, last)
    part = "".join((*left, text[at:]))
    return " ".join(part.split()) if len(part) < len(text) else ""


def _moved(place: int, same: Sequence[Match]) -> int:
    """Where an offset of one text lies in another, by the stretches that both have."""
    before = max((block for block in same if block.a <= place), key=lambda block: block.a, default=Match(0, 0, 0))
    return before.b + min(place - before.a, before.size)


def _words(text: str, lang: str, sources: Path | None) -> Words | None:
    cues = load_cues(sources)
    if len(text) > LONGEST or not cues.patterns:
        return None
    return words_of(text, "zh" if (lang or detect(text)) in ("zh", "ja") else "en", cues)


def computed_answer(text: str, lang: str, *laws: Law) -> Computed | None:
    """A question read and worked out by each of one or two laws; None where it is no procedure, or some law leaves it open.

    `lang` empty: told from the text. Where the territories differ, the territory is what is missing.
    """
    for asked in _procedures(text, lang, laws[0].sources):
        if (done := _by_laws(asked, laws)) is not None:
            plain = isinstance(asked.given, _WITHOUT_NUMBERS) and not getattr(asked.given, "life", ())
            if plain and (numbers := numbers_beside(text, lang, *laws, verdict=done.verdict)):
                return with_numbers(done, numbers)
            return done
    return None


def _by_laws(asked: Procedure, laws: Sequence[Law]) -> Computed | None:
    done = [d for law in laws if (d := answer_procedure(asked, law)) is not None]
    if len(done) < len(laws):
        return None
    alike = all((d.verdict, d.text) == (done[0].verdict, done[0].text) for d in done)
    return done[0] if alike else by_territory([law.territory for law in laws], done)
