"""What the publisher itself says of cards: statements on every effect and Q&As, kept by card and read into fields of a profile.

`store` keeps them beside a snapshot's cards, `formulas` reads the wording of statements (`sources/cues/official.toml`).
"""
