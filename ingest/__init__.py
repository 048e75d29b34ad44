"""Documents and cards into the knowledge base. Knows no question."""
