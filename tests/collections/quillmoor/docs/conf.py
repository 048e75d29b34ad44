# Sphinx settings for the Quillmoor rules site
project = "Quillmoor House Rules"
author = "Quillmoor Duelling Society, rules desk"
release = "2025.1"
extensions = ["sphinx.ext.extlinks", "quillmoor_roles"]  # quillmoor_roles adds :card:
extlinks = {"minutes": ("https://minutes.quillmoor.example/%s", "minutes %s")}
exclude_patterns = ["_build", "_shared"]
html_theme = "alabaster"
