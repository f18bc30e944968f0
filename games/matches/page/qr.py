"""URLs as QR codes, for phones in the same room."""

from io import BytesIO

import segno


def svg_of(address: str) -> bytes:
    """Return a QR code of `address` as SVG, with a white background."""
    picture = BytesIO()
    segno.make(address, error="m").save(
        picture, kind="svg", scale=6, border=2, dark="#1b1712", light="#fdfaf2"
    )
    return picture.getvalue()
