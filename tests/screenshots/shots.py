"""Which pictures are taken: of all screens in two widths, dark, and of the best ones in all widths and both themes."""

from collections.abc import Iterator

from tests.screenshots.screens import SCREENS, SIZES, THEMES, Screen

USUAL_WIDTHS = (390, 1280)

Shot = tuple[Screen, tuple[int, int], str]


def shots_of(names: list[str], sizes: str, themes: str) -> Iterator[Shot]:
    """Yield what is to be taken: each screen with a size and a theme."""
    for screen in SCREENS:
        for size in SIZES:
            for theme in THEMES:
                usual = screen.best or (size[0] in USUAL_WIDTHS and theme == THEMES[0] and not screen.seldom)
                is_asked = str(size[0]) in sizes.split(",") or sizes == "all" if sizes else usual
                if screen.name.startswith(tuple(names)) and is_asked and theme in (themes or theme).split(","):
                    yield screen, size, theme
