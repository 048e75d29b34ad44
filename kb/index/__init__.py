"""The search index: entries that can be cited, found by words (BM25), by concepts and by vectors.

`collect` makes entries of documents and rules, `build` the index of entries, `store` writes it and opens it read-only.
A question reads arrays mapped into memory and a few rows of SQLite: neither the graph store nor the documents, nor what builds.
"""
