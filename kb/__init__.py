"""The knowledge base: model, graph, store, index, snapshot. Knows no file format and no question."""
