"""Card against card: may one answer the other, does it negate it, can it target it, by the two texts.

`cues` holds the words (`sources/cues/against.toml`), `asked` reads the question, `answers` what a card answers, `does` what a
card does when activated, `match` holds the two together, `answer` makes the answer.
"""
