"""The cards of a file before they are checked."""

from collections.abc import Iterator
from dataclasses import dataclass

from drafts.importers.recipes import SetRecipe
from drafts.rules.games.base import CardGame
from drafts.rules.wording import Wording

Fields = dict[str, str]
Lines = Iterator[tuple[int, list[str] | Fields]]


@dataclass(frozen=True, slots=True)
class CardSource:
    """The cards of a file as fields under our names, before they are checked.

    `kind` says what the file is, in a sentence. `lines` can be read once; a line is that of a table, or the place of a
    card. `width` is the number of columns in the header of a table. `is_own`: as `Mapped.is_own`. `boosters` are the
    kinds of boosters that a file describes, where it has several, and `booster` the one of which `recipes` are.
    """

    kind: Wording
    game: CardGame
    columns: frozenset[str]
    lines: Lines
    width: int = 0
    is_own: bool = False
    warnings: tuple[Wording, ...] = ()
    recipes: tuple[SetRecipe, ...] = ()
    booster: str = ""
    boosters: tuple[str, ...] = ()
