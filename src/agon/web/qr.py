"""A link as a QR code, drawn as SVG."""

from __future__ import annotations

from io import BytesIO
from typing import Final

DARK: Final = "#221B16"
LIGHT: Final = "#FFFDF8"


def qr_svg(link: str) -> str:
    """The code in ink on plaster, with the quiet zone that readers need."""
    import segno  # only where there is a server to invite to

    out = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(out, kind="svg", scale=6, border=3, dark=DARK, light=LIGHT, xmldecl=False, omitsize=True)
    return out.getvalue().decode()
