"""The grammar of card texts, English and Chinese."""
