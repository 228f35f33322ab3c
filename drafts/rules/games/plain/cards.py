"""Cards of the plain game: a type and a cost, each a text of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from drafts.rules.cards import Card
from drafts.rules.games.base import Field, Made
from drafts.rules.games.reading import text_of_at_most
from drafts.rules.wording import gettext_noop

LONGEST_KIND = 60
LONGEST_COST = 20


@dataclass(frozen=True, slots=True)
class PlainCard(Card):
    """A card of the plain game. `kind` is its printed type, `cost` what it costs; both may be empty."""

    game: ClassVar[str] = "plain"
    __hash__ = Card.__hash__

    kind: str = ""
    cost: str = ""

    @property
    def kin(self) -> str:
        """The type: cards of one type look alike."""
        return self.kind


FIELDS = (
    Field(
        "kind",
        gettext_noop("Type"),
        text_of_at_most(LONGEST_KIND),
        aliases=("type", "types", "card_type", "supertype", "category"),
    ),
    Field("cost", gettext_noop("Cost"), text_of_at_most(LONGEST_COST)),
)


def make_card(common: Mapping[str, Any], facts: Mapping[str, Any]) -> Made:
    """Return the card of a list's line."""
    return Made(PlainCard(**common, **facts))


def letters_of(card: Card) -> str:
    """Return a card's kind on a line of notation: there is one."""
    return "N"


def made_up(letters: str, name: str) -> PlainCard:
    """Return a made-up card: `N` or nothing. Raises KeyError for other letters."""
    if letters not in ("", "N"):
        raise KeyError(letters)
    return PlainCard(name, name)
