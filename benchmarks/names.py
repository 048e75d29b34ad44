"""Card names in frames of a question, in two languages: is each found, does a name change how the rest is read, and does the
headline ever contradict what `check` gives of the card.

Every name in every frame with `--sample 0`; else so many names, drawn by `--seed`. Nothing is searched for unless `--asked`
says how many of the questions are answered in full.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kb.cards.record import Card
from kb.model import Lang, Span
from query.calc.asked import procedure_of
from query.card.ask import cards_understood, with_cards
from query.card.question import damage_step_answer
from query.engine import Engine
from query.model import Question
from query.read.question import read_question

FRAMES: dict[Lang, tuple[str, ...]] = {
    "en": (
        "Can I activate {} in the Damage Step?",
        "Can {} be activated during damage calculation?",
        "Is it too late to activate {} after damage calculation?",
        "Does {} start a Chain?",
        "Can I chain {} to a Counter Trap?",
        "If {} is destroyed by battle, is it sent to the Graveyard at once?",
    ),
    "zh": (
        "{}可以在伤害步骤发动吗？",
        "伤害计算时能发动{}吗？",
        "伤害计算后发动{}是不是太晚了？",
        "{}的效果会进入连锁吗？",
        "可以对反击陷阱连锁{}吗？",
        "{}被战斗破坏的话会马上送去墓地吗？",
    ),
}
ASKED = 3
"""Frames, the first ones, that ask whether it may be activated in the Damage Step."""
NEUTRAL: dict[Lang, str] = {"en": "Zorvath Quellmire", "zh": "佐瓦萨・奎尔"}
"""An invented name: what the frame says with a name of which no word is one of the game."""


def said(question: Question) -> dict[str, object]:
    """What a question says beside the card, by what says it."""
    r = question.reading
    return {
        "intent": (r.intent, r.polar),
        "sides": (r.sign, [round(float(v), 3) for v in r.sides.level]),
        "facts": r.facts,
        "scope": (r.outside, r.territory, r.old_rules, r.alike),
        "effect": r.meant,
        "language": r.lang,
        "terms": {u.id for u in question.understood if u.kind != "card"},
        "procedure": type(found.given).__name__ if (found := procedure_of(r.plain, r.lang, r.folder)) else "",
    }


def neutral(engine: Engine, frame: str, lang: Lang) -> Question:
    """The frame as read with a neutral name in it, known as one."""
    text = frame.format(NEUTRAL[lang])
    at = text.index(NEUTRAL[lang])
    reading = read_question(text, engine.laws.sources, names=[Span(at, at + len(NEUTRAL[lang]))])
    return replace(engine.understand(reading.plain), reading=reading)


def read(engine: Engine, text: str) -> tuple[Question, set[str]]:
    """The question, and the cards found in it, choices included."""
    assert engine.cards
    question = engine.understand(text)
    mentions = cards_understood(question, engine.cards, engine.laws.sources)
    question = with_cards(question, mentions, engine.cards)
    return question, {c for m in mentions for c in (*m.cards, *m.others)}


def contradicts(engine: Engine, card: Card, frame: str, lang: Lang) -> bool:
    """Whether the headline to a frame says yes or no and `check` says another of the card."""
    answer = engine.ask(frame.format(card.names[lang]))
    if answer.verdict not in ("yes", "no"):
        return False
    plain = neutral(engine, frame, lang)
    own = damage_step_answer(plain, card, laws=engine.laws.each("both"), official=engine.official)
    return own is not None and own.verdict != answer.verdict


def _of_frame(engine: Engine, frame: str, lang: Lang, cards: Sequence[Card], errors: bool) -> Counter[str]:
    tally: Counter[str] = Counter()
    plain = said(neutral(engine, frame, lang))
    for card in cards:
        question, found = read(engine, frame.format(card.names[lang]))
        told = said(question)
        wrong = [] if card.id in found else ["not found"]
        wrong += [part for part, value in plain.items() if told[part] != value]
        tally.update(wrong)
        tally["alike"] += not wrong
        if errors and wrong:
            print("   ", ", ".join(wrong), question.text, question.plain)
    return tally


def main() -> None:
    """Prints how many were found and read alike, by frame, and how many headlines contradict; `--errors` names the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--sample", type=int, default=100, help="names in each language; 0 for all")
    parser.add_argument("--asked", type=int, default=0, help="questions answered in full, held against `check`")
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--lang", choices=list(FRAMES), action="append", help="only this language")
    parser.add_argument("--frame", type=int, action="append", help="only the frame of this number, from 1")
    parser.add_argument("--errors", action="store_true")
    given = parser.parse_args()
    engine = Engine.open(given.home)
    if engine.cards is None:
        parser.error(f"{given.home}: no cards are built there. Run `rulings build --cards FILE` first.")
    draw = random.Random(given.seed)
    for lang in given.lang or FRAMES:
        cards = [c for c in engine.cards.store.all() if c.names.get(lang)]
        chosen = draw.sample(cards, given.sample) if given.sample else cards
        for number, frame in enumerate(FRAMES[lang], 1):
            if not given.frame or number in given.frame:
                tally = _of_frame(engine, frame, lang, chosen, given.errors)
                print(f"{lang} {frame}: {dict(tally)} of {len(chosen)}", flush=True)
        asked = [(draw.choice(cards), draw.choice(FRAMES[lang][:ASKED])) for _ in range(given.asked)]
        wrong = [(card, frame) for card, frame in asked if contradicts(engine, card, frame, lang)]
        if asked:
            print(f"{lang}: {len(wrong)} of {len(asked)} headlines contradict", [f.format(c.names[lang]) for c, f in wrong])


if __name__ == "__main__":
    main()
