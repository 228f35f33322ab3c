"""The subject of a card's picture, in terms of no game: each game describes its own cards."""

from dataclasses import dataclass
from typing import Literal

from drafts.drawings.chance import SeededNumbers
from drafts.drawings.palette import Material
from drafts.drawings.scenery import Scenery


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of the picture of a card.

    `lands` are one or two hues (steps of 10 degrees, or steel), each with the scenery that lies under it. `figure` and
    `item` are names of drawings in `figures/` and `items/`; without a figure the item is what the picture shows, and
    without both it shows the land alone. `size` is 0 (small) to 4. `edge` is a colour all round the card, `sign` the
    path of a sign in a square of 100 behind the figure. A card of a pair has `half`, 0 for the left one and 1 for the
    right one, and `pair`, a text that both have in common. A `place` is a landmark by its name: its picture is wide.
    """

    name: str
    lands: tuple[tuple[int, Scenery], ...]
    figure: str | None = None
    item: str | None = None
    size: int = 2
    material: Material = "paper"
    edge: str | None = None
    sign: str | None = None
    is_hexagon: bool = False
    half: Literal[0, 1] | None = None
    pair: str = ""
    place: str | None = None

    def chance(self, of: str) -> SeededNumbers:
        """Return the numbers that the name decides for one part of the picture."""
        return SeededNumbers(f"{of}\n{self.name}")
