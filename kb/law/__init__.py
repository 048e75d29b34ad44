"""The formal rules: their words, their conditions, which of them prevails, and the one engine that decides."""
