"""Questions out of the knowledge base: parse, look up, search, judge, compute, answer. Knows no file format."""
