"""The drawings of Rome as symbols of SVG, which a page has once and draws wherever it likes.

A symbol takes its colours from the place where it is drawn: `--rome-ink`, `--rome-mid`, `--rome-rim` and `--rome-glow`
(static/css/games/rome). Its id is `rome-` and a unit's letters, a command's word, or the name of another drawing.
"""

from functools import cache

from drafts.drawings.figure import details, silhouette
from drafts.drawings.palette import Palette
from drafts.rules.games.rome.cards import CommandKind, UnitKind

UNITS = {kind.value: kind.name.lower() for kind in UnitKind}
COMMANDS = {kind.value: kind.value for kind in CommandKind}
OTHERS = ("coin", "mount", "wreath")
SIGHTS = ("sight-camp", "sight-hills", "sight-rays", "sight-temple", "sight-wall")
"""The grounds behind a unit or a command on a large card."""

_TONES = Palette(
    **dict.fromkeys(("top", "sky", "low", "disc", "far", "near", "frame"), "none"),
    **{tone: f"var(--rome-{tone})" for tone in ("ink", "mid", "rim", "glow")},
)


@cache
def symbols(*, with_sights: bool = False) -> str:
    """Return every drawing as SVG that shows nothing itself, with the grounds of large cards or without."""
    others = (*OTHERS, *SIGHTS) if with_sights else OTHERS
    drawn = UNITS | COMMANDS | dict(zip(others, others, strict=True))
    parts = "".join(_symbol(name, f"rome/{figure}") for name, figure in drawn.items())
    return f'<svg hidden="" aria-hidden="true" xmlns="http://www.w3.org/2000/svg">{parts}</svg>'


def _symbol(name: str, figure: str) -> str:
    """Return a figure as a symbol. Its silhouette is there once, and drawn twice, in the light and beside itself."""
    outline = silhouette(figure, "inherit")
    lit = (
        f'<defs><g id="rome-{name}-outline">{outline}</g></defs>'
        f'<use href="#rome-{name}-outline" fill="{_TONES.rim}" transform="translate(-4 -2.6)"/>'
        f'<use href="#rome-{name}-outline" fill="{_TONES.ink}"/>'
    )
    drawn = f"{lit if outline else ''}{details(figure, _TONES)}"
    return f'<symbol id="rome-{name}" viewBox="-150 -150 300 300">{drawn}</symbol>'
