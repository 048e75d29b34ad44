"""What Streamlit runs for every session and every press: the page that the address names."""

from __future__ import annotations

import streamlit as st

from ui import frame, state
from ui.words import say

asked = state.param("q") or state.param("name")
st.set_page_config(page_title=f"{asked[:80]} · {say('frame.title')}" if asked else say("frame.title"), layout="centered")
frame.run()
