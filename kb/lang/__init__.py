"""Language: normalising with offset maps, tokenising, concept linking, modality."""
