"""What is asked of a card's own effects: kind, Spell Speed, targets, cost, mandatory or not, whose turn, from where.

`cues` holds the words (`sources/cues/profile.toml`), `values` reads a profile, `answer` makes the answer.
"""
