"""Cards: what is printed on one, and one of them lying in a pack."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

CardId = NewType("CardId", int)
"""One physical card of one event. It tells nothing about the card."""


class CardType(StrEnum):
    """What a card is for the draft: R6 asks only whether it is a trigger unit, R10 whether a G unit."""

    NORMAL = "normal"
    TRIGGER = "trigger"
    G = "g"
    ORDER = "order"
    OTHER = "other"


class Trigger(StrEnum):
    """The kind of a trigger unit; `UNKNOWN` where the kind is not on record."""

    CRITICAL = "critical"
    DRAW = "draw"
    STAND = "stand"
    HEAL = "heal"
    FRONT = "front"
    OVER = "over"
    UNKNOWN = "unknown"


LEGION_RARE = "LR"


@dataclass(frozen=True, slots=True)
class Card:
    """A printed card. `power`, `shield`, `critical` and `grade` are None where none is printed.

    `text` is what it does, as printed (`card_text` reads it), and `image` the name of its picture; both may be empty.
    """

    number: str
    name: str
    card_type: CardType = CardType.NORMAL
    grade: int | None = None
    clan: str = ""
    nation: str = ""
    race: str = ""
    power: int | None = None
    shield: int | None = None
    critical: int | None = None
    trigger: Trigger | None = None
    rarity: str = "C"
    text: str = ""
    image: str = ""

    def __hash__(self) -> int:
        """Hash by number only: it is practically unique, and hashing all fields is slow."""
        return hash(self.number)

    @property
    def is_trigger(self) -> bool:
        """Whether this is a trigger unit (R6)."""
        return self.card_type is CardType.TRIGGER

    @property
    def is_g_unit(self) -> bool:
        """Whether this card goes to the G zone (R10)."""
        return self.card_type is CardType.G

    @property
    def is_legion_rare(self) -> bool:
        """Whether its opener may call a judge for it (R9)."""
        return self.rarity == LEGION_RARE


@dataclass(frozen=True, slots=True)
class CardInPack:
    """One physical card: an id that is unique in the event, and what is printed on it."""

    id: CardId
    card: Card
