"""Card files that the community keeps, as cards: YAML Yugi JSON, YGOPRO databases, YGOPRODeck JSON.

A reader says whether decoded data is its own (`matches`) and gives a card for every row it understands (`read`).
A file that none or two of them claim is an error that names the readers.
"""

from ingest.cards.file import READERS, Taken, read_card_file

__all__ = ["READERS", "Taken", "read_card_file"]
