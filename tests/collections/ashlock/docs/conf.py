# Ashlock Duel Circle - rules site
# Build: make html   (Hollis' laptop or the library machine, both have it)

project = "Ashlock Duel Circle - Rules"
author = "The Bench"
copyright = "2022-2024, Ashlock Duel Circle"
release = "2024.10"
version = "2024"
language = "en"

extensions = [
    "sphinx.ext.extlinks",
]

exclude_patterns = ["_build", "Thumbs.db", ".DS_Store"]
root_doc = "index"
nitpicky = True
numfig = False

# :qa:`8204` and :minutes:`2024-06` are used all over the place.
# Q&A pages need request_locale, otherwise the site answers in Japanese.
extlinks = {
    "qa": (
        "https://www.db.yugioh-card.com/yugiohdb/faq_search.action"
        "?ope=5&fid=%s&request_locale=en",
        "Q&A %s",
    ),
    "minutes": ("https://ashlock-duel.example/minutes/%s.html", "minutes %s"),
}

rst_prolog = """
.. role:: card
.. role:: phase
.. role:: pen

.. |bench| replace:: the Bench
.. |adc| replace:: Ashlock Duel Circle
.. |A| replace:: **[A]**
.. |B| replace:: **[B]**
.. |C| replace:: **[C]**
.. |std-lp| replace:: 8000 LP
.. |vault-lp| replace:: 6000 LP
.. |team-lp| replace:: 12000 LP
.. |round-time| replace:: 45 minutes
.. |list-name| replace:: Vault List V3
"""

html_theme = "alabaster"
html_title = "Ashlock rules"
html_last_updated_fmt = "%Y-%m-%d"
