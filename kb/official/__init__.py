"""What the publisher itself says of cards: statements on every effect and Q&As, kept by card and read into fields of a profile.

`store` keeps them beside a snapshot's cards, `formulas` reads the wording of statements (`sources/cues/official.toml`).
"""

from typing import Final

QA: Final = "qa-json"
FORMATS: Final = ("faq-json", QA)
"""Formats of documents that state themselves which cards a passage is about."""
