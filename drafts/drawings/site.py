"""Pictures of the site that belong to no game: pages show them beside bad news."""

from collections.abc import Mapping

from drafts.drawings.colours import STEEL
from drafts.drawings.scenery import banners, gears, orchard, rosette, towers, volcano, waves, woods
from drafts.drawings.subject import Subject

PICTURES: Mapping[str, Subject] = {
    "owl-with-lamp": Subject("Nowhere", ((27, orchard),), "owl", "lamp", 3, "foil"),
    "knight-with-key": Subject("The Gate", ((25, towers),), "knight", "key", 3, "gold"),
    "automaton-with-gear": Subject("Sparks", ((STEEL, gears),), "automaton", "gear", 3, "silver"),
    "golem-with-hourglass": Subject("Patience", ((6, rosette),), "golem", "hourglass", 3, "silver"),
    "bear-in-woods": Subject("No Seat Left", ((14, woods),), "bear", None, 3, "gold"),
    "bearer-with-horn": Subject("The Horn", ((3, volcano),), "bearer", "horn", 3, "gold"),
    "whale-at-sea": Subject("Low Tide", ((22, waves),), "whale", None, 3, "foil"),
    "fox-with-scroll": Subject("An Old Letter", ((5, banners),), "fox", "scroll", 3, "silver"),
    "shade-with-book": Subject("Face Down", ((30, orchard),), "shade", "book", 3, "gold"),
}
"""By the names that templates give them (`error_page.html`)."""
