"""Codes for cameras: an address in, an SVG without styles out."""

import io

import segno

MASK = 2
"""The pattern over the modules. Any can be read; to look for the best of eight takes five times as long."""


def qr_svg(text: str, *, as_file: bool = False) -> str:
    """Return a QR code as an SVG that fills the box it is put in: as part of a page, or as a file of its own."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False, mask=MASK).save(
        out, kind="svg", xmldecl=False, svgns=as_file, nl=False, omitsize=True, border=2, svgclass=None, lineclass=None
    )
    return out.getvalue().decode()
