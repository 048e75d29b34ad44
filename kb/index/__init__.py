"""The search index: entries that can be cited, found by words (BM25), by concepts and by vectors.

`collect` makes entries of documents and rules, `build` the index of entries, `store` writes it and opens it read-only.
A question reads arrays mapped into memory and a few rows of SQLite: neither the graph store nor the documents.
"""

from kb.index.build import build_index
from kb.index.collect import passage_entries, rule_entries
from kb.index.entry import Entry
from kb.index.store import Index, entries_holding, find_entry, open_index, save_index

__all__ = [
    "Entry",
    "Index",
    "build_index",
    "entries_holding",
    "find_entry",
    "open_index",
    "passage_entries",
    "rule_entries",
    "save_index",
]
