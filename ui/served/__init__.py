"""What the server gives out beside Streamlit's own page: the frame around it, passages in their place, names of cards.

`index` is the document that a browser loads first, `files` what it loads with it (script, style, icons), `sheet` a citation
opened, `names` what a typed name may mean, `code` an address as a QR code, `warm` what is
opened before anybody asks, `routes` all of them by address.
"""

from pathlib import Path

from ui.served.routes import routes

SCRIPT = Path(__file__).with_name("script.py")
"""What Streamlit runs."""

__all__ = ["SCRIPT", "routes"]
