"""Language: words and sentences, concept linking, modality, language detection. Plain Python, no model.

`link` finds the terms a text names, `modality` tells what a sentence does, `words` and `sentences` cut texts up;
normalising with offset maps is `kb.text`. The terms themselves are data: `sources/glossary.toml`, `sources/words.toml`.
"""
