"""Card names in frames of a question, in two languages: is each found, does a name change how the rest is read, and does the
headline ever contradict what the card's own text gives.

Every name in every frame with `--sample 0`; else so many names, drawn by `--seed`.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

from kb.model import Lang
from query.card.ask import answer_of_card, cards_understood, with_cards
from query.card.question import damage_step_answer
from query.engine import Engine
from query.model import Question
from query.read.reading import Reading

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
PLAIN: dict[Lang, str] = {"en": "Zorvath Quellmire", "zh": "佐瓦萨・奎尔"}
"""An invented name: what the frame says without a card."""


def said(reading: Reading) -> tuple[object, ...]:
    """What the rest of a question says, whatever stands for the name."""
    return (reading.intent, reading.polar, reading.sign, reading.outside, reading.territory, reading.old_rules, reading.facts)


def _read(engine: Engine, text: str) -> tuple[Question, list[str], bool]:
    """The question, the cards found (choices included), and whether it is sure of one."""
    assert engine.cards
    question = engine.understand(text)
    mentions = cards_understood(question, engine.cards, engine.laws.sources)
    question = with_cards(question, mentions, engine.cards)
    found = [c for m in mentions for c in (*m.cards, *m.others)]
    return question, found, len(mentions) == 1 and bool(mentions[0].card)


def main() -> None:
    """Prints how many were found, read alike and answered alike, by frame; with `--errors` those that were not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--sample", type=int, default=100, help="names in each language; 0 for all")
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--errors", action="store_true")
    given = parser.parse_args()
    engine = Engine.open(given.home)
    if engine.cards is None:
        parser.error(f"{given.home}: no cards are built there. Run `rulings build --cards FILE` first.")
    laws = engine.laws.each("both")
    for lang, frames in FRAMES.items():
        cards = [c for c in engine.cards.store.all() if c.names.get(lang)]
        drawn = random.Random(given.seed).sample(cards, given.sample) if given.sample else cards
        for number, frame in enumerate(frames):
            plain = engine.understand(frame.format(PLAIN[lang]))
            terms = {u.id for u in plain.understood}
            tally: Counter[str] = Counter()
            for card in drawn:
                text = frame.format(card.names[lang])
                question, found, sure = _read(engine, text)
                wrong = [] if card.id in found else ["not found"]
                wrong += ["read otherwise"] if said(question.reading) != said(plain.reading) else []
                more = {u.id for u in question.understood if u.kind != "card"} ^ terms
                wrong += ["other terms"] if more else []
                if number < ASKED and sure and not wrong:
                    mentions = cards_understood(question, engine.cards, engine.laws.sources)
                    told = answer_of_card(question, mentions, engine.cards, laws=laws)
                    asked = replace(plain, reading=replace(question.reading, text=text))
                    own = damage_step_answer(asked, card, laws=laws)
                    wrong += ["contradicts"] if told and own and told.verdict != own.verdict else []
                tally.update(wrong or ["alike"])
                if given.errors and wrong:
                    print("   ", ", ".join(wrong), text, sorted(more))
            print(f"{lang} {frame}: {dict(tally)} of {len(drawn)}")


if __name__ == "__main__":
    main()
