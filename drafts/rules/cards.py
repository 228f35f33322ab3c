"""Cards: what every game prints on one, and one of them lying in a pack."""

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, NewType

FACES = " // "
"""Between the names of the faces of a card, in its name."""

CardId = NewType("CardId", int)
"""One physical card of one draft. It tells nothing about the card."""


class Piece(NamedTuple):
    """A part of a text as it is read. `printed` is what the card says there instead; None where it says just that."""

    words: str
    printed: str | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A printed card, as far as all games have it. The facts of a game are fields of its own subclass.

    `text` is what it does, as printed, and `image` the name of its picture; both may be empty. `traits` are all that
    the rules of a draft ask of a card: words that its game derives from its facts, such as `basic`.
    """

    game: ClassVar[str] = ""
    is_blank: ClassVar[bool] = False
    """Whether the print of this card is unknown: a card of a paper pack."""

    number: str
    name: str
    rarity: str = "C"
    text: str = ""
    image: str = ""
    printed_type: str = field(default="", compare=False)
    traits: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "traits", self.derived_traits())

    def __hash__(self) -> int:
        """Hash by number only: it is practically unique, and hashing all fields is slow."""
        return hash(self.number)

    def derived_traits(self) -> frozenset[str]:
        """Return the traits that follow from the card's facts."""
        return frozenset()

    @property
    def key(self) -> str:
        """The word that tells a card from others in a deck: its number, or the name of one that no set prints."""
        return self.number or self.name

    @property
    def kin(self) -> str:
        """The group of cards of one look, such as their colours; empty where a card stands alone."""
        return ""

    @property
    def reading(self) -> tuple[Piece, ...]:
        """The card's text, in pieces, as it is read in a draft and in its fights."""
        return (Piece(self.text),) if self.text else ()

    @property
    def pair(self) -> tuple[str, int] | None:
        """Return the series and the place of a card that comes only in pairs (places 1 and 2, 3 and 4); else None."""
        return None


@dataclass(frozen=True, slots=True)
class BlankCard(Card):
    """A card of a paper pack, which only those at the table can read. `stands_for` are the traits it is drafted by."""

    is_blank: ClassVar[bool] = True

    number: str = ""
    name: str = ""
    stands_for: frozenset[str] = frozenset()

    def __hash__(self) -> int:
        """Hash by what it stands for, since it has no number."""
        return hash(self.stands_for)

    def derived_traits(self) -> frozenset[str]:
        """Return the traits that it stands for."""
        return self.stands_for


@dataclass(frozen=True, slots=True)
class CardInPack:
    """One physical card: an id that is unique in the draft, what is printed on it, and whether it is of foil."""

    id: CardId
    card: Card
    foil: bool = False

    def __hash__(self) -> int:
        """Hash by the id, which tells a card from the others of its draft."""
        return hash(self.id)
