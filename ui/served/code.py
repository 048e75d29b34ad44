"""An address as a QR code: what a telephone at the table reads from the judge's screen."""

from __future__ import annotations

import io

import segno


def qr_svg(address: str) -> bytes:
    """An SVG, black on white with the quiet margin that readers need, in units of the code's modules.

    Raises segno.DataOverflowError if the address is longer than any code holds (about 2,900 bytes).
    """
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(out, kind="svg", border=4, dark="#000", light="#fff", omitsize=True)
    return out.getvalue()
