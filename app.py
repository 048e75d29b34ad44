"""The web page: `rulings app`, or `streamlit run app.py` in a checkout."""

from __future__ import annotations

from streamlit.starlette import App

from cli.served import guarded
from kb.frugal import give_back_memory
from ui.served import SCRIPT, routes
from ui.served.packed import packed_scripts
from ui.served.warm import opened_early

give_back_memory()
app = App(SCRIPT, routes=routes(), middleware=[*guarded(), *packed_scripts()], lifespan=opened_early)
