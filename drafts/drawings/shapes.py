"""A shape as it stands in a picture: its path, its colour, and how much shows through."""

from drafts.drawings.paths import number


def shape(path: str, fill: str, opacity: float = 1) -> str:
    """Return a path as an element of SVG; "" of an empty one."""
    faint = f' opacity="{number(opacity)}"' if opacity < 1 else ""
    return f'<path d="{path}" fill="{fill}"{faint}/>' if path else ""
