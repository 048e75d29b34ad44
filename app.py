"""The web page: `streamlit run app.py`, or `rulings app`."""

from __future__ import annotations

import streamlit as st

from ui import frame
from ui.words import say

st.set_page_config(page_title=say("frame.title"), page_icon="⚖️", layout="centered", initial_sidebar_state="collapsed")
frame.run()
