"""The question, read once."""
